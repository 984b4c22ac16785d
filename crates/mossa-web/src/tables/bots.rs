//! What a table does by itself: bots move, clocks run out.

use std::{sync::Arc, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, GameClock, Memory, Outcome, Reason, Waits};
use mossa_players::PlayerSpec;
use mossa_store::Lore;

use super::{
    changed,
    table::{Seat, Table},
};
use crate::{
    Shared,
    thinking::{LONGEST_MOVE, Purpose, Stop},
};

/// How long a bot without a clock thinks about a move.
const BOT_TIME: Duration = Duration::from_secs(1);

/// Memory for a bot that does not say how much it wants, in megabytes: there may be many.
const BOT_MEMORY: u32 = 16;

/// Lets a bot think if it is its turn.
pub fn let_bot_move(app: &Shared, table: &Arc<Table>) {
    let (player, game, clock, turn) = {
        let mut inner = table.lock();
        let mover = inner.mover();
        let Seat::Bot(player) = inner.seats[mover.index()].clone() else { return };
        if inner.outcome().is_some() || inner.is_thinking {
            return;
        }
        inner.begin_thinking();
        let clock = inner.clocks.map(|clocks| GameClock {
            remaining: clocks.left[mover.index()],
            increment: clocks.increment,
        });
        (player, inner.game.clone(), clock, inner.turn)
    };
    table.tell();
    let (app, table) = (app.clone(), table.clone());
    tokio::spawn(async move {
        let spec = table.lock().spec.clone();
        let seed: u64 = rand::random();
        let memory = player.has_experience().then(|| remember(&app, &spec)).flatten();
        let search = move |stop: &Stop| choose(&player, &spec, seed, memory, &game, clock, stop);
        let chosen = app.searches.run(Purpose::Move, search).await.ok().flatten();
        {
            let mut inner = table.lock();
            // Somebody may have taken a move back in the meantime, or given up.
            if inner.turn != turn || inner.outcome().is_some() {
                return;
            }
            let is_played =
                chosen.is_some_and(|choice| inner.play(choice.mv, choice.value).is_ok());
            if !is_played {
                let side = inner.mover();
                inner.end(Outcome::win(!side, Reason::Crash));
            }
        }
        changed(&app, &table);
    });
}

/// Asks a player for a move.
fn choose(
    player: &PlayerSpec,
    spec: &GameSpec,
    seed: u64,
    memory: Option<Arc<dyn Memory>>,
    game: &Game,
    clock: Option<GameClock>,
    stop: &Stop,
) -> Option<Choice> {
    let player = with_memory(player);
    let mut player = player.build(spec, seed).ok()?;
    if let Some(memory) = memory {
        player.remember(memory);
    }
    let time = if clock.is_some() { LONGEST_MOVE } else { BOT_TIME };
    stop.budget(time, |budget| {
        let waits = Waits::default();
        let budget = Budget { clock, waits: Some(&waits), ..*budget };
        player.choose(game, &budget, &mut |_| {}).ok()
    })
}

/// What the store remembers of a game; a store that cannot be read remembers nothing.
pub fn remember(app: &Shared, spec: &GameSpec) -> Option<Arc<dyn Memory>> {
    let lore = Lore::open(app.options.data.as_deref()?, spec.to_string()).ok()??;
    Some(Arc::new(lore))
}

/// The player with little memory, where it has such a parameter and does not say otherwise.
fn with_memory(player: &PlayerSpec) -> PlayerSpec {
    with_setting(player, "memory", &BOT_MEMORY.to_string())
}

/// A bot that learns from its games, if it is of a kind that can.
pub fn with_experience(seat: Seat) -> Seat {
    match seat {
        Seat::Person => seat,
        Seat::Bot(player) => Seat::Bot(with_setting(&player, "experience", "on")),
    }
}

/// The player with a setting that it has and does not mention.
fn with_setting(player: &PlayerSpec, name: &str, value: &str) -> PlayerSpec {
    let text = player.to_string();
    let has = player.kind().parameters().iter().any(|parameter| parameter.name == name);
    if !has || text.contains(&format!("{name}=")) {
        return player.clone();
    }
    let separator = if text.contains(':') { ',' } else { ':' };
    format!("{text}{separator}{name}={value}").parse().unwrap_or_else(|_| player.clone())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_learn_if_they_can() {
        for (name, expected) in [
            ("engine:level=3", "engine:experience=on,level=3"),
            ("engine", "engine:experience=on"),
            ("engine:experience=off", "engine:experience=off"),
            ("random", "random"),
        ] {
            let seat = with_experience(Seat::parse(name).unwrap());
            let expected: PlayerSpec = expected.parse().unwrap();
            assert_eq!(seat.name(), expected.to_string());
        }
    }
}
