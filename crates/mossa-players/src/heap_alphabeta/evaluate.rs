//! What a mark is worth on one line: the table of the classic.
//!
//! Only the unbroken run that the mark would make counts. A gap inside a shape is not seen: a
//! known weakness of this player and part of its character.

use super::grid::Ray;

/// A run that wins, or that cannot be stopped from becoming one.
pub(super) const DECISIVE: i32 = 1_000_000;
/// A run that lacks one mark and can grow at one end.
const FORCING: i32 = 10_000;
/// A run that lacks two marks and can grow at both ends.
const OPEN: i32 = 100;
/// A run that lacks two marks and can grow at one end.
const HALF_OPEN: i32 = 10;

/// What wins: K in a row, and whether more than that do as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) run: u32,
    pub(super) is_exact: bool,
}

impl Rule {
    /// Whether a run of this length wins.
    #[inline]
    pub(super) fn is_won_by(self, run: u32) -> bool {
        run == self.run || run > self.run && !self.is_exact
    }

    /// What the run is worth that a mark between two rays would make.
    ///
    /// An end is free where the run can grow: not at the edge, not at a mark of the other side.
    /// Without a free end only a won run is worth anything. Where exactly K win (a rule that the
    /// classic did not know) a longer run is worth nothing.
    #[inline]
    pub(super) fn value(self, ahead: Ray, behind: Ray) -> i32 {
        let run = behind.marks + 1 + ahead.marks;
        if self.is_won_by(run) {
            return DECISIVE;
        }
        match (self.run.wrapping_sub(run), ahead.is_end_free, behind.is_end_free) {
            (1, true, true) => DECISIVE,
            (1, true, false) | (1, false, true) => FORCING,
            (2, true, true) => OPEN,
            (2, true, false) | (2, false, true) => HALF_OPEN,
            _ => 0,
        }
    }
}
