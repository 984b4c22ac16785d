//! Windows, the stretches of as many cells as make a line, counted move by move.
//!
//! A cell has the number `column * rows + height`, so that the one above it follows. A window is
//! known by its direction and its first cell. It is *live* for a side while the other has no stone
//! in it.

use std::{ops::Range, sync::Arc};

use mossa_games::connect::Spec;
use mossa_kernel::Side;

use super::{
    params::Params,
    shape::{DIRECTIONS, UP, places_of, stride},
    values::{Sum, Values},
};

/// All windows of a board, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    spec: Spec,
    /// One table a direction, by first cell; where no window begins, the entry is never touched.
    tables: [Vec<Window>; 4],
    /// The places that each cell has in the windows through it, from the first to before the last,
    /// for each direction.
    places: Arc<[[(u8, u8); 4]]>,
    /// The distances between neighbors in each direction; they may stand for steps back.
    strides: [u32; 4],
    /// What a live window of each side is worth.
    values: Arc<[Values; 2]>,
    /// For each cell and side, how many windows lack only that cell.
    wins: Vec<[u16; 2]>,
    /// The same as bits, from the bottom up, in `chunks` words for each column.
    column_wins: Vec<[u64; 2]>,
    chunks: u32,
    /// For each cell and side, how many windows lack only that cell and one that the side may hope
    /// to get when columns are filled in turn.
    hopes: Vec<[u16; 2]>,
    /// The same as bits, as in `column_wins`.
    column_hopes: Vec<[u64; 2]>,
    /// The side that is to move while the number of free cells is even.
    leader: Side,
    totals: [Totals; 2],
    /// What the live windows of each side come to.
    sums: [Sum; 2],
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
    /// How many of its free cells have an odd number of cells above them.
    odd_free: u8,
    /// The sum of the places, counted from 0, of all stones: with one cell free, it tells which.
    places: u16,
    /// The sum of their squares: with two cells free, both sums tell which.
    squares: u32,
}

impl Windows {
    /// Those of an empty board.
    pub(super) fn new(spec: Spec, params: &Params) -> Self {
        let cells = spec.rows() * spec.columns();
        let chunks = spec.rows().div_ceil(u64::BITS);
        let leader = if cells.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut windows = Self {
            spec,
            tables: std::array::from_fn(|_| vec![Window::default(); cells as usize]),
            places: (0..cells).map(|cell| places_of(spec, cell)).collect(),
            strides: std::array::from_fn(|direction| stride(spec, direction)),
            values: Arc::new(Side::BOTH.map(|side| {
                let is_leader = side == leader;
                Values::new(spec, &params.roles[usize::from(!is_leader)], is_leader)
            })),
            wins: vec![[0; 2]; cells as usize],
            column_wins: vec![[0; 2]; (spec.columns() * chunks) as usize],
            chunks,
            hopes: vec![[0; 2]; cells as usize],
            column_hopes: vec![[0; 2]; (spec.columns() * chunks) as usize],
            leader,
            totals: [Totals::default(); 2],
            sums: [Sum::default(); 2],
            live: 0,
            free: cells,
        };
        for cell in 0..cells {
            windows.count_empty_from(cell);
            if spec.run() == 1 {
                for side in Side::BOTH {
                    windows.change_win(cell, side, 1);
                }
            }
        }
        windows
    }

    /// Notes what the empty windows that begin at a cell have in them.
    fn count_empty_from(&mut self, cell: u32) {
        for direction in 0..DIRECTIONS.len() {
            // A window begins here if this cell can have place 0 in one.
            let (first, end) = self.places[cell as usize][direction];
            if first == 0 && end > 0 {
                self.live += 1;
                let stride = self.strides[direction];
                let along = |place: u32| cell.wrapping_add(stride.wrapping_mul(place));
                let odd_free = (0..self.spec.run()).filter(|&place| self.is_odd(along(place)));
                let odd_free = odd_free.count() as u8;
                self.tables[direction][cell as usize].odd_free = odd_free;
                for side in Side::BOTH {
                    self.sums[side.index()] += self.values[side.index()].of(direction, 0, odd_free);
                }
            }
        }
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
        let run = self.spec.run() as u8;
        let (us, them) = (side.index(), (!side).index());
        let odd = u8::from(self.is_odd(cell));
        let (mut our_gain, mut their_loss, mut broken) = (Sum::default(), Sum::default(), 0);
        for direction in 0..DIRECTIONS.len() {
            let stride = self.strides[direction];
            let (first, end) = self.places[cell as usize][direction];
            let table = &mut self.tables[direction];
            let (our_values, their_values) = (&self.values[us], &self.values[them]);
            let mut has_gaps = false;
            for place in first..end {
                let window =
                    &mut table[cell.wrapping_sub(stride.wrapping_mul(place.into())) as usize];
                if !ADDS {
                    window.stones[us] -= 1;
                    window.odd_free += odd;
                    window.places -= u16::from(place);
                    window.squares -= u32::from(place) * u32::from(place);
                }
                let (ours, theirs, odd_free) =
                    (window.stones[us], window.stones[them], window.odd_free);
                if theirs == 0 {
                    our_gain += our_values.of(direction, ours + 1, odd_free - odd);
                    our_gain -= our_values.of(direction, ours, odd_free);
                    has_gaps |= ours + 3 >= run;
                }
                if ours == 0 {
                    their_loss += their_values.of(direction, theirs, odd_free);
                    broken += i32::from(theirs > 0);
                    has_gaps |= theirs + 2 >= run;
                }
                if ADDS {
                    window.stones[us] += 1;
                    window.odd_free -= odd;
                    window.places += u16::from(place);
                    window.squares += u32::from(place) * u32::from(place);
                }
            }
            if has_gaps {
                self.change_gaps(cell, direction, first.into()..end.into(), side, sign);
            }
        }
        if ADDS {
            self.sums[us] += our_gain;
            self.sums[them] -= their_loss;
        } else {
            self.sums[us] -= our_gain;
            self.sums[them] += their_loss;
        }
        self.live = self.live.wrapping_add_signed(-sign * broken);
    }

    /// What a stone on `cell`, added or taken off, means for windows that lack only one or two
    /// stones: some lacked this one, others lack only so few with it.
    fn change_gaps(
        &mut self,
        cell: u32,
        direction: usize,
        places: Range<u32>,
        side: Side,
        sign: i32,
    ) {
        let run = self.spec.run();
        let stride = self.strides[direction];
        for place in places {
            let first = cell.wrapping_sub(stride.wrapping_mul(place));
            let along = |place: u32| first.wrapping_add(stride.wrapping_mul(place));
            let window = self.tables[direction][first as usize];
            // As it is with the stone.
            let with = u32::from(sign < 0);
            let ours = u32::from(window.stones[side.index()]) + with;
            let theirs = u32::from(window.stones[(!side).index()]);
            // The sum of the free places.
            let free = || run * (run - 1) / 2 - u32::from(window.places) - with * place;
            match (run - ours, run - theirs) {
                (0, _) => self.change_win(cell, side, -sign),
                (1, _) if theirs == 0 => {
                    self.change_win(along(free()), side, sign);
                    self.change_hopes(direction, [cell, along(free())], side, -sign);
                }
                (2, _) if theirs == 0 => {
                    let squares = (run - 1) * run * (2 * run - 1) / 6;
                    let squares = squares - window.squares - with * place * place;
                    // The square of a sum and that of a difference make twice the sum of squares.
                    let apart = (2 * squares - free() * free()).isqrt();
                    let gaps = [free() - apart, free() + apart].map(|twice| along(twice / 2));
                    self.change_hopes(direction, gaps, side, sign);
                }
                (_, 1) => self.change_win(cell, !side, -sign),
                (_, 2) if ours == 1 => {
                    self.change_hopes(direction, [cell, along(free())], !side, -sign);
                }
                _ => {}
            }
        }
    }

    /// Notes that one window more, or less, lacks only these two cells. Where its side may hope to
    /// get the one, the other will be a threat.
    fn change_hopes(&mut self, direction: usize, cells: [u32; 2], side: Side, sign: i32) {
        if direction == UP || self.spec.run() <= 2 {
            return;
        }
        let [first, second] = cells;
        for (cell, other) in [(first, second), (second, first)] {
            if self.is_odd(other) == (side == self.leader) {
                let count = &mut self.hopes[cell as usize][side.index()];
                let before = *count;
                *count = count.wrapping_add_signed(sign as i16);
                if (before == 0) != (*count == 0) {
                    let (chunk, bit) = self.bit(cell);
                    self.column_hopes[chunk][side.index()] ^= bit;
                }
            }
        }
    }

    /// Notes that one window more, or less, lacks only this cell.
    fn change_win(&mut self, cell: u32, side: Side, sign: i32) {
        let had = self.wins(cell, side);
        let count = &mut self.wins[cell as usize][side.index()];
        *count = count.wrapping_add_signed(sign as i16);
        if had != self.wins(cell, side) {
            let (chunk, bit) = self.bit(cell);
            self.column_wins[chunk][side.index()] ^= bit;
            let height = cell % self.spec.rows();
            let above = height + 1 < self.spec.rows() && self.wins(cell + 1, side);
            let below = height > 0 && self.wins(cell - 1, side);
            let totals = &mut self.totals[side.index()];
            totals.threats += sign;
            totals.stacked += sign * (i32::from(above) + i32::from(below));
        }
    }

    /// Which word, and which bit of it, a cell has in a list of words by column.
    #[inline]
    fn bit(&self, cell: u32) -> (usize, u64) {
        let (column, height) = (cell / self.spec.rows(), cell % self.spec.rows());
        ((column * self.chunks + height / u64::BITS) as usize, 1 << (height % u64::BITS))
    }

    /// Whether the number of cells above a cell is odd.
    #[inline]
    fn is_odd(&self, cell: u32) -> bool {
        !(self.spec.rows() - 1 - cell % self.spec.rows()).is_multiple_of(2)
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

    /// Where each side could complete a line in a column, from the bottom up: 64 cells, those of the
    /// chunk with this number. With `hopes`, also where it may hope to.
    #[inline]
    pub(super) fn threats(&self, column: u32, chunk: u32, hopes: bool) -> [u64; 2] {
        let at = (column * self.chunks + chunk) as usize;
        let [first, second] = self.column_wins[at];
        if !hopes {
            return [first, second];
        }
        let [more_first, more_second] = self.column_hopes[at];
        [first | more_first, second | more_second]
    }

    /// How many chunks of 64 cells a column has.
    #[inline]
    pub(super) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// The side that is to move while the number of free cells is even.
    #[inline]
    pub(super) fn leader(&self) -> Side {
        self.leader
    }

    /// What a side has.
    #[inline]
    pub(super) fn totals(&self, side: Side) -> Totals {
        self.totals[side.index()]
    }

    /// What the live windows of `side` come to.
    #[inline]
    pub(super) fn sum(&self, side: Side) -> Sum {
        self.sums[side.index()]
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
            let stride = self.strides[direction];
            let (first, end) = self.places[cell as usize][direction];
            for place in first..end {
                let first = cell.wrapping_sub(stride.wrapping_mul(place.into()));
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
