//! Positions that were seen before: what they are worth, as far as a search found out, and the move
//! that was best there.

use std::collections::HashMap;

use mossa_kernel::Move;

/// What is known about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value.
    Exact,
    /// It is at least this: some reply was too good, and the rest was not looked at.
    AtLeast,
    /// It is at most this: no move was good enough to matter.
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How many moves the search looked ahead from there.
    pub depth: u32,
    /// What it is worth to the side to move there.
    pub value: i32,
    /// How that is meant.
    pub bound: Bound,
    /// The move that was best, or good enough.
    pub best: Option<Move>,
}

/// No more positions than this are remembered, about 200 megabytes of them.
const MOST: usize = 4_000_000;

/// All that was found out. Nothing is ever replaced but by something newer on the same position.
#[derive(Debug, Default)]
pub struct Memory {
    entries: HashMap<u64, Entry>,
}

impl Memory {
    /// What is known about the position with this key.
    pub fn recall(&self, key: u64) -> Option<Entry> {
        self.entries.get(&key).copied()
    }

    /// Writes down what was found out.
    pub fn remember(&mut self, key: u64, entry: Entry) {
        if self.entries.len() < MOST || self.entries.contains_key(&key) {
            self.entries.insert(key, entry);
        }
    }
}

impl Entry {
    /// The value, where it answers the question of a search to `depth` within a window. A look further
    /// ahead would answer it better, but not as the other algorithms do.
    pub fn answer(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let is_answer = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        (self.depth == depth && is_answer).then_some(self.value)
    }
}
