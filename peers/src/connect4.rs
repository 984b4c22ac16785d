//! Exact scores of the six public test sets of connect4, ours beside those of BitBully.
//!
//! One thread, no opening book, and a cleared table for every position; the clearing is not
//! counted. Both take turns position by position.
//!
//! Other solvers are faster than BitBully in places, but only it can be had everywhere. How fast
//! the best of them were beside it on one machine is known, and carries over.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Value};
use mossa_search::{Aim, Task};
use serde::Deserialize;

use crate::options::Options;
use crate::report::{Row, Section, Target, Unit};
use crate::script::Script;

/// The script is carried in the binary, so that it need not be found again at run time.
const SCRIPT: &str = include_str!("../bitbully_peer.py");

/// A public test set, and mean times per position from one machine, in seconds.
struct Set {
    name: &'static str,
    /// How many of its positions are solved: the harder ones take too long for all.
    most: usize,
    /// BitBully there.
    bitbully: f64,
    /// The best of all solvers there.
    best: f64,
}

/// From endings to openings (L), from easy to hard (R).
const SETS: [Set; 6] = [
    Set { name: "Test_L3_R1", most: 1000, bitbully: 12.3e-6, best: 3.5e-6 },
    Set { name: "Test_L2_R1", most: 1000, bitbully: 180e-6, best: 36e-6 },
    Set { name: "Test_L2_R2", most: 1000, bitbully: 4.63e-3, best: 1.99e-3 },
    Set { name: "Test_L1_R1", most: 1000, bitbully: 5.3e-3, best: 0.33e-3 },
    Set { name: "Test_L1_R2", most: 200, bitbully: 111e-3, best: 83e-3 },
    Set { name: "Test_L1_R3", most: 22, bitbully: 3.36, best: 1.53 },
];

const BITBULLY: &str = "bitbully";
const BEST: &str = "best known, scaled";

/// How many times as fast as the best we mean to be.
const TARGET: f64 = 1.0;

/// For our table; BitBully's takes 84 MB, whatever is asked.
const MEGABYTES: usize = 64;

const SQUARES: usize = 42;

/// A position of a set.
struct Problem {
    moves: String,
    game: Game,
    score: i32,
}

/// What a solver said of a position.
#[derive(Debug, Deserialize)]
struct Solved {
    score: Option<i32>,
    nodes: u64,
    cpu_seconds: f64,
}

/// What a solver did in a set.
#[derive(Clone, Copy, Default)]
struct Tally {
    positions: u32,
    right: u32,
    nodes: u64,
    cpu_seconds: f64,
}

/// Both of them in one set; nothing is known of who was not there.
struct Standing {
    set: &'static Set,
    ours: Option<Tally>,
    theirs: Option<Tally>,
}

/// Solves all sets.
pub fn measure(options: &Options) -> Result<Vec<Section>> {
    let spec: GameSpec = "connect4".parse()?;
    let engine_options =
        mossa_engines::Options { memory_mb: MEGABYTES, book: false, ..Default::default() };
    let mut engine = mossa_engines::engine(&spec, engine_options);
    // The system hands out the memory of a new table only as it is used; once the table was made,
    // clearing it has that done before the clock starts.
    prepare(engine.as_mut(), &spec.start())?;
    let start = |python: &PathBuf| Script::start("BitBully", python, SCRIPT, &[]);
    let mut peer = options.python.as_ref().map(start).transpose()?;
    let limit = options.limit.map_or(usize::MAX, |limit| limit as usize);
    let mut standings = Vec::new();
    for set in &SETS {
        let problems = read(set, &spec, limit)?;
        standings.push(solve_all(set, &problems, engine.as_mut(), peer.as_mut())?);
    }
    let is_cut = SETS.iter().any(|set| limit < set.most);
    Ok(sections(&standings, is_cut))
}

/// Where the sets lie.
fn folder() -> PathBuf {
    let root = env::var_os("MOSSA_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    root.join("connect").join("testsets")
}

/// The positions of a set; none, with a word about it, where the file is missing.
fn read(set: &Set, spec: &GameSpec, limit: usize) -> Result<Vec<Problem>> {
    let path = folder().join(set.name);
    let Ok(text) = fs::read_to_string(&path) else {
        let (name, path) = (set.name, path.display());
        eprintln!("connect4: {name} is left out, as {path} is missing; MOSSA_DATA says where");
        return Ok(Vec::new());
    };
    let lines = text.lines().take(set.most.min(limit));
    let problems = lines.map(|line| {
        Problem::read(line, spec).with_context(|| format!("{}: bad line {line:?}", path.display()))
    });
    problems.collect()
}

impl Problem {
    /// Reads `44435 -2`.
    fn read(line: &str, spec: &GameSpec) -> Result<Self> {
        let (moves, score) = line.split_once(' ').context("expected moves and a score")?;
        let mut game = spec.start();
        game.play_text(moves)?;
        Ok(Self { moves: moves.to_owned(), game, score: score.trim().parse()? })
    }
}

fn solve_all(
    set: &'static Set,
    problems: &[Problem],
    engine: &mut dyn Engine,
    mut peer: Option<&mut Script>,
) -> Result<Standing> {
    let (mut ours, mut theirs) = (Tally::default(), Tally::default());
    for problem in problems {
        ours.count(&solve(engine, &problem.game)?, problem, "mossa");
        if let Some(peer) = &mut peer {
            theirs.count(&peer.ask(&problem.moves)?, problem, BITBULLY);
        }
    }
    let [ours, theirs] =
        [ours, theirs].map(|tally| Some(tally).filter(|tally| tally.positions > 0));
    let standing = Standing { set, ours, theirs };
    let [ours, theirs] = [ours, theirs]
        .map(|tally| tally.map_or("-".to_owned(), |tally| Unit::Time.show(tally.seconds())));
    eprintln!("connect4: {}: {ours}, {BITBULLY} {theirs}", set.name);
    Ok(standing)
}

/// Solves one position with a cleared table.
fn solve(engine: &mut dyn Engine, game: &Game) -> Result<Solved> {
    prepare(engine, game)?;
    // Reading the clock costs about as much as an easy position.
    let overhead = ProcessTime::now().elapsed();
    let clock = ProcessTime::now();
    let report = engine.think(game, &proof(&Budget::UNLIMITED), &mut |_| {})?;
    let cpu_seconds = clock.elapsed().saturating_sub(overhead).as_secs_f64();
    let score = match report.best().context("a solved position has a best move")?.value {
        Value::Exact(exact) => score(exact, game.history().len()),
        Value::Estimate(_) => None,
    };
    Ok(Solved { score, nodes: report.nodes, cpu_seconds })
}

/// Makes an engine forget, and look at a single position, as only then it may set up its table.
fn prepare(engine: &mut dyn Engine, game: &Game) -> Result<()> {
    engine.forget();
    let hardly = Budget { nodes: Some(1), ..Budget::UNLIMITED };
    engine.think(game, &proof(&hardly), &mut |_| {})?;
    Ok(())
}

fn proof<'b>(budget: &'b Budget<'b>) -> Task<'b> {
    Task { aim: Aim::Solve, lines: 0, ..Task::play(budget) }
}

/// The stones that the winner still holds before the winning drop, that one included; negative for
/// a loss. `None` where a win may be nearer than is known.
fn score(exact: Exact, stones: usize) -> Option<i32> {
    if exact.result == GameResult::Draw {
        return Some(0);
    }
    let plies = exact.plies.filter(|_| !exact.at_most)?;
    let last_stone = stones + plies as usize;
    let held = i32::try_from((SQUARES + 2).checked_sub(last_stone)? / 2).ok()?;
    Some(if exact.result == GameResult::Win { held } else { -held })
}

impl Tally {
    fn count(&mut self, solved: &Solved, problem: &Problem, who: &str) {
        self.positions += 1;
        self.nodes += solved.nodes;
        self.cpu_seconds += solved.cpu_seconds;
        if solved.score == Some(problem.score) {
            self.right += 1;
        } else {
            let Problem { moves, score, .. } = problem;
            eprintln!("connect4: {who} finds {:?} for {moves}, which has {score}", solved.score);
        }
    }

    /// CPU time of a position.
    fn seconds(&self) -> f64 {
        self.cpu_seconds / f64::from(self.positions)
    }

    fn mean_nodes(&self) -> f64 {
        self.nodes as f64 / f64::from(self.positions)
    }
}

impl Standing {
    fn name(&self) -> String {
        let count = self.ours.map_or(0, |tally| tally.positions);
        format!("{}, {count} positions", self.set.name)
    }

    /// What the best would take here, by what BitBully takes here and took there.
    fn best(&self) -> Option<f64> {
        Some(self.set.best / self.set.bitbully * self.theirs?.seconds())
    }

    /// A figure of both.
    fn row(&self, figure: impl Fn(&Tally) -> f64, target: Option<Target>) -> Row {
        let [ours, theirs] = [&self.ours, &self.theirs].map(|tally| tally.as_ref().map(&figure));
        Row { name: self.name(), ours, peer: BITBULLY, theirs, target }
    }
}

fn sections(standings: &[Standing], is_cut: bool) -> Vec<Section> {
    let mut times = Vec::new();
    for standing in standings {
        let beside_peer = standing.row(Tally::seconds, None);
        let (ours, theirs) = (beside_peer.ours, standing.best());
        let target = Some(Target::AtLeast(TARGET));
        times.push(beside_peer);
        times.push(Row { name: standing.name(), ours, peer: BEST, theirs, target });
    }
    times.extend([BITBULLY, BEST].map(|peer| mean_row(&times, peer)));
    let nodes = standings.iter().map(|standing| standing.row(Tally::mean_nodes, None)).collect();
    let equally = Some(Target::AtLeast(1.0));
    let right = |tally: &Tally| f64::from(tally.right);
    let right = standings.iter().map(|standing| standing.row(right, equally)).collect();
    // What BitBully took there was the mean of whole sets.
    let rough =
        if is_cut { "; ROUGH: sets are cut short, which the scale does not know" } else { "" };
    let how = format!("no book, {MEGABYTES} MB, cleared table each{rough}");
    [
        (format!("mean CPU time for the score of a position, {how}"), Unit::Time, times),
        ("mean number of nodes, each by its own count".to_owned(), Unit::Count, nodes),
        ("right scores".to_owned(), Unit::Count, right),
    ]
    .map(|(what, unit, rows)| Section {
        title: format!("Connect4: {what}"),
        rows_are: "set",
        unit,
        rows,
    })
    .into()
}

/// The geometric mean of the sets beside a peer: of what was measured, and nothing where any set lacks.
fn mean_row(rows: &[Row], peer: &'static str) -> Row {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.peer == peer).collect();
    let mean = |figure: fn(&Row) -> Option<f64>| {
        let logarithms = rows.iter().map(|row| figure(row).map(f64::ln));
        let sum: Option<f64> = logarithms.sum();
        sum.map(|sum| (sum / rows.len() as f64).exp())
    };
    let (ours, theirs) = (mean(|row| row.ours), mean(|row| row.theirs));
    Row { name: "geometric mean".to_owned(), ours, peer, theirs, target: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(moves: &str) -> Solved {
        let spec: GameSpec = "connect4".parse().expect("a good spec");
        let problem = Problem::read(&format!("{moves} 0"), &spec).expect("a good line");
        let options = mossa_engines::Options { memory_mb: 1, ..Default::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        solve(engine.as_mut(), &problem.game).expect("an open game")
    }

    #[test]
    fn scores_are_those_of_the_public_sets() {
        // The first lines of their easiest file.
        assert_eq!(solved("2252576253462244111563365343671351441").score, Some(-1));
        assert_eq!(solved("7422341735647741166133573473242566").score, Some(1));
        assert_eq!(solved("112233").score, Some(18));
    }

    #[test]
    fn a_win_that_may_be_nearer_has_no_score() {
        let exact = |result, at_most| Exact { result, plies: Some(3), at_most, margin: None };
        assert_eq!(score(exact(GameResult::Win, false), 4), Some(18));
        assert_eq!(score(exact(GameResult::Loss, false), 5), Some(-18));
        assert_eq!(score(exact(GameResult::Win, true), 4), None);
        assert_eq!(score(exact(GameResult::Draw, true), 4), Some(0));
    }

    #[test]
    fn bad_lines_are_refused() {
        let spec: GameSpec = "connect4".parse().expect("a good spec");
        for line in ["", "12", "12 x", "8 1", "1111111 0"] {
            assert!(Problem::read(line, &spec).is_err(), "{line}");
        }
    }

    #[test]
    fn the_best_are_scaled_by_the_peer() {
        let tally = |cpu_seconds| Tally { positions: 10, right: 10, nodes: 50, cpu_seconds };
        let set = &Set { name: "set", most: 10, bitbully: 2.0, best: 0.5 };
        let standings = [Standing { set, ours: Some(tally(10.0)), theirs: Some(tally(40.0)) }];
        let tables = sections(&standings, false).iter().map(Section::markdown).collect::<String>();
        for line in [
            "| set, 10 positions | 1.00 s | bitbully | 4.00 s | 4.00 |  |  |",
            "| set, 10 positions | 1.00 s | best known, scaled | 1.00 s | 1.00 | 1.0 | yes |",
            "| geometric mean | 1.00 s | bitbully | 4.00 s | 4.00 |  |  |",
            "| set, 10 positions | 5 | bitbully | 5 | 1.00 |  |  |",
            "| set, 10 positions | 10 | bitbully | 10 | 1.00 | 1.0 | yes |",
        ] {
            assert!(tables.contains(line), "{line} is not in\n{tables}");
        }
        let standings = [Standing { set, ours: None, theirs: None }];
        assert!(!sections(&standings, false)[0].is_met(), "what is not measured is not met");
    }
}
