//! Storing: one thread writes, and puts what comes within a few milliseconds into one transaction.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use rusqlite::{Connection, TransactionBehavior};

use crate::{NewGame, StoreError, file_in, insert::Insert, schema};

/// How long a game may wait for others to share its transaction.
const WINDOW: Duration = Duration::from_millis(50);

/// How many games share one at most.
const LARGEST: usize = 1_000;

/// How many games may wait; whoever brings more waits, too.
const QUEUE: usize = 4_096;

/// A place where games are kept.
///
/// Dropping it waits until all games that were added are written.
pub struct Store {
    jobs: SyncSender<Job>,
    writer: Option<JoinHandle<()>>,
    file: PathBuf,
}

/// A promise that a game will be stored, or that we hear why not.
pub struct Ticket {
    answer: Receiver<Result<i64, StoreError>>,
    jobs: SyncSender<Job>,
}

enum Job {
    Add(Box<NewGame>, SyncSender<Result<i64, StoreError>>),
    /// Somebody waits: what there is should be written now, and this one be told.
    Hurry(Option<SyncSender<()>>),
    End,
}

impl Store {
    /// Opens the store in a folder, and makes one where there is none.
    ///
    /// # Errors
    /// Says why nothing can be stored there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let file = file_in(folder);
        // Left behind by an end that was not clean, or somebody else is at work.
        let is_suspect = fs::metadata(schema::log_of(&file)).is_ok_and(|log| log.len() > 0);
        let connection = schema::open_to_write(&file)?;
        Self::start(connection, file, is_suspect)
    }

    fn start(connection: Connection, file: PathBuf, is_suspect: bool) -> Result<Self, StoreError> {
        let (jobs, received) = mpsc::sync_channel(QUEUE);
        let mut writer =
            Writer { connection, file: file.clone(), jobs: received, trouble: None, hurried: None };
        let work = move || {
            if is_suspect {
                // Here, where nobody waits for it: it takes a second for a million games.
                writer.trouble = schema::check(&writer.connection, &writer.file, true).err();
            }
            writer.work();
        };
        let thread = std::thread::Builder::new().name("store".to_owned()).spawn(work);
        let writer = thread.map_err(|error| StoreError::Other {
            file: file.clone(),
            problem: error.to_string(),
        })?;
        Ok(Self { jobs, writer: Some(writer), file })
    }

    /// Where the games are.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Hands over a game. It is stored when the ticket says so, and no sooner. One whose id is
    /// known is stored already.
    pub fn add(&self, game: NewGame) -> Ticket {
        let (reply, answer) = mpsc::sync_channel(1);
        // Should the writer be gone, the ticket will tell.
        let _ = self.jobs.send(Job::Add(Box::new(game), reply));
        Ticket { answer, jobs: self.jobs.clone() }
    }

    /// Something that waits until all games added so far are written, from any thread, but no
    /// longer than a while: for a program that is about to end.
    pub fn flusher(&self) -> impl Fn() + Send + Sync + use<> {
        /// How long somebody who pressed Ctrl-C waits without wondering.
        const LONGEST: Duration = Duration::from_secs(2);
        let jobs = self.jobs.clone();
        move || {
            let (reply, answer) = mpsc::sync_channel(1);
            if jobs.send(Job::Hurry(Some(reply))).is_ok() {
                let _ = answer.recv_timeout(LONGEST);
            }
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.jobs.send(Job::End);
        if let Some(writer) = self.writer.take() {
            // A writer that failed has told its tickets.
            let _ = writer.join();
        }
    }
}

impl Ticket {
    /// Waits until the game is on the disk, and returns its number there.
    ///
    /// # Errors
    /// Says why it is not.
    pub fn wait(self) -> Result<i64, StoreError> {
        if let Some(answer) = self.poll() {
            return answer;
        }
        // Where the queue is full, the writer is in a hurry anyway.
        let _ = self.jobs.try_send(Job::Hurry(None));
        self.answer.recv().unwrap_or(Err(StoreError::Gone))
    }

    /// As [`wait`](Self::wait), if it is known by now; once.
    pub fn poll(&self) -> Option<Result<i64, StoreError>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(StoreError::Gone)),
        }
    }
}

/// A game that waits to be written, and who is to be told.
type Waiting = (Box<NewGame>, SyncSender<Result<i64, StoreError>>);

struct Writer {
    connection: Connection,
    file: PathBuf,
    jobs: Receiver<Job>,
    /// What is wrong with the file; nothing is written to it then.
    trouble: Option<StoreError>,
    /// Who is to be told when the games at hand are written.
    hurried: Option<SyncSender<()>>,
}

fn tell(waiting: &SyncSender<()>) {
    // Whoever waited has gone on without us.
    let _ = waiting.send(());
}

impl Writer {
    fn work(mut self) {
        let mut goes_on = true;
        while goes_on {
            let batch;
            (batch, goes_on) = self.collect();
            if batch.is_empty() {
                continue;
            }
            let numbers = match &self.trouble {
                Some(trouble) => Err(trouble.clone()),
                None => write(&mut self.connection, &batch)
                    .map_err(|error| StoreError::new(&error, &self.file)),
            };
            for (index, (_, reply)) in batch.iter().enumerate() {
                // Whoever threw the ticket away does not want to know.
                let _ = reply.send(numbers.as_ref().map(|n| n[index]).map_err(Clone::clone));
            }
            self.hurried.take().as_ref().inspect(|waiting| tell(waiting));
        }
    }

    /// The games of the next transaction, and whether there may be more after them.
    fn collect(&mut self) -> (Vec<Waiting>, bool) {
        let mut batch = Vec::new();
        match self.jobs.recv() {
            Ok(Job::Add(game, reply)) => batch.push((game, reply)),
            Ok(Job::Hurry(reply)) => {
                reply.as_ref().inspect(|waiting| tell(waiting));
                return (batch, true);
            }
            Ok(Job::End) | Err(_) => return (batch, false),
        }
        let deadline = Instant::now() + WINDOW;
        while batch.len() < LARGEST {
            match self.jobs.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Job::Add(game, reply)) => batch.push((game, reply)),
                Ok(Job::Hurry(reply)) => {
                    self.hurried = reply;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => break,
                Ok(Job::End) | Err(RecvTimeoutError::Disconnected) => return (batch, false),
            }
        }
        (batch, true)
    }
}

/// Writes all games or none, and returns their numbers once they are on the disk.
fn write(connection: &mut Connection, batch: &[Waiting]) -> rusqlite::Result<Vec<i64>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut insert = Insert::new(&transaction)?;
    let numbers: rusqlite::Result<Vec<i64>> =
        batch.iter().map(|(game, _)| Ok(insert.add(game)?.number)).collect();
    drop(insert);
    let numbers = numbers?;
    transaction.commit()?;
    Ok(numbers)
}

#[cfg(test)]
pub(crate) mod tests {
    use mossa_games::{GameSpec, Played, Record};
    use mossa_kernel::{GameResult, Value};

    use super::*;
    use crate::{Archive, Filter, Order, Origin};

    /// An empty folder of a test's own.
    pub(crate) fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("mossa-store-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A game of tic-tac-toe, told from others by its seed.
    pub(crate) fn game(seed: u64, moves: &str) -> NewGame {
        let spec: GameSpec = "tictactoe".parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let moves = game.history().iter().map(|&mv| Played {
            mv,
            milliseconds: Some(seed),
            value: Some(Value::exact(GameResult::Draw, None)),
        });
        let record = Record {
            spec,
            start: None,
            players: ["human".to_owned(), "engine:threads=2".to_owned()],
            outcome: game.outcome(),
            moves: moves.collect(),
        };
        let (played, origin, limits) =
            (1_000 + seed.cast_signed(), Origin::Play, "100 ms".to_owned());
        NewGame {
            id: NewGame::new_id(),
            record,
            played,
            origin,
            seed: Some(seed),
            limits,
            lessons: Vec::new(),
        }
    }

    pub(crate) fn all(folder: &Path) -> Vec<crate::Summary> {
        let archive = Archive::open(folder).unwrap().unwrap();
        archive.list(&Filter::default(), Order::Oldest, None).unwrap()
    }

    #[test]
    fn what_is_stored_is_read_back() {
        let folder = folder("read_back");
        let store = Store::open(&folder).unwrap();
        let id = NewGame::new_id();
        let of_a_match = Origin::Match { id, pair: 7 };
        let games = [
            game(u64::MAX, "a1 b1 a2 b2 a3"),
            NewGame { origin: of_a_match, seed: None, ..game(2, "a1 b1 a2") },
        ];
        let numbers: Vec<i64> =
            games.iter().map(|g| store.add(g.clone()).wait().unwrap()).collect();
        let archive = Archive::open(&folder).unwrap().unwrap();
        for (game, &number) in games.iter().zip(&numbers) {
            let stored = archive.get(number).unwrap().unwrap();
            assert_eq!(stored.record().unwrap(), game.record);
            assert_eq!((stored.summary.id, stored.summary.played), (game.id, game.played));
            assert_eq!((stored.summary.origin, stored.summary.seed), (game.origin, game.seed));
            assert_eq!(stored.summary.limits, game.limits);
            assert_eq!(archive.find(&game.id.to_string()[..34]).unwrap(), [number]);
        }
        assert_eq!(archive.get(99).unwrap(), None);
    }

    #[test]
    fn a_retried_write_is_no_duplicate() {
        let folder = folder("retried");
        let store = Store::open(&folder).unwrap();
        let game = game(1, "a1");
        let tickets: Vec<Ticket> = (0..3).map(|_| store.add(game.clone())).collect();
        let numbers: Vec<i64> = tickets.into_iter().map(|ticket| ticket.wait().unwrap()).collect();
        assert_eq!(numbers, [1, 1, 1]);
        assert_eq!(store.add(game).wait(), Ok(1));
        assert_eq!(all(&folder).len(), 1);
    }

    #[test]
    fn dropping_the_store_writes_what_waits() {
        let folder = folder("dropped");
        let store = Store::open(&folder).unwrap();
        let tickets: Vec<Ticket> = (0..50).map(|seed| store.add(game(seed, "a1 b2"))).collect();
        drop(store);
        assert!(tickets.into_iter().all(|ticket| ticket.wait().is_ok()));
        assert_eq!(all(&folder).len(), 50);
    }

    #[test]
    fn flushing_waits_for_what_was_added() {
        let folder = folder("flushed");
        let store = Store::open(&folder).unwrap();
        let flush = store.flusher();
        flush();
        let ticket = store.add(game(1, "a1"));
        flush();
        assert_eq!(ticket.poll(), Some(Ok(1)));
        drop(store);
        flush(); // Nobody is left, and nobody waits.
    }

    #[test]
    fn many_write_at_once() {
        let folder = folder("many");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let store = Store::open(&folder).unwrap();
                    for seed in 0..25 {
                        store.add(game(seed, "a1 b2")).wait().unwrap();
                    }
                });
            }
        });
        assert_eq!(all(&folder).len(), 100);
    }

    #[test]
    fn a_full_disk_loses_only_what_was_not_reported() {
        let folder = folder("full");
        let file = file_in(&folder);
        let connection = schema::open_to_write(&file).unwrap();
        connection.pragma_update(None, "max_page_count", 35).unwrap();
        let store = Store::start(connection, file.clone(), false).unwrap();
        let results: Vec<_> =
            (0..400).map(|seed| store.add(game(seed, "a1 b1 a2 b2 a3")).wait()).collect();
        let stored = results.iter().filter(|result| result.is_ok()).count();
        assert!((1..400).contains(&stored), "{stored}");
        assert_eq!(results.last(), Some(&Err(StoreError::Full { file: file.clone() })));
        drop(store);
        assert_eq!(all(&folder).len(), stored);
        // With room again, it goes on as if nothing had been.
        let store = Store::open(&folder).unwrap();
        assert!(store.add(game(1_000, "a1")).wait().is_ok());
        drop(store);
        assert!(Archive::open(&folder).unwrap().unwrap().check().is_ok());
    }

    #[test]
    fn a_damaged_store_is_not_written_to() {
        let folder = folder("damaged");
        let store = Store::open(&folder).unwrap();
        (0..200).for_each(|seed| drop(store.add(game(seed, "a1 b1 a2 b2 a3"))));
        drop(store);
        let file = file_in(&folder);
        let mut bytes = fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 8_192].fill(0xA5);
        fs::write(&file, &bytes).unwrap();
        assert!(Archive::open(&folder).unwrap().unwrap().check().is_err());
        // As after an end that was not clean.
        let store =
            Store::start(schema::open_to_write(&file).unwrap(), file.clone(), true).unwrap();
        let refusal = store.add(game(1_000, "a1")).wait().unwrap_err();
        assert!(matches!(refusal, StoreError::Damaged { .. }), "{refusal}");
        drop(store);
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
}
