//! Keeping games: where they go, and a keeper that never gets in the way of a game.

use std::{
    collections::VecDeque,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use mossa_games::{GameSpec, Record};
use mossa_kernel::Memory;
use mossa_players::{PlayerSpec, lessons};
use mossa_store::{Lore, NewGame, Origin, Store, StoreError, Ticket, data_folder};

use crate::{failure::Failure, interrupt::Interrupt};

/// Where games are kept.
#[derive(Clone, Debug, clap::Args)]
pub struct Data {
    /// The folder in which games are kept; unless said otherwise the one that MOSSA_DATA_DIR names,
    /// or the user's own for data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Data {
    /// The folder.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        Ok(data_folder(self.data.as_deref())?)
    }
}

/// Whether games are kept, and where.
#[derive(Clone, Debug, clap::Args)]
pub struct Keeping {
    #[command(flatten)]
    data: Data,

    /// Keep no games
    #[arg(long, conflicts_with = "data")]
    no_store: bool,
}

/// Somebody who stores finished games. What cannot be stored is told once, and the games go on.
pub struct Keeper {
    store: Option<Store>,
    tickets: VecDeque<Ticket>,
    failures: u64,
    /// What players remember of games, where any of them learns.
    memory: Option<Arc<dyn Memory>>,
}

impl Keeper {
    /// A keeper that stores as was said, or one that does nothing where that is impossible.
    pub fn open(keeping: &Keeping, interrupt: &Interrupt) -> Self {
        let mut keeper = Self { store: None, tickets: VecDeque::new(), failures: 0, memory: None };
        if keeping.no_store {
            return keeper;
        }
        let folder = data_folder(keeping.data.data.as_deref());
        match folder.and_then(|folder| Store::open(&folder)) {
            Ok(store) => {
                interrupt.before_end(store.flusher());
                keeper.store = Some(store);
            }
            Err(error) => warn("finished games are not kept", &error),
        }
        keeper
    }

    /// Whether there is a store at all.
    pub fn has_store(&self) -> bool {
        self.store.is_some()
    }

    /// What players remember of games, if any of them learns and there is a store to learn from.
    pub fn memory(&mut self, spec: &GameSpec, players: &[PlayerSpec]) -> Option<Arc<dyn Memory>> {
        if !players.iter().any(PlayerSpec::has_experience) {
            return None;
        }
        match &self.store {
            Some(store) => self.memory = remember(store.file().parent()?, spec),
            None => say("note: there is no experience where no games are kept"),
        }
        self.memory.clone()
    }

    /// Keeps a game that has ended just now.
    pub fn keep(&mut self, record: Record, origin: Origin, seed: u64, limits: String) {
        let Some(store) = &self.store else { return };
        let id = NewGame::new_id();
        let lessons = self.memory.as_ref().map(|memory| lessons(&record, memory.as_ref()));
        let lessons = lessons.unwrap_or_default();
        let game = NewGame { id, record, played: now(), origin, seed: Some(seed), limits, lessons };
        let ticket = store.add(game);
        if self.memory.is_some() {
            // Whoever learns must know all of this before the next game.
            let answer = ticket.wait();
            return self.note(answer);
        }
        self.tickets.push_back(ticket);
        while let Some(answer) = self.tickets.front().and_then(Ticket::poll) {
            self.tickets.pop_front();
            self.note(answer);
        }
    }

    /// Waits until all games are stored, and tells how many are not.
    pub fn finish(mut self) {
        for ticket in std::mem::take(&mut self.tickets) {
            self.note(ticket.wait());
        }
        if self.failures > 1 {
            say(&format!("note: {} games were not kept", self.failures));
        }
    }

    fn note(&mut self, answer: Result<i64, StoreError>) {
        if let Err(error) = answer {
            if self.failures == 0 {
                warn("a finished game was not kept", &error);
            }
            self.failures += 1;
        }
    }
}

fn warn(what: &str, error: &StoreError) {
    say(&format!("note: {what}: {error}\nhint: {}", error.advice()));
}

fn say(text: &str) {
    // What cannot be told on the side does not stop the game.
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// What the store in a folder remembers of a game.
pub fn remember(folder: &Path, spec: &GameSpec) -> Option<Arc<dyn Memory>> {
    match Lore::open(folder, spec.to_string()) {
        Ok(lore) => lore.map(|lore| Arc::new(lore) as Arc<dyn Memory>),
        Err(error) => {
            warn("nothing can be remembered", &error);
            None
        }
    }
}

/// Milliseconds since the beginning of 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
