//! A position as the page shows it.

use axum::{
    Json,
    extract::{ConnectInfo, Query, State},
};
use mossa_draw::{Highlight, HighlightKind, MoveLabel, Options, Overlay, board};
use mossa_games::GameSpec;
use mossa_kernel::{Choice, Game, Move, Outcome, Side, Value, View};
use mossa_players::PlayerSpec;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use crate::{
    Shared,
    patch::{Step, patch},
    refusal::Refusal,
    request::{Place, Where},
    thinking::Purpose,
};

/// Discs to be flipped are told for boards of up to so many cells.
const MOST_FLIPPED: usize = 400;

/// The counts of sticks on the strip of won and lost ones.
const STRIP: u32 = 48;

/// At most so many moves carry a label: all of them on boards up to 20x20.
const MOST_LABELS: usize = 400;

/// Where more moves than this have a value, the worse ones are small numbers.
const MOST_PLATES: usize = 12;

/// More legal moves are not told; a picture does not show them one by one, either.
const MOST_LEGAL: usize = 2_500;

/// How long a player may think whose numbers are shown.
const OPINION_TIME: Duration = Duration::from_secs(1);

/// How the board is called on the page.
pub const BOARD_ID: &str = "board-picture";

/// What else is to be shown.
#[derive(Debug, Default, Deserialize)]
pub struct Extras {
    /// A player whose own numbers are shown on the board.
    #[serde(default)]
    player: String,
    /// Whether cells that complete lines are marked.
    #[serde(default)]
    threats: String,
    /// The page has the picture after so many of the moves: what has changed since is enough.
    #[serde(default)]
    since: Option<usize>,
}

/// What the page needs to know of a position.
#[derive(Serialize)]
pub struct ViewJson {
    pub spec: String,
    pub family: &'static str,
    pub start: Option<String>,
    /// The moves so far; not told again to whoever has most of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    pub to_move: &'static str,
    /// The legal moves; none where they are too many to be told.
    pub legal: Vec<String>,
    pub many: bool,
    pub over: Option<OverJson>,
    pub status: String,
    /// The picture, or what has changed in it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub svg: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<Vec<Step>>,
    /// Othello: how many discs each side has.
    pub discs: Option<[usize; 2]>,
    /// Othello: what each move would turn, by cell.
    pub flips: BTreeMap<String, Vec<u32>>,
    /// Sticks: which counts are lost for the side to move.
    pub strip: Option<StripJson>,
    /// The side to move must pass.
    pub passes: bool,
    /// What the player said whose numbers are shown.
    pub opinion: Option<String>,
}

/// How a game ended.
#[derive(Clone, Serialize)]
pub struct OverJson {
    pub winner: Option<&'static str>,
    pub reason: &'static str,
    pub text: String,
}

/// Counts of sticks, from 0 on.
#[derive(Serialize)]
pub struct StripJson {
    /// Whether the side to move loses with so many.
    pub lost: Vec<bool>,
    /// How many there are.
    pub here: i32,
    /// Why.
    pub why: Vec<String>,
}

impl OverJson {
    pub fn new(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner.map(Side::name),
            reason: outcome.reason.name(),
            text: outcome.to_string(),
        }
    }
}

/// Answers what a position looks like.
pub async fn view(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<Where>,
    Query(extras): Query<Extras>,
) -> Result<Json<ViewJson>, Refusal> {
    let place = query.place()?;
    app.guard.charge(address.ip(), place.size())?;
    answer(&app, &place, &extras).await
}

/// What a position looks like, with all that is to be shown.
pub async fn answer(
    app: &Shared,
    place: &Place,
    extras: &Extras,
) -> Result<Json<ViewJson>, Refusal> {
    let choice = match extras.player.as_str() {
        "" => None,
        name => Some(opinion(app, place, name).await?),
    };
    let mut view = of_place(place, extras, choice.as_ref());
    if let Some(known) = extras.since.and_then(|since| place.before(since)) {
        view.moves.clear();
        let overlay = Overlay::of_game(&known.spec, &known.game);
        view.patch = patch(&picture(&known.spec, &known.game, &overlay), &view.svg);
        if view.patch.is_some() {
            view.svg.clear();
        }
    }
    Ok(Json(view))
}

/// What a player thinks of the moves.
async fn opinion(app: &Shared, place: &Place, name: &str) -> Result<Choice, Refusal> {
    let player: PlayerSpec = name.parse()?;
    let mut player = player.build(&place.spec, 0)?;
    let game = place.game.clone();
    if game.outcome().is_some() {
        return Err(Refusal::bad("the game is over", "go back some moves"));
    }
    let search = move |stop: &crate::thinking::Stop| {
        stop.budget(OPINION_TIME, |budget| player.choose(&game, budget, &mut |_| {}))
    };
    Ok(app.searches.run(Purpose::Analysis, search).await??)
}

/// A position with no more on it than how it stands.
pub fn plain(place: &Place) -> ViewJson {
    of_place(place, &Extras::default(), None)
}

fn of_place(place: &Place, extras: &Extras, choice: Option<&Choice>) -> ViewJson {
    let Place { spec, game, start } = place;
    let position = game.position();
    let mut overlay = Overlay::of_game(spec, game);
    if !extras.threats.is_empty() && game.outcome().is_none() {
        overlay.highlights = threats(spec, game);
    }
    if let Some(choice) = choice {
        overlay.labels = choice
            .candidates
            .iter()
            .take(MOST_LABELS)
            .map(|(mv, value)| number(*mv, value))
            .collect();
    }
    let legal = position.moves();
    let many = legal.len() > MOST_LEGAL;
    let discs = match (spec, position.view()) {
        (GameSpec::Othello(_), View::Board(board)) => {
            Some(Side::BOTH.map(|side| board.count(side)))
        }
        _ => None,
    };
    ViewJson {
        spec: spec.to_string(),
        family: spec.family().name,
        start: start.clone(),
        moves: place.moves(),
        to_move: position.side_to_move().name(),
        legal: if many {
            Vec::new()
        } else {
            legal.iter().map(|&mv| position.show_move(mv)).collect()
        },
        many,
        over: game.outcome().map(OverJson::new),
        status: status(game),
        svg: picture(spec, game, &overlay),
        patch: None,
        discs,
        flips: flips(spec, game, &legal),
        strip: strip(spec, game),
        passes: legal == [Move::PASS],
        opinion: choice.map(|choice| format!("would play {}", position.show_move(choice.mv))),
    }
}

/// The board as it goes into the page.
pub fn picture(spec: &GameSpec, game: &Game, overlay: &Overlay) -> String {
    board(spec, game.position(), overlay, &Options::page(BOARD_ID))
}

/// The labels of the moves, best first.
pub fn labels(lines: &[mossa_search::Line]) -> Vec<MoveLabel> {
    let lines = lines.iter().take(MOST_LABELS);
    let is_crowded = lines.len() > 3 * MOST_PLATES;
    let label = |(index, line): (usize, &mossa_search::Line)| {
        let label = MoveLabel::of_value(line.mv(), &line.value);
        // What is proven is never small.
        let is_minor = is_crowded && index >= MOST_PLATES && !label.is_exact;
        MoveLabel { is_minor, ..label }
    };
    lines.enumerate().map(label).collect()
}

/// A player's own number as it is, not as a chance.
fn number(mv: Move, value: &Value) -> MoveLabel {
    match value {
        Value::Estimate(estimate) => {
            let own = Value::score(estimate.score);
            MoveLabel::of_value(mv, &own)
        }
        Value::Exact(_) => MoveLabel::of_value(mv, value),
    }
}

/// Who is to move, or how it ended.
fn status(game: &Game) -> String {
    let position = game.position();
    match game.outcome() {
        Some(outcome) => outcome.to_string(),
        None if position.moves() == [Move::PASS] => {
            format!("{} has no move and must pass", position.side_to_move().letter())
        }
        None => format!("{} to move", position.side_to_move().letter()),
    }
}

/// The cells where lines can be completed.
fn threats(spec: &GameSpec, game: &Game) -> Vec<Highlight> {
    let mover = game.position().side_to_move();
    let [own, theirs] =
        [mover, !mover].map(|side| mossa_teach::explain::completions(spec, game, side));
    let marked = [
        (HighlightKind::Threat, own, format!("{} completes a line here", mover.letter())),
        (HighlightKind::Block, theirs, format!("{} would complete a line here", (!mover).letter())),
    ];
    let marked = marked.into_iter().filter(|(_, cells, _)| !cells.is_empty());
    marked.map(|(kind, cells, legend)| Highlight { kind, cells, legend }).collect()
}

/// What each move of Othello would turn.
fn flips(spec: &GameSpec, game: &Game, legal: &[Move]) -> BTreeMap<String, Vec<u32>> {
    let (GameSpec::Othello(_), View::Board(before)) = (spec, game.position().view()) else {
        return BTreeMap::new();
    };
    if before.cells.len() > MOST_FLIPPED {
        return BTreeMap::new();
    }
    let turned = |mv: Move| {
        let mut after = game.clone();
        after.play(mv).ok()?;
        let View::Board(after) = after.position().view() else { return None };
        let cells = (0..).zip(before.cells.iter().zip(&after.cells));
        let turned = cells.filter(|(_, (before, after))| before.is_some() && before != after);
        Some((game.position().show_move(mv), turned.map(|(cell, _)| cell).collect()))
    };
    legal.iter().filter(|&&mv| mv != Move::PASS).filter_map(|&mv| turned(mv)).collect()
}

/// Which counts of sticks are lost, and why the one at hand is.
fn strip(spec: &GameSpec, game: &Game) -> Option<StripJson> {
    let (GameSpec::Sticks(sticks), View::Heaps(heaps)) = (spec, game.position().view()) else {
        return None;
    };
    let why = mossa_engines::sticks::explain(sticks, game)
        .ok()
        .map_or_else(Vec::new, |told| told.to_string().lines().map(str::to_owned).collect());
    let [here] = heaps[..] else {
        return Some(StripJson { lost: Vec::new(), here: 0, why });
    };
    let View::Heaps(all) = spec.start().position().view() else { return None };
    let most = STRIP.min(all.first().map_or(0, |&all| all.max(0).cast_unsigned()));
    let is_lost = |count: u32| {
        let mut at = spec.start();
        let side = at.position().side_to_move();
        at.set_up(&format!("{count} {}", side.letter())).ok()?;
        match at.outcome() {
            Some(outcome) => Some(outcome.winner != Some(side)),
            None => Some(
                mossa_players::known_value(spec, &at)?.result == mossa_kernel::GameResult::Loss,
            ),
        }
    };
    let lost: Option<Vec<bool>> = (0..=most).map(is_lost).collect();
    Some(StripJson { lost: lost.unwrap_or_default(), here, why })
}
