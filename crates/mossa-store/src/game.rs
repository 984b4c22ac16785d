//! A game with all that is known about how it came about.

use mossa_games::{Record, RecordError};
use mossa_kernel::Lesson;
pub use uuid::Uuid;

/// A game to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// What no other game has: storing the same game again changes nothing.
    pub id: Uuid,
    /// The game itself.
    pub record: Record,
    /// When it ended, in milliseconds since the beginning of 1970, UTC.
    pub played: i64,
    /// How it came about.
    pub origin: Origin,
    /// What decided the chances of its players, where that is known.
    pub seed: Option<u64>,
    /// How long the players could think, in words; empty where nobody knows.
    pub limits: String,
    /// What it taught, to be remembered when the game is, and just as often.
    pub lessons: Vec<Lesson>,
}

impl NewGame {
    /// A name for a game or a match that nobody has used before. Later ones are greater.
    pub fn new_id() -> Uuid {
        Uuid::now_v7()
    }
}

/// How a game came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Played at the table.
    Play,
    /// Read from a file.
    Import,
    /// Part of a match.
    Match {
        /// Which one.
        id: Uuid,
        /// Which pair of games in it, counted from 0.
        pair: u64,
    },
}

impl Origin {
    /// The name that scripts and the database use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Import => "import",
            Self::Match { .. } => "match",
        }
    }
}

/// What is known about a stored game without looking at its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number in this store; never given twice.
    pub number: i64,
    /// Its name in all stores.
    pub id: Uuid,
    /// Which game, in canonical form.
    pub spec: String,
    /// Who played, the first player first.
    pub players: [String; 2],
    /// `first`, `second`, `draw` or `unfinished`.
    pub result: &'static str,
    /// What ended it, by the name of the reason.
    pub reason: Option<String>,
    /// How many moves were made.
    pub moves: u32,
    /// When it ended, in milliseconds since the beginning of 1970, UTC.
    pub played: i64,
    /// How it came about.
    pub origin: Origin,
    /// What decided the chances of its players.
    pub seed: Option<u64>,
    /// How long the players could think.
    pub limits: String,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// What is known about it.
    pub summary: Summary,
    /// The record, as it was written.
    pub text: String,
}

impl StoredGame {
    /// The record, read and played through.
    ///
    /// # Errors
    /// Says what is wrong; which nothing is, unless somebody changed the database by hand.
    pub fn record(&self) -> Result<Record, RecordError> {
        Record::read(&self.text)
    }
}
