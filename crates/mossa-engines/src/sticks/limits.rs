//! How much memory and work the theory may take: all its numbers in one place.

use crate::Options;

/// What one table may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Bytes for values: there are two tables at a time, one of numbers and one of distances.
    pub(super) table_bytes: usize,
    /// Elementary steps for computing them. A step takes about a nanosecond.
    pub(super) work: u64,
}

/// How many steps are done before the budget is looked at again.
pub(super) const CHUNK: u64 = 1 << 14;

/// More steps than this are never spent on one table: half a second or less, once a game.
const MOST_WORK: u64 = 1 << 28;

impl Limits {
    pub(super) fn new(options: Options) -> Self {
        let table_bytes = options.memory_mb.max(1).saturating_mul(1 << 20) / 2;
        Self { table_bytes, work: MOST_WORK }
    }
}
