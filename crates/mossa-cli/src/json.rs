//! The JSON that scripts rely on: parts that more than one command prints.

use std::io::Write;

use mossa_kernel::{AnyPosition, Outcome, Side};
use serde::Serialize;

use crate::failure::Failure;

/// Writes one object on a line of its own.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// The side's name.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// The legal moves in the game's notation.
pub fn moves(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| position.show_move(mv)).collect()
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
            winner: outcome.winner.map(side),
            reason: outcome.reason.name(),
            margin: outcome.margin,
        }
    }
}
