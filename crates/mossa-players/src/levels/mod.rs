//! Levels for people: the engine as somebody plays who sees less of it.
//!
//! A level looks at the moves of a position as deep as it can see (`looks`), believes of each what
//! somebody of its strength would (`belief`), and plays one that looks good (`choice`). Near-sightedness
//! comes from the depth, errors come from lines that are not followed to their end and from moves that
//! look nearly as good as the best. Nothing is drawn from all legal moves. Below the highest level no
//! clock decides how deep it looks, so that a level plays the same on every machine; but a clock that is
//! too short for it is obeyed.
//!
//! The numbers are in `table`; `docs/levels.md` says how they were found and what they come to.

mod belief;
mod choice;
mod impression;
mod looks;
mod table;
#[cfg(test)]
mod tests;

use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Player, PlayerError, keys::mix};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use self::{
    choice::Chooser,
    looks::{Looks, Observer},
    table::Strength,
};

/// The level that is the engine itself.
pub(crate) const HIGHEST: u64 = 10;

/// More memory than this would be of no use to searches that are so short, and would take time to
/// clear before each move.
const MOST_MEMORY_MB: usize = 2;

/// A player of some level.
pub(crate) struct Leveled {
    engine: Box<dyn Engine>,
    spec: GameSpec,
    strength: Strength,
    seed: u64,
    explains: bool,
}

impl Leveled {
    /// A player of a level below the [highest](HIGHEST).
    pub(crate) fn new(level: u64, spec: &GameSpec, options: Options, explains: bool) -> Self {
        let memory_mb = options.memory_mb.min(MOST_MEMORY_MB);
        // Opening knowledge would be seeing further than the level does.
        let engine = mossa_engines::engine(spec, Options { memory_mb, book: false, ..options });
        let strength = Strength::of(level, spec);
        Self { engine, spec: spec.clone(), strength, seed: options.seed, explains }
    }
}

impl Player for Leveled {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        // What was seen from earlier positions does not matter, nor how often it was asked: the same
        // seed makes the same choice in the same position. Theory, which sticks are played by, is the
        // same in all of them, and may have taken long to work out.
        if !matches!(self.spec, GameSpec::Sticks(_)) {
            self.engine.forget();
        }
        let key = game.position().key();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed ^ mix(key)));
        let strength = &self.strength;
        let is_blind = rng.random_bool(strength.blind);
        let (spec, engine) = (&self.spec, self.engine.as_mut());
        let looks = Observer { game, spec, engine, strength, is_blind }.look(budget)?;
        let eyes = looks.eyes(strength, is_blind);
        let choice = Chooser { game, spec, strength, eyes, rng }.choose(&looks);
        if self.explains {
            report(&describe(game, &looks, &choice));
        }
        Ok(choice)
    }
}

/// A line that says what the level looked at.
fn describe(game: &Game, looks: &Looks, choice: &Choice) -> String {
    let shown: Vec<String> = choice.line.iter().map(|&mv| game.position().show_move(mv)).collect();
    let (n_moves, depth, nodes) = (looks.n_considered, looks.depth(), looks.nodes);
    format!("moves {n_moves}, depth {depth}, {nodes} positions: {}", shown.join(" "))
}
