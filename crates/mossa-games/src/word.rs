//! Machine words, and wider ones, as sets of cells.
//!
//! Boards are generic over the word that holds one bit a cell: `u64` and `u128` where they
//! suffice, [`Wide`] beyond. Read `a | b` as union; a shift moves every stone the same way.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

use mossa_kernel::keys::mix;
use mossa_simd::count_each;

use crate::lines::LineRule;

/// A set of cells with as many bits as it needs.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const BITS: u32;

    /// No cell.
    const EMPTY: Self;

    /// The set of one cell.
    fn one(cell: u32) -> Self;

    /// How many cells are in the set.
    fn count(self) -> u32;

    /// How many cells are in each of several sets: faster than one after the other.
    fn counts<const N: usize>(sets: [Self; N]) -> [u32; N];

    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> u32;

    /// The set without its lowest cell.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// A number made of all bits; different sets of up to 64 cells give different numbers.
    fn key(self) -> u64;

    /// Whether no cell is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, cell: u32) -> bool {
        !(self & Self::one(cell)).is_empty()
    }

    /// The cells, lowest first.
    #[inline]
    fn each(self, mut visit: impl FnMut(u32)) {
        let mut rest = self;
        while !rest.is_empty() {
            visit(rest.lowest());
            rest = rest.without_lowest();
        }
    }

    /// The cell that has `number` cells of the set below it.
    #[inline]
    fn nth(self, number: u32) -> u32 {
        let mut rest = self;
        for _ in 0..number {
            rest = rest.without_lowest();
        }
        rest.lowest()
    }
}

/// Whether a set has a row of members, each `step` bits from the last, that the rule accepts.
///
/// Each round of the loop doubles the length of the rows that the remaining bits begin.
#[inline]
pub(crate) fn has_row<W: Word>(set: W, step: u32, rule: LineRule) -> bool {
    // A shift by the whole word or more leaves nothing; the processor would not say so.
    let down = |set: W, by: u32| if by < W::BITS { set >> by } else { W::EMPTY };
    let (mut starts, mut length) = (set, 1);
    while length < rule.run {
        let more = length.min(rule.run - length);
        starts = starts & down(starts, more * step);
        length += more;
    }
    if rule.exact {
        let before = if step < W::BITS { set << step } else { W::EMPTY };
        starts = starts & !before & !down(set, rule.run * step);
    }
    !starts.is_empty()
}

macro_rules! primitive_word {
    ($type:ty, $counts:expr, $key:expr) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn one(cell: u32) -> Self {
                1 << cell
            }

            #[inline]
            fn count(self) -> u32 {
                let [count] = Self::counts([self]);
                count
            }

            #[inline]
            fn counts<const N: usize>(sets: [Self; N]) -> [u32; N] {
                $counts(sets)
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn key(self) -> u64 {
                let key: fn($type) -> u64 = $key;
                key(self)
            }
        }
    };
}

primitive_word!(u64, count_each, mix);
primitive_word!(
    u128,
    |sets: [u128; N]| {
        let lower = count_each(sets.map(|set| set as u64));
        let upper = count_each(sets.map(|set| (set >> 64) as u64));
        std::array::from_fn(|index| lower[index] + upper[index])
    },
    |word| mix(word as u64 ^ mix((word >> 64) as u64))
);

/// A set of up to 64 x `N` cells; cell 0 is bit 0 of the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|index| combine(self.0[index], other.0[index])))
    }

    fn first_word(self) -> Option<usize> {
        self.0.iter().position(|&word| word != 0)
    }
}

impl<const N: usize> Word for Wide<N> {
    const BITS: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn one(cell: u32) -> Self {
        let mut words = [0; N];
        words[(cell / 64) as usize] = 1 << (cell % 64);
        Self(words)
    }

    #[inline]
    fn count(self) -> u32 {
        count_each(self.0).iter().sum()
    }

    #[inline]
    fn counts<const M: usize>(sets: [Self; M]) -> [u32; M] {
        sets.map(Self::count)
    }

    fn lowest(self) -> u32 {
        let index = self.first_word().expect("a set that is not empty");
        index as u32 * 64 + self.0[index].trailing_zeros()
    }

    fn without_lowest(mut self) -> Self {
        if let Some(index) = self.first_word() {
            self.0[index] = self.0[index].without_lowest();
        }
        self
    }

    #[inline]
    fn each(self, mut visit: impl FnMut(u32)) {
        for (index, word) in (0..).zip(self.0) {
            word.each(|cell| visit(index * 64 + cell));
        }
    }

    fn key(self) -> u64 {
        self.0.iter().rev().fold(0, |key, &word| mix(word ^ key))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;

    /// Shifts by fewer than 64 cells: one step on a board never goes further.
    #[inline]
    fn shl(self, cells: u32) -> Self {
        debug_assert!(0 < cells && cells < 64, "a shift of 1 to 63 cells");
        Self(std::array::from_fn(|index| {
            let carried = if index == 0 { 0 } else { self.0[index - 1] >> (64 - cells) };
            (self.0[index] << cells) | carried
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;

    /// Shifts by fewer than 64 cells: one step on a board never goes further.
    #[inline]
    fn shr(self, cells: u32) -> Self {
        debug_assert!(0 < cells && cells < 64, "a shift of 1 to 63 cells");
        Self(std::array::from_fn(|index| {
            let carried = if index + 1 == N { 0 } else { self.0[index + 1] << (64 - cells) };
            (self.0[index] >> cells) | carried
        }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(word: u128) -> Wide<2> {
        Wide([word as u64, (word >> 64) as u64])
    }

    fn cells(word: impl Word) -> Vec<u32> {
        let mut cells = Vec::new();
        word.each(|cell| cells.push(cell));
        cells
    }

    proptest! {
        /// All words carry, not only the first two.
        #[test]
        fn many_words_shift_as_one(members in prop::collection::btree_set(0..704_u32, 0..40), shift in 1..64_u32) {
            let set = |cells: &mut dyn Iterator<Item = u32>| {
                cells.fold(Wide::<11>::EMPTY, |set, cell| set | Wide::one(cell))
            };
            let all = set(&mut members.iter().copied());
            let up = set(&mut members.iter().map(|cell| cell + shift).filter(|&cell| cell < 704));
            let down = set(&mut members.iter().filter_map(|cell| cell.checked_sub(shift)));
            prop_assert_eq!(all << shift, up);
            prop_assert_eq!(all >> shift, down);
            prop_assert_eq!(cells(all), members.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(all.count() as usize, members.len());
        }

        /// Sets that are easily mistaken for each other have keys of their own.
        #[test]
        fn keys_tell_sets_apart(a: u128, b: u128, cell in 0..128_u32) {
            for other in [b, a.rotate_left(64), a.reverse_bits(), !a, a ^ u128::one(cell)] {
                if other != a {
                    prop_assert_ne!(a.key(), other.key());
                    prop_assert_ne!(wide(a).key(), wide(other).key());
                }
            }
        }

        /// `u128` is the slow, obvious twin of two words side by side.
        #[test]
        fn two_words_behave_like_a_long_one(a: u128, b: u128, shift in 1..64_u32, cell in 0..128_u32) {
            prop_assert_eq!(wide(a) & wide(b), wide(a & b));
            prop_assert_eq!(wide(a) | wide(b), wide(a | b));
            prop_assert_eq!(wide(a) ^ wide(b), wide(a ^ b));
            prop_assert_eq!(!wide(a), wide(!a));
            prop_assert_eq!(wide(a) << shift, wide(a << shift));
            prop_assert_eq!(wide(a) >> shift, wide(a >> shift));
            prop_assert_eq!(wide(a).count(), a.count_ones());
            prop_assert_eq!(Wide::counts([wide(a), wide(b)]), [a.count_ones(), b.count_ones()]);
            prop_assert_eq!(u128::counts([a, b]), [a.count_ones(), b.count_ones()]);
            prop_assert_eq!(Wide::<2>::one(cell), wide(u128::one(cell)));
            prop_assert_eq!(wide(a).has(cell), a.has(cell));
            prop_assert_eq!(cells(wide(a)), cells(a));
            if a != 0 {
                let number = cell % a.count();
                prop_assert_eq!(wide(a).nth(number), a.nth(number));
                prop_assert_eq!(a.nth(number), cells(a)[number as usize]);
            }
        }
    }
}
