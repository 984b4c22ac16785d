//! The state of all lines of a board, kept up to date stone by stone.
//!
//! For every window (see [`geometry`](super::geometry)) the stones of both sides on it are
//! counted. A window is *live* for a side while it could still become that side's line: the other
//! side has no stone on it and, under the exact rule, no stone of its own touches an end. What the
//! live windows through a cell say is summed up in a [`Word`] for each side.
//!
//! A stone changes at most K windows in each direction, and these change the words of at most
//! 2K - 1 cells. The changes of the words are running sums over the changes of the windows, so
//! that a stone costs O(K), not O(K²).
//!
//! Names are those of Gomoku, whatever K is: a *five* is a complete line, a *four* misses one
//! stone.

use mossa_games::mnk::Spec;
use mossa_kernel::{Side, keys};

use super::{
    cells::CellSet,
    geometry::{DIRECTIONS, Geometry},
    weights::Weights,
    window::{Gain, Window},
    word::Word,
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
    words: Vec<[Word; 2]>,
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
    changes: Vec<[Word; 2]>,
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
            words: vec![[Word::default(); 2]; cells],
            live: [0; 2],
            worth: [0; 2],
            fives: [CellSet::new(cells), CellSet::new(cells)],
            fours: [CellSet::new(cells), CellSet::new(cells)],
            stones: 0,
            key: 0,
            changes: vec![[Word::default(); 2]; run + 2],
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
                windows += self.geometry.windows_with(cell, direction).count;
                self.fill_window(cell, direction);
            }
            self.words[cell] = [self.gains[0].word.times(windows); 2];
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
        let index = cell as usize;
        self.owners[index] = Some(side);
        for set in self.fives.iter_mut().chain(&mut self.fours) {
            set.remove(cell);
        }
        self.change::<true>(index, side);
        self.stones += 1;
        self.key ^= keys::stone(cell, side);
    }

    /// Takes a stone away that `side` has put on a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: u32, side: Side) {
        let index = cell as usize;
        self.change::<false>(index, side);
        self.owners[index] = None;
        self.sort_in(index);
        self.stones -= 1;
        self.key ^= keys::stone(cell, side);
    }

    /// Lets a stone that comes (or goes) change windows and words.
    #[inline]
    fn change<const COMES: bool>(&mut self, cell: usize, side: Side) {
        for direction in 0..DIRECTIONS {
            if self.geometry.spec().is_exact() {
                self.change_direction::<COMES, true>(cell, side, direction);
            } else {
                self.change_direction::<COMES, false>(cell, side, direction);
            }
        }
    }

    #[inline]
    fn change_direction<const COMES: bool, const EXACT: bool>(
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
            for side in 0..2 {
                let gain = self.gains[now[side]].minus(self.gains[before[side]]);
                self.changes[index][side] = gain.word;
                total[side] = total[side].plus(gain);
            }
            number += span.step;
        }
        for (side, gain) in total.into_iter().enumerate() {
            self.worth[side] += gain.worth;
            self.live[side] += gain.live;
        }
        if span.count == 0 {
            return;
        }
        let mut sum = [Word::default(); 2];
        let mut at = span.first;
        for index in 0..span.count + run - 1 {
            if index < span.count {
                sum = plus(sum, self.changes[index]);
            }
            if index >= run {
                sum = minus(sum, self.changes[index - run]);
            }
            let before = self.words[at];
            let now = plus(before, sum);
            self.words[at] = now;
            let forces_otherwise =
                before[0].forces_otherwise(now[0]) || before[1].forces_otherwise(now[1]);
            if forces_otherwise && self.owners[at].is_none() {
                self.sort_in(at);
            }
            at += span.step;
        }
    }

    /// Puts a free cell into the sets where it belongs.
    fn sort_in(&mut self, cell: usize) {
        for (index, word) in self.words[cell].into_iter().enumerate() {
            self.fives[index].set(cell as u32, word.windows(1) > 0);
            self.fours[index].set(cell as u32, word.windows(2) > 0);
        }
    }
}

#[inline]
fn plus(left: [Word; 2], right: [Word; 2]) -> [Word; 2] {
    [left[0].plus(right[0]), left[1].plus(right[1])]
}

#[inline]
fn minus(left: [Word; 2], right: [Word; 2]) -> [Word; 2] {
    [left[0].minus(right[0]), left[1].minus(right[1])]
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

    /// What the windows through a cell say to a side.
    #[inline]
    pub(super) fn word(&self, cell: u32, side: Side) -> Word {
        self.words[cell as usize][side.index()]
    }

    /// What a side's lines are worth in all.
    #[inline]
    pub(super) fn worth(&self, side: Side) -> i32 {
        self.worth[side.index()]
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
        if self.word(cell, side).windows(2) == 0 {
            return fours;
        }
        for direction in 0..DIRECTIONS {
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
