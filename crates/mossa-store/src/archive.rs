//! Reading what is stored.

use std::path::{Path, PathBuf};

use mossa_kernel::Side;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};
use uuid::Uuid;

use crate::{Filter, Order, Origin, StoreError, StoredGame, Summary, file_in, schema};

/// A look at what is stored, which changes nothing.
#[derive(Debug)]
pub struct Archive {
    pub(crate) connection: Connection,
    file: PathBuf,
}

/// The result of a finished game: what a ranking needs to know. Names are numbers here, those of
/// [`Archive::specs`] and [`Archive::players`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which game.
    pub spec: i64,
    /// Who moved first.
    pub first: i64,
    /// Who moved second.
    pub second: i64,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// The match and the pair in it that the game belongs to.
    pub pair: Option<(i64, i64)>,
}

impl Archive {
    /// Opens the store in a folder; `None` where there is none.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn open(folder: &Path) -> Result<Option<Self>, StoreError> {
        let file = file_in(folder);
        let connection = schema::open_to_read(&file)?;
        Ok(connection.map(|connection| Self { connection, file }))
    }

    /// The games that pass the filter, at most `limit` of them.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn list(
        &self,
        filter: &Filter,
        order: Order,
        limit: Option<u64>,
    ) -> Result<Vec<Summary>, StoreError> {
        let mut summaries = Vec::new();
        self.each(filter, order, limit, "NULL", |summary, _| summaries.push(summary))?;
        Ok(summaries)
    }

    /// Shows each game that passes the filter to `visit`, with its record. One that refuses ends
    /// it; it returns how many it has seen.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn each_game<E>(
        &self,
        filter: &Filter,
        order: Order,
        limit: Option<u64>,
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<Result<u64, E>, StoreError> {
        let mut seen = Ok(0);
        self.each(filter, order, limit, "records.text", |summary, text| {
            if let Ok(count) = seen {
                let text = text.unwrap_or_default();
                seen = visit(StoredGame { summary, text }).map(|()| count + 1);
            }
        })?;
        Ok(seen)
    }

    fn each(
        &self,
        filter: &Filter,
        order: Order,
        limit: Option<u64>,
        text: &str,
        mut visit: impl FnMut(Summary, Option<String>),
    ) -> Result<(), StoreError> {
        let (condition, mut values) = filter.sql();
        let limit = limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        values.push(limit.into());
        let join = if text == "NULL" { "" } else { "JOIN records ON records.game = games.number" };
        let sql = format!(
            "SELECT games.number, games.id, specs.spec, one.name, other.name, games.winner,
                 games.reason, games.moves, games.played, games.origin, matches.id, games.pair,
                 games.seed, games.limits, {text}
             FROM games
                 JOIN specs ON specs.number = games.spec
                 JOIN players AS one ON one.number = games.first
                 JOIN players AS other ON other.number = games.second
                 LEFT JOIN matches ON matches.number = games.match
                 {join}
             WHERE {condition} ORDER BY {} LIMIT ?",
            order.sql()
        );
        self.explain((|| {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query(params_from_iter(values))?;
            while let Some(row) = rows.next()? {
                visit(read_summary(row)?, row.get(14)?);
            }
            Ok(())
        })())
    }

    /// How many games pass the filter.
    ///
    /// # Errors
    /// Says why they cannot be counted.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        let (condition, values) = filter.sql();
        let sql = format!("SELECT count(*) FROM games WHERE {condition}");
        let count: Result<i64, _> =
            self.connection.query_row(&sql, params_from_iter(values), |row| row.get(0));
        self.explain(count.map(i64::cast_unsigned))
    }

    /// The game with a number.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn get(&self, number: i64) -> Result<Option<StoredGame>, StoreError> {
        let mut found = None;
        let filter = Filter { number: Some(number), ..Filter::default() };
        self.each(&filter, Order::Newest, None, "records.text", |summary, text| {
            found = Some(StoredGame { summary, text: text.unwrap_or_default() });
        })?;
        Ok(found)
    }

    /// The numbers of the games whose ids begin like this, two of them at most.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn find(&self, id: &str) -> Result<Vec<i64>, StoreError> {
        self.find_in("games", "number", id)
    }

    /// The ids of the matches whose ids begin like this, two of them at most.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn find_match(&self, id: &str) -> Result<Vec<Uuid>, StoreError> {
        let found: Vec<[u8; 16]> = self.find_in("matches", "id", id)?;
        Ok(found.into_iter().map(Uuid::from_bytes).collect())
    }

    /// The match that was begun last.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn last_match(&self) -> Result<Option<Uuid>, StoreError> {
        let sql = "SELECT id FROM matches ORDER BY number DESC LIMIT 1";
        let id = self.connection.query_row(sql, [], |row| row.get(0)).optional();
        self.explain(id).map(|id| id.map(Uuid::from_bytes))
    }

    fn find_in<T: rusqlite::types::FromSql>(
        &self,
        table: &str,
        column: &str,
        id: &str,
    ) -> Result<Vec<T>, StoreError> {
        let digits: String = id.chars().filter(|c| *c != '-').collect();
        if digits.len() > 32 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Ok(Vec::new());
        }
        let bound = |filler: char| -> [u8; 16] {
            let full: String = digits.chars().chain(std::iter::repeat(filler)).take(32).collect();
            u128::from_str_radix(&full, 16).unwrap_or_default().to_be_bytes()
        };
        let sql = format!("SELECT {column} FROM {table} WHERE id BETWEEN ?1 AND ?2 LIMIT 2");
        self.explain((|| {
            let mut statement = self.connection.prepare(&sql)?;
            let found = statement.query_map([bound('0'), bound('f')], |row| row.get(0))?;
            found.collect()
        })())
    }

    /// Shows the result of each finished game that passes the filter to `visit`.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn each_result(
        &self,
        filter: &Filter,
        mut visit: impl FnMut(Played),
    ) -> Result<(), StoreError> {
        let (condition, values) = filter.sql();
        let sql = format!(
            "SELECT spec, first, second, winner, match, pair FROM games
             WHERE winner IS NOT NULL AND {condition}"
        );
        self.explain((|| {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query(params_from_iter(values))?;
            while let Some(row) = rows.next()? {
                visit(Played {
                    spec: row.get(0)?,
                    first: row.get(1)?,
                    second: row.get(2)?,
                    winner: match row.get(3)? {
                        1 => Some(Side::First),
                        2 => Some(Side::Second),
                        _ => None,
                    },
                    pair: row.get::<_, Option<i64>>(4)?.zip(row.get(5)?),
                });
            }
            Ok(())
        })())
    }

    /// All specs with their numbers.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn specs(&self) -> Result<Vec<(i64, String)>, StoreError> {
        self.names("SELECT number, spec FROM specs")
    }

    /// All players with their numbers.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn players(&self) -> Result<Vec<(i64, String)>, StoreError> {
        self.names("SELECT number, name FROM players")
    }

    fn names(&self, sql: &str) -> Result<Vec<(i64, String)>, StoreError> {
        self.explain((|| {
            let mut statement = self.connection.prepare(sql)?;
            let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            names.collect()
        })())
    }

    /// The limits that games of a spec were played under, each once.
    ///
    /// # Errors
    /// Says why they cannot be read.
    pub fn limits(&self, filter: &Filter) -> Result<Vec<String>, StoreError> {
        let (condition, values) = filter.sql();
        let sql = format!("SELECT DISTINCT limits FROM games WHERE {condition} ORDER BY limits");
        self.explain((|| {
            let mut statement = self.connection.prepare(&sql)?;
            let limits = statement.query_map(params_from_iter(values), |row| row.get(0))?;
            limits.collect()
        })())
    }

    /// Looks for damage, page by page and index by index.
    ///
    /// # Errors
    /// Says what is damaged.
    pub fn check(&self) -> Result<(), StoreError> {
        schema::check(&self.connection, &self.file, false)
    }

    pub(crate) fn explain<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::new(&error, &self.file))
    }
}

fn read_summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    let in_match: Option<[u8; 16]> = row.get(10)?;
    let pair: Option<i64> = row.get(11)?;
    let origin: String = row.get(9)?;
    Ok(Summary {
        number: row.get(0)?,
        id: Uuid::from_bytes(row.get(1)?),
        spec: row.get(2)?,
        players: [row.get(3)?, row.get(4)?],
        result: match row.get(5)? {
            None => "unfinished",
            Some(1) => "first",
            Some(2) => "second",
            Some(_) => "draw",
        },
        reason: row.get(6)?,
        moves: row.get(7)?,
        played: row.get(8)?,
        origin: match in_match.zip(pair) {
            Some((id, pair)) => {
                Origin::Match { id: Uuid::from_bytes(id), pair: pair.cast_unsigned() }
            }
            None if origin == Origin::Play.name() => Origin::Play,
            None => Origin::Import,
        },
        seed: row.get::<_, Option<i64>>(12)?.map(i64::cast_unsigned),
        limits: row.get(13)?,
    })
}
