//! Windows, the stretches of as many cells as make a line, counted move by move.
//!
//! A cell has the number `column * rows + height`, so that the one above it follows. A window is
//! known by its direction and its first cell. It is *live* for a side while the other has no stone
//! in it.

use std::ops::Range;

use mossa_games::connect::Spec;
use mossa_kernel::Side;

use super::params::Params;

/// Right and up, for the directions of lines; the first goes up a column.
const DIRECTIONS: [(u32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The place of the direction up a column in [`DIRECTIONS`].
const UP: usize = 0;

/// All windows of a board, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    spec: Spec,
    /// One table a direction, by first cell; where no window begins, the entry is never touched.
    tables: [Vec<Window>; 4],
    /// What a live window is worth by its number of stones, for each direction.
    values: [Vec<i32>; 4],
    /// For each cell and side, how many windows lack only that cell.
    wins: Vec<[u16; 2]>,
    /// How many such cells each column has, counted once for each side.
    column_wins: Vec<u32>,
    totals: [Totals; 2],
    /// Worth of all live windows, those of the second player subtracted.
    potential: i32,
    /// How many windows are live for anybody.
    live: u32,
    /// How many cells are free.
    free: u32,
}

/// What a side has on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// Free cells where a stone completes a line.
    pub(super) threats: i32,
    /// Pairs of them, one above the other.
    pub(super) stacked: i32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Window {
    /// How many stones each side has in it.
    stones: [u8; 2],
    /// The sum of the places, counted from 0, of all stones: with one cell free, it tells which.
    places: u16,
}

impl Windows {
    /// Those of an empty board.
    pub(super) fn new(spec: Spec, params: &Params) -> Self {
        let cells = spec.rows() * spec.columns();
        let mut windows = Self {
            spec,
            tables: std::array::from_fn(|_| vec![Window::default(); cells as usize]),
            values: std::array::from_fn(|direction| values(spec, params, direction)),
            wins: vec![[0; 2]; cells as usize],
            column_wins: vec![0; spec.columns() as usize],
            totals: [Totals::default(); 2],
            potential: 0,
            live: 0,
            free: cells,
        };
        for cell in 0..cells {
            for direction in 0..DIRECTIONS.len() {
                // A window begins here if this cell can have place 0 in one.
                windows.live += u32::from(windows.places(direction, cell).start == 0);
            }
            if spec.run() == 1 {
                for side in Side::BOTH {
                    windows.change_win(cell, side, 1);
                }
            }
        }
        windows
    }

    /// Adds a stone to a free cell.
    #[inline]
    pub(super) fn add(&mut self, cell: u32, side: Side) {
        self.free -= 1;
        self.change::<true>(cell, side);
    }

    /// Takes a stone off again.
    #[inline]
    pub(super) fn remove(&mut self, cell: u32, side: Side) {
        self.free += 1;
        self.change::<false>(cell, side);
    }

    fn change<const ADDS: bool>(&mut self, cell: u32, side: Side) {
        if self.spec.run() == 1 {
            // The game ends with the first stone, and nobody asks what it did to the windows.
            return;
        }
        let sign = if ADDS { 1 } else { -1 };
        let last = self.spec.run() as u8 - 1;
        let (us, them) = (side.index(), (!side).index());
        let (mut gain, mut broken) = (0, 0);
        for direction in 0..DIRECTIONS.len() {
            let (stride, places) = (self.stride(direction), self.places(direction, cell));
            let (table, values) = (&mut self.tables[direction], &self.values[direction]);
            let mut has_gaps = false;
            for place in places.clone() {
                let window = &mut table[cell.wrapping_sub(stride.wrapping_mul(place)) as usize];
                if !ADDS {
                    window.stones[us] -= 1;
                    window.places -= place as u16;
                }
                let (ours, theirs) = (window.stones[us], window.stones[them]);
                if theirs == 0 {
                    gain += values[usize::from(ours) + 1] - values[usize::from(ours)];
                    has_gaps |= ours + 1 >= last;
                } else if ours == 0 {
                    gain += values[usize::from(theirs)];
                    broken += 1;
                    has_gaps |= theirs == last;
                }
                if ADDS {
                    window.stones[us] += 1;
                    window.places += place as u16;
                }
            }
            if has_gaps {
                self.change_gaps(cell, direction, places, side, sign);
            }
        }
        self.potential += sign * if side == Side::First { gain } else { -gain };
        self.live = self.live.wrapping_add_signed(-sign * broken);
    }

    /// What a stone on `cell`, added or taken off, means for windows that lack only one stone: some
    /// lacked this one, others lack only one more with it.
    #[cold]
    fn change_gaps(
        &mut self,
        cell: u32,
        direction: usize,
        places: Range<u32>,
        side: Side,
        sign: i32,
    ) {
        let run = self.spec.run();
        let stride = self.stride(direction);
        for place in places {
            let first = cell.wrapping_sub(stride.wrapping_mul(place));
            let window = self.tables[direction][first as usize];
            // As it is with the stone.
            let with = u32::from(sign < 0);
            let ours = u32::from(window.stones[side.index()]) + with;
            let theirs = u32::from(window.stones[(!side).index()]);
            if theirs == 0 && ours + 1 == run {
                let filled = u32::from(window.places) + with * place;
                let gap = run * (run - 1) / 2 - filled;
                self.change_win(first.wrapping_add(stride.wrapping_mul(gap)), side, sign);
            } else if theirs == 0 && ours == run {
                self.change_win(cell, side, -sign);
            } else if theirs + 1 == run {
                self.change_win(cell, !side, -sign);
            }
        }
    }

    /// Notes that one window more, or less, lacks only this cell.
    fn change_win(&mut self, cell: u32, side: Side, sign: i32) {
        let had = self.wins(cell, side);
        let count = &mut self.wins[cell as usize][side.index()];
        *count = count.wrapping_add_signed(sign as i16);
        if had != self.wins(cell, side) {
            let column = &mut self.column_wins[(cell / self.spec.rows()) as usize];
            *column = column.wrapping_add_signed(sign);
            let height = cell % self.spec.rows();
            let above = height + 1 < self.spec.rows() && self.wins(cell + 1, side);
            let below = height > 0 && self.wins(cell - 1, side);
            let totals = &mut self.totals[side.index()];
            totals.threats += sign;
            totals.stacked += sign * (i32::from(above) + i32::from(below));
        }
    }

    /// The distance between neighbors in a direction; it may stand for a step back.
    #[inline]
    fn stride(&self, direction: usize) -> u32 {
        let (right, up) = DIRECTIONS[direction];
        (right * self.spec.rows()).wrapping_add_signed(up)
    }

    /// The places that a cell has in the windows through it.
    #[inline]
    fn places(&self, direction: usize, cell: u32) -> Range<u32> {
        let (rows, columns, run) = (self.spec.rows(), self.spec.columns(), self.spec.run());
        let (column, height) = (cell / rows, cell % rows);
        let (mut behind, mut ahead) = match DIRECTIONS[direction].1 {
            0 => (u32::MAX, u32::MAX),
            1 => (height, rows - 1 - height),
            _ => (rows - 1 - height, height),
        };
        if direction != UP {
            behind = behind.min(column);
            ahead = ahead.min(columns - 1 - column);
        }
        (run - 1).saturating_sub(ahead)..run.min(behind.saturating_add(1))
    }

    /// The number of a cell.
    #[inline]
    pub(super) fn cell(&self, column: u32, height: u32) -> u32 {
        column * self.spec.rows() + height
    }

    /// Whether a stone of `side` on this free cell would complete a line.
    #[inline]
    pub(super) fn wins(&self, cell: u32, side: Side) -> bool {
        self.wins[cell as usize][side.index()] > 0
    }

    /// Whether anybody could complete a line in this column, sooner or later.
    #[inline]
    pub(super) fn has_wins(&self, column: u32) -> bool {
        self.column_wins[column as usize] > 0
    }

    /// What a side has.
    #[inline]
    pub(super) fn totals(&self, side: Side) -> Totals {
        self.totals[side.index()]
    }

    /// What the live windows of `side` are worth, those of its opponent subtracted.
    #[inline]
    pub(super) fn potential(&self, side: Side) -> i32 {
        if side == Side::First { self.potential } else { -self.potential }
    }

    /// Whether somebody can still complete a line.
    #[inline]
    pub(super) fn has_live(&self) -> bool {
        self.live > 0
    }

    /// How many cells are free.
    #[inline]
    pub(super) fn free(&self) -> u32 {
        self.free
    }

    /// For all windows through a free cell that have stones of one side only, the sum of what
    /// `value` says; it is told whether they are ours and how many stones are missing.
    #[inline]
    pub(super) fn sum_through(&self, cell: u32, us: Side, value: impl Fn(bool, u32) -> i32) -> i32 {
        let mut sum = 0;
        for direction in 0..DIRECTIONS.len() {
            let stride = self.stride(direction);
            for place in self.places(direction, cell) {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                let stones = self.tables[direction][first as usize].stones;
                let (ours, theirs) = (stones[us.index()], stones[(!us).index()]);
                if theirs == 0 {
                    sum += value(true, self.spec.run() - u32::from(ours));
                } else if ours == 0 {
                    sum += value(false, self.spec.run() - u32::from(theirs));
                }
            }
        }
        sum
    }
}

/// What a live window of a direction is worth with 0, 1, … stones. An empty one belongs to both
/// sides, and so to neither.
fn values(spec: Spec, params: &Params, direction: usize) -> Vec<i32> {
    let worth = |stones: u32| match spec.run() - stones {
        _ if stones == 0 => 0,
        2 if direction != UP => params.live + params.two_short,
        _ => params.live,
    };
    (0..=spec.run()).map(worth).collect()
}
