//! What is known about a game beside its record, as comments in the record's text: other readers
//! pass over them, and `import` takes them up.
//!
//! ```text
//! mossa game 1
//! # id: 019a8a3e-5b7c-7d11-9d0e-0d5c0e2f7b11
//! # played: 2026-11-15T21:05:03.123Z
//! # origin: match 019a8a3e-0000-7000-8000-000000000000 pair 7
//! # seed: 5
//! # limits: 100 ms
//! spec: connect:6,7,4
//! ```

use std::fmt::Write;

use mossa_kernel::one_line;
use mossa_store::{NewGame, Origin, StoredGame, Summary, Uuid};

use crate::{
    dates::{self, Edge},
    keeping,
};

/// The text of a game with its comments.
pub fn write(game: &StoredGame) -> String {
    let Summary { id, played, origin, seed, limits, .. } = &game.summary;
    let (header, rest) = game.text.split_once('\n').unwrap_or((&game.text, ""));
    let mut text = format!("{header}\n# id: {id}\n# played: {}\n", dates::exact(*played));
    let origin = match origin {
        Origin::Match { id, pair } => format!("match {id} pair {pair}"),
        origin => origin.name().to_owned(),
    };
    let seed = seed.map_or(String::new(), |seed| format!("# seed: {seed}\n"));
    let limits =
        if limits.is_empty() { String::new() } else { format!("# limits: {}\n", one_line(limits)) };
    write!(text, "# origin: {origin}\n{seed}{limits}{rest}").expect("a string takes any text");
    text
}

/// What comments say. Those that say nothing we understand are comments like any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub id: Option<Uuid>,
    played: Option<i64>,
    origin: Option<Origin>,
    seed: Option<u64>,
    limits: Option<String>,
}

impl Head {
    /// Reads the comments of a record.
    pub fn read(text: &str) -> Self {
        let mut head = Self { id: None, played: None, origin: None, seed: None, limits: None };
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("# ")) {
            let Some((name, value)) = line.split_once(": ") else { continue };
            match name {
                "id" => head.id = value.parse().ok(),
                "played" => head.played = dates::read(value, Edge::Begin, 0).ok(),
                "origin" => head.origin = read_origin(value),
                "seed" => head.seed = value.parse().ok(),
                "limits" => head.limits = Some(value.to_owned()),
                _ => {}
            }
        }
        head
    }

    /// The game to be stored; one without an id gets a new one.
    pub fn with(self, record: mossa_games::Record) -> NewGame {
        NewGame {
            id: self.id.unwrap_or_else(NewGame::new_id),
            record,
            played: self.played.unwrap_or_else(keeping::now),
            origin: self.origin.unwrap_or(Origin::Import),
            seed: self.seed,
            limits: self.limits.unwrap_or_default(),
            lessons: Vec::new(),
        }
    }
}

fn read_origin(text: &str) -> Option<Origin> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["play"] => Some(Origin::Play),
        ["match", id, "pair", pair] => {
            Some(Origin::Match { id: id.parse().ok()?, pair: pair.parse().ok()? })
        }
        _ => None,
    }
}
