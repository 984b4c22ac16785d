//! Windows, the stretches of as many cells as make a line, counted move by move.
//!
//! A cell has the number `column * rows + height`, so that the one above it follows. A window is
//! known by its direction and its first cell. It is *live* for a side while the other has no stone
//! in it.

mod doubles;
mod undo;

use std::{ops::Range, sync::Arc};

use mossa_games::connect::Spec;
use mossa_kernel::Side;

use self::undo::{Before, Marked};
use super::{
    marks::Marks,
    params::Params,
    shape::{DIRECTIONS, Places, places_of, stride},
    values::{Gaps, Sum, Values},
};

/// All windows of a board, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    spec: Spec,
    /// One table a direction, by first cell; where no window begins, the entry is never touched.
    tables: [Vec<Window>; 4],
    /// The places that each cell has in the windows through it, from the first to before the last,
    /// for each direction.
    places: Arc<[Places]>,
    /// The distances between neighbors in each direction; they may stand for steps back.
    strides: [u32; 4],
    /// What a live window of each side is worth.
    values: Arc<[Values; 2]>,
    /// Cells that some window lacks and nothing else.
    wins: Marks,
    /// Cells that some window will lack and nothing else if its side gets what it may hope for when
    /// columns are filled in turn.
    hopes: Marks,
    /// The side that is to move while the number of free cells is even.
    leader: Side,
    totals: [Totals; 2],
    /// What the live windows of each side come to.
    sums: [Sum; 2],
    /// How many windows are live for anybody.
    live: u32,
    /// How many cells are free.
    free: u32,
    /// How things were before each stone, and which marks have changed since.
    before: Vec<Before>,
    log: Vec<Marked>,
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
    /// The numbers of its free cells, combined by exclusive or: with one left, its number.
    lacking: u16,
    /// One bit for each place with a stone, on boards whose lines are not too long for it.
    taken: u16,
}

/// What is in a window, for those who ask no more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// How many stones each side has in it.
    pub(super) stones: [u8; 2],
    /// The numbers of its free cells, combined by exclusive or: with one left, its number.
    pub(super) lacking: u16,
}

impl Content {
    /// Whether somebody can still complete it.
    #[inline]
    pub(super) fn is_live(self) -> bool {
        self.stones[0] == 0 || self.stones[1] == 0
    }
}

impl Window {
    /// With one stone more of a side, on a cell of this place.
    #[inline]
    fn add(&mut self, side: Side, cell: u32, place: u32, odd: u8) {
        self.stones[side.index()] += 1;
        self.odd_free -= odd;
        self.lacking ^= cell as u16;
        self.taken |= 1_u16.unbounded_shl(place);
    }

    /// With one stone less.
    #[inline]
    fn remove(&mut self, side: Side, cell: u32, place: u32, odd: u8) {
        self.stones[side.index()] -= 1;
        self.odd_free += odd;
        self.lacking ^= cell as u16;
        self.taken &= !1_u16.unbounded_shl(place);
    }
}

impl Windows {
    /// Those of an empty board.
    pub(super) fn new(spec: Spec, params: &Params) -> Self {
        let cells = spec.rows() * spec.columns();
        let leader = if cells.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut windows = Self {
            spec,
            tables: std::array::from_fn(|_| vec![Window::default(); cells as usize]),
            places: (0..cells).map(|cell| places_of(spec, cell)).collect(),
            strides: std::array::from_fn(|direction| stride(spec, direction)),
            values: Arc::new(Side::BOTH.map(|side| Values::new(spec, params, side == leader))),
            wins: Marks::new(spec),
            hopes: Marks::new(spec),
            leader,
            totals: [Totals::default(); 2],
            sums: [Sum::default(); 2],
            live: 0,
            free: cells,
            before: Vec::new(),
            log: Vec::new(),
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
                let lacking = (0..self.spec.run()).fold(0, |all, place| all ^ along(place) as u16);
                let window = &mut self.tables[direction][cell as usize];
                (window.odd_free, window.lacking) = (odd_free, lacking);
                for side in Side::BOTH {
                    self.sums[side.index()] +=
                        self.values[side.index()].of(direction, 0, odd_free).sum;
                }
            }
        }
    }

    /// Adds a stone to a free cell.
    pub(super) fn add(&mut self, cell: u32, side: Side) {
        self.remember();
        self.free -= 1;
        if self.spec.run() > 1 {
            self.count(cell, side);
        }
        // Else the game ends with the first stone, and nobody asks what it did to the windows.
    }

    /// What a stone does to the windows through its cell.
    fn count(&mut self, cell: u32, side: Side) {
        let (us, them) = (side.index(), (!side).index());
        let odd = u8::from(self.is_odd(cell));
        let (mut our_gain, mut their_loss, mut broken) = (Sum::default(), Sum::default(), 0);
        for direction in 0..DIRECTIONS.len() {
            let stride = self.strides[direction];
            let places = self.places_in(cell, direction);
            let table = &mut self.tables[direction];
            let (our_values, their_values) = (&self.values[us], &self.values[them]);
            let mut has_gaps = false;
            for place in places.clone() {
                let window = &mut table[cell.wrapping_sub(stride.wrapping_mul(place)) as usize];
                let (ours, theirs, odd_free) =
                    (window.stones[us], window.stones[them], window.odd_free);
                if theirs == 0 {
                    let with = our_values.of(direction, ours + 1, odd_free - odd);
                    let without = our_values.of(direction, ours, odd_free);
                    our_gain += with.sum;
                    our_gain -= without.sum;
                    has_gaps |= with.gaps != Gaps::Idle || without.gaps != Gaps::Idle;
                }
                if ours == 0 {
                    let without = their_values.of(direction, theirs, odd_free);
                    their_loss += without.sum;
                    broken += u32::from(theirs > 0);
                    has_gaps |= without.gaps != Gaps::Idle;
                }
                window.add(side, cell, place, odd);
            }
            if has_gaps {
                self.change_gaps(cell, direction, places, side);
            }
        }
        self.sums[us] += our_gain;
        self.sums[them] -= their_loss;
        self.live -= broken;
    }

    /// Tells of the windows through a free cell that somebody can still complete: each with its direction, its
    /// first cell, and how it looks without and with a stone of `side` there. A look is the stones in
    /// it, one bit for each place, and one bit more if they are the second player's; that bit alone
    /// says that nobody can complete it.
    #[inline]
    pub(super) fn each_look(
        &self,
        cell: u32,
        side: Side,
        mut tell: impl FnMut(usize, u32, u32, u32),
    ) {
        let second = 1 << self.spec.run();
        let (ours, mark) = match side {
            Side::First => (0, 0),
            Side::Second => (1, second),
        };
        for direction in 0..DIRECTIONS.len() {
            let stride = self.strides[direction];
            for place in self.places_in(cell, direction) {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                let window = self.tables[direction][first as usize];
                let taken = u32::from(window.taken);
                if window.stones[1 - ours] == 0 {
                    let before = if taken == 0 { 0 } else { taken | mark };
                    tell(direction, first, before, taken | 1 << place | mark);
                } else if window.stones[ours] == 0 {
                    tell(direction, first, taken | (second - mark), second);
                }
            }
        }
    }

    /// The places that a cell has in windows of a direction.
    #[inline]
    fn places_in(&self, cell: u32, direction: usize) -> Range<u32> {
        let (first, end) = self.places[cell as usize][direction];
        first.into()..end.into()
    }

    /// What a stone that was added to `cell` means for windows that lack only few stones: some lacked
    /// this one, others lack only so few with it.
    fn change_gaps(&mut self, cell: u32, direction: usize, places: Range<u32>, side: Side) {
        let stride = self.strides[direction];
        let odd = u8::from(self.is_odd(cell));
        for place in places {
            let first = cell.wrapping_sub(stride.wrapping_mul(place));
            let [with, mut without] = [self.tables[direction][first as usize]; 2];
            without.remove(side, cell, place, odd);
            if without.stones[(!side).index()] == 0 {
                self.change_window(direction, first, without, side, -1);
                self.change_window(direction, first, with, side, 1);
            } else if without.stones[side.index()] == 0 {
                self.change_window(direction, first, without, !side, -1);
            }
        }
    }

    /// Notes that one window more, or less, of a side is like this one.
    fn change_window(
        &mut self,
        direction: usize,
        first: u32,
        window: Window,
        side: Side,
        sign: i32,
    ) {
        let run = self.spec.run();
        let stones = window.stones[side.index()];
        let kind = self.values[side.index()].of(direction, stones, window.odd_free);
        let stride = self.strides[direction];
        let along = |place: u32| first.wrapping_add(stride.wrapping_mul(place));
        match kind.gaps {
            Gaps::Idle => {}
            Gaps::Threat => self.change_win(window.lacking.into(), side, sign),
            Gaps::Unhoped | Gaps::Any => {
                let mut free = !window.taken & (u16::MAX >> (u16::BITS - run));
                while free != 0 {
                    let cell = along(free.trailing_zeros());
                    if kind.gaps == Gaps::Any || self.is_odd(cell) != (side == self.leader) {
                        self.hopes.change(cell, side, sign);
                        self.log.push(Marked { cell, side, is_win: false, sign });
                    }
                    free &= free - 1;
                }
            }
        }
    }

    /// Notes that one window more, or less, lacks only this cell.
    fn change_win(&mut self, cell: u32, side: Side, sign: i32) {
        self.log.push(Marked { cell, side, is_win: true, sign });
        if self.wins.change(cell, side, sign) {
            let height = cell % self.spec.rows();
            let above = height + 1 < self.spec.rows() && self.wins(cell + 1, side);
            let below = height > 0 && self.wins(cell - 1, side);
            let totals = &mut self.totals[side.index()];
            totals.threats += sign;
            totals.stacked += sign * (i32::from(above) + i32::from(below));
        }
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
        self.wins.has(cell, side)
    }

    /// Where a side could complete a line in a column of at most 64 cells, from the bottom up.
    #[inline]
    pub(super) fn winning_cells(&self, column: usize, side: Side) -> u64 {
        self.wins.columns()[column][side.index()]
    }

    /// How many free cells a side has below the nearest two of its threats that lie one above the other;
    /// `None` without such a pair, and on boards of more than 64 rows.
    pub(super) fn way_to_pair(&self, heights: &[u32], side: Side) -> Option<u32> {
        if self.totals(side).stacked == 0 || self.chunks() > 1 {
            return None;
        }
        let ways = heights.iter().enumerate().filter_map(|(column, &height)| {
            let wins = self.winning_cells(column, side);
            let pairs = (wins & wins >> 1).unbounded_shr(height);
            (pairs != 0).then(|| pairs.trailing_zeros())
        });
        ways.min()
    }

    /// Where each side could complete a line: for each column, cells from the bottom up, in
    /// [`chunks`](Self::chunks) words.
    #[inline]
    pub(super) fn threatened(&self, seen: &mut Vec<[u64; 2]>) {
        seen.clear();
        seen.extend_from_slice(self.wins.columns());
    }

    /// The same with cells where it may hope to.
    #[inline]
    pub(super) fn hoped(&self, seen: &mut Vec<[u64; 2]>) {
        seen.clear();
        let both = self.wins.columns().iter().zip(self.hopes.columns());
        seen.extend(both.map(|(wins, hopes)| [wins[0] | hopes[0], wins[1] | hopes[1]]));
    }

    /// How many words of 64 cells a column has.
    #[inline]
    pub(super) fn chunks(&self) -> u32 {
        self.wins.chunks()
    }

    /// The height of the columns.
    #[inline]
    pub(super) fn rows(&self) -> u32 {
        self.spec.rows()
    }

    /// Tells of the windows through a free cell that somebody can still complete: each with its
    /// direction and its first cell.
    pub(super) fn each_live_through(&self, cell: u32, mut tell: impl FnMut(usize, u32)) {
        for direction in 0..DIRECTIONS.len() {
            let stride = self.strides[direction];
            for place in self.places_in(cell, direction) {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                if self.content(direction, first).is_live() {
                    tell(direction, first);
                }
            }
        }
    }

    /// What is in the window with this direction and first cell.
    #[inline]
    pub(super) fn content(&self, direction: usize, first: u32) -> Content {
        let Window { stones, lacking, .. } = self.tables[direction][first as usize];
        Content { stones, lacking }
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

    /// For all windows through a cell, the sum of what a list says of them, by stones of `us` and then
    /// those of the other side.
    #[inline]
    pub(super) fn sum_through(&self, cell: u32, us: Side, worth: &[i32]) -> i32 {
        let most = self.spec.run() as usize + 1;
        let mut sum = 0;
        for direction in 0..DIRECTIONS.len() {
            let stride = self.strides[direction];
            for place in self.places_in(cell, direction) {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                let stones = self.tables[direction][first as usize].stones;
                let (ours, theirs) = (stones[us.index()], stones[(!us).index()]);
                sum += worth[usize::from(ours) * most + usize::from(theirs)];
            }
        }
        sum
    }
}
