//! Taking turns where more games are played at once than there are processors.
//!
//! The system lets one thread after the other run for several milliseconds, so that with fifty games on a processor each of
//! them waits for a fifth of a second, again and again, and may be waiting when its time is up. Here threads pass the processor
//! on themselves, much sooner.

use std::{cell::Cell, thread, time::Duration};

/// How long a thread runs before it lets others run. Each change costs some microseconds, and what was in the caches.
const TURN: Duration = Duration::from_millis(1);

/// The turns of one thread, which plays one game at a time.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    begun: Cell<Duration>,
    last_look: Cell<Duration>,
}

impl Turns {
    /// For so many games at once; `None` where there are enough processors.
    pub(crate) fn among(games: usize) -> Option<Self> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        (games > processors).then(Self::default)
    }

    /// Lets others run if it is their turn.
    pub(crate) fn look(&self, now: Duration) {
        if self.is_over(now) {
            thread::yield_now();
        }
    }

    fn is_over(&self, now: Duration) -> bool {
        // Whoever was away for so long has just begun another turn.
        let was_away = now.saturating_sub(self.last_look.replace(now)) >= TURN;
        if was_away {
            self.begun.set(now);
        }
        let is_over = now.saturating_sub(self.begun.get()) >= TURN;
        if is_over {
            self.begun.set(now);
        }
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_ends_after_its_time_and_begins_after_a_wait() {
        let turns = Turns::default();
        let at = |microseconds| turns.is_over(Duration::from_micros(microseconds));
        assert!(!at(50_000), "the first look begins a turn");
        assert!(!at(50_500) && !at(50_999));
        assert!(at(51_000));
        assert!(!at(51_400), "nobody else wanted to run");
        assert!(at(52_100));
        assert!(!at(80_000), "a wait comes before the next turn");
        assert!(!at(80_900) && at(81_010));
    }

    #[test]
    fn only_who_shares_processors_takes_turns() {
        assert!(Turns::among(1).is_none());
        assert!(Turns::among(10_000).is_some());
    }
}
