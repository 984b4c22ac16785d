//! Monte-Carlo tree search: tries moves out by playing games at random, and tries those most that
//! did best so far.
//!
//! Every iteration has four steps:
//!
//! 1. **Selection.** From the root it goes down the tree, each time to the child with the highest
//!    *upper confidence bound*: its mean result plus a bonus that grows while the child is
//!    neglected (the UCT rule). Good moves are visited often, and bad ones never quite forgotten.
//! 2. **Expansion.** A leaf that is visited for the second time gets its children. Leaves outnumber
//!    all other nodes, and most are visited only once.
//! 3. **Roll-out.** From the new leaf, uniformly random moves are played to the end of the game.
//! 4. **Backing up.** The result is added to every node on the way, seen from alternating sides.
//!
//! **Proven nodes.** A child that ends the game is worth what the rules say. A node with a winning
//! child is won, and one whose children are all proven is worth the best of them: such proofs
//! are passed up the tree as far as they reach, and what is proven is never visited again. A
//! visit that ends with a proof needs no roll-out and is not counted as an iteration. Once the
//! root is proven, the search is over.
//!
//! The tree has a fixed size. When it is full, leaves stay leaves and their roll-outs go on.

mod proof;
mod report;
#[cfg(test)]
mod tests;
mod tree;

use std::marker::PhantomData;

use mossa_kernel::{Budget, Outcome, Position};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

pub(crate) use self::{
    proof::{Proof, Verdict},
    report::worth,
};

use crate::{Report, Search, Task, pace::Pace};
use tree::Tree;

/// How much neglected moves are favored, unless told otherwise: tried in matches of Connect Four.
const EXPLORATION: f32 = 1.0;

/// How many visits turn a leaf into a node with children.
const VISITS_TO_EXPAND: u32 = 1;

/// Below this many megabytes, the moves of the largest boards would not fit.
const FEWEST_MEGABYTES: usize = 2;

/// The first number of iterations that is reported; then every doubling is.
const FIRST_REPORT: u64 = 128;

/// How many moves of a roll-out are made between two looks at the budget: only games of
/// sticks ever last that long.
const PATIENCE: u32 = 50_000;

/// A Monte-Carlo tree search. It uses one thread, and no limit of depth.
///
/// The same seed, position and number of iterations give the same report.
pub struct Mcts<P> {
    tree: Tree,
    seed: u64,
    position: PhantomData<fn(P)>,
}

impl<P: Position> Mcts<P> {
    /// A search whose tree takes at most so many megabytes (at least 2).
    pub fn new(megabytes: usize, seed: u64) -> Self {
        Self::with_exploration(megabytes, seed, EXPLORATION)
    }

    /// The same with another weight for neglected moves; from 0.3 to 2 is reasonable.
    pub fn with_exploration(megabytes: usize, seed: u64, exploration: f32) -> Self {
        let bytes = megabytes.max(FEWEST_MEGABYTES).saturating_mul(1 << 20);
        let capacity = (bytes / Tree::NODE_BYTES).min(u32::MAX as usize);
        Self { tree: Tree::new(capacity, exploration), seed, position: PhantomData }
    }
}

impl<P: Position> Search<P> for Mcts<P> {
    fn search(&mut self, position: &P, task: &Task<'_>, watch: &mut dyn FnMut(&Report)) -> Report {
        let mut run = Run {
            tree: &mut self.tree,
            root: position,
            budget: task.budget,
            rng: Xoshiro256PlusPlus::seed_from_u64(self.seed),
            path: Vec::new(),
            iterations: 0,
        };
        run.go(watch);
        run.report()
    }

    fn forget(&mut self) {
        self.tree.drop_nodes();
    }
}

/// One search under way.
struct Run<'s, P> {
    tree: &'s mut Tree,
    root: &'s P,
    budget: &'s Budget<'s>,
    rng: Xoshiro256PlusPlus,
    /// The nodes from the root to where the current iteration is.
    path: Vec<u32>,
    iterations: u64,
}

impl<P: Position> Run<'_, P> {
    fn go(&mut self, watch: &mut dyn FnMut(&Report)) {
        self.tree.begin();
        // More moves than fit into the tree exist in games of sticks alone.
        if !self.tree.expand(Tree::ROOT, &mut self.root.clone(), &mut self.rng) {
            return;
        }
        self.tree.back_up_proof(&[Tree::ROOT as u32]);
        let mut pace = Pace::new();
        let mut next_report = FIRST_REPORT;
        while !self.tree.is_proven() {
            let stretch = pace.next_stretch(self.budget, self.iterations);
            if stretch == 0 {
                break;
            }
            self.iterate(stretch);
            if self.iterations >= next_report {
                watch(&self.report());
                next_report = self.iterations.saturating_mul(2);
            }
        }
    }

    /// Visits the tree so many times, or until the root is proven.
    fn iterate(&mut self, visits: u64) {
        for _ in 0..visits {
            if let Some(leaf) = self.descend() {
                let result = self.roll_out(leaf);
                self.tree.back_up(&self.path, result);
                self.iterations += 1;
            } else if self.tree.is_proven() {
                return;
            }
        }
    }

    /// Goes down the tree to a leaf and returns its position, or `None` if that proved something.
    #[inline]
    fn descend(&mut self) -> Option<P> {
        let mut position = self.root.clone();
        let mut index = Tree::ROOT;
        self.path.clear();
        self.path.push(index as u32);
        loop {
            if self.tree.children(index).is_empty() {
                if self.tree.node(index).visits < VISITS_TO_EXPAND
                    || !self.tree.expand(index, &mut position, &mut self.rng)
                {
                    return Some(position);
                }
                if self.tree.back_up_proof(&self.path) {
                    return None;
                }
            }
            index = self.tree.select(index);
            position.play(self.tree.node(index).mv);
            self.path.push(index as u32);
        }
    }

    /// Plays a random game from a leaf; the result is told for the side that moved there.
    #[inline]
    fn roll_out(&mut self, mut leaf: P) -> f32 {
        let next = leaf.side_to_move();
        match self.random_outcome(&mut leaf).and_then(|outcome| outcome.winner) {
            None => 0.0,
            Some(winner) if winner == next => -1.0,
            Some(_) => 1.0,
        }
    }

    /// The end of a random game; `None` if the budget was spent before it came.
    #[inline]
    fn random_outcome(&mut self, position: &mut P) -> Option<Outcome> {
        loop {
            for _ in 0..PATIENCE {
                if let Some(outcome) = position.outcome() {
                    return Some(outcome);
                }
                let mv = position.random_move(&mut self.rng);
                position.play(mv);
            }
            if self.budget.is_spent(self.iterations) {
                return None;
            }
        }
    }
}
