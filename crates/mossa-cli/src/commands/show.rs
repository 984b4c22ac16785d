//! `mossa show`: a position, drawn.

use std::io::Write;

use mossa_draw::Overlay;
use mossa_games::GameSpec;
use mossa_kernel::Game;
use serde::Serialize;

use crate::{
    draw::{self, Room},
    failure::Failure,
    json::{self, OutcomeJson},
    picture::Picture,
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

    #[command(flatten)]
    picture: Picture,
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
        self.picture.write(out, |options| draw_picture(&spec, &game, options))?;
        if self.json && !self.picture.is_printed() {
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
        if self.diagram && !self.picture.is_printed() {
            writeln!(out, "{}", position.diagram())?;
            return Ok(());
        }
        if self.picture.out.is_none() {
            out.write_all(draw::game(&spec, &game, game.outcome(), Room::measure()).as_bytes())?;
        }
        Ok(())
    }
}

/// The position with what there is to know about it: the last move, who is to move or has won.
fn draw_picture(spec: &GameSpec, game: &Game, options: &mossa_draw::Options) -> String {
    let position = game.position();
    let side = position.side_to_move();
    let status = match position.outcome() {
        None => format!("{} ({side} player) to move", side.letter()),
        Some(outcome) => outcome.to_string(),
    };
    let after = match game.history().last() {
        None => String::new(),
        Some(&last) => format!(" after {}: {}", game.history().len(), position.show_move(last)),
    };
    let caption = Some(format!("{spec}{after}. {status}"));
    let overlay = Overlay { caption, ..Overlay::of_game(spec, game) };
    mossa_draw::board(spec, position, &overlay, options)
}
