//! The command line.

use std::env;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// The variable that names the Python where the command line does not.
const PYTHON_VARIABLE: &str = "MOSSA_PEERS_PYTHON";

/// Measures Mossa beside other game libraries, in one run, and sets it against its targets.
#[derive(Debug, Parser)]
pub struct Options {
    /// What to measure, separated by commas; everything unless told otherwise
    #[arg(long, value_enum, value_delimiter = ',')]
    pub only: Vec<Group>,

    /// Python that has the packages open_spiel and bitbully, as far as they are measured (or
    /// MOSSA_PEERS_PYTHON); without one they are left out
    #[arg(long)]
    pub python: Option<PathBuf>,

    /// How often each contender is measured, of which the median counts; the sets of connect4 are
    /// solved once
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// CPU time of a round of playouts
    #[arg(long, default_value_t = 0.5, value_parser = seconds)]
    pub seconds: f64,

    /// How many positions of each set of connect4 are solved; 1000, 200 or 22 unless told otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,

    /// Fail unless every target is measured and met
    #[arg(long)]
    pub check: bool,
}

/// A group of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Group {
    /// Uniform random playouts of five games
    Playouts,
    /// Alpha-beta to the same depth on connect4
    Search,
    /// Solving endings of connect4
    Solve,
    /// The public test sets of connect4
    Connect4,
    /// Monte-Carlo tree search on connect4
    Mcts,
    /// Two threads beside one
    Threads,
}

impl Options {
    /// Reads the arguments of the process and the environment.
    pub fn read() -> Self {
        let mut options = Self::parse();
        let python = env::var_os(PYTHON_VARIABLE).filter(|path| !path.is_empty());
        options.python = options.python.or(python.map(PathBuf::from));
        options
    }

    /// The groups that are asked for, in the order in which they are listed.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let all = Group::value_variants().iter().copied();
        all.filter(|group| self.only.is_empty() || self.only.contains(group))
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().map_err(|_| "not a number".to_owned())?;
    if seconds > 0.0 { Ok(seconds) } else { Err("it takes more than 0".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, clap::Error> {
        Options::try_parse_from(["mossa-peers"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn every_argument_is_read() {
        let line = "--python p --rounds 3 --seconds 0.25 --limit 7 --check --only threads,search";
        let options = parse(line).expect("a good line");
        assert_eq!(options.python, Some(PathBuf::from("p")));
        assert_eq!((options.rounds, options.seconds), (3, 0.25));
        assert!(options.check);
        assert_eq!(options.limit, Some(7));
        assert_eq!(options.groups().collect::<Vec<_>>(), [Group::Search, Group::Threads]);
        let options = parse("--only connect4").expect("a good line");
        assert_eq!(options.groups().collect::<Vec<_>>(), [Group::Connect4]);
    }

    #[test]
    fn everything_is_measured_unless_told_otherwise() {
        assert_eq!(parse("").expect("a good line").groups().count(), 6);
    }

    #[test]
    fn bad_lines_are_refused() {
        let numbers = ["--rounds", "--rounds x", "--rounds 0", "--limit 0"];
        let others = ["--seconds 0", "--seconds NaN", "--only x"];
        for line in numbers.into_iter().chain(others) {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
