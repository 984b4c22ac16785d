//! Othello: moves of both sides, each counted as if it were that side's turn.

/// How both sides' moves are counted.
pub(super) const TURN: &str = "(each counted as if it were that side's turn)";

/// By how much the first of two counts is ahead.
pub(super) fn lead([own, theirs]: [usize; 2]) -> i64 {
    i64::try_from(own).unwrap_or(0) - i64::try_from(theirs).unwrap_or(0)
}
