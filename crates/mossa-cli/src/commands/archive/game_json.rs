//! A stored game as JSON.

use mossa_games::Record;
use mossa_kernel::Game;
use mossa_store::{Origin, StoredGame, Summary};
use serde::Serialize;

use crate::{
    dates,
    failure::Failure,
    json::{OutcomeJson, ValueJson},
};

/// What is known about a game without its moves.
#[derive(Serialize)]
pub struct SummaryJson<'g> {
    number: i64,
    id: String,
    spec: &'g str,
    first: &'g str,
    second: &'g str,
    result: &'static str,
    reason: Option<&'g str>,
    length: u32,
    played: String,
    origin: &'static str,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    in_match: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<u64>,
    seed: Option<u64>,
    limits: &'g str,
}

impl<'g> SummaryJson<'g> {
    pub fn new(game: &'g Summary) -> Self {
        let (in_match, pair) = match game.origin {
            Origin::Match { id, pair } => (Some(id.to_string()), Some(pair)),
            Origin::Play | Origin::Import => (None, None),
        };
        Self {
            number: game.number,
            id: game.id.to_string(),
            spec: &game.spec,
            first: &game.players[0],
            second: &game.players[1],
            result: game.result,
            reason: game.reason.as_deref(),
            length: game.moves,
            played: dates::exact(game.played),
            origin: game.origin.name(),
            in_match,
            pair,
            seed: game.seed,
            limits: &game.limits,
        }
    }
}

/// A game with its moves.
#[derive(Serialize)]
pub struct GameJson<'g> {
    #[serde(flatten)]
    summary: SummaryJson<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<MoveJson>,
    outcome: Option<OutcomeJson>,
    diagram: String,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<ValueJson>,
}

impl<'g> GameJson<'g> {
    pub fn new(game: &'g StoredGame) -> Result<Self, Failure> {
        let record = game.record().map_err(|error| super::unreadable(game, &error))?;
        let (moves, end) = play_through(&record);
        Ok(Self {
            summary: SummaryJson::new(&game.summary),
            moves,
            outcome: record.outcome.map(OutcomeJson::from),
            diagram: end.position().diagram(),
            start: record.start,
        })
    }
}

fn play_through(record: &Record) -> (Vec<MoveJson>, Game) {
    let begin = Record { moves: Vec::new(), ..record.clone() };
    let mut game = begin.game().expect("a record that was read can be played");
    let mut moves = Vec::new();
    for played in &record.moves {
        moves.push(MoveJson {
            mv: game.position().show_move(played.mv),
            ms: played.milliseconds,
            value: played.value.map(|value| ValueJson::new(&value, &record.spec, &game)),
        });
        game.play(played.mv).expect("a record that was read can be played");
    }
    (moves, game)
}
