//! Positions drawn by seed: random moves from the start of a game.

use std::collections::HashSet;

use anyhow::{Context, Result};
use mossa_games::GameSpec;
use mossa_kernel::Game;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// How many games are begun to find one that lasts as long as it should.
const TRIES: u32 = 100_000;

/// After so many openings that were drawn before, repeats are accepted.
const MOST_REPEATS: u32 = 10_000;

/// Draws games of one kind; the same seed draws the same games.
pub struct Positions {
    spec: GameSpec,
    generator: Xoshiro256PlusPlus,
}

impl Positions {
    /// Begins at a seed.
    pub fn new(spec: GameSpec, seed: u64) -> Self {
        Self { spec, generator: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A game after so many random moves that is not over.
    ///
    /// # Errors
    /// When no such game is found.
    pub fn after(&mut self, plies: usize) -> Result<Game> {
        let drawn = (0..TRIES).find_map(|_| self.draw(plies));
        drawn.with_context(|| format!("no game of {} lasts longer than {plies} plies", self.spec))
    }

    /// As [`after`](Self::after), with a number of moves from the range, and the same side to move
    /// as its end: steps are two plies wide.
    ///
    /// # Errors
    /// When no such game is found.
    pub fn after_about(&mut self, least: usize, most: usize) -> Result<Game> {
        let steps = (most - least) / 2;
        let plies = most - 2 * self.generator.random_range(0..=steps);
        self.after(plies)
    }

    /// So many openings of [about](Self::after_about) that length, different from each other as long
    /// as there are any; where `is_quiet`, such that nobody can win at once.
    ///
    /// # Errors
    /// When no such game is found.
    pub fn openings(
        &mut self,
        count: usize,
        (least, most): (usize, usize),
        is_quiet: bool,
    ) -> Result<Vec<Game>> {
        let mut known = HashSet::new();
        let mut openings = Vec::new();
        let mut repeats = 0;
        while openings.len() < count {
            let game = self.after_about(least, most)?;
            if is_quiet && can_win_at_once(&game) {
                continue;
            }
            if known.insert(game.position().canonical_key()) || repeats == MOST_REPEATS {
                openings.push(game);
            } else {
                repeats += 1;
            }
        }
        Ok(openings)
    }

    fn draw(&mut self, plies: usize) -> Option<Game> {
        let mut game = self.spec.start();
        for _ in 0..plies {
            let moves = game.position().moves();
            if moves.is_empty() {
                return None;
            }
            let chosen = moves[self.generator.random_range(0..moves.len())];
            game.play(chosen).expect("a listed move is legal");
        }
        game.outcome().is_none().then_some(game)
    }
}

/// Whether the side to move has a move that wins.
pub fn can_win_at_once(game: &Game) -> bool {
    let mover = game.position().side_to_move();
    game.position().moves().into_iter().any(|mv| {
        let mut after = game.position().boxed_clone();
        after.play_legal(mv);
        after.outcome().is_some_and(|outcome| outcome.winner == Some(mover))
    })
}

/// The moves of a game in its own notation.
///
/// # Panics
/// Panics when the game is of another kind or did not begin at the start.
pub fn show_moves(game: &Game, spec: &GameSpec) -> String {
    let mut replayed = spec.start();
    let mut shown = Vec::new();
    for &mv in game.history() {
        shown.push(replayed.position().show_move(mv));
        replayed.play(mv).expect("it was played before");
    }
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> GameSpec {
        text.parse().expect("a spec")
    }

    #[test]
    fn the_same_seed_draws_the_same_games() {
        let draw = |seed| -> Vec<_> {
            let mut positions = Positions::new(spec("connect4"), seed);
            (0..5)
                .map(|_| positions.after(22).expect("there are such").history().to_vec())
                .collect()
        };
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
    }

    #[test]
    fn games_have_the_length_that_was_asked_for_and_are_not_over() {
        let mut positions = Positions::new(spec("mnk:3,3,3"), 1);
        for _ in 0..50 {
            let game = positions.after_about(1, 6).expect("there are such");
            assert!([2, 4, 6].contains(&game.history().len()));
            assert_eq!(game.outcome(), None);
        }
        assert!(positions.after(9).is_err(), "nine stones end every game");
    }

    #[test]
    fn openings_differ_as_long_as_they_can() {
        let mut positions = Positions::new(spec("tictactoe"), 1);
        // One stone in a corner, at a side or in the middle.
        let openings = positions.openings(5, (1, 1), true).expect("there are such");
        let keys: HashSet<u64> =
            openings.iter().map(|game| game.position().canonical_key()).collect();
        assert_eq!((openings.len(), keys.len()), (5, 3));
        let quiet = positions.openings(20, (4, 4), true).expect("there are such");
        assert!(!quiet.iter().any(can_win_at_once));
    }

    #[test]
    fn wins_at_once_are_seen() {
        let mut game = spec("tictactoe").start();
        game.play_text("a1 b1 a2 b2").expect("legal moves");
        assert!(can_win_at_once(&game));
        assert_eq!(show_moves(&game, &spec("tictactoe")), "a1 b1 a2 b2");
        assert!(!can_win_at_once(&spec("tictactoe").start()));
    }
}
