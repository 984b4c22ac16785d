//! Where lines run on a board, and which windows of K cells there are.
//!
//! A *window* is a place where a line of K could lie: a direction and the first of its cells.
//! Windows are numbered direction by direction, in each by the first cell; numbers of windows that
//! would leave the board stay unused.

use mossa_games::mnk::Spec;

/// How many directions lines have: to the right, down, down to the right, down to the left.
pub(super) const DIRECTIONS: usize = 4;

/// A board's shape.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    spec: Spec,
    cells: usize,
    run: usize,
    /// From a cell to the next one in each direction.
    steps: [usize; DIRECTIONS],
    reach: Vec<[Reach; DIRECTIONS]>,
}

/// How many cells of a line lie before and behind a cell, no farther than a stone on it matters.
#[derive(Clone, Copy, Debug)]
struct Reach {
    before: u8,
    behind: u8,
}

/// Consecutive windows in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The first cell of the first window.
    pub first: usize,
    /// The number of the first window.
    pub window: usize,
    /// How many windows.
    pub count: usize,
    /// How far before the cell in question the first window begins.
    pub before: usize,
    /// From one window, or cell, to the next.
    pub step: usize,
}

impl Geometry {
    /// The geometry of the boards that a spec describes.
    pub(super) fn new(spec: Spec) -> Self {
        let (rows, columns) = (spec.rows() as usize, spec.columns() as usize);
        let run = spec.run() as usize;
        // Under the exact rule a stone matters to a line that would begin right behind it.
        let farthest = if spec.is_exact() { run } else { run - 1 };
        let reach = |before: usize, behind: usize| Reach {
            before: before.min(farthest) as u8,
            behind: behind.min(farthest) as u8,
        };
        let reach = (0..rows * columns)
            .map(|cell| {
                let (up, left) = (cell / columns, cell % columns);
                let (down, right) = (rows - 1 - up, columns - 1 - left);
                [
                    reach(left, right),
                    reach(up, down),
                    reach(up.min(left), down.min(right)),
                    reach(up.min(right), down.min(left)),
                ]
            })
            .collect();
        let steps = [1, columns, columns + 1, columns - 1];
        Self { spec, cells: rows * columns, run, steps, reach }
    }

    /// The size and rule it was made for.
    pub(super) fn spec(&self) -> Spec {
        self.spec
    }

    /// How many cells there are.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// How many cells a window has.
    #[inline]
    pub(super) fn run(&self) -> usize {
        self.run
    }

    /// From a cell to the next one in a direction.
    #[inline]
    pub(super) fn step(&self, direction: usize) -> usize {
        self.steps[direction]
    }

    /// The longest of these steps.
    pub(super) fn longest_step(&self) -> usize {
        self.steps[2]
    }

    /// How many cells of a line lie before and behind a cell, no farther than a stone on it matters.
    #[inline]
    pub(super) fn room(&self, cell: usize, direction: usize) -> (usize, usize) {
        let Reach { before, behind } = self.reach[cell][direction];
        (before.into(), behind.into())
    }

    /// Whether a window of one direction begins at a cell.
    pub(super) fn begins_window(&self, cell: usize, direction: usize) -> bool {
        self.room(cell, direction).1 + 1 >= self.run
    }

    /// How many windows there are.
    pub(super) fn windows(&self) -> u32 {
        let begin_at = |cell| (0..DIRECTIONS).filter(move |&it| self.begins_window(cell, it));
        (0..self.cells).map(|cell| begin_at(cell).count() as u32).sum()
    }

    /// The windows of one direction that hold a cell.
    #[inline]
    pub(super) fn windows_with(&self, cell: usize, direction: usize) -> Span {
        self.span(cell, direction, self.run - 1)
    }

    /// The windows of one direction to which a stone on a cell matters: those that hold it, and
    /// under the exact rule those that it touches from outside.
    #[inline]
    pub(super) fn windows_at(&self, cell: usize, direction: usize) -> Span {
        self.span(cell, direction, self.run)
    }

    #[inline]
    fn span(&self, cell: usize, direction: usize, farthest: usize) -> Span {
        let (before, behind) = self.room(cell, direction);
        let (before, behind) = (before.min(farthest), behind.min(farthest));
        let step = self.steps[direction];
        let first = cell - before * step;
        let window = direction * self.cells + first;
        Span { first, window, count: (before + behind + 2).saturating_sub(self.run), before, step }
    }

    /// The cells on a line with a cell, up to `distance` away, as far as a stone matters.
    #[inline]
    pub(super) fn each_near(&self, cell: usize, distance: usize, mut visit: impl FnMut(usize)) {
        for (reach, step) in self.reach[cell].into_iter().zip(self.steps) {
            for number in 1..=distance.min(reach.before.into()) {
                visit(cell - number * step);
            }
            for number in 1..=distance.min(reach.behind.into()) {
                visit(cell + number * step);
            }
        }
    }
}
