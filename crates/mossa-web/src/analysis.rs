//! What the engine thinks of every move, as it finds it out.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

use axum::{
    extract::{ConnectInfo, Query, State},
    response::{Sse, sse::Event},
};
use futures_util::Stream;
use mossa_draw::Overlay;
use mossa_engines::{Analysis, Options, engine};
use mossa_kernel::Game;
use mossa_search::Report;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::{
    Shared,
    patch::{Step, patch},
    refusal::Refusal,
    request::{Place, Where},
    thinking::{LONGEST_ANALYSIS, Purpose, Stop},
    view,
};

/// How often the page hears from us at most.
const PACE: Duration = Duration::from_millis(120);

/// Memory for an analysis, in megabytes.
const MEMORY: usize = 64;

/// How many lines are told in moves.
const MOST_LINES: usize = 5;

/// A line is told up to so many moves.
const LONGEST_LINE: usize = 16;

/// How long the engine thinks when nothing is said.
const DEFAULT_MS: u64 = 8_000;

/// How an analysis is asked for.
#[derive(Debug, Deserialize)]
pub struct Request {
    #[serde(default)]
    time_ms: Option<u64>,
}

/// How far it has come.
#[derive(Serialize)]
struct AnalysisJson {
    done: bool,
    depth: u32,
    nodes: u64,
    ms: u64,
    /// The chance of the first player to win, and whether that is proven.
    gauge: f64,
    proven: bool,
    moves: Vec<MoveJson>,
    /// The picture, or what has changed in it since the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<Vec<Step>>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    text: String,
    tone: &'static str,
    exact: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

/// Answers with a stream of what is known.
pub async fn analysis(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<Where>,
    Query(request): Query<Request>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let place = query.place()?;
    app.guard.charge(address.ip(), place.size())?;
    if place.game.outcome().is_some() {
        return Err(Refusal::bad("the game is over", "go back some moves"));
    }
    let time = Duration::from_millis(request.time_ms.unwrap_or(DEFAULT_MS)).min(LONGEST_ANALYSIS);
    let (tell, told) = mpsc::channel(4);
    let search = move |stop: &Stop| think(&place, time, stop, &tell);
    let running = async move { app.searches.run(Purpose::Analysis, search).await };
    Ok(Sse::new(stream(told, running)).keep_alive(axum::response::sse::KeepAlive::default()))
}

/// The events of a search, and the search itself: whoever drops the stream ends it.
pub fn stream<R>(
    told: mpsc::Receiver<Event>,
    running: impl Future<Output = Result<R, Refusal>> + Send + 'static,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let running: std::pin::Pin<Box<dyn Future<Output = Option<Event>> + Send>> =
        Box::pin(async move {
            match running.await {
                Ok(_) => None,
                Err(_) => Some(Event::default().event("busy").data("{}")),
            }
        });
    futures_util::stream::unfold((told, Some(running)), |(mut told, mut running)| async move {
        loop {
            let Some(search) = &mut running else {
                let event = told.recv().await?;
                return Some((Ok(event), (told, None)));
            };
            tokio::select! {
                biased;
                Some(event) = told.recv() => return Some((Ok(event), (told, running))),
                last = search => {
                    running = None;
                    if let Some(event) = last {
                        return Some((Ok(event), (told, None)));
                    }
                }
            }
        }
    })
}

fn think(place: &Place, time: Duration, stop: &Stop, tell: &mpsc::Sender<Event>) {
    let Place { spec, game, .. } = place;
    let mut engine = engine(spec, Options { memory_mb: MEMORY, ..Options::default() });
    stop.budget(time, |budget| {
        let mut last = None;
        let mut shown = String::new();
        let mut watch = |report: &Report| {
            let now = (budget.elapsed)();
            if last.is_none_or(|last| now.saturating_sub(last) >= PACE) {
                last = Some(now);
                // A reader who is slow misses some; one who is gone stops the search.
                if tell.is_closed() {
                    stop.raise();
                }
                let (event, svg) = event(place, report, now, false, &shown);
                if tell.try_send(event).is_ok() {
                    shown = svg;
                }
            }
        };
        let analysis = Analysis { engine: engine.as_mut(), game, threads: 1, lines: None };
        if let Ok(report) = analysis.run(budget, &mut watch) {
            let (event, _) = event(place, &report, (budget.elapsed)(), true, &shown);
            let _ = tell.blocking_send(event);
        }
    });
}

/// What is told, and the picture of it; `shown` is the one that was told last.
fn event(
    place: &Place,
    report: &Report,
    now: Duration,
    done: bool,
    shown: &str,
) -> (Event, String) {
    let Place { spec, game, .. } = place;
    let labels = view::labels(&report.lines);
    let moves = labels.iter().zip(&report.lines).enumerate().map(|(index, (label, line))| {
        let told = if index < MOST_LINES { LONGEST_LINE } else { 0 };
        MoveJson {
            mv: game.position().show_move(line.mv()),
            text: label.text.clone(),
            tone: tone(label.tone),
            exact: label.is_exact,
            line: names(game, line.moves.iter().take(told)),
        }
    });
    let moves = moves.collect();
    let overlay = Overlay { labels, legal: Vec::new(), ..Overlay::of_game(spec, game) };
    let svg = view::picture(spec, game, &overlay);
    let patch = if shown.is_empty() { None } else { patch(shown, &svg) };
    let best = report.best().map(|line| line.value);
    let json = AnalysisJson {
        done,
        depth: report.depth,
        nodes: report.nodes,
        ms: now.as_millis() as u64,
        gauge: best.map_or(0.5, |value| first_chance(game, &value)),
        proven: best.is_some_and(|value| mossa_kernel::values::is_exact(&value)),
        moves,
        svg: patch.is_none().then(|| svg.clone()),
        patch,
    };
    (Event::default().json_data(json).unwrap_or_default(), svg)
}

/// What a value means for the first player.
fn first_chance(game: &Game, value: &mossa_kernel::Value) -> f64 {
    let own = mossa_teach::chance(value);
    match game.position().side_to_move() {
        mossa_kernel::Side::First => own,
        mossa_kernel::Side::Second => 1.0 - own,
    }
}

fn tone(tone: mossa_draw::Tone) -> &'static str {
    match tone {
        mossa_draw::Tone::Good => "good",
        mossa_draw::Tone::Even => "even",
        mossa_draw::Tone::Bad => "bad",
    }
}

fn names<'m>(game: &Game, moves: impl Iterator<Item = &'m mossa_kernel::Move>) -> Vec<String> {
    moves.map(|&mv| game.position().show_move(mv)).collect()
}
