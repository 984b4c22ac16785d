//! Measures, in one run, Mossa and other game libraries, and sets them against the targets of the
//! project: random playouts, search, solving, the public test sets of connect4, Monte-Carlo tree
//! search, and two threads beside one.
//!
//! Contenders take turns in short rounds, so that a machine that slows down does so for all of
//! them; the median of the rounds counts. What runs on one thread is measured in CPU time. The
//! peers are used unmodified, each in its fastest way that we know of.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

mod board_game_peer;
mod connect4;
mod mcts;
mod mossa;
mod openspiel;
mod options;
mod playouts;
mod report;
mod same_evaluation;
mod script;
mod search;
mod solve;
mod threads;

use std::process::ExitCode;

use anyhow::Result;

use options::{Group, Options};
use report::Section;

fn main() -> Result<ExitCode> {
    let options = Options::read();
    let mut met = true;
    for group in options.groups() {
        for section in measure(group, &options)? {
            println!("{}", section.markdown());
            met &= section.is_met();
        }
    }
    Ok(if options.check && !met { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn measure(group: Group, options: &Options) -> Result<Vec<Section>> {
    let rounds = usize::from(options.rounds);
    match group {
        Group::Playouts => playouts::measure(options),
        Group::Search => search::measure(rounds),
        Group::Solve => solve::measure(rounds),
        Group::Connect4 => connect4::measure(options),
        Group::Mcts => mcts::measure(rounds),
        Group::Threads => threads::measure(rounds),
    }
}
