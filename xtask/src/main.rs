//! The chores of this repository, as `cargo xtask COMMAND`.
//!
//! Written in Rust rather than as scripts, so that whoever can build Mossa can run them, and so
//! that their own parsers and checks are tested like the rest.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool: what it prints is what it is for"
)]

mod bench;
mod instruments;
mod packages;
mod peers;
mod process;
mod screenshots;
mod signature;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use workspace::Workspace;

/// The chores of this repository.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    /// Run every test of the workspace; the last line reads `N passed, M failed`
    Test,
    Tidy(tidy::Tidy),
    Peers(peers::Peers),
    /// Measure whether the engine keeps its time
    Clock(instruments::Instrument),
    /// Measure how strong the engine is, against all other players
    Strength(instruments::Instrument),
    /// Measure how each level of the engine scores against the one below, and what it gives away
    Levels(instruments::Instrument),
    /// Measure how the page answers when two hundred people play at once
    Load(instruments::Instrument),
    /// Count leaves and the instructions that each of them takes, under Valgrind
    Bench,
    Signature(signature::Signature),
    Screenshots(screenshots::Screenshots),
}

fn main() -> ExitCode {
    // Left to the standard library, an error may bring a backtrace, and what fails is mostly not
    // this program but one that it runs.
    run(Command::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(command: Command) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    match command {
        Command::Test => test::run(&workspace),
        Command::Tidy(command) => command.run(&workspace),
        Command::Peers(command) => command.run(&workspace),
        Command::Clock(instrument) => instrument.run("mossa-clock", &workspace),
        Command::Strength(instrument) => instrument.run("mossa-strength", &workspace),
        Command::Levels(instrument) => instrument.run("mossa-levels", &workspace),
        Command::Load(instrument) => {
            let mut build = workspace.cargo();
            process::run(build.args(["build", "--release", "--package", "mossa-cli"]))?;
            instrument.run("mossa-load", &workspace)
        }
        Command::Bench => bench::run(&workspace),
        Command::Signature(command) => command.run(&workspace),
        Command::Screenshots(command) => command.run(&workspace),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Command::command().debug_assert();
    }
}
