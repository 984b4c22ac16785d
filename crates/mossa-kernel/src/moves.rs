//! A move as a number: one type for all games, so that logs, tables and protocols need no other.

/// A move. What the number means belongs to the position: a cell, a column, a count of sticks.
///
/// The type does not stop a column from being passed where a cell is meant; that is why every
/// door for outside moves asks [`Position::is_legal`](crate::Position::is_legal) first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u32);

impl Move {
    /// To do nothing, where the rules demand it (Othello without a legal square).
    pub const PASS: Self = Self(u32::MAX);

    /// The number as an index into a table of [`move_space`](crate::Position::move_space) rows.
    ///
    /// Meaningless for [`Move::PASS`], which is no row of such a table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
