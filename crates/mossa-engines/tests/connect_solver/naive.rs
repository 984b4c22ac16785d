//! Connect X as one would explain it, and its values by trying everything. Independent of all our
//! code, rules included.

use std::collections::HashMap;

use mossa_kernel::{Exact, GameResult};

/// Rows, columns and how many in a row win.
pub type Size = [usize; 3];

/// A win on the spot. A win in n plies is worth n less, a loss the negative of that, a draw 0.
const WIN: i32 = 1000;

/// Columns of stones, the lowest first; the first player's are 0, the second player's 1.
#[derive(Clone)]
pub struct Grid {
    rows: usize,
    run: usize,
    columns: Vec<Vec<u8>>,
}

impl Grid {
    pub fn new([rows, columns, run]: Size) -> Self {
        Self { rows, run, columns: vec![Vec::new(); columns] }
    }

    fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    pub fn free(&self) -> usize {
        self.rows * self.columns.len() - self.stones()
    }

    /// The columns that are not full.
    pub fn open(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.rows).collect()
    }

    /// Puts a stone, and says whether it completes a line.
    pub fn play(&mut self, column: usize) -> bool {
        let side = (self.stones() % 2) as u8;
        self.columns[column].push(side);
        let height = self.columns[column].len() - 1;
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let ahead = self.in_a_row(column, height, (right, up), side);
            let behind = self.in_a_row(column, height, (-right, -up), side);
            ahead + behind + 1 >= self.run
        })
    }

    fn undo(&mut self, column: usize) {
        self.columns[column].pop();
    }

    /// How many stones of a side follow each other from a cell on, which is not counted.
    fn in_a_row(
        &self,
        column: usize,
        height: usize,
        (right, up): (isize, isize),
        side: u8,
    ) -> usize {
        let is_side = |step: usize| {
            let step = step.cast_signed();
            let column = self.columns.get(column.checked_add_signed(step * right)?)?;
            Some(*column.get(height.checked_add_signed(step * up)?)? == side)
        };
        (1..self.run).take_while(|&step| is_side(step) == Some(true)).count()
    }

    /// A number for each position: its columns as digits with a one above them.
    fn key(&self) -> u128 {
        let append = |key: u128, &stone: &u8| key << 1 | u128::from(stone);
        self.columns.iter().fold(0, |key, column| {
            let digits = column.iter().rev().fold(1, append);
            key << (self.rows + 1) | digits
        })
    }
}

/// The values of all positions that were asked about, and of those behind them.
#[derive(Default)]
pub struct Naive {
    known: HashMap<u128, i32>,
}

impl Naive {
    /// What a position is worth to the side to move.
    pub fn value(&mut self, grid: &mut Grid) -> Exact {
        let value = self.number(grid);
        let plies = (value != 0).then(|| (WIN - value.abs()).unsigned_abs());
        let result = match value {
            1.. => GameResult::Win,
            0 => GameResult::Draw,
            _ => GameResult::Loss,
        };
        Exact { result, plies, at_most: false, margin: None }
    }

    fn number(&mut self, grid: &mut Grid) -> i32 {
        let key = grid.key();
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let mut best = None;
        for column in grid.open() {
            let wins = grid.play(column);
            let value = if wins { WIN } else { -self.number(grid) };
            grid.undo(column);
            best = best.max(Some(value - value.signum()));
        }
        let value = best.unwrap_or(0);
        self.known.insert(key, value);
        value
    }
}
