//! The mistakes of a game, as they are found.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

use axum::{
    extract::{ConnectInfo, Query, State},
    response::{Sse, sse::Event},
};
use futures_util::Stream;
use mossa_draw::{Chart, Options, chart};
use mossa_engines::engine;
use mossa_games::GameSpec;
use mossa_kernel::{Game, Side};
use mossa_teach::review::{Grade, Request, Review};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::{
    Shared,
    analysis::stream,
    refusal::Refusal,
    request::{Place, Where},
    thinking::{Purpose, Stop},
};

/// The longest a review may take in all, and for each move at most.
const LONGEST: Duration = Duration::from_secs(30);
const MOVE_TIME: Duration = Duration::from_millis(400);

/// Memory for a review, in megabytes.
const MEMORY: usize = 64;

/// The longest game that is reviewed.
const MOST_MOVES: usize = 1_000;

#[derive(Serialize)]
struct ProgressJson {
    done: usize,
    all: usize,
}

#[derive(Serialize)]
struct ReviewJson {
    moves: Vec<JudgedJson>,
    sides: [SideJson; 2],
    chart: String,
}

#[derive(Serialize)]
struct JudgedJson {
    grade: &'static str,
    best: String,
    chance: f64,
    sentence: Option<String>,
}

#[derive(Serialize)]
struct SideJson {
    moves: usize,
    lost: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// Answers with how far the review is, and at last with the review.
pub async fn review(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<Where>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let place = query.place()?;
    app.guard.charge(address.ip(), place.size())?;
    let moves = place.game.history().len();
    if moves == 0 || moves > MOST_MOVES {
        let hint = format!("a game of 1 to {MOST_MOVES} moves can be reviewed");
        return Err(Refusal::bad("there is nothing to review", hint));
    }
    let (tell, told) = mpsc::channel(4);
    let search = move |stop: &Stop| think(&place, stop, &tell);
    let running = async move { app.searches.run(Purpose::Analysis, search).await };
    Ok(Sse::new(stream(told, running)).keep_alive(axum::response::sse::KeepAlive::default()))
}

fn think(place: &Place, stop: &Stop, tell: &mpsc::Sender<Event>) {
    let Place { spec, game, .. } = place;
    let all = game.history().len();
    let time = (LONGEST / (all as u32 + 1)).min(MOVE_TIME);
    let mut engine = engine(
        spec,
        mossa_engines::Options { memory_mb: MEMORY, ..mossa_engines::Options::default() },
    );
    stop.budget(time, |budget| {
        let request = Request { spec, game, engine: engine.as_mut(), threads: 1, budget };
        let reviewed = request.review(&mut |done| {
            if tell.is_closed() {
                stop.raise();
            }
            let event = Event::default().event("progress").json_data(ProgressJson { done, all });
            let _ = tell.try_send(event.unwrap_or_default());
        });
        if let Ok(review) = reviewed {
            let event = Event::default().event("review").json_data(to_json(&review, spec, game));
            let _ = tell.blocking_send(event.unwrap_or_default());
        }
    });
}

fn to_json(review: &Review, spec: &GameSpec, game: &Game) -> ReviewJson {
    let show = |mv| game.position().show_move(mv);
    let moves = (1..).zip(&review.moves).map(|(number, judged)| JudgedJson {
        grade: judged.grade.name(),
        best: judged.best.first().map_or_else(String::new, |&mv| show(mv)),
        chance: judged.first_chance(),
        sentence: (judged.grade > Grade::Good).then(|| judged.sentence(number, spec, game)),
    });
    let sides = Side::BOTH.map(|side| {
        let played = review.of_side(side);
        let [_, _, inaccuracies, mistakes, blunders] = played.grades;
        SideJson { moves: played.moves, lost: played.mean_loss, inaccuracies, mistakes, blunders }
    });
    ReviewJson { moves: moves.collect(), sides, chart: graph(review) }
}

/// The chance of the first player over the game, with its mistakes.
fn graph(review: &Review) -> String {
    let (chances, marks) = review.graph();
    chart(&Chart::of_game("The game", &chances, &marks), &Options::page("graph-picture"))
}
