//! A position as this player sees it: marks, candidates and what every free cell is worth to
//! either side, all kept up to date as cells are marked and unmarked.
//!
//! In each of the eight directions from a mark there is at most one free cell whose runs it
//! touches, so that a mark changes the values of at most eight cells, on one line each.
//!
//! The sum over the candidates, which a leaf asks for, is kept as the sum over all free cells: a
//! cell without a marked neighbor is worth the same to both sides and adds nothing.

use mossa_games::mnk::Spec;
use mossa_kernel::{BoardView, Move, Side, keys};

use super::{
    candidates::Candidates,
    evaluate::{DECISIVE, Rule},
    grid::{Cell, Grid},
};

/// The position.
pub(super) struct Board {
    grid: Grid,
    rule: Rule,
    to_move: Side,
    /// How many cells are marked.
    marks: u32,
    key: u64,
    candidates: Candidates,
    /// What a mark of each side would be worth, on the four lines together; for free cells only.
    values: Vec<[i32; 2]>,
    /// The sum over the free cells: the first player's values less the second's.
    balance: i64,
}

impl Board {
    /// The position that `view` shows. Its cells are worth nothing until they are
    /// [evaluated](Self::evaluate_row).
    pub(super) fn new(spec: Spec, view: &BoardView, to_move: Side) -> Self {
        let grid = Grid::new(view);
        let mut candidates = Candidates::none(&grid);
        for (cell, _) in view.stones() {
            candidates.mark(&grid, grid.place_of(Move(cell)));
        }
        Self {
            rule: Rule { run: spec.run(), is_exact: spec.is_exact() },
            to_move,
            marks: view.stones().count() as u32,
            key: keys::board(view.stones(), to_move),
            candidates,
            values: vec![[0; 2]; grid.places()],
            balance: 0,
            grid,
        }
    }

    /// Finds the values of the cells of one row: a big board is evaluated piece by piece, with
    /// looks at the clock between.
    pub(super) fn evaluate_row(&mut self, row: usize) {
        for place in self.grid.places_of_row(row) {
            if self.grid.is_free(place) {
                for axis in self.grid.axes() {
                    self.change_value(place, self.line_values(place, axis));
                }
            }
        }
    }

    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    pub(super) fn marks(&self) -> u32 {
        self.marks
    }

    /// The same number as [`Position::key`](mossa_kernel::Position::key) gives: two words a cell,
    /// one for each side, and one for the side to move.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn candidates(&self) -> &[usize] {
        self.candidates.places()
    }

    /// How promising a cell is: the size of its value for the side to which it is worth more.
    #[inline]
    pub(super) fn promise(&self, place: usize) -> i32 {
        let [first, second] = self.values[place];
        first.max(second)
    }

    /// The sum over all candidates of the values for the side to move less the other side's.
    #[inline]
    pub(super) fn balance(&self) -> i64 {
        match self.to_move {
            Side::First => self.balance,
            Side::Second => -self.balance,
        }
    }

    /// Whether the side to move wins by marking a free cell.
    pub(super) fn is_won_by(&self, place: usize) -> bool {
        // What wins is worth at least this much; nearly all cells are told by that alone.
        self.values[place][self.to_move.index()] >= DECISIVE
            && self.grid.axes().into_iter().any(|axis| {
                let ahead = self.grid.ray(place, axis, self.to_move);
                let behind = self.grid.ray(place, -axis, self.to_move);
                self.rule.is_won_by(behind.marks + 1 + ahead.marks)
            })
    }

    /// Marks a free cell for the side to move.
    pub(super) fn mark(&mut self, place: usize) {
        self.change_lines_around(place, -1);
        self.grid.set(place, Cell::Marked(self.to_move));
        self.balance -= difference(self.values[place]);
        self.candidates.mark(&self.grid, place);
        self.change_lines_around(place, 1);
        self.turn_over(place, self.to_move);
        self.marks += 1;
    }

    /// Takes the last mark back. What it was worth to mark that cell is remembered from before:
    /// marks are taken back in the reverse order of their making.
    pub(super) fn unmark(&mut self, place: usize) {
        self.marks -= 1;
        self.turn_over(place, !self.to_move);
        self.change_lines_around(place, -1);
        self.grid.set(place, Cell::Free);
        self.balance += difference(self.values[place]);
        self.candidates.unmark(&self.grid, place);
        self.change_lines_around(place, 1);
    }

    fn turn_over(&mut self, place: usize, mover: Side) {
        self.key ^= keys::stone(self.grid.move_at(place).0, mover) ^ keys::TURN;
        self.to_move = !self.to_move;
    }

    /// Takes the lines through a cell out of the values of the free cells in touch with it
    /// (`sign` -1, before the cell changes), or puts them back in (1, afterwards).
    #[inline]
    fn change_lines_around(&mut self, place: usize, sign: i32) {
        for step in self.grid.directions() {
            if let Some(touched) = self.grid.free_cell_in_touch(place, step) {
                let values = self.line_values(touched, step);
                self.change_value(touched, values.map(|value| sign * value));
            }
        }
    }

    #[inline]
    fn change_value(&mut self, place: usize, change: [i32; 2]) {
        for side in Side::BOTH.map(Side::index) {
            self.values[place][side] += change[side];
        }
        self.balance += difference(change);
    }

    /// What a free cell is worth to each side on one line.
    #[inline]
    fn line_values(&self, place: usize, axis: isize) -> [i32; 2] {
        Side::BOTH.map(|side| {
            let ahead = self.grid.ray(place, axis, side);
            let behind = self.grid.ray(place, -axis, side);
            self.rule.value(ahead, behind)
        })
    }
}

/// The first player's value less the second's.
fn difference([first, second]: [i32; 2]) -> i64 {
    i64::from(first) - i64::from(second)
}

#[cfg(test)]
impl Board {
    pub(super) fn values_at(&self, place: usize) -> [i32; 2] {
        self.values[place]
    }
}
