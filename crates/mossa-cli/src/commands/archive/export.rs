//! `mossa archive export`: games as text that can be taken in again, or as JSON lines.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::PathBuf,
};

use mossa_store::{Archive, Filter, Order, StoredGame};

use super::{Selection, game_json::GameJson, head, resolve};
use crate::{failure::Failure, files::beside, json, keeping::Data};

/// Write games as text that `mossa archive import` and `mossa play --load` read, or as JSON lines
#[derive(Debug, clap::Args)]
pub struct Export {
    /// The numbers of games in the list, or their ids; unless said, all that the other conditions
    /// let through
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    #[command(flatten)]
    selection: Selection,

    /// How many games at most, the oldest first
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Write to this file, once all is well, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    data: Data,

    /// Write JSON, one object a game on a line of its own
    #[arg(long)]
    json: bool,
}

impl Export {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let archive = super::open(&self.data)?;
        let Some(path) = &self.out else {
            return self.write(archive.as_ref(), out).map(drop);
        };
        let cannot = |error: &dyn std::fmt::Display| {
            let name = mossa_kernel::excerpt(&path.to_string_lossy());
            Failure::Outside(format!("cannot write `{name}`: {error}"))
        };
        let temporary = beside(path, ".new");
        let file = File::create(&temporary).map_err(|error| cannot(&error))?;
        let mut writer = BufWriter::new(file);
        let written = self.write(archive.as_ref(), &mut writer).and_then(|count| {
            let file = writer.into_inner().map_err(|error| cannot(error.error()))?;
            file.sync_all().map_err(|error| cannot(&error))?;
            fs::rename(&temporary, path).map_err(|error| cannot(&error))?;
            Ok(count)
        });
        if written.is_err() {
            // Half an export is worse than none.
            let _ = fs::remove_file(&temporary);
        }
        let count = written?;
        // Not on standard output: that is for games.
        let _ = writeln!(anstream::stderr(), "{} written", super::games(count));
        Ok(())
    }

    fn write(&self, archive: Option<&Archive>, out: &mut impl Write) -> Result<u64, Failure> {
        let Some(archive) = archive else {
            return match self.games.first() {
                Some(name) => Err(super::selection::no_game(name)),
                None => Ok(0),
            };
        };
        let mut filters = vec![self.selection.filter(archive)?];
        if !self.games.is_empty() {
            let numbers = self.games.iter().map(|name| resolve(archive, name));
            let with = |number| Filter { number: Some(number), ..filters[0].clone() };
            filters = numbers.map(|number| number.map(with)).collect::<Result<_, _>>()?;
        }
        let mut count = 0;
        for filter in filters {
            let left = self.limit.map(|limit| limit.saturating_sub(count));
            let mut is_first = count == 0;
            count += archive.each_game(&filter, Order::Oldest, left, |game| {
                self.write_game(out, &game, std::mem::take(&mut is_first))
            })??;
        }
        Ok(count)
    }

    fn write_game(
        &self,
        out: &mut impl Write,
        game: &StoredGame,
        is_first: bool,
    ) -> Result<(), Failure> {
        if self.json {
            return json::write(out, &GameJson::new(game)?);
        }
        if !is_first {
            writeln!(out)?;
        }
        Ok(out.write_all(head::write(game).as_bytes())?)
    }
}
