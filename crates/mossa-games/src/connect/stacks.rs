//! Connect X on boards too large for two machine words.

use std::hash::{Hash, Hasher};

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View, keys,
};
use rand::Rng;

use super::{Spec, read_move, show_move, split_moves, why_illegal};
use crate::{grid::Grid, lines, random, symmetry};

/// A position of Connect X.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks {
    spec: Spec,
    grid: Grid,
    /// How many stones each column has.
    heights: Vec<u32>,
    /// How many columns are not full.
    open_columns: u32,
    turn: Side,
    /// Whether the last stone made a line.
    is_won: bool,
    key: u64,
}

/// The key stands for the whole board, however large.
impl Hash for Stacks {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Stacks {
    /// A game about to begin on an empty board.
    pub fn new(spec: Spec) -> Self {
        Self {
            spec,
            grid: Grid::new(spec.rows, spec.columns),
            heights: vec![0; spec.columns as usize],
            open_columns: spec.columns,
            turn: Side::First,
            is_won: false,
            key: keys::to_move(Side::First),
        }
    }

    /// How many stones a column has.
    #[inline]
    pub fn height(&self, column: u32) -> u32 {
        self.heights[column as usize]
    }

    /// Who has a stone on a cell, numbered row by row from the top left.
    #[inline]
    pub fn owner(&self, cell: u32) -> Option<Side> {
        self.grid.owner(cell)
    }

    fn has_room(&self, column: u32) -> bool {
        self.heights[column as usize] < self.spec.rows
    }

    /// The cell that is `height` cells above the bottom of a column.
    fn cell(&self, column: u32, height: u32) -> u32 {
        (self.spec.rows - 1 - height) * self.spec.columns + column
    }

    /// Puts a stone of the side to move on top of a column and passes the turn.
    fn drop_stone(&mut self, column: u32) -> u32 {
        let height = &mut self.heights[column as usize];
        *height += 1;
        if *height == self.spec.rows {
            self.open_columns -= 1;
        }
        let cell = self.cell(column, self.heights[column as usize] - 1);
        self.grid.set(cell, Some(self.turn));
        self.turn_over(cell, self.turn);
        cell
    }

    fn turn_over(&mut self, cell: u32, mover: Side) {
        self.key ^= keys::stone(cell, mover) ^ keys::TURN;
        self.turn = !self.turn;
    }
}

impl Position for Stacks {
    type Undo = ();

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_won {
            Some(Outcome::win(!self.turn, Reason::Line))
        } else if self.open_columns == 0 {
            Some(Outcome::draw(Reason::Full))
        } else {
            None
        }
    }

    fn each_move(&self, visit: impl FnMut(Move)) {
        (0..self.spec.columns).filter(|&column| self.has_room(column)).map(Move).for_each(visit);
    }

    fn move_count(&self) -> u64 {
        self.open_columns.into()
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Move {
        Move(random::column(rng, self.spec.columns, |column| self.has_room(column)))
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.0 < self.spec.columns && self.has_room(mv.0)
    }

    fn play(&mut self, mv: Move) {
        let mover = self.turn;
        let cell = self.drop_stone(mv.0);
        self.is_won = self.grid.has_line_through(cell, mover, self.spec.rule());
    }

    fn undo(&mut self, mv: Move, (): ()) {
        if !self.has_room(mv.0) {
            self.open_columns += 1;
        }
        let height = &mut self.heights[mv.index()];
        *height -= 1;
        let cell = self.cell(mv.0, self.heights[mv.index()]);
        self.grid.set(cell, None);
        self.turn_over(cell, !self.turn);
        self.is_won = false;
    }

    fn move_space(&self) -> u32 {
        self.spec.columns
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn view(&self) -> View {
        let Spec { rows, columns, .. } = self.spec;
        View::Board(BoardView::new(rows, columns, |cell| self.grid.owner(cell)))
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let settled = lines::settle(view, to_move, self.spec.rule())?;
        super::check_nothing_floats(settled.board)?;
        let mut position = Self::new(self.spec);
        for (cell, side) in settled.board.stones().collect::<Vec<_>>().into_iter().rev() {
            position.turn = side;
            position.drop_stone(cell % self.spec.columns);
        }
        position.turn = settled.to_move;
        position.is_won = settled.is_won;
        Ok(position)
    }

    fn show_move(&self, mv: Move) -> String {
        show_move(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        read_move(text, self.spec.columns)
    }

    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        split_moves(word, self.spec.columns)
    }

    fn why_illegal(&self, mv: Move) -> String {
        why_illegal(mv, self.spec.columns)
    }

    fn symmetries(&self) -> u8 {
        2
    }

    fn map_move(&self, mv: Move, symmetry: u8) -> Move {
        super::map_move(mv, self.spec.columns, symmetry)
    }

    fn key_under(&self, symmetry: u8) -> u64 {
        let Spec { rows, columns, .. } = self.spec;
        let stones = (0..rows * columns).filter_map(|cell| {
            Some((symmetry::map_cell(cell, rows, columns, symmetry), self.grid.owner(cell)?))
        });
        keys::board(stones, self.turn)
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        let height = self.heights.get(last.index()).and_then(|height| height.checked_sub(1));
        height.map(|height| self.cell(last.0, height)).into_iter().collect()
    }

    fn winning_line(&self) -> Vec<u32> {
        let View::Board(board) = self.view() else { return Vec::new() };
        lines::cells_in_lines(&board, !self.turn, self.spec.rule())
    }
}
