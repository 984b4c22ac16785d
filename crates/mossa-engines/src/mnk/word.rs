//! What the windows through a cell say about it, added up in one number.
//!
//! ```text
//!   63 ........ 54 53 ........ 44 43 ........ 34 33 ................................ 0
//!   windows that   that miss two  that miss      promise: the sum over all live windows
//!   miss one stone                three
//! ```
//!
//! Each field is a sum over live windows, so the whole number is, and a change of some windows
//! changes it by one addition. At most 4 x 200 windows hold a cell, and 10 bits count them.

/// The sum over the live windows of one side through one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u64);

const PROMISE_BITS: u32 = 34;
const COUNT_BITS: u32 = 10;

/// Windows are counted up to so many missing stones.
const COUNTED: usize = 3;

/// Where the windows that miss so many stones are counted.
const fn shift(missing: usize) -> u32 {
    PROMISE_BITS + (COUNTED - missing) as u32 * COUNT_BITS
}

/// The fields that tell whether a stone completes a line or makes a four.
const FORCING: u64 = u64::MAX << shift(2);

impl Word {
    /// What one live window adds.
    pub(super) fn of_window(promise: u32, missing: usize) -> Self {
        let count = if (1..=COUNTED).contains(&missing) { 1 << shift(missing) } else { 0 };
        Self(u64::from(promise) | count)
    }

    /// How many live windows through the cell miss so many stones: 1, 2 or 3.
    #[inline]
    pub(super) fn windows(self, missing: usize) -> u32 {
        (self.0 >> shift(missing)) as u32 & ((1 << COUNT_BITS) - 1)
    }

    /// How promising the cell looks.
    #[inline]
    pub(super) fn promise(self) -> i64 {
        (self.0 & ((1 << PROMISE_BITS) - 1)).cast_signed()
    }

    /// Whether no live window holds the cell.
    #[inline]
    pub(super) fn is_dead(self) -> bool {
        self.0 == 0
    }

    /// Whether the two differ in what can be forced.
    #[inline]
    pub(super) fn forces_otherwise(self, other: Self) -> bool {
        (self.0 ^ other.0) & FORCING != 0
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    #[inline]
    pub(super) fn times(self, factor: usize) -> Self {
        Self(self.0.wrapping_mul(factor as u64))
    }
}
