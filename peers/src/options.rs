//! The command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::{env, fmt};

use anyhow::{Context, Result, bail, ensure};

/// The variable that names the Python where the command line does not.
const PYTHON_VARIABLE: &str = "MOSSA_PEERS_PYTHON";

/// What `--help` prints.
pub const USAGE: &str = "\
usage: mossa-peers [--python PATH] [--rounds COUNT] [--seconds SECONDS] [--check]

  --python PATH      Python that has the package open_spiel (or MOSSA_PEERS_PYTHON);
                     without one OpenSpiel is left out
  --rounds COUNT     rounds per contender and game, of which the median counts (5)
  --seconds SECONDS  CPU time of a round (0.5)
  --check            fail unless every target is measured and met";

/// What the command line asks for.
#[derive(Debug)]
pub struct Options {
    /// Python for OpenSpiel; without it that peer is left out.
    pub python: Option<PathBuf>,
    /// Rounds per contender and game.
    pub rounds: usize,
    /// CPU time of a round.
    pub seconds: f64,
    /// Whether a target that is missed or not measured is a failure.
    pub check: bool,
    /// Whether only the usage is wanted.
    pub help: bool,
}

impl Options {
    /// Reads the arguments of the process and the environment.
    pub fn read() -> Result<Options> {
        let python = env::var_os(PYTHON_VARIABLE).filter(|path| !path.is_empty());
        let mut options = Options::parse(env::args().skip(1))?;
        options.python = options.python.or(python.map(PathBuf::from));
        Ok(options)
    }

    /// Reads the given arguments.
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options> {
        let mut options =
            Options { python: None, rounds: 5, seconds: 0.5, check: false, help: false };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--python" => options.python = Some(value(&argument, &mut arguments)?),
                "--rounds" => options.rounds = value(&argument, &mut arguments)?,
                "--seconds" => options.seconds = value(&argument, &mut arguments)?,
                "--check" => options.check = true,
                "--help" => options.help = true,
                other => bail!("unknown argument {other}\n{USAGE}"),
            }
        }
        ensure!(options.rounds > 0, "--rounds takes at least 1");
        ensure!(options.seconds > 0.0, "--seconds takes more than 0");
        Ok(options)
    }
}

/// Reads the value that follows the argument `name`.
fn value<T>(name: &str, arguments: &mut impl Iterator<Item = String>) -> Result<T>
where
    T: FromStr<Err: fmt::Display>,
{
    let text = arguments.next().with_context(|| format!("{name} takes a value\n{USAGE}"))?;
    text.parse().map_err(|error| anyhow::anyhow!("{name} {text}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn every_argument_is_read() {
        let options = parse("--python p --rounds 3 --seconds 0.25 --check").expect("a good line");
        assert_eq!(options.python, Some(PathBuf::from("p")));
        assert_eq!((options.rounds, options.seconds), (3, 0.25));
        assert!(options.check && !options.help);
    }

    #[test]
    fn bad_lines_are_refused() {
        for line in ["--rounds", "--rounds x", "--rounds 0", "--seconds 0", "--seconds NaN", "x"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
