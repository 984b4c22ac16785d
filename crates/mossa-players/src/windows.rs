//! What a board of a game with lines is worth, by its windows: all stretches of K cells on a line.
//!
//! A window with stones of one side only counts for that side, with a weight that grows by a power
//! of ten with each stone; a diagonal one counts double. A window with stones of both sides can
//! never become a line and counts for nobody.
//!
//! Every window remembers how many stones of each side it holds. A stone lies in at most 4K
//! windows, so a move changes few numbers, whatever the size of the board:
//!
//! ```text
//!   K = 3       the windows of row `. X . .` are `. X .` and `X . .`
//!   window      number = direction * cells + its first (topmost, else leftmost) cell
//!   directions  0 right   1 down   2 down and right   3 down and left
//! ```

use mossa_kernel::{BoardView, Side, Value};

/// One step forward along each of the four kinds of line, as (rows, columns).
pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// What a window is worth that holds so many stones of one side and none of the other.
///
/// The last entry serves all higher numbers. The board of 200 x 200 has fewer than 160,000 windows,
/// so that even if every one counted double and to the full, their sum, 3.2 * 10^17, would be far
/// from the end of 64 bits at 9.2 * 10^18: sums need no protection against overflow.
const WEIGHTS: [i64; 13] = {
    let mut weights = [0; 13];
    let mut stones = 1;
    while stones < weights.len() {
        weights[stones] = 10_i64.pow(stones as u32);
        stones += 1;
    }
    weights
};

/// How often a window counts, by its direction.
const TIMES: [i64; 4] = [1, 1, 2, 2];

/// All windows of a board and what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Windows {
    rows: u32,
    columns: u32,
    run: u32,
    /// How many stones of each side lie in each window.
    stones: Vec<[u8; 2]>,
    /// What the first side's windows are worth, less what the second side's are.
    balance: i64,
}

impl Windows {
    /// The windows of `run` cells on an empty board.
    fn new(rows: u32, columns: u32, run: u32) -> Self {
        let windows = TIMES.len() * (rows * columns) as usize;
        Self { rows, columns, run, stones: vec![[0; 2]; windows], balance: 0 }
    }

    /// The windows of `run` cells on a board.
    pub(crate) fn of(board: &BoardView, run: u32) -> Self {
        let mut windows = Self::new(board.rows, board.columns, run);
        let steps_to_last = run.cast_signed() - 1;
        for (direction, times) in TIMES.into_iter().enumerate() {
            let is_of = |side| move |cell: usize| i64::from(board.cells[cell] == Some(side));
            let counts = Side::BOTH.map(|side| windows.sums(direction, is_of(side)));
            for (first, place) in windows.places() {
                if let Some(last) = windows.step(place, direction, steps_to_last) {
                    let stones = counts.each_ref().map(|count| count[last].cast_unsigned() as u8);
                    windows.balance += times * worth(stones);
                    let number = windows.number(direction, first);
                    windows.stones[number] = stones;
                }
            }
        }
        windows
    }

    /// Puts a stone on a free cell; tells whether it completes a line of `run` or more.
    pub(crate) fn place(&mut self, cell: u32, side: Side) -> bool {
        let run = self.run;
        let mut is_line = false;
        self.change(cell, |stones| {
            stones[side.index()] += 1;
            is_line |= u32::from(stones[side.index()]) == run;
        });
        is_line
    }

    /// Takes a stone away.
    pub(crate) fn remove(&mut self, cell: u32, side: Side) {
        self.change(cell, |stones| stones[side.index()] -= 1);
    }

    /// What the windows of `side` are worth, less what the opponent's are.
    pub(crate) fn value(&self, side: Side) -> i64 {
        match side {
            Side::First => self.balance,
            Side::Second => -self.balance,
        }
    }

    /// For each cell, what [`value`](Self::value) would be with one more stone of `side` on it; the
    /// numbers of cells that are taken mean nothing.
    pub(crate) fn values_after(&self, side: Side) -> Vec<i64> {
        let mut values = vec![self.value(side); self.cells()];
        let steps_to_last = self.run.cast_signed() - 1;
        for (direction, times) in TIMES.into_iter().enumerate() {
            let mut gains = vec![0; self.cells()];
            for (first, place) in self.places() {
                if self.step(place, direction, steps_to_last).is_some() {
                    let stones = self.stones[self.number(direction, first)];
                    gains[first] = times * gain(stones, side);
                }
            }
            let sums = self.sums(direction, |first| gains[first]);
            values.iter_mut().zip(sums).for_each(|(value, sum)| *value += sum);
        }
        values
    }

    /// For each cell, the sum of a number over the `run` cells of a line that end there. Each sum
    /// is the one before it, one cell added and one left out: long windows cost no more than short
    /// ones.
    fn sums(&self, direction: usize, number: impl Fn(usize) -> i64) -> Vec<i64> {
        let mut sums = vec![0; self.cells()];
        for (cell, place) in self.places() {
            let before = self.step(place, direction, -1).map_or(0, |cell| sums[cell]);
            let left_out = self.step(place, direction, -self.run.cast_signed());
            sums[cell] = before + number(cell) - left_out.map_or(0, &number);
        }
        sums
    }

    /// Changes the number of stones in every window that `cell` lies in.
    #[inline]
    fn change(&mut self, cell: u32, mut change: impl FnMut(&mut [u8; 2])) {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let (below, right) = (self.rows - 1 - row, self.columns - 1 - column);
        // For each direction: the cells before this one, those behind it, and from one to the next.
        let lines = [
            (column, right, 1),
            (row, below, self.columns),
            (row.min(column), below.min(right), self.columns + 1),
            (row.min(right), below.min(column), self.columns - 1),
        ];
        let mut base = 0;
        for ((before, behind, stride), times) in lines.into_iter().zip(TIMES) {
            let nearest = (self.run - 1).saturating_sub(behind);
            for steps in nearest..=before.min(self.run - 1) {
                let stones = &mut self.stones[(base + cell - steps * stride) as usize];
                let worth_before = worth(*stones);
                change(stones);
                self.balance += times * (worth(*stones) - worth_before);
            }
            base += self.rows * self.columns;
        }
    }

    fn cells(&self) -> usize {
        (self.rows * self.columns) as usize
    }

    /// The number of the window that begins at a cell.
    fn number(&self, direction: usize, first: usize) -> usize {
        direction * self.cells() + first
    }

    /// All cells in order, each with its row and column.
    fn places(&self) -> impl Iterator<Item = (usize, (i32, i32))> + use<> {
        let (rows, columns) = (self.rows.cast_signed(), self.columns.cast_signed());
        (0..).zip((0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column))))
    }

    /// The cell so many steps away; `None` off the board.
    fn step(&self, (row, column): (i32, i32), direction: usize, steps: i32) -> Option<usize> {
        let (down, right) = DIRECTIONS[direction];
        let row = (row + steps * down).cast_unsigned();
        let column = (column + steps * right).cast_unsigned();
        // What is above or left of the board has become a huge number.
        let is_on_board = row < self.rows && column < self.columns;
        is_on_board.then(|| (row * self.columns + column) as usize)
    }
}

/// What a window is worth to the first side.
#[inline]
fn worth(stones: [u8; 2]) -> i64 {
    let weight = |stones: u8| WEIGHTS[usize::from(stones).min(WEIGHTS.len() - 1)];
    match stones {
        [first, 0] => weight(first),
        [0, second] => -weight(second),
        _ => 0,
    }
}

/// How much more a window would be worth to `side` with one more stone of `side`.
fn gain(stones: [u8; 2], side: Side) -> i64 {
    let mut after = stones;
    after[side.index()] += 1;
    let gain = worth(after) - worth(stones);
    if side == Side::First { gain } else { -gain }
}

/// A sum of windows as the number that is shown.
#[expect(clippy::cast_precision_loss, reason = "above 2^53 the first 15 digits are enough to show")]
pub(crate) fn shown(value: i64) -> Value {
    Value::score(value as f64)
}

/// The evaluation as the specification says it, for tests: every window is looked at afresh.
#[cfg(test)]
pub(crate) mod twin {
    use super::*;

    /// All windows of a board.
    pub(crate) struct AllWindows {
        /// The cells of each window, and whether it is diagonal.
        windows: Vec<(Vec<usize>, bool)>,
    }

    impl AllWindows {
        pub(crate) fn new(rows: u32, columns: u32, run: u32) -> Self {
            let (rows, columns) = (i64::from(rows), i64::from(columns));
            let mut windows = Vec::new();
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let places =
                        (0..i64::from(run)).map(|step| (row + step * down, column + step * right));
                    let is_on_board =
                        |(row, column)| (0..rows).contains(&row) && (0..columns).contains(&column);
                    if places.clone().all(is_on_board) {
                        let number = |(row, column)| usize::try_from(row * columns + column);
                        let cells = places.map(|place| number(place).unwrap()).collect();
                        windows.push((cells, down != 0 && right != 0));
                    }
                }
            }
            Self { windows }
        }

        fn sum(&self, board: &BoardView, side: Side) -> i64 {
            let mut sum = 0;
            for (cells, is_diagonal) in &self.windows {
                let count = |owner| cells.iter().filter(|&&c| board.cells[c] == owner).count();
                let own = count(Some(side)) as u32;
                if own >= 1 && count(Some(!side)) == 0 {
                    sum += 10_i64.pow(own.min(12)) * if *is_diagonal { 2 } else { 1 };
                }
            }
            sum
        }

        pub(crate) fn value(&self, board: &BoardView, side: Side) -> i64 {
            self.sum(board, side) - self.sum(board, !side)
        }

        /// Whether a side has a line; with `through`, one that this cell is part of.
        pub(crate) fn has_line(
            &self,
            board: &BoardView,
            side: Side,
            through: Option<usize>,
        ) -> bool {
            self.windows.iter().any(|(cells, _)| {
                cells.iter().all(|&cell| board.cells[cell] == Some(side))
                    && through.is_none_or(|cell| cells.contains(&cell))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::keys::mix;

    use super::{twin::AllWindows, *};

    fn board(rows: &[&str]) -> BoardView {
        let cells: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        BoardView::new(rows.len() as u32, rows[0].len() as u32, |cell| match cells[cell as usize] {
            'X' => Some(Side::First),
            'O' => Some(Side::Second),
            _ => None,
        })
    }

    #[test]
    fn worked_examples() {
        for (rows, run, value) in [
            (&["...."][..], 3, 0),
            (&["X..."], 3, 10),
            (&[".X.."], 3, 20),
            (&["X.O."], 3, -10),
            (&["XX.."], 3, 100 + 10),
            (&["XX.O"], 3, 100),
            (&["X..", "...", "..."], 3, 10 + 10 + 20),
            (&["...", ".X.", "..."], 3, 10 + 10 + 20 + 20),
            (&["X..", ".X.", "..."], 3, 10 + 10 + 10 + 10 + 200 + 20),
            (&["..X", "...", "X.."], 3, 4 * 10 + 200),
            (&["O..", "...", "..X"], 3, 20 - 20),
            (&["O..", ".X.", "..."], 3, -20 + 40),
            (&["X", ".", "O"], 2, 10 - 10),
        ] {
            let board = board(rows);
            let windows = Windows::of(&board, run);
            assert_eq!(windows.value(Side::First), value, "{rows:?}");
            assert_eq!(windows.value(Side::Second), -value, "{rows:?}");
            let twin = AllWindows::new(board.rows, board.columns, run);
            assert_eq!(twin.value(&board, Side::First), value, "{rows:?}");
        }
    }

    #[test]
    fn the_weight_stops_growing_at_twelve_stones() {
        let mut windows = Windows::new(1, 20, 20);
        let mut values = Vec::new();
        for cell in 0..15 {
            assert!(!windows.place(cell, Side::First));
            values.push(windows.value(Side::First));
        }
        let weights: Vec<i64> = (1..=15_u32).map(|stones| 10_i64.pow(stones.min(12))).collect();
        assert_eq!(values, weights);
    }

    /// More than any game can bring about: every window of the largest board counts to the full.
    #[test]
    fn the_largest_sum_fits() {
        let board = BoardView::new(200, 200, |_| Some(Side::First));
        let windows = Windows::of(&board, 12);
        let expected = 10_i64.pow(12) * (2 * 200 * 189 + 2 * 2 * 189 * 189);
        assert_eq!(windows.value(Side::First), expected);
        assert_eq!(windows.value(Side::Second), -expected);
    }

    /// Stones come and go in any order; after each step the sums are those of the whole board.
    #[test]
    fn sums_kept_up_to_date_are_right() {
        for (rows, columns, run) in
            [(1, 1, 1), (3, 3, 3), (4, 6, 3), (6, 7, 4), (7, 2, 5), (1, 9, 4), (9, 1, 2), (5, 5, 1)]
        {
            let mut windows = Windows::new(rows, columns, run);
            let twin = AllWindows::new(rows, columns, run);
            let mut view = BoardView::new(rows, columns, |_| None);
            for step in 0..200 {
                let number = mix(step);
                let cell = (number % u64::from(rows * columns)) as usize;
                let side = Side::BOTH[(number >> 40) as usize % 2];
                if let Some(owner) = view.cells[cell].take() {
                    windows.remove(cell as u32, owner);
                } else {
                    view.cells[cell] = Some(side);
                    let is_line = twin.has_line(&view, side, Some(cell));
                    assert_eq!(windows.place(cell as u32, side), is_line);
                }
                for side in Side::BOTH {
                    assert_eq!(windows.value(side), twin.value(&view, side), "{view:?}");
                }
                assert_eq!(windows, Windows::of(&view, run), "{view:?}");
                check_values_after(&windows, &view);
            }
        }
    }

    fn check_values_after(windows: &Windows, view: &BoardView) {
        for side in Side::BOTH {
            let values = windows.values_after(side);
            for cell in (0..values.len()).filter(|&cell| view.cells[cell].is_none()) {
                let mut after = windows.clone();
                after.place(cell as u32, side);
                assert_eq!(values[cell], after.value(side), "{view:?} {side} {cell}");
            }
        }
    }
}
