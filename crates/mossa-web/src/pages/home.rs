//! The first page: families of games, games that go on, what was pasted.

use askama::Template;
use axum::{extract::State, response::Response};
use mossa_draw::{Options, Overlay};
use mossa_store::Filter;

use super::{edition, open_archive, render};
use crate::{Shared, refusal::Refusal, request::Where, tables::StateJson};

/// A family of games on the first page.
struct Tile {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    picture: String,
    presets: Vec<(&'static str, &'static str)>,
    example: &'static str,
}

/// A game that goes on.
struct Going {
    id: String,
    spec: String,
    players: String,
    moves: usize,
    status: String,
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    edition: &'static str,
    tiles: Vec<Tile>,
    going: Vec<Going>,
    stored: u64,
}

/// The first page.
pub async fn home(State(app): State<Shared>) -> Result<Response, Refusal> {
    let tiles = [
        (
            "mnk",
            "Lines",
            "tictactoe",
            "b2 a1 c3 a3 a2 c2",
            vec![
                ("Tic-tac-toe", "tictactoe"),
                ("Gomoku", "gomoku"),
                ("6 × 6, four in a row", "mnk:6,6,4"),
            ],
            "mnk:15,15,5",
        ),
        (
            "connect",
            "Connect X",
            "connect4",
            "4444523356",
            vec![
                ("Connect Four", "connect4"),
                ("7 × 9, five in a row", "connect:7,9,5"),
                ("4 × 5", "connect:4,5,4"),
            ],
            "connect:6,7,4",
        ),
        (
            "othello",
            "Othello",
            "othello",
            "f5d6c3d3c4f4f6f3e6e7",
            vec![("Othello", "othello"), ("6 × 6", "othello:6x6"), ("4 × 4", "othello:4x4")],
            "othello:8x8",
        ),
        (
            "sticks",
            "Sticks",
            "sticks:3+5+7",
            "",
            vec![
                ("11, take up to 2", "sticks"),
                ("21, take up to 3", "sticks:21,3"),
                ("Three heaps", "sticks:3+4+5"),
            ],
            "sticks:21,3",
        ),
    ];
    let tiles = tiles.into_iter().map(|(family, title, spec, moves, presets, example)| {
        tile(family, title, spec, moves, presets, example)
    });
    let going =
        app.tables.all().into_iter().filter(|table| !table.is_over()).take(6).map(|table| {
            let state = StateJson::new(&table);
            let [first, second] = state.seats.each_ref().map(|seat| seat.name.clone());
            Going {
                id: state.id,
                spec: state.spec,
                players: format!("{first} against {second}"),
                moves: state.moves.len(),
                status: if state.to_move == "first" { "X to move" } else { "O to move" }.to_owned(),
            }
        });
    let archive = open_archive(&app)?;
    let stored = archive.map_or(Ok(0), |archive| archive.count(&Filter::default()));
    render(&Home {
        edition: edition(),
        tiles: tiles.collect::<Result<_, Refusal>>()?,
        going: going.collect(),
        stored: stored.map_err(Refusal::broken)?,
    })
}

fn tile(
    name: &'static str,
    title: &'static str,
    spec: &str,
    moves: &str,
    presets: Vec<(&'static str, &'static str)>,
    example: &'static str,
) -> Result<Tile, Refusal> {
    let place =
        Where { spec: spec.to_owned(), moves: moves.to_owned(), start: String::new() }.place()?;
    let overlay =
        Overlay { legal: Vec::new(), last: None, ..Overlay::of_game(&place.spec, &place.game) };
    let options = Options { interactive: false, ..Options::page(&format!("tile-{name}")) };
    let picture = mossa_draw::board(&place.spec, place.game.position(), &overlay, &options);
    Ok(Tile { name, title, summary: summary(name), picture, presets, example })
}

fn summary(name: &str) -> &'static str {
    match name {
        "mnk" => "Place stones in turn; a row of them wins.",
        "connect" => "Drop stones into columns; a row of them wins.",
        "othello" => "Enclose the other side's discs and turn them.",
        _ => "Take sticks in turn; the last one wins, or loses.",
    }
}
