//! Othello against known results.
//!
//! The tables lie outside the repository, at `../shared/data` or `$MOSSA_DATA`; without them the
//! tests say so and pass.

mod data;

use data::text;
use mossa_engines::{Options, engine};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, Value};
use mossa_search::{Aim, Report, Task};

/// The largest boards that are solved here.
const SQUARES: u32 = 24;

/// The most empty squares of the problems that are solved here.
const EMPTIES: usize = 15;

fn solve(spec: &GameSpec, game: &Game) -> Report {
    let budget = Budget::UNLIMITED;
    let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: 1 };
    let mut engine = engine(spec, Options { memory_mb: 16, ..Options::default() });
    engine.think(game, &task, &mut |_| {}).expect("a game to think about")
}

/// The margin that a report proves.
fn margin(report: &Report) -> i32 {
    assert!(report.is_settled);
    match report.best().expect("a line").value {
        Value::Exact(Exact { margin, .. }) => margin.unwrap_or(0),
        value @ Value::Estimate(_) => panic!("{value:?}"),
    }
}

#[test]
fn small_boards() {
    for row in text("othello/small_boards.tsv").unwrap_or_default().lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (Ok(rows), Ok(columns)) = (cells[0].parse::<u32>(), cells[1].parse::<u32>()) else {
            continue;
        };
        if rows * columns > SQUARES {
            continue;
        }
        let spec = format!("othello:{rows}x{columns},dirs={}", cells[2].to_lowercase());
        let spec: GameSpec = spec.parse().expect("a board");
        let game = spec.start();
        // Where only diagonals count, the start is the end.
        let solved = match game.outcome() {
            Some(outcome) => outcome.margin.map_or(0, i32::from),
            None => margin(&solve(&spec, &game)),
        };
        assert_eq!(solved.to_string(), cells[3], "{row}");
    }
}

#[test]
fn endgame_problems() {
    let spec: GameSpec = "othello".parse().expect("the standard board");
    for line in text("othello/ffo/fforum-1-19.obf").unwrap_or_default().lines() {
        let Some((board, answers)) = line.split_once(';') else { continue };
        let (squares, side) = board.split_once(' ').expect("squares and side");
        if squares.matches('-').count() > EMPTIES {
            continue;
        }
        let squares = squares.replace('-', ".");
        let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
        let mut game = spec.start();
        game.set_up(&format!("{} {side}", rows.join("/"))).expect("a position");
        let report = solve(&spec, &game);
        let mv = game.position().show_move(report.best().expect("a line").mv());
        let found = format!("{}:{:+}", mv.to_uppercase(), margin(&report));
        assert!(answers.contains(&format!("{found};")), "{found}: {line}");
    }
}
