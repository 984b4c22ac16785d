//! How long a game with several heaps lasts, by working upwards from the end.
//!
//! Heaps may change places, so a position is its heaps in ascending order, and none of them ever
//! exceeds the one at the same place in the largest position of the table. Such positions are
//! numbered without a gap: sorted by the last heap, then by the last but one, and so on,
//!
//! ```text
//!   largest 1 2 2:   000 001 011 111 002 012 112 022 122
//!   number             0   1   2   3   4   5   6   7   8
//! ```
//!
//! the number of a position is the sum, over its heaps, of how many ways there are to fill the
//! places up to that heap's with something less at that place. A take leads to a smaller number.

use super::{
    limits::{CHUNK, Limits},
    rules::Rules,
};

/// Lengths of all games that a position can lead to.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    /// The heaps of the largest position, in ascending order.
    largest: Box<[u32]>,
    /// For each place and value there: how many ways there are to fill the places up to this one,
    /// in ascending order, with less than the value here.
    ways: Box<[Box<[u32]>]>,
    /// How many plies each position lasts. With an even number the side to move has lost, or won
    /// in misère games.
    plies: Box<[u32]>,
}

impl Endings {
    /// The table for a position with these heaps; `None` when it would be too large, or when
    /// `go_on` ends it.
    pub(super) fn new(
        rules: &Rules,
        heaps: &[u32],
        limits: Limits,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Self> {
        let mut largest = heaps.to_vec();
        largest.sort_unstable();
        let most_positions = limits.table_bytes / size_of::<u32>();
        let ways = count_ways(&largest, most_positions)?;
        let positions = *ways.last()?.last()?;
        let takes: usize = largest.iter().map(|&heap| rules.n_takes(heap)).sum();
        if u64::from(positions) * (takes + 2 * largest.len()) as u64 > limits.work {
            return None;
        }
        let plies = Vec::with_capacity(positions as usize);
        let mut endings = Self { largest: largest.into(), ways, plies: plies.into() };
        endings.fill(rules, positions as usize, go_on).then_some(endings)
    }

    /// Whether the table knows these heaps, in ascending order.
    pub(super) fn has(&self, sorted: &[u32]) -> bool {
        let fits = |(heap, largest): (&u32, &u32)| heap <= largest;
        let extra = sorted.len().saturating_sub(self.largest.len());
        sorted[..extra].iter().all(|&heap| heap == 0)
            && sorted.iter().rev().zip(self.largest.iter().rev()).all(fits)
    }

    /// How long a game lasts from these heaps, in ascending order, which the table must have.
    pub(super) fn of(&self, sorted: &[u32]) -> u64 {
        let filled = sorted.iter().rev().zip(self.ways.iter().rev());
        let number: u32 = filled.map(|(&heap, ways)| ways[heap as usize]).sum();
        self.plies[number as usize].into()
    }

    /// Computes all positions in the order of their numbers; whether it was allowed to finish.
    fn fill(
        &mut self,
        rules: &Rules,
        positions: usize,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let mut plies = Vec::with_capacity(positions);
        let mut heaps = vec![0; self.largest.len()];
        let mut prefix = vec![0; heaps.len() + 1];
        let (mut work, mut told) = (0, 0);
        loop {
            work += self.add(rules, &heaps, &mut prefix, &mut plies);
            if work >= CHUNK {
                work = 0;
                if !go_on((plies.len() - told) as u64) {
                    return false;
                }
                told = plies.len();
            }
            if !self.step(&mut heaps) {
                break;
            }
        }
        go_on((plies.len() - told) as u64);
        self.plies = plies.into();
        true
    }

    /// Moves on to the position with the next number; whether there is one.
    fn step(&self, heaps: &mut [u32]) -> bool {
        for place in 0..heaps.len() {
            let above = heaps.get(place + 1).copied().unwrap_or(u32::MAX);
            if heaps[place] < self.largest[place].min(above) {
                heaps[place] += 1;
                heaps[..place].fill(0);
                return true;
            }
        }
        false
    }

    /// Adds the length of the next position; returns how many steps that took. `prefix` is room to
    /// work in.
    fn add(&self, rules: &Rules, heaps: &[u32], prefix: &mut [u32], plies: &mut Vec<u32>) -> u64 {
        for (place, &heap) in heaps.iter().enumerate() {
            prefix[place + 1] = prefix[place] + self.ways[place][heap as usize];
        }
        let lost_parity = u32::from(rules.is_misere);
        let (mut soonest, mut latest, mut n_moves) = (u32::MAX, None, 0);
        for (place, &heap) in heaps.iter().enumerate() {
            if heaps.get(place + 1) == Some(&heap) {
                continue; // An equal heap follows, and taking from that one is the same.
            }
            let beyond = prefix[heaps.len()] - prefix[place + 1];
            // The heap that is taken from becomes smaller and moves down to `to`; those that it
            // passes move up one place, where they count `passed`.
            let (mut to, mut passed) = (place, 0);
            rules.each_take(heap, |take| {
                let left = heap - take;
                while to > 0 && heaps[to - 1] > left {
                    to -= 1;
                    passed += self.ways[to + 1][heaps[to] as usize];
                }
                let number = prefix[to] + self.ways[to][left as usize] + passed + beyond;
                let length = plies[number as usize];
                if length % 2 == lost_parity {
                    soonest = soonest.min(length);
                }
                latest = latest.max(Some(length));
                n_moves += 1;
            });
        }
        plies.push(match latest {
            None => 0,
            Some(latest) => 1 + if soonest == u32::MAX { latest } else { soonest },
        });
        n_moves + heaps.len() as u64
    }
}

/// The table of ways for positions up to the largest; `None` when there are too many positions.
fn count_ways(largest: &[u32], most_positions: usize) -> Option<Box<[Box<[u32]>]>> {
    let mut rows: Vec<Box<[u32]>> = Vec::with_capacity(largest.len());
    for (place, &most) in largest.iter().enumerate() {
        // Each heap alone gives rise to more positions than it has sticks.
        if most as usize >= most_positions {
            return None;
        }
        let mut row = Vec::with_capacity(most as usize + 2);
        let mut ways = 0_u32;
        row.push(ways);
        for here in 0..=most {
            let below = match place.checked_sub(1) {
                None => 1,
                Some(before) => rows[before][here.min(largest[before]) as usize + 1],
            };
            ways = ways.checked_add(below).filter(|&ways| ways as usize <= most_positions)?;
            row.push(ways);
        }
        rows.push(row.into());
    }
    Some(rows.into())
}
