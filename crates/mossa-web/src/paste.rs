//! What a pasted text may be: a saved game, an address of ours, moves, a transcript, a diagram.

use std::net::SocketAddr;

use axum::{
    Json,
    extract::{ConnectInfo, State},
};
use mossa_games::{GameSpec, Record};
use serde::{Deserialize, Serialize};

use crate::{
    Shared,
    refusal::Refusal,
    request::{Place, Where},
};

/// What is pasted, and which game is on the board.
#[derive(Deserialize)]
pub struct Pasted {
    text: String,
    #[serde(default)]
    spec: String,
}

/// Which position it is.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Recognized {
    spec: String,
    start: String,
    moves: String,
    /// What it was taken for.
    what: &'static str,
}

/// Answers what a pasted text is.
pub async fn paste(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Json(pasted): Json<Pasted>,
) -> Result<Json<Recognized>, Refusal> {
    app.guard.charge(address.ip(), pasted.text.len())?;
    Ok(Json(recognize(&pasted.text, &pasted.spec)?))
}

/// Games that a text without a spec may be about, the likeliest first.
const LIKELY: [&str; 5] = ["connect4", "othello", "tictactoe", "gomoku", "sticks"];

pub fn recognize(text: &str, here: &str) -> Result<Recognized, Refusal> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Err(Refusal::bad("nothing was pasted", HINT));
    }
    if Record::is_record(text) {
        let record = Record::read(text).map_err(|error| Refusal::bad(error, HINT))?;
        return of_record(&record);
    }
    if let Some(found) = of_address(text) {
        return Ok(recognized(&found.place()?, "address"));
    }
    if let Some((spec, moves)) = with_spec(text) {
        return Ok(recognized(&place(spec, "", moves)?, "moves"));
    }
    let moves = without_numbers(text);
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let diagram = rows.join("/");
    let specs = std::iter::once(here.to_owned())
        .filter(|here| !here.is_empty())
        .chain(LIKELY.map(str::to_owned))
        .chain(by_size(text));
    for spec in specs {
        for moves in [text, &moves] {
            if let Ok(found) = place(&spec, "", moves) {
                return Ok(recognized(&found, "moves"));
            }
        }
        if let Ok(found) = place(&spec, &diagram, "") {
            return Ok(recognized(&found, "diagram"));
        }
    }
    // The game on the board knows best what is wrong with it.
    let spec = if here.is_empty() { LIKELY[0] } else { here };
    place(spec, "", text)?;
    Err(Refusal::bad("this is no game that I know", HINT))
}

const HINT: &str =
    "paste moves (44435, f5d6c3, h8 i9), a diagram (X.O/.X./..O X), a saved game or an address";

fn place(spec: &str, start: &str, moves: &str) -> Result<Place, Refusal> {
    let moves = moves.to_owned();
    Where { spec: spec.to_owned(), start: start.to_owned(), moves }.place()
}

fn recognized(place: &Place, what: &'static str) -> Recognized {
    Recognized {
        spec: place.spec.to_string(),
        start: place.start.clone().unwrap_or_default(),
        moves: place.moves().join(" "),
        what,
    }
}

fn of_record(record: &Record) -> Result<Recognized, Refusal> {
    let game = record.game().map_err(|error| Refusal::bad(error, HINT))?;
    let place = Place { spec: record.spec.clone(), start: record.start.clone(), game };
    Ok(recognized(&place, "saved game"))
}

/// Moves without the numbers that count them: `1. f5 d6 2. c3` and `1.f5 d6` are `f5 d6 c3` and `f5 d6`.
fn without_numbers(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_counted = rest.len() < word.len() && rest.starts_with('.');
        if is_counted { rest.trim_start_matches('.') } else { word }
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// `connect4 44435`, `othello: f5d6`.
fn with_spec(text: &str) -> Option<(&str, &str)> {
    let (spec, moves) = text.split_once(char::is_whitespace)?;
    let spec = spec.trim_end_matches(':');
    let is_spec =
        spec.starts_with(|c: char| c.is_ascii_alphabetic()) && spec.parse::<GameSpec>().is_ok();
    is_spec.then_some((spec, moves))
}

/// An address of a board.
fn of_address(text: &str) -> Option<Where> {
    let (address, query) = text.split_once('?')?;
    if address.contains(char::is_whitespace)
        || !address.contains("/board") && !address.contains("/game")
    {
        return None;
    }
    let query = query.split('#').next()?;
    axum::extract::Query::<Where>::try_from_uri(&format!("/?{query}").parse().ok()?)
        .ok()
        .map(|axum::extract::Query(found)| found)
        .filter(|found| !found.spec.is_empty())
}

/// Games whose boards have the size of a diagram.
fn by_size(text: &str) -> Vec<String> {
    let rows: Vec<&str> = text
        .split(['/', '\n'])
        .map(|row| row.split_whitespace().next().unwrap_or_default())
        .filter(|row| !row.is_empty())
        .collect();
    let (height, width) = (rows.len(), rows.first().map_or(0, |row| row.len()));
    if height < 2 || width < 2 || rows.iter().take(height - 1).any(|row| row.len() != width) {
        return Vec::new();
    }
    let run = if height.max(width) >= 10 { 5 } else { 4.min(height.max(width)) };
    vec![
        format!("othello:{height}x{width}"),
        format!("connect:{height},{width},{run}"),
        format!("mnk:{height},{width},{run}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, here: &str) -> (String, String, String) {
        let found = recognize(text, here).unwrap();
        (found.spec, found.start, found.moves)
    }

    #[test]
    fn texts_are_recognized() {
        for (text, here, expected) in [
            ("44435", "", ("connect:6,7,4", "", "4 4 4 3 5")),
            ("f5d6c3", "connect4", ("othello:8x8", "", "f5 d6 c3")),
            ("h8 i9 h9", "", ("mnk:15,15,5", "", "h8 i9 h9")),
            ("h8 i9 h9", "gomoku", ("mnk:15,15,5", "", "h8 i9 h9")),
            ("1. h8 i9\r\n2. h9", "", ("mnk:15,15,5", "", "h8 i9 h9")),
            ("1.f5 d6\n2.c3", "", ("othello:8x8", "", "f5 d6 c3")),
            ("4\n4\n4", "", ("connect:6,7,4", "", "4 4 4")),
            ("2 2 2", "sticks", ("sticks:11,2", "", "2 2 2")),
            ("connect:4,5,4 3 3", "", ("connect:4,5,4", "", "3 3")),
            ("X.O/.X./..O X", "", ("mnk:3,3,3", "X.O/.X./..O X", "")),
            (
                "http://127.0.0.1:8080/board?spec=connect%3A6%2C7%2C4&moves=44+4",
                "",
                ("connect:6,7,4", "", "4 4 4"),
            ),
        ] {
            let (spec, start, moves) = found(text, here);
            assert_eq!((&spec[..], &start[..], &moves[..]), expected, "{text}");
        }
    }

    #[test]
    fn rubbish_is_refused() {
        for text in [
            "",
            "  ",
            "hello there",
            "999",
            "🙂",
            "X/O",
            "http://x/board?spec=chess",
            "mossa game 1",
        ] {
            assert!(recognize(text, "").is_err(), "{text}");
            assert!(recognize(text, "nonsense").is_err(), "{text}");
        }
    }
}
