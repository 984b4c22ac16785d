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

use std::fmt::{self, Write};

use mossa_kernel::{
    Estimate, Exact, Game, GameResult, Move, Outcome, Reason, Side, Value, excerpt, one_line,
};

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

/// What a record says about the end of its game.
#[derive(Clone, Copy)]
enum Claim {
    Unfinished,
    Ended { winner: Option<Side>, reason: Reason },
}

/// A record half read: the heads come first, then the moves.
#[derive(Default)]
struct Reader {
    spec: Option<GameSpec>,
    start: Option<String>,
    players: [Option<String>; 2],
    result: Option<Claim>,
    game: Option<Game>,
    moves: Vec<Played>,
    last_line: usize,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        match line.split_once(": ") {
            Some((name, value)) if self.moves.is_empty() => self.read_head(name, value.trim()),
            _ => self.read_move(line),
        }
    }

    fn read_head(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_known = match name {
            "spec" => self.spec.replace(value.parse().map_err(|e| format!("{e}"))?).is_some(),
            "start" => self.start.replace(value.to_owned()).is_some(),
            "first" => self.players[0].replace(value.to_owned()).is_some(),
            "second" => self.players[1].replace(value.to_owned()).is_some(),
            "result" => self.result.replace(read_result(value)?).is_some(),
            _ => return Err(format!("unknown entry `{}`", excerpt(name))),
        };
        if is_known { Err(format!("`{name}` is said twice")) } else { Ok(()) }
    }

    fn game(&mut self) -> Result<&mut Game, String> {
        if self.game.is_none() {
            let spec = self.spec.as_ref().ok_or("`spec: …` is missing above")?;
            let mut game = spec.start();
            if let Some(diagram) = &self.start {
                game.set_up(diagram).map_err(|error| error.to_string())?;
            }
            self.game = Some(game);
        }
        self.game.as_mut().ok_or_else(|| "no game".to_owned())
    }

    fn read_move(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let number = words.next().unwrap_or_default();
        let expected = self.moves.len() + 1;
        if number != expected.to_string() {
            return Err(format!("expected move {expected}, not `{}`", excerpt(number)));
        }
        let name = words.next().ok_or("the move is missing")?;
        let game = self.game()?;
        let mv = game.position().read_move(name).map_err(|error| {
            format!("`{}` is not a move: expected {}", excerpt(name), error.expected)
        })?;
        game.play(mv).map_err(|error| error.to_string())?;
        let words: Vec<&str> = words.collect();
        let (milliseconds, value) = match words[..] {
            [] => (None, None),
            [time, "ms"] => (Some(read_number(time)?), None),
            [time, "ms", value] => (Some(read_number(time)?), Some(read_value(value)?)),
            [value] => (None, Some(read_value(value)?)),
            _ => return Err("expected a time in ms and a value behind the move".to_owned()),
        };
        self.moves.push(Played { mv, milliseconds, value });
        Ok(())
    }

    fn finish(mut self) -> Result<Record, RecordError> {
        let line = self.last_line;
        let by_rules = self.game().map_err(|text| problem(line, text))?.outcome();
        let claimed = self.result.ok_or_else(|| problem(line, "`result: …` is missing"))?;
        let outcome = match (claimed, by_rules) {
            (Claim::Unfinished, None) => None,
            (Claim::Ended { winner, reason: Reason::Resign }, None) => {
                Some(Outcome { winner, reason: Reason::Resign, margin: None })
            }
            (Claim::Ended { winner, reason }, Some(outcome))
                if (outcome.winner, outcome.reason) == (winner, reason) =>
            {
                Some(outcome)
            }
            _ => {
                let by_rules = write_result(by_rules);
                return Err(problem(line, format!("by its moves the result is `{by_rules}`")));
            }
        };
        let [first, second] = self.players.map(Option::unwrap_or_default);
        Ok(Record {
            spec: self.spec.expect("a game was made from it"),
            start: self.start,
            players: [first, second],
            outcome,
            moves: self.moves,
        })
    }
}

fn read_number(text: &str) -> Result<u64, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| format!("`{}` is not a whole number", excerpt(text)))
}

fn read_result(text: &str) -> Result<Claim, String> {
    let expected = "expected `first`, `second` or `draw` and a reason, or `unfinished`";
    if text == "unfinished" {
        return Ok(Claim::Unfinished);
    }
    let (winner, reason) = text.split_once(' ').ok_or(expected)?;
    let winner = match winner {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        "draw" => None,
        _ => return Err(expected.to_owned()),
    };
    let reason = Reason::ALL.into_iter().find(|known| known.name() == reason.trim());
    Ok(Claim::Ended { winner, reason: reason.ok_or(expected)? })
}

fn write_result(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "unfinished".to_owned(),
        Some(Outcome { winner: None, reason, .. }) => format!("draw {}", reason.name()),
        Some(Outcome { winner: Some(side), reason, .. }) => format!("{side} {}", reason.name()),
    }
}

fn read_value(text: &str) -> Result<Value, String> {
    let refuse = || format!("`{}` is not a value such as `~120` or `win/7`", excerpt(text));
    if let Some(estimate) = text.strip_prefix('~') {
        let (score, chance) = match estimate.split_once('@') {
            Some((score, chance)) => (score, Some(chance)),
            None => (estimate, None),
        };
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        let score = number(score).ok_or_else(refuse)?;
        let winning_chance = chance.map(|text| number(text).ok_or_else(refuse)).transpose()?;
        return Ok(Value::Estimate(Estimate { score, winning_chance }));
    }
    let results = [GameResult::Win, GameResult::Draw, GameResult::Loss];
    let result = results.into_iter().find(|result| text.starts_with(result.name()));
    let result = result.ok_or_else(refuse)?;
    let mut rest = &text[result.name().len()..];
    let mut exact = Exact { result, plies: None, at_most: false, margin: None };
    if let Some(at) = rest.find(['+', '-']) {
        exact.margin = Some(rest[at..].parse().map_err(|_| refuse())?);
        rest = &rest[..at];
    }
    if let Some(plies) = rest.strip_prefix('/') {
        exact.at_most = plies.starts_with("<=");
        let plies = plies.trim_start_matches("<=");
        exact.plies = Some(read_number(plies)?.try_into().map_err(|_| refuse())?);
    } else if !rest.is_empty() {
        return Err(refuse());
    }
    Ok(Value::Exact(exact))
}

fn write_value(value: &Value) -> String {
    let mut text = String::new();
    let written = match value {
        Value::Estimate(Estimate { score, winning_chance: None }) => write!(text, "~{score}"),
        Value::Estimate(Estimate { score, winning_chance: Some(chance) }) => {
            write!(text, "~{score}@{chance}")
        }
        Value::Exact(Exact { result, plies, at_most, margin }) => {
            let bound = if *at_most { "<=" } else { "" };
            let plies = plies.map_or_else(String::new, |plies| format!("/{bound}{plies}"));
            let margin = margin.map_or_else(String::new, |margin| format!("{margin:+}"));
            write!(text, "{}{plies}{margin}", result.name())
        }
    };
    written.expect("a string takes any text");
    text
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nspec: {}", self.spec)?;
        if let Some(start) = &self.start {
            writeln!(f, "start: {start}")?;
        }
        for (name, player) in ["first", "second"].into_iter().zip(&self.players) {
            writeln!(f, "{name}: {}", one_line(player.trim()))?;
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
    fn wrong_records_say_where() {
        let good = record("tictactoe", None, "a1 b1 a2").to_string();
        for (from, to, expected) in [
            ("mossa game 1", "mossa game 9", "line 1: expected `mossa game 1`"),
            ("mnk:3,3,3", "mnk:3,3,9", "line 2: bad game `mnk:3,3,9`"),
            ("first:", "third:", "line 3: unknown entry `third`"),
            ("second: ", "first: ", "line 4: `first` is said twice"),
            ("unfinished", "first line", "line 9: by its moves the result is `unfinished`"),
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
            let _ = read_value(&text);
        }

        #[test]
        fn values_print_back(score in -1e9..1e9_f64, plies in prop::option::of(0..99_u32), margin in prop::option::of(-64..64_i32), at_most: bool) {
            for result in [GameResult::Win, GameResult::Draw, GameResult::Loss] {
                let at_most = at_most && plies.is_some();
                let value = Value::Exact(Exact { result, plies, at_most, margin });
                prop_assert_eq!(read_value(&write_value(&value)), Ok(value));
            }
            prop_assert_eq!(read_value(&write_value(&Value::score(score))), Ok(Value::score(score)));
        }
    }
}
