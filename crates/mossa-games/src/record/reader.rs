//! Reading a record line by line: the heads first, then the moves, each played as it is read.

use mossa_kernel::{Game, Outcome, Reason, Side, excerpt};

use super::{Played, Record, RecordError, problem, values::read_value, write_result};
use crate::GameSpec;

/// What a record says about the end of its game.
#[derive(Clone, Copy)]
enum Claim {
    Unfinished,
    Ended { winner: Option<Side>, reason: Reason },
}

/// A record half read: the heads come first, then the moves.
#[derive(Default)]
pub(super) struct Reader {
    spec: Option<GameSpec>,
    start: Option<String>,
    players: [Option<String>; 2],
    result: Option<Claim>,
    game: Option<Game>,
    moves: Vec<Played>,
    pub(super) last_line: usize,
}

impl Reader {
    pub(super) fn read_line(&mut self, line: &str) -> Result<(), String> {
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

    pub(super) fn finish(mut self) -> Result<Record, RecordError> {
        let line = self.last_line;
        let by_rules = self.game().map_err(|text| problem(line, text))?.outcome();
        let claimed = self.result.ok_or_else(|| problem(line, "`result: …` is missing"))?;
        let outcome = match (claimed, by_rules) {
            (Claim::Unfinished, None) => None,
            (Claim::Ended { winner: winner @ Some(_), reason }, None) if !reason.is_by_rules() => {
                Some(Outcome { winner, reason, margin: None })
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
