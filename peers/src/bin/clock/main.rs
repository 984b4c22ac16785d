//! Whether the engine keeps its time, measured through its public door as it is shipped.
//!
//! Three trials: moves on time while every core is busy with something else; how much of its time
//! it uses when nothing else runs; and how fast it obeys when it is told to stop.

#![expect(clippy::print_stdout, reason = "a program that prints what it measures")]
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

mod load;
mod moves;
mod stop;
mod summary;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_peers::positions::Positions;

use load::Load;

/// Measures whether the engine keeps its time.
#[derive(Debug, Parser)]
struct Arguments {
    /// Moves to be made on busy cores, and again on idle ones
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    moves: u32,

    /// Time for a move, in milliseconds
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: u64,

    /// How often it is told to stop
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    stops: u32,

    /// Decides the positions and when it is told to stop
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Only keep a core busy until the input ends
    #[arg(long, hide = true)]
    spin: bool,
}

/// The games, and how many random moves open them at least and at most.
const GAMES: [(&str, usize, usize); 6] = [
    ("gomoku", 2, 20),
    ("connect4", 2, 10),
    ("othello", 4, 24),
    ("connect:20,20,6", 4, 30),
    ("mnk:50,50,10", 4, 20),
    ("othello:26x26", 4, 40),
];

/// A game, its engine and positions to think about.
pub(crate) struct Bench {
    name: &'static str,
    engine: Box<dyn Engine>,
    positions: Positions,
    least: usize,
    most: usize,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    if arguments.spin {
        load::spin();
    }
    let mut benches = benches(arguments.seed)?;
    let time = Duration::from_millis(arguments.time_ms);
    let mut passed = {
        let load = Load::start()?;
        let made = moves::make(&mut benches, arguments.moves, time)?;
        println!("{} moves of {time:?}, with {} busy processes beside", made.len(), load.len());
        moves::judge_punctuality(&made, time)
    };
    let made = moves::make(&mut benches, arguments.moves, time)?;
    println!("\n{} moves of {time:?}, with nothing beside", made.len());
    passed &= moves::judge_use(&made, time);
    passed &= stop::judge(&mut benches, arguments.stops, arguments.seed)?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn benches(seed: u64) -> Result<Vec<Bench>> {
    let bench = |&(name, least, most): &(&'static str, usize, usize)| {
        let spec: GameSpec = name.parse().with_context(|| name)?;
        let engine = mossa_engines::engine(&spec, Options::default());
        Ok(Bench { name, engine, positions: Positions::new(spec, seed), least, most })
    };
    GAMES.iter().map(bench).collect()
}
