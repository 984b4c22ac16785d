//! Proof-number search: answers yes or no, and spends its effort where the answer is nearest.
//!
//! **Questions.** Win, draw or loss is two questions: *does the side to move win?* and, if not,
//! *does it at least draw?* Each has a twin for the opponent: I win exactly if I have a move after
//! which you do not even draw; I draw at least if I have one after which you do not win. So one
//! rule serves both sides: a question is answered with yes by one child that answers the twin with
//! no.
//!
//! **Numbers.** Every position has a *proof number*, how many positions must at least still be
//! settled to answer yes, and a *disproof number* for no. One child is enough for a proof, so the
//! proof number is the least disproof number among the children; all are needed for a disproof, so
//! the disproof number grows with all their proof numbers (`numbers`). Forced lines have small
//! numbers, however deep they are, and so are looked at first.
//!
//! **Depth first.** The search (df-pn) always goes to the child that is nearest to a proof, and
//! stays below it until its numbers pass a limit, that is until some other part of the tree looks
//! better (`prover`). All it needs to remember beyond that is a table of numbers (`table`). When
//! the table is too small, numbers are lost and found again. Limits grow by a quarter at least, so
//! that in the end even a search without any table would go through everything.
//!
//! **No cycles.** Where positions can repeat, a table may mix up answers that depend on the way a
//! position was reached. In our games every move adds a stone or takes sticks away, and two passes
//! in a row end the game, so no position ever comes back and an answer is good for every way.
//!
//! Distances come along: whoever wins takes the child with the shortest known way, whoever loses
//! the longest. As not all ways are looked at, they are upper bounds.

mod numbers;
mod prover;
mod report;
mod table;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

use mossa_kernel::{GameResult, Move, Position};

use crate::{Knowledge, NoKnowledge, Report, Search, Task};
use numbers::Numbers;
use prover::Prover;
use report::Session;
use table::Table;

/// A proof-number search with what a game's engine knows. It uses one thread, and no limit of
/// depth; whether it is to play or to solve makes no difference to it.
pub struct ProofNumber<P, K = NoKnowledge> {
    table: Table,
    knowledge: K,
    position: PhantomData<fn(P)>,
}

impl<P: Position, K: Knowledge<P>> ProofNumber<P, K> {
    /// A search whose table takes so many megabytes (at least 1).
    pub fn new(megabytes: usize, knowledge: K) -> Self {
        Self { table: Table::new(megabytes), knowledge, position: PhantomData }
    }
}

impl<P: Position, K: Knowledge<P>> Search<P> for ProofNumber<P, K> {
    fn search(&mut self, position: &P, task: &Task<'_>, watch: &mut dyn FnMut(&Report)) -> Report {
        let prover = Prover::new(position, &mut self.knowledge, &mut self.table, task.budget);
        Session::new(prover).run(task.lines, watch)
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// What can be asked about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Does it win?
    Wins,
    /// Does it at least draw?
    Holds,
}

impl Question {
    /// What has to be asked about the opponent: its answer is the opposite.
    fn turned(self) -> Self {
        match self {
            Self::Wins => Self::Holds,
            Self::Holds => Self::Wins,
        }
    }

    /// Whether a result means yes.
    fn is_met_by(self, result: GameResult) -> bool {
        match self {
            Self::Wins => result == GameResult::Win,
            Self::Holds => result != GameResult::Loss,
        }
    }

    /// What tells the keys of the two questions about a position apart.
    fn salt(self) -> u64 {
        match self {
            Self::Wins => 0,
            Self::Holds => 0x9e37_79b9_7f4a_7c15,
        }
    }
}

/// What is known about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Finding {
    numbers: Numbers,
    /// In how many plies the game ends at most, once it is known who wins: of meaning only where
    /// the side to move wins, or does not even draw.
    plies: u32,
}

impl Finding {
    /// No distance.
    const UNKNOWN: u32 = u32::MAX;

    /// The distance, where it is known.
    fn distance(self) -> Option<u32> {
        (self.plies != Self::UNKNOWN).then_some(self.plies)
    }
}

/// A move from a position, and what is known about the question after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    finding: Finding,
}
