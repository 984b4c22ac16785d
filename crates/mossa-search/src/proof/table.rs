//! The table of findings: a fixed number of entries, in buckets where the one that took the least
//! work to find gives way. What is lost is found again, so a small table costs time, not truth.

use super::{Finding, Numbers};

/// What is known about a question in a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The whole key: different positions are never taken for each other unless their keys agree
    /// in all 64 bits.
    key: u64,
    finding: Finding,
    /// How many positions were looked at for it; 0 in an entry that is not in use.
    work: u32,
}

const EMPTY: Entry = Entry {
    key: 0,
    finding: Finding { numbers: Numbers { proof: 1, disproof: 1 }, plies: 0 },
    work: 0,
};

/// How many entries share a bucket.
const BUCKET: usize = 4;

/// Entries by key.
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
    used: usize,
}

impl Table {
    /// A table of so many megabytes, at least 1. Memory is taken at the first use.
    pub(super) fn new(megabytes: usize) -> Self {
        let bytes = megabytes.max(1).saturating_mul(1 << 20);
        Self::of_buckets(bytes / (BUCKET * size_of::<Entry>()))
    }

    /// A table of so many buckets.
    pub(super) fn of_buckets(buckets: usize) -> Self {
        Self { entries: Vec::new(), buckets, used: 0 }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.entries = Vec::new();
        self.used = 0;
    }

    /// How much is in use, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        (self.used * 1000 / (self.buckets * BUCKET)) as u32
    }

    /// What was found for a key.
    pub(super) fn get(&self, key: u64) -> Option<Finding> {
        let bucket = self.entries.get(self.place(key)..)?.iter().take(BUCKET);
        bucket.filter(|entry| entry.work > 0).find(|e| e.key == key).map(|entry| entry.finding)
    }

    /// Keeps a finding that took so much work.
    pub(super) fn put(&mut self, key: u64, finding: Finding, work: u64) {
        if self.entries.is_empty() {
            self.entries = vec![EMPTY; self.buckets * BUCKET];
        }
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let place = self.place(key);
        let bucket = &mut self.entries[place..place + BUCKET];
        let is_same = |entry: &&mut Entry| entry.work > 0 && entry.key == key;
        if let Some(same) = bucket.iter_mut().find(is_same) {
            *same = Entry { key, finding, work: same.work.saturating_add(work) };
            return;
        }
        let least = bucket.iter_mut().min_by_key(|entry| entry.work).expect("a bucket has entries");
        self.used += usize::from(least.work == 0);
        *least = Entry { key, finding, work };
    }

    /// Where the bucket of a key begins: the key as a fraction of all keys.
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> u64::BITS) as usize * BUCKET
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(plies: u32) -> Finding {
        Finding { numbers: Numbers::YES, plies }
    }

    #[test]
    fn the_least_work_gives_way() {
        let mut table = Table::new(1);
        assert_eq!(table.get(5), None);
        for (key, work) in [(1, 30), (2, 10), (3, 20), (4, 40)] {
            table.put(key, finding(key as u32), work);
        }
        table.put(5, finding(5), 1);
        let kept: Vec<_> = (1..=5).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
        table.put(3, finding(9), 1);
        assert_eq!(table.get(3), Some(finding(9)));
        assert_eq!(table.used, 4);
        table.clear();
        assert_eq!((table.get(3), table.fill()), (None, 0));
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        let mut table = Table::new(1);
        assert_eq!(size_of::<Entry>(), 24);
        for key in (0..u64::MAX - (1 << 48)).step_by(1 << 48) {
            table.put(key, finding(0), 1);
        }
        assert!(table.entries.len() * size_of::<Entry>() <= 1 << 20);
        assert!(table.fill() > 900, "{}", table.fill());
    }
}
