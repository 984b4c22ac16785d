//! A played game as text that people can read and compare:
//!
//! ```text
//! mossa game 1
//! spec: connect:6,7,4
//! first: human
//! second: deepening-alphabeta
//! result: second line
//!
//!   1  4   2310 ms
//!   2  4    998 ms  ~120
//!   3  1   1480 ms
//!   4  3   1002 ms  win/7
//! ```
//!
//! `start:` holds a diagram where the game did not begin at its usual start. A result is `first`,
//! `second` or `draw` and the reason, or `unfinished`. A move has a number, its name, and if known
//! its time and what the mover thought of it: `~120` believed (`~120@0.61` with a winning chance),
//! `win/7` proven in 7 plies, `win/<=7`, `draw`, `loss/4`, `win+12` by 12 discs. Lines that begin
//! with `#` are comments.

mod reader;
mod values;

use std::fmt::{self, Write};

use mossa_kernel::{Game, Move, Outcome, Value, one_line};
use reader::Reader;
use values::write_value;

use crate::GameSpec;

/// The first line of a record, with the version of the format.
const HEADER: &str = "mossa game 1";

/// A played game, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Which game.
    pub spec: GameSpec,
    /// A diagram of where it began, if not at the usual start.
    pub start: Option<String>,
    /// Who played, the first player first.
    pub players: [String; 2],
    /// How it ended; `None` while it has not.
    pub outcome: Option<Outcome>,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// How long it took, in milliseconds.
    pub milliseconds: Option<u64>,
    /// What the mover thought of it.
    pub value: Option<Value>,
}

/// A text that is no record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad game record, line {line}: {problem}")]
pub struct RecordError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Record {
    /// Whether a text claims to be a record.
    pub fn is_record(text: &str) -> bool {
        text.trim_start_matches('\u{feff}').trim_start().starts_with("mossa game ")
    }

    /// The game, played through.
    ///
    /// # Errors
    /// Says which move cannot be played.
    pub fn game(&self) -> Result<Game, String> {
        let mut game = self.spec.start();
        if let Some(diagram) = &self.start {
            game.set_up(diagram).map_err(|error| error.to_string())?;
        }
        for played in &self.moves {
            game.play(played.mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    /// Reads a record and plays it through.
    ///
    /// # Errors
    /// Says which line is wrong, and why; a result that the moves contradict is wrong, too.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        match lines.next() {
            Some((_, HEADER)) => {}
            Some((line, _)) => return Err(problem(line, format!("expected `{HEADER}`"))),
            None => return Err(problem(1, format!("expected `{HEADER}`"))),
        }
        let mut reader = Reader::default();
        for (number, line) in lines {
            reader.read_line(line).map_err(|text| problem(number, text))?;
            reader.last_line = number;
        }
        reader.finish()
    }
}

fn problem(line: usize, problem: impl Into<String>) -> RecordError {
    RecordError { line, problem: problem.into() }
}

fn write_result(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "unfinished".to_owned(),
        Some(Outcome { winner: None, reason, .. }) => format!("draw {}", reason.name()),
        Some(Outcome { winner: Some(side), reason, .. }) => format!("{side} {}", reason.name()),
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nspec: {}", self.spec)?;
        if let Some(start) = &self.start {
            writeln!(f, "start: {start}")?;
        }
        for (name, player) in ["first", "second"].into_iter().zip(&self.players) {
            if !player.trim().is_empty() {
                writeln!(f, "{name}: {}", one_line(player.trim()))?;
            }
        }
        writeln!(f, "result: {}\n", write_result(self.outcome))?;
        let game = self.spec.start(); // Names do not depend on the position.
        let names: Vec<String> =
            self.moves.iter().map(|played| game.position().show_move(played.mv)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        for ((number, played), name) in (1..).zip(&self.moves).zip(names) {
            let mut line = format!("{number:>3}  {name:<width$}");
            if let Some(milliseconds) = played.milliseconds {
                write!(line, "  {milliseconds:>6} ms")?;
            }
            if let Some(value) = &played.value {
                write!(line, "  {}", write_value(value))?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{Estimate, Exact, GameResult, Reason, Side};
    use proptest::prelude::*;

    use super::*;

    fn record(spec: &str, start: Option<&str>, moves: &str) -> Record {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        if let Some(start) = start {
            game.set_up(start).unwrap();
        }
        game.play_text(moves).unwrap();
        let values = [
            None,
            Some(Value::score(-12.5)),
            Some(Value::exact(GameResult::Loss, Some(4))),
            Some(Value::exact(GameResult::Draw, None)),
            Some(Value::Exact(Exact {
                result: GameResult::Win,
                plies: Some(7),
                at_most: true,
                margin: Some(12),
            })),
            Some(Value::Estimate(Estimate { score: 3.0, winning_chance: Some(0.61) })),
        ];
        let moves = (0..).zip(game.history()).map(|(index, &mv)| Played {
            mv,
            milliseconds: (index % 3 != 0).then_some(index * 371),
            value: values[index as usize % values.len()],
        });
        Record {
            spec,
            start: start.map(str::to_owned),
            players: ["human".to_owned(), "minimax:depth=3".to_owned()],
            outcome: game.outcome(),
            moves: moves.collect(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let four =
            Some("......../......../......../...XX.../...OO.../......../......../........ X");
        for record in [
            record("tictactoe", None, "a1b1a2b2a3"),
            record("connect4", None, "4444"),
            record("othello", None, "f5d6c3d3c4f4c5b3c2"),
            record("othello", four, "f6"),
            record("othello:4x4", Some("XO../..../..../XO.O O"), "pass c1"),
            record("sticks", None, "2 2 2 2 2 2"),
            record("sticks:1+3+5,misere", None, "1:1 3:4"),
            record("gomoku", None, ""),
        ] {
            assert_eq!(Record::read(&record.to_string()), Ok(record.clone()), "{record}");
            assert_eq!(record.game().unwrap().outcome(), record.outcome);
        }
    }

    #[test]
    fn it_looks_as_documented() {
        let text = record("connect4", None, "4435").to_string();
        let expected = "mossa game 1\nspec: connect:6,7,4\nfirst: human\nsecond: minimax:depth=3\n\
                        result: unfinished\n\n  1  4\n  2  4     371 ms  ~-12.5\n  3  3     742 ms  \
                        loss/4\n  4  5  draw\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_resigned_game_is_finished() {
        let mut record = record("gomoku", None, "h8 i9");
        let reason = Reason::Resign;
        record.outcome = Some(Outcome { winner: Some(Side::First), reason, margin: None });
        assert_eq!(Record::read(&record.to_string()), Ok(record));
    }

    #[test]
    fn nameless_players_are_left_out() {
        let mut record = record("tictactoe", None, "a1");
        record.players = [String::new(), "greedy".to_owned()];
        assert_eq!(Record::read(&record.to_string()), Ok(record));
    }

    #[test]
    fn wrong_records_say_where() {
        let good = record("tictactoe", None, "a1 b1 a2").to_string();
        for (from, to, expected) in [
            ("mossa game 1", "mossa game 9", "line 1: expected `mossa game 1`"),
            ("mnk:3,3,3", "mnk:3,3,9", "line 2: bad game `mnk:3,3,9`"),
            ("first:", "third:", "line 3: unknown entry `third`"),
            ("second: ", "first: ", "line 4: `first` is said twice"),
            ("unfinished", "first line", "line 9: by its moves the result is `unfinished`"),
            ("unfinished", "draw crash", "line 9: by its moves the result is `unfinished`"),
            ("unfinished", "nobody", "line 5: expected `first`, `second` or `draw`"),
            ("2  b1", "3  b1", "line 8: expected move 2, not `3`"),
            ("2  b1", "2  a1", "line 8: move 2, a1, is illegal: the square is taken"),
            ("2  b1", "2  z9", "line 8: `z9` is not a move"),
            ("ms", "hours", "line 8: expected a time in ms"),
            ("~-12.5", "~inf", "line 8: `~inf` is not a value"),
            ("spec: mnk:3,3,3", "", "line 7: `spec: …` is missing above"),
        ] {
            let bad = good.replacen(from, to, 1);
            let error = Record::read(&bad).unwrap_err().to_string();
            assert!(error.contains(expected), "{bad}\n{error}");
        }
        assert!(Record::read("").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", lines in "([a-z0-9:~/ .+-]{0,12}\n){0,8}") {
            let _ = Record::read(&text);
            let _ = Record::read(&format!("{HEADER}\nspec: tictactoe\n{lines}"));
        }
    }
}
