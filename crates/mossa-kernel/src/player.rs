//! Who chooses moves, and how much time they have to do it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{Game, Memory, Move, Value};

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
                let reserve = RESERVE.max(limit / RESERVED_PART).min(limit / 4);
                (self.elapsed)() + reserve >= limit
            })
    }
}
