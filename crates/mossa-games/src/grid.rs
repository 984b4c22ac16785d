//! Stones on a board of any size, one entry a cell: the general back-end of games with lines.

use mossa_kernel::Side;

use crate::lines::{DIRECTIONS, LineRule};

/// A rectangular board, its cells numbered row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    rows: u32,
    columns: u32,
    cells: Vec<Option<Side>>,
}

impl Grid {
    pub(crate) fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns, cells: vec![None; (rows * columns) as usize] }
    }

    #[inline]
    pub(crate) fn owner(&self, cell: u32) -> Option<Side> {
        self.cells[cell as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, cell: u32, owner: Option<Side>) {
        self.cells[cell as usize] = owner;
    }

    /// Whether the stone on `cell` is part of a line of `side`.
    pub(crate) fn has_line_through(&self, cell: u32, side: Side, rule: LineRule) -> bool {
        DIRECTIONS.into_iter().any(|(down, right)| {
            let ahead = self.stones_beyond(cell, down, right, side);
            let behind = self.stones_beyond(cell, -down, -right, side);
            rule.accepts(ahead + 1 + behind)
        })
    }

    /// How many stones of `side` follow `cell` without a gap.
    fn stones_beyond(&self, cell: u32, down: i32, right: i32, side: Side) -> u32 {
        let (mut row, mut column) = (cell / self.columns, cell % self.columns);
        let mut stones = 0;
        loop {
            // A step over the upper or left edge wraps round to a huge number.
            row = row.wrapping_add_signed(down);
            column = column.wrapping_add_signed(right);
            if row >= self.rows
                || column >= self.columns
                || self.owner(row * self.columns + column) != Some(side)
            {
                return stones;
            }
            stones += 1;
        }
    }
}
