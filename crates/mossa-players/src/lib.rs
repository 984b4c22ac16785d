//! The list of Mossa's players, and how one is named: `minimax:depth=5`.
//!
//! A player is a file and a line in [`PLAYERS`]; `docs/adding-a-player.md` shows how. The
//! *classics* among them are five historic programs, kept faithful: same rules, same decisions,
//! same constants. They are measured against, raced against and shown in lectures.

mod deepening_alphabeta;
mod engine;
mod experience;
mod greedy;
mod heap_alphabeta;
mod helpfulness;
mod kind;
mod learning;
mod levels;
mod meter;
mod othello_minimax;
mod random;
mod settings;
mod sticks_perfect;
mod tree_minimax;
#[cfg(test)]
mod trials;
mod windows;

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, Value};

pub use kind::{PlayerKind, PlayerSpec, PlayerSpecError};
pub use learning::{Notebook, lessons};
pub use settings::{Parameter, Range, Settings};

/// All players, in the order in which they are listed.
pub const PLAYERS: &[&dyn PlayerKind] = &[
    &engine::ENGINE,
    &engine::MONTE_CARLO,
    &engine::PROOF_NUMBER,
    &random::Random,
    &greedy::Greedy,
    &heap_alphabeta::HeapAlphabeta,
    &deepening_alphabeta::DeepeningAlphabeta,
    &helpfulness::Helpfulness,
    &othello_minimax::MINIMAX,
    &othello_minimax::WEIGHTED_MINIMAX,
    &tree_minimax::TreeMinimax,
    &sticks_perfect::SticksPerfect,
];

/// Players that know the value of every position of the games they play.
const OMNISCIENT: [&str; 1] = ["sticks-perfect"];

/// The proven value of a position, for the side to move, in games that theory has solved.
pub fn known_value(spec: &GameSpec, game: &Game) -> Option<Exact> {
    let players = OMNISCIENT.iter().filter_map(|name| name.parse::<PlayerSpec>().ok());
    let mut able = players.filter_map(|player| player.build(spec, 0).ok());
    let choice = able.next()?.choose(game, &Budget::UNLIMITED, &mut |_| {}).ok()?;
    match choice.value? {
        Value::Exact(exact) => Some(exact),
        Value::Estimate(_) => None,
    }
}

/// Whom to meet when nobody is named.
const PREFERRED: &str = "engine";

/// A good player for a game, to be met when nobody is named.
///
/// # Panics
/// Never: the engine plays every game.
pub fn best_for(_game: &GameSpec) -> PlayerSpec {
    PREFERRED.parse().expect("the engine is on the list")
}
