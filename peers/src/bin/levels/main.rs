//! What the levels of the engine come to: how each scores against the one below, and how much of what
//! a position is worth each gives away in games that can be solved. Both as tables for
//! `docs/levels.md`.

#![expect(clippy::print_stdout, reason = "a program that prints what it measures")]
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

mod losses;
mod steps;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use mossa_players::PlayerSpec;

/// Measures what the levels of the engine come to.
#[derive(Debug, Parser)]
struct Arguments {
    /// Games for each step from one level to the next
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,

    /// Positions for each game that can be solved
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,

    /// The highest level to be measured
    #[arg(long, default_value_t = *LEVELS.end(), value_parser = clap::value_parser!(u64).range(LEVELS))]
    up_to: u64,

    /// What to measure, separated by commas: `steps`, `losses`, or games such as `gomoku` with the commas
    /// of their rules as in `connect:9/10/5`; everything unless told otherwise
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// How many games are played at once
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,

    /// Decides the openings, the positions and what levels leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A kind of trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    Steps,
    Losses,
}

/// The levels, lowest first.
pub(crate) const LEVELS: std::ops::RangeInclusive<u64> = 1..=10;

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut passed = true;
    for trial in steps::TRIALS {
        if arguments.wants(Part::Steps, trial.spec) {
            passed &= steps::run(trial, &arguments)?;
        }
    }
    for trial in losses::TRIALS {
        if arguments.wants(Part::Losses, trial.spec) {
            passed &= losses::run(trial, &arguments)?;
        }
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Arguments {
    fn wants(&self, part: Part, spec: &str) -> bool {
        let is_named = |name: &String| {
            Part::from_str(name, true)
                .map_or_else(|_| name.replace('/', ",") == spec, |named| named == part)
        };
        self.only.is_empty() || self.only.iter().any(is_named)
    }
}

/// The player of a level.
pub(crate) fn player(level: u64) -> Result<PlayerSpec> {
    Ok(format!("engine:level={level}").parse()?)
}

/// Prints whether a target is met, and returns it.
pub(crate) fn verdict(is_met: bool, what: &str) -> bool {
    println!("{}: {what}", if is_met { "PASS" } else { "FAIL" });
    is_met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_measured() {
        let parse = |line: &str| {
            Arguments::try_parse_from(["x"].into_iter().chain(line.split_whitespace()))
                .expect("a good line")
        };
        assert!(parse("").wants(Part::Losses, "tictactoe"));
        let steps = parse("--only steps");
        assert!(steps.wants(Part::Steps, "gomoku") && !steps.wants(Part::Losses, "tictactoe"));
        let some = parse("--only connect:9/10/5");
        assert!(some.wants(Part::Steps, "connect:9,10,5") && !some.wants(Part::Steps, "gomoku"));
    }

    #[test]
    fn every_level_is_a_player() {
        for level in LEVELS {
            assert_eq!(player(level).expect("a level").kind().name(), "engine");
        }
        assert!(player(11).is_err());
    }
}
