//! The part of a tree that can be shown: whole levels from the root as far as they go.

use super::TreeNode;

/// The first `limit` nodes level by level; each node counts those below it that are left out.
pub fn shown(root: &TreeNode, limit: usize) -> TreeNode {
    // Level by level: how many children of each node are kept, in the order of the levels.
    let mut kept_children = Vec::new();
    let mut level = vec![root];
    let mut left = limit.saturating_sub(1);
    while !level.is_empty() {
        let mut next = Vec::new();
        for node in level {
            let n_kept = node.children.len().min(left);
            left -= n_kept;
            kept_children.push(n_kept);
            next.extend(&node.children[..n_kept]);
        }
        level = next;
    }
    rebuild(root, &kept_children)
}

/// Copies the kept nodes, in the same order, then puts them together from the last to the first.
fn rebuild(root: &TreeNode, kept_children: &[usize]) -> TreeNode {
    let mut nodes = vec![root];
    let mut at = 0;
    while at < nodes.len() {
        let node = nodes[at];
        nodes.extend(&node.children[..kept_children[at]]);
        at += 1;
    }
    let mut built: Vec<TreeNode> = nodes
        .iter()
        .zip(kept_children)
        .map(|(node, &n_kept)| {
            let hidden: u64 = node.children[n_kept..].iter().map(count).sum();
            let cut = node.cut.clone().filter(|_| n_kept == node.children.len());
            let TreeNode { label, value, bounds, is_maximizing, note, .. } = node;
            TreeNode {
                label: label.clone(),
                value: value.clone(),
                bounds: bounds.clone(),
                is_maximizing: *is_maximizing,
                note: note.clone(),
                children: Vec::new(),
                cut,
                n_hidden: node.n_hidden + hidden,
            }
        })
        .collect();
    // The children of a node are the last ones that no later node has claimed.
    for at in (0..built.len()).rev() {
        let children = built.split_off(built.len() - kept_children[at]);
        built[at].children = children;
    }
    built.swap_remove(0)
}

/// How many nodes a tree has, those that it only counts included.
fn count(root: &TreeNode) -> u64 {
    let mut total = 0;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        total += 1 + node.n_hidden;
        open.extend(&node.children);
    }
    total
}
