//! Stored games.

use askama::Template;
use axum::{
    extract::{Query, State},
    response::Response,
};
use mossa_games::GameSpec;
use mossa_store::{Filter, Order, Summary};
use serde::Deserialize;

use super::{edition, open_archive, render};
use crate::{Shared, refusal::Refusal};

/// How many games a page of the archive lists.
const PAGE: u64 = 50;

/// How far one can turn the pages.
const MOST_PAGES: u64 = 2_000;

#[derive(Template)]
#[template(path = "archive.html")]
struct ArchivePage {
    edition: &'static str,
    rows: Vec<Row>,
    query: Search,
    total: u64,
    previous: Option<u64>,
    next: Option<u64>,
    specs: Vec<String>,
}

struct Row {
    number: i64,
    spec: String,
    players: [String; 2],
    result: &'static str,
    reason: String,
    moves: u32,
    origin: &'static str,
    day: String,
}

/// What is looked for in the archive.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Search {
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    page: u64,
}

/// Stored games.
pub async fn archive(
    State(app): State<Shared>,
    Query(search): Query<Search>,
) -> Result<Response, Refusal> {
    let filter = Filter {
        spec: search.game.parse::<GameSpec>().ok().map(|spec| spec.to_string()),
        players: Some(search.player.trim().to_owned())
            .filter(|name| !name.is_empty())
            .into_iter()
            .collect(),
        ..Filter::default()
    };
    let (rows, total, specs) = match open_archive(&app)? {
        None => (Vec::new(), 0, Vec::new()),
        Some(archive) => {
            let page = search.page.min(MOST_PAGES);
            let rows = archive.list(&filter, Order::default(), Some((page + 1) * PAGE));
            let mut rows = rows.map_err(Refusal::broken)?;
            rows.drain(..rows.len().min((page * PAGE) as usize));
            let total = archive.count(&filter).map_err(Refusal::broken)?;
            let specs = archive.specs().map_err(Refusal::broken)?;
            (rows, total, specs.into_iter().map(|(_, spec)| spec).collect())
        }
    };
    let next =
        (search.page < MOST_PAGES && (search.page + 1) * PAGE < total).then_some(search.page + 1);
    render(&ArchivePage {
        edition: edition(),
        rows: rows.into_iter().map(Row::new).collect(),
        previous: search.page.checked_sub(1),
        next,
        query: search,
        total,
        specs,
    })
}

impl Row {
    fn new(summary: Summary) -> Self {
        Self {
            number: summary.number,
            spec: summary.spec,
            players: summary.players,
            result: match summary.result {
                "first" => "X wins",
                "second" => "O wins",
                other => other,
            },
            reason: summary.reason.unwrap_or_default(),
            moves: summary.moves,
            origin: summary.origin.name(),
            day: day(summary.played),
        }
    }
}

/// The day of a moment, in UTC.
fn day(milliseconds: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(milliseconds);
    moment.map_or_else(|_| String::new(), |moment| moment.strftime("%Y-%m-%d").to_string())
}
