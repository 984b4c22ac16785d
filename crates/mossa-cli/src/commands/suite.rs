//! `mossa suite`: a file of positions with known answers.

use std::{
    io::Write,
    path::PathBuf,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use cpu_time::ProcessTime;
use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Value, values};
use mossa_search::{Aim, Report, Task};
use serde::Serialize;

use super::book::Openings;
use crate::{
    failure::Failure,
    interrupt::Interrupt,
    json::{self, ValueJson},
    problems::{self, Answer, Problem},
    progress::Progress,
    start, text,
    thinking::{Equipment, Extras, Limits, milliseconds},
};

/// How long a win is looked for when nothing is said: nobody knows that it will be found.
const DEFAULT_MS_FOR_WINS: u64 = 10_000;

/// How many failures are listed for people.
const MOST_LISTED: usize = 20;

/// Solve a file of positions and compare with the known answers
///
/// One position a line: `MOVES SCORE` for Connect X (a digit a column, or numbers with commas), OBF for Othello (board, side to move, then
/// `MOVE:SCORE;` for each move), or a table with tabs that has moves in its 5th field and in the 6th in
/// how many plies the side to move wins. Exits with 1 if an answer is wrong.
///
/// The engine forgets everything between two positions, and that does not count in the times.
#[derive(Debug, clap::Args)]
pub struct Suite {
    /// The file, `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The game (`mossa games` lists all)
    #[arg(long, value_name = "SPEC")]
    spec: String,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    equipment: Equipment,

    #[command(flatten)]
    openings: Openings,

    /// Solve only the first N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,

    /// Keep what was found out in one position for the next
    #[arg(long)]
    keep_table: bool,

    /// What the first column of Connect X is called in the file
    #[arg(long, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    columns_from: u8,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SuiteJson {
    positions: usize,
    right: usize,
    wrong: usize,
    nodes: u64,
    cpu_ms: f64,
    wall_ms: f64,
    failures: Vec<FailureJson>,
}

#[derive(Serialize)]
struct FailureJson {
    line: usize,
    position: String,
    expected: String,
    found: Option<ValueJson>,
}

/// How the run stands.
#[derive(Clone, Default)]
struct Tally {
    right: usize,
    nodes: u64,
    cpu: Duration,
    wall: Duration,
    slowest: Option<(Duration, usize)>,
    /// Which problem, and what was found.
    failures: Vec<(usize, Option<Value>)>,
}

impl Tally {
    fn positions(&self) -> usize {
        self.right + self.failures.len()
    }
}

impl Suite {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let spec: GameSpec = self.spec.parse()?;
        let mut problems = problems::read(&start::read(&self.file)?, &spec, self.columns_from)?;
        problems.truncate(self.limit.map_or(usize::MAX, |limit| limit as usize));
        let tally = self.solve(&problems, &spec, interrupt)?;
        if self.json {
            json::write(out, &tally.to_json(&problems, &spec))?;
        } else {
            tally.write_plain(out, &problems)?;
        }
        interrupt.result()?;
        if tally.failures.is_empty() { Ok(()) } else { Err(Failure::No) }
    }

    fn solve(
        &self,
        problems: &[Problem],
        spec: &GameSpec,
        interrupt: &Interrupt,
    ) -> Result<Tally, Failure> {
        let mut engine = self.openings.engine(spec, self.equipment)?;
        // The system hands out the memory of a new table only as it is used; clearing the table, as
        // is done before the first position, has it handed out before the clock starts.
        prepare(engine.as_mut(), &problems[0])?;
        let progress = Progress::begin();
        let mut tally = Tally::default();
        for (index, problem) in problems.iter().enumerate() {
            if index == 0 || !self.keep_table {
                prepare(engine.as_mut(), problem)?;
            }
            let (start, cpu) = (Instant::now(), ProcessTime::now());
            let report = self.think(engine.as_mut(), problem, interrupt)?;
            let wall = start.elapsed();
            if interrupt.is_interrupted() {
                break;
            }
            tally.cpu += cpu.elapsed();
            tally.wall += wall;
            tally.nodes += report.nodes;
            if tally.slowest.is_none_or(|(slowest, _)| wall > slowest) {
                tally.slowest = Some((wall, problem.line));
            }
            let found = report.best().map(|line| line.value);
            if found.is_some_and(|value| problem.answer.is(&value, spec, &problem.game)) {
                tally.right += 1;
            } else {
                tally.failures.push((index, found));
            }
            progress.say(words(&tally, problems.len()));
        }
        Ok(tally)
    }

    fn think(
        &self,
        engine: &mut dyn Engine,
        problem: &Problem,
        interrupt: &Interrupt,
    ) -> Result<Report, Failure> {
        let stop = interrupt.stop_flag();
        let aim = aim(problem);
        let limits = match aim {
            Aim::Solve | Aim::Decide => self.limits,
            Aim::Play => self.limits.or_time(DEFAULT_MS_FOR_WINS),
        };
        let extras = Extras { stop: Some(stop), ..Extras::default() };
        let (report, _) = limits.think_with(extras, |budget| {
            let task = Task { budget, aim, lines: 0, threads: self.equipment.threads() };
            engine.think(&problem.game, &task, &mut |report| {
                let is_won = report.best().is_some_and(|line| values::is_win(&line.value));
                // Any win will do; how soon it comes is not asked.
                if problem.answer == Answer::Win && is_won {
                    stop.store(true, Ordering::SeqCst);
                }
            })
        });
        Ok(report?)
    }
}

/// Values are to be proven; of a win it is enough to know that it is one.
fn aim(problem: &Problem) -> Aim {
    match problem.answer {
        Answer::Score(_) | Answer::Margin(_) => Aim::Solve,
        Answer::Win => Aim::Play,
    }
}

/// Makes an engine forget, and look at a single position, as only then it may set up its table: all
/// that is not to be counted.
fn prepare(engine: &mut dyn Engine, problem: &Problem) -> Result<(), Failure> {
    engine.forget();
    let budget = Budget { nodes: Some(1), ..Budget::UNLIMITED };
    let task = Task { aim: aim(problem), ..Task::play(&budget) };
    engine.think(&problem.game, &task, &mut |_| {})?;
    Ok(())
}

/// "312 of 1000, 2 wrong; 0.8 ms and 5,120 positions each".
fn words(tally: &Tally, n_problems: usize) -> impl Fn(Duration) -> String + Send + use<> {
    let tally = tally.clone();
    move |elapsed| {
        let (done, wrong) = (tally.positions(), tally.failures.len());
        let elapsed = text::time(elapsed);
        format!("{elapsed}: {done} of {n_problems}, {wrong} wrong; {} each", mean(&tally))
    }
}

fn mean(tally: &Tally) -> String {
    let count = tally.positions().max(1) as u32;
    let milliseconds = (tally.wall / count).as_secs_f64() * 1e3;
    let nodes = tally.nodes / u64::from(count);
    format!("{milliseconds:.3} ms and {} positions", text::count(nodes))
}

impl Tally {
    fn to_json(&self, problems: &[Problem], spec: &GameSpec) -> SuiteJson {
        let failure = |(index, found): &(usize, Option<Value>)| {
            let problem = &problems[*index];
            FailureJson {
                line: problem.line,
                position: problem.text.clone(),
                expected: problem.answer.show(),
                found: found.as_ref().map(|value| ValueJson::new(value, spec, &problem.game)),
            }
        };
        SuiteJson {
            positions: self.positions(),
            right: self.right,
            wrong: self.failures.len(),
            nodes: self.nodes,
            cpu_ms: milliseconds(self.cpu),
            wall_ms: milliseconds(self.wall),
            failures: self.failures.iter().map(failure).collect(),
        }
    }

    fn write_plain(&self, out: &mut impl Write, problems: &[Problem]) -> Result<(), Failure> {
        for (index, found) in self.failures.iter().take(MOST_LISTED) {
            let Problem { line, text, answer, .. } = &problems[*index];
            let found = found.as_ref().map_or_else(|| "nothing".to_owned(), text::value);
            writeln!(out, "line {line}: {text}: expected {}, found {found}", answer.show())?;
        }
        let more = self.failures.len().saturating_sub(MOST_LISTED);
        if more > 0 {
            writeln!(out, "and {more} more")?;
        }
        let (count, wrong) = (self.positions(), self.failures.len());
        writeln!(out, "{count} positions: {} right, {wrong} wrong", self.right)?;
        writeln!(out, "mean    {}", mean(self))?;
        if let Some((slowest, line)) = self.slowest {
            writeln!(out, "slowest {} (line {line})", text::time(slowest))?;
        }
        let cpu = text::time(self.cpu);
        writeln!(out, "in all  {}, {cpu} of CPU time", text::effort(self.nodes, self.wall))?;
        Ok(())
    }
}
