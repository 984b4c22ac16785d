//! The numbers of the m,n,k engine: each is written here and nowhere else.

use mossa_kernel::Side;

use super::promises::Promises;

/// How many numbers the tables by missing stones have; lines that miss more count by their stones.
const LISTED: usize = 5;

/// Everything there is to tune.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights {
    /// What a live window is worth to the evaluation, by how many stones it misses: the first
    /// number stands for one that misses a single stone.
    pub(super) worth: [i32; LISTED],
    /// What a live window adds to the promise of its free cells, likewise. The search's own memory
    /// of good moves adds some thousands.
    pub(super) promise: [i32; LISTED],
    /// The side to move is a stone ahead: its own lines count so many eighths of the other's.
    pub(super) tempo_eighths: i64,
    /// A cell promises so many eighths of its own lines' numbers, and all of those of the lines
    /// that it takes from the other side.
    pub(super) attack_eighths: i64,
    /// By so much evaluation the odds of winning grow by a factor of e.
    pub(super) chance_scale: f64,
    /// How many candidates a list of likely moves has at most.
    pub(super) most_candidates: usize,
    /// From this candidate on, in order of promise, moves are first searched less deep.
    pub(super) reduce_from: usize,
    /// But only in positions with at least so many plies to go.
    pub(super) reduce_depth: i32,
    /// How many positions the search for a chain of fours may look at.
    pub(super) chain_nodes: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            worth: [300, 100, 30, 5, 2],
            promise: [16_384, 4_096, 1_024, 256, 64],
            tempo_eighths: 10,
            attack_eighths: 13,
            chance_scale: 150.0,
            most_candidates: 16,
            reduce_from: 3,
            reduce_depth: 2,
            chain_nodes: 150,
        }
    }
}

/// Candidates lie on a line with a stone and at most so far away from it.
pub(super) const NEAR: usize = 2;

/// The base-2 logarithm of how many chains, found or refuted, are remembered.
pub(super) const CHAIN_TABLE_BITS: u32 = 15;

/// The largest promise; sums on large boards are cut off there.
const LARGEST_PROMISE: i64 = 900_000;

impl Weights {
    /// How promising a cell looks to `mover`.
    #[inline]
    pub(super) fn promise(&self, promises: Promises, mover: Side) -> i32 {
        let ours = i64::from(promises.of(mover));
        let theirs = i64::from(promises.of(!mover));
        (ours * self.attack_eighths / 8 + theirs).min(LARGEST_PROMISE) as i32
    }

    /// The worth of a live window with so many stones, for all numbers of stones. An empty window
    /// is worth nothing: everybody has it.
    pub(super) fn worths(&self, run: usize) -> Vec<i32> {
        let worth = |stones| if stones == 0 { 0 } else { by_stones(self.worth, run, stones) };
        (0..run).map(worth).chain([0]).collect()
    }

    /// What a live window with so many stones promises, for all numbers of stones.
    pub(super) fn promises(&self, run: usize) -> Vec<u32> {
        let promise = |stones| by_stones(self.promise, run, stones).unsigned_abs();
        (0..run).map(promise).chain([0]).collect()
    }
}

/// The number for a live window with so many stones. While a long line is far from complete, every
/// stone counts a little.
fn by_stones(table: [i32; LISTED], run: usize, stones: usize) -> i32 {
    let few = (stones as u32 + 1).cast_signed();
    table.get(run - 1 - stones).map_or(few, |&listed| listed.max(few))
}
