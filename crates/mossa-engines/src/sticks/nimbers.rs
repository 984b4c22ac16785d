//! The number of a heap (its Grundy value), for any rule of what may be taken.
//!
//! The number of a heap is the smallest that no take leads to; a heap that nothing can be taken
//! from has number 0. By the theorem of Sprague and Grundy a heap with number g is worth as much as
//! a heap of g sticks in Nim, and several heaps are lost for the side to move when the xor of
//! their numbers is 0.
//!
//! If whoever cannot move wins (misère), Ferguson's theorem tells the lost positions: all numbers
//! are 0 or 1 and their xor is 1, or some number is 2 or more and the xor is 0. That is misère Nim.
//! It holds for every set of takes because a heap of n has number 1 exactly when one of
//! n - (the smallest take) has number 0 (his pairing property); for most other games it would not.
//!
//! For takes of 1 to R the number is the remainder by R + 1. For other takes numbers are computed
//! one after the other until they are proven to repeat (see [`super::repeats`]), or up to the
//! heap asked about, or until memory or work come to their limit: then what lies beyond is unknown.
//!
//! Games with one heap need less: whether a number is 0, 1 or more. By the pairing property the
//! zeros tell that, and the sequence of zeros is faster to compute and may repeat earlier.

use super::{
    limits::{CHUNK, Limits},
    repeats::{Period, Repeats},
    rules::{Rules, Steps},
};

/// The numbers of heaps of all sizes, as far as they are known.
#[derive(Clone, Debug)]
pub(super) enum Nimbers {
    /// The remainder by this.
    Remainder(u32),
    /// From a table.
    Table(Box<Table>),
}

impl Nimbers {
    pub(super) fn new(rules: &Rules, limits: Limits) -> Self {
        match &rules.steps {
            Steps::UpTo(limit) => Self::Remainder(limit + 1),
            Steps::OneOf(takes) => Self::Table(Box::new(Table::new(takes, rules, limits))),
        }
    }

    /// Computes numbers for heaps up to this one, as far as the limits and `go_on` allow. `go_on`
    /// is asked now and then, with how many numbers were added since.
    pub(super) fn reach(&mut self, heap: u32, go_on: &mut dyn FnMut(u64) -> bool) {
        if let Self::Table(table) = self {
            table.reach(heap as usize, go_on);
        }
    }

    /// The number of a heap, if it is known; in games with one heap 2 stands for all above.
    #[inline]
    pub(super) fn of(&self, heap: u32) -> Option<u32> {
        match self {
            Self::Remainder(modulus) => Some(heap % modulus),
            Self::Table(table) => table.of(heap),
        }
    }

    /// The proven period of the table, if there is one.
    pub(super) fn period(&self) -> Option<Period> {
        match self {
            Self::Remainder(modulus) => Some(Period { start: 0, length: *modulus as usize }),
            Self::Table(table) => table.period,
        }
    }
}

/// Numbers that are computed one after the other.
#[derive(Clone, Debug)]
pub(super) struct Table {
    takes: Box<[u32]>,
    /// The takes as bits, 64 a word.
    take_bits: Box<[u64]>,
    /// Numbers from here on are not told apart.
    ceiling: usize,
    values: Values,
    /// For each number below the ceiling: which of the next heaps lead to it, one bit each, in a
    /// ring of words.
    leads: Vec<Box<[u64]>>,
    /// The number of words in a ring, a power of two.
    ring: usize,
    repeats: Repeats,
    period: Option<Period>,
    limits: Limits,
    work: u64,
}

impl Table {
    fn new(takes: &[u32], rules: &Rules, limits: Limits) -> Self {
        let most = rules.most() as usize;
        let mut take_bits = vec![0_u64; most / 64 + 1];
        for &take in takes {
            take_bits[take as usize / 64] |= 1 << (take % 64);
        }
        // No number exceeds the number of takes: so many could at most be led to.
        let ceiling = if rules.n_heaps == 1 { 1 } else { takes.len() + 1 };
        Self {
            takes: takes.into(),
            take_bits: take_bits.into(),
            ceiling,
            values: Values::up_to(ceiling),
            leads: Vec::new(),
            ring: (most / 64 + 2).next_power_of_two(),
            repeats: Repeats::new(most),
            period: None,
            limits,
            work: 0,
        }
    }

    fn reach(&mut self, heap: usize, go_on: &mut dyn FnMut(u64) -> bool) {
        let mut chunk_end = self.work + CHUNK;
        let mut added = 0;
        while self.period.is_none()
            && self.values.len() <= heap
            && self.values.bytes() < self.limits.table_bytes
            && self.work < self.limits.work
        {
            self.advance();
            added += 1;
            if self.work >= chunk_end {
                chunk_end = self.work + CHUNK;
                if !go_on(std::mem::take(&mut added)) {
                    return;
                }
            }
        }
        go_on(added);
    }

    /// Computes the number of the next heap.
    fn advance(&mut self) {
        let heap = self.values.len();
        let (word, bit) = ((heap / 64) & (self.ring - 1), heap % 64);
        let is_free = |lead: &[u64]| lead[word] >> bit & 1 == 0;
        let first_free = self.leads.iter().position(|lead| is_free(lead));
        let value = first_free.unwrap_or(self.leads.len());
        self.work += value as u64 + 1;
        if value < self.ceiling {
            self.mark(heap, value);
        }
        if bit == 63 {
            // The ring comes round: these bits will stand for heaps further up.
            self.leads.iter_mut().for_each(|lead| lead[word] = 0);
            self.work += self.leads.len() as u64;
        }
        self.values.push(value as u16);
        let leaving = heap.checked_sub(self.repeats.window()).map(|old| self.values.get(old));
        if let Some(distance) = self.repeats.push(value as u64, leaving.map(u64::from)) {
            self.check_repeat(distance);
        }
    }

    /// Notes which larger heaps lead to this one, whose number is `value`.
    fn mark(&mut self, heap: usize, value: usize) {
        if value == self.leads.len() {
            self.leads.push(vec![0; self.ring].into());
        }
        let (lead, mask) = (&mut self.leads[value], self.ring - 1);
        if self.takes.len() <= self.take_bits.len() {
            for &take in &self.takes {
                let target = heap + take as usize;
                lead[(target / 64) & mask] |= 1 << (target % 64);
            }
            self.work += self.takes.len() as u64;
            return;
        }
        let (first, shift) = (heap / 64, heap % 64);
        for (word, &bits) in (first..).zip(&self.take_bits) {
            lead[word & mask] |= bits << shift;
            // In two steps, for shifting by all 64 bits at once is not allowed.
            lead[(word + 1) & mask] |= bits >> 1 >> (63 - shift);
        }
        self.work += self.take_bits.len() as u64;
    }

    /// Compares the last window with the one so far before it.
    fn check_repeat(&mut self, distance: usize) {
        let first = self.values.len() - self.repeats.window() - distance;
        let is_like = |at: usize| self.values.get(at) == self.values.get(at + distance);
        if !(first..self.values.len() - distance).all(is_like) {
            return;
        }
        // Perhaps it has repeated for longer than that.
        let start = (0..first).rev().take_while(|&at| is_like(at)).last().unwrap_or(first);
        self.period = Some(Period { start, length: distance });
        self.values.truncate(start + distance);
        self.leads = Vec::new();
    }

    fn of(&self, heap: u32) -> Option<u32> {
        let value = self.value(heap)?;
        if self.ceiling > 1 || value == 0 {
            return Some(value);
        }
        let paired = heap.checked_sub(self.takes[0]).and_then(|smaller| self.value(smaller));
        Some(if paired == Some(0) { 1 } else { 2 })
    }

    /// The entry for a heap.
    fn value(&self, heap: u32) -> Option<u32> {
        let heap = self.period.map_or(heap as usize, |period| period.fold(heap as usize).0);
        (heap < self.values.len()).then(|| self.values.get(heap).into())
    }
}

/// Numbers, one byte each where that suffices.
#[derive(Clone, Debug)]
enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Values {
    fn up_to(largest: usize) -> Self {
        if u8::try_from(largest).is_ok() {
            Self::Narrow(Vec::new())
        } else {
            Self::Wide(Vec::new())
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => 2 * values.len(),
        }
    }

    #[inline]
    fn get(&self, at: usize) -> u16 {
        match self {
            Self::Narrow(values) => values[at].into(),
            Self::Wide(values) => values[at],
        }
    }

    fn push(&mut self, value: u16) {
        match self {
            Self::Narrow(values) => values.push(value as u8),
            Self::Wide(values) => values.push(value),
        }
    }

    fn truncate(&mut self, length: usize) {
        match self {
            Self::Narrow(values) => {
                values.truncate(length);
                values.shrink_to_fit();
            }
            Self::Wide(values) => {
                values.truncate(length);
                values.shrink_to_fit();
            }
        }
    }
}
