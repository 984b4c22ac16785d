//! Who chooses moves, and how much time they have to do it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{Game, Memory, Move, Value, Waits};

/// Somebody who chooses moves. Whether the move is legal is for [`Game::play`] to say.
pub trait Player: Send {
    /// Chooses a move for the side to move, within the budget.
    ///
    /// `report` receives lines that explain the thinking, from players that were asked to explain.
    ///
    /// # Errors
    /// Says why no move was chosen.
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError>;

    /// Gives the player a memory of games; one that was not asked to learn has no use for it.
    fn remember(&mut self, memory: Arc<dyn Memory>) {
        drop(memory);
    }

    /// What the player has to say about its last choice, beyond its value: that it avoided a move,
    /// and why.
    fn remark(&self) -> Option<&str> {
        None
    }
}

/// A move and what the player thought about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it is worth, to the player's mind.
    pub value: Option<Value>,
    /// How the game might go on, beginning with the move itself.
    pub line: Vec<Move>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The player's own number for each move that it considered.
    pub candidates: Vec<(Move, Value)>,
}

impl Choice {
    /// A move that nothing was thought about.
    pub fn bare(mv: Move) -> Self {
        Self { mv, value: None, line: vec![mv], nodes: 0, candidates: Vec::new() }
    }
}

/// Why a player has no move to offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// It was asked after the end.
    #[error("the game is over")]
    GameOver,
    /// It was made for another game.
    #[error("this player was made for another game")]
    WrongGame,
}

/// How much thinking one move is worth. What is `None` is not limited.
#[derive(Clone, Copy)]
pub struct Budget<'c> {
    /// How much time the move may take in all.
    pub time: Option<Duration>,
    /// The clock of the whole game, where there is one.
    pub clock: Option<GameClock>,
    /// How many positions may be looked at.
    pub nodes: Option<u64>,
    /// How many plies to look ahead at most.
    pub depth: Option<u32>,
    /// How long the move has taken so far: the only clock a player may read.
    pub elapsed: &'c dyn Fn() -> Duration,
    /// How long this player was kept from looking at that clock, in this move and before: where time is a matter of winning
    /// and losing.
    pub waits: Option<&'c Waits>,
    /// Somebody may raise this flag to have the best move known so far at once.
    pub stop: Option<&'c AtomicBool>,
}

/// What is left on a player's clock when its move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time for all moves to come.
    pub remaining: Duration,
    /// What each finished move adds.
    pub increment: Duration,
}

/// How much of its time a player keeps back, at least, to finish and hand over its move.
const RESERVE: Duration = Duration::from_millis(2);

/// The same as a part of its time: on a busy machine it may have to wait for its turn, and where there is
/// much time, a little of it is not missed.
const RESERVED_PART: u32 = 100;

/// So many of the longest waits are kept back, too: one that may begin right before the time is up, and two more while the
/// move is handed over. Where the system shares a core between fifty players they wait for 0.2 s at a time; with two of these
/// kept back one move in 70,000 was late.
const WAITS_KEPT: u32 = 3;

/// How many moves a player expects to make with what is left on its clock.
const MOVES_AHEAD: u32 = 20;

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> = Budget {
        time: None,
        clock: None,
        nodes: None,
        depth: None,
        elapsed: &|| Duration::ZERO,
        waits: None,
        stop: None,
    };

    /// How much time this move should take, by whichever limit is nearer: the time for a move, or
    /// a fair share of the game's clock.
    pub fn time_to_use(&self) -> Option<Duration> {
        let share = self.clock.map(|GameClock { remaining, increment }| {
            // Whoever plans to use the increment, too, never runs dry; but it comes only afterwards.
            (remaining / MOVES_AHEAD + increment * 3 / 4).min(remaining / 2)
        });
        [self.time, share].into_iter().flatten().min()
    }

    /// Whether it is time to hand over a move, after looking at so many positions.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.time_to_use().is_some_and(|limit| {
                let now = (self.elapsed)();
                let wait = self.waits.map_or(Duration::ZERO, |waits| waits.look(now));
                let known = RESERVE.max(limit / RESERVED_PART).min(limit / 4);
                now + known.max((wait * WAITS_KEPT).min(limit / 2)) >= limit
            })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// When a player stops that has a second and looks at its clock after each of these waits, over and over.
    fn stop_after(waits: [u64; 2]) -> u64 {
        let now = Cell::new(0);
        let elapsed = || Duration::from_millis(now.get());
        let seen = Waits::default();
        let time = Some(Duration::from_secs(1));
        let budget = Budget { time, elapsed: &elapsed, waits: Some(&seen), ..Budget::UNLIMITED };
        let mut steps = waits.into_iter().cycle();
        while !budget.is_spent(0) {
            now.set(now.get() + steps.next().expect("without end"));
        }
        now.get()
    }

    #[test]
    fn who_is_kept_waiting_stops_earlier() {
        assert_eq!(stop_after([1, 1]), 990, "a hundredth is kept back in any case");
        assert_eq!(stop_after([1, 99]), 800, "the next look would leave less than three waits");
        assert_eq!(stop_after([400, 400]), 800, "half of the time is used in any case");
        for wait in 1..=166 {
            let stopped = stop_after([1, wait]);
            assert!(stopped + 2 * wait <= 1_000, "two more waits of {wait} ms fit in");
        }
    }
}
