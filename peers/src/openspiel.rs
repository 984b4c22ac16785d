//! The peer OpenSpiel: a Python process that runs its C++ roll-outs and answers requests.
//!
//! The process lives as long as the benchmark, so that its start-up and its sampling of game
//! lengths come once and each round is a short request between those of the other contenders.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};

use mossa_peers::measurement::Measurement;

/// The script is carried in the binary, so that it need not be found again at run time.
const SCRIPT: &str = include_str!("../openspiel.py");

/// Games that the script knows, under our names.
const GAMES: [&str; 5] = ["connect4", "tictactoe", "othello", "gomoku", "sticks"];

/// A running script.
pub struct OpenSpiel {
    process: Child,
    /// Taken at the end, as closing it is what tells the script to leave.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl OpenSpiel {
    /// Starts the script with the Python of an environment that has the package `open_spiel`.
    pub fn start(python: &Path) -> Result<OpenSpiel> {
        let mut process = Command::new(python)
            .args(["-c", SCRIPT, "--serve"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        let requests = process.stdin.take();
        let answers = process.stdout.take().context("the script was started with a pipe")?;
        Ok(OpenSpiel { process, requests, answers: BufReader::new(answers) })
    }

    /// Measures the game, or declines it where the script does not know it.
    pub fn measure(&mut self, game: &str, seconds: f64) -> Result<Option<Measurement>> {
        if !GAMES.contains(&game) {
            return Ok(None);
        }
        let requests = self.requests.as_mut().context("requests stay open until the end")?;
        writeln!(requests, "{game} {seconds}").context("the OpenSpiel script left")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).context("cannot read from the OpenSpiel script")?;
        ensure!(!answer.is_empty(), "the OpenSpiel script left; its error stands above");
        let measurement = serde_json::from_str(&answer)
            .with_context(|| format!("the OpenSpiel script answered {answer:?}"))?;
        Ok(Some(measurement))
    }
}

impl Drop for OpenSpiel {
    fn drop(&mut self) {
        drop(self.requests.take());
        // Nothing is left to do about a script that ends badly after its last answer.
        let _ = self.process.wait();
    }
}
