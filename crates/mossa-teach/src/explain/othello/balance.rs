//! Othello: moves of both sides, each counted as if it were that side's turn.

use mossa_kernel::Move;

use super::discs::choices;
use crate::explain::Request;

/// How both sides' moves are counted.
pub(super) const TURN: &str = "(each counted as if it were that side's turn)";

/// By how much the first of two counts is ahead.
pub(super) fn lead([own, theirs]: [usize; 2]) -> i64 {
    i64::try_from(own).unwrap_or(0) - i64::try_from(theirs).unwrap_or(0)
}

impl Request<'_> {
    /// The moves of the mover and of the other side after so many moves of a line, each counted as if it were that
    /// side's turn.
    pub(super) fn choice_at(&self, moves: &[Move], played: usize) -> Option<[usize; 2]> {
        let game = self.reached(moves.get(..played)?)?;
        let is_open = game.outcome().is_none();
        is_open.then(|| [self.mover(), !self.mover()].map(|side| choices(&game, side)))
    }
}
