//! What was found out about positions: from a key to a score and the best move.

use std::collections::HashMap;

use mossa_kernel::Move;

/// A memory of limited size, emptied when it is full.
pub(super) struct Table {
    entries: HashMap<u64, Entry>,
    most: usize,
}

/// What is remembered about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// What it is worth to the side to move.
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) best: Move,
    /// How many marks were on the board where the search that found this stopped.
    pub(super) horizon: u32,
}

/// What a score says about the true one: alpha-beta often knows only this much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Table {
    /// A table of at most so many entries.
    pub(super) fn new(most: usize) -> Self {
        // All at once: a table that grows while a player thinks would keep it from the clock.
        Self { entries: HashMap::with_capacity(most), most }
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries.get(&key)
    }

    /// Remembers an entry in place of the one with the same key, or of all when there is no room.
    pub(super) fn insert(&mut self, key: u64, entry: Entry) {
        if self.entries.len() >= self.most && !self.entries.contains_key(&key) {
            self.entries.clear();
        }
        self.entries.insert(key, entry);
    }

    /// Takes an entry out.
    pub(super) fn remove(&mut self, key: u64) -> Option<Entry> {
        self.entries.remove(&key)
    }
}
