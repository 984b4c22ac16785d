//! Monte-Carlo tree search with a game's knowledge, for positions that a search by depth misjudges.
//!
//! It differs from [`Mcts`](crate::Mcts), which knows the rules alone, in every step:
//!
//! 1. **Selection.** Moves that look promising are tried first, and others only as long as the
//!    promising ones disappoint (the rule known as PUCT).
//! 2. **Expansion.** What a game's [`Knowledge`] leaves out is left out, and what it has proven
//!    is believed.
//! 3. **Judgment.** A new leaf is worth, in equal parts, what the evaluation says of it and how one
//!    quick game from there ends. The one sees what is on the board, the other what becomes of it.
//! 4. **Backing up**, as there, with proofs.
//!
//! What was found out about the position that comes next is kept from one search to the next.

mod report;
#[cfg(test)]
mod tests;
mod tree;

use mossa_kernel::{Budget, Move, Position};
use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::{Knowledge, Report, Search, Task, mcts::Verdict, pace::Pace};
use tree::Tree;

/// What a game adds: games that are played quickly to their end. Its moves must never be only
/// [likely](crate::Scope::Likely) ones, or losses would be believed proven.
pub trait QuickGames<P: Position>: Knowledge<P> {
    /// Quick games will be played from here, and from where moves lead from here.
    fn prepare(&mut self) {}

    /// Plays one game from where the moves played so far have led; 1 if the side to move there wins, -1
    /// if it loses, 0 for a draw. What is known about the position stays as it is.
    fn play_out<R: Rng>(&mut self, rng: &mut R) -> f32;
}

/// What part of a leaf's worth is how a quick game ends; the rest is the evaluation.
const QUICK_SHARE: f32 = 0.5;

/// Below this many megabytes, the moves of the largest boards would not fit.
const FEWEST_MEGABYTES: usize = 2;

/// The first number of iterations that is reported; then every doubling is.
const FIRST_REPORT: u64 = 128;

/// How far two positions in a row may be apart for the tree to be kept: a move and its answer.
const KEPT_PLIES: u32 = 2;

/// A Monte-Carlo tree search with knowledge. It uses one thread, however many there are, and no limit of
/// depth; its nodes are iterations.
///
/// After [`forget`](Search::forget), the same seed, position and number of iterations give the same
/// report.
pub struct Guided<P, K> {
    knowledge: K,
    tree: Tree,
    /// The position at the root of the tree.
    root: Option<P>,
    seed: u64,
}

impl<P: Position, K: QuickGames<P>> Guided<P, K> {
    /// A search whose tree takes at most so many megabytes (at least 2).
    pub fn new(knowledge: K, megabytes: usize, seed: u64) -> Self {
        let bytes = megabytes.max(FEWEST_MEGABYTES).saturating_mul(1 << 20);
        Self { knowledge, tree: Tree::new(bytes), root: None, seed }
    }

    /// Makes a position the root: with what the tree knows of it, or without anything.
    fn take_root(&mut self, position: &P) {
        let way = self.root.take().and_then(|mut root| way_to(&mut root, position, KEPT_PLIES));
        if !way.is_some_and(|way| self.tree.keep(&way)) {
            self.tree.clear();
        }
        self.root = Some(position.clone());
    }
}

/// The moves that lead from one position to another in at most so many plies.
fn way_to<P: Position>(from: &mut P, to: &P, plies: u32) -> Option<Vec<Move>> {
    if from == to {
        return Some(Vec::new());
    }
    if plies == 0 || from.outcome().is_some() {
        return None;
    }
    let mut moves = Vec::new();
    from.each_move(|mv| moves.push(mv));
    moves.into_iter().find_map(|mv| {
        let undo = from.play(mv);
        let rest = way_to(from, to, plies - 1);
        from.undo(mv, undo);
        rest.map(|rest| [vec![mv], rest].concat())
    })
}

impl<P: Position, K: QuickGames<P>> Search<P> for Guided<P, K> {
    fn search(&mut self, position: &P, task: &Task<'_>, watch: &mut dyn FnMut(&Report)) -> Report {
        self.take_root(position);
        self.knowledge.reset(position);
        self.knowledge.prepare();
        let mut run = Run {
            knowledge: &mut self.knowledge,
            tree: &mut self.tree,
            position: position.clone(),
            budget: task.budget,
            rng: Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.key()),
            path: Vec::new(),
            played: Vec::new(),
            iterations: 0,
        };
        run.go(watch);
        run.report()
    }

    fn forget(&mut self) {
        self.tree.drop_nodes();
        self.root = None;
    }
}

/// One search under way.
struct Run<'s, P: Position, K> {
    knowledge: &'s mut K,
    tree: &'s mut Tree,
    /// The root, except while an iteration is further down.
    position: P,
    budget: &'s Budget<'s>,
    rng: Xoshiro256PlusPlus,
    /// The nodes from the root to where the current iteration is.
    path: Vec<u32>,
    /// How to take the moves between them back.
    played: Vec<(Move, P::Undo)>,
    iterations: u64,
}

impl<P: Position, K: QuickGames<P>> Run<'_, P, K> {
    fn go(&mut self, watch: &mut dyn FnMut(&Report)) {
        if !self.tree.has_children(Tree::ROOT) {
            self.tree.expand_root(self.knowledge, &mut self.position);
        }
        self.tree.settle(Tree::ROOT);
        let mut pace = Pace::new();
        let mut next_report = FIRST_REPORT;
        while !self.tree.is_proven(Tree::ROOT) {
            let stretch = pace.next_stretch(self.budget, self.iterations);
            if stretch == 0 {
                break;
            }
            for _ in 0..stretch {
                self.iterate();
                if self.tree.is_proven(Tree::ROOT) {
                    break;
                }
            }
            if self.iterations >= next_report {
                watch(&self.report());
                next_report = self.iterations.saturating_mul(2);
            }
        }
    }

    /// Visits a leaf and tells its worth to all nodes on the way.
    fn iterate(&mut self) {
        self.iterations += 1;
        let leaf = self.descend();
        if let Some(verdict) = self.verdict() {
            self.tree.prove(leaf, verdict);
            self.tree.back_up_proof(&self.path);
            self.tree.back_up(&self.path, verdict.worth());
        } else {
            let worth = self.judge();
            // The side to move there is not the one that the node is told for.
            self.tree.back_up(&self.path, -worth);
        }
        while let Some((mv, undo)) = self.played.pop() {
            self.position.undo(mv, undo);
            self.knowledge.undo(&self.position, mv);
        }
    }

    /// Goes down the tree to a leaf. One that is visited for the second time gets its children, since leaves
    /// outnumber all other nodes, and most are visited only once.
    fn descend(&mut self) -> usize {
        let mut index = Tree::ROOT;
        self.path.clear();
        self.path.push(index as u32);
        loop {
            if !self.tree.has_children(index) {
                let is_first = self.tree.node(index).visits == 0;
                if is_first || !self.tree.expand(index, self.knowledge, &self.position) {
                    return index;
                }
            }
            index = self.tree.select(index);
            let mv = self.tree.node(index).mv;
            self.knowledge.play(&self.position, mv);
            self.played.push((mv, self.position.play(mv)));
            self.path.push(index as u32);
        }
    }

    /// What is proven of the position, for the side that moved there.
    fn verdict(&mut self) -> Option<Verdict> {
        if !K::FORESEES_END
            && let Some(outcome) = self.position.outcome()
        {
            return Some(Verdict::of_outcome(outcome, !self.position.side_to_move()));
        }
        let score = self.knowledge.verdict(&self.position, i32::MAX)?;
        Some(Verdict::of_reply(score))
    }

    /// What the position is worth to the side to move, from -1 to 1.
    fn judge(&mut self) -> f32 {
        let estimate = self.knowledge.evaluate(&self.position);
        let chance = self.knowledge.winning_chance(estimate).unwrap_or(0.5) as f32;
        let quick = self.knowledge.play_out(&mut self.rng);
        QUICK_SHARE * quick + (1.0 - QUICK_SHARE) * (2.0 * chance - 1.0)
    }
}
