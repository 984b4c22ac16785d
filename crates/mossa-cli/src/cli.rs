//! The command line: what can be typed, and clap's complaints in our own form.

use std::{ffi::OsString, io::Write};

use clap::{Parser, Subcommand, error::ErrorKind};

use crate::{commands, failure::Failure, interrupt::Interrupt};

/// Plays, solves, explains and referees two-player games of perfect information.
#[derive(Debug, Parser)]
#[command(name = "mossa", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    page: commands::Page,
}

/// What to try first.
const EXAMPLES: &str = "\
Try:
  mossa                                 the workbench page, in the browser
  mossa play connect4                   a game against the machine
  mossa analyze gomoku --moves \"h8 i9\"  what the engine thinks of each move
  mossa solve mnk:4,4,3                 who wins, how soon and how; proven
  mossa explain connect4 --moves 4455   who wins and why, in words
  mossa match connect4 greedy random    who is better, and how sure that is
  mossa lab tictactoe --depth 9         what each search algorithm has to look at
  mossa rank                            who is how strong, by all games that were kept
  mossa archive list                    the games that were kept";

/// One variant a command; each lives in a file of its own under `commands/`.
#[derive(Debug, Subcommand)]
pub enum Command {
    Analyze(commands::Analyze),
    Archive(commands::Archive),
    Bench(commands::Bench),
    Book(commands::Book),
    Choose(commands::Choose),
    Experience(commands::Experience),
    Explain(commands::Explain),
    Games(commands::Games),
    Lab(commands::Lab),
    Match(commands::Match),
    Moves(commands::Moves),
    /// The workbench page in the browser: what `mossa` alone does
    Page(commands::Page),
    Perft(commands::Perft),
    Play(commands::Play),
    Players(commands::Players),
    Rank(commands::Rank),
    Review(commands::ReviewGame),
    Show(commands::Show),
    Solve(commands::Solve),
    Suite(commands::Suite),
}

impl Command {
    /// Runs the command, writing what it has to say to `out`.
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        match self {
            Self::Analyze(command) => command.run(out, interrupt),
            Self::Archive(command) => command.run(out),
            Self::Bench(command) => command.run(out),
            Self::Book(command) => command.run(out, interrupt),
            Self::Choose(command) => command.run(out),
            Self::Experience(command) => command.run(out),
            Self::Explain(command) => command.run(out, interrupt),
            Self::Games(command) => command.run(out),
            Self::Lab(command) => command.run(out, interrupt),
            Self::Match(command) => command.run(out, interrupt),
            Self::Moves(command) => command.run(out),
            Self::Page(command) => command.run(out),
            Self::Perft(command) => command.run(out),
            Self::Play(command) => command.run(out, interrupt),
            Self::Players(command) => command.run(out),
            Self::Rank(command) => command.run(out),
            Self::Review(command) => command.run(out, interrupt),
            Self::Show(command) => command.run(out),
            Self::Solve(command) => command.run(out, interrupt),
            Self::Suite(command) => command.run(out, interrupt),
        }
    }
}

/// Reads the arguments. `None` means that all is said: help was asked for.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Command>, Failure> {
    match Cli::try_parse_from(arguments) {
        Ok(Cli { command: Some(command), .. }) => Ok(Some(command)),
        Ok(Cli { command: None, page }) => Ok(Some(Command::Page(page))),
        Err(error)
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            write!(anstream::stdout(), "{}", error.render().ansi())?;
            Ok(None)
        }
        Err(error) => Err(from_clap(&error)),
    }
}

/// Clap explains over several lines, with usage and tips; we say it in one, with one hint.
fn from_clap(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // All of the help; its commands are what is missed.
        let usage = text.lines().find_map(|line| line.trim().strip_prefix("Usage: "));
        let words = text.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        let words = words.take_while(|line| line.starts_with("  "));
        // Lines that go on with an explanation are indented further.
        let words = words.filter(|line| !line.starts_with("   "));
        let words: Vec<&str> = words.filter_map(|line| line.split_whitespace().next()).collect();
        let usage = usage.unwrap_or("mossa COMMAND");
        return Failure::input(
            format!("a word is missing: {}", words.join(", ")),
            format!("usage: {usage}; `mossa help COMMAND` explains"),
        );
    }
    let (complaint, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let complaint = complaint.strip_prefix("error: ").unwrap_or(complaint);
    let words: Vec<String> = complaint.split_whitespace().map(mossa_kernel::excerpt).collect();
    let mut lines = rest.lines().map(str::trim);
    // "To pass '--x' as a value, use '-- --x'" is true and never what was meant.
    let mut tips = lines.clone().filter_map(|line| line.strip_prefix("tip: "));
    let tip = tips.find(|tip| !tip.starts_with("to pass "));
    let usage = lines.find_map(|line| line.strip_prefix("Usage: "));
    let hint = match (tip, usage) {
        (Some(tip), _) => tip.to_owned(),
        (None, Some("mossa [OPTIONS]" | "mossa [COMMAND]") | None) => {
            "`mossa help` lists the commands, `mossa help COMMAND` their arguments".to_owned()
        }
        (None, Some(usage)) if complaint.starts_with("unexpected argument") => {
            format!("usage: {usage}; a list of moves goes in quotes: --moves \"f5 d6\"")
        }
        (None, Some(usage)) => format!("usage: {usage}"),
    };
    let hint: Vec<String> = hint.split_whitespace().map(mossa_kernel::excerpt).collect();
    Failure::input(words.join(" "), hint.join(" "))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
