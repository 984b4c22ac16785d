//! The position that a command is about: a spec and how to get from its start to the position.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use mossa_games::{GameSpec, Record};
use mossa_kernel::Game;

use crate::failure::Failure;

/// The largest file that is read as a position.
const LARGEST_FILE: u64 = 16 << 20;

/// What a file should be.
const FILE_HINT: &str = "a file holds the moves of one game, a diagram, or a saved game";

/// Which game, and which position of it.
#[derive(Debug, clap::Args)]
pub struct Start {
    /// The game: a preset such as `connect4`, or a family with its parameters such as
    /// `mnk:15,15,5` (`mossa games` lists all)
    #[arg(value_name = "SPEC")]
    spec: String,

    #[command(flatten)]
    way: Way,

    /// A file with moves, a diagram or a saved game, `-` for standard input; lines that begin with
    /// `#` are skipped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position"])]
    file: Option<PathBuf>,
}

/// How to get from the start of a game to the position.
#[derive(Debug, clap::Args)]
pub struct Way {
    /// Moves from the start, or from --position: separated by blanks or commas, or in the game's
    /// compact form (`44435`, `f5d6c3`)
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A diagram: rows from the top separated by `/`, `X` first player, `O` second, `.` or `-`
    /// empty, then a blank and the side to move; sticks: what is left and the side, `9 X`
    #[arg(long, value_name = "DIAGRAM", allow_hyphen_values = true)]
    position: Option<String>,
}

impl Way {
    /// Goes it.
    pub fn go(&self, game: &mut Game) -> Result<(), Failure> {
        if let Some(diagram) = &self.position {
            set_up(game, diagram)?;
        }
        if let Some(moves) = &self.moves {
            game.play_text(moves)?;
        }
        Ok(())
    }
}

impl Start {
    /// The spec.
    pub fn spec(&self) -> Result<GameSpec, Failure> {
        Ok(self.spec.parse::<GameSpec>()?)
    }

    /// The spec and the game, with a word to the user where the game is over before it begins.
    pub fn announced(&self) -> Result<(GameSpec, Game), Failure> {
        let spec = self.spec()?;
        let game = self.game(&spec)?;
        if let Some(note) = note(&spec, &game) {
            writeln!(anstream::stderr(), "{note}")?;
        }
        Ok((spec, game))
    }

    /// The game, played up to the position.
    pub fn game(&self, spec: &GameSpec) -> Result<Game, Failure> {
        let mut game = spec.start();
        self.way.go(&mut game)?;
        let Some(file) = &self.file else { return Ok(game) };
        let text = read(file)?;
        if Record::is_record(&text) {
            return replay(&read_record(&text)?, spec);
        }
        let text = without_comments(&text);
        if text.trim().is_empty() {
            return Err(Failure::input("the file is empty", FILE_HINT));
        }
        if is_diagram(&text) {
            set_up(&mut game, &text)?;
        } else {
            game.play_text(&text)?;
        }
        Ok(game)
    }
}

/// Something the user should know about a game that is over before it begins.
fn note(spec: &GameSpec, game: &Game) -> Option<&'static str> {
    let is_start = game.position().diagram() == spec.start().position().diagram();
    (is_start && game.outcome().is_some()).then_some(
        "note: this game is over before its first move; `--position` sets up another start",
    )
}

/// Reads a saved game.
pub fn read_record(text: &str) -> Result<Record, Failure> {
    Record::read(text).map_err(|error| {
        Failure::input(
            error,
            "`save` in `mossa play` writes such a file; compare with one of those",
        )
    })
}

fn replay(record: &Record, spec: &GameSpec) -> Result<Game, Failure> {
    if record.spec != *spec {
        return Err(Failure::input(
            format!("the saved game is one of {}, not of {spec}", record.spec),
            format!("write {} for the game", record.spec),
        ));
    }
    Ok(record.game().expect("a record that was read can be played"))
}

/// Sets up a diagram; what is wrong with one is best seen beside one that is right.
fn set_up(game: &mut Game, diagram: &str) -> Result<(), Failure> {
    /// A longer example would hide what it shows.
    const LONGEST_EXAMPLE: usize = 80;
    let start = game.position().diagram();
    game.set_up(diagram).map_err(|error| {
        let hint = if start.len() <= LONGEST_EXAMPLE {
            format!("the start of this game is written `{start}`")
        } else {
            "`mossa show SPEC --json` prints the start of a game as a diagram".to_owned()
        };
        Failure::input(error, hint)
    })
}

/// Reads a file, or standard input where it is called `-`.
pub fn read(file: &Path) -> Result<String, Failure> {
    let name = mossa_kernel::excerpt(&file.to_string_lossy());
    let cannot =
        |error: &dyn std::fmt::Display| Failure::Outside(format!("cannot read `{name}`: {error}"));
    let mut bytes = Vec::new();
    let reader: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(|error| cannot(&error))?)
    };
    reader.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > LARGEST_FILE {
        let problem = format!("`{name}` is larger than {} MiB", LARGEST_FILE >> 20);
        return Err(Failure::input(problem, FILE_HINT));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("`{name}` is not text in UTF-8"), FILE_HINT))
}

fn without_comments(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text); // Some editors put a mark in front.
    text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n")
}

/// Whether a text is a diagram and not a list of moves: it has rows of cells, or heaps and the side
/// to move.
fn is_diagram(text: &str) -> bool {
    let is_cells = |word: &str| word.chars().all(|c| "XxOo*.-/".contains(c)) && word != "--";
    let is_side = |word: &str| word.len() == 1 && is_cells(word);
    let is_heaps = |word: &str| word.chars().all(|c| c.is_ascii_digit() || "+-".contains(c));
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        _ if text.contains('/') => true,
        [heaps, side] if is_heaps(heaps) && is_side(side) => true,
        [first, ..] => is_cells(first),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_and_moves_are_told_apart() {
        for diagram in
            ["X.O/.X./..O X", "X.O\n.X.\n..O\nX", "9 X", "1+3+5 O", "...", "-----\n-XO--"]
        {
            assert!(is_diagram(diagram), "{diagram}");
        }
        for moves in ["", "44435", "f5d6c3", "2:3 1:1", "-- f5", "a1 b2", "pass"] {
            assert!(!is_diagram(moves), "{moves}");
        }
    }
}
