//! `mossa moves`: what can be played in a position.

use std::io::Write;

use serde::Serialize;

use crate::{
    failure::Failure,
    json::{self, OutcomeJson},
    start::Start,
};

/// List the legal moves of a position, or say how the game ended
#[derive(Debug, clap::Args)]
pub struct Moves {
    #[command(flatten)]
    start: Start,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MovesJson {
    spec: String,
    to_move: &'static str,
    moves: Vec<String>,
    outcome: Option<OutcomeJson>,
}

impl Moves {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (spec, game) = self.start.announced()?;
        let position = game.position();
        if self.json {
            return json::write(
                out,
                &MovesJson {
                    spec: spec.to_string(),
                    to_move: position.side_to_move().name(),
                    moves: json::moves(position),
                    outcome: position.outcome().map(Into::into),
                },
            );
        }
        if let Some(outcome) = position.outcome() {
            writeln!(out, "{outcome}")?;
        } else {
            let side = position.side_to_move();
            writeln!(out, "{} to move: {}", side.letter(), json::moves(position).join(" "))?;
        }
        Ok(())
    }
}
