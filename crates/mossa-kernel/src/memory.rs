//! What is remembered of played games: for each position and move, how the games went on.
//!
//! Players do no I/O. Whoever seats one may hand it a [`Memory`]; where its contents come from, and
//! who writes them down, is not its business.

use std::fmt::Debug;

use crate::{GameResult, Move, keys::mix};

/// What finds a position again, turned or mirrored: 128 bits, so that no other is taken for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint {
    /// The smallest key among the turned and mirrored forms.
    pub key: u64,
    /// Made of all their keys, or of the diagram where there is but one form: two positions that
    /// share a key by chance differ here.
    pub guard: u64,
}

impl Fingerprint {
    /// Of a position with these keys, one a symmetry; `diagram` is asked where there is but one.
    pub(crate) fn new(mut keys: Vec<u64>, diagram: impl FnOnce() -> String) -> Self {
        keys.sort_unstable();
        let add = |guard: u64, word: u64| mix(guard.rotate_left(1) ^ word);
        let guard = match keys[..] {
            [only] => diagram().bytes().map(u64::from).fold(only, add),
            _ => keys.iter().copied().fold(0, add),
        };
        Self { key: keys[0], guard }
    }
}

/// The blame for a whole game. A move may be to blame for a part of it.
pub const FULL_BLAME: u64 = 8;

/// How games went on after a move, seen from whoever made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How much this move is to blame for the losses, [`FULL_BLAME`] for one of them.
    pub blamed: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, lesson: &Lesson) {
        match lesson.result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
        self.blamed += lesson.blame;
    }
}

/// What one game teaches about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Where it was made.
    pub spot: Fingerprint,
    /// The move, as [`canonical_move`](crate::AnyPosition::canonical_move) has it.
    pub mv: Move,
    /// How the game ended for whoever made it.
    pub result: GameResult,
    /// How much the move is to blame for a loss, up to [`FULL_BLAME`].
    pub blame: u64,
}

/// Somebody who remembers games, all of the same rules.
pub trait Memory: Debug + Send + Sync {
    /// The moves that were made in a position, in canonical form, and how the games went on. Nothing
    /// where nothing is known, or cannot be read just now.
    fn recall(&self, spot: Fingerprint) -> Vec<(Move, Tally)>;
}
