//! How promising cells look: sums over the live windows through them.

use mossa_kernel::Side;

/// What the live windows through a cell promise to each side: a sum in 32 bits for the first, and one above
/// it for the second. At most 4 x 200 windows hold a cell, each promises less than 2^16, and every live one
/// something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Promises(u64);

impl Promises {
    /// What a live window of the first side adds.
    pub(super) fn one(promise: u32) -> Self {
        Self(promise.into())
    }

    /// The windows of both sides together, each side's counted as if it were the first.
    #[inline]
    pub(super) fn of_both([first, second]: [Self; 2]) -> Self {
        Self(first.0.wrapping_add(second.0 << 32))
    }

    /// The sum for a side; 0 if no live window of that side holds the cell.
    #[inline]
    pub(super) fn of(self, side: Side) -> u32 {
        (self.0 >> (32 * side.index())) as u32
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// So many times as many windows.
    pub(super) fn times(self, factor: usize) -> Self {
        Self(self.0.wrapping_mul(factor as u64))
    }
}
