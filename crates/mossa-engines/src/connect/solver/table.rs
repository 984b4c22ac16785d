//! What was found out about positions, one or two machine words each.
//!
//! Nothing is taken on trust: the place where an entry lies and what it says of its position
//! together are the whole position, so that no other is ever mistaken for it.
//!
//! The table begins small, so that short proofs stay within the processor's caches, and grows as it
//! fills. Of two entries that share a place, the one that took less work to find out goes first.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use mossa_simd::{TableMemory, prefetch};

use super::packed::Packed;

/// The score of a position lies between these, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Bounds {
    #[inline(always)]
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// As the opponent sees it.
    #[inline(always)]
    #[must_use]
    pub(super) fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Scores are kept as numbers from 0 to 127.
const SCORE_OFFSET: i32 = 64;
const SCORE_BITS: u32 = 7;

/// Of the work only the number of binary digits is kept.
const WORK_BITS: u32 = 5;

/// An entry: from the top, the rest of the code, the work, both bounds.
const FACT_BITS: u32 = WORK_BITS + 2 * SCORE_BITS;

/// Each position has two entries to choose from.
const ENTRIES: usize = 2;

/// The table begins with 2 to the power of this many places: with entries of one word, 16 KB fit
/// into the fastest cache.
const FIRST_INDEX_BITS: u32 = 10;

/// It grows by this many bits at a time.
const GROWTH_BITS: u32 = 2;

/// The table. Positions come as codes, see [`Table::code`].
pub(super) struct Table<E> {
    memory: TableMemory,
    /// How many bits a position has.
    code_bits: u32,
    /// How many bits of a code say where it lies: now, at first and at most.
    index_bits: AtomicU32,
    first_index_bits: u32,
    most_index_bits: u32,
    /// How many entries are in use; known as long as the table can grow.
    used: AtomicUsize,
    /// Whether several threads use it, so that nothing may move.
    is_shared: bool,
    entry: std::marker::PhantomData<fn() -> E>,
}

/// How large a table for positions of so many bits can be within some memory, in bits of its index,
/// with the entries `E`; `None` where they cannot hold what is left of a code, or a whole one while
/// it is made.
fn most_index_bits<E: Packed>(code_bits: u32, memory_mb: usize) -> Option<u32> {
    let places = (memory_mb.max(1) << 20) / (ENTRIES * E::WORDS * size_of::<u64>());
    let index_bits = places.ilog2().min(code_bits);
    let is_enough = code_bits <= E::BITS && code_bits - index_bits + FACT_BITS <= E::BITS;
    is_enough.then_some(index_bits)
}

/// Whether entries of one word will do.
pub(super) fn is_narrow(code_bits: u32, memory_mb: usize) -> bool {
    most_index_bits::<u64>(code_bits, memory_mb).is_some()
}

impl<E: Packed> Table<E> {
    /// For positions of so many bits. The largest boards take at least some MB, whatever is asked.
    /// `None` when there is no such memory.
    pub(super) fn new(code_bits: u32, memory_mb: usize) -> Option<Self> {
        let least = (code_bits + FACT_BITS).saturating_sub(E::BITS);
        let most_index_bits = most_index_bits::<E>(code_bits, memory_mb).unwrap_or(least);
        let first_index_bits = FIRST_INDEX_BITS.max(least).min(most_index_bits);
        let memory = TableMemory::zeroed((ENTRIES * E::WORDS) << most_index_bits)?;
        Some(Self {
            memory,
            code_bits,
            index_bits: AtomicU32::new(first_index_bits),
            first_index_bits,
            most_index_bits,
            used: AtomicUsize::new(0),
            is_shared: false,
            entry: std::marker::PhantomData,
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let index_bits = *self.index_bits.get_mut();
        for word in &self.memory[..(ENTRIES * E::WORDS) << index_bits] {
            word.store(0, Relaxed);
        }
        *self.index_bits.get_mut() = self.first_index_bits;
        *self.used.get_mut() = 0;
    }

    /// To be used by several threads from now on, or by one. A shared table has its full size: it
    /// cannot grow while others look.
    pub(super) fn share(&mut self, is_shared: bool) {
        self.is_shared = is_shared;
        while is_shared && self.index_bits() < self.most_index_bits {
            self.grow();
        }
    }

    #[inline(always)]
    fn index_bits(&self) -> u32 {
        self.index_bits.load(Relaxed)
    }

    /// A position's key, mixed so thoroughly that its upper bits tell positions apart, and nothing
    /// lost.
    #[inline(always)]
    pub(super) fn code(&self, key: u128) -> E {
        let mask = E::mask(self.code_bits);
        let half = (self.code_bits / 2).max(1);
        let mut code = E::truncate(key);
        code = code ^ (code >> half);
        code = code.multiply(0) & mask;
        code = code ^ (code >> half);
        code = code.multiply(1) & mask;
        code ^ (code >> half)
    }

    /// Where the entries of a code begin, and what they must say of it.
    #[inline(always)]
    fn find(&self, code: E) -> (usize, E) {
        let rest_bits = self.code_bits - self.index_bits();
        let index = (code >> rest_bits).low() as usize;
        (index * ENTRIES * E::WORDS, code & E::mask(rest_bits))
    }

    #[inline(always)]
    fn load(&self, place: usize, entry: usize) -> E {
        E::load(&self.memory[place + entry * E::WORDS..])
    }

    #[inline(always)]
    fn store(&self, place: usize, entry: usize, packed: E) {
        packed.store(&self.memory[place + entry * E::WORDS..]);
    }

    /// Says that a position will be asked about soon.
    #[inline(always)]
    pub(super) fn expect(&self, code: E) {
        prefetch(&self.memory[self.find(code).0]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, code: E) -> Option<Bounds> {
        let (place, rest) = self.find(code);
        let (first, second) = (self.load(place, 0), self.load(place, 1));
        let found = if second >> FACT_BITS == rest { second } else { E::ZERO };
        let found = if first >> FACT_BITS == rest { first } else { found };
        (found != E::ZERO).then(|| bounds_of(found))
    }

    /// Remembers something about a position that took so many nodes to find out.
    #[inline(always)]
    pub(super) fn put(&self, code: E, bounds: Bounds, work: u64) {
        let (place, rest) = self.find(code);
        let new = pack(rest, bounds, work);
        let (first, second) = (self.load(place, 0), self.load(place, 1));
        if first == E::ZERO || first >> FACT_BITS == rest {
            self.count(first);
            return self.store(place, 0, new);
        }
        if second >> FACT_BITS != rest {
            self.count(second);
        }
        if work_of(first) <= work_of(new) && second >> FACT_BITS != rest {
            self.store(place, 1, first);
            self.store(place, 0, new);
        } else {
            self.store(place, 1, new);
        }
        let is_half_full = self.used.load(Relaxed) > 1 << self.index_bits();
        if is_half_full && !self.is_shared && self.index_bits() < self.most_index_bits {
            self.grow();
        }
    }

    /// An entry was overwritten.
    #[inline(always)]
    fn count(&self, before: E) {
        if before == E::ZERO {
            // Only one thread counts for sure, and with several nobody asks.
            self.used.store(self.used.load(Relaxed) + 1, Relaxed);
        }
    }

    /// Makes the table larger. All entries move to where they belong then: those of one
    /// place go to several neighboring ones, further up, so that beginning at the end no entry is
    /// overwritten that has not moved yet.
    #[cold]
    fn grow(&self) {
        let before = self.index_bits();
        let after = (before + GROWTH_BITS).min(self.most_index_bits);
        let growth = after - before;
        let rest_bits = self.code_bits - after;
        for index in (0..1_usize << before).rev() {
            let place = index * ENTRIES * E::WORDS;
            let entries = [self.load(place, 0), self.load(place, 1)];
            self.store(place, 0, E::ZERO);
            self.store(place, 1, E::ZERO);
            for entry in entries.into_iter().filter(|&entry| entry != E::ZERO) {
                let rest = entry >> FACT_BITS;
                let index = index << growth | (rest >> rest_bits).low() as usize;
                let place = index * ENTRIES * E::WORDS;
                let rest = (rest & E::mask(rest_bits)) << FACT_BITS;
                let entry = rest | (entry & E::mask(FACT_BITS));
                let is_free = self.load(place, 0) == E::ZERO;
                self.store(place, usize::from(!is_free), entry);
            }
        }
        self.index_bits.store(after, Relaxed);
    }

    /// How much of the table is in use, in thousandths: of its full size, even if it has yet to grow.
    pub(super) fn fill(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let entries = ENTRIES << self.most_index_bits;
        if !self.is_shared {
            return (self.used.load(Relaxed) * 1000 / entries) as u32;
        }
        // Several threads do not count.
        let sample = entries.min(SAMPLE);
        let in_use = (0..sample).filter(|&entry| self.load(0, entry) != E::ZERO).count();
        (in_use * 1000 / sample) as u32
    }

    /// All entries that took at least so much work, as codes with what is known of them.
    pub(super) fn entries(&self, least_work: u64) -> impl Iterator<Item = (E, Bounds, u64)> {
        let rest_bits = self.code_bits - self.index_bits();
        let places = 0..1_usize << self.index_bits();
        let packed = places.flat_map(move |index| {
            let place = index * ENTRIES * E::WORDS;
            [(index, self.load(place, 0)), (index, self.load(place, 1))]
        });
        packed.filter(move |&(_, packed)| packed != E::ZERO && work_of(packed) >= least_work).map(
            move |(index, packed)| {
                let code = E::truncate(index as u128) << rest_bits | (packed >> FACT_BITS);
                (code, bounds_of(packed), work_of(packed))
            },
        )
    }
}

/// A code's rest with what is known of the position.
#[inline(always)]
fn pack<E: Packed>(rest: E, bounds: Bounds, work: u64) -> E {
    let score = |score: i32| u64::from((score + SCORE_OFFSET).cast_unsigned());
    let digits = u64::from((u64::BITS - work.max(1).leading_zeros()).min((1 << WORK_BITS) - 1));
    let facts = digits << (2 * SCORE_BITS) | score(bounds.low) << SCORE_BITS | score(bounds.high);
    rest << FACT_BITS | E::truncate(facts.into())
}

#[inline(always)]
fn bounds_of<E: Packed>(packed: E) -> Bounds {
    let score = |bits: u64| (bits & ((1 << SCORE_BITS) - 1)) as i32 - SCORE_OFFSET;
    Bounds { low: score(packed.low() >> SCORE_BITS), high: score(packed.low()) }
}

/// At least how many nodes it took, to a power of two.
#[inline(always)]
fn work_of<E: Packed>(packed: E) -> u64 {
    let digits = packed.low() >> (2 * SCORE_BITS) & ((1 << WORK_BITS) - 1);
    (1 << digits) >> 1
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use mossa_kernel::keys::mix;
    use proptest::prelude::*;

    use super::*;

    fn any_bounds() -> impl Strategy<Value = Bounds> {
        (-63..=63, -63..=63).prop_map(|(a, b): (i32, i32)| Bounds { low: a.min(b), high: a.max(b) })
    }

    /// Puts entries into a table and looks whether all that is found there is right; says how many
    /// of them are found.
    fn found_again<E: Packed>(code_bits: u32, puts: &[(u128, Bounds, u64)]) -> usize {
        let mut table = Table::<E>::new(code_bits, 1).unwrap();
        let mut known = HashMap::new();
        for &(number, bounds, work) in puts {
            let key = number & u128::mask(code_bits);
            table.put(table.code(key), bounds, work);
            known.insert(key, bounds);
        }
        let found = |table: &Table<E>| {
            let found = known.iter().filter(|&(&key, bounds)| {
                let found = table.get(table.code(key));
                assert!(found.is_none_or(|found| found == *bounds), "{key:x}");
                found.is_some()
            });
            found.count()
        };
        let before = found(&table);
        assert!(table.entries(0).count() <= puts.len());
        table.share(true);
        assert_eq!(found(&table), before, "nothing gets lost when the table grows");
        table.clear();
        assert!(known.keys().all(|&key| table.get(table.code(key)).is_none()));
        before
    }

    proptest! {
        #[test]
        fn what_is_found_was_put(
            puts in prop::collection::vec((any::<u128>(), any_bounds(), 1..1_000_000_u64), 1..300),
            code_bits in 2..=128_u32,
        ) {
            found_again::<u128>(code_bits, &puts);
            if is_narrow(code_bits, 1) {
                found_again::<u64>(code_bits, &puts);
            }
        }

        #[test]
        fn codes_tell_positions_apart(a: u128, b: u128, code_bits in 2..=61_u32) {
            let table = Table::<u64>::new(code_bits, 1).unwrap();
            let (a, b) = (a & u128::mask(code_bits), b & u128::mask(code_bits));
            prop_assert_eq!(table.code(a) == table.code(b), a == b);
            prop_assert_eq!(table.code(a) & !u64::mask(code_bits), 0);
        }
    }

    /// However much memory there is, a code must fit into the entry that it becomes part of.
    #[test]
    fn long_codes_have_wide_entries() {
        for memory_mb in [1, 64, 1024, 1 << 20] {
            assert!((65..=128).all(|code_bits| !is_narrow(code_bits, memory_mb)));
        }
        assert!(is_narrow(64, 64) && !is_narrow(64, 1));
    }

    #[test]
    fn hardly_anything_is_lost_while_there_is_room() {
        let bounds = Bounds { low: -3, high: 4 };
        let puts: Vec<_> =
            (1..20_000_u64).map(|n| (mix(n).into(), bounds, mix(n) % 1000)).collect();
        // Where three share a place, one must go; at half full that is one in seven or so.
        assert!(found_again::<u64>(49, &puts) > 16_500);
    }
}
