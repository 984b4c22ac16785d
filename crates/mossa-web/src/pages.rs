//! The pages themselves.

use std::collections::HashMap;

use askama::Template;
use axum::{
    extract::{Path, Query, State},
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use mossa_draw::{Options, Overlay, Theme};
use mossa_games::{GameSpec, Played, Record};
use mossa_players::PLAYERS;
use mossa_store::{
    Archive, Filter, Order, Summary,
    ranking::{By, Sheet, sheets},
};
use serde::{Deserialize, Serialize};

use crate::{
    Shared, assets,
    refusal::Refusal,
    request::{Place, Where},
    tables::StateJson,
    view::{self, ViewJson},
};

/// How many games a page of the archive lists.
const PAGE: u64 = 50;

/// How far one can turn the pages.
const MOST_PAGES: u64 = 2_000;

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

#[derive(Template)]
#[template(path = "board.html")]
struct Board {
    edition: &'static str,
    title: String,
    view: ViewJson,
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

#[derive(Template)]
#[template(path = "problem.html")]
struct Problem {
    edition: &'static str,
    title: &'static str,
    text: String,
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

/// What the scripts of the board begin with.
#[derive(Serialize)]
struct Start<'s> {
    view: &'s ViewJson,
    game: Option<&'s StateJson>,
}

fn render(page: &impl Template) -> Result<Response, Refusal> {
    Ok(Html(page.render().map_err(Refusal::broken)?).into_response())
}

fn edition() -> &'static str {
    assets::EDITION.as_str()
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
                ("4 in a row, 6 x 6", "mnk:6,6,4"),
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
                ("9 x 7, five in a row", "connect:7,9,5"),
                ("5 x 4", "connect:4,5,4"),
            ],
            "connect:6,7,4",
        ),
        (
            "othello",
            "Othello",
            "othello",
            "f5d6c3d3c4f4f6f3e6e7",
            vec![("Othello", "othello"), ("6 x 6", "othello:6x6"), ("4 x 4", "othello:4x4")],
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
        "mnk" => "Put stones on a board; so many in a row win.",
        "connect" => "Drop stones into columns; so many in a row win.",
        "othello" => "Enclose the other side's discs and turn them.",
        _ => "Take sticks in turn; the last one wins, or loses.",
    }
}

/// A board to play and analyze on; the address holds game and moves.
pub async fn board(Query(query): Query<Where>) -> Result<Response, Refusal> {
    let query =
        if query.spec.is_empty() { Where { spec: "connect4".to_owned(), ..query } } else { query };
    match query.place() {
        Ok(place) => board_page(&place, None),
        Err(refusal) => problem(StatusCode::BAD_REQUEST, "This is no position", &refusal),
    }
}

/// A game being played.
pub async fn table(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(query): Query<Where>,
) -> Result<Response, Refusal> {
    let Ok(table) = app.tables.find(&id) else {
        // The address of a game also tells its moves: they can be looked at when it is gone.
        if let (false, Ok(place)) = (query.spec.is_empty(), query.place()) {
            return board_page(&place, None);
        }
        let gone = Refusal::missing("this game is not here any more");
        return problem(StatusCode::NOT_FOUND, "No such game", &gone);
    };
    let state = StateJson::new(&table);
    let place = {
        let inner = table.lock();
        Place { spec: inner.spec.clone(), start: inner.start.clone(), game: inner.game.clone() }
    };
    board_page(&place, Some(&state))
}

fn board_page(place: &Place, game: Option<&StateJson>) -> Result<Response, Refusal> {
    let view = view::plain(place);
    let data = serde_json::to_string(&Start { view: &view, game }).map_err(Refusal::broken)?;
    // Inside of a script element `<` could end it.
    let data = data.replace('<', "\\u003c");
    let title = format!("{} · Mossa", view.spec);
    let players = choices(&place.spec);
    let classics = PLAYERS.iter().filter(|kind| kind.is_classic());
    let classics = classics.filter(|kind| can_play(kind.name(), &place.spec));
    let classics = classics.map(|kind| kind.name()).collect();
    render(&Board { edition: edition(), title, view, data, players, classics })
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

fn problem(
    status: StatusCode,
    title: &'static str,
    refusal: &Refusal,
) -> Result<Response, Refusal> {
    let page = Problem { edition: edition(), title, text: refusal.words() };
    let mut response = render(&page)?;
    *response.status_mut() = status;
    Ok(response)
}

fn open_archive(app: &Shared) -> Result<Option<Archive>, Refusal> {
    let Some(data) = &app.options.data else { return Ok(None) };
    Archive::open(data).map_err(Refusal::broken)
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
            result: summary.result,
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

/// A stored game on the board.
pub async fn stored(
    State(app): State<Shared>,
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
    board_page(&Place { spec: record.spec, start: record.start, game: played }, None)
}

#[derive(Template)]
#[template(path = "ranking.html")]
struct RankingPage {
    edition: &'static str,
    sheets: Vec<RankingTable>,
    by: &'static str,
}

/// The players of one game.
struct RankingTable {
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
            spec: sheet.spec.clone(),
            games: sheet.field.games(),
            groups: sheet.ranking.groups,
            first_move: or_not(sheet.ranking.first_move.map(signed)),
            rows: rows.collect(),
        }
    }
}

/// As what a position is exported.
#[derive(Deserialize)]
pub struct Export {
    #[serde(default)]
    format: String,
}

/// A position or game as a file.
pub async fn export(
    Query(query): Query<Where>,
    Query(export): Query<Export>,
) -> Result<Response, Refusal> {
    let place = query.place()?;
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
