//! What games taught, read back.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use mossa_kernel::{Fingerprint, Memory, Move, Tally};
use rusqlite::Row;

use crate::{Archive, StoreError};

/// What is known about a move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Which game, in canonical form.
    pub spec: String,
    /// Which position.
    pub spot: Fingerprint,
    /// The move in canonical form.
    pub mv: Move,
    /// How games went on.
    pub tally: Tally,
    /// When the last of them ended, in milliseconds since the beginning of 1970, UTC.
    pub last: i64,
}

const COLUMNS: &str = "specs.spec, key, guard, move, wins, draws, losses, blamed, last
    FROM experience JOIN specs ON specs.number = experience.spec";

fn read(row: &Row<'_>) -> rusqlite::Result<Known> {
    let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(Known {
        spec: row.get(0)?,
        spot: Fingerprint { key: number(1)?, guard: number(2)? },
        mv: Move(row.get(3)?),
        tally: Tally {
            wins: number(4)?,
            draws: number(5)?,
            losses: number(6)?,
            blamed: number(7)?,
        },
        last: row.get(8)?,
    })
}

impl Archive {
    /// What is known about the moves of a position.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn recall(&self, spec: &str, spot: Fingerprint) -> Result<Vec<Known>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} WHERE specs.spec = ?1 AND key = ?2 AND guard = ?3 ORDER BY move"
        );
        self.explain((|| {
            let mut statement = self.connection.prepare(&sql)?;
            let spot = [spot.key, spot.guard].map(u64::cast_signed);
            statement.query_map((spec, spot[0], spot[1]), read)?.collect()
        })())
    }

    /// Shows everything that is known, of one spec or of all, to `visit`, until it refuses.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn each_known<E>(
        &self,
        spec: Option<&str>,
        mut visit: impl FnMut(Known) -> Result<(), E>,
    ) -> Result<Result<(), E>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} WHERE ?1 IS NULL OR specs.spec = ?1
             ORDER BY specs.spec, key, guard, move"
        );
        self.explain((|| {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query([spec])?;
            while let Some(row) = rows.next()? {
                if let Err(refusal) = visit(read(row)?) {
                    return Ok(Err(refusal));
                }
            }
            Ok(Ok(()))
        })())
    }

    /// How many positions and how many moves are known, by spec.
    ///
    /// # Errors
    /// Says why they cannot be counted.
    pub fn count_known(&self) -> Result<Vec<(String, u64, u64)>, StoreError> {
        let sql = "SELECT specs.spec, count(*), sum(moves) FROM
                       (SELECT spec, count(*) AS moves FROM experience GROUP BY spec, key, guard) AS e
                       JOIN specs ON specs.number = e.spec
                   GROUP BY specs.spec ORDER BY specs.spec";
        self.explain((|| {
            let mut statement = self.connection.prepare(sql)?;
            let counts = statement.query_map([], |row| {
                let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
                Ok((row.get(0)?, number(1)?, number(2)?))
            })?;
            counts.collect()
        })())
    }
}

/// The memory that a player of one game is handed: it always knows what is stored by now.
#[derive(Debug)]
pub struct Lore {
    archive: Mutex<Archive>,
    spec: String,
}

impl Lore {
    /// What the store in a folder knows about a game; `None` where there is no store.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn open(folder: &Path, spec: String) -> Result<Option<Self>, StoreError> {
        let archive = Archive::open(folder)?;
        Ok(archive.map(|archive| Self { archive: Mutex::new(archive), spec }))
    }
}

impl Memory for Lore {
    fn recall(&self, spot: Fingerprint) -> Vec<(Move, Tally)> {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        // A player that cannot remember just now plays without.
        let known = archive.recall(&self.spec, spot).unwrap_or_default();
        known.into_iter().map(|known| (known.mv, known.tally)).collect()
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{GameResult, Lesson};

    use super::*;
    use crate::{
        Editor, NewGame, Store,
        store::tests::{folder, game},
    };

    #[test]
    fn lessons_are_remembered_as_often_as_their_game() {
        let folder = folder("lessons");
        let spot = Fingerprint { key: u64::MAX, guard: 1 << 63 };
        let lesson = |mv, result, blame| Lesson { spot, mv: Move(mv), result, blame };
        let lessons = vec![lesson(3, GameResult::Loss, 4), lesson(u32::MAX, GameResult::Win, 0)];
        let store = Store::open(&folder).unwrap();
        let taught = NewGame { lessons, ..game(5, "a1") };
        for _ in 0..3 {
            store.add(taught.clone()).wait().unwrap(); // Retried, and still one game.
        }
        let again = NewGame { lessons: vec![lesson(3, GameResult::Draw, 0)], ..game(9, "a1") };
        store.add(again).wait().unwrap();
        let spec = taught.record.spec.to_string();
        let lore = Lore::open(&folder, spec.clone()).unwrap().unwrap();
        let expected = [
            (Move(3), Tally { draws: 1, losses: 1, blamed: 4, ..Tally::default() }),
            (Move(u32::MAX), Tally { wins: 1, ..Tally::default() }),
        ];
        assert_eq!(lore.recall(spot), expected);
        assert_eq!(lore.recall(Fingerprint { guard: 0, ..spot }), [], "the guard is looked at");
        let archive = Archive::open(&folder).unwrap().unwrap();
        assert_eq!(archive.recall(&spec, spot).unwrap()[0].last, 1_009);
        assert_eq!(archive.count_known(), Ok(vec![(spec.clone(), 1, 2)]));
        let mut editor = Editor::open(&folder).unwrap();
        assert_eq!(editor.forget(Some("othello:8x8")), Ok(0));
        assert_eq!(editor.forget(Some(&spec)), Ok(2));
        assert_eq!(lore.recall(spot), []);
        assert_eq!(crate::store::tests::all(&folder).len(), 2, "the games stay");
    }
}
