//! Stones in one word a side, for small boards.
//!
//! ```text
//!   0  1  2 | 3      bit = column + (columns + 1) * row,   here for a board 3 wide
//!   4  5  6 | 7
//!   8  9 10 |11      the column behind the bar stays empty: it keeps lines from
//!                    running on into the next row
//! ```

use mossa_kernel::Side;

use super::{
    Spec,
    board::{Size, Stones},
};
use crate::word::{Word, has_row};

/// Whether a board of this size fits into a word.
pub(super) fn fits(rows: u32, columns: u32) -> bool {
    rows * (columns + 1) <= u64::BITS
}

/// Stones of both sides, one word each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Flat<S> {
    size: S,
    stones: [u64; 2],
}

impl<S: Size> Flat<S> {
    /// An empty board.
    pub fn new(size: S) -> Self {
        let Spec { rows, columns, .. } = size.spec();
        debug_assert!(fits(rows, columns), "a small board");
        Self { size, stones: [0; 2] }
    }

    #[inline]
    fn bit(&self, cell: u32) -> u64 {
        // One more bit for each row above.
        1 << (cell + cell / self.size.spec().columns)
    }
}

impl<S: Size> Stones for Flat<S> {
    #[inline]
    fn spec(&self) -> Spec {
        self.size.spec()
    }

    fn cleared(&self) -> Self {
        Self::new(self.size)
    }

    fn owner(&self, cell: u32) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones[side.index()] & self.bit(cell) != 0)
    }

    #[inline]
    fn is_free(&self, cell: u32) -> bool {
        (self.stones[0] | self.stones[1]) & self.bit(cell) == 0
    }

    #[inline]
    fn place(&mut self, cell: u32, side: Side) -> bool {
        let bit = self.bit(cell);
        let stones = &mut self.stones[side.index()];
        *stones |= bit;
        let Spec { columns, rule, .. } = self.size.spec();
        let steps = [1, columns, columns + 1, columns + 2];
        steps.into_iter().any(|step| has_row(*stones, step, rule))
    }

    #[inline]
    fn remove(&mut self, cell: u32, side: Side) {
        let bit = self.bit(cell);
        self.stones[side.index()] &= !bit;
    }

    #[inline]
    fn each_free(&self, mut visit: impl FnMut(u32)) {
        let Spec { rows, columns, .. } = self.size.spec();
        let row = (1_u64 << columns) - 1;
        let taken = self.stones[0] | self.stones[1];
        for index in 0..rows {
            let free = !(taken >> (index * (columns + 1))) & row;
            free.each(|column| visit(index * columns + column));
        }
    }
}
