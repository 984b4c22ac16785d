//! `mossa archive check`: whether all is well with what was kept.

use std::io::Write;

use mossa_store::{Filter, Order};
use serde::Serialize;

use crate::{failure::Failure, json, keeping::Data};

/// Check the database for damage, and play every game through
#[derive(Debug, clap::Args)]
pub struct Check {
    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CheckJson {
    games: u64,
}

impl Check {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut games = 0;
        if let Some(archive) = super::open(&self.data)? {
            archive.check()?;
            games = archive.each_game(&Filter::default(), Order::Oldest, None, |game| {
                game.record().map(drop).map_err(|error| super::unreadable(&game, &error))
            })??;
        }
        if self.json {
            return json::write(out, &CheckJson { games });
        }
        Ok(writeln!(out, "{}, and all is well", super::games(games))?)
    }
}
