//! The board: a position, a game being played, or a stored one.

use std::net::SocketAddr;

use askama::Template;
use axum::{
    extract::{ConnectInfo, Path, Query, State},
    http::StatusCode,
    response::Response,
};
use mossa_games::GameSpec;
use mossa_players::PLAYERS;
use serde::Serialize;

use super::{edition, headline::Headline, open_archive, problem, render};
use crate::{
    Shared,
    refusal::Refusal,
    request::{Place, Where},
    tables::StateJson,
    view::{self, ViewJson},
};

#[derive(Template)]
#[template(path = "board.html")]
struct Board {
    edition: &'static str,
    title: String,
    headline: Headline,
    view: ViewJson,
    svg: String,
    /// Which stored game it is, and who played it.
    about: Option<String>,
    /// Whether games are kept, so that bots can learn from them.
    learns: bool,
    /// What the scripts begin with.
    data: String,
    players: Vec<Opponent>,
    classics: Vec<&'static str>,
}

/// A player that can be chosen.
struct Opponent {
    name: String,
    label: String,
}

/// What the scripts of the board begin with.
#[derive(Serialize)]
struct Start<'s> {
    view: &'s ViewJson,
    game: Option<&'s StateJson>,
}

/// A board to play and analyze on; the address holds game and moves.
pub async fn board(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<Where>,
) -> Result<Response, Refusal> {
    let query =
        if query.spec.is_empty() { Where { spec: "connect4".to_owned(), ..query } } else { query };
    match query.place() {
        Ok(place) => {
            app.guard.charge(address.ip(), place.size())?;
            board_page(&app, &place, None, None)
        }
        Err(refusal) => problem(StatusCode::BAD_REQUEST, "This cannot be opened", &refusal),
    }
}

/// A game being played.
pub async fn table(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Query(query): Query<Where>,
) -> Result<Response, Refusal> {
    let Ok(table) = app.tables.find(&id) else {
        // The address of a game also tells its moves: they can be looked at when it is gone.
        if let (false, Ok(place)) = (query.spec.is_empty(), query.place()) {
            app.guard.charge(address.ip(), place.size())?;
            return board_page(&app, &place, None, None);
        }
        let gone = Refusal::missing("this game is not here any more");
        return problem(StatusCode::NOT_FOUND, "No such game", &gone);
    };
    let state = StateJson::new(&table);
    let place = {
        let inner = table.lock();
        Place { spec: inner.spec.clone(), start: inner.start.clone(), game: inner.game.clone() }
    };
    app.guard.charge(address.ip(), place.size())?;
    board_page(&app, &place, Some(&state), None)
}

fn board_page(
    app: &Shared,
    place: &Place,
    game: Option<&StateJson>,
    about: Option<String>,
) -> Result<Response, Refusal> {
    let mut view = view::plain(place);
    // The scripts find it on the page.
    let svg = std::mem::take(&mut view.svg);
    let data = serde_json::to_string(&Start { view: &view, game }).map_err(Refusal::broken)?;
    // Inside of a script element `<` could end it.
    let data = data.replace('<', "\\u003c");
    let headline = Headline::of(&place.spec);
    let title = format!("{}, {} · Mossa", headline.name, headline.rules);
    let players = choices(&place.spec);
    let classics = PLAYERS.iter().filter(|kind| kind.is_classic());
    let classics = classics.filter(|kind| can_play(kind.name(), &place.spec));
    let classics = classics.map(|kind| kind.name()).collect();
    let learns = app.store.is_some();
    let edition = edition();
    render(&Board { edition, title, headline, view, svg, about, learns, data, players, classics })
}

fn can_play(name: &str, spec: &GameSpec) -> bool {
    name.parse::<mossa_players::PlayerSpec>().is_ok_and(|player| player.build(spec, 0).is_ok())
}

/// Whom one can play against.
fn choices(spec: &GameSpec) -> Vec<Opponent> {
    let levels = (1..=10).map(|level| {
        let word = match level {
            1 => ", a child wins",
            10 => ", full strength",
            _ => "",
        };
        Opponent { name: format!("engine:level={level}"), label: format!("Level {level}{word}") }
    });
    let others = PLAYERS.iter().map(|kind| kind.name()).filter(|&name| name != "engine");
    let others = others.filter(|name| can_play(name, spec));
    let others = others.map(|name| Opponent { name: name.to_owned(), label: name.to_owned() });
    levels.chain(others).collect()
}

/// A stored game on the board.
pub async fn stored(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(number): Path<i64>,
) -> Result<Response, Refusal> {
    let archive = open_archive(&app)?;
    let game = archive.map(|archive| archive.get(number)).transpose().map_err(Refusal::broken)?;
    let Some(game) = game.flatten() else {
        let gone = Refusal::missing("there is no game with this number");
        return problem(StatusCode::NOT_FOUND, "No such game", &gone);
    };
    let record = game.record().map_err(Refusal::broken)?;
    let played = record.game().map_err(Refusal::broken)?;
    let [first, second] =
        record.players.each_ref().map(|name| if name.is_empty() { "unknown" } else { name });
    let end = record.outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
    let about = format!("Game {number}: {first} (X) against {second} (O); {end}");
    let place = Place { spec: record.spec, start: record.start, game: played };
    app.guard.charge(address.ip(), place.size())?;
    board_page(&app, &place, None, Some(about))
}
