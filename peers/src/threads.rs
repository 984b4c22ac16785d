//! Two threads beside one: wall time to the same depth, in several games.
//!
//! Unlike the rest this needs a machine that has nothing else to do, which is checked first: two
//! searches that know nothing of each other must take hardly longer together than one alone.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use mossa_engines::Options;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game};
use mossa_peers::measurement::median;
use mossa_search::Task;

use crate::report::{Row, Section, Target, Unit};

/// Games and positions without a decision in sight.
const POSITIONS: [(&str, &str); 8] = [
    ("connect4", ""),
    ("connect4", "4 4 3 5 2"),
    ("connect:9,10,5", ""),
    ("connect:9,10,5", "5 5 6 4 5"),
    ("gomoku", "h8 i9 g7 j8"),
    ("gomoku", "h8 h9 j8 g10 f8"),
    ("othello", ""),
    ("othello", "f5 d6 c3 d3 c4 f4"),
];

/// The deepest look that one thread finishes within this time is what both are timed at.
const LONGEST: Duration = Duration::from_secs(2);

/// How much longer two searches at once may take than one alone.
const BUSY: f64 = 1.06;

/// How much of one thread's time two may take, in the geometric mean.
const TARGET: f64 = 0.62;

/// What is known by heart takes no time, and tells nothing about threads.
fn options() -> Options {
    Options { book: false, ..Options::default() }
}

/// A position and how deep to look.
struct Trial {
    spec: GameSpec,
    game: Game,
    depth: u32,
}

/// Measures all positions.
pub fn measure(rounds: usize) -> Result<Vec<Section>> {
    let trials = POSITIONS
        .iter()
        .map(|(spec, moves)| Trial::new(spec, moves))
        .collect::<Result<Vec<_>>>()?;
    let mut rows = vec![measure_machine(&trials[0], rounds)?];
    let is_busy = rows[0].ours > rows[0].theirs.map(|alone| alone * BUSY);
    let mut logarithms = Vec::new();
    for (trial, (spec, moves)) in trials.iter().zip(POSITIONS) {
        let [two, one] = alternate(rounds, || trial.time(2), || trial.time(1))?;
        eprintln!("threads: {spec} {moves}: {two:.3} s instead of {one:.3} s");
        logarithms.push((two / one).ln());
        rows.push(Row {
            name: format!("{} to depth {}", format!("{spec} {moves}").trim_end(), trial.depth),
            ours: Some(two),
            peer: "one thread",
            theirs: Some(one),
            target: None,
        });
    }
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    rows.push(Row {
        name: "geometric mean".to_owned(),
        ours: Some(mean.exp()),
        peer: "one thread",
        theirs: Some(1.0),
        target: Some(Target::AtMost(TARGET)),
    });
    let void = if is_busy { "; VOID: the machine is busy with something else" } else { "" };
    let title = format!("Threads: wall time of two to the same depth, 64 MB, fresh tables{void}");
    Ok(vec![Section { title, rows_are: "position", unit: Unit::Seconds, rows }])
}

/// Times two searches at once beside one alone, each on one thread.
fn measure_machine(trial: &Trial, rounds: usize) -> Result<Row> {
    let both = || {
        thread::scope(|scope| {
            let other = scope.spawn(|| trial.time(1));
            let one = trial.time(1)?;
            let other = other.join().ok().context("the other search does not panic")??;
            Ok(one.max(other))
        })
    };
    let [both, alone] = alternate(rounds, both, || trial.time(1))?;
    Ok(Row {
        name: "two searches at once".to_owned(),
        ours: Some(both),
        peer: "one alone",
        theirs: Some(alone),
        target: Some(Target::AtMost(BUSY)),
    })
}

/// The medians of two measurements that take turns.
fn alternate(
    rounds: usize,
    one: impl Fn() -> Result<f64>,
    other: impl Fn() -> Result<f64>,
) -> Result<[f64; 2]> {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        times[0].push(one()?);
        times[1].push(other()?);
    }
    let [one, other] = times.map(|times| median(&times));
    Ok([one.context("at least one round")?, other.context("at least one round")?])
}

impl Trial {
    /// Finds out how deep one thread can look in time.
    fn new(spec: &str, moves: &str) -> Result<Self> {
        let spec: GameSpec = spec.parse()?;
        let mut game = spec.start();
        game.play_text(moves)?;
        let mut engine = mossa_engines::engine(&spec, options());
        let start = Instant::now();
        let elapsed = || start.elapsed();
        // With a depth to keep to, the search is what looks, and no solver beside it.
        let depth = Some(u32::MAX);
        let budget = Budget { time: Some(LONGEST), depth, elapsed: &elapsed, ..Budget::UNLIMITED };
        let mut depth = 0;
        engine.think(&game, &Task::play(&budget), &mut |report| {
            if !report.is_settled {
                depth = report.depth;
            }
        })?;
        Ok(Self { spec, game, depth })
    }

    /// The wall time of a search with so many threads and a fresh table.
    fn time(&self, threads: usize) -> Result<f64> {
        let mut engine = mossa_engines::engine(&self.spec, options());
        let budget = Budget { depth: Some(self.depth), ..Budget::UNLIMITED };
        let start = Instant::now();
        engine.think(&self.game, &Task { threads, ..Task::play(&budget) }, &mut |_| {})?;
        Ok(start.elapsed().as_secs_f64())
    }
}
