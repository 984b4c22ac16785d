//! Questions about all lines of a board at once, for boards in machine words.
//!
//! A direction is a step between bits: 1 goes up a column, `rows + 1` to the right, `rows` and
//! `rows + 2` along the diagonals. The row of bits above the board belongs to no set that comes
//! in here, and so no line runs on into the next column.

use mossa_games::{
    connect::{Size, Spec},
    word::Word,
};

/// The step from a cell to the one above it.
const UP: u32 = 1;

/// The directions other than [`UP`] in which a line fits on the board.
#[inline]
fn slopes(spec: Spec) -> impl Iterator<Item = u32> {
    let fits_across = spec.run() <= spec.columns();
    let fits_aslant = fits_across && spec.run() <= spec.rows();
    let steps = [
        (spec.rows() + 1, fits_across),
        (spec.rows(), fits_aslant),
        (spec.rows() + 2, fits_aslant),
    ];
    steps.into_iter().filter_map(|(step, fits)| fits.then_some(step))
}

/// The free cells, reachable now or not, where one more stone makes a line of `stones`.
#[inline]
pub(super) fn winning_cells<S: Size>(size: S, stones: S::Word, free: S::Word) -> S::Word {
    let spec = size.spec();
    if spec.run() == 1 {
        return free;
    }
    let mut cells = S::Word::EMPTY;
    if spec.run() <= spec.rows() {
        // Nothing lies above a free cell: a line up a column can only be completed at its end.
        cells = full_windows(stones, UP, spec.run() - 1) << (spec.run() - 1);
    }
    for step in slopes(spec) {
        cells =
            cells | covered(Windows::count(stones, free, step, spec.run()).one, step, spec.run());
    }
    cells & free
}

/// Whether a set has a line in it, in any direction.
#[inline]
pub(super) fn has_line<S: Size>(size: S, set: S::Word) -> bool {
    let spec = size.spec();
    slopes(spec).any(|step| !full_windows(set, step, spec.run()).is_empty())
        || spec.run() <= spec.rows() && !full_windows(set, UP, spec.run()).is_empty()
}

/// How many windows, stretches of as many cells as make a line, lie within a set.
#[inline]
pub(super) fn count_lines<S: Size>(size: S, set: S::Word) -> u32 {
    let spec = size.spec();
    let mut count = 0;
    for step in slopes(spec) {
        count += full_windows(set, step, spec.run()).count();
    }
    if spec.run() <= spec.rows() {
        count += full_windows(set, UP, spec.run()).count();
    }
    count
}

/// How many windows have only two free cells, and `stones` on all others.
#[inline]
pub(super) fn count_two_short<S: Size>(size: S, stones: S::Word, free: S::Word) -> u32 {
    let spec = size.spec();
    let mut count = 0;
    for step in slopes(spec) {
        count += Windows::count(stones, free, step, spec.run()).two.count();
    }
    count
}

/// Where one more stone makes a line of `stones` in one direction; cells that are taken or off the board
/// may be among them.
#[inline]
pub(super) fn completing<W: Word>(stones: W, step: u32, run: u32) -> W {
    covered(Windows::count(stones, !stones, step, run).one, step, run)
}

/// Where windows of some length begin that lie within a set.
#[inline]
pub(super) fn full_windows<W: Word>(set: W, step: u32, length: u32) -> W {
    let (mut starts, mut done) = (set, 1);
    while done < length {
        let more = done.min(length - done);
        starts = starts & (starts >> (more * step));
        done += more;
    }
    starts
}

/// All cells of the windows that begin at `starts`.
#[inline]
fn covered<W: Word>(starts: W, step: u32, length: u32) -> W {
    let (mut cells, mut done) = (starts, 1);
    while done < length {
        let more = done.min(length - done);
        cells = cells | (cells << (more * step));
        done += more;
    }
    cells
}

/// Where windows begin that have stones everywhere but on a few free cells.
#[derive(Clone, Copy)]
struct Windows<W> {
    none: W,
    one: W,
    two: W,
}

impl<W: Word> Windows<W> {
    /// Sorts the windows of `length` cells by the number of their free cells.
    ///
    /// Windows grow by doubling, and by one cell where the length's next binary digit is 1.
    #[inline]
    fn count(stones: W, free: W, step: u32, length: u32) -> Self {
        let cell = Self { none: stones, one: free, two: W::EMPTY };
        let mut windows = cell;
        let mut done = 1;
        for digit in (0..length.ilog2()).rev() {
            windows = windows.followed_by(windows, done * step);
            done *= 2;
            if length >> digit & 1 == 1 {
                windows = windows.followed_by(cell, done * step);
                done += 1;
            }
        }
        windows
    }

    /// These windows, each continued by another that begins `distance` bits further up.
    #[inline]
    fn followed_by(self, next: Self, distance: u32) -> Self {
        let (none, one, two) = (next.none >> distance, next.one >> distance, next.two >> distance);
        Self {
            none: self.none & none,
            one: (self.none & one) | (self.one & none),
            two: (self.none & two) | (self.one & one) | (self.two & none),
        }
    }
}
