//! The candidates by promise: a binary max-heap, built in linear time, that yields one after the
//! other at logarithmic cost, so that a cut-off never pays for a full sort.

use std::collections::BinaryHeap;

/// How many bits of an entry hold the place.
const PLACE_BITS: u32 = u32::BITS;

/// Candidates that are still to be looked at.
///
/// An entry is one number: the promise in the upper half and the complement of the place in the
/// lower, so that the greatest entry is the most promising place, the first one among equals.
#[derive(Debug)]
pub(super) struct CandidateHeap(BinaryHeap<u64>);

impl CandidateHeap {
    /// A heap of places with their promise, in the memory of `buffer`.
    pub(super) fn build(
        mut buffer: Vec<u64>,
        candidates: impl Iterator<Item = (usize, i32)>,
    ) -> Self {
        buffer.clear();
        buffer.extend(candidates.map(|(place, promise)| entry(place, promise)));
        Self(BinaryHeap::from(buffer))
    }

    /// Takes out the most promising candidate; among equals, the first one in row-major order.
    #[inline]
    pub(super) fn extract_max(&mut self) -> Option<usize> {
        self.0.pop().map(|entry| !(entry as u32) as usize)
    }

    /// The memory, to be used again.
    pub(super) fn into_buffer(self) -> Vec<u64> {
        self.0.into_vec()
    }
}

#[inline]
fn entry(place: usize, promise: i32) -> u64 {
    debug_assert!(promise >= 0, "a promise is a size");
    u64::from(promise.cast_unsigned()) << PLACE_BITS | u64::from(!(place as u32))
}
