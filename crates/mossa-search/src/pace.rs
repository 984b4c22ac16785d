//! How often to look at the clock: seldom enough to cost nothing, often enough to stop in time.

use std::time::Duration;

use mossa_kernel::Budget;

/// Looks at the clock that lie closer together than this are too many.
const TOO_OFTEN: Duration = Duration::from_micros(50);

/// Looks that lie further apart than this are too few.
const TOO_SELDOM: Duration = Duration::from_micros(200);

/// The most steps between two looks.
const MOST_STEPS: u64 = 256;

/// How many steps must lie behind for each that may follow without a look: the first may take a
/// thousand times as long as later ones, since memory comes with its first use.
const CAUTION: u64 = 64;

/// Cuts a search into stretches, between which its budget is looked at. A step may take a few
/// nanoseconds on one board and a millisecond on another, so the stretches adapt.
pub struct Pace {
    steps: u64,
    last_look: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self::new()
    }
}

impl Pace {
    /// Begins with a single step.
    pub fn new() -> Self {
        Self { steps: 1, last_look: Duration::ZERO }
    }

    /// How many steps may follow, when `done` nodes have been counted; 0 when the budget is spent.
    /// A step counts at most one node, so the limit of nodes is never passed.
    pub fn next_stretch(&mut self, budget: &Budget<'_>, done: u64) -> u64 {
        if budget.is_spent(done) {
            return 0;
        }
        let now = (budget.elapsed)();
        let passed = now.saturating_sub(self.last_look);
        self.last_look = now;
        if passed > TOO_SELDOM {
            self.steps = (self.steps / 2).max(1);
        } else if passed < TOO_OFTEN {
            self.steps = (self.steps * 2).min((done / CAUTION).clamp(1, MOST_STEPS));
        }
        budget.nodes.map_or(self.steps, |limit| self.steps.min(limit - done))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Walks through a budget with steps that take `step` each, and says when it stopped.
    fn stop_after(limit: Duration, step: Duration) -> Duration {
        let clock = Cell::new(Duration::ZERO);
        let elapsed = || clock.get();
        let budget = Budget { time: Some(limit), elapsed: &elapsed, ..Budget::UNLIMITED };
        let mut pace = Pace::new();
        loop {
            match u32::try_from(pace.next_stretch(&budget, 0)).expect("a short stretch") {
                0 => return clock.get(),
                steps => clock.set(clock.get() + step * steps),
            }
        }
    }

    #[test]
    fn fast_and_slow_steps_stop_in_time() {
        let limit = Duration::from_millis(40);
        for step in [10, 300, 20_000, 900_000].map(Duration::from_nanos) {
            let stopped = stop_after(limit, step);
            assert!(stopped <= limit, "{step:?} stopped at {stopped:?}");
            assert!(stopped + Duration::from_millis(3) >= limit, "{step:?} at {stopped:?}");
        }
    }

    #[test]
    fn nodes_are_never_exceeded() {
        let budget = Budget { nodes: Some(1_000), ..Budget::UNLIMITED };
        let mut pace = Pace::new();
        let mut done = 0;
        while let steps @ 1.. = pace.next_stretch(&budget, done) {
            done += steps;
        }
        assert_eq!(done, 1_000);
    }
}
