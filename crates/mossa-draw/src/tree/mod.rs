//! A searched tree from left to right: what each node was asked, what it answered, and where the search
//! saw that it could stop.

mod layout;
mod limit;
#[cfg(test)]
mod tests;

use crate::{
    Options,
    element::{Element, shape},
    frame::Frame,
    text,
};
use layout::Place;

/// A node of a tree, with all below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// The move that leads here; empty at the root.
    pub label: String,
    /// What it is worth, large: `+1`.
    pub value: String,
    /// What was known before, small: `α −1  β +1`.
    pub bounds: String,
    /// Whether the side that moves at the root moves here, too: nodes of the two sides differ in shape.
    pub is_maximizing: bool,
    /// A word where the value comes from elsewhere: `table`.
    pub note: String,
    /// The nodes below.
    pub children: Vec<TreeNode>,
    /// Why the moves behind the last child were not looked at: `cut: 3 ≥ β 2`.
    pub cut: Option<Cut>,
    /// How many nodes below were searched, but are not among the children.
    pub n_hidden: u64,
}

/// Moves that were not looked at, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Why.
    pub reason: String,
    /// How many.
    pub n_moves: u64,
}

/// A tree to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// What stands above it.
    pub title: String,
    /// What is to be seen, in words, for those who do not see it.
    pub description: String,
    /// The tree.
    pub root: TreeNode,
    /// How many nodes are drawn at most; those nearest to the root come first.
    pub limit: usize,
}

/// As many nodes as a class can read.
pub const READABLE_NODES: usize = 60;

const RULES: &[&str] = &[
    ".title{font-weight:600}",
    ".edge{stroke:$faint;stroke-width:2.2;fill:none}",
    ".cut-edge{stroke:$bad;stroke-width:2.2;fill:none;stroke-dasharray:7 5}",
    ".more-edge{stroke:$faint;stroke-width:2;fill:none;stroke-dasharray:2 5;stroke-linecap:round}",
    ".node rect{stroke-width:2.4;fill:$paper}",
    ".max rect{stroke:$first}",
    ".min rect{stroke:$second}",
    ".value{font-weight:700}",
    ".move{font-weight:600;stroke:$paper;stroke-width:5;paint-order:stroke;stroke-linejoin:round}",
    ".reason{fill:$bad;font-weight:600}",
];

/// Measures.
pub(crate) const BOX: (f64, f64) = (132.0, 50.0);
const COLUMN: f64 = 236.0;
pub(crate) const ROW: f64 = 62.0;
const MARGIN: f64 = 22.0;
const TOP: f64 = 96.0;
const TITLE: f64 = 22.0;
const VALUE: f64 = 20.0;
const SMALL: f64 = 14.0;
const MOVE: f64 = 17.0;
const REASON: f64 = 16.0;

/// Draws a tree.
pub fn tree(tree: &Tree, options: &Options) -> String {
    let root = limit::shown(&tree.root, tree.limit.max(1));
    let places = layout::places(&root);
    let lowest = places.iter().map(|place| place.row).fold(0.0, f64::max);
    let depth = places.iter().map(|place| place.depth).max().unwrap_or(0);
    // What a stub says stands to the right of it.
    let needed = f64::from(depth) * COLUMN + BOX.0 + 2.0 * MARGIN + 190.0;
    let width = needed.max(text::width(&tree.title, TITLE) + 2.0 * MARGIN).max(620.0);
    let height = TOP + lowest * ROW + BOX.1 + 2.0 * MARGIN;
    let mut edges = Element::group("edges");
    let mut nodes = Element::group("nodes");
    for place in &places {
        if let Some(parent) = place.parent {
            edges.push(edge(&places[parent], place));
        }
        nodes.extend(draw(place));
    }
    let title = Element::words(MARGIN, 36.0, TITLE, &tree.title).class("title start");
    let frame = Frame {
        options,
        kind: "tree",
        width,
        height,
        // A tree is read, not looked at: it keeps its size.
        shown_width: width,
        title: &tree.title,
        description: &tree.description,
        rules: RULES,
    };
    frame.write([title, legend(), edges, nodes])
}

fn x(place: &Place<'_>) -> f64 {
    MARGIN + f64::from(place.depth) * COLUMN
}

fn y(place: &Place<'_>) -> f64 {
    TOP + place.row * ROW
}

/// What the two kinds of box mean.
fn legend() -> Element {
    let sample = |x: f64, class: &str, words: &str| {
        let frame = Element::rectangle(x, 54.0, 30.0, 18.0).set("rx", corner(class == "max", 18.0));
        let words = Element::words(x + 38.0, 68.0, SMALL + 1.0, words).class("start faint");
        Element::group(&format!("node {class}")).with(frame).with(words)
    };
    Element::group("legend").with(sample(MARGIN, "max", "chooses the largest value")).with(sample(
        MARGIN + 260.0,
        "min",
        "chooses the smallest value",
    ))
}

/// Boxes of the side that maximizes have sharp corners, those of the other round ones.
fn corner(is_maximizing: bool, height: f64) -> f64 {
    if is_maximizing { 3.0 } else { height / 2.0 }
}

fn edge(from: &Place<'_>, to: &Place<'_>) -> Element {
    let (left, top) = (x(from) + BOX.0, y(from) + BOX.1 / 2.0);
    let (right, bottom) = (x(to), y(to) + BOX.1 / 2.0);
    let middle = left + (right - left) * 0.35;
    let data = shape(&[
        ("M", left),
        (" ", top),
        ("C", middle),
        (" ", top),
        (" ", middle),
        (" ", bottom),
        (" ", left + (right - left) * 0.6),
        (" ", bottom),
        ("H", right),
    ]);
    let class = match to.item {
        layout::Item::Node(_) => "edge",
        layout::Item::Cut(_) => "cut-edge",
        layout::Item::More(_) => "more-edge",
    };
    Element::path(data).class(class)
}

fn draw(place: &Place<'_>) -> Vec<Element> {
    let (left, top) = (x(place), y(place));
    let middle = top + BOX.1 / 2.0;
    match place.item {
        layout::Item::Node(node) => {
            let mut body = vec![draw_node(node, left, top)];
            if !node.label.is_empty() {
                let label = text::shorten(&node.label, MOVE, COLUMN - BOX.0 - 20.0);
                let words = Element::words(left - 10.0, middle - 6.0, MOVE, &label);
                body.push(words.class("move end"));
            }
            body
        }
        layout::Item::Cut(cut) => {
            let moves = if cut.n_moves == 1 { "move" } else { "moves" };
            let count = format!("skips {} {moves}", cut.n_moves);
            let reason = Element::words(left + 8.0, middle - 3.0, REASON, &cut.reason);
            let count = Element::words(left + 8.0, middle + 16.0, SMALL, &count);
            vec![reason.class("reason start"), count.class("start faint")]
        }
        layout::Item::More(n_nodes) => {
            let words = format!("… {n_nodes} more");
            let words = Element::words(left + 8.0, middle + SMALL * 0.35, REASON, &words);
            vec![words.class("start faint")]
        }
    }
}

fn draw_node(node: &TreeNode, left: f64, top: f64) -> Element {
    let class = if node.is_maximizing { "node max" } else { "node min" };
    let center = left + BOX.0 / 2.0;
    let frame = Element::rectangle(left, top, BOX.0, BOX.1);
    let frame = frame.set("rx", corner(node.is_maximizing, BOX.1));
    let bounds = if node.note.is_empty() { &node.bounds } else { &node.note };
    let room = BOX.0 - if node.is_maximizing { 14.0 } else { 24.0 };
    let large = text::fitting_size(&node.value, VALUE, room);
    let small = text::fitting_size(bounds, SMALL, room);
    let value_at = if bounds.is_empty() { top + BOX.1 / 2.0 + VALUE * 0.35 } else { top + 23.0 };
    Element::group(class)
        .with(frame)
        .with(Element::words(center, value_at, large, &node.value).class("value"))
        .with(Element::words(center, top + 42.0, small, bounds).class("faint"))
}
