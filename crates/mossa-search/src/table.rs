//! The transposition table: what is known of positions already searched, shared by all threads.
//!
//! A slot is two words. The second holds the facts; the first holds the position's key, xored with
//! the second. Threads read and write without locks: when two writes mix, key and facts no longer
//! match, and the slot reads as empty. (The idea is Robert Hyatt's.) The whole 64-bit key is
//! compared.
//!
//! ```text
//!   facts:  | score 22 | depth 10 | proven 1 | bound 2 | age 6 | move 22 |   (bit 0 at the right)
//! ```
//!
//! Four slots make a bucket, one cache line: a position may be in any slot of its bucket, and what
//! is old and shallow makes room first.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use mossa_kernel::Move;
use mossa_simd::{TableMemory, prefetch};

use crate::Score;

/// A table of fixed size.
pub struct Table {
    words: TableMemory,
    buckets: u64,
    age: AtomicU8,
}

/// What a table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score, relative to the position itself.
    pub score: Score,
    /// What the score says about the true one.
    pub bound: Bound,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// Whether the bound holds at any depth: nothing below it was guessed.
    pub is_proven: bool,
    /// The best move, or the one that sufficed.
    pub mv: Option<Move>,
}

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true one is this or less.
    Upper,
    /// The true one is this or more.
    Lower,
    /// It is the true one.
    Exact,
}

/// There is no memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

const SLOTS: usize = 4;
const WORDS_PER_BUCKET: usize = 2 * SLOTS;

/// The greatest depth that is told apart.
const DEEPEST: u32 = (1 << 10) - 1;
const AGES: u8 = 1 << 6;
const NO_MOVE: u64 = (1 << 22) - 1;
const PASS: u64 = NO_MOVE - 1;
const SCORE_OFFSET: i32 = 1 << 21;

impl Table {
    /// An empty table of about so many megabytes.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let buckets = (megabytes.max(1) << 20) / (WORDS_PER_BUCKET * size_of::<u64>());
        let words = TableMemory::zeroed(buckets * WORDS_PER_BUCKET).ok_or(OutOfMemory)?;
        Ok(Self { words, buckets: buckets as u64, age: AtomicU8::new(0) })
    }

    /// Forgets everything. The memory stays: it need not be asked for again, page by page.
    pub fn clear(&mut self) {
        for word in self.words.iter() {
            word.store(0, Ordering::Relaxed);
        }
        *self.age.get_mut() = 0;
    }

    /// How large the table is.
    pub fn megabytes(&self) -> usize {
        (self.words.len() * size_of::<u64>()) >> 20
    }

    /// A new search begins: what is in the table now is old, and makes room for what comes.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The upper bits choose the bucket, evenly for any number of buckets.
        let index = (u128::from(key) * u128::from(self.buckets)) >> 64;
        let start = index as usize * WORDS_PER_BUCKET;
        &self.words[start..start + WORDS_PER_BUCKET]
    }

    /// Says that the position with this key will be asked about soon.
    #[inline]
    pub fn expect(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let facts = slot[1].load(Ordering::Relaxed);
            (slot[0].load(Ordering::Relaxed) ^ facts == key && facts != 0).then(|| unpack(facts))
        })
    }

    /// Remembers something about the position with this key.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut entry = entry;
        let mut victim = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (index, slot) in bucket.chunks_exact(2).enumerate() {
            let facts = slot[1].load(Ordering::Relaxed);
            if facts != 0 && slot[0].load(Ordering::Relaxed) ^ facts == key {
                let known = unpack(facts);
                if is_better(&known, &entry) && age_of(facts) == age {
                    return;
                }
                entry.mv = entry.mv.or(known.mv);
                victim = index;
                break;
            }
            let worth = if facts == 0 { i32::MIN } else { worth(facts, age) };
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let facts = pack(&entry, age);
        bucket[2 * victim].store(key ^ facts, Ordering::Relaxed);
        bucket[2 * victim + 1].store(facts, Ordering::Relaxed);
    }

    /// How much of the table this search uses, in thousandths, by a sample.
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let slots = self.words.chunks_exact(2).take(1000);
        let in_use = slots.filter(|slot| {
            let facts = slot[1].load(Ordering::Relaxed);
            facts != 0 && age_of(facts) == age
        });
        in_use.count() as u32
    }
}

/// Whether what is known of a position should not be forgotten for something new about it.
#[inline]
fn is_better(known: &Entry, new: &Entry) -> bool {
    (known.is_proven && !new.is_proven && known.bound == Bound::Exact)
        || (new.bound != Bound::Exact && !new.is_proven && new.depth + 2 < known.depth)
}

/// How much it would hurt to lose a slot: depth counts, age counts against it.
#[inline]
fn worth(facts: u64, age: u8) -> i32 {
    let years = (AGES + age - age_of(facts)) % AGES;
    let depth = ((facts >> 32) & 0x3FF) as i32;
    depth - 8 * i32::from(years)
}

#[inline]
fn age_of(facts: u64) -> u8 {
    (facts >> 22 & 0x3F) as u8
}

// The fields, from the top: score 42.., depth 32..42, proven 31, bound 29..31 (0 is no bound at
// all, so that no entry is 0), unused 28, age 22..28, move 0..22.

#[inline]
fn pack(entry: &Entry, age: u8) -> u64 {
    let mv = match entry.mv {
        None => NO_MOVE,
        Some(Move::PASS) => PASS,
        Some(Move(number)) => u64::from(number),
    };
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let score = u64::from((entry.score.number() + SCORE_OFFSET).cast_unsigned());
    score << 42
        | u64::from(entry.depth.min(DEEPEST)) << 32
        | u64::from(entry.is_proven) << 31
        | bound << 29
        | u64::from(age) << 22
        | mv
}

#[inline]
fn unpack(facts: u64) -> Entry {
    let mv = match facts & NO_MOVE {
        NO_MOVE => None,
        PASS => Some(Move::PASS),
        number => Some(Move(number as u32)),
    };
    let bound = match facts >> 29 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry {
        score: Score::from_number((facts >> 42) as i32 - SCORE_OFFSET),
        bound,
        depth: (facts >> 32) as u32 & DEEPEST,
        is_proven: facts >> 31 & 1 == 1,
        mv,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_entry() -> impl Strategy<Value = Entry> {
        let score = prop_oneof![
            (0..40_000_u32).prop_map(Score::win_in),
            (0..40_000_u32).prop_map(Score::loss_in),
            (-676..=676).prop_map(Score::counted),
            any::<i32>().prop_map(Score::estimate),
            Just(Score::BEST),
            Just(Score::WORST),
        ];
        let bound = prop::sample::select(vec![Bound::Upper, Bound::Lower, Bound::Exact]);
        let mv = prop_oneof![
            Just(None),
            Just(Some(Move::PASS)),
            (0..640_000_u32).prop_map(|number| Some(Move(number)))
        ];
        (score, bound, 0..=DEEPEST, any::<bool>(), mv).prop_map(
            |(score, bound, depth, is_proven, mv)| Entry { score, bound, depth, is_proven, mv },
        )
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(entry in any_entry(), age in 0..AGES) {
            let facts = pack(&entry, age);
            prop_assert_ne!(facts, 0);
            prop_assert_eq!(unpack(facts), entry);
            prop_assert_eq!(age_of(facts), age);
        }

        /// Whatever is found under a key was put there under that key.
        #[test]
        fn nothing_is_found_that_was_not_put(puts in prop::collection::vec((0..500_u64, any_entry()), 1..400)) {
            let table = Table::new(1).unwrap();
            let key = |number: u64| mossa_kernel::keys::mix(number) >> 40 << 40 | number;
            for (number, entry) in &puts {
                table.put(key(*number), *entry);
            }
            for number in 0..500 {
                if let Some(found) = table.get(key(number)) {
                    let of_number = |(other, entry): &(u64, Entry)| {
                        *other == number && Entry { mv: found.mv, ..*entry } == found
                    };
                    prop_assert!(puts.iter().any(of_number));
                }
            }
        }
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let table = Table::new(1).unwrap();
        let entry = |depth| Entry {
            score: Score::DRAW,
            bound: Bound::Exact,
            depth,
            is_proven: false,
            mv: Some(Move(depth)),
        };
        // Keys that share their upper bits share a bucket.
        for number in 1..=20 {
            table.put(number, entry(if number == 3 { 30 } else { 1 }));
        }
        assert_eq!(table.get(3).map(|entry| entry.depth), Some(30));
        for _ in 0..5 {
            table.grow_older();
        }
        for number in 21..=24 {
            table.put(number, entry(1));
        }
        assert_eq!(table.get(3), None, "too old");
        assert_eq!(table.get(24).map(|entry| entry.depth), Some(1));
    }

    #[test]
    fn mixed_writes_are_not_taken_for_entries() {
        let table = Table::new(1).unwrap();
        let entry = Entry {
            score: Score::win_in(3),
            bound: Bound::Exact,
            depth: 3,
            is_proven: true,
            mv: None,
        };
        table.put(7, entry);
        let slot = table.bucket(7);
        slot[1].store(pack(&Entry { depth: 4, ..entry }, 0), Ordering::Relaxed);
        assert_eq!(table.get(7), None);
    }
}
