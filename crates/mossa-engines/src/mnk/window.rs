//! One place where a line could lie, and what it adds to the sums over all of them.

use mossa_kernel::Side;

use super::{counts::Counts, promises::Promises, weights::Weights};

/// A place where a line could lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    /// How many stones each side has on it.
    pub(super) stones: [u8; 2],
    /// How many stones each side has right before and behind it; kept for the exact rule only.
    pub(super) touching: [u8; 2],
    /// The xor of the numbers of its free cells: the cell itself where only one is left.
    pub(super) free: u16,
}

impl Window {
    /// Lets a stone come (or go), inside or at one of its ends.
    #[inline]
    pub(super) fn change<const COMES: bool>(&mut self, cell: usize, side: Side, is_inside: bool) {
        let counts = if is_inside { &mut self.stones } else { &mut self.touching };
        let count = &mut counts[side.index()];
        *count = if COMES { *count + 1 } else { *count - 1 };
        if is_inside {
            self.free ^= cell as u16;
        }
    }

    /// Which of the gains it is for each side: the number of stones, or K + 1 for a window that
    /// is dead to it.
    #[inline]
    pub(super) fn standings<const EXACT: bool>(self, run: usize) -> [usize; 2] {
        let [first, second] = self.stones;
        let is_live = |theirs: u8, own_end: u8| theirs == 0 && (!EXACT || own_end == 0);
        [
            if is_live(second, self.touching[0]) { first.into() } else { run + 1 },
            if is_live(first, self.touching[1]) { second.into() } else { run + 1 },
        ]
    }

    /// Whether it is live for `side` and misses two stones.
    #[inline]
    pub(super) fn misses_two(self, side: Side, run: usize) -> bool {
        usize::from(self.stones[side.index()]) + 2 == run
            && self.stones[(!side).index()] == 0
            && self.touching[side.index()] == 0
    }
}

/// What a window adds to the sums of one side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gain {
    /// To the promises of its cells.
    pub(super) promise: Promises,
    /// To the worth of all lines.
    pub(super) worth: i32,
    /// To the number of windows that are live.
    pub(super) live: i32,
    /// To the windows through its cells, by how many stones they miss.
    pub(super) counts: Counts,
}

impl Gain {
    /// For all numbers of stones, and for a dead window.
    pub(super) fn table(run: usize, weights: &Weights) -> Vec<Self> {
        let gain = |(stones, (promise, worth))| {
            let promise = Promises::one(promise);
            Self { promise, worth, live: 1, counts: Counts::one(run - stones) }
        };
        let live = weights.promises(run).into_iter().zip(weights.worths(run));
        (0..).zip(live).map(gain).chain([Self::default()]).collect()
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            promise: self.promise.minus(other.promise),
            worth: self.worth - other.worth,
            live: self.live - other.live,
            counts: self.counts.minus(other.counts),
        }
    }
}
