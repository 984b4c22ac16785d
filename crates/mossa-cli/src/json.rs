//! The JSON that scripts rely on: parts that more than one command prints.

use std::io::Write;

use mossa_games::GameSpec;
use mossa_kernel::{AnyPosition, Estimate, Exact, Game, GameResult, Outcome, Side, Value, View};
use serde::Serialize;

use crate::failure::Failure;

/// Writes one object on a line of its own.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// The legal moves in the game's notation.
pub fn moves(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| position.show_move(mv)).collect()
}

/// What something is worth to the side to move.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ValueJson {
    /// Proven.
    Exact {
        result: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
        #[serde(skip_serializing_if = "is_false")]
        at_most: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        margin: Option<i32>,
    },
    /// Believed.
    Estimate { score: f64, winning_chance: Option<f64> },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl ValueJson {
    /// The value of a move in `game`, which stands at the position that was asked about.
    pub fn new(value: &Value, spec: &GameSpec, game: &Game) -> Self {
        match *value {
            Value::Estimate(Estimate { score, winning_chance }) => {
                Self::Estimate { score, winning_chance }
            }
            Value::Exact(exact) => Self::Exact {
                result: exact.result.name(),
                plies: exact.plies,
                at_most: exact.at_most,
                score: connect_score(exact, spec, game),
                margin: exact.margin,
            },
        }
    }
}

/// Connect X counts, as the public test sets do, the stones that the winner still holds before the
/// winning drop, that one included; negative for a loss.
pub fn connect_score(exact: Exact, spec: &GameSpec, game: &Game) -> Option<i32> {
    let (GameSpec::Connect(_), View::Board(board)) = (spec, game.position().view()) else {
        return None;
    };
    let stones = board.cells.iter().flatten().count();
    let last_stone = stones + exact.plies.unwrap_or(0) as usize;
    let held = i32::try_from((board.cells.len() + 2).saturating_sub(last_stone) / 2).ok()?;
    match exact.result {
        GameResult::Draw => Some(0),
        GameResult::Win => exact.plies.map(|_| held),
        GameResult::Loss => exact.plies.map(|_| -held),
    }
}

/// A finished game.
#[derive(Debug, Serialize)]
pub struct OutcomeJson {
    winner: Option<&'static str>,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<u16>,
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner.map(Side::name),
            reason: outcome.reason.name(),
            margin: outcome.margin,
        }
    }
}
