//! How fast the engine obeys when it is told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use mossa_kernel::Budget;
use mossa_search::Task;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::Bench;
use crate::summary::{milliseconds, percentile, summarize, verdict};

/// When it is told to stop, in milliseconds after the start: at a random instant up to this.
const LATEST_MS: f64 = 120.0;

/// How long 99 in 100 may take to stop.
const TARGET: Duration = Duration::from_millis(5);

/// How many positions are drawn for a trial at most, to find one that is not decided in time.
const DRAWS: u32 = 200;

/// Prints how long it took to stop; whether that is good enough.
pub fn judge(benches: &mut [Bench], trials: u32, seed: u64) -> Result<bool> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut delays = Vec::new();
    println!("\n{trials} times told to stop, at random instants, with nothing beside");
    for number in 0..trials as usize {
        let bench = number % benches.len();
        let after = Duration::from_secs_f64(generator.random_range(0.0..LATEST_MS) / 1e3);
        delays.push((bench, delay(&mut benches[bench], after)?));
    }
    for (index, bench) in benches.iter().enumerate() {
        let of_game = delays.iter().filter(|(number, _)| *number == index).map(|&(_, delay)| delay);
        println!("{}", summarize(&format!("{}, stopped after", bench.name), of_game));
    }
    let mut delays: Vec<Duration> = delays.into_iter().map(|(_, delay)| delay).collect();
    delays.sort();
    let late = percentile(&delays, 0.99);
    let shown = format!("99 % stopped within {} ms (target {TARGET:?})", milliseconds(late));
    Ok(verdict(late <= TARGET, &shown))
}

/// How long the engine goes on after it is told to stop.
fn delay(bench: &mut Bench, after: Duration) -> Result<Duration> {
    for _ in 0..DRAWS {
        let game = bench.positions.after_about(bench.least, bench.most)?;
        let stop = AtomicBool::new(false);
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let budget = Budget { elapsed: &elapsed, stop: Some(&stop), ..Budget::UNLIMITED };
        let (told, finished) = thread::scope(|scope| {
            let teller = scope.spawn(|| {
                thread::sleep(after);
                let now = Instant::now();
                stop.store(true, Ordering::Relaxed);
                now
            });
            bench.engine.think(&game, &Task::play(&budget), &mut |_| {})?;
            let finished = Instant::now();
            let told = teller.join().ok().context("a sleeper does not panic")?;
            anyhow::Ok((told, finished))
        })?;
        // What was decided before needed nobody to stop it.
        if finished >= told {
            return Ok(finished - told);
        }
    }
    bail!("all positions of {} are decided within {after:?}", bench.name)
}
