//! The memory of the search: Zobrist keys and what was found out about them.

use mossa_kernel::{Side, keys::mix};

/// How many states a cell has.
const STATES: u64 = 3;

/// The random word of a cell that belongs to somebody or, free, to nobody. A position's key is the
/// xor of one word a cell; a stone that falls takes one word out and another one in. Whose move it
/// is follows from the number of stones and needs no word.
#[inline]
pub(super) fn word(cell: u32, owner: Option<Side>) -> u64 {
    let state = owner.map_or(0, |side| 1 + side.index() as u64);
    mix(u64::from(cell) * STATES + state)
}

/// How a stored value relates to the true one.
///
/// The specification has entries of (key, value, depth). What alpha-beta returns from a node that
/// it cut short is only a bound, and taken for a value it would make moves depend on what happened
/// to be searched before. So an entry also says which of the three it is: the search is spared as
/// much, and decides as plain minimax does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is this or more.
    AtLeast,
    /// The true one is this or less.
    AtMost,
}

/// The key, the value, and the rest in one word: `generation (32 bits) | depth (24) | bound (8)`.
///
/// Plain numbers, because a long list of zeros costs nothing to make: memory is taken only as the
/// table fills, and a player that thinks little needs little.
type Entry = [u64; 3];

/// The last word of an entry.
fn pack(generation: u32, depth: u32, bound: Bound) -> u64 {
    u64::from(generation) << 32 | u64::from(depth) << 8 | bound as u64
}

/// The parts of the last word of an entry.
fn unpack(word: u64) -> (u32, u32, Bound) {
    let bound = match word & 0xFF {
        0 => Bound::Exact,
        1 => Bound::AtLeast,
        _ => Bound::AtMost,
    };
    ((word >> 32) as u32, (word >> 8) as u32 & 0xFF_FFFF, bound)
}

/// A table of fixed size; what is new replaces what was in its place.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// For which of the player's moves entries are written now; none was written for number 0.
    generation: u32,
}

impl Table {
    /// Room for so many entries; none is allowed and remembers nothing.
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![[0; 3]; entries], generation: 0 }
    }

    /// Forgets everything, without touching it: what is older than this is as good as not there.
    ///
    /// Each move begins like this. Entries of an earlier move could be deeper than those asked for,
    /// and then the numbers of one answer would come from different depths, and the answer would
    /// depend on the game's history.
    pub(super) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// What is known about a position searched at least so deep.
    #[inline]
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<(i64, Bound)> {
        let &[stored_key, value, word] = self.entries.get(self.place(key))?;
        let (generation, stored_depth, bound) = unpack(word);
        let is_it = stored_key == key && generation == self.generation;
        (is_it && stored_depth >= depth).then_some((value.cast_signed(), bound))
    }

    /// Remembers what was found out about a position.
    #[inline]
    pub(super) fn put(&mut self, key: u64, depth: u32, value: i64, bound: Bound) {
        let place = self.place(key);
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = [key, value.cast_unsigned(), pack(self.generation, depth, bound)];
        }
    }

    /// The key as a fraction of all keys, times the number of entries.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> u64::BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_cell_has_a_word_for_each_state() {
        let states = [None, Some(Side::First), Some(Side::Second)];
        let words: HashSet<u64> =
            (0..40_000).flat_map(|cell| states.map(|state| word(cell, state))).collect();
        assert_eq!(words.len(), 120_000);
    }

    #[test]
    fn nothing_is_lost_in_packing() {
        for generation in [0, 1, u32::MAX] {
            for depth in [0, 1, 1_000, 40_000] {
                for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                    let packed = pack(generation, depth, bound);
                    assert_eq!(unpack(packed), (generation, depth, bound));
                }
            }
        }
    }

    #[test]
    fn an_entry_serves_its_key_down_from_its_depth() {
        let mut table = Table::new(64);
        table.forget();
        table.put(7, 5, -3, Bound::AtMost);
        for (key, depth, found) in [
            (7, 4, Some((-3, Bound::AtMost))),
            (7, 5, Some((-3, Bound::AtMost))),
            (7, 6, None),
            (8, 5, None),
        ] {
            assert_eq!(table.get(key, depth), found, "{key} {depth}");
        }
    }

    #[test]
    fn what_is_new_replaces_what_was_there() {
        let mut table = Table::new(1);
        table.forget();
        table.put(7, 5, 1, Bound::Exact);
        table.put(u64::MAX, 2, 2, Bound::Exact);
        assert_eq!(table.get(7, 5), None);
        assert_eq!(table.get(u64::MAX, 2), Some((2, Bound::Exact)));
    }

    #[test]
    fn forgetting_is_complete_and_a_new_table_knows_nothing() {
        let mut table = Table::new(4);
        table.forget();
        assert_eq!(table.get(0, 0), None, "not even about key 0");
        table.put(0, 0, 1, Bound::Exact);
        assert_eq!(table.get(0, 0), Some((1, Bound::Exact)));
        table.forget();
        assert_eq!(table.get(0, 0), None);
    }

    #[test]
    fn a_table_without_entries_remembers_nothing() {
        let mut table = Table::new(0);
        table.forget();
        table.put(7, 5, 1, Bound::Exact);
        assert_eq!(table.get(7, 5), None);
    }
}
