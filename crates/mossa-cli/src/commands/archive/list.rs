//! `mossa archive list`: which games were kept.

use std::io::Write;

use mossa_kernel::one_line;
use mossa_store::{Filter, Order, Summary};
use serde::Serialize;

use super::{Selection, game_json::SummaryJson};
use crate::{columns::columns, dates, failure::Failure, json, keeping::Data};

/// List games, the newest first
#[derive(Debug, clap::Args)]
pub struct List {
    #[command(flatten)]
    selection: Selection,

    /// How many games at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u64,

    /// Which games come first
    #[arg(long, value_name = "ORDER", default_value = "newest", value_parser = ORDERS)]
    order: String,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const ORDERS: [&str; 4] = ["newest", "oldest", "longest", "shortest"];

fn order(name: &str) -> Order {
    match name {
        "oldest" => Order::Oldest,
        "longest" => Order::Longest,
        "shortest" => Order::Shortest,
        _ => Order::Newest,
    }
}

#[derive(Serialize)]
struct ListJson<'g> {
    games: Vec<SummaryJson<'g>>,
    total: u64,
}

impl List {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (found, total, is_filtered) = match super::open(&self.data)? {
            None => (Vec::new(), 0, false),
            Some(archive) => {
                let filter = self.selection.filter(&archive)?;
                let found = archive.list(&filter, order(&self.order), Some(self.limit))?;
                (found, archive.count(&filter)?, filter != Filter::default())
            }
        };
        if self.json {
            let games = found.iter().map(SummaryJson::new).collect();
            return json::write(out, &ListJson { games, total });
        }
        if total == 0 {
            let none = if is_filtered {
                "No game that was kept is like that."
            } else {
                "No games were kept yet: `mossa play` and `mossa match` keep those that end."
            };
            return Ok(writeln!(out, "{none}")?);
        }
        let rows: Vec<Vec<String>> = found.iter().map(row).collect();
        let head = [">game", "played", "rules", "first", "second", "result", ">moves"];
        write!(out, "{}", columns(&head, &rows))?;
        if found.len() as u64 == total {
            return Ok(writeln!(out, "{}", super::games(total))?);
        }
        let more = "`--limit N` shows more";
        Ok(writeln!(out, "{} of {}; {more}", found.len(), super::games(total))?)
    }
}

fn row(game: &Summary) -> Vec<String> {
    let [first, second] = game.players.each_ref().map(|name| one_line(name));
    let result = match &game.reason {
        Some(reason) => format!("{} {reason}", game.result),
        None => game.result.to_owned(),
    };
    vec![
        game.number.to_string(),
        dates::short(game.played),
        game.spec.clone(),
        first,
        second,
        result,
        game.moves.to_string(),
    ]
}
