//! What Mossa teaches: the same position under several algorithms, side by side.
//!
//! Everything here returns data. Drawing it is `mossa-draw`'s work, printing it the program's.

pub mod explain;
pub mod lab;
pub mod review;

use mossa_games::GameSpec;
use mossa_kernel::{Game, GameResult, Value, View};

/// With more free cells than this, in the order of mnk, connect and othello, nobody waits for a
/// proof.
const MOST_FREE: [usize; 3] = [40, 60, 22];

/// With no more free cells than this, in the same order, every move is soon proven.
const TINY_FREE: [usize; 3] = [16, 20, 12];

/// Whether a proof may be had in a second or so.
pub(crate) fn may_be_proven(spec: &GameSpec, game: &Game) -> bool {
    has_at_most(spec, game, MOST_FREE)
}

/// Whether so little is left that all of it can be looked at, however busy the machine is.
pub(crate) fn is_tiny(spec: &GameSpec, game: &Game) -> bool {
    has_at_most(spec, game, TINY_FREE)
}

/// Whether no more cells are free than these numbers for mnk, connect and othello; sticks need none.
fn has_at_most(spec: &GameSpec, game: &Game, [mnk, connect, othello]: [usize; 3]) -> bool {
    let View::Board(board) = game.position().view() else { return true };
    let free = board.cells.iter().filter(|cell| cell.is_none()).count();
    free <= match spec {
        GameSpec::Mnk(_) => mnk,
        GameSpec::Connect(_) => connect,
        GameSpec::Othello(_) => othello,
        GameSpec::Sticks(_) => usize::MAX,
    }
}

/// Where an engine gives no chance, a score of this size counts as e to 1.
const SCALE: f64 = 300.0;

/// The chance that a value stands for: 1 for a win, one half for a draw, 0 for a loss.
pub fn chance(value: &Value) -> f64 {
    match value {
        Value::Exact(exact) => match exact.result {
            GameResult::Win => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Loss => 0.0,
        },
        Value::Estimate(estimate) => {
            let by_score = || 1.0 / (1.0 + (-estimate.score / SCALE).exp());
            estimate.winning_chance.unwrap_or_else(by_score)
        }
    }
}
