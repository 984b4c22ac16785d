//! Zobrist words without tables: random-looking numbers computed from what they stand for.
//!
//! A position's key is the xor of one word per stone (and one for the side to move), so that a
//! move changes it by a few xors. The words are not stored but mixed on the spot: the same on
//! every machine, for a board of any size, and no cache line is spent on them.

use crate::Side;

/// The words of the side to move. Neither is 0: tables take that for an empty place.
const SIDES: [u64; 2] = [mix(u64::MAX - 1), mix(u64::MAX)];

/// What a change of the side to move changes in a key.
pub const TURN: u64 = SIDES[0] ^ SIDES[1];

/// Scrambles the bits of a number; different numbers give different results.
///
/// Two rounds of multiply and shift: the finalizer of Steele, Lea and Flood's `SplitMix64`.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The word of a stone of `side` on cell number `cell`.
#[inline]
pub const fn stone(cell: u32, side: Side) -> u64 {
    mix(((cell as u64) << 1) | side.index() as u64)
}

/// The word of the side to move.
#[inline]
pub const fn to_move(side: Side) -> u64 {
    SIDES[side.index()]
}

/// The key of a whole board, from nothing.
pub fn board(stones: impl IntoIterator<Item = (u32, Side)>, side: Side) -> u64 {
    stones.into_iter().fold(to_move(side), |key, (cell, owner)| key ^ stone(cell, owner))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn words_of_the_largest_board_are_all_different() {
        let words: HashSet<u64> =
            (0..40_000).flat_map(|cell| Side::BOTH.map(|side| stone(cell, side))).collect();
        assert_eq!(words.len(), 80_000);
        assert!(SIDES.into_iter().chain([0, TURN]).all(|word| !words.contains(&word)));
        assert!(!SIDES.contains(&0));
    }
}
