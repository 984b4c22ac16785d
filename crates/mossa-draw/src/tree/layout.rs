//! Where the nodes of a tree go, after Reingold and Tilford: parents in the middle of their children,
//! equal subtrees drawn alike, and as close together as they fit.

use super::{Cut, TreeNode};

/// Something that has a place in the drawing.
#[derive(Clone, Copy)]
pub enum Item<'t> {
    Node(&'t TreeNode),
    /// Moves that were not looked at.
    Cut(&'t Cut),
    /// Nodes that are not drawn.
    More(u64),
}

/// An item and where it goes.
pub struct Place<'t> {
    pub item: Item<'t>,
    pub depth: u32,
    /// From the top, in rows.
    pub row: f64,
    /// The index of the node above.
    pub parent: Option<usize>,
}

/// How far a subtree reaches at each depth below its root, relative to the root.
type Contour = Vec<(f64, f64)>;

/// Places for all items, each node before those below it.
pub fn places(root: &TreeNode) -> Vec<Place<'_>> {
    let mut places = vec![Place { item: Item::Node(root), depth: 0, row: 0.0, parent: None }];
    // First only who is below whom; rows become relative to the parent, then to the top.
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut at = 0;
    while at < places.len() {
        let items = below(places[at].item);
        let first = places.len();
        children.push((first..first + items.len()).collect());
        let depth = places[at].depth + 1;
        places.extend(items.into_iter().map(|item| Place {
            item,
            depth,
            row: 0.0,
            parent: Some(at),
        }));
        at += 1;
    }
    let mut contours: Vec<Contour> = vec![Vec::new(); places.len()];
    for node in (0..places.len()).rev() {
        contours[node] = arrange(&children[node], &mut places, &mut contours);
        // Its words reach into the next column.
        if matches!(places[node].item, Item::Cut(_)) {
            contours[node].push((0.0, 0.0));
        }
    }
    let top = contours[0].iter().map(|reach| reach.0).fold(0.0, f64::min);
    places[0].row = -top;
    for at in 1..places.len() {
        let parent = places[at].parent.expect("all but the root have one");
        let above = places[parent].row;
        places[at].row += above;
    }
    places
}

fn below(item: Item<'_>) -> Vec<Item<'_>> {
    let Item::Node(node) = item else { return Vec::new() };
    let mut items: Vec<Item<'_>> = node.children.iter().map(Item::Node).collect();
    if node.n_hidden > 0 {
        items.push(Item::More(node.n_hidden));
    }
    // Where no child is shown, neither is where they end.
    if !node.children.is_empty() || node.n_hidden == 0 {
        items.extend(node.cut.iter().map(Item::Cut));
    }
    items
}

/// Sets the rows of children relative to their parent and returns the reach of the whole.
fn arrange(children: &[usize], places: &mut [Place<'_>], contours: &mut [Contour]) -> Contour {
    let mut reach: Contour = Vec::new();
    let mut offsets = Vec::with_capacity(children.len());
    for &child in children {
        let contour = std::mem::take(&mut contours[child]);
        // As close to those above as no depth forbids.
        let needed = |(above, own): (&(f64, f64), &(f64, f64))| above.1 - own.0 + 1.0;
        let offset = reach.iter().zip(&contour).map(needed).fold(f64::NEG_INFINITY, f64::max);
        let offset = if offset.is_finite() { offset } else { 0.0 };
        offsets.push(offset);
        for (depth, &(low, high)) in contour.iter().enumerate() {
            match reach.get_mut(depth) {
                Some(entry) => entry.1 = offset + high,
                None => reach.push((offset + low, offset + high)),
            }
        }
    }
    let middle = match (offsets.first(), offsets.last()) {
        (Some(first), Some(last)) => f64::midpoint(*first, *last),
        _ => 0.0,
    };
    for (&child, offset) in children.iter().zip(offsets) {
        places[child].row = offset - middle;
    }
    let mut contour = vec![(0.0, 0.0)];
    contour.extend(reach.into_iter().map(|(low, high)| (low - middle, high - middle)));
    contour
}
