//! The state of all lines of a board, kept up to date stone by stone.
//!
//! For every window (see [`geometry`](super::geometry)) the stones of both sides on it are
//! counted. A window is *live* for a side while it could still become that side's line: the other
//! side has no stone on it and, under the exact rule, no stone of its own touches an end. What the
//! live windows through a cell say is summed up: how promising it looks ([`Promises`]), and, direction by
//! direction, what could be forced there ([`Counts`]).
//!
//! A stone changes at most K windows in each direction, and these change the sums of at most
//! 2K - 1 cells. The changes of the sums are running sums over the changes of the windows, so
//! that a stone costs O(K), not O(K²).
//!
//! Names are those of Gomoku, whatever K is: a *five* is a complete line, a *four* misses one
//! stone.

use mossa_games::mnk::Spec;
use mossa_kernel::{Side, keys};

use super::{
    cells::CellSet,
    counts::Counts,
    geometry::{DIRECTIONS, Geometry},
    promises::Promises,
    weights::Weights,
    window::{Gain, Window},
};

/// What a stone would make, where it makes no five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fours {
    /// No four.
    None,
    /// The next stone could complete a line on this cell alone.
    One(u32),
    /// On either of these two.
    Two(u32, u32),
    /// On more than two.
    Many,
}

/// All lines of a board.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    geometry: Geometry,
    /// What a live window with so many stones adds; the last entry is that of a dead one.
    gains: Vec<Gain>,
    owners: Vec<Option<Side>>,
    windows: Vec<Window>,
    promises: Vec<Promises>,
    /// The windows through each cell, direction by direction.
    counts: Vec<[Counts; DIRECTIONS]>,
    /// How many windows are live.
    live: [i32; 2],
    worth: [i32; 2],
    /// The free cells where a stone makes a five.
    fives: [CellSet; 2],
    /// The free cells where a stone makes a four, or would, were it not a five.
    fours: [CellSet; 2],
    stones: u32,
    key: u64,
    /// Room for the changes of the windows of one direction.
    changes: Vec<Change>,
}

/// What a change of some windows does to the sums of their cells.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    promises: Promises,
    counts: Counts,
}

impl Change {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Self {
            promises: self.promises.plus(other.promises),
            counts: self.counts.plus(other.counts),
        }
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        Self {
            promises: self.promises.minus(other.promises),
            counts: self.counts.minus(other.counts),
        }
    }
}

impl Lines {
    /// An empty board.
    pub(super) fn new(spec: Spec, weights: &Weights) -> Self {
        let geometry = Geometry::new(spec);
        let (cells, run) = (geometry.cells(), geometry.run());
        let mut lines = Self {
            gains: Gain::table(run, weights),
            owners: vec![None; cells],
            windows: vec![Window::default(); DIRECTIONS * cells],
            promises: vec![Promises::default(); cells],
            counts: vec![[Counts::default(); DIRECTIONS]; cells],
            live: [0; 2],
            worth: [0; 2],
            fives: [CellSet::new(cells), CellSet::new(cells)],
            fours: [CellSet::new(cells), CellSet::new(cells)],
            stones: 0,
            key: 0,
            changes: vec![Change::default(); run + 2],
            geometry,
        };
        lines.fill();
        lines
    }

    /// Counts the windows of an empty board.
    fn fill(&mut self) {
        for cell in 0..self.geometry.cells() {
            let mut windows = 0;
            for direction in 0..DIRECTIONS {
                let count = self.geometry.windows_with(cell, direction).count;
                windows += count;
                self.counts[cell][direction] =
                    Counts::of_both([self.gains[0].counts; 2]).times(count);
                self.fill_window(cell, direction);
            }
            self.promises[cell] = Promises::of_both([self.gains[0].promise; 2]).times(windows);
            self.sort_in(cell);
        }
    }

    /// Notes the free cells of the window that begins at a cell, if there is one. Those that begin
    /// before are done.
    fn fill_window(&mut self, first: usize, direction: usize) {
        let span = self.geometry.windows_with(first, direction);
        let has_window = span.count == span.before + 1;
        if !has_window {
            return;
        }
        let (run, step) = (self.geometry.run(), span.step);
        let number = direction * self.geometry.cells() + first;
        let free = if span.before > 0 {
            self.windows[number - step].free
                ^ (first - step) as u16
                ^ (first + (run - 1) * step) as u16
        } else {
            (0..run).fold(0, |free, index| free ^ (first + index * step) as u16)
        };
        self.windows[number].free = free;
        self.live = self.live.map(|live| live + 1);
    }

    /// Puts a stone on a free cell.
    #[inline]
    pub(super) fn place(&mut self, cell: u32, side: Side) {
        self.occupy(cell, side);
        self.change::<true, false>(cell as usize, side);
    }

    /// Takes a stone away that `side` has put on a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: u32, side: Side) {
        self.change::<false, false>(cell as usize, side);
        self.vacate(cell, side);
    }

    /// Puts a stone on a free cell for a while: until it is taken away again with
    /// [`remove_quickly`](Self::remove_quickly) only owners, what can be forced and the key are kept up to
    /// date.
    #[inline]
    pub(super) fn place_quickly(&mut self, cell: u32, side: Side) {
        self.occupy(cell, side);
        self.change::<true, true>(cell as usize, side);
    }

    /// Takes a stone away that was placed quickly.
    #[inline]
    pub(super) fn remove_quickly(&mut self, cell: u32, side: Side) {
        self.change::<false, true>(cell as usize, side);
        self.vacate(cell, side);
    }

    #[inline]
    fn occupy(&mut self, cell: u32, side: Side) {
        self.owners[cell as usize] = Some(side);
        for set in self.fives.iter_mut().chain(&mut self.fours) {
            set.remove(cell);
        }
        self.stones += 1;
        self.key ^= keys::stone(cell, side);
    }

    #[inline]
    fn vacate(&mut self, cell: u32, side: Side) {
        self.owners[cell as usize] = None;
        self.sort_in(cell as usize);
        self.stones -= 1;
        self.key ^= keys::stone(cell, side);
    }

    /// Lets a stone that comes (or goes) change windows and what they say about their cells; all of it,
    /// or quickly only what can be forced.
    #[inline]
    fn change<const COMES: bool, const QUICK: bool>(&mut self, cell: usize, side: Side) {
        for direction in 0..DIRECTIONS {
            if self.geometry.spec().is_exact() {
                self.change_direction::<COMES, QUICK, true>(cell, side, direction);
            } else {
                self.change_direction::<COMES, QUICK, false>(cell, side, direction);
            }
        }
    }

    #[inline]
    fn change_direction<const COMES: bool, const QUICK: bool, const EXACT: bool>(
        &mut self,
        cell: usize,
        side: Side,
        direction: usize,
    ) {
        let span = self.geometry.windows_at(cell, direction);
        let run = self.geometry.run();
        let mut number = span.window;
        let mut total = [Gain::default(); 2];
        for index in 0..span.count {
            let window = &mut self.windows[number];
            let is_inside = !EXACT || (span.before < run + index && index <= span.before);
            let before = window.standings::<EXACT>(run);
            window.change::<COMES>(cell, side, is_inside);
            let now = window.standings::<EXACT>(run);
            let first = self.gains[now[0]].minus(self.gains[before[0]]);
            let second = self.gains[now[1]].minus(self.gains[before[1]]);
            let change = &mut self.changes[index];
            change.counts = Counts::of_both([first.counts, second.counts]);
            if !QUICK {
                change.promises = Promises::of_both([first.promise, second.promise]);
                total = [total[0].plus(first), total[1].plus(second)];
            }
            number += span.step;
        }
        if span.count == 0 {
            return;
        }
        if !QUICK {
            for (side, gain) in total.into_iter().enumerate() {
                self.worth[side] += gain.worth;
                self.live[side] += gain.live;
            }
        }
        let mut sum = Change::default();
        let mut at = span.first;
        for index in 0..span.count + run - 1 {
            if index < span.count {
                sum = sum.plus(self.changes[index]);
            }
            if index >= run {
                sum = sum.minus(self.changes[index - run]);
            }
            if !QUICK {
                self.promises[at] = self.promises[at].plus(sum.promises);
            }
            if !sum.counts.is_zero() {
                let before = self.counts[at][direction];
                let now = before.plus(sum.counts);
                self.counts[at][direction] = now;
                if before.forces_otherwise(now) && self.owners[at].is_none() {
                    self.sort_in(at);
                }
            }
            at += span.step;
        }
    }

    /// Puts a free cell into the sets where it belongs.
    fn sort_in(&mut self, cell: usize) {
        let any = self.counts[cell].into_iter().fold(Counts::default(), Counts::or);
        for side in Side::BOTH {
            self.fives[side.index()].set(cell as u32, any.number(1, side) > 0);
            self.fours[side.index()].set(cell as u32, any.number(2, side) > 0);
        }
    }
}

/// What can be asked.
impl Lines {
    /// The board's size and rule.
    pub(super) fn spec(&self) -> Spec {
        self.geometry.spec()
    }

    /// How many cells the board has.
    pub(super) fn cells(&self) -> u32 {
        self.geometry.cells() as u32
    }

    /// How many stones there are.
    #[inline]
    pub(super) fn stones(&self) -> u32 {
        self.stones
    }

    /// Whose stone is on a cell.
    #[inline]
    pub(super) fn owner(&self, cell: u32) -> Option<Side> {
        self.owners[cell as usize]
    }

    /// Whether a cell has no stone.
    #[inline]
    pub(super) fn is_free(&self, cell: u32) -> bool {
        self.owners[cell as usize].is_none()
    }

    /// A number that (nearly) only these stones have.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// What the windows through a cell promise to a side.
    #[inline]
    pub(super) fn promise(&self, cell: u32, side: Side) -> u32 {
        self.promises[cell as usize].of(side)
    }

    /// Whether no line of either side can ever pass through a cell.
    #[inline]
    pub(super) fn is_dead(&self, cell: u32) -> bool {
        self.promises[cell as usize] == Promises::default()
    }

    /// What a side's lines are worth in all.
    #[inline]
    pub(super) fn worth(&self, side: Side) -> i32 {
        self.worth[side.index()]
    }

    /// How many live windows of a side through a cell miss two stones.
    #[inline]
    pub(super) fn fours_at(&self, cell: u32, side: Side) -> u32 {
        self.counts[cell as usize].iter().map(|counts| u32::from(counts.number(2, side))).sum()
    }

    /// How many windows in all directions make a stone on a cell worthwhile in a chain of fours: those
    /// that miss fewer stones count more.
    pub(super) fn urge(&self, cell: u32, side: Side) -> u32 {
        self.counts[cell as usize].into_iter().map(|counts| counts.urge(side)).sum()
    }

    /// Whether a side could still complete a line, were the other to sit still.
    #[inline]
    pub(super) fn has_hope(&self, side: Side) -> bool {
        self.live[side.index()] > 0
    }

    /// The free cells where a stone of `side` completes a line.
    #[inline]
    pub(super) fn fives(&self, side: Side) -> &CellSet {
        &self.fives[side.index()]
    }

    /// The free cells that lie on a live window which misses two stones: a stone there makes a
    /// four.
    #[inline]
    pub(super) fn fours(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// Where lines run.
    #[inline]
    pub(super) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// What a stone of `side` on a free cell would threaten to complete.
    pub(super) fn fours_by(&self, cell: u32, side: Side) -> Fours {
        let mut fours = Fours::None;
        if !self.fours(side).contains(cell) {
            return fours;
        }
        for direction in 0..DIRECTIONS {
            if self.counts[cell as usize][direction].number(2, side) == 0 {
                continue;
            }
            let span = self.geometry.windows_with(cell as usize, direction);
            let mut number = span.window;
            for _ in 0..span.count {
                let window = self.windows[number];
                if window.misses_two(side, self.geometry.run()) {
                    fours = fours.and(u32::from(window.free) ^ cell);
                }
                number += span.step;
            }
        }
        fours
    }
}

impl Fours {
    /// One more cell that completes a line, or the same again.
    fn and(self, cell: u32) -> Self {
        match self {
            Self::None => Self::One(cell),
            Self::One(first) if first != cell => Self::Two(first, cell),
            Self::Two(first, second) if first != cell && second != cell => Self::Many,
            _ => self,
        }
    }

    /// Whether one stone cannot stop them.
    #[inline]
    pub(super) fn is_double(self) -> bool {
        matches!(self, Self::Two(..) | Self::Many)
    }
}
