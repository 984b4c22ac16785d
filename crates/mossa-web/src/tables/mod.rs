//! Games being played: who sits where, whose clock runs, and everybody who watches.
//!
//! A table lives in memory and in a small file, written anew after each move: a server that is killed
//! goes on where it was. A finished game is stored for good, and its file is gone.

mod bots;
mod keep;
mod orders;
mod state;
mod table;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use mossa_games::Record;
use mossa_players::lessons;
use mossa_store::{NewGame, Origin};

pub use orders::{create, events, give_up, look, play, show, take_back};
pub use state::StateJson;
use table::{Seat, Table};

use crate::{Shared, refusal::Refusal};

/// At most so many games at once.
const MOST_TABLES: usize = 2_000;

/// A game that nobody has looked at for so long makes room for another.
const FORGOTTEN: Duration = Duration::from_hours(24);

/// All games being played.
pub struct Tables {
    open: Mutex<HashMap<String, Seen>>,
    folder: Option<PathBuf>,
}

/// A table, and when somebody last came to it.
struct Seen {
    table: Arc<Table>,
    last: Instant,
}

impl Tables {
    /// The tables whose files are in a folder.
    pub fn open(folder: Option<PathBuf>) -> Self {
        let kept = folder.as_deref().map(keep::read_all).unwrap_or_default();
        let open = kept.into_iter().map(|table| {
            (table.id().to_owned(), Seen { table: Arc::new(table), last: Instant::now() })
        });
        Self { open: Mutex::new(open.collect()), folder }
    }

    /// The table with this id.
    pub fn find(&self, id: &str) -> Result<Arc<Table>, Refusal> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = open.get_mut(id).ok_or_else(|| Refusal::missing("there is no such game"))?;
        seen.last = Instant::now();
        Ok(seen.table.clone())
    }

    /// All of them, those looked at last first.
    pub fn all(&self) -> Vec<Arc<Table>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<(Instant, Arc<Table>)> =
            open.values().map(|seen| (seen.last, seen.table.clone())).collect();
        all.sort_by_key(|(last, _)| std::cmp::Reverse(*last));
        all.into_iter().map(|(_, table)| table).collect()
    }

    fn add(&self, table: Table) -> Result<Arc<Table>, Refusal> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST_TABLES {
            let gone: Vec<String> = open
                .iter()
                .filter(|(_, seen)| seen.table.is_over() || seen.last.elapsed() > FORGOTTEN)
                .map(|(id, _)| id.clone())
                .collect();
            for id in &gone {
                open.remove(id);
            }
        }
        if open.len() >= MOST_TABLES {
            return Err(Refusal::busy());
        }
        let table = Arc::new(table);
        let seen = Seen { table: table.clone(), last: Instant::now() };
        open.insert(table.id().to_owned(), seen);
        Ok(table)
    }

    /// Writes a table's file, or takes it away when the game is over.
    fn keep(&self, table: &Table) {
        if let Some(folder) = &self.folder {
            keep::write(folder, table);
        }
    }
}

/// What follows a change: it is kept, everybody is told, and a bot may be to move.
pub fn changed(app: &Shared, table: &Arc<Table>) {
    if let Some(finished) = table.take_finished() {
        store(app, table, finished);
    }
    app.tables.keep(table);
    table.tell();
    bots::let_bot_move(app, table);
    bots::watch_clock(app, table);
}

/// Goes on with the games that were being played when the server ended.
pub fn go_on(app: &Shared) {
    for table in app.tables.all() {
        bots::let_bot_move(app, &table);
        bots::watch_clock(app, &table);
    }
}

/// Hands a finished game to the store, with what it teaches if somebody learns from it.
fn store(app: &Shared, table: &Table, record: Record) {
    if app.store.is_none() {
        return;
    }
    let learns = |seat: &Seat| matches!(seat, Seat::Bot(player) if player.has_experience());
    let is_learned = table.lock().seats.iter().any(learns);
    let app = app.clone();
    // Whoever looks for the one to blame may take a while.
    tokio::task::spawn_blocking(move || {
        let memory = is_learned.then(|| bots::remember(&app, &record.spec)).flatten();
        let lessons = memory.map(|memory| lessons(&record, memory.as_ref())).unwrap_or_default();
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let game = NewGame {
            id: NewGame::new_id(),
            record,
            played: since.map_or(0, |since| since.as_millis() as i64),
            origin: Origin::Play,
            seed: None,
            limits: String::new(),
            lessons,
        };
        // The writer thread has it from here; a store that fails says so when it is opened again.
        let _ = app.store.as_ref().map(|store| store.add(game));
    });
}
