//! What can be done at a table, and what it does by itself: bots move, clocks run out.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{ConnectInfo, Path, State},
    response::{Sse, sse::Event},
};
use futures_util::Stream;
use mossa_kernel::{Budget, Choice, Game, GameClock, Outcome, Reason, Side};
use mossa_players::PlayerSpec;
use serde::{Deserialize, Serialize};

use super::{
    changed,
    state::StateJson,
    table::{Clocks, Inner, Seat, Table},
};
use crate::{
    Shared,
    refusal::Refusal,
    request::Where,
    thinking::{LONGEST_MOVE, Purpose, Stop},
};

/// How long a bot without a clock thinks about a move.
const BOT_TIME: Duration = Duration::from_secs(1);

/// Memory for a bot that does not say how much it wants, in megabytes: there may be many.
const BOT_MEMORY: u32 = 16;

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
    {
        let mut inner = table.lock();
        app.guard.charge(address.ip(), crate::request::size(&inner.game))?;
        permit(&table, &inner, &order)?;
        let mv = inner.game.position().read_move(order.mv.trim()).map_err(|error| {
            Refusal::bad("this is no move", format!("expected {}", error.expected))
        })?;
        if !inner.check_clock() {
            inner.play(mv, None)?;
        }
    }
    changed(&app, &table);
    Ok(Json(StateJson::new(&table)))
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
        inner.ended = Some(Outcome::win(!side, Reason::Resign));
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
    let stream = futures_util::stream::unfold((table, changes), |(table, mut changes)| async {
        changes.changed().await.ok()?;
        changes.mark_unchanged();
        let event = Event::default().json_data(StateJson::new(&table)).unwrap_or_default();
        Some((Ok(event), (table, changes)))
    });
    Ok(Sse::new(stream).keep_alive(axum::response::sse::KeepAlive::default()))
}

/// Lets a bot think if it is its turn.
pub fn let_bot_move(app: &Shared, table: &Arc<Table>) {
    let (player, game, clock) = {
        let mut inner = table.lock();
        let mover = inner.mover();
        let Seat::Bot(player) = inner.seats[mover.index()].clone() else { return };
        if inner.outcome().is_some() || inner.is_thinking {
            return;
        }
        inner.is_thinking = true;
        let clock = inner.clocks.map(|clocks| GameClock {
            remaining: clocks.left[mover.index()],
            increment: clocks.increment,
        });
        (player, inner.game.clone(), clock)
    };
    table.tell();
    let (app, table) = (app.clone(), table.clone());
    tokio::spawn(async move {
        let spec = table.lock().spec.clone();
        let moves = game.history().len();
        let seed: u64 = rand::random();
        let search = {
            let game = game.clone();
            move |stop: &Stop| choose(&player, &spec, seed, &game, clock, stop)
        };
        let chosen = app.searches.run(Purpose::Move, search).await.ok().flatten();
        {
            let mut inner = table.lock();
            // Somebody may have taken a move back in the meantime.
            if inner.game.history().len() != moves || !inner.is_thinking {
                return;
            }
            inner.is_thinking = false;
            let is_played =
                chosen.is_some_and(|choice| inner.play(choice.mv, choice.value).is_ok());
            if !is_played {
                let side = inner.mover();
                inner.ended = Some(Outcome::win(!side, Reason::Crash));
            }
        }
        changed(&app, &table);
    });
}

/// Asks a player for a move.
fn choose(
    player: &PlayerSpec,
    spec: &mossa_games::GameSpec,
    seed: u64,
    game: &Game,
    clock: Option<GameClock>,
    stop: &Stop,
) -> Option<Choice> {
    let player = with_memory(player);
    let mut player = player.build(spec, seed).ok()?;
    let time = if clock.is_some() { LONGEST_MOVE } else { BOT_TIME };
    stop.budget(time, |budget| {
        let budget = Budget { clock, ..*budget };
        player.choose(game, &budget, &mut |_| {}).ok()
    })
}

/// The player with little memory, where it has such a parameter and does not say otherwise.
fn with_memory(player: &PlayerSpec) -> PlayerSpec {
    let name = player.to_string();
    let has = player.kind().parameters().iter().any(|parameter| parameter.name == "memory");
    if !has || name.contains("memory=") {
        return player.clone();
    }
    let separator = if name.contains(':') { ',' } else { ':' };
    format!("{name}{separator}memory={BOT_MEMORY}").parse().unwrap_or_else(|_| player.clone())
}

/// Ends the game when the clock of the side to move runs out.
pub fn watch_clock(app: &Shared, table: &Arc<Table>) {
    let left = {
        let inner = table.lock();
        if inner.outcome().is_some() {
            return;
        }
        inner.left()
    };
    let Some(left) = left else { return };
    let (app, table) = (app.clone(), table.clone());
    let moves = table.lock().played.len();
    tokio::spawn(async move {
        tokio::time::sleep(left + Duration::from_millis(20)).await;
        let is_late = {
            let mut inner = table.lock();
            inner.played.len() == moves && inner.check_clock()
        };
        if is_late {
            changed(&app, &table);
        }
    });
}
