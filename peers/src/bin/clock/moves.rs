//! Moves within a time limit: how late they are, and how much of their time they use.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use cpu_time::ThreadTime;
use mossa_kernel::{Budget, Waits};
use mossa_search::Task;

use crate::Bench;
use crate::summary::{milliseconds, summarize, verdict};

/// How late a move may be, and how many in a thousand must not be later.
const LATE: Duration = Duration::from_millis(10);
const PUNCTUAL: f64 = 0.999;

/// How late no move may be.
const TOO_LATE: Duration = Duration::from_millis(25);

/// How much of its time the engine should use where nothing is decided.
const USED: f64 = 0.8;

/// How many positions are drawn for a move at most, to find one that is not decided in time.
const DRAWS: u32 = 200;

/// A move in a position that the engine could not decide.
pub struct Made {
    game: &'static str,
    took: Duration,
    /// The longest CPU time that it went without a look at the clock, up to the end: what a busy
    /// machine cannot make longer.
    unseen: Duration,
}

/// Makes so many moves, in all games in turn.
pub fn make(benches: &mut [Bench], moves: u32, time: Duration) -> Result<Vec<Made>> {
    let mut made = Vec::new();
    for number in 0..moves as usize {
        let bench = number % benches.len();
        made.push(make_one(&mut benches[bench], time)?);
    }
    Ok(made)
}

fn make_one(bench: &mut Bench, time: Duration) -> Result<Made> {
    for _ in 0..DRAWS {
        let game = bench.positions.after_about(bench.least, bench.most)?;
        let start = Instant::now();
        let looks = Looks::new();
        let elapsed = || {
            looks.look();
            start.elapsed()
        };
        let waits = Waits::default();
        let budget = Budget {
            time: Some(time),
            elapsed: &elapsed,
            waits: Some(&waits),
            ..Budget::UNLIMITED
        };
        let report = bench.engine.think(&game, &Task::play(&budget), &mut |_| {})?;
        let took = start.elapsed();
        looks.look();
        ensure!(report.best().is_some(), "no move:\n{}", game.position().diagram());
        // A late move counts wherever it comes; one that is decided early says nothing.
        let is_forced = game.position().moves().len() == 1;
        if took > time || !report.is_settled && !is_forced {
            return Ok(Made { game: bench.name, took, unseen: looks.longest.get() });
        }
    }
    anyhow::bail!("all positions of {} are decided within {time:?}", bench.name)
}

/// How long a thread went without a look at the clock, in its own CPU time.
struct Looks {
    clock: ThreadTime,
    last: Cell<Duration>,
    longest: Cell<Duration>,
}

impl Looks {
    fn new() -> Self {
        let none = || Cell::new(Duration::ZERO);
        Self { clock: ThreadTime::now(), last: none(), longest: none() }
    }

    fn look(&self) {
        let now = self.clock.elapsed();
        self.longest.set(self.longest.get().max(now.saturating_sub(self.last.get())));
        self.last.set(now);
    }
}

/// Prints how late the moves were; whether that is good enough.
pub fn judge_punctuality(made: &[Made], time: Duration) -> bool {
    let late = |made: &Made| made.took.saturating_sub(time);
    by_game(made, |game, moves| {
        let lateness = moves.iter().map(|made| late(made));
        println!("{}", summarize(&format!("{game}, late by"), lateness));
        let unseen = moves.iter().map(|made| made.unseen);
        println!("{}", summarize("  CPU time without a look at the clock", unseen));
    });
    let punctual = made.iter().filter(|made| late(made) <= LATE).count();
    let share = punctual as f64 / made.len() as f64;
    let worst = made.iter().map(late).max().unwrap_or_default();
    let (of, worst_shown) = (made.len(), milliseconds(worst));
    let on_time = format!("{punctual} of {of} at most {LATE:?} late (target 999 in 1,000)");
    let is_punctual = verdict(share >= PUNCTUAL, &on_time);
    let the_worst = format!("the worst {worst_shown} ms late (target {TOO_LATE:?})");
    verdict(worst <= TOO_LATE, &the_worst) && is_punctual
}

/// Prints how much of their time the moves used; whether that is good enough.
pub fn judge_use(made: &[Made], time: Duration) -> bool {
    by_game(made, |game, moves| {
        let used = format!("{game}, {:.0} % of the time; took", 100.0 * share(moves, time));
        println!("{}", summarize(&used, moves.iter().map(|made| made.took)));
    });
    let made: Vec<&Made> = made.iter().collect();
    let share = share(&made, time);
    let shown = format!("{:.1} % of the time used (target {:.0} %)", 100.0 * share, 100.0 * USED);
    verdict(share >= USED, &shown)
}

/// How much of their time moves used, none of them more than all of it.
fn share(made: &[&Made], time: Duration) -> f64 {
    let used: Duration = made.iter().map(|made| made.took.min(time)).sum();
    used.as_secs_f64() / (time.as_secs_f64() * made.len() as f64)
}

fn by_game(made: &[Made], mut show: impl FnMut(&str, &[&Made])) {
    for (game, _, _) in crate::GAMES {
        let moves: Vec<&Made> = made.iter().filter(|made| made.game == game).collect();
        if !moves.is_empty() {
            show(game, &moves);
        }
    }
}
