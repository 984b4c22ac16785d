//! `mossa archive show`: one game, with its moves and its last position.

use std::io::Write;

use super::{game_json::GameJson, head, resolve, selection::no_game};
use crate::{
    draw::{self, Room},
    failure::Failure,
    json,
    keeping::Data,
};

/// Show a game: its record and its last position
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The number of the game in the list, or its id
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let archive = super::open(&self.data)?.ok_or_else(|| no_game(&self.game))?;
        let number = resolve(&archive, &self.game)?;
        let game = archive.get(number)?.ok_or_else(|| no_game(&self.game))?;
        if self.json {
            return json::write(out, &GameJson::new(&game)?);
        }
        let record = game.record().map_err(|error| super::unreadable(&game, &error))?;
        let end = record.game().expect("a record that was read can be played");
        writeln!(out, "{}", head::write(&game))?;
        let drawing = draw::game(&record.spec, &end, record.outcome, Room::measure());
        Ok(write!(out, "{drawing}")?)
    }
}
