//! Pairs of games between the engine and somebody else.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Player, Side};
use mossa_peers::positions::show_moves;
use mossa_players::PlayerSpec;
use mossa_stats::Score;

use crate::Conditions;

/// The name of our player.
pub const ENGINE: &str = "engine";

/// A finished game.
pub struct Played {
    /// Which opening it began with.
    pub opening: usize,
    /// The side of the engine.
    pub ours: Side,
    /// What it brought the engine.
    pub score: Score,
    /// All its moves.
    pub game: Game,
}

/// Sees every move of the engine, before it is made.
pub type Watch<'w> = dyn Fn(&Game, Move) -> Result<()> + Sync + 'w;

/// Plays every opening twice, with sides swapped, and returns the games in order.
pub fn play_pairs(
    spec: &GameSpec,
    opponent: &PlayerSpec,
    openings: &[Game],
    conditions: &Conditions,
    watch: &Watch<'_>,
) -> Result<Vec<Played>> {
    let next = AtomicUsize::new(0);
    let played = Mutex::new(Vec::new());
    let work = || -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = openings.get(number / 2) else { return Ok(()) };
            let ours = Side::BOTH[number % 2];
            let game = play(spec, opponent, opening.clone(), ours, conditions, watch)
                .with_context(|| format!("{spec} against {opponent}"))?;
            let score = score(&game, ours);
            let game = Played { opening: number / 2, ours, score, game };
            played.lock().unwrap_or_else(PoisonError::into_inner).push((number, game));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..conditions.concurrency).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().ok().context("a panic")?)
    })?;
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    Ok(played.into_iter().map(|(_, game)| game).collect())
}

fn play(
    spec: &GameSpec,
    opponent: &PlayerSpec,
    mut game: Game,
    ours: Side,
    conditions: &Conditions,
    watch: &Watch<'_>,
) -> Result<Game> {
    let mut engine = ENGINE.parse::<PlayerSpec>()?.build(spec, conditions.seed)?;
    let mut other = opponent.build(spec, conditions.seed)?;
    while game.outcome().is_none() {
        let is_ours = game.position().side_to_move() == ours;
        let player = if is_ours { &mut engine } else { &mut other };
        let chosen = choose(player.as_mut(), &game, conditions.time)
            .with_context(|| format!("after {}", show_moves(&game, spec)))?;
        if is_ours {
            watch(&game, chosen)?;
        }
        game.play(chosen).with_context(|| format!("after {}", show_moves(&game, spec)))?;
    }
    Ok(game)
}

/// Asks for a move. Time is CPU time, so that what else the machine does weakens nobody; all
/// players think on the thread that asks them.
fn choose(player: &mut dyn Player, game: &Game, time: Duration) -> Result<Move> {
    let start = ThreadTime::now();
    let elapsed = || start.elapsed();
    let budget = Budget { time: Some(time), elapsed: &elapsed, ..Budget::UNLIMITED };
    Ok(player.choose(game, &budget, &mut |_| {})?.mv)
}

fn score(game: &Game, ours: Side) -> Score {
    match game.outcome().and_then(|outcome| outcome.winner) {
        None => Score::Draw,
        Some(winner) if winner == ours => Score::Win,
        Some(_) => Score::Loss,
    }
}
