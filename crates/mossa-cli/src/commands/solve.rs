//! `mossa solve`: the proven value of a position.

use std::{collections::HashMap, io::Write, path::PathBuf, time::Duration};

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, PlayerError, Value, values};
use mossa_search::{Aim, Line, Report, Task};
use serde::Serialize;

use super::{analyze::heading, book::Openings};
use crate::{
    failure::Failure,
    interrupt::Interrupt,
    json::{self, ValueJson},
    notebook::{self, Notebook},
    progress::Progress,
    start::Start,
    text,
    thinking::{Equipment, Extras, Limits, milliseconds},
};

/// To find the moves that are as good as the best, one in so many of the positions of the proof
/// itself may be looked at.
const TIES_PART: u64 = 8;

/// At least so many positions may be looked at for that.
const LEAST_FOR_TIES: u64 = 4_000_000;

/// Prove who wins, how soon or by how much, and with which moves
///
/// All moves are listed that lead to the same result in the same number of moves, or by the same
/// margin. Unlimited unless a limit is given; a proof that the limit or Ctrl-C stops exits with 1 or
/// 130, and prints what is believed by then.
#[derive(Debug, clap::Args)]
pub struct Solve {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    equipment: Equipment,

    /// Prove only who wins, not how soon: often much faster
    #[arg(long)]
    winner: bool,

    #[command(flatten)]
    openings: Openings,

    /// Write down in FILE what was found out, every other minute and when stopped, and go on from
    /// there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SolveJson {
    value: Option<ValueJson>,
    best: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    ms: f64,
    /// Said only where `best` may lack moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_is_complete: Option<bool>,
}

/// What came of it.
struct Solution {
    report: Report,
    best: Vec<Move>,
    /// Whether no move is missing among the best.
    is_complete: bool,
}

impl Solve {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let mut engine = self.openings.engine(&spec, self.equipment)?;
        let notebook = self.resume.as_ref().map(|path| Notebook::open(path, engine.as_mut()));
        let notebook = notebook.transpose()?;
        let extras = Extras { stop: Some(interrupt.stop_flag()), ..Extras::default() };
        let (solution, time) = self.limits.think_with(extras, |budget| {
            let threads = self.equipment.threads();
            let aim = if self.winner { Aim::Decide } else { Aim::Solve };
            Solver { engine: engine.as_mut(), game: &game, threads, aim, budget, notebook }.solve()
        });
        let solution = solution?;
        if self.json {
            json::write(out, &solution.to_json(time, &spec, &game))?;
        } else {
            solution.write_plain(out, time, &spec, &game)?;
        }
        interrupt.result()?;
        if solution.report.is_settled { Ok(()) } else { Err(Failure::No) }
    }
}

/// A proof about to begin.
struct Solver<'s> {
    engine: &'s mut dyn Engine,
    game: &'s Game,
    threads: usize,
    aim: Aim,
    budget: &'s Budget<'s>,
    notebook: Option<Notebook>,
}

impl Solver<'_> {
    fn solve(&mut self) -> Result<Solution, Failure> {
        let report = self.prove()?;
        let best: Vec<Move> = report.best().map(Line::mv).into_iter().collect();
        // Where the distance does not count, every move that keeps the result is as good as the best;
        // nobody asked for them.
        if !report.is_settled || self.aim == Aim::Decide {
            return Ok(Solution { report, best, is_complete: false });
        }
        Ok(self.find_ties(report)?)
    }

    /// The proof itself, written down now and then where somebody asked for that.
    fn prove(&mut self) -> Result<Report, Failure> {
        let progress = Progress::begin();
        let mut pace = Pace::default();
        let elapsed = self.budget.elapsed;
        let mut nodes = 0;
        loop {
            let until = self.notebook.as_ref().map(|_| elapsed() + notebook::EVERY);
            let budget = Budget {
                time: [self.budget.time, until].into_iter().flatten().min(),
                nodes: self.budget.nodes.map(|limit| limit.saturating_sub(nodes).max(1)),
                ..*self.budget
            };
            let report = self.think(self.game, 1, &budget, &mut |report| {
                let report = Report { nodes: report.nodes + nodes, ..report.clone() };
                progress.say(pace.words(&report, elapsed()));
            })?;
            nodes += report.nodes;
            if let Some(notebook) = &self.notebook {
                notebook.write(self.engine)?;
            }
            if report.is_settled || self.notebook.is_none() || self.budget.is_spent(nodes) {
                return Ok(Report { nodes, ..report });
            }
        }
    }

    fn think(
        &mut self,
        game: &Game,
        lines: usize,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        let task = Task { budget, aim: self.aim, lines, threads: self.threads };
        self.engine.think(game, &task, watch)
    }

    /// Finds all moves as good as the best.
    ///
    /// Where there is a win in n, by looking at the other moves one by one, and not deeper than n
    /// plies. Elsewhere first by proving the value of all moves at once, which is quick where the
    /// position is easy, then of those one by one that this left open.
    fn find_ties(&mut self, mut report: Report) -> Result<Solution, PlayerError> {
        let moves = self.game.position().moves();
        let best = report.lines[0].value;
        let allowance = (report.nodes / TIES_PART).max(LEAST_FOR_TIES);
        let limit = report.nodes.saturating_add(allowance);
        let limit = self.budget.nodes.map_or(limit, |nodes| nodes.min(limit));
        let mut known: HashMap<Move, Value> = HashMap::from([(report.lines[0].mv(), best)]);
        if moves.len() > 1 && !values::is_win(&best) {
            let nodes = limit.saturating_sub(report.nodes).min(allowance / 2);
            let budget = Budget { nodes: Some(nodes), ..*self.budget };
            let all = self.think(self.game, moves.len(), &budget, &mut |_| {})?;
            report.nodes += all.nodes;
            let proven = all.lines.iter().filter(|line| values::tells_beside(&line.value, &best));
            known.extend(proven.map(|line| (line.mv(), line.value)));
        }
        let mut is_complete = true;
        for &mv in &moves {
            if known.contains_key(&mv) {
                continue;
            }
            let (value, nodes) = self.value_of(mv, &best, limit.saturating_sub(report.nodes))?;
            report.nodes += nodes;
            is_complete &= value.is_some();
            known.extend(value.map(|value| (mv, value)));
        }
        let is_best = |mv: &Move| known.get(mv).is_some_and(|value| values::is_same(value, &best));
        let best = moves.into_iter().filter(is_best).collect();
        Ok(Solution { report, best, is_complete })
    }

    /// What a move is worth, as far as it matters beside the best; `None` where that would take
    /// more than so many positions.
    fn value_of(
        &mut self,
        mv: Move,
        best: &Value,
        nodes: u64,
    ) -> Result<(Option<Value>, u64), PlayerError> {
        let mut after = self.game.clone();
        after.play(mv).expect("a listed move is legal");
        if let Some(outcome) = after.outcome() {
            let mover = self.game.position().side_to_move();
            return Ok((Some(values::of_last_move(outcome, mover)), 0));
        }
        // A win that takes longer than the best one is no better than no win.
        let depth = match best {
            Value::Exact(Exact { result: GameResult::Win, plies, .. }) => {
                plies.map(|plies| plies.saturating_sub(1))
            }
            _ => None,
        };
        if depth == Some(0) {
            return Ok((Some(Value::score(0.0)), 0));
        }
        let budget = Budget { nodes: Some(nodes), depth, ..*self.budget };
        if budget.is_spent(0) {
            return Ok((None, 0));
        }
        let report = self.think(&after, 0, &budget, &mut |_| {})?;
        let is_deep_enough = depth.is_some_and(|depth| report.depth >= depth);
        let value = report.best().filter(|_| report.is_settled || is_deep_enough);
        Ok((value.map(|line| values::of_move(&line.value)), report.nodes))
    }
}

/// How much longer each deeper look takes, to tell when the next one will be done.
#[derive(Default)]
struct Pace {
    ends: Vec<Duration>,
}

impl Pace {
    fn words(
        &mut self,
        report: &Report,
        now: Duration,
    ) -> impl Fn(Duration) -> String + Send + use<> {
        self.ends.push(now);
        let (nodes, next) = (report.nodes, self.next());
        let next = next.filter(|_| report.bounds.is_none());
        let (depth, bounds) = (report.depth, report.bounds);
        let rate = text::rate(nodes, now).map_or_else(String::new, |rate| format!(", {rate}"));
        move |elapsed| {
            let next = next.and_then(|next| next.checked_sub(elapsed)).map(text::time);
            let next =
                next.map_or_else(String::new, |next| format!("; depth {} in {next}", depth + 1));
            let (nodes, elapsed) = (text::count(nodes), text::time(elapsed));
            let state = match bounds {
                Some((low, high)) => format!("score between {low} and {high}"),
                None => format!("depth {depth} done"),
            };
            format!("{elapsed}: {state}, {nodes} positions{rate}{next}")
        }
    }

    /// When the next look will be done, by the growth of the last ones.
    fn next(&self) -> Option<Duration> {
        /// Shorter ones say little.
        const SHORTEST: Duration = Duration::from_millis(20);
        let [.., a, b, c] = self.ends[..] else { return None };
        let (before, last) = (b.saturating_sub(a), c.saturating_sub(b));
        if before < SHORTEST {
            return None;
        }
        let growth = last.as_secs_f64() / before.as_secs_f64();
        Some(c + last.mul_f64(growth.clamp(1.0, 20.0)))
    }
}

impl Solution {
    fn to_json(&self, time: Duration, spec: &GameSpec, game: &Game) -> SolveJson {
        let names =
            |moves: &[Move]| moves.iter().map(|&mv| game.position().show_move(mv)).collect();
        let line = self.report.best();
        let proven = line.filter(|_| self.report.is_settled);
        SolveJson {
            value: proven.map(|line| ValueJson::new(&line.value, spec, game)),
            best: names(&self.best),
            line: names(line.map_or(&[], |line| &line.moves)),
            nodes: self.report.nodes,
            ms: milliseconds(time),
            best_is_complete: (proven.is_some() && !self.is_complete).then_some(false),
        }
    }

    fn write_plain(
        &self,
        out: &mut impl Write,
        time: Duration,
        spec: &GameSpec,
        game: &Game,
    ) -> Result<(), Failure> {
        let names = |moves: &[Move]| {
            let names: Vec<String> =
                moves.iter().map(|&mv| game.position().show_move(mv)).collect();
            names.join(" ")
        };
        let heading = heading(spec, game);
        let Some(line) = self.report.best() else { return Ok(()) };
        let value = text::value(&line.value);
        if self.report.is_settled {
            let score = match line.value {
                Value::Exact(exact) => json::connect_score(exact, spec, game),
                Value::Estimate(_) => None,
            };
            let score = score.map_or_else(String::new, |score| format!(" (score {score})"));
            writeln!(out, "{heading}: {value}{score}")?;
            let more = if self.is_complete { "" } else { " (there may be more)" };
            writeln!(out, "best: {}{more}", names(&self.best))?;
        } else {
            match self.report.bounds {
                Some((low, high)) => {
                    writeln!(out, "{heading}: not solved, score between {low} and {high}")?;
                }
                None => writeln!(out, "{heading}: not solved to depth {}", self.report.depth)?,
            }
            writeln!(out, "best so far: {} ({value})", names(&self.best))?;
        }
        writeln!(out, "line: {}", names(&line.moves))?;
        writeln!(out, "{}", text::effort(self.report.nodes, time))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use mossa_engines::Options;

    use super::*;

    fn solved(spec: &str, moves: &str, budget: &Budget<'_>) -> (Vec<String>, Solution) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let options = Options { memory_mb: 4, book: false, ..Options::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        let mut solver = Solver {
            engine: engine.as_mut(),
            game: &game,
            threads: 1,
            aim: Aim::Solve,
            budget,
            notebook: None,
        };
        let solution = solver.solve().unwrap();
        let best = solution.best.iter().map(|&mv| game.position().show_move(mv)).collect();
        (best, solution)
    }

    #[test]
    fn all_moves_as_good_as_the_best_are_found() {
        for (spec, moves, expected) in [
            ("tictactoe", "", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
            ("tictactoe", "a1", "b2"),
            ("tictactoe", "a1 b1", "a2 b2 a3"), // Wins in 5 all of them.
            ("sticks:10,3", "", "2"),
            ("connect4", "112233", "4"),
            ("connect4", "4455", "3 6"),
            ("mnk:4,4,3", "", "b2 c2 b3 c3"),
        ] {
            let (best, solution) = solved(spec, moves, &Budget::UNLIMITED);
            assert_eq!(best.join(" "), expected, "{spec} {moves}");
            assert!(solution.is_complete && solution.report.is_settled);
        }
    }

    #[test]
    fn a_limit_leaves_it_open() {
        let budget = Budget { nodes: Some(100), ..Budget::UNLIMITED };
        let (best, solution) = solved("connect4", "", &budget);
        assert!(!solution.report.is_settled && best.len() == 1);
    }

    #[test]
    fn the_next_look_is_told_from_the_last_ones() {
        let at = |seconds: &[u64]| Pace {
            ends: seconds.iter().map(|&seconds| Duration::from_secs(seconds)).collect(),
        };
        assert_eq!(at(&[1, 2]).next(), None);
        assert_eq!(at(&[1, 2, 4]).next(), Some(Duration::from_secs(8)));
        assert_eq!(at(&[0, 0, 5]).next(), None, "the first ones took no time");
    }
}
