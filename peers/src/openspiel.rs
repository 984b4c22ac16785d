//! The peer OpenSpiel: a Python process that runs its C++ roll-outs. Its sampling of game lengths
//! comes once for each game.

use std::path::Path;

use anyhow::Result;

use mossa_peers::measurement::Measurement;

use crate::script::Script;

/// The script is carried in the binary, so that it need not be found again at run time.
const SCRIPT: &str = include_str!("../openspiel.py");

/// Games that the script knows, under our names.
const GAMES: [&str; 5] = ["connect4", "tictactoe", "othello", "gomoku", "sticks"];

/// A running script.
pub struct OpenSpiel(Script);

impl OpenSpiel {
    /// Starts the script with the Python of an environment that has the package `open_spiel`.
    pub fn start(python: &Path) -> Result<Self> {
        Script::start("OpenSpiel", python, SCRIPT, &["--serve"]).map(Self)
    }

    /// Measures the game, or declines it where the script does not know it.
    pub fn measure(&mut self, game: &str, seconds: f64) -> Result<Option<Measurement>> {
        if !GAMES.contains(&game) {
            return Ok(None);
        }
        self.0.ask(&format!("{game} {seconds}")).map(Some)
    }
}
