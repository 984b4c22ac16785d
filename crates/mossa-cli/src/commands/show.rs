//! `mossa show`: a position, drawn.

use std::io::Write;

use serde::Serialize;

use crate::{
    draw::{self, Room},
    failure::Failure,
    json::{self, OutcomeJson},
    start::Start,
};

/// Draw a position
#[derive(Debug, clap::Args)]
pub struct Show {
    #[command(flatten)]
    start: Start,

    /// Print the position as a diagram, one line that --position and --file read
    #[arg(long)]
    diagram: bool,

    /// Print JSON: the position as a diagram that --position reads
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ShowJson {
    spec: String,
    position: String,
    to_move: &'static str,
    last_move: Option<String>,
    outcome: Option<OutcomeJson>,
}

impl Show {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (spec, game) = self.start.announced()?;
        let position = game.position();
        if self.json {
            let last_move = game.history().last().map(|&mv| position.show_move(mv));
            return json::write(
                out,
                &ShowJson {
                    spec: spec.to_string(),
                    position: position.diagram(),
                    to_move: position.side_to_move().name(),
                    last_move,
                    outcome: position.outcome().map(Into::into),
                },
            );
        }
        if self.diagram {
            writeln!(out, "{}", position.diagram())?;
            return Ok(());
        }
        out.write_all(draw::game(&spec, &game, game.outcome(), Room::measure()).as_bytes())?;
        Ok(())
    }
}
