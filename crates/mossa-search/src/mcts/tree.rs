//! The tree: nodes in one array, the children of a node side by side.
//!
//! ```text
//!   index    0      1    2    3      4    5      6    7    8
//!          root | children of 0 | of node 2 | children of 4  |  …
//! ```
//!
//! A node is the move that led to it, so everything in it is told **for the side that made this
//! move**. What selection compares is computed when a node is visited, which happens to one child
//! of a node, not when nodes are compared, which happens to all of them.

use std::ops::Range;

use mossa_kernel::{Move, Position};
use rand::Rng;

use super::proof::{Proof, Verdict};

/// A move that was made from its parent. Half a line of the cache.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The mean of all results, from -1 to 1. Above [`UNTRIED`] before the first of them, and
    /// minus infinity once the node is proven, so that selection needs no other distinction.
    mean: f32,
    /// One through the root of the number of visits: how far off the mean may be.
    spread: f32,
    /// How much the spread of its children counts: the root of the logarithm of its own visits.
    width: f32,
    /// How many roll-outs came through here.
    pub(super) visits: u32,
    /// The move.
    pub(super) mv: Move,
    /// Where the children begin.
    first_child: u32,
    /// How many there are; none before the node is expanded.
    child_count: u32,
    /// What is proven.
    pub(super) verdict: Verdict,
}

/// Every mean is below this, every untried move above: all moves are tried once, then compared.
const UNTRIED: f32 = 1000.0;

impl Node {
    fn new(mv: Move, mean: f32) -> Self {
        Self {
            mean,
            spread: 1.0,
            width: 0.0,
            visits: 0,
            mv,
            first_child: 0,
            child_count: 0,
            verdict: Verdict::OPEN,
        }
    }

    /// What is proven of the move.
    #[inline]
    pub(super) fn proof(&self) -> Proof {
        self.verdict.proof()
    }

    /// The mean of the results so far; `None` before the first, and once more is known.
    pub(super) fn mean(&self) -> Option<f32> {
        (self.proof() == Proof::Open && self.visits > 0).then_some(self.mean)
    }

    /// Where the children are; empty before the node is expanded.
    #[inline]
    fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.child_count as usize
    }

    /// Adds a result: 1, 0 or -1.
    #[inline]
    fn add(&mut self, result: f32) {
        let before = if self.visits == 0 { 0.0 } else { self.mean };
        self.visits = self.visits.saturating_add(1);
        self.spread = float(self.visits).sqrt().recip();
        self.width = binary_logarithm(self.visits).sqrt();
        self.mean = before + (result - before) * self.spread * self.spread;
    }

    fn prove(&mut self, verdict: Verdict) {
        self.mean = f32::NEG_INFINITY;
        self.verdict = verdict;
    }
}

/// All nodes.
pub(super) struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
    exploration: f32,
}

impl Tree {
    /// The index of the root.
    pub(super) const ROOT: usize = 0;

    /// How many bytes a node takes.
    pub(super) const NODE_BYTES: usize = size_of::<Node>();

    /// A tree that never has more than `capacity` nodes. Memory is taken when it is needed.
    pub(super) fn new(capacity: usize, exploration: f32) -> Self {
        Self { nodes: Vec::new(), capacity, exploration }
    }

    /// Begins anew with a root that no move led to.
    pub(super) fn begin(&mut self) {
        self.nodes.clear();
        self.nodes.reserve_exact(self.capacity);
        self.nodes.push(Node::new(Move::PASS, UNTRIED));
    }

    /// Gives all memory back.
    pub(super) fn drop_nodes(&mut self) {
        self.nodes = Vec::new();
    }

    /// How much memory it holds.
    #[cfg(test)]
    pub(super) fn size_in_bytes(&self) -> usize {
        self.nodes.capacity() * Self::NODE_BYTES
    }

    /// How much is in use, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        (self.nodes.len() * 1000 / self.capacity) as u32
    }

    /// A node.
    #[inline]
    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// Where the children of a node are; empty when it has none yet.
    #[inline]
    pub(super) fn children(&self, index: usize) -> Range<usize> {
        self.nodes[index].children()
    }

    /// Whether the value of the root is proven.
    #[inline]
    pub(super) fn is_proven(&self) -> bool {
        self.nodes[Self::ROOT].proof() != Proof::Open
    }

    /// Gives a node its children, one a legal move, in random order of urgency. Children that end
    /// the game are proven at once. `false` when the tree is full.
    pub(super) fn expand<P: Position>(
        &mut self,
        index: usize,
        position: &mut P,
        rng: &mut impl Rng,
    ) -> bool {
        let first = self.nodes.len();
        if position.move_count() > (self.capacity - first) as u64 {
            return false;
        }
        let mut urgency = rng.next_u32();
        position.each_move(|mv| {
            // One random number, stirred, does for all: which move comes first matters little.
            urgency = urgency.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            self.nodes.push(Node::new(mv, UNTRIED + float(urgency >> 16) / 65_536.0));
        });
        let mover = position.side_to_move();
        for child in &mut self.nodes[first..] {
            let undo = position.play(child.mv);
            if let Some(outcome) = position.outcome() {
                child.prove(Verdict::of_outcome(outcome, mover));
            }
            position.undo(child.mv, undo);
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[index];
        (node.first_child, node.child_count) = (first as u32, count as u32);
        true
    }

    /// The child to visit next, by the upper end of what its value may be:
    /// mean + exploration * sqrt(log(visits of the parent) / visits of the child).
    #[inline]
    pub(super) fn select(&self, index: usize) -> usize {
        let width = self.exploration * self.nodes[index].width;
        let children = self.children(index);
        let (mut best, mut highest) = (children.start, f32::NEG_INFINITY);
        for (child, node) in children.clone().zip(&self.nodes[children]) {
            let bound = node.mean + width * node.spread;
            if bound > highest {
                (best, highest) = (child, bound);
            }
        }
        best
    }

    /// Adds a result to all nodes of a path, the last of which it is told for.
    #[inline]
    pub(super) fn back_up(&mut self, path: &[u32], mut result: f32) {
        for &index in path.iter().rev() {
            self.nodes[index as usize].add(result);
            result = -result;
        }
    }

    /// Proves the nodes of a path, from its end upwards, as far as their children suffice.
    /// Returns whether the last node is proven.
    pub(super) fn back_up_proof(&mut self, path: &[u32]) -> bool {
        let settled = path.iter().rev().take_while(|&&index| self.settle(index as usize)).count();
        settled > 0
    }

    /// Proves a node from its children, if they suffice: one that wins, or all proven.
    fn settle(&mut self, index: usize) -> bool {
        let children = self.nodes[self.children(index)].iter();
        match Verdict::from_replies(children.map(|child| child.verdict)) {
            Some(verdict) => {
                self.nodes[index].prove(verdict);
                true
            }
            None => false,
        }
    }
}

/// The logarithm to base 2, right for powers of two and straight between them: a floating-point
/// number stores it in its exponent, and nearly so in the bits behind.
#[inline]
fn binary_logarithm(number: u32) -> f32 {
    const MANTISSA_BITS: u32 = f32::MANTISSA_DIGITS - 1;
    let one = 1.0_f32.to_bits();
    float(float(number).to_bits() - one) / float(1 << MANTISSA_BITS)
}

/// The nearest number of the type that statistics are kept in.
#[expect(clippy::cast_precision_loss, reason = "seven digits are more than enough")]
#[inline]
fn float(number: u32) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_enough_and_rises() {
        for number in 1..100_000_u32 {
            let exact = f64::from(number).log2();
            assert!((f64::from(binary_logarithm(number)) - exact).abs() < 0.09, "{number}");
            assert!(binary_logarithm(number) < binary_logarithm(number + 1), "{number}");
        }
        assert!((binary_logarithm(1 << 20) - 20.0).abs() < 1e-6);
    }

    #[test]
    fn the_mean_of_results_is_kept() {
        let mut node = Node::new(Move(3), UNTRIED);
        assert_eq!(node.mean(), None);
        for result in [1.0, -1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0] {
            node.add(result);
        }
        assert!((node.mean().expect("visited") - 0.5).abs() < 1e-5);
        assert_eq!(node.visits, 8);
        assert_eq!(Tree::NODE_BYTES, 32);
    }
}
