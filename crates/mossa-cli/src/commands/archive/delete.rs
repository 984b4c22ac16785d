//! `mossa archive delete`: games that are wanted no more.

use std::io::{self, BufRead, IsTerminal, Write};

use mossa_store::{Archive, Editor, Filter};
use serde::Serialize;

use super::{Selection, resolve, selection::no_game};
use crate::{failure::Failure, json, keeping::Data};

/// Delete games for good
#[derive(Debug, clap::Args)]
pub struct Delete {
    /// The numbers of games in the list, or their ids
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    #[command(flatten)]
    selection: Selection,

    /// Delete all games, where nothing else is said
    #[arg(long)]
    all: bool,

    /// Do not ask
    #[arg(long)]
    yes: bool,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct DeleteJson {
    deleted: u64,
}

impl Delete {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let filters = match super::open(&self.data)? {
            Some(archive) => self.filters(&archive)?,
            None => self.games.first().map_or(Ok(Vec::new()), |name| Err(no_game(name)))?,
        };
        let count = match super::open(&self.data)? {
            None => 0,
            Some(archive) => filters
                .iter()
                .try_fold(0, |sum, filter| archive.count(filter).map(|count| sum + count))?,
        };
        if count > 0 && !self.is_sure(count)? {
            return Err(Failure::No);
        }
        let mut deleted = 0;
        if count > 0 {
            let mut editor = Editor::open(&self.data.folder()?)?;
            for filter in &filters {
                deleted += editor.delete(filter)?;
            }
        }
        if self.json {
            return json::write(out, &DeleteJson { deleted });
        }
        Ok(writeln!(out, "{} deleted", super::games(deleted))?)
    }

    /// One filter, or one a game.
    fn filters(&self, archive: &Archive) -> Result<Vec<Filter>, Failure> {
        let filter = self.selection.filter(archive)?;
        if self.games.is_empty() {
            if filter.is_empty() && !self.all {
                let hint = "name games by their numbers, say which with `--game`, `--player` and so \
                            on, or `--all`";
                return Err(Failure::input("nothing says which games to delete", hint));
            }
            return Ok(vec![filter]);
        }
        let mut numbers: Vec<i64> =
            self.games.iter().map(|name| resolve(archive, name)).collect::<Result<_, _>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        let with = |number| Filter { number: Some(number), ..filter.clone() };
        Ok(numbers.into_iter().map(with).collect())
    }

    fn is_sure(&self, count: u64) -> Result<bool, Failure> {
        if self.yes {
            return Ok(true);
        }
        let games = super::games(count);
        if !io::stdin().is_terminal() {
            let problem = format!("{games} would be deleted, and nobody can be asked");
            return Err(Failure::input(problem, "add `--yes` to delete them"));
        }
        write!(anstream::stderr(), "Delete {games} for good? [y/N] ")?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        Ok(["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()))
    }
}
