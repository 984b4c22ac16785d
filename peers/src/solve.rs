//! Time to solve endings of connect4, ours beside `minimax`. Every position gets a fresh table, and
//! making it is not counted.

use std::str::FromStr as _;

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use minimax::IterativeOptions;
use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, GameResult, Value};
use mossa_peers::measurement::median;
use mossa_peers::minimax_peer::{self, Eyes};
use mossa_peers::positions::Positions;
use mossa_search::{Aim, Task};

use crate::report::{Row, Section, Target, Unit};

/// How many squares are empty, and how many such endings are solved: times differ a thousandfold,
/// and a few decide the mean.
const ENDINGS: [(usize, usize); 3] = [(16, 200), (20, 60), (24, 20)];

/// Table sizes: each side is measured with all of them, and its best counts. Small tables fit into
/// caches, large ones remember more.
const MEGABYTES: [usize; 3] = [1, 4, 16];

const SQUARES: usize = 42;

/// How many times as fast as the peer we mean to be.
const TARGET: f64 = 3.0;

/// Decides the positions.
const SEED: u64 = 1;

/// Solves all positions, both sides in turn.
pub fn measure(rounds: usize) -> Result<Vec<Section>> {
    let rows = ENDINGS.iter().map(|&(empties, count)| measure_endings(empties, count, rounds));
    let title = format!(
        "Solve: mean CPU time for a random ending of connect4, fresh table each, \
         the best of {MEGABYTES:?} MB"
    );
    let rows = rows.collect::<Result<_>>()?;
    Ok(vec![Section { title, rows_are: "endings", unit: Unit::Milliseconds, rows }])
}

fn measure_endings(empties: usize, count: usize, rounds: usize) -> Result<Row> {
    let games = draw(empties, count)?;
    let mut best = [f64::INFINITY; 2];
    for megabytes in MEGABYTES {
        let mut means = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            let seconds = solve_all(&games, empties, megabytes)?;
            for (means, seconds) in means.iter_mut().zip(seconds) {
                means.push(seconds / games.len() as f64);
            }
        }
        for (best, means) in best.iter_mut().zip(means) {
            let mean = median(&means).context("at least one round")?;
            *best = best.min(mean);
        }
        eprintln!("solve: {empties} empty, {megabytes} MB, best so far {best:?} s");
    }
    let [ours, theirs] = best.map(Some);
    let (name, target) = (format!("{count} with {empties} empty"), Some(Target::AtLeast(TARGET)));
    Ok(Row { name, ours, peer: "minimax", theirs, target })
}

/// Random endings in which the side to move does not win at once.
fn draw(empties: usize, count: usize) -> Result<Vec<Game>> {
    let plies = SQUARES - empties;
    Positions::new(GameSpec::from_str("connect4")?, SEED).openings(count, (plies, plies), true)
}

/// The CPU time that all games together took, us and the peer.
fn solve_all(games: &[Game], empties: usize, megabytes: usize) -> Result<[f64; 2]> {
    let options = Options { memory_mb: megabytes, ..Options::default() };
    let mut engine = mossa_engines::engine(&GameSpec::from_str("connect4")?, options);
    let mut seconds = [0.0, 0.0];
    for game in games {
        let (ours, ours_took) = solve(engine.as_mut(), game)?;
        let (theirs, theirs_took) = solve_by_peer(game, empties, megabytes)?;
        ensure!(ours == theirs, "{ours:?} or {theirs:?}?\n{}", game.position().diagram());
        seconds[0] += ours_took;
        seconds[1] += theirs_took;
    }
    Ok(seconds)
}

/// The result for the side to move, and the CPU time that it took.
fn solve(engine: &mut dyn Engine, game: &Game) -> Result<(GameResult, f64)> {
    engine.forget();
    // Has the table made before the clock starts.
    let hardly = Budget { depth: Some(1), ..Budget::UNLIMITED };
    engine.think(game, &proof(&hardly), &mut |_| {})?;
    let clock = ProcessTime::now();
    let report = engine.think(game, &proof(&Budget::UNLIMITED), &mut |_| {})?;
    let cpu_seconds = clock.elapsed().as_secs_f64();
    let best = report.best().context("a solved position has a best move")?;
    let Value::Exact(exact) = best.value else { anyhow::bail!("not solved: {:?}", best.value) };
    Ok((exact.result, cpu_seconds))
}

fn proof<'b>(budget: &'b Budget<'b>) -> Task<'b> {
    Task { aim: Aim::Solve, ..Task::play(budget) }
}

/// Of the options that the peer offers, these solved fastest: no evaluation, MTD(f), two plies at
/// a time.
fn solve_by_peer(game: &Game, empties: usize, megabytes: usize) -> Result<(GameResult, f64)> {
    let options = IterativeOptions::new().with_table_byte_size(megabytes << 20);
    let options = options.with_mtdf().with_double_step_increment();
    let found = minimax_peer::search(game, empties as u32, Eyes::Dumb, options)?;
    Ok((found.result, found.cpu_seconds))
}
