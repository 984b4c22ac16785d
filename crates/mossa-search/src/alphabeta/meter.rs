//! Counting positions and watching the clock.

use std::sync::atomic::Ordering;

use mossa_kernel::Budget;

use super::shared::Shared;
use crate::pace::Pace;

/// How many positions a helping thread looks at between two looks at the flag.
const HELPERS_STRETCH: u64 = 256;

/// Counts positions, and knows when to stop.
pub(super) struct Meter {
    nodes: u64,
    /// When to look up next.
    next_look: u64,
    pace: Pace,
    /// Nodes already told to the other threads.
    told: u64,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self { nodes: 0, next_look: 0, pace: Pace::new(), told: 0 }
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
        // The position just counted is looked at only if the answer is yes.
        self.nodes -= 1;
        let others = shared.nodes.0.load(Ordering::Relaxed);
        match self.pace.next_stretch(budget, self.nodes + others) {
            0 => shared.stop.store(true, Ordering::Relaxed),
            stretch => {
                self.next_look = self.nodes + stretch;
                self.nodes += 1;
            }
        }
    }

    /// A helping thread's look at the flag, and its contribution to the count.
    pub(super) fn look_as_helper(&mut self, shared: &Shared) {
        shared.nodes.0.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
        self.next_look = self.nodes + HELPERS_STRETCH;
    }
}
