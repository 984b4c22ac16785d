//! Counting the positions that a search looks at, and stopping it when its budget is spent.

use mossa_kernel::Budget;

/// How many positions are looked at between two glances at the clock. A position of the largest
/// Othello board takes 10 microseconds at worst, so this is a third of a millisecond.
const CLOCK_INTERVAL: u64 = 32;

/// What a search has looked at, measured against its budget.
pub(crate) struct Meter<'b> {
    budget: &'b Budget<'b>,
    nodes: u64,
    is_spent: bool,
}

impl<'b> Meter<'b> {
    /// A search about to begin.
    pub(crate) fn new(budget: &'b Budget<'b>) -> Self {
        Self { budget, nodes: 0, is_spent: false }
    }

    /// Asks to look at one more position. Once the answer was no it stays no.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        let is_last_node = self.budget.nodes.is_some_and(|limit| self.nodes >= limit);
        if is_last_node || self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.is_spent = self.is_spent || self.budget.is_spent(self.nodes);
        }
        self.nodes += u64::from(!self.is_spent);
        !self.is_spent
    }

    /// How many positions were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, time::Duration};

    use super::*;

    #[test]
    fn positions_are_counted_up_to_the_limit_and_no_further() {
        for limit in [0, 1, 63, 64, 65, 1_000] {
            let budget = Budget { nodes: Some(limit), ..Budget::UNLIMITED };
            let mut meter = Meter::new(&budget);
            let entered = (0..2_000).filter(|_| meter.enter()).count() as u64;
            assert_eq!((entered, meter.nodes()), (limit, limit));
        }
    }

    #[test]
    fn the_clock_is_read_once_an_interval_and_obeyed() {
        let readings = Cell::new(0_u32);
        let tick = || {
            readings.set(readings.get() + 1);
            Duration::from_secs(readings.get().into())
        };
        let budget =
            Budget { time: Some(Duration::from_secs(10)), elapsed: &tick, ..Budget::UNLIMITED };
        let mut meter = Meter::new(&budget);
        while meter.enter() {}
        assert_eq!((readings.get(), meter.nodes()), (10, 9 * CLOCK_INTERVAL));
        assert!(!meter.enter(), "no stays no");
        assert_eq!(readings.get(), 10, "without looking again");
    }
}
