//! How long a game with one heap lasts when the winner hurries and the loser delays.
//!
//! The length for a heap follows from those of the heaps that a take leads to: the winner goes for
//! the shortest among the lost ones, the loser for the longest of all, and one ply is added. If all
//! lengths in one stretch as long as the largest take exceed those in an earlier stretch by the
//! same even number, then so do all that follow: the rule only compares and adds one, and who wins
//! is told by whether the length is odd. So lengths grow by the same amount each period, which
//! is proven as in [`super::repeats`], by looking at differences from one heap to the next.
//!
//! There are sets of takes, such as 3, 9 and 11, whose lengths never do that, because in some heaps
//! the loser can hold out for longer and longer than in their neighbors. Then lengths are
//! known up to the limits of memory and work, and not beyond.

use super::{
    limits::{CHUNK, Limits},
    repeats::{Period, Repeats},
    rules::{Rules, Steps},
};

/// Lengths of games with one heap, as far as they are known.
#[derive(Clone, Debug)]
pub(super) enum Lengths {
    /// Takes of 1 to R: two plies for each R + 1 sticks.
    Pairs {
        /// R + 1.
        pair: u32,
        /// Whether whoever cannot move wins.
        is_misere: bool,
    },
    /// From a table.
    Table(Box<Table>),
}

impl Lengths {
    pub(super) fn new(rules: &Rules, limits: Limits) -> Self {
        match &rules.steps {
            Steps::UpTo(limit) => Self::Pairs { pair: limit + 1, is_misere: rules.is_misere },
            Steps::OneOf(takes) => Self::Table(Box::new(Table::new(takes, rules, limits))),
        }
    }

    /// See [`Nimbers::reach`](super::nimbers::Nimbers::reach).
    pub(super) fn reach(&mut self, heap: u32, go_on: &mut dyn FnMut(u64) -> bool) {
        if let Self::Table(table) = self {
            table.reach(heap as usize, go_on);
        }
    }

    /// How many plies a game with this heap lasts, if it is known.
    pub(super) fn of(&self, heap: u32) -> Option<u64> {
        match self {
            // Each pair of moves takes `pair` sticks together; see the explanation for students.
            Self::Pairs { pair, is_misere: false } => {
                Some(u64::from(2 * (heap / pair)) + u64::from(!heap.is_multiple_of(*pair)))
            }
            Self::Pairs { is_misere: true, .. } if heap == 0 => Some(0),
            Self::Pairs { pair, is_misere: true } => {
                let counted = heap - 1;
                Some(
                    u64::from(2 * (counted / pair)) + 1 + u64::from(!counted.is_multiple_of(*pair)),
                )
            }
            Self::Table(table) => table.of(heap as usize),
        }
    }
}

/// Lengths that are computed one after the other.
#[derive(Clone, Debug)]
pub(super) struct Table {
    takes: Box<[u32]>,
    is_misere: bool,
    plies: Vec<u32>,
    /// For each of the next heaps, in a ring: the shortest length among the lost heaps that a take
    /// leads to.
    soonest: Box<[u32]>,
    repeats: Repeats,
    /// The period and by how much lengths grow with each.
    growth: Option<(Period, u32)>,
    limits: Limits,
    work: u64,
}

/// No take leads to a lost heap.
const NEVER: u32 = u32::MAX;

impl Table {
    fn new(takes: &[u32], rules: &Rules, limits: Limits) -> Self {
        let most = rules.most() as usize;
        Self {
            takes: takes.into(),
            is_misere: rules.is_misere,
            plies: Vec::new(),
            soonest: vec![NEVER; (most + 1).next_power_of_two()].into(),
            repeats: Repeats::new(most),
            growth: None,
            limits,
            work: 0,
        }
    }

    fn reach(&mut self, heap: usize, go_on: &mut dyn FnMut(u64) -> bool) {
        let mut chunk_end = self.work + CHUNK;
        let mut added = 0;
        while self.growth.is_none()
            && self.plies.len() <= heap
            && self.plies.len() * size_of::<u32>() < self.limits.table_bytes
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

    /// Computes the length for the next heap.
    fn advance(&mut self) {
        let heap = self.plies.len();
        let slot = heap & (self.soonest.len() - 1);
        let soonest = std::mem::replace(&mut self.soonest[slot], NEVER);
        self.work += 1;
        let plies = if soonest != NEVER {
            soonest + 1
        } else if heap < self.takes[0] as usize {
            if !self.is_misere {
                self.announce(heap, 0);
            }
            0
        } else {
            let plies = self.latest(heap) + 1;
            self.announce(heap, plies);
            plies
        };
        self.plies.push(plies);
        if heap > 0 {
            let window = self.repeats.window();
            let leaving = heap.checked_sub(window + 1).map(|old| self.difference(old + 1));
            let entering = self.difference(heap);
            if let Some(distance) = self.repeats.push(entering, leaving) {
                self.check_repeat(distance);
            }
        }
    }

    /// The longest length that a take leads to.
    fn latest(&mut self, heap: usize) -> u32 {
        self.work += self.takes.len() as u64;
        let takes = self.takes.iter().map(|&take| take as usize).take_while(|&take| take <= heap);
        takes.map(|take| self.plies[heap - take]).max().expect("something can be taken")
    }

    /// Tells larger heaps that a take leads from there to a lost one.
    fn announce(&mut self, lost: usize, plies: u32) {
        self.work += self.takes.len() as u64;
        let mask = self.soonest.len() - 1;
        for &take in &self.takes {
            let slot = &mut self.soonest[(lost + take as usize) & mask];
            *slot = plies.min(*slot);
        }
    }

    /// By how much the length for a heap, not 0, exceeds the one before, as 64 bits.
    fn difference(&self, heap: usize) -> u64 {
        u64::from(self.plies[heap]).wrapping_sub(self.plies[heap - 1].into())
    }

    /// Compares the last stretch with the one so far before it.
    fn check_repeat(&mut self, distance: usize) {
        let last = self.plies.len() - 1;
        // Lengths never shrink from one stretch to the next by much, but they need not grow.
        let Some(growth) = self.plies[last].checked_sub(self.plies[last - distance]) else {
            return;
        };
        let grows =
            |at: usize| self.plies[at].checked_add(growth) == Some(self.plies[at + distance]);
        let first = last - distance - self.repeats.window();
        if !growth.is_multiple_of(2) || !(first..=last - distance).all(grows) {
            return;
        }
        let start = (0..first).rev().take_while(|&at| grows(at)).last().unwrap_or(first);
        self.growth = Some((Period { start, length: distance }, growth));
        self.plies.truncate(start + distance);
        self.plies.shrink_to_fit();
    }

    fn of(&self, heap: usize) -> Option<u64> {
        match self.growth {
            None => self.plies.get(heap).map(|&plies| plies.into()),
            Some((period, growth)) => {
                let (place, periods) = period.fold(heap);
                Some(u64::from(self.plies[place]) + periods as u64 * u64::from(growth))
            }
        }
    }
}
