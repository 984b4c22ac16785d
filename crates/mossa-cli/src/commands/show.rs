//! `mossa show`: a position, drawn.

use std::io::{IsTerminal, Write};

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
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let position = game.position();
        if let Some(note) = self.start.note(&game) {
            writeln!(anstream::stderr(), "{note}")?;
        }
        if self.json {
            let last_move = game.history().last().map(|&mv| position.show_move(mv));
            return json::write(
                out,
                &ShowJson {
                    spec: spec.to_string(),
                    position: position.diagram(),
                    to_move: json::side(position.side_to_move()),
                    last_move,
                    outcome: position.outcome().map(Into::into),
                },
            );
        }
        out.write_all(draw::game(&spec, &game, room()).as_bytes())?;
        Ok(())
    }
}

/// How much room the drawing has: a terminal's width, or all it wants in a pipe.
fn room() -> Room {
    if !std::io::stdout().is_terminal() {
        return Room::Pipe;
    }
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Room::Terminal { columns: width.unwrap_or(80) }
}
