//! Who is how strong, by all stored games.

use std::collections::HashMap;

use askama::Template;
use axum::{
    extract::{Query, State},
    response::Response,
};
use mossa_store::{
    Filter,
    ranking::{By, Sheet, sheets},
};
use serde::Deserialize;

use super::{edition, headline::Headline, open_archive, render};
use crate::{Shared, refusal::Refusal};

#[derive(Template)]
#[template(path = "ranking.html")]
struct RankingPage {
    edition: &'static str,
    sheets: Vec<RankingTable>,
    by: &'static str,
}

/// The players of one game.
struct RankingTable {
    /// What the game is called.
    name: &'static str,
    spec: String,
    games: u64,
    groups: usize,
    first_move: String,
    rows: Vec<RankingRow>,
}

struct RankingRow {
    name: String,
    rating: String,
    error: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: String,
    group: usize,
}

/// What the ranking is ordered by.
#[derive(Deserialize)]
pub struct RankingQuery {
    #[serde(default)]
    by: String,
}

/// Who is best.
pub async fn ranking(
    State(app): State<Shared>,
    Query(query): Query<RankingQuery>,
) -> Result<Response, Refusal> {
    let known = By::ALL.iter().find(|(name, _)| *name == query.by);
    let &(by_name, by) = known.unwrap_or(&("rating", By::Rating));
    let read = move || -> Result<Vec<RankingTable>, Refusal> {
        let Some(archive) = open_archive(&app)? else { return Ok(Vec::new()) };
        let names = archive.players().map_err(Refusal::broken)?.into_iter().collect();
        let sheets = sheets(&archive, &Filter::default()).map_err(Refusal::broken)?;
        Ok(sheets.iter().map(|sheet| RankingTable::new(sheet, by, &names)).collect())
    };
    let sheets = tokio::task::spawn_blocking(read).await.map_err(Refusal::broken)??;
    render(&RankingPage { edition: edition(), sheets, by: by_name })
}

impl RankingTable {
    fn new(sheet: &Sheet, by: By, names: &HashMap<i64, String>) -> Self {
        let signed = |number: f64| format!("{:+.0}", number.round() + 0.0);
        let or_not = |number: Option<String>| number.unwrap_or_else(|| "n/a".to_owned());
        let rows = sheet.ranking.sorted(by, names).into_iter().map(|standing| RankingRow {
            name: names.get(&standing.player).cloned().unwrap_or_default(),
            rating: or_not(standing.rating.map(signed)),
            error: or_not(standing.error.map(|error| format!("{error:.0}"))),
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            score: format!("{:.1} %", 100.0 * standing.score()),
            group: standing.group + 1,
        });
        Self {
            name: sheet.spec.parse().map_or("", |spec| Headline::of(&spec).name),
            spec: sheet.spec.clone(),
            games: sheet.field.games(),
            groups: sheet.ranking.groups,
            first_move: or_not(sheet.ranking.first_move.map(signed)),
            rows: rows.collect(),
        }
    }
}
