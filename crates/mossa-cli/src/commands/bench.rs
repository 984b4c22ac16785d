//! `mossa bench`: fixed searches, and a signature that changes whenever the search does.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use mossa_engines::Options;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Value};
use mossa_search::{Aim, Report, Task};
use serde::Serialize;

use crate::{failure::Failure, json, text, thinking::milliseconds};

/// Where an engine is asked: game, moves, and how many plies to look ahead.
type Errand = (&'static str, &'static str, u32);

/// An opening, a middle game and an end of every family, at several sizes. The depths are such that
/// all of them take a few seconds.
const ERRANDS: &[Errand] = &[
    ("connect4", "", 12),
    ("connect4", "26433334445", 15),
    ("connect4", "264333344455666446677217", 20),
    ("connect:9,10,5", "", 10),
    ("connect:9,10,5", "2 7 5 5 5 5 5 5 5 5 5 3 7 2 3", 10),
    ("tictactoe", "", 9),
    ("mnk:7,7,4", "a2 d4 g1 c5", 8),
    ("mnk:10,10,5", "b2 e5 j1 f6 d5 e6 d6 d7 e7 f5", 8),
    ("gomoku", "h8 i9", 8),
    ("gomoku", "h8 i9 h9 h10 g8 i8 i10 f7 g9", 8),
    ("othello", "", 10),
    ("othello", "c4c5c6b5b6b3c3b7d6c2a2a4c7d8b8e6f4d3b1d1", 10),
    (
        "othello",
        "c4c5c6b5b6b3c3b7d6c2a2a4c7d8b8e6f4d3b1d1e3c8c1f2d2a1a3b4g1b2a7f3d7g5g2f5a5e8f6e7g6g3h2g7",
        13,
    ),
    ("othello:6x6", "", 10),
    ("othello:6x6", "b3b4b5a4c5b2b1a5e3c2c1d5d6e6f6f2f3a1f1d1a3c6", 12),
    ("sticks", "", 11),
    ("sticks:21,3", "3 2", 21),
    ("sticks:3+5+7,misere", "", 15),
];

/// No errand looks at more positions, whatever becomes of the engines.
const MOST_NODES: u64 = 1_000_000;

/// Search fixed positions to fixed depths, and print a signature of what was found
///
/// The signature changes whenever a search looks at other positions or finds another move or value:
/// a change that should only make Mossa faster must not change it.
#[derive(Debug, clap::Args)]
pub struct Bench {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BenchJson {
    signature: String,
    nodes: u64,
    ms: f64,
}

impl Bench {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut signature = Signature::new();
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for errand in ERRANDS {
            let start = Instant::now();
            let (game, report) = search(errand)?;
            let took = start.elapsed();
            signature.add(errand, &game, &report);
            nodes += report.nodes;
            time += took;
            if !self.json {
                writeln!(out, "{}", row(errand, &game, &report, took))?;
                out.flush()?;
            }
        }
        let signature = signature.to_string();
        if self.json {
            return json::write(out, &BenchJson { signature, nodes, ms: milliseconds(time) });
        }
        writeln!(out, "\n{}", text::effort(nodes, time))?;
        writeln!(out, "signature {signature}")?;
        Ok(())
    }
}

/// Searches with one thread and an engine that knows nothing yet.
fn search(&(spec, moves, depth): &Errand) -> Result<(Game, Report), Failure> {
    let spec: GameSpec = spec.parse()?;
    let mut game = spec.start();
    game.play_text(moves)?;
    let mut engine =
        mossa_engines::engine(&spec, Options { memory_mb: 16, book: false, ..Options::default() });
    let budget = Budget { depth: Some(depth), nodes: Some(MOST_NODES), ..Budget::UNLIMITED };
    let task = Task { budget: &budget, aim: Aim::Play, lines: 1, threads: 1 };
    let report = engine.think(&game, &task, &mut |_| {})?;
    Ok((game, report))
}

fn row((spec, ..): &Errand, game: &Game, report: &Report, took: Duration) -> String {
    let (best, value) = best(game, report);
    let ply = format!("{spec} after {}", game.history().len());
    format!(
        "{ply:<28} depth {:>2} {:>13} positions {:>7}  {best} {value}",
        report.depth,
        text::count(report.nodes),
        text::time(took)
    )
}

/// The best move and its value. Chances are left out: the last digit may differ between machines.
fn best(game: &Game, report: &Report) -> (String, String) {
    let Some(line) = report.best() else { return (String::new(), String::new()) };
    let value = match line.value {
        Value::Estimate(estimate) => Value::score(estimate.score),
        Value::Exact(exact) => Value::Exact(exact),
    };
    (game.position().show_move(line.mv()), text::value(&value))
}

/// A number made of everything that was found (FNV-1a).
struct Signature(u64);

impl Signature {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, (spec, moves, _): &Errand, game: &Game, report: &Report) {
        let (best, value) = best(game, report);
        let (depth, nodes) = (report.depth, report.nodes);
        for byte in format!("{spec};{moves};{depth};{nodes};{best};{value}\n").bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_three_positions_that_can_be_searched() {
        let mut families: Vec<&str> = Vec::new();
        for errand in ERRANDS {
            let spec: GameSpec = errand.0.parse().unwrap();
            let mut game = spec.start();
            game.play_text(errand.1).unwrap();
            assert_eq!(game.outcome(), None, "{errand:?}");
            families.push(spec.family().name);
        }
        for family in GameSpec::FAMILIES.iter().map(|family| family.name) {
            assert!(families.iter().filter(|known| **known == family).count() >= 3, "{family}");
        }
    }

    #[test]
    fn the_signature_depends_on_all_that_was_found() {
        let errand = &ERRANDS[5];
        let (game, report) = search(errand).unwrap();
        let sign = |report: &Report| {
            let mut signature = Signature::new();
            signature.add(errand, &game, report);
            signature.to_string()
        };
        assert_eq!(sign(&report), sign(&search(errand).unwrap().1), "a search can be repeated");
        let mut other = report.clone();
        other.nodes += 1;
        assert_ne!(sign(&report), sign(&other));
        let mut other = report.clone();
        other.lines[0].value = Value::score(1.0);
        assert_ne!(sign(&report), sign(&other));
    }
}
