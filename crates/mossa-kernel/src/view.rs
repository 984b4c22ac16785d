//! What a person sees of a position, the same for every back-end of a game.
//!
//! Drawing, diagrams and comparisons between fast and slow boards start from here.

use crate::{PositionError, Side};

/// A position as something to look at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// Stones or discs on a board.
    Board(BoardView),
    /// Numbers: heaps of sticks, by what is left; below zero where more was taken than was left.
    Heaps(Vec<i32>),
}

/// A rectangular board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardView {
    /// Number of rows; row 0 is the top one.
    pub rows: u32,
    /// Number of columns; column 0 is the leftmost.
    pub columns: u32,
    /// Who owns each cell, row by row from the top left.
    pub cells: Vec<Option<Side>>,
}

impl View {
    /// The board.
    ///
    /// # Errors
    /// Refuses a view of heaps.
    pub fn board(&self) -> Result<&BoardView, PositionError> {
        match self {
            Self::Board(board) => Ok(board),
            Self::Heaps(_) => Err(PositionError::new("expected a board")),
        }
    }

    /// The heaps.
    ///
    /// # Errors
    /// Refuses a view of a board.
    pub fn heaps(&self) -> Result<&[i32], PositionError> {
        match self {
            Self::Heaps(heaps) => Ok(heaps),
            Self::Board(_) => Err(PositionError::new("expected heaps")),
        }
    }
}

impl BoardView {
    /// A board whose cells `owner` tells, asked row by row with the cell's number.
    pub fn new(rows: u32, columns: u32, owner: impl FnMut(u32) -> Option<Side>) -> Self {
        Self { rows, columns, cells: (0..rows * columns).map(owner).collect() }
    }

    /// Who owns a cell.
    ///
    /// # Panics
    /// Panics when the cell is not on the board.
    pub fn at(&self, row: u32, column: u32) -> Option<Side> {
        self.cells[(row * self.columns + column) as usize]
    }

    /// How many cells `side` owns.
    pub fn count(&self, side: Side) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(side)).count()
    }

    /// The marked cells, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (u32, Side)> {
        (0..).zip(&self.cells).filter_map(|(cell, &owner)| Some((cell, owner?)))
    }
}
