//! Counting positions and watching the clock.

use std::{sync::atomic::Ordering, time::Duration};

use mossa_kernel::Budget;

use super::shared::Shared;

/// How often the clock should be read.
const PACE: Duration = Duration::from_micros(200);

/// The most positions between two readings.
const LONGEST_INTERVAL: u64 = 256;

/// How much longer the search must have gone on than it goes without a reading, in positions: the
/// first may take a thousand times as long as later ones, since memory comes with its first use.
const CAUTION: u64 = 64;

/// Counts positions, and knows when to stop.
pub(super) struct Meter {
    nodes: u64,
    /// When to look up next.
    next_look: u64,
    interval: u64,
    last_reading: Duration,
    /// Nodes already told to the other threads.
    told: u64,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self { nodes: 0, next_look: 0, interval: 1, last_reading: Duration::ZERO, told: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position; tells whether it is time to look up.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > self.next_look
    }

    /// The main thread's look at clock, limits and flags; sets the flag to stop for all.
    pub(super) fn look(&mut self, budget: &Budget<'_>, shared: &Shared) {
        let others = shared.nodes.load(Ordering::Relaxed);
        if budget.is_spent(self.nodes - 1 + others) {
            shared.stop.store(true, Ordering::Relaxed);
            // The position just counted will not be looked at.
            self.nodes -= 1;
        }
        if budget.time_to_use().is_some() || budget.stop.is_some() {
            self.adjust_pace((budget.elapsed)());
        } else {
            self.interval = u64::MAX / 2;
        }
        let limit = budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(others));
        self.next_look = self.nodes.saturating_add(self.interval).min(limit.max(self.nodes));
    }

    /// A helping thread's look at the flag, and its contribution to the count.
    pub(super) fn look_as_helper(&mut self, shared: &Shared) {
        shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
        self.next_look = self.nodes + 256;
    }

    fn adjust_pace(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.last_reading);
        self.last_reading = now;
        if passed < PACE / 2 {
            let longest = (self.nodes / CAUTION).clamp(1, LONGEST_INTERVAL);
            self.interval = (self.interval * 2).min(longest);
        } else if passed > PACE {
            self.interval = (self.interval / 2).max(1);
        }
    }
}
