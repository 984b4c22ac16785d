//! Ten thousand fast games between all players, on boards of all kinds: nobody ever breaks a rule,
//! and nobody goes on thinking when time is up.
//!
//! The clock is a counter that advances whenever a player looks at it, so that a slow machine
//! changes nothing. A player is late if it keeps looking at a clock that has run out.

use std::{cell::Cell, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Player};
use mossa_players::{PLAYERS, PlayerSpec};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

const GAMES: u64 = 10_000;

/// How often a player may look at a clock that has run out before it hands over its move: once for
/// each level of a deep search that is being left.
const LAST_LOOKS: u64 = 100;

/// A game of a random family and size; large boards are rare, for their games are long.
fn any_spec(rng: &mut Xoshiro256PlusPlus) -> GameSpec {
    let largest = if rng.random_range(0..200) == 0 { 40 } else { 8 };
    let rows = rng.random_range(1..=largest);
    let columns = rng.random_range(1..=largest);
    let run = rng.random_range(1..=rows.max(columns).min(5));
    let spec = match rng.random_range(0..9) {
        0 | 1 => format!("mnk:{rows},{columns},{run}"),
        2 => format!("mnk:{rows},{columns},{run},exact"),
        3 | 4 => format!("connect:{rows},{columns},{run}"),
        5 => {
            let directions = ["h", "v", "hv", "hd", "vd", "hvd"][rng.random_range(0..6)];
            let [height, width] = [rows, columns].map(|side| 4 + side / 4 * 2);
            format!("othello:{height}x{width},dirs={directions}")
        }
        6 => format!("sticks:{},{}", rng.random_range(1..60), rng.random_range(1..8)),
        7 => format!("sticks:{},take=2/{run},misere", rng.random_range(1..60)),
        _ => format!("sticks:{rows}+{columns}+{run}"),
    };
    spec.parse().expect("a good spec")
}

/// Two players of the list that can play the game.
fn any_players(spec: &GameSpec, rng: &mut Xoshiro256PlusPlus) -> [(String, Box<dyn Player>); 2] {
    [(); 2].map(|()| {
        loop {
            let kind = PLAYERS[rng.random_range(0..PLAYERS.len())];
            // A small table is filled and emptied often.
            let has = |name: &str| kind.parameters().iter().any(|known| known.name == name);
            let settings = match (has("table"), has("memory"), has("level")) {
                (true, ..) => ":table=64".to_owned(),
                (_, true, true) => format!(":memory=1,level={}", rng.random_range(1..=10)),
                (_, true, _) => ":memory=1".to_owned(),
                _ => String::new(),
            };
            let name = format!("{}{settings}", kind.name());
            let player: PlayerSpec = name.parse().expect("a player of the list");
            if let Ok(player) = player.build(spec, rng.random()) {
                return (name, player);
            }
        }
    })
}

/// Plays a game; returns its length.
fn play(spec: &GameSpec, rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut players = any_players(spec, rng);
    let mut game: Game = spec.start();
    while game.outcome().is_none() {
        let (name, player) = &mut players[game.history().len() % 2];
        let limit = rng.random_range(1..60);
        let looks = Cell::new(0);
        let elapsed = || {
            looks.set(looks.get() + 1);
            Duration::from_millis(looks.get())
        };
        let budget = Budget {
            time: Some(Duration::from_millis(limit)),
            nodes: Some(rng.random_range(1..400)),
            depth: Some(rng.random_range(1..6)),
            elapsed: &elapsed,
            ..Budget::UNLIMITED
        };
        let choice = player.choose(&game, &budget, &mut |_| {});
        let shown = game.position().diagram();
        let choice = choice.unwrap_or_else(|error| panic!("{name}, {spec}, {shown}: {error}"));
        assert!(looks.get() <= limit + LAST_LOOKS, "{name} is late: {spec}, {shown}");
        if let Err(error) = game.play(choice.mv) {
            panic!("{name}, {spec}, {shown}: {error}");
        }
    }
    game.history().len()
}

#[test]
fn nobody_breaks_a_rule_or_is_late() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = 0;
    for _ in 0..GAMES {
        let spec = any_spec(&mut rng);
        moves += play(&spec, &mut rng);
    }
    assert!(moves > 8 * GAMES as usize, "games of {moves} moves in all are no games");
}
