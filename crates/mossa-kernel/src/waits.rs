//! How long a player is kept from its clock, so that it stops in time on a busy machine.

use std::{cell::Cell, time::Duration};

/// What was seen in earlier moves counts for this part less with each move: a machine that was busy may be idle by now.
const FADING_PART: u32 = 4;

/// The longest stretches between two looks at the clock, over the moves of a game.
///
/// Where more programs want to run than there are processors, each has to wait for its turn, a tenth of a second or more.
/// Whoever had to wait so long may have to again, just before its time is up: it has to stop earlier.
#[derive(Debug, Default)]
pub struct Waits {
    last_look: Cell<Option<Duration>>,
    longest: Cell<Duration>,
}

impl Waits {
    /// A move begins, and with it the clock.
    pub fn begin_move(&self) {
        // What comes before the first look is set up once, and needs no time at the end.
        self.last_look.set(None);
        let longest = self.longest.get();
        self.longest.set(longest.saturating_sub(longest / FADING_PART));
    }

    /// Tells of a look at the clock; returns how long the longest wait was.
    pub(crate) fn look(&self, now: Duration) -> Duration {
        let last = self.last_look.replace(Some(now)).unwrap_or(now);
        self.longest.set(self.longest.get().max(now.saturating_sub(last)));
        self.longest.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest wait after looks at these milliseconds.
    fn longest(waits: &Waits, looks: &[u64]) -> u128 {
        waits.begin_move();
        let all = looks.iter().map(|&now| waits.look(Duration::from_millis(now)));
        all.last().expect("there is a look").as_millis()
    }

    #[test]
    fn the_longest_wait_counts_and_fades() {
        let waits = Waits::default();
        assert_eq!(longest(&waits, &[70]), 0, "nobody waits for the first look");
        assert_eq!(longest(&waits, &[70, 72, 102, 105]), 30);
        assert_eq!(longest(&waits, &[1, 2, 3]), 22, "a quarter is forgotten");
        assert_eq!(longest(&waits, &[1, 201]), 200);
    }
}
