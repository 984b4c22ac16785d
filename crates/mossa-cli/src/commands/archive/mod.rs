//! `mossa archive`: the games that were kept.

mod check;
mod delete;
mod export;
mod game_json;
mod head;
mod import;
mod list;
mod selection;
mod show;

use std::io::Write;

use mossa_store::StoredGame;

use crate::{failure::Failure, keeping::Data};
use selection::{Selection, resolve};

/// Look at the games that were kept, take some out, bring others in
///
/// Every finished game of `mossa play` and `mossa match` is kept, unless `--no-store` is said.
#[derive(Debug, clap::Args)]
pub struct Archive {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    List(list::List),
    Show(show::Show),
    Export(export::Export),
    Import(import::Import),
    Delete(delete::Delete),
    Check(check::Check),
}

impl Archive {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.command {
            Command::List(command) => command.run(out),
            Command::Show(command) => command.run(out),
            Command::Export(command) => command.run(out),
            Command::Import(command) => command.run(out),
            Command::Delete(command) => command.run(out),
            Command::Check(command) => command.run(out),
        }
    }
}

/// Opens the archive; `None` where nothing was ever kept.
fn open(data: &Data) -> Result<Option<mossa_store::Archive>, Failure> {
    Ok(mossa_store::Archive::open(&data.folder()?)?)
}

/// "1 game", "12,345 games".
fn games(count: u64) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} game{s}", crate::text::count(count))
}

/// What is wrong with a stored game that cannot be read: somebody changed it.
fn unreadable(game: &StoredGame, error: &mossa_games::RecordError) -> Failure {
    Failure::Outside(format!(
        "game {} cannot be read any more: {error}\nhint: `mossa archive check` looks for damage",
        game.summary.number
    ))
}
