//! What a search is asked, and what it answers.

use mossa_kernel::{Budget, Move, Position, Value};

/// A way of searching: alpha-beta, Monte-Carlo, proof numbers.
pub trait Search<P: Position>: Send {
    /// Searches a position whose game is not over, within the budget of the task.
    ///
    /// `watch` is shown the state of affairs from time to time, at least whenever a deeper look is
    /// complete.
    fn search(&mut self, position: &P, task: &Task<'_>, watch: &mut dyn FnMut(&Report)) -> Report;

    /// Forgets everything learned from earlier searches.
    fn forget(&mut self);
}

/// What a search is asked to do.
#[derive(Clone, Copy)]
pub struct Task<'b> {
    /// How long it may take.
    pub budget: &'b Budget<'b>,
    /// What for.
    pub aim: Aim,
    /// How many of the best moves should get a value of their own; 0 if only that of the position
    /// matters, and its move may be a guess.
    pub lines: usize,
    /// How many threads may work.
    pub threads: usize,
}

impl<'b> Task<'b> {
    /// To find one good move with one thread.
    pub fn play(budget: &'b Budget<'b>) -> Self {
        Self { budget, aim: Aim::Play, lines: 1, threads: 1 }
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To play well: proven results are welcome, likely ones will do.
    Play,
    /// To prove the value with its distance: every move that could matter is looked at, none is
    /// looked at less closely.
    Solve,
    /// To prove who wins, however long it takes: the distance need not be the shortest.
    Decide,
}

/// What a search knows so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// How many plies were looked ahead in full.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The moves with a value of their own, best first. At least one once the search is over,
    /// and at least [`Task::lines`] of them, or all there are, unless time ran out.
    pub lines: Vec<Line>,
    /// Whether the value of the position is proven, and no more is to be learned: with its distance,
    /// unless it was enough to know who wins.
    pub is_settled: bool,
    /// How much of the table is in use, in thousandths.
    pub table_fill: u32,
    /// Between which scores, as the game counts them, the value is known to lie: from searches that
    /// close in on it instead of going deeper.
    pub bounds: Option<(i32, i32)>,
}

/// A move, what it is worth and how the game might go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, the first of which may be played at once.
    pub moves: Vec<Move>,
    /// What the first move is worth to the side that plays it.
    pub value: Value,
    /// How many plies were looked ahead for this value.
    pub depth: u32,
}

impl Report {
    /// The best line.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }
}

impl Line {
    /// Whether the value is proven, with the shortest distance.
    pub fn is_settled(&self) -> bool {
        matches!(self.value, Value::Exact(exact) if !exact.at_most)
    }

    /// The move to play.
    pub fn mv(&self) -> Move {
        self.moves[0]
    }
}
