//! Positions and games as files.

use std::net::SocketAddr;

use axum::{
    extract::{ConnectInfo, Query, State},
    http::header,
    response::{IntoResponse, Response},
};
use mossa_draw::{Options, Overlay, Theme};
use mossa_games::{Played, Record};
use serde::Deserialize;

use crate::{Shared, refusal::Refusal, request::Where};

/// As what a position is exported.
#[derive(Deserialize)]
pub struct Export {
    #[serde(default)]
    format: String,
}

/// A position or game as a file.
pub async fn export(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<Where>,
    Query(export): Query<Export>,
) -> Result<Response, Refusal> {
    let place = query.place()?;
    app.guard.charge(address.ip(), place.size())?;
    let (kind, name, body) = match export.format.as_str() {
        "svg" => {
            let overlay = Overlay::of_game(&place.spec, &place.game);
            let options = Options::file(Theme::Light);
            let svg = mossa_draw::board(&place.spec, place.game.position(), &overlay, &options);
            ("image/svg+xml", "position.svg", svg)
        }
        "text" | "" => {
            let moves = place.game.history().iter();
            let moves = moves.map(|&mv| Played { mv, milliseconds: None, value: None }).collect();
            let outcome = place.game.outcome();
            let players = [String::new(), String::new()];
            let record = Record { spec: place.spec, start: place.start, players, outcome, moves };
            ("text/plain; charset=utf-8", "game.mossa", record.to_string())
        }
        _ => return Err(Refusal::bad("unknown format", "text or svg")),
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    Ok((
        [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)],
        body,
    )
        .into_response())
}
