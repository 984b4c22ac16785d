//! The tree: nodes in one array, the children of a node side by side, as in [`Mcts`](crate::Mcts).
//!
//! A node is the move that led to it, so everything in it is told **for the side that made this
//! move**.

use std::ops::Range;

use mossa_kernel::{Move, Position};

use crate::{
    Knowledge, MoveSink,
    mcts::{Proof, Verdict},
};

/// How much promising moves are favored over those that did well. Tried in matches of Connect X
/// on 12x13: 0.5 and 1 lose to 2.
const EXPLORATION: f32 = 2.0;

/// How many units of promise make a move e times as likely to be tried.
const PROMISE_UNIT: f32 = 20_000.0;

/// How much worse than its parent a move is thought to be before it is tried.
const DOUBT: f32 = 0.1;

/// A move that was made from its parent.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The move.
    pub(super) mv: Move,
    /// What came of it so far: the sum over all visits, each from -1 to 1.
    sum: f32,
    pub(super) visits: u32,
    /// The part of its parent's visits that it deserves at first sight.
    prior: f32,
    /// Where the children begin, and how many there are; none before the node is expanded.
    first_child: u32,
    child_count: u32,
    /// What is proven.
    pub(super) verdict: Verdict,
}

impl Node {
    fn new(mv: Move, prior: f32) -> Self {
        let verdict = Verdict::OPEN;
        Self { mv, sum: 0.0, visits: 0, prior, first_child: 0, child_count: 0, verdict }
    }

    pub(super) fn proof(&self) -> Proof {
        self.verdict.proof()
    }

    /// The mean of all visits; `None` before the first.
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / float(self.visits))
    }

    fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.child_count as usize
    }
}

/// All nodes.
pub(super) struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
    /// Room for the moves of a position.
    moves: Vec<(Move, i32)>,
}

impl Tree {
    /// The index of the root.
    pub(super) const ROOT: usize = 0;

    /// A tree that never takes more than so many bytes. Memory is taken when it is needed.
    pub(super) fn new(bytes: usize) -> Self {
        // While a part of the tree is kept, one number more for each node is needed.
        let bytes_a_node = size_of::<Node>() + size_of::<u32>();
        let capacity = (bytes / bytes_a_node).min(u32::MAX as usize);
        Self { nodes: Vec::new(), capacity, moves: Vec::new() }
    }

    /// Begins anew with a root that no move led to.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        // All of it at once: to grow later would take longer than the clock may go unwatched.
        self.nodes.reserve_exact(self.capacity);
        self.nodes.push(Node::new(Move::PASS, 1.0));
    }

    /// Gives all memory back.
    pub(super) fn drop_nodes(&mut self) {
        self.nodes = Vec::new();
    }

    /// How much is in use, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        (self.nodes.len() * 1000 / self.capacity) as u32
    }

    /// Makes the node that some moves lead to the root, with all that follows from there. `false` if it is
    /// not in the tree, or proven: then all that is left is to play well, which takes another look.
    pub(super) fn keep(&mut self, way: &[Move]) -> bool {
        let mut root = Self::ROOT;
        for &mv in way {
            let Some(next) = self.children(root).find(|&child| self.nodes[child].mv == mv) else {
                return false;
            };
            root = next;
        }
        if !self.has_children(root) || self.is_proven(root) {
            return false;
        }
        self.drop_all_but(root);
        true
    }

    /// Makes a node the root and drops what does not follow from it. Children lie behind their parents, so all
    /// that stays moves toward the front, in the order that it was in.
    fn drop_all_but(&mut self, root: usize) {
        const NOBODY: u32 = u32::MAX;
        let mut parents = vec![NOBODY; self.nodes.len()];
        self.nodes.swap(Self::ROOT, root);
        let mut next = Self::ROOT + 1;
        let note_children = |parents: &mut [u32], node: &Node, index: usize| {
            if node.child_count > 0 {
                parents[node.first_child as usize] = index as u32;
            }
        };
        note_children(&mut parents, &self.nodes[Self::ROOT], Self::ROOT);
        for first in root + 1..self.nodes.len() {
            if parents[first] == NOBODY {
                continue;
            }
            let parent = &mut self.nodes[parents[first] as usize];
            parent.first_child = next as u32;
            for child in first..first + parent.child_count as usize {
                self.nodes.swap(next, child);
                note_children(&mut parents, &self.nodes[next], next);
                next += 1;
            }
        }
        self.nodes.truncate(next);
    }

    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// Where the children of a node are; empty when it has none yet.
    pub(super) fn children(&self, index: usize) -> Range<usize> {
        self.nodes.get(index).map_or(0..0, Node::children)
    }

    pub(super) fn has_children(&self, index: usize) -> bool {
        !self.children(index).is_empty()
    }

    pub(super) fn is_proven(&self, index: usize) -> bool {
        self.nodes[index].proof() != Proof::Open
    }

    /// Gives a node its children; `false` when the tree is full.
    pub(super) fn expand<P: Position>(
        &mut self,
        index: usize,
        knowledge: &mut impl Knowledge<P>,
        position: &P,
    ) -> bool {
        self.moves.clear();
        knowledge.moves(position, &mut MoveSink::new(&mut self.moves));
        let first = self.nodes.len();
        if self.moves.len() > self.capacity.saturating_sub(first) && index != Self::ROOT {
            return false;
        }
        self.moves.sort_by_key(|&(_, promise)| std::cmp::Reverse(promise));
        let highest = self.moves.first().map_or(0, |&(_, promise)| promise);
        let weight = |promise: i32| (-float(highest.abs_diff(promise)) / PROMISE_UNIT).exp();
        let total: f32 = self.moves.iter().map(|&(_, promise)| weight(promise)).sum();
        let children =
            self.moves.iter().map(|&(mv, promise)| Node::new(mv, weight(promise) / total));
        self.nodes.extend(children);
        let count = self.nodes.len() - first;
        (self.nodes[index].first_child, self.nodes[index].child_count) =
            (first as u32, count as u32);
        true
    }

    /// Gives the root its children; those that end the game are proven at once, and so is what is known of
    /// the others without a search.
    pub(super) fn expand_root<P: Position>(
        &mut self,
        knowledge: &mut impl Knowledge<P>,
        position: &mut P,
    ) {
        self.expand(Self::ROOT, knowledge, position);
        let mover = position.side_to_move();
        for child in self.children(Self::ROOT) {
            let mv = self.nodes[child].mv;
            knowledge.play(position, mv);
            let undo = position.play(mv);
            let verdict = match position.outcome() {
                Some(outcome) => Some(Verdict::of_outcome(outcome, mover)),
                None => knowledge.verdict(position, i32::MAX).map(Verdict::of_reply),
            };
            if let Some(verdict) = verdict {
                self.prove(child, verdict);
            }
            position.undo(mv, undo);
            knowledge.undo(position, mv);
        }
    }

    /// The child to visit next: one that did well, or that is tried too little for how promising it looks. What
    /// is proven is never visited again, and at least one child is not, or the node would be.
    pub(super) fn select(&self, index: usize) -> usize {
        let parent = &self.nodes[index];
        let width = EXPLORATION * float(parent.visits.max(1)).sqrt();
        // Seen from the other side, since the children are its moves.
        let untried = parent.mean().map_or(0.0, |mean| -mean - DOUBT);
        let children = parent.children();
        let (mut best, mut highest) = (children.start, f32::NEG_INFINITY);
        for (child, node) in children.clone().zip(&self.nodes[children]) {
            let worth = node.mean().unwrap_or(untried);
            let bound = worth + width * node.prior / (1.0 + float(node.visits));
            if bound > highest && node.proof() == Proof::Open {
                (best, highest) = (child, bound);
            }
        }
        best
    }

    /// Adds what a leaf is worth to all nodes of a path, the last of which it is told for.
    pub(super) fn back_up(&mut self, path: &[u32], mut worth: f32) {
        for &index in path.iter().rev() {
            let node = &mut self.nodes[index as usize];
            node.visits = node.visits.saturating_add(1);
            node.sum += worth;
            worth = -worth;
        }
    }

    pub(super) fn prove(&mut self, index: usize, verdict: Verdict) {
        self.nodes[index].verdict = verdict;
    }

    /// Proves the nodes of a path above its last, which is proven, as far as their children suffice.
    pub(super) fn back_up_proof(&mut self, path: &[u32]) {
        for &index in path.iter().rev().skip(1) {
            if !self.settle(index as usize) {
                return;
            }
        }
    }

    /// Proves a node from its children, if they suffice: one that wins, or all proven.
    pub(super) fn settle(&mut self, index: usize) -> bool {
        let replies = self.nodes[self.children(index)].iter().map(|child| child.verdict);
        match Verdict::from_replies(replies) {
            Some(verdict) => {
                self.prove(index, verdict);
                true
            }
            None => false,
        }
    }
}

/// The nearest number of the type that statistics are kept in.
#[expect(clippy::cast_precision_loss, reason = "seven digits are more than enough")]
fn float(number: u32) -> f32 {
    number as f32
}
