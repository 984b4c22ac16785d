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
//!
//! **Growth.** A table begins small and takes more of its memory into use as it fills, some buckets
//! at a time (linear hashing). Memory that is touched for the first time is dear, up to a
//! millisecond for a megabyte, and a search of a tenth of a second cannot pay for all of it at once;
//! what is small fits into the processor's caches, too. With n buckets in use, the lower bits of a
//! key choose among the next power of two, and if that one is not in use yet, one bit fewer does. So
//! a new bucket takes over a part of one other bucket. What another thread writes in the meantime
//! may be lost, but whatever is found is right: its key is compared.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use mossa_kernel::Move;
use mossa_simd::{TableMemory, prefetch};

use crate::Score;

/// A table of at most so much memory.
pub struct Table {
    words: TableMemory,
    /// How many buckets there is memory for.
    buckets: usize,
    /// How many of them are in use.
    in_use: AtomicUsize,
    is_growing: AtomicBool,
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

/// How many buckets a table begins with: a quarter of a megabyte.
const FIRST_BUCKETS: usize = 1 << 12;

/// How many buckets a table grows by, and by how many bits of a key it is decided when: on average
/// one bucket for every slot that is filled, so that few buckets are ever full while there is room.
const GROWTH: usize = 1 << GROWTH_BITS;
const GROWTH_BITS: u32 = 6;

/// How many buckets are looked at to tell how full a table is.
const SAMPLE: usize = 250;

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
        Ok(Self {
            words,
            buckets,
            in_use: AtomicUsize::new(FIRST_BUCKETS.min(buckets)),
            is_growing: AtomicBool::new(false),
            age: AtomicU8::new(0),
        })
    }

    /// Forgets everything, and is as if new. The memory stays: it need not be asked for again, page
    /// by page.
    pub fn clear(&mut self) {
        let in_use = std::mem::replace(self.in_use.get_mut(), FIRST_BUCKETS.min(self.buckets));
        for word in &self.words[..in_use * WORDS_PER_BUCKET] {
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
        let in_use = self.in_use.load(Ordering::Relaxed);
        let mask = usize::MAX >> (in_use - 1).leading_zeros();
        let index = key as usize & mask;
        self.bucket_at(if index < in_use { index } else { index & (mask >> 1) })
    }

    #[inline]
    fn bucket_at(&self, index: usize) -> &[AtomicU64] {
        let start = index * WORDS_PER_BUCKET;
        &self.words[start..start + WORDS_PER_BUCKET]
    }

    /// Takes some more buckets into use, unless another thread is about it.
    #[cold]
    fn grow(&self) {
        if self.is_growing.swap(true, Ordering::Acquire) {
            return;
        }
        let before = self.in_use.load(Ordering::Relaxed);
        if before < self.buckets {
            let upper = 1 << before.ilog2();
            let halves = || (before - upper..).zip(before..before + GROWTH);
            for (old, new) in halves() {
                self.each_upper(old, upper as u64, |slot, at| {
                    for (word, copy) in slot.iter().zip(&self.bucket_at(new)[at..]) {
                        copy.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
                    }
                });
            }
            self.in_use.store(before + GROWTH, Ordering::Relaxed);
            for (old, _) in halves() {
                let remove = |slot: &[AtomicU64], _| slot[1].store(0, Ordering::Relaxed);
                self.each_upper(old, upper as u64, remove);
            }
        }
        self.is_growing.store(false, Ordering::Release);
    }

    /// Shows `visit` the slots of a bucket whose keys have this bit, and where in the bucket they are.
    fn each_upper(&self, bucket: usize, bit: u64, visit: impl Fn(&[AtomicU64], usize)) {
        for (number, slot) in self.bucket_at(bucket).chunks_exact(2).enumerate() {
            let facts = slot[1].load(Ordering::Relaxed);
            if facts != 0 && (slot[0].load(Ordering::Relaxed) ^ facts) & bit != 0 {
                visit(slot, 2 * number);
            }
        }
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
                (victim, least) = (index, i32::MAX);
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
        let was_free = least == i32::MIN;
        // The upper bits of a key are like dice that fall the same way on every machine.
        if was_free && key >> (u64::BITS - GROWTH_BITS) == 0 {
            self.grow();
        }
    }

    /// How much of the memory this search uses, in thousandths, by a sample of its slots.
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let in_use = self.in_use.load(Ordering::Relaxed);
        let sample = in_use.min(SAMPLE);
        let is_young = |slot: &&[AtomicU64]| {
            let facts = slot[1].load(Ordering::Relaxed);
            facts != 0 && age_of(facts) == age
        };
        let buckets = (0..sample).map(|number| self.bucket_at(number * in_use / sample));
        let young = buckets.flat_map(|bucket| bucket.chunks_exact(2)).filter(is_young).count();
        (1000 * young * in_use / (SLOTS * sample * self.buckets)) as u32
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
        // Keys that share their lower bits share a bucket.
        let key = |number: u64| number << 32;
        for number in 1..=20 {
            table.put(key(number), entry(if number == 3 { 30 } else { 1 }));
        }
        assert_eq!(table.get(key(3)).map(|entry| entry.depth), Some(30));
        for _ in 0..5 {
            table.grow_older();
        }
        for number in 21..=24 {
            table.put(key(number), entry(1));
        }
        assert_eq!(table.get(key(3)), None, "too old");
        assert_eq!(table.get(key(24)).map(|entry| entry.depth), Some(1));
    }

    fn some_entry(depth: u32) -> Entry {
        Entry {
            score: Score::win_in(depth),
            bound: Bound::Exact,
            depth,
            is_proven: true,
            mv: Some(Move(depth)),
        }
    }

    #[test]
    fn a_table_grows_as_it_fills_and_loses_little() {
        let mut table = Table::new(16).unwrap();
        let key = |number: u32| mossa_kernel::keys::mix(u64::from(number) + 1);
        let mut sizes = vec![*table.in_use.get_mut()];
        for number in 0..100_000 {
            table.put(key(number), some_entry(number % 500));
            if number % 10_000 == 0 {
                sizes.push(*table.in_use.get_mut());
            }
        }
        assert!(sizes.is_sorted() && sizes[0] == FIRST_BUCKETS, "{sizes:?}");
        assert!((80_000..120_000).contains(sizes.last().unwrap()), "{sizes:?}");
        let found = (0..100_000).filter(|&number| {
            let found = table.get(key(number));
            assert!(found.is_none_or(|found| found == some_entry(number % 500)), "{number}");
            found.is_some()
        });
        assert!(found.count() > 98_000);
        for number in 100_000..1_000_000 {
            table.put(key(number), some_entry(number % 500));
        }
        assert_eq!(*table.in_use.get_mut(), table.buckets, "there is no more");
        table.clear();
        assert_eq!(*table.in_use.get_mut(), FIRST_BUCKETS);
        assert!(table.words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn threads_may_fill_it_while_it_grows() {
        let table = Table::new(8).unwrap();
        let key = |number: u32| mossa_kernel::keys::mix(u64::from(number) + 1);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for number in (thread..100_000).step_by(4) {
                        table.put(key(number), some_entry(number % 500));
                        let other = number / 2;
                        let found = table.get(key(other));
                        assert!(found.is_none_or(|found| found == some_entry(other % 500)));
                    }
                });
            }
        });
        // How far it has grown depends on how long the thread waited that lets it grow; what was put last is there
        // all the same.
        for number in 0..1_000 {
            table.put(key(number), some_entry(number % 500));
        }
        let found = (900..1_000).filter(|&number| {
            let found = table.get(key(number));
            found == Some(some_entry(number % 500))
        });
        assert!(found.count() > 90);
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
