//! Marks on a board with a wall around it, so that no walk along a line has to look for the edge.
//!
//! ```text
//!   # # # #          the 3 x 3 cells (.) and their wall (#): what is beyond the right end of
//!   # . . .          a row is the wall at the left end of the next
//!   # . . .
//!   # . . .
//!   # # # # #
//! ```
//!
//! A cell is named by its *place*, its index in this picture, read row by row: places are in
//! row-major order, as the numbers of moves are.

use mossa_kernel::{BoardView, Move, Side};

/// What is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Free,
    Wall,
    Marked(Side),
}

/// The board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    columns: usize,
    cells: Vec<Cell>,
}

/// Marks of one side that follow a place without a gap, and what is behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ray {
    pub(super) marks: u32,
    pub(super) is_end_free: bool,
}

impl Grid {
    pub(super) fn new(view: &BoardView) -> Self {
        let (rows, columns) = (view.rows as usize, view.columns as usize);
        let stride = columns + 1;
        let mut grid = Self { columns, cells: vec![Cell::Wall; (rows + 2) * stride + 1] };
        for (row, owners) in view.cells.chunks(columns).enumerate() {
            let start = grid.places_of_row(row).start;
            for (column, owner) in owners.iter().enumerate() {
                grid.cells[start + column] = owner.map_or(Cell::Free, Cell::Marked);
            }
        }
        grid
    }

    /// The places of a row, from left to right.
    pub(super) fn places_of_row(&self, row: usize) -> std::ops::Range<usize> {
        let start = (row + 1) * self.stride() + 1;
        start..start + self.columns
    }

    /// How far apart the places of two cells are of which one is below the other.
    fn stride(&self) -> usize {
        self.columns + 1
    }

    /// How many places there are, the wall's included.
    pub(super) fn places(&self) -> usize {
        self.cells.len()
    }

    /// The move that marks a place.
    pub(super) fn move_at(&self, place: usize) -> Move {
        let (row, column) = (place / self.stride() - 1, place % self.stride() - 1);
        Move((row * self.columns + column) as u32)
    }

    /// The place that a move marks.
    pub(super) fn place_of(&self, mv: Move) -> usize {
        let (row, column) = (mv.index() / self.columns, mv.index() % self.columns);
        self.places_of_row(row).start + column
    }

    #[inline]
    pub(super) fn is_free(&self, place: usize) -> bool {
        self.cells[place] == Cell::Free
    }

    #[inline]
    pub(super) fn set(&mut self, place: usize, cell: Cell) {
        self.cells[place] = cell;
    }

    /// One step along each of the four lines through a place: right, down and down either way.
    #[inline]
    pub(super) fn axes(&self) -> [isize; 4] {
        let down = self.stride().cast_signed();
        [1, down, down + 1, down - 1]
    }

    /// One step in each of the eight directions.
    #[inline]
    pub(super) fn directions(&self) -> [isize; 8] {
        let [right, down, down_right, down_left] = self.axes();
        [right, down, down_right, down_left, -right, -down, -down_right, -down_left]
    }

    /// The marks of `side` that follow `place` in a direction.
    #[inline]
    pub(super) fn ray(&self, place: usize, step: isize, side: Side) -> Ray {
        let mut end = place.wrapping_add_signed(step);
        let mut marks = 0;
        while self.cells[end] == Cell::Marked(side) {
            marks += 1;
            end = end.wrapping_add_signed(step);
        }
        Ray { marks, is_end_free: self.cells[end] == Cell::Free }
    }

    /// The free cell whose runs along a line end at `place` or pass through it, on one side of it.
    ///
    /// There is at most one: the next free cell, if nothing or only marks of one side lie between.
    #[inline]
    pub(super) fn free_cell_in_touch(&self, place: usize, step: isize) -> Option<usize> {
        let next = place.wrapping_add_signed(step);
        let mut end = next;
        while let Cell::Marked(_) = self.cells[end]
            && self.cells[end] == self.cells[next]
        {
            end = end.wrapping_add_signed(step);
        }
        self.is_free(end).then_some(end)
    }
}
