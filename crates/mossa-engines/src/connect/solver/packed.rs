//! One entry of the table as a number: 64 bits where they suffice, else 128.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Shl, Shr},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// A number of one or two machine words, which lies in memory that threads may share.
pub(super) trait Packed:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;

    /// How many machine words it takes.
    const WORDS: usize;

    const ZERO: Self;

    /// The lowest bits of a number.
    fn truncate(number: u128) -> Self;

    /// The same number in more bits.
    fn widened(self) -> u128;

    /// Its own lowest bits.
    fn low(self) -> u64;

    /// The lowest bits of the product with a fixed odd number, which mixes lower bits into higher
    /// ones. `round` chooses the number.
    #[must_use]
    fn multiply(self, round: usize) -> Self;

    /// So many ones.
    fn mask(bits: u32) -> Self;

    fn load(words: &[AtomicU64]) -> Self;

    fn store(self, words: &[AtomicU64]);
}

/// Odd numbers without any pattern: digits of the golden ratio and of the square root of 2.
const FACTORS: [u128; 2] =
    [0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835, 0x6A09_E667_F3BC_C908_B2FB_1366_EA95_7D3F];

impl Packed for u64 {
    const BITS: u32 = Self::BITS;
    const WORDS: usize = 1;
    const ZERO: Self = 0;

    #[inline]
    fn truncate(number: u128) -> Self {
        number as Self
    }

    #[inline]
    fn widened(self) -> u128 {
        self.into()
    }

    #[inline]
    fn low(self) -> u64 {
        self
    }

    #[inline]
    fn multiply(self, round: usize) -> Self {
        self.wrapping_mul((FACTORS[round] >> 64) as Self | 1)
    }

    #[inline]
    fn mask(bits: u32) -> Self {
        if bits == 0 { 0 } else { Self::MAX >> (Self::BITS - bits) }
    }

    #[inline]
    fn load(words: &[AtomicU64]) -> Self {
        words[0].load(Relaxed)
    }

    #[inline]
    fn store(self, words: &[AtomicU64]) {
        words[0].store(self, Relaxed);
    }
}

impl Packed for u128 {
    const BITS: u32 = Self::BITS;
    const WORDS: usize = 2;
    const ZERO: Self = 0;

    #[inline]
    fn truncate(number: u128) -> Self {
        number
    }

    #[inline]
    fn widened(self) -> u128 {
        self
    }

    #[inline]
    fn low(self) -> u64 {
        self as u64
    }

    #[inline]
    fn multiply(self, round: usize) -> Self {
        self.wrapping_mul(FACTORS[round])
    }

    #[inline]
    fn mask(bits: u32) -> Self {
        if bits == 0 { 0 } else { Self::MAX >> (Self::BITS - bits) }
    }

    /// Two threads may write at the same time, and what is read is then a bit of both. One word is
    /// kept mixed with the other, so that such an entry looks like that of no position.
    #[inline]
    fn load(words: &[AtomicU64]) -> Self {
        let (mixed, low) = (words[0].load(Relaxed), words[1].load(Relaxed));
        Self::from(mixed ^ low) << 64 | Self::from(low)
    }

    #[inline]
    fn store(self, words: &[AtomicU64]) {
        let low = self.low();
        words[0].store((self >> 64) as u64 ^ low, Relaxed);
        words[1].store(low, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn stored_numbers_come_back(number: u128) {
            let words = [AtomicU64::new(1), AtomicU64::new(2)];
            number.store(&words);
            prop_assert_eq!(u128::load(&words), number);
            let short = u64::truncate(number);
            short.store(&words);
            prop_assert_eq!(u64::load(&words), short);
        }

        #[test]
        fn half_an_entry_is_none(first: u128, second: u128) {
            prop_assume!(first.low() != second.low());
            let words = [AtomicU64::new(0), AtomicU64::new(0)];
            first.store(&words);
            let half = words[1].load(Relaxed);
            second.store(&words);
            words[1].store(half, Relaxed);
            let torn = u128::load(&words);
            prop_assert!(torn != first || first >> 64 == second >> 64);
            prop_assert!(torn != second);
        }
    }
}
