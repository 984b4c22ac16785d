//! The board as sets of squares: the axes that discs are flipped along, where they end, and what
//! follows for single squares.
//!
//! ```text
//!   a X . .     A square that no axis can flip a disc on is an anchor (a). With all directions
//!   X X . .     those are the corners; along rows alone, the whole first and last column.
//! ```
//!
//! Shifts need no care at the ends of rows: along every axis but the vertical one, the first and
//! the last column belong to the rim, and whatever runs over lands there.

use mossa_games::{othello::Spec, word::Word};

/// One of the four kinds of line.
#[derive(Clone, Debug)]
pub(super) struct Axis<W> {
    /// How far apart neighbors are.
    pub(super) step: u32,
    /// Squares with a neighbor on one side at most: no disc there is ever flipped along the axis.
    /// All squares, where the rules flip nothing along it.
    pub(super) rim: W,
    /// The other squares.
    pub(super) inner: W,
    /// The lines that have inner squares.
    lines: Vec<W>,
}

impl<W: Word> Axis<W> {
    /// The inner squares next to a set along this axis.
    #[inline]
    pub(super) fn near(&self, set: W) -> W {
        ((set << self.step) | (set >> self.step)) & self.inner
    }

    /// Where no disc can be flipped along this axis, whoever owns it: on the rim, and where the
    /// line has no empty square.
    #[inline]
    fn safe(&self, empty: W) -> W {
        self.lines.iter().fold(
            self.rim,
            |safe, &line| {
                if (empty & line).is_empty() { safe | line } else { safe }
            },
        )
    }
}

/// The board of one size and rule.
#[derive(Clone, Debug)]
pub(super) struct Geometry<W> {
    /// All squares.
    pub(super) board: W,
    /// Rows, columns and both diagonals.
    pub(super) axes: [Axis<W>; 4],
    /// Squares on which a disc is never flipped.
    pub(super) anchors: W,
    /// Squares at the edge of the board.
    pub(super) edge: W,
}

impl<W: Word> Geometry<W> {
    pub(super) fn new(spec: Spec) -> Self {
        let (rows, columns) = (spec.rows(), spec.columns());
        let set = |belongs: &dyn Fn(u32, u32) -> bool| {
            (0..rows * columns)
                .filter(|&square| belongs(square / columns, square % columns))
                .fold(W::EMPTY, |set, square| set | W::one(square))
        };
        let board = set(&|_, _| true);
        let sides = set(&|_, column| column == 0 || column == columns - 1);
        let ends = set(&|row, _| row == 0 || row == rows - 1);
        let [horizontal, vertical, diagonal] = spec.lines_flipped();
        let lay = |flips: bool, step: u32, rim: W, line: &dyn Fn(u32, u32) -> u32| {
            let rim = if flips { rim } else { board };
            let inner = board & !rim;
            let lines = (0..rows + columns)
                .map(|number| set(&|row, column| line(row, column) == number))
                .filter(|&line| !(line & inner).is_empty())
                .collect();
            Axis { step, rim, inner, lines }
        };
        let axes = [
            lay(horizontal, 1, sides, &|row, _| row),
            lay(vertical, columns, ends, &|_, column| column),
            lay(diagonal, columns - 1, sides | ends, &|row, column| row + column),
            lay(diagonal, columns + 1, sides | ends, &|row, column| row + columns - 1 - column),
        ];
        let anchors = axes.iter().fold(board, |anchors, axis| anchors & axis.rim);
        Self { board, axes, anchors, edge: sides | ends }
    }

    /// For each axis, where no disc can be flipped along it because of the rim or a full line.
    #[inline]
    pub(super) fn safe(&self, empty: W) -> [W; 4] {
        self.axes.each_ref().map(|axis| axis.safe(empty))
    }

    /// The discs of a set that nothing can ever flip, as far as this can tell: along each axis they
    /// are safe, or next to such a disc of the same color.
    ///
    /// Not all: a disc may be stable for reasons that only a search finds.
    #[inline]
    pub(super) fn stable(&self, discs: W, safe: &[W; 4]) -> W {
        let mut stable = discs & safe[0] & safe[1] & safe[2] & safe[3];
        if stable.is_empty() {
            return stable;
        }
        loop {
            let mut more = discs;
            for (axis, &safe) in self.axes.iter().zip(safe) {
                more = more & (safe | (stable << axis.step) | (stable >> axis.step));
            }
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}
