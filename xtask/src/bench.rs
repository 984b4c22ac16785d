//! `cargo xtask bench`: what a leaf of the game tree costs, in instructions.
//!
//! Instructions instead of seconds, since a busy machine takes as many of them as an idle one, give
//! or take a few.
//! Every count of leaves is compared with the right one: a fast move generator that is wrong is of
//! no use. The last ply is counted without playing its moves, as `mossa perft` always does, so on
//! wide boards a leaf costs far less than one instruction.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};

use crate::{packages, process, workspace::Workspace};

/// Game, depth and the right number of leaves.
///
/// Where no line can be complete and no column full within the depth, the number is a product of
/// the choices; Connect Four lacks only the seven games that stay in one column. Those of
/// tic-tac-toe and of Othello on 8 x 8 are published, those of its other sizes and of sticks were
/// confirmed by a second, independent program.
const ROWS: &[(&str, u32, u64)] = &[
    ("connect4", 7, 823_536),
    ("connect:9,9,5", 6, 9_u64.pow(6)),
    ("connect:12,13,5", 4, 13_u64.pow(4)),
    ("tictactoe", 9, 255_168),
    ("gomoku", 3, 225 * 224 * 223),
    ("mnk:20,20,5", 3, 400 * 399 * 398),
    ("mnk:100,100,10", 2, 10_000 * 9_999),
    ("othello", 7, 55_092),
    ("othello:6x6", 8, 308_716),
    ("othello:10x10", 6, 8_200),
    ("sticks:21,3", 12, 223_971),
    ("sticks:1+3+5+7,misere", 5, 113_936),
];

/// Prints a table, and fails where a count in it is wrong.
pub fn run(workspace: &Workspace) -> Result<ExitCode> {
    packages::provide()?;
    process::run(workspace.cargo().args(["build", "--release", "--package", "mossa-cli"]))?;
    let program = workspace.target.join("release").join("mossa");
    println!("| spec | depth | leaves | instructions | instructions per leaf |");
    println!("|---|---:|---:|---:|---:|");
    let mut is_right = true;
    for &(spec, depth, expected) in ROWS {
        let run = measure(&program, spec, depth)?;
        println!("{}", row(spec, depth, &run));
        if run.leaves != expected {
            eprintln!("{spec} has {expected} leaves at depth {depth}, not {}", run.leaves);
            is_right = false;
        }
    }
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What one run of perft gave and took.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    leaves: u64,
    instructions: u64,
}

/// Counts the leaves, and the instructions beyond those of starting up with the same game.
fn measure(program: &Path, spec: &str, depth: u32) -> Result<Run> {
    let start_up = perft(program, spec, 0)?.instructions;
    let Run { leaves, instructions } = perft(program, spec, depth)?;
    let instructions = instructions.checked_sub(start_up);
    let instructions = instructions.with_context(|| format!("{spec} took less than start-up"))?;
    Ok(Run { leaves, instructions })
}

/// Runs `mossa perft` under Valgrind.
fn perft(program: &Path, spec: &str, depth: u32) -> Result<Run> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(program).args(["perft", spec, &depth.to_string()]);
    let output = process::capture(&mut valgrind)?;
    let (answer, log) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "{} failed:\n{log}", process::show(&valgrind));
    let leaves = answer.trim().parse().with_context(|| format!("{answer:?} is no count"))?;
    let Some(instructions) = parse_collected(&log) else {
        bail!("{} did not tell its instructions:\n{log}", process::show(&valgrind));
    };
    Ok(Run { leaves, instructions })
}

/// Reads the line `==123== Collected : 456` of callgrind's log.
fn parse_collected(log: &str) -> Option<u64> {
    log.lines().find_map(|line| {
        let (_, count) = line.strip_prefix("==")?.split_once("== Collected : ")?;
        count.trim().parse().ok()
    })
}

/// A line of the table.
#[expect(clippy::cast_precision_loss, reason = "three decimals are shown")]
fn row(spec: &str, depth: u32, run: &Run) -> String {
    let Run { leaves, instructions } = run;
    let each = *instructions as f64 / *leaves as f64;
    format!("| {spec} | {depth} | {leaves} | {instructions} | {each:.3} |")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_read_from_the_log() {
        let log = "==7== Callgrind\n==7== \n==7== Events    : Ir\n==7== Collected : 5407648\n";
        assert_eq!(parse_collected(log), Some(5_407_648));
        assert_eq!(parse_collected("==7== Collected : none\n"), None);
        assert_eq!(parse_collected("Collected : 5\n"), None);
    }

    #[test]
    fn a_row_shows_the_cost_of_a_leaf() {
        let run = Run { leaves: 3, instructions: 100 };
        assert_eq!(row("sticks:1", 2, &run), "| sticks:1 | 2 | 3 | 100 | 33.333 |");
    }
}
