//! What the windows through each cell say, summed up and kept up to date: for lines of any length.
//!
//! For every window (see [`geometry`](super::geometry)) the stones of both sides on it are
//! counted. What the live windows through a cell say is summed up: how promising it looks
//! ([`Promises`]), and, direction by direction, what could be forced there ([`Counts`]).
//!
//! A stone changes at most K windows in each direction, and these change the sums of at most
//! 2K - 1 cells. The changes of the sums are running sums over the changes of the windows, so
//! that a stone costs O(K), not O(K²).

use mossa_kernel::Side;

use super::{
    counts::{Counts, Forces},
    geometry::{DIRECTIONS, Geometry},
    neighborhood::Neighborhood,
    promises::Promises,
    weights::Weights,
    window::{Gain, Window},
};

/// The sums of all cells.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// What a live window with so many stones adds; the last entry is that of a dead one.
    gains: Vec<Gain>,
    windows: Vec<Window>,
    promises: Vec<Promises>,
    /// The windows through each cell, direction by direction.
    counts: Vec<[Counts; DIRECTIONS]>,
    neighborhood: Neighborhood,
    /// Room for the changes of the windows of one direction.
    changes: Vec<Change>,
}

/// What a stone changes for each side, all lines together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    /// What its lines are worth.
    pub(super) worth: [i32; 2],
    /// How many windows are live.
    pub(super) live: [i32; 2],
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

impl Sums {
    /// Those of an empty board.
    pub(super) fn new(geometry: &Geometry, weights: &Weights) -> Self {
        let (cells, run) = (geometry.cells(), geometry.run());
        let mut sums = Self {
            gains: Gain::table(run, weights),
            windows: vec![Window::default(); DIRECTIONS * cells],
            promises: vec![Promises::default(); cells],
            counts: vec![[Counts::default(); DIRECTIONS]; cells],
            neighborhood: Neighborhood::new(cells),
            changes: vec![Change::default(); run + 2],
        };
        sums.fill(geometry);
        sums
    }

    /// Counts the windows of an empty board.
    fn fill(&mut self, geometry: &Geometry) {
        for cell in 0..geometry.cells() {
            let mut windows = 0;
            for direction in 0..DIRECTIONS {
                let count = geometry.windows_with(cell, direction).count;
                windows += count;
                self.counts[cell][direction] =
                    Counts::of_both([self.gains[0].counts; 2]).times(count);
                self.fill_window(geometry, cell, direction);
            }
            self.promises[cell] = Promises::of_both([self.gains[0].promise; 2]).times(windows);
        }
    }

    /// Notes the free cells of the window that begins at a cell, if there is one. Those that begin
    /// before are done.
    fn fill_window(&mut self, geometry: &Geometry, first: usize, direction: usize) {
        if !geometry.begins_window(first, direction) {
            return;
        }
        let span = geometry.windows_with(first, direction);
        let (run, step) = (geometry.run(), span.step);
        let number = direction * geometry.cells() + first;
        self.windows[number].free = if span.before > 0 {
            self.windows[number - step].free
                ^ (first - step) as u16
                ^ (first + (run - 1) * step) as u16
        } else {
            (0..run).fold(0, |free, index| free ^ (first + index * step) as u16)
        };
    }

    /// Lets a stone come (or go), and shows `visit` the cells where something else can be forced then,
    /// were they free. Quickly only that is kept up to date; else what changes in all is returned.
    #[inline]
    pub(super) fn change<const COMES: bool, const QUICK: bool>(
        &mut self,
        geometry: &Geometry,
        cell: usize,
        side: Side,
        mut visit: impl FnMut(usize, Forces),
    ) -> Total {
        let mut total = Total::default();
        for direction in 0..DIRECTIONS {
            let total = &mut total;
            let visit = &mut visit;
            if geometry.spec().is_exact() {
                self.change_direction::<COMES, QUICK, true>(
                    geometry, cell, side, direction, total, visit,
                );
            } else {
                self.change_direction::<COMES, QUICK, false>(
                    geometry, cell, side, direction, total, visit,
                );
            }
        }
        match (QUICK, COMES) {
            (true, _) => {}
            (_, true) => self.neighborhood.place(geometry, cell as u32),
            (_, false) => self.neighborhood.remove(geometry, cell as u32),
        }
        total
    }

    #[inline]
    fn change_direction<const COMES: bool, const QUICK: bool, const EXACT: bool>(
        &mut self,
        geometry: &Geometry,
        cell: usize,
        side: Side,
        direction: usize,
        total: &mut Total,
        visit: &mut impl FnMut(usize, Forces),
    ) {
        let span = geometry.windows_at(cell, direction);
        let run = geometry.run();
        let mut number = span.window;
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
                total.add([first, second]);
            }
            number += span.step;
        }
        if span.count == 0 {
            return;
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
                if before.forces() != now.forces() {
                    visit(at, self.forces(at));
                }
            }
            at += span.step;
        }
    }

    /// What can be forced on a free cell.
    #[inline]
    pub(super) fn forces(&self, cell: usize) -> Forces {
        self.counts[cell].iter().fold(Forces::default(), |any, counts| any.or(counts.forces()))
    }

    /// What the windows through a cell promise.
    #[inline]
    pub(super) fn promises(&self, cell: usize) -> Promises {
        self.promises[cell]
    }

    /// How many live windows of a side through a cell miss two stones.
    #[inline]
    pub(super) fn fours_at(&self, cell: usize, side: Side) -> u32 {
        self.counts[cell].iter().fold(0, |sum, counts| sum + u32::from(counts.number(2, side)))
    }

    /// What [`Counts::urge`] says of the windows through a cell.
    pub(super) fn urge(&self, cell: usize, side: Side) -> u32 {
        self.counts[cell].iter().fold(0, |sum, counts| sum + counts.urge(side))
    }

    /// Shows `visit` where `side` completes a line after a stone on a free cell.
    pub(super) fn each_completion(
        &self,
        geometry: &Geometry,
        cell: usize,
        side: Side,
        mut visit: impl FnMut(u32),
    ) {
        for direction in 0..DIRECTIONS {
            if self.counts[cell][direction].number(2, side) == 0 {
                continue;
            }
            let span = geometry.windows_with(cell, direction);
            let mut number = span.window;
            for _ in 0..span.count {
                let window = self.windows[number];
                if window.misses_two(side, geometry.run()) {
                    visit(u32::from(window.free) ^ cell as u32);
                }
                number += span.step;
            }
        }
    }

    /// Shows `visit` the cells, free or not, that have a stone near.
    pub(super) fn each_near(&self, visit: impl FnMut(u32)) {
        self.neighborhood.cells().iter().for_each(visit);
    }
}

impl Total {
    fn add(&mut self, gains: [Gain; 2]) {
        for (side, gain) in gains.into_iter().enumerate() {
            self.worth[side] += gain.worth;
            self.live[side] += gain.live;
        }
    }
}
