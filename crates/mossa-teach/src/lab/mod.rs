//! The lab: one position under several algorithms, and what each of them had to look at.
//!
//! The searches here are written to be read and counted, not to be strong: `search` has minimax and
//! alpha-beta on a page each, and every other file one idea that is added to them. All of them value the
//! same leaves alike, so that all of them answer the same.
//!
//! | file | what |
//! |---|---|
//! | `algorithm` | the names, and which ideas each stands for |
//! | `search` | minimax, alpha-beta and principal variation search |
//! | `ordering` | good moves first: killers and history |
//! | `memory` | positions that were seen before |
//! | `theory` | what the numbers should be |
//! | `trace` | the searched tree, node by node |

mod algorithm;
mod memory;
mod ordering;
mod search;
#[cfg(test)]
mod tests;
mod theory;
mod trace;

use std::time::Duration;

use mossa_engines::{VisitKnowledge, visit_knowledge};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, GameResult, Move, PlayerError, Position, Value};
use mossa_search::{Knowledge, Mcts, Search, Task};

pub use algorithm::{Algorithm, Base, LADDER, Rung, UnknownAlgorithm};
use search::{Counts, Searcher};
pub use theory::{Theory, effective_branching};
pub use trace::{Reason, Trace, TraceNode};

/// How much memory a Monte-Carlo tree may take.
const TREE_MEGABYTES: usize = 64;

/// A position, and what each algorithm may spend on it.
#[derive(Clone, Copy)]
pub struct Lab<'l> {
    /// The game.
    pub spec: &'l GameSpec,
    /// It stands at the position.
    pub game: &'l Game,
    /// How many moves each search looks ahead.
    pub depth: u32,
    /// How many random games a Monte-Carlo search plays; it has no depth.
    pub playouts: u64,
    /// Node limit, flag to stop and clock. Each algorithm has the whole of it.
    pub budget: &'l Budget<'l>,
}

/// What one algorithm did.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which.
    pub algorithm: Algorithm,
    /// How many moves it looked ahead.
    pub depth: u32,
    /// Positions looked at, each as often as it was; for Monte-Carlo the random games.
    pub nodes: u64,
    /// Those of them that were not searched further: the game was over, or the depth reached.
    pub leaves: u64,
    /// How often the remaining moves of a position need not be looked at.
    pub cutoffs: u64,
    /// How often a position was seen before, and nothing had to be done.
    pub table_hits: u64,
    /// The effective branching factor; `None` for a search that was stopped or has no depth.
    pub branching: Option<f64>,
    /// What the position is worth to the side to move, from -1 to 1; `None` for a search that was
    /// stopped.
    pub value: Option<f64>,
    /// The move it would play.
    pub best: Option<Move>,
    /// How long it took.
    pub time: Duration,
    /// Whether it was stopped before it was done.
    pub is_stopped: bool,
}

impl Lab<'_> {
    /// Runs one algorithm.
    ///
    /// # Errors
    /// Refuses a finished game, and a game of another spec.
    pub fn run(&self, algorithm: Algorithm) -> Result<Row, PlayerError> {
        self.run_traced(algorithm, 0).map(|(row, _)| row)
    }

    /// Runs one algorithm and records the first nodes of its tree, `limit` at most.
    ///
    /// # Errors
    /// Refuses a finished game, and a game of another spec.
    pub fn run_traced(
        &self,
        algorithm: Algorithm,
        limit: usize,
    ) -> Result<(Row, Trace), PlayerError> {
        if self.game.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        visit_knowledge(self.spec, Run { lab: self, algorithm, limit })
    }

    /// What theory expects.
    ///
    /// # Errors
    /// Refuses a finished game, and a game of another spec.
    pub fn theory(&self) -> Result<Theory, PlayerError> {
        if self.game.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        self.spec.visit(theory::Measure { game: self.game, depth: self.depth })
    }
}

/// Runs an algorithm on the game's own board.
struct Run<'r> {
    lab: &'r Lab<'r>,
    algorithm: Algorithm,
    limit: usize,
}

impl VisitKnowledge for Run<'_> {
    type Out = Result<(Row, Trace), PlayerError>;

    fn visit<P: Position, K: Knowledge<P>>(self, _start: P, knowledge: K) -> Self::Out {
        let position = self.lab.game.position_as::<P>().ok_or(PlayerError::WrongGame)?;
        let start = (self.lab.budget.elapsed)();
        let (mut row, trace) = match self.algorithm.base {
            Base::Mcts => (self.monte_carlo(position), Trace::default()),
            Base::Minimax | Base::AlphaBeta | Base::Pvs => self.search(position.clone(), knowledge),
        };
        row.time = (self.lab.budget.elapsed)().saturating_sub(start);
        Ok((row, trace))
    }
}

impl Run<'_> {
    fn search<P: Position, K: Knowledge<P>>(&self, position: P, knowledge: K) -> (Row, Trace) {
        let mut searcher =
            Searcher::new(position, knowledge, self.algorithm, self.lab.budget, self.limit);
        let value = searcher.run(self.lab.depth);
        let Counts { nodes, leaves, cutoffs, table_hits, deepest, .. } = searcher.counts;
        let row = Row {
            algorithm: self.algorithm,
            depth: self.lab.depth,
            nodes,
            leaves,
            cutoffs,
            table_hits,
            branching: value.ok().and_then(|_| effective_branching(nodes, deepest)),
            value: value.ok().map(search::shown),
            best: searcher.best.filter(|_| value.is_ok()),
            time: Duration::ZERO,
            is_stopped: value.is_err(),
        };
        (row, searcher.into_trace())
    }

    fn monte_carlo<P: Position>(&self, position: &P) -> Row {
        let limit = self.lab.budget.nodes.map_or(self.lab.playouts, |n| n.min(self.lab.playouts));
        let budget = Budget { nodes: Some(limit), depth: None, ..*self.lab.budget };
        let mut search = Mcts::<P>::new(TREE_MEGABYTES, 0);
        let report = search.search(position, &Task::play(&budget), &mut |_| {});
        let best = report.best();
        // A proof ends it sooner than the limit does.
        let is_proven = best.is_some_and(|line| matches!(line.value, Value::Exact(_)));
        let is_stopped = report.nodes < limit && !is_proven;
        Row {
            algorithm: self.algorithm,
            depth: self.lab.depth,
            nodes: report.nodes,
            leaves: report.nodes,
            cutoffs: 0,
            table_hits: 0,
            branching: None,
            value: best.map(|line| believed(&line.value)),
            best: best.map(mossa_search::Line::mv),
            time: Duration::ZERO,
            is_stopped,
        }
    }
}

/// A value as a number from -1 to 1.
fn believed(value: &Value) -> f64 {
    match value {
        Value::Exact(exact) => match exact.result {
            GameResult::Win => 1.0,
            GameResult::Draw => 0.0,
            GameResult::Loss => -1.0,
        },
        Value::Estimate(estimate) => {
            estimate.winning_chance.map_or(estimate.score, |chance| 2.0 * chance - 1.0)
        }
    }
}
