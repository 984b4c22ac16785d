//! Trees: nothing overlaps, nothing is lost, whatever comes in.

use proptest::prelude::*;

use super::*;

fn any_tree() -> impl Strategy<Value = TreeNode> {
    let node =
        |children: Vec<TreeNode>, label: String, cut: Option<(String, u64)>, n_hidden: u8| {
            TreeNode {
                label,
                value: "+1".to_owned(),
                bounds: "−∞ +∞".to_owned(),
                is_maximizing: n_hidden.is_multiple_of(2),
                note: String::new(),
                children,
                cut: cut.map(|(reason, n_moves)| Cut { reason, n_moves }),
                n_hidden: u64::from(n_hidden / 64),
            }
        };
    let parts =
        || (any::<String>(), prop::option::of((any::<String>(), any::<u64>())), any::<u8>());
    let leaf = parts().prop_map(move |(label, cut, hidden)| node(Vec::new(), label, cut, hidden));
    leaf.prop_recursive(6, 60, 6, move |inner| {
        (prop::collection::vec(inner, 0..6), parts())
            .prop_map(move |(children, (label, cut, hidden))| node(children, label, cut, hidden))
    })
}

fn n_nodes(node: &TreeNode) -> usize {
    1 + node.children.iter().map(n_nodes).sum::<usize>()
}

fn n_counted(node: &TreeNode) -> u64 {
    1 + node.n_hidden + node.children.iter().map(n_counted).sum::<u64>()
}

proptest! {
    #[test]
    fn any_tree_is_well_formed(root in any_tree(), limit in 0..60_usize, title: String) {
        let drawn = Tree { description: title.clone(), title, root, limit };
        let svg = tree(&drawn, &Options::default());
        roxmltree::Document::parse(&svg).expect("well-formed");
    }

    #[test]
    fn nothing_overlaps(root in any_tree()) {
        let places = layout::places(&root);
        for (at, place) in places.iter().enumerate() {
            prop_assert!(place.row >= 0.0);
            for other in places[..at].iter().filter(|other| other.depth == place.depth) {
                prop_assert!((place.row - other.row).abs() > 1.0 - 1e-9);
            }
        }
    }

    #[test]
    fn what_is_not_shown_is_counted(root in any_tree(), limit in 1..60_usize) {
        let shown = limit::shown(&root, limit);
        prop_assert_eq!(n_nodes(&shown), n_nodes(&root).min(limit));
        prop_assert_eq!(n_counted(&shown), n_counted(&root));
        if n_nodes(&root) <= limit {
            prop_assert_eq!(shown, root);
        }
    }
}

#[test]
fn parents_stand_in_the_middle() {
    let leaf = TreeNode::default();
    let pair = TreeNode { children: vec![leaf.clone(), leaf.clone()], ..TreeNode::default() };
    let root = TreeNode { children: vec![pair, leaf], ..TreeNode::default() };
    let rows: Vec<f64> = layout::places(&root).iter().map(|place| place.row).collect();
    // The root, the pair and the leaf beside it, the two below the pair.
    assert_eq!(rows, [1.0, 0.5, 1.5, 0.0, 1.0]);
}

#[test]
fn a_long_line_of_nodes_is_no_burden() {
    let mut root = TreeNode::default();
    for _ in 0..2_000 {
        root = TreeNode { children: vec![root], ..TreeNode::default() };
    }
    let drawn = Tree { title: String::new(), description: String::new(), root, limit: 300 };
    assert!(tree(&drawn, &Options::default()).contains("… 1701 more"));
}
