//! The solver of Connect X through the engine's door: every value that it claims to be exact is.

mod budgets;
#[path = "../data/mod.rs"]
mod data;
mod known;
mod lines;
mod naive;
mod values;

use mossa_engines::{Engine, Options, engine};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, Value};
use mossa_search::{Aim, Report, Task};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use self::naive::{Grid, Size};

/// One word, two words, and the board with its size known at compile time.
const BOARDS: [Size; 6] = [[6, 7, 4], [5, 5, 4], [7, 9, 4], [5, 6, 3], [9, 5, 5], [5, 11, 4]];

fn spec([rows, columns, run]: Size) -> GameSpec {
    format!("connect:{rows},{columns},{run}").parse().expect("a good spec")
}

/// An engine that knows no openings.
fn solver(size: Size, memory_mb: usize) -> Box<dyn Engine> {
    engine(&spec(size), Options { memory_mb, seed: 0, book: false })
}

fn game(size: Size, columns: &[usize]) -> Game {
    let mut game = spec(size).start();
    for &column in columns {
        game.play(Move(column as u32)).expect("a legal move");
    }
    game
}

/// Random moves that complete no line, until so many cells are free, or whoever is to move has no
/// other choice than to win.
fn random_moves(size: Size, free: usize, seed: u64) -> Vec<usize> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut grid, mut moves) = (Grid::new(size), Vec::new());
    while grid.free() > free {
        let mut open = grid.open();
        open.retain(|&column| !grid.clone().play(column));
        if open.is_empty() {
            break;
        }
        let column = open[rng.random_range(0..open.len())];
        grid.play(column);
        moves.push(column);
    }
    moves
}

/// The same moves seen in a mirror.
fn mirrored([_, columns, _]: Size, moves: &[usize]) -> Vec<usize> {
    moves.iter().map(|column| columns - 1 - column).collect()
}

fn think(engine: &mut dyn Engine, game: &Game, task: &Task<'_>) -> Report {
    engine.think(game, task, &mut |_| {}).expect("an open game")
}

/// Without any limit.
fn solve(engine: &mut dyn Engine, game: &Game, lines: usize) -> Report {
    let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines, threads: 1 };
    let report = think(engine, game, &task);
    assert!(report.is_settled);
    report
}

fn exact(value: Value) -> Exact {
    match value {
        Value::Exact(exact) => exact,
        Value::Estimate(estimate) => panic!("{estimate:?} where a proof was due"),
    }
}

/// The exact value of a position.
fn value(engine: &mut dyn Engine, game: &Game) -> Exact {
    exact(solve(engine, game, 1).lines[0].value)
}

/// What a move is worth when this is what comes after it.
fn before(after: Exact) -> Exact {
    let result = match after.result {
        GameResult::Loss => GameResult::Win,
        GameResult::Draw => GameResult::Draw,
        GameResult::Win => GameResult::Loss,
    };
    Exact { result, plies: after.plies.map(|plies| plies + 1), ..after }
}

/// The worth of a move that may end the game.
fn value_of_move(engine: &mut dyn Engine, size: Size, moves: &[usize], column: usize) -> Exact {
    let after = game(size, &[moves, &[column]].concat());
    match after.outcome() {
        None => before(value(engine, &after)),
        Some(outcome) => {
            let result = if outcome.winner.is_some() { GameResult::Win } else { GameResult::Draw };
            let plies = outcome.winner.map(|_| 1);
            Exact { result, plies, at_most: false, margin: None }
        }
    }
}

/// A value as it is often counted: the stones that the winner has left, the last one included.
fn stones_left(size: Size, moves: &[usize], value: Exact) -> i32 {
    let sign = match value.result {
        GameResult::Win => 1,
        GameResult::Draw => 0,
        GameResult::Loss => -1,
    };
    let last = moves.len() + value.plies.unwrap_or(0) as usize;
    let left = (size[0] * size[1] + 2 - last) / 2;
    sign * i32::try_from(left).expect("a small board")
}

/// Whether a value, exact or not, claims nothing but the truth.
fn is_true(claimed: Value, truth: Exact) -> bool {
    let Value::Exact(claimed) = claimed else { return true };
    let is_distance_true = match (claimed.plies, truth.plies) {
        (Some(told), Some(plies)) if claimed.at_most => told >= plies,
        (told, plies) => told == plies,
    };
    claimed.result == truth.result && is_distance_true
}

/// Greater values are better to play for.
fn worth(value: Exact) -> (GameResult, i64) {
    let plies = value.plies.map_or(0, i64::from);
    (value.result, if value.result == GameResult::Win { -plies } else { plies })
}
