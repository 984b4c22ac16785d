//! The complete tree of a given depth, one path at a time.

use std::fmt;

use mossa_kernel::{Budget, GameResult, Move, Position, Value};

use crate::meter::Meter;

/// How far each ply moves the lines of a report to the right.
const INDENT: usize = 2;

/// What is known about a position, for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    /// Neither side can force a win within the depth.
    Unknown,
    /// A win in so many plies, the fewest there are.
    Win(u32),
    /// A loss in so many plies, the most there are.
    Loss(u32),
}

impl Grade {
    /// What decisions are made by: a win over an unknown over a loss. Distances do not count.
    pub(super) fn rank(self) -> i32 {
        match self {
            Self::Win(_) => 1,
            Self::Unknown => 0,
            Self::Loss(_) => -1,
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Self::Win(plies) => Value::exact(GameResult::Win, Some(plies)),
            Self::Loss(plies) => Value::exact(GameResult::Loss, Some(plies)),
            Self::Unknown => Value::score(0.0),
        }
    }

    /// The same position for the other side.
    fn reversed(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Unknown => Self::Unknown,
        }
    }

    /// What a move is worth that leads to a position of this grade for the opponent.
    fn before(self) -> Self {
        match self.reversed() {
            Self::Win(plies) => Self::Win(plies + 1),
            Self::Loss(plies) => Self::Loss(plies + 1),
            Self::Unknown => Self::Unknown,
        }
    }

    /// The better of two: who wins wants to win soon, who loses late.
    fn better(self, other: Self) -> Self {
        match (self, other) {
            (Self::Win(a), Self::Win(b)) => Self::Win(a.min(b)),
            (Self::Loss(a), Self::Loss(b)) => Self::Loss(a.max(b)),
            _ if self.rank() >= other.rank() => self,
            _ => other,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// One search from one position.
pub(super) struct Search<'s, P> {
    position: P,
    depth: u32,
    meter: Meter<'s>,
    /// Receives a line for each node, where they are asked for.
    report: Option<&'s mut dyn FnMut(&str)>,
    /// The moves of each position on the path, one list behind the other.
    path: Vec<Move>,
}

impl<'s, P: Position> Search<'s, P> {
    pub(super) fn new(
        position: P,
        depth: u32,
        budget: &'s Budget<'s>,
        report: Option<&'s mut dyn FnMut(&str)>,
    ) -> Self {
        Self { position, depth, meter: Meter::new(budget), report, path: Vec::new() }
    }

    /// The grade of each move, in order, and the move at which the budget was spent, if it was.
    pub(super) fn grade_moves(&mut self) -> (Vec<(Move, Grade)>, Option<Move>) {
        let mut moves = Vec::new();
        self.position.each_move(|mv| moves.push(mv));
        let may_look = self.meter.enter();
        let mut graded = Vec::new();
        for mv in moves {
            match may_look.then(|| self.grade_move(mv, 0)).flatten() {
                Some(grade) => graded.push((mv, grade)),
                None => return (graded, Some(mv)),
            }
        }
        if let Some(grade) = graded.iter().map(|&(_, grade)| grade).reduce(Grade::better) {
            self.tell(0, None, grade);
        }
        (graded, None)
    }

    /// How many positions were looked at: the first one, those at the horizon, and those where the
    /// game is over, by an overshoot too, which have nothing below them.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// What a move is worth to the mover; `None` when the budget is spent.
    fn grade_move(&mut self, mv: Move, ply: u32) -> Option<Grade> {
        let undo = self.position.play(mv);
        let grade = self.grade(ply + 1);
        if let Some(grade) = grade {
            self.tell(ply + 1, Some(mv), grade);
        }
        self.position.undo(mv, undo);
        grade.map(Grade::before)
    }

    /// What the position is worth to the side to move; `None` when the budget is spent.
    fn grade(&mut self, ply: u32) -> Option<Grade> {
        if !self.meter.enter() {
            return None;
        }
        if let Some(outcome) = self.position.outcome() {
            let is_won = outcome.winner == Some(self.position.side_to_move());
            return Some(if is_won { Grade::Win(0) } else { Grade::Loss(0) });
        }
        if ply == self.depth {
            return Some(Grade::Unknown);
        }
        let first = self.path.len();
        self.position.each_move(|mv| self.path.push(mv));
        let mut best = None;
        for index in first..self.path.len() {
            // Every move is looked at, even after a win: the tree is complete.
            let grade = self.grade_move(self.path[index], ply)?;
            best = Some(best.map_or(grade, |best: Grade| best.better(grade)));
        }
        self.path.truncate(first);
        best
    }

    /// Reports what a node returned, as the player at the root sees it.
    fn tell(&mut self, ply: u32, mv: Option<Move>, grade: Grade) {
        let Some(report) = &mut self.report else { return };
        let grade = if ply.is_multiple_of(2) { grade } else { grade.reversed() };
        let played = mv.map(|mv| format!("{} leaves ", self.position.show_move(mv)));
        let (played, diagram) = (played.unwrap_or_default(), self.position.diagram());
        report(&format!(
            "{:indent$}{played}{diagram}: {grade}",
            "",
            indent = INDENT * ply as usize
        ));
    }
}
