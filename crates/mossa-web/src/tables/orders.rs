//! What can be done at a table.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

use axum::{
    Json,
    extract::{ConnectInfo, Path, Query, State},
    response::{Sse, sse::Event},
};
use futures_util::Stream;
use mossa_kernel::{Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

use super::{
    bots, changed,
    state::StateJson,
    table::{Clocks, Inner, Seat, Table},
};
use crate::{
    Shared,
    refusal::Refusal,
    request::{Place, Where},
    view::{self, Extras, ViewJson},
};

/// The longest game on a clock: a day each.
const LONGEST_CLOCK: f64 = 86_400.0;

/// How a game is begun.
#[derive(Deserialize)]
pub struct NewTable {
    #[serde(flatten)]
    place: Where,
    #[serde(default)]
    first: String,
    #[serde(default)]
    second: String,
    /// Seconds for each side, and what each move adds.
    #[serde(default)]
    clock: Option<(f64, f64)>,
    /// Whether bots remember their games, those that can.
    #[serde(default)]
    learn: bool,
}

/// The game, and what lets a browser move for each side.
#[derive(Serialize)]
pub struct Created {
    keys: [String; 2],
    #[serde(flatten)]
    state: StateJson,
}

/// Begins a game.
pub async fn create(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Json(new): Json<NewTable>,
) -> Result<Json<Created>, Refusal> {
    let place = new.place.place()?;
    app.guard.charge(address.ip(), place.size())?;
    let seats = [Seat::parse(&new.first)?, Seat::parse(&new.second)?];
    let learn = new.learn && app.store.is_some();
    let seats = if learn { seats.map(bots::with_experience) } else { seats };
    for seat in &seats {
        if let Seat::Bot(player) = seat {
            player.build(&place.spec, 0)?;
        }
    }
    let clocks = new.clock.map(read_clock).transpose()?;
    let inner = Inner::new(place.spec, place.start, place.game, seats, clocks);
    let [id, first, second] = std::array::from_fn(|_| name());
    let table = app.tables.add(Table::new(id, [first, second], inner))?;
    changed(&app, &table);
    Ok(Json(Created { keys: table.keys().clone(), state: StateJson::new(&table) }))
}

fn read_clock((seconds, increment): (f64, f64)) -> Result<Clocks, Refusal> {
    let range = 0.0..=LONGEST_CLOCK;
    if !range.contains(&seconds) || !range.contains(&increment) || seconds <= 0.0 {
        return Err(Refusal::bad("this is no clock", "seconds for each side, and for each move"));
    }
    let left = Duration::from_secs_f64(seconds);
    Ok(Clocks { left: [left; 2], increment: Duration::from_secs_f64(increment) })
}

/// A name that nobody guesses.
fn name() -> String {
    let number: u128 = rand::random();
    format!("{number:032x}")[..20].to_owned()
}

/// Answers how a game stands.
pub async fn show(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<StateJson>, Refusal> {
    Ok(Json(StateJson::new(&*app.tables.find(&id)?)))
}

/// Which position of a game is looked at.
#[derive(Deserialize)]
pub struct Looked {
    /// After so many moves, as the page knows them.
    length: usize,
    turn: u64,
}

/// Answers what a game looks like; its moves need not be told, however many there are.
pub async fn look(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Query(looked): Query<Looked>,
    Query(extras): Query<Extras>,
) -> Result<Json<ViewJson>, Refusal> {
    let table = app.tables.find(&id)?;
    let place = {
        let inner = table.lock();
        app.guard.charge(address.ip(), crate::request::size(&inner.game))?;
        if inner.turn != looked.turn {
            return Err(Refusal::conflict("the game has gone on in the meantime"));
        }
        Place { spec: inner.spec.clone(), start: inner.start.clone(), game: inner.game.clone() }
    };
    let is_now = place.game.history().len() == looked.length;
    let place = if is_now { Some(place) } else { place.before(looked.length) };
    let place = place.ok_or_else(|| Refusal::conflict("the game is not that long"))?;
    view::answer(&app, &place, &extras).await
}

/// Who orders what.
#[derive(Deserialize)]
pub struct Order {
    /// What lets this browser move.
    #[serde(default)]
    key: String,
    /// The move.
    #[serde(default, rename = "move")]
    mv: String,
    /// How many moves had been made when it was chosen: a click that comes late does no harm.
    #[serde(default)]
    after: Option<usize>,
}

/// Plays a move.
pub async fn play(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Json(order): Json<Order>,
) -> Result<Json<StateJson>, Refusal> {
    let table = app.tables.find(&id)?;
    let mut known = {
        let mut inner = table.lock();
        app.guard.charge(address.ip(), crate::request::size(&inner.game))?;
        permit(&table, &inner, &order)?;
        let mv = inner.game.position().read_move(order.mv.trim()).map_err(|error| {
            Refusal::bad("this is no move", format!("expected {}", error.expected))
        })?;
        // Whoever says how many moves there were knows them.
        let known = inner.game.history()[..order.after.unwrap_or(0)].to_vec();
        if !inner.check_clock() {
            inner.play(mv, None)?;
        }
        known
    };
    changed(&app, &table);
    Ok(Json(StateJson::since(&table, &mut known)))
}

/// Whether this browser may move now.
fn permit(table: &Table, inner: &Inner, order: &Order) -> Result<(), Refusal> {
    if inner.outcome().is_some() {
        return Err(Refusal::conflict("the game is over"));
    }
    if order.after.is_some_and(|after| after != inner.game.history().len()) {
        return Err(Refusal::conflict("the game has gone on in the meantime"));
    }
    let side = inner.mover();
    if !inner.seats[side.index()].is_person() {
        return Err(Refusal::conflict("it is not your turn"));
    }
    if !table.may_move(&order.key, side) {
        let error = format!("it is {}'s turn, and you are not {0}", side.letter());
        return Err(Refusal::forbidden(error, "wait for the other side, or ask for its link"));
    }
    Ok(())
}

/// Which side a key belongs to.
fn side_of(table: &Table, key: &str) -> Result<Side, Refusal> {
    Side::BOTH
        .into_iter()
        .find(|&side| table.may_move(key, side))
        .ok_or_else(|| Refusal::forbidden("you only watch this game", "begin one of your own"))
}

/// Takes moves back until a person is to move. Between two people only whoever made the last move
/// may take it back.
pub async fn take_back(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Json(order): Json<Order>,
) -> Result<Json<StateJson>, Refusal> {
    let table = app.tables.find(&id)?;
    let holder = side_of(&table, &order.key)?;
    {
        let mut inner = table.lock();
        if inner.outcome().is_some() {
            return Err(Refusal::conflict("the game is over"));
        }
        let are_people = inner.seats.iter().all(Seat::is_person);
        if are_people && holder == inner.mover() {
            let error = "the last move was not yours";
            return Err(Refusal::forbidden(error, "ask the other side to take it back"));
        }
        if !inner.take_back() {
            return Err(Refusal::conflict("there is nothing to take back"));
        }
    }
    changed(&app, &table);
    Ok(Json(StateJson::new(&table)))
}

/// Gives up.
pub async fn give_up(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Json(order): Json<Order>,
) -> Result<Json<StateJson>, Refusal> {
    let table = app.tables.find(&id)?;
    let holder = side_of(&table, &order.key)?;
    {
        let mut inner = table.lock();
        if inner.outcome().is_some() {
            return Err(Refusal::conflict("the game is over"));
        }
        // Whoever holds both seats gives up for the side to move.
        let mover = inner.mover();
        let is_own = inner.seats[mover.index()].is_person() && table.may_move(&order.key, mover);
        let side = if is_own { mover } else { holder };
        inner.end(Outcome::win(!side, Reason::Resign));
    }
    changed(&app, &table);
    Ok(Json(StateJson::new(&table)))
}

/// Answers with how the game stands, now and after each change.
pub async fn events(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let table = app.tables.find(&id)?;
    let mut changes = table.changes();
    changes.mark_changed();
    let begin = (table, changes, Vec::new());
    let stream = futures_util::stream::unfold(begin, |(table, mut changes, mut known)| async {
        changes.changed().await.ok()?;
        changes.mark_unchanged();
        let state = StateJson::since(&table, &mut known);
        let event = Event::default().json_data(state).unwrap_or_default();
        Some((Ok(event), (table, changes, known)))
    });
    Ok(Sse::new(stream).keep_alive(axum::response::sse::KeepAlive::default()))
}
