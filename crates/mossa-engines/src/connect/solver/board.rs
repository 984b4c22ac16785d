//! What never changes about a board: its cells, its lines, and how wins are scored.

use mossa_games::{
    connect::{Number, Size},
    word::Word,
};

use crate::connect::words;

/// A board of some size, and sets of its cells that are needed again and again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<S: Size> {
    pub(super) size: S,
    /// The lowest cells of all columns.
    pub(super) bottoms: S::Word,
    /// Cells with an even number of cells above them.
    pub(super) even_above: S::Word,
}

impl<S: Size> Board<S> {
    pub(super) fn new(size: S) -> Self {
        let (board, rows) = (size.board(), size.spec().rows());
        let mut even_above = S::Word::EMPTY;
        board.each(|bit| {
            if (rows - 1 - bit % (rows + 1)).is_multiple_of(2) {
                even_above = even_above | S::Word::one(bit);
            }
        });
        Self { size, bottoms: board & !(board << 1), even_above }
    }

    #[inline]
    pub(super) fn cells(&self) -> S::Word {
        self.size.board()
    }

    #[inline]
    pub(super) fn n_cells(&self) -> i32 {
        let spec = self.size.spec();
        (spec.rows() * spec.columns()).cast_signed()
    }

    /// Where a stone can be put.
    #[inline]
    pub(super) fn playable(&self, taken: S::Word) -> S::Word {
        taken.plus(self.bottoms) & self.cells()
    }

    /// The column of the only cell in a set.
    #[inline]
    pub(super) fn column(&self, cell: S::Word) -> u32 {
        cell.lowest() / (self.size.spec().rows() + 1)
    }

    /// The cells of the column that a bit lies in.
    #[inline]
    pub(super) fn column_of(&self, bit: u32) -> S::Word {
        let height = self.size.spec().rows() + 1;
        let column = S::Word::one(height - 1).plus(!S::Word::EMPTY);
        column << (bit / height * height)
    }

    /// A set of cells and all above them.
    #[inline]
    pub(super) fn and_above(&self, set: S::Word) -> S::Word {
        // The number of all columns' highest bits, which are no cells, less the set: in each column that
        // flips everything above the lowest of the set.
        let tops = self.bottoms << self.size.spec().rows();
        (tops.plus(!set).plus(S::Word::one(0)) | set) & self.cells()
    }

    /// The score of a win with the stone of this number, counted from 1 on the empty board: how
    /// many stones the winner has in hand before it, that one included.
    #[inline]
    pub(super) fn score_of_stone(&self, number: i32) -> i32 {
        (self.n_cells() + 2 - number) / 2
    }

    /// In how many plies a position with so many stones ends, by its score for the side to move.
    pub(super) fn plies(&self, score: i32, stones: i32) -> Option<u32> {
        let last = (self.n_cells() + 2 - 2 * score.abs()) - stones;
        // The winner's stones have odd distances from here if it is to move, else even ones.
        let is_ours = score > 0;
        let plies = if (last % 2 != 0) == is_ours { last } else { last - 1 };
        (score != 0).then_some(plies.unsigned_abs())
    }

    /// The step between bits for each direction in which a line fits on the board, up the columns
    /// aside; 0 for the others.
    #[inline]
    fn slopes(&self) -> [u32; 3] {
        let spec = self.size.spec();
        let fits_across = spec.run() <= spec.columns();
        let fits_aslant = fits_across && spec.run() <= spec.rows();
        let across = if fits_across { spec.rows() + 1 } else { 0 };
        let [down, up] = if fits_aslant { [spec.rows(), spec.rows() + 2] } else { [0, 0] };
        [across, down, up]
    }

    /// The cells of `free`, reachable now or not, where one more stone makes a line of `stones`.
    #[inline]
    pub(super) fn winning_cells(&self, stones: S::Word, free: S::Word) -> S::Word {
        // What the compiler knows it need not count. (Where it knows the size, one of these is left.)
        let cells = match self.size.spec().run() {
            4 => self.completing(stones, 4),
            5 => self.completing(stones, 5),
            run => self.completing(stones, run),
        };
        cells & free
    }

    /// Where one more stone makes a line of `run` stones, if the cell is free.
    #[inline(always)]
    fn completing(&self, stones: S::Word, run: u32) -> S::Word {
        let mut cells = S::Word::EMPTY;
        if run <= self.size.spec().rows() {
            // Nothing lies above a free cell: a line up a column can only be completed at its end.
            cells = !S::Word::EMPTY;
            for distance in 1..run {
                cells = cells & (stones << distance);
            }
        }
        for step in self.slopes() {
            if step > 0 {
                cells = cells | completing(stones, step, run);
            }
        }
        cells
    }

    /// Whether a set has a line in it, in any direction.
    #[inline]
    pub(super) fn has_line(&self, set: S::Word) -> bool {
        match self.size.spec().run() {
            4 => self.has_line_of(set, 4),
            5 => self.has_line_of(set, 5),
            run => self.has_line_of(set, run),
        }
    }

    #[inline(always)]
    fn has_line_of(&self, set: S::Word, run: u32) -> bool {
        let mut lines = S::Word::EMPTY;
        if run <= self.size.spec().rows() {
            lines = words::full_windows(set, 1, run);
        }
        for step in self.slopes() {
            if step > 0 {
                lines = lines | words::full_windows(set, step, run);
            }
        }
        !lines.is_empty()
    }

    /// A set of cells seen in a mirror.
    pub(super) fn mirrored(&self, set: S::Word) -> S::Word {
        let (columns, height) = (self.size.spec().columns(), self.size.spec().rows() + 1);
        // The lowest column with the bit above it. The number before a power of two is all ones.
        let above = S::Word::one(height - 1);
        let column = above | above.plus(!S::Word::EMPTY);
        let mut mirrored = S::Word::EMPTY;
        for number in 0..columns {
            let part = (set >> (number * height)) & column;
            mirrored = mirrored | (part << ((columns - 1 - number) * height));
        }
        mirrored
    }
}

/// Where one more stone completes a row of `run` in one direction.
#[inline(always)]
fn completing<W: Word>(stones: W, step: u32, run: u32) -> W {
    if run != 4 {
        return words::completing(stones, step, run);
    }
    // The usual game, in the fewest operations.
    let (before, after) = (stones << step, stones >> step);
    let (two_before, two_after) = (before & (stones << (2 * step)), after & (stones >> (2 * step)));
    (two_before & ((stones << (3 * step)) | after))
        | (two_after & ((stones >> (3 * step)) | before))
}
