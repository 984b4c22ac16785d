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

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i64,
    depth: u16,
    bound: Bound,
    /// For which of the player's moves it was written; 0 is none.
    generation: u32,
}

const NOTHING: Entry = Entry { key: 0, value: 0, depth: 0, bound: Bound::Exact, generation: 0 };

/// A table of fixed size; what is new replaces what was in its place.
pub(super) struct Table {
    entries: Vec<Entry>,
    generation: u32,
}

impl Table {
    /// Room for so many entries; none is allowed and remembers nothing.
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![NOTHING; entries], generation: 0 }
    }

    /// Forgets everything, without touching it: what is older than this is as good as not there.
    ///
    /// Each move begins like this. Entries of an earlier move could be deeper than those asked for,
    /// and then the numbers of one answer would come from different depths, and the answer would
    /// depend on the game's history.
    pub(super) fn forget(&mut self) {
        self.generation += 1;
    }

    /// What is known about a position searched at least so deep.
    #[inline]
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<(i64, Bound)> {
        let entry = self.entries.get(self.place(key))?;
        let is_it = entry.key == key && entry.generation == self.generation;
        (is_it && u32::from(entry.depth) >= depth).then_some((entry.value, entry.bound))
    }

    /// Remembers what was found out about a position.
    #[inline]
    pub(super) fn put(&mut self, key: u64, depth: u32, value: i64, bound: Bound) {
        let place = self.place(key);
        let generation = self.generation;
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = Entry { key, value, depth: depth as u16, bound, generation };
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
