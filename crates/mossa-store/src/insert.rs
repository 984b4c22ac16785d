//! How a game gets into the tables.

use mossa_kernel::{GameResult, Side};
use rusqlite::{Connection, OptionalExtension, Result, Statement, named_params, params};

use crate::{NewGame, Origin};

/// The statements that storing needs, made ready once for many games.
pub struct Insert<'c> {
    game: Statement<'c>,
    record: Statement<'c>,
    find_game: Statement<'c>,
    find_same: Statement<'c>,
    lesson: Statement<'c>,
    specs: Names<'c>,
    players: Names<'c>,
    matches: Names<'c>,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// Its number.
    pub number: i64,
    /// Whether it was not there before.
    pub is_new: bool,
}

impl<'c> Insert<'c> {
    pub fn new(connection: &'c Connection) -> Result<Self> {
        Ok(Self {
            game: connection.prepare(
                "INSERT INTO games (id, spec, first, second, winner, reason, moves, played, origin,
                     match, pair, seed, limits, content)
                 VALUES (:id, :spec, :first, :second, :winner, :reason, :moves, :played, :origin,
                     :match, :pair, :seed, :limits, :content)",
            )?,
            record: connection.prepare("INSERT INTO records (game, text) VALUES (?1, ?2)")?,
            find_game: connection.prepare(
                "SELECT number, text = ?2 FROM games JOIN records ON game = number WHERE id = ?1",
            )?,
            find_same: connection.prepare(
                "SELECT count(*) FROM games JOIN records ON game = number
                 WHERE content = ?1 AND text = ?2",
            )?,
            lesson: connection.prepare(
                "INSERT INTO experience VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT DO UPDATE SET wins = wins + excluded.wins,
                     draws = draws + excluded.draws, losses = losses + excluded.losses,
                     blamed = blamed + excluded.blamed, last = max(last, excluded.last)",
            )?,
            specs: Names::new(connection, "specs", "spec")?,
            players: Names::new(connection, "players", "name")?,
            matches: Names::new(connection, "matches", "id")?,
        })
    }

    /// Stores a game, unless there is one with its id.
    pub fn add(&mut self, game: &NewGame) -> Result<Inserted> {
        let text = game.record.to_string();
        match self.find(game, &text)? {
            Some((number, _)) => Ok(Inserted { number, is_new: false }),
            None => self.insert(game, &text),
        }
    }

    /// Stores a game that was read somewhere, unless it is known.
    ///
    /// It is known if there is one with its id and the same record, or if there are already as many
    /// games with the same record, to the letter and the millisecond, as `occurrence` says there
    /// must be. An id alone proves nothing: people edit files.
    pub fn take_in(
        &mut self,
        game: &NewGame,
        has_id: bool,
        mut occurrence: impl FnMut(i64) -> i64,
    ) -> Result<bool> {
        let text = game.record.to_string();
        let found = self.find(game, &text)?;
        if has_id {
            match found {
                Some((_, true)) => return Ok(false),
                None => return self.insert(game, &text).map(|inserted| inserted.is_new),
                Some((_, false)) => {}
            }
        }
        let same: i64 = self.find_same.query_row(params![hash(&text), text], |row| row.get(0))?;
        if same >= occurrence(hash(&text)) {
            return Ok(false);
        }
        let game = NewGame { id: NewGame::new_id(), ..game.clone() };
        self.insert(&game, &text).map(|inserted| inserted.is_new)
    }

    /// The number of the game with this id, and whether its record is this one.
    fn find(&mut self, game: &NewGame, text: &str) -> Result<Option<(i64, bool)>> {
        let found = self
            .find_game
            .query_row(params![game.id.as_bytes(), text], |row| Ok((row.get(0)?, row.get(1)?)));
        found.optional()
    }

    fn insert(&mut self, game: &NewGame, text: &str) -> Result<Inserted> {
        let record = &game.record;
        let [first, second] = &record.players;
        let (in_match, pair) = match game.origin {
            Origin::Match { id, pair } => {
                (Some(self.matches.number(id.as_bytes())?), Some(pair.cast_signed()))
            }
            Origin::Play | Origin::Import => (None, None),
        };
        let winner = record.outcome.map(|outcome| match outcome.winner {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        });
        let spec = self.specs.number(record.spec.to_string())?;
        let number = self.game.insert(named_params! {
            ":id": game.id.as_bytes(),
            ":spec": spec,
            ":first": self.players.number(first)?,
            ":second": self.players.number(second)?,
            ":winner": winner,
            ":reason": record.outcome.map(|outcome| outcome.reason.name()),
            ":moves": record.moves.len() as u32,
            ":played": game.played,
            ":origin": game.origin.name(),
            ":match": in_match,
            ":pair": pair,
            ":seed": game.seed.map(u64::cast_signed),
            ":limits": game.limits,
            ":content": hash(text),
        })?;
        self.record.execute(params![number, text])?;
        self.learn(game, spec)?;
        Ok(Inserted { number, is_new: true })
    }

    fn learn(&mut self, game: &NewGame, spec: i64) -> Result<()> {
        for lesson in &game.lessons {
            let is = |result| i64::from(lesson.result == result);
            self.lesson.execute(params![
                spec,
                lesson.spot.key.cast_signed(),
                lesson.spot.guard.cast_signed(),
                lesson.mv.0,
                is(GameResult::Win),
                is(GameResult::Draw),
                is(GameResult::Loss),
                lesson.blame.cast_signed(),
                game.played,
            ])?;
        }
        Ok(())
    }
}

/// A table that gives numbers to names.
struct Names<'c> {
    find: Statement<'c>,
    add: Statement<'c>,
}

impl<'c> Names<'c> {
    fn new(connection: &'c Connection, table: &str, column: &str) -> Result<Self> {
        Ok(Self {
            find: connection.prepare(&format!("SELECT number FROM {table} WHERE {column} = ?1"))?,
            add: connection.prepare(&format!("INSERT INTO {table} ({column}) VALUES (?1)"))?,
        })
    }

    /// The number of a name, old or new.
    fn number(&mut self, name: impl rusqlite::ToSql) -> Result<i64> {
        let known = self.find.query_row([&name], |row| row.get(0)).optional()?;
        known.map_or_else(|| self.add.insert([&name]), Ok)
    }
}

/// A number that finds a text again, on every machine and in every version: FNV-1a.
fn hash(text: &str) -> i64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0100_0000_01b3;
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(FACTOR);
    text.bytes().fold(START, add).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_in_the_books() {
        assert_eq!(hash("").cast_unsigned(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("foobar").cast_unsigned(), 0x8594_4171_f739_67e8);
    }
}
