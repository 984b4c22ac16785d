//! `random`: any legal move, each with the same probability.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Player, PlayerError};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::{PlayerKind, Settings};

/// The entry in the list of players.
pub(crate) struct Random;

impl PlayerKind for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn help(&self) -> &'static str {
        "Plays a uniformly random legal move. The same seed gives the same game."
    }

    fn games(&self) -> &'static str {
        "every game"
    }

    fn is_classic(&self) -> bool {
        false
    }

    fn build(
        &self,
        _game: &GameSpec,
        _settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Player>, String> {
        Ok(Box::new(RandomPlayer { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }))
    }
}

struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl Player for RandomPlayer {
    fn choose(
        &mut self,
        game: &Game,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let moves = game.position().moves();
        if moves.is_empty() {
            return Err(PlayerError::GameOver);
        }
        Ok(Choice::bare(moves[self.rng.random_range(0..moves.len())]))
    }
}
