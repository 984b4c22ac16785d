//! Stones by line: one word for each row, column and diagonal, one bit for each cell on it.
//!
//! ```text
//!   rows        columns      diagonals \     diagonals /
//!   0 0 0       0 1 2        2 3 4           0 1 2        the number of the line
//!   1 1 1       0 1 2        1 2 3           1 2 3        through each cell of 3 x 3
//!   2 2 2       0 1 2        0 1 2           2 3 4
//! ```
//!
//! The bit is the column, in columns the row. A stone sets one bit in four words, and whether it
//! makes a line can be seen in those four alone.

use std::{fmt::Debug, hash::Hash};

use mossa_kernel::Side;

use super::{
    Spec,
    board::{Size, Stones},
};
use crate::{
    lines::LineRule,
    word::{Word, has_row},
};

/// Whether a board of this size has lines of at most 64 cells.
pub(super) fn fits(rows: u32, columns: u32) -> bool {
    rows.max(columns) <= u64::BITS
}

/// The words of one side: rows, columns and the two families of diagonals behind each other.
pub trait LineWords: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// So many empty lines.
    fn empty(lines: usize) -> Self;

    /// The stones on a line.
    fn get(&self, line: usize) -> u64;

    /// Adds a stone.
    fn set(&mut self, line: usize, bit: u32);

    /// Takes one away.
    fn clear(&mut self, line: usize, bit: u32);

    /// Whether one of four lines has a row of stones that wins.
    fn has_line(lines: [u64; 4], rule: LineRule) -> bool;
}

/// Lines for boards of up to 15 x 15, where a word of 16 bits suffices.
pub type ShortRays = [u16; 88];

/// Lines for boards of up to 64 x 64.
pub type LongRays = Vec<u64>;

impl LineWords for ShortRays {
    fn empty(lines: usize) -> Self {
        debug_assert!(lines <= 88, "the lines of a board of up to 15 x 15");
        [0; 88]
    }

    #[inline]
    fn get(&self, line: usize) -> u64 {
        self[line].into()
    }

    #[inline]
    fn set(&mut self, line: usize, bit: u32) {
        self[line] |= 1 << bit;
    }

    #[inline]
    fn clear(&mut self, line: usize, bit: u32) {
        self[line] &= !(1 << bit);
    }

    /// Looks at the four lines at once: they have at most 15 cells, so packed into one word they
    /// stay apart by an empty bit.
    #[inline]
    fn has_line(lines: [u64; 4], rule: LineRule) -> bool {
        let packed = lines[0] | lines[1] << 16 | lines[2] << 32 | lines[3] << 48;
        has_row(packed, 1, rule)
    }
}

impl LineWords for LongRays {
    fn empty(lines: usize) -> Self {
        vec![0; lines]
    }

    #[inline]
    fn get(&self, line: usize) -> u64 {
        self[line]
    }

    #[inline]
    fn set(&mut self, line: usize, bit: u32) {
        self[line] |= 1 << bit;
    }

    #[inline]
    fn clear(&mut self, line: usize, bit: u32) {
        self[line] &= !(1 << bit);
    }

    #[inline]
    fn has_line(lines: [u64; 4], rule: LineRule) -> bool {
        lines.into_iter().any(|line| has_row(line, 1, rule))
    }
}

/// Stones of both sides by line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rays<L, S> {
    size: S,
    lines: [L; 2],
}

impl<L: LineWords, S: Size> Rays<L, S> {
    /// An empty board.
    pub fn new(size: S) -> Self {
        let Spec { rows, columns, .. } = size.spec();
        debug_assert!(fits(rows, columns), "lines of at most 64 cells");
        let lines = (rows + columns + 2 * (rows + columns - 1)) as usize;
        Self { size, lines: [L::empty(lines), L::empty(lines)] }
    }

    /// The four lines through a cell, and the bits it has there.
    #[inline]
    fn lines_through(&self, cell: u32) -> [(usize, u32); 4] {
        let Spec { rows, columns, .. } = self.size.spec();
        let (row, column) = (cell / columns, cell % columns);
        let diagonals = rows + columns;
        let other_diagonals = diagonals + rows + columns - 1;
        [
            (row as usize, column),
            ((rows + column) as usize, row),
            ((diagonals + rows - 1 - row + column) as usize, column),
            ((other_diagonals + row + column) as usize, column),
        ]
    }

    #[inline]
    fn taken_in_row(&self, row: usize) -> u64 {
        self.lines[0].get(row) | self.lines[1].get(row)
    }
}

impl<L: LineWords, S: Size> Stones for Rays<L, S> {
    #[inline]
    fn spec(&self) -> Spec {
        self.size.spec()
    }

    fn cleared(&self) -> Self {
        Self::new(self.size)
    }

    fn owner(&self, cell: u32) -> Option<Side> {
        let (row, bit) = self.lines_through(cell)[0];
        Side::BOTH.into_iter().find(|side| self.lines[side.index()].get(row).has(bit))
    }

    #[inline]
    fn is_free(&self, cell: u32) -> bool {
        let (row, bit) = self.lines_through(cell)[0];
        !self.taken_in_row(row).has(bit)
    }

    #[inline]
    fn place(&mut self, cell: u32, side: Side) -> bool {
        let through = self.lines_through(cell);
        let lines = &mut self.lines[side.index()];
        for (line, bit) in through {
            lines.set(line, bit);
        }
        L::has_line(through.map(|(line, _)| lines.get(line)), self.size.spec().rule)
    }

    #[inline]
    fn remove(&mut self, cell: u32, side: Side) {
        for (line, bit) in self.lines_through(cell) {
            self.lines[side.index()].clear(line, bit);
        }
    }

    #[inline]
    fn each_free(&self, mut visit: impl FnMut(u32)) {
        let Spec { rows, columns, .. } = self.size.spec();
        for row in 0..rows {
            let free = !self.taken_in_row(row as usize) & (u64::MAX >> (u64::BITS - columns));
            free.each(|column| visit(row * columns + column));
        }
    }
}
