//! What tests of players share: positions, questions, and a clock that runs out on demand.

use std::{cell::Cell, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Exact, Game, Player, Value};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::PlayerSpec;

/// A game at the position that a diagram shows; without one, at its start.
pub(crate) fn game(spec: &str, diagram: &str) -> Game {
    let mut game = spec.parse::<GameSpec>().unwrap().start();
    if !diagram.is_empty() {
        game.set_up(diagram).unwrap();
    }
    game
}

pub(crate) fn build(player: &str, spec: &str) -> Box<dyn Player> {
    player.parse::<PlayerSpec>().unwrap().build(&spec.parse().unwrap(), 0).unwrap()
}

pub(crate) fn choose(player: &str, spec: &str, game: &Game, budget: &Budget<'_>) -> Choice {
    build(player, spec).choose(game, budget, &mut |_| ()).unwrap()
}

/// Why a player cannot be had, or cannot play a game.
pub(crate) fn refusal(player: &str, spec: &str) -> String {
    let refusal = match player.parse::<PlayerSpec>() {
        Ok(player) => player.build(&spec.parse().unwrap(), 0).err(),
        Err(refusal) => Some(refusal),
    };
    refusal.map_or_else(|| "none".to_owned(), |refusal| refusal.problem)
}

/// A value as text: `win 1`, `loss 2`, `draw`, `34`.
pub(crate) fn show_value(value: Value) -> String {
    match value {
        Value::Exact(Exact { result, plies: Some(plies), .. }) => {
            format!("{} {plies}", result.name())
        }
        Value::Exact(Exact { result, .. }) => result.name().to_owned(),
        Value::Estimate(estimate) => estimate.score.to_string(),
    }
}

/// A choice as text: the move, a colon, and the number of each candidate. It checks on the way that
/// the choice is sound in itself.
pub(crate) fn show(game: &Game, choice: &Choice) -> String {
    let name = |mv| game.position().show_move(mv);
    assert!(game.position().is_legal(choice.mv), "{}", name(choice.mv));
    assert_eq!(choice.line.first(), Some(&choice.mv));
    let mut played = game.clone();
    choice.line.iter().for_each(|&mv| played.play(mv).unwrap());
    let own_number = choice.candidates.iter().find(|(mv, _)| *mv == choice.mv);
    assert_eq!(choice.value, own_number.map(|(_, value)| *value), "the value of the move");
    let numbers = choice.candidates.iter();
    let numbers: Vec<String> =
        numbers.map(|&(mv, value)| format!("{} {}", name(mv), show_value(value))).collect();
    format!("{}: {}", name(choice.mv), numbers.join(", "))
}

/// What a player says about a position, without a limit.
pub(crate) fn answer(player: &str, spec: &str, diagram: &str) -> String {
    let game = game(spec, diagram);
    show(&game, &choose(player, spec, &game, &Budget::UNLIMITED))
}

/// A game after up to `plies` random moves that do not end it.
///
/// Half of the moves are among the first few in order, so that stones come to lie together.
pub(crate) fn random_game(spec: &str, plies: usize, seed: u64) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = game(spec, "");
    for _ in 0..plies {
        let moves = game.position().moves();
        let among = if rng.random() { moves.len() } else { moves.len().min(8) };
        let mut after = game.clone();
        after.play(moves[rng.random_range(0..among)]).unwrap();
        if after.outcome().is_some() {
            break;
        }
        game = after;
    }
    game
}

/// Lets the clock run out at each of its first `readings` readings. Whenever it does, the player
/// must look at it no more, and have a legal move. Returns the choices.
pub(crate) fn run_out_of_time(player: &str, spec: &str, game: &Game, readings: u64) -> Vec<Choice> {
    let mut player = build(player, spec);
    let tick = Duration::from_secs(1);
    (1..=readings)
        .map(|last| {
            let read = Cell::new(0);
            let clock = || {
                read.set(read.get() + 1);
                tick * read.get()
            };
            let time = Some(tick * u32::try_from(last).unwrap());
            let budget = Budget { time, elapsed: &clock, ..Budget::UNLIMITED };
            let choice = player.choose(game, &budget, &mut |_| ()).unwrap();
            assert!(u64::from(read.get()) <= last, "it went on after reading {last}");
            assert!(game.position().is_legal(choice.mv));
            choice
        })
        .collect()
}
