//! The state of all lines of a board, kept up to date stone by stone.
//!
//! A window (see [`geometry`](super::geometry)) is *live* for a side while it could still become that
//! side's line: the other side has no stone on it and, under the exact rule, no stone of its own
//! touches an end. What the live windows through a cell say about it is looked up where lines are
//! short ([`Patterns`]), and summed up where they are long ([`Sums`]).
//!
//! Names are those of Gomoku, whatever K is: a *five* is a complete line, a *four* misses one
//! stone.

use mossa_games::mnk::Spec;
use mossa_kernel::{Side, keys};

use super::{
    cells::CellSet,
    counts::Forces,
    geometry::Geometry,
    patterns::Patterns,
    promises::Promises,
    sums::{Sums, Total},
    weights::Weights,
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
    around: Around,
    owners: Vec<Option<Side>>,
    forced: Forced,
    /// How many windows are live, and what they are worth.
    total: Total,
    stones: u32,
    key: u64,
}

/// What is known of the windows through each cell.
#[derive(Clone, Debug)]
enum Around {
    Patterns(Patterns),
    Sums(Sums),
}

/// Where something can be forced.
#[derive(Clone, Debug)]
struct Forced {
    /// What is noted for each cell: nothing where there is a stone.
    forces: Vec<Forces>,
    /// The free cells where a stone makes a five.
    fives: [CellSet; 2],
    /// The free cells where a stone makes a four, or would, were it not a five.
    fours: [CellSet; 2],
}

impl Lines {
    /// An empty board.
    pub(super) fn new(spec: Spec, weights: &Weights) -> Self {
        let geometry = Geometry::new(spec);
        let cells = geometry.cells();
        let around = match Patterns::new(&geometry, weights) {
            Some(patterns) => Around::Patterns(patterns),
            None => Around::Sums(Sums::new(&geometry, weights)),
        };
        let windows = geometry.windows().cast_signed();
        let mut lines = Self {
            owners: vec![None; cells],
            forced: Forced::new(cells),
            total: Total { worth: [0; 2], live: [windows; 2] },
            stones: 0,
            key: 0,
            around,
            geometry,
        };
        for cell in 0..cells {
            lines.forced.set(cell, lines.forces(cell));
        }
        lines
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
        self.forced.set(cell as usize, Forces::default());
        self.stones += 1;
        self.key ^= keys::stone(cell, side);
    }

    #[inline]
    fn vacate(&mut self, cell: u32, side: Side) {
        self.owners[cell as usize] = None;
        self.forced.set(cell as usize, self.forces(cell as usize));
        self.stones -= 1;
        self.key ^= keys::stone(cell, side);
    }

    /// Lets a stone that comes (or goes) change what is known; all of it, or quickly only what can be
    /// forced.
    #[inline]
    fn change<const COMES: bool, const QUICK: bool>(&mut self, cell: usize, side: Side) {
        let (owners, forced) = (&self.owners, &mut self.forced);
        let visit = |at: usize, forces: Forces| {
            if owners[at].is_none() {
                forced.set(at, forces);
            }
        };
        let change = match &mut self.around {
            Around::Patterns(patterns) => patterns.change::<COMES, QUICK>(cell, side, visit),
            Around::Sums(sums) => sums.change::<COMES, QUICK>(&self.geometry, cell, side, visit),
        };
        if !QUICK {
            for side in 0..2 {
                self.total.worth[side] += change.worth[side];
                self.total.live[side] += change.live[side];
            }
        }
    }

    #[inline]
    fn forces(&self, cell: usize) -> Forces {
        match &self.around {
            Around::Patterns(patterns) => patterns.forces(cell),
            Around::Sums(sums) => sums.forces(cell),
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

    /// What the windows through a free cell promise to both sides; nothing if no line of either can ever
    /// pass through it.
    #[inline]
    pub(super) fn promises(&self, cell: u32) -> Promises {
        match &self.around {
            Around::Patterns(patterns) => patterns.promises(cell as usize),
            Around::Sums(sums) => sums.promises(cell as usize),
        }
    }

    /// What a side's lines are worth in all.
    #[inline]
    pub(super) fn worth(&self, side: Side) -> i32 {
        self.total.worth[side.index()]
    }

    /// How many live windows of a side through a free cell miss two stones.
    #[inline]
    pub(super) fn fours_at(&self, cell: u32, side: Side) -> u32 {
        match &self.around {
            Around::Patterns(patterns) => patterns.fours_at(cell as usize, side),
            Around::Sums(sums) => sums.fours_at(cell as usize, side),
        }
    }

    /// How many windows in all directions make a stone on a free cell worthwhile in a chain of fours:
    /// those that miss fewer stones count more.
    #[inline]
    pub(super) fn urge(&self, cell: u32, side: Side) -> u32 {
        match &self.around {
            Around::Patterns(patterns) => patterns.urge(cell as usize, side),
            Around::Sums(sums) => sums.urge(cell as usize, side),
        }
    }

    /// Whether a side could still complete a line, were the other to sit still.
    #[inline]
    pub(super) fn has_hope(&self, side: Side) -> bool {
        self.total.live[side.index()] > 0
    }

    /// The free cells where a stone of `side` completes a line.
    #[inline]
    pub(super) fn fives(&self, side: Side) -> &CellSet {
        &self.forced.fives[side.index()]
    }

    /// The free cells that lie on a live window which misses two stones: a stone there makes a
    /// four.
    #[inline]
    pub(super) fn fours(&self, side: Side) -> &CellSet {
        &self.forced.fours[side.index()]
    }

    /// Shows `visit` the free cells on a line with a stone and near it.
    #[inline]
    pub(super) fn each_free_near(&self, mut visit: impl FnMut(u32)) {
        let visit = |cell| {
            if self.is_free(cell) {
                visit(cell);
            }
        };
        match &self.around {
            Around::Patterns(patterns) => patterns.each_near(&self.geometry, visit),
            Around::Sums(sums) => sums.each_near(visit),
        }
    }

    /// What a stone of `side` on a free cell would threaten to complete.
    #[inline]
    pub(super) fn fours_by(&self, cell: u32, side: Side) -> Fours {
        let mut fours = Fours::None;
        if !self.fours(side).contains(cell) {
            return fours;
        }
        let visit = |at| fours = fours.and(at);
        let (geometry, cell) = (&self.geometry, cell as usize);
        match &self.around {
            Around::Patterns(patterns) => patterns.each_completion(geometry, cell, side, visit),
            Around::Sums(sums) => sums.each_completion(geometry, cell, side, visit),
        }
        fours
    }
}

impl Forced {
    /// Nowhere.
    fn new(cells: usize) -> Self {
        let set = CellSet::new(cells);
        Self {
            forces: vec![Forces::default(); cells],
            fives: [set.clone(), set.clone()],
            fours: [set.clone(), set],
        }
    }

    /// Notes what can be forced on a cell.
    #[inline]
    fn set(&mut self, cell: usize, forces: Forces) {
        if self.forces[cell] == forces {
            return;
        }
        self.forces[cell] = forces;
        for side in Side::BOTH {
            self.fives[side.index()].set(cell as u32, forces.has_five(side));
            self.fours[side.index()].set(cell as u32, forces.has_four(side));
        }
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
