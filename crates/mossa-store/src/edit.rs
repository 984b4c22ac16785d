//! Taking games in from elsewhere, and taking some out.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, TransactionBehavior, params_from_iter};

use crate::{Filter, NewGame, StoreError, file_in, insert::Insert, schema};

/// A connection for somebody who changes what is stored.
pub struct Editor {
    connection: Connection,
    file: PathBuf,
    /// How often each record, by its hash, came from the source at hand.
    seen: HashMap<i64, i64>,
}

/// What became of games that were taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// These are new.
    pub new: u64,
    /// These were there already.
    pub known: u64,
}

impl Editor {
    /// Opens the store in a folder, and makes one where there is none.
    ///
    /// # Errors
    /// Says why nothing can be stored there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let file = file_in(folder);
        Ok(Self { connection: schema::open_to_write(&file)?, file, seen: HashMap::new() })
    }

    /// From here on games come from another source: a record that comes twice from one source is
    /// two games, and one that comes once from each of two sources is one.
    pub fn begin_source(&mut self) {
        self.seen.clear();
    }

    /// Takes games in, all or none; with each goes whether its source said its id.
    ///
    /// A game is known if its id is, with the same record. Where the source said no id, or one of
    /// another game, it is known if the store has as many games with this very record, to the
    /// letter and the millisecond, as have come from this source by now.
    ///
    /// # Errors
    /// Says why they cannot be stored.
    pub fn take_in(&mut self, games: &[(NewGame, bool)]) -> Result<Taken, StoreError> {
        let seen = &mut self.seen;
        let taken = (|| {
            let transaction =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut insert = Insert::new(&transaction)?;
            let mut taken = Taken::default();
            for (game, has_id) in games {
                let is_new = insert.take_in(game, *has_id, |hash| {
                    let count = seen.entry(hash).or_default();
                    *count += 1;
                    *count
                })?;
                *(if is_new { &mut taken.new } else { &mut taken.known }) += 1;
            }
            drop(insert);
            transaction.commit()?;
            Ok(taken)
        })();
        taken.map_err(|error| StoreError::new(&error, &self.file))
    }

    /// Forgets what games of a spec taught, or all of it, and returns about how many moves.
    ///
    /// # Errors
    /// Says why it is still known.
    pub fn forget(&mut self, spec: Option<&str>) -> Result<u64, StoreError> {
        let sql = "DELETE FROM experience
                   WHERE ?1 IS NULL OR spec = (SELECT number FROM specs WHERE spec = ?1)";
        let count = self.connection.execute(sql, [spec]);
        count.map(|count| count as u64).map_err(|error| StoreError::new(&error, &self.file))
    }

    /// Takes out all games that pass the filter, and returns how many they were.
    ///
    /// # Errors
    /// Says why they are still there.
    pub fn delete(&mut self, filter: &Filter) -> Result<u64, StoreError> {
        let (condition, values) = filter.sql();
        let sql = format!("DELETE FROM games WHERE {condition}");
        let count = self.connection.execute(&sql, params_from_iter(values));
        count.map(|count| count as u64).map_err(|error| StoreError::new(&error, &self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Finish,
        store::tests::{all, folder, game},
    };

    #[test]
    fn the_same_game_is_taken_in_once() {
        let folder = folder("once");
        let mut editor = Editor::open(&folder).unwrap();
        let anonymous = |seed| (game(seed, "a1 b2"), false);
        let file = [anonymous(1), anonymous(2), anonymous(1)];
        assert_eq!(editor.take_in(&file), Ok(Taken { new: 3, known: 0 }), "twice in a file is two");
        for _ in 0..2 {
            editor.begin_source();
            assert_eq!(editor.take_in(&file), Ok(Taken { new: 0, known: 3 }));
        }
        editor.begin_source();
        let longer = [anonymous(1), anonymous(1), anonymous(1)];
        assert_eq!(editor.take_in(&longer), Ok(Taken { new: 1, known: 2 }));
        assert_eq!(all(&folder).len(), 4);
    }

    #[test]
    fn ids_are_kept_and_believed_only_with_their_record() {
        let folder = folder("ids");
        let mut editor = Editor::open(&folder).unwrap();
        let named = game(1, "a1 b2");
        assert_eq!(editor.take_in(&[(named.clone(), true)]), Ok(Taken { new: 1, known: 0 }));
        assert_eq!(editor.take_in(&[(named.clone(), true)]), Ok(Taken { new: 0, known: 1 }));
        assert_eq!(all(&folder)[0].id, named.id);
        // Somebody changed the moves in the file and left the id.
        let edited = NewGame { id: named.id, ..game(1, "a1 c3") };
        assert_eq!(editor.take_in(&[(edited.clone(), true)]), Ok(Taken { new: 1, known: 0 }));
        editor.begin_source();
        assert_eq!(editor.take_in(&[(edited, true)]), Ok(Taken { new: 0, known: 1 }));
        // The same game again without its id, as from a file that `save` wrote.
        editor.begin_source();
        assert_eq!(editor.take_in(&[(named, false)]), Ok(Taken { new: 0, known: 1 }));
    }

    #[test]
    fn what_is_deleted_is_gone_with_its_record() {
        let folder = folder("deleted");
        let mut editor = Editor::open(&folder).unwrap();
        let games = [(game(1, "a1 b1 a2 b2 a3"), true), (game(2, "a1"), true)];
        editor.take_in(&games).unwrap();
        let finish = Some(Finish::WonBy("human".to_owned()));
        assert_eq!(editor.delete(&Filter { finish, ..Filter::default() }), Ok(1));
        let left = all(&folder);
        assert_eq!((left.len(), left[0].number), (1, 2));
        let records: i64 = editor
            .connection
            .query_row("SELECT count(*) FROM records", [], |row| row.get(0))
            .unwrap();
        assert_eq!(records, 1);
        // Numbers are never given twice.
        editor.take_in(&[(game(3, "a1"), true)]).unwrap();
        assert_eq!(editor.delete(&Filter { number: Some(3), ..Filter::default() }), Ok(1));
        editor.take_in(&[(game(4, "a1"), true)]).unwrap();
        assert_eq!(all(&folder).last().map(|game| game.number), Some(4));
    }
}
