//! How strong the engine is, measured in games against all other players.
//!
//! In games that can be solved, every move of the engine is checked: it must not turn a win into a
//! draw, nor a draw into a loss. In larger games the score counts, from openings as `mossa match`
//! draws them. Games come in pairs, each opening twice with sides swapped. (The contests of
//! `mossa-arena` keep no games, so they are played here.)

#![expect(clippy::print_stdout, reason = "a program that prints what it measures")]

mod exact;
mod judge;
mod play;
mod scores;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use mossa_games::GameSpec;
use mossa_players::{PLAYERS, PlayerSpec};

/// Measures how strong the engine is.
#[derive(Debug, Parser)]
struct Arguments {
    /// Games for each opponent: 200 in games that are checked, 100 in others, unless told otherwise
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,

    /// CPU time for a move, in milliseconds
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: u64,

    /// What to play, separated by commas: `exact`, `scores`, or games such as `tictactoe` with the
    /// commas of their rules as in `connect:9/10/5`; everything unless told otherwise
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// Whom to play, separated by commas; everybody unless told otherwise
    #[arg(long, value_delimiter = ',')]
    against: Vec<PlayerSpec>,

    /// How many games are played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,

    /// Decides the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A kind of trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    Exact,
    Scores,
}

/// How a match is played.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    pairs: usize,
    time: Duration,
    concurrency: usize,
    seed: u64,
    /// Nobody for everybody.
    against: Vec<PlayerSpec>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut passed = true;
    for trial in exact::TRIALS {
        if arguments.wants(Part::Exact, trial.spec) {
            passed &= exact::run(trial, &arguments.conditions(200))?;
        }
    }
    for game in scores::GAMES {
        if arguments.wants(Part::Scores, game) {
            passed &= scores::run(game, &arguments.conditions(100))?;
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

    fn conditions(&self, games: u32) -> Conditions {
        Conditions {
            pairs: (self.games.unwrap_or(games) / 2) as usize,
            time: Duration::from_millis(self.time_ms),
            concurrency: usize::from(self.concurrency),
            seed: self.seed,
            against: self.against.clone(),
        }
    }
}

/// Those who are to be played, or everybody else, as far as they play the game.
pub(crate) fn opponents(spec: &GameSpec, conditions: &Conditions) -> Vec<PlayerSpec> {
    let plays = |player: &PlayerSpec| player.build(spec, 0).is_ok();
    if !conditions.against.is_empty() {
        let named: Vec<PlayerSpec> =
            conditions.against.iter().filter(|player| plays(player)).cloned().collect();
        if named.is_empty() {
            println!("left out: nobody of those named plays {spec}");
        }
        return named;
    }
    let others = PLAYERS.iter().map(|kind| kind.name()).filter(|&name| name != play::ENGINE);
    let others = others.filter_map(|name| name.parse::<PlayerSpec>().ok());
    others.filter(plays).collect()
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
    fn what_is_named_is_played() {
        let parse = |line: &str| {
            Arguments::try_parse_from(["x"].into_iter().chain(line.split_whitespace()))
                .expect("a good line")
        };
        let everything = parse("");
        assert!(everything.wants(Part::Exact, "tictactoe"));
        let exact = parse("--only exact");
        assert!(exact.wants(Part::Exact, "tictactoe") && !exact.wants(Part::Scores, "gomoku"));
        let some = parse("--only gomoku,connect:9/10/5");
        assert!(some.wants(Part::Scores, "connect:9,10,5") && some.wants(Part::Scores, "gomoku"));
        assert!(!some.wants(Part::Exact, "tictactoe"));
    }
}
