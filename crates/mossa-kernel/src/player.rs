//! Who chooses moves, and how much time they have to do it.

use std::time::Duration;

use crate::{Game, Move, Value};

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
    /// How many positions may be looked at.
    pub nodes: Option<u64>,
    /// How many plies to look ahead at most.
    pub depth: Option<u32>,
    /// How long the move has taken so far: the only clock a player may read.
    pub elapsed: &'c dyn Fn() -> Duration,
}

/// How much of its time a player keeps back to finish and hand over its move.
const RESERVE: Duration = Duration::from_millis(2);

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> =
        Budget { time: None, nodes: None, depth: None, elapsed: &|| Duration::ZERO };

    /// Whether it is time to hand over a move, after looking at so many positions.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.time.is_some_and(|limit| (self.elapsed)() + RESERVE.min(limit / 4) >= limit)
    }
}
