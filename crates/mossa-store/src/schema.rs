//! The form of the database: how it is opened, recognized, made and brought up to date.

use std::{
    fs::{self, File},
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::StoreError;

/// What marks a database as ours: `Mssa`.
const APPLICATION: u32 = u32::from_be_bytes(*b"Mssa");

/// How long to wait for somebody else who is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// How the form came about, one step a version. Steps that were published never change.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE specs (number INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16)
    ) STRICT;
    -- Small rows: lists and rankings read these alone.
    CREATE TABLE games (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
        spec INTEGER NOT NULL REFERENCES specs,
        first INTEGER NOT NULL REFERENCES players,
        second INTEGER NOT NULL REFERENCES players,
        winner INTEGER CHECK (winner IN (0, 1, 2)), -- 0 a draw, 1 first, 2 second, NULL unfinished
        reason TEXT CHECK ((reason IS NULL) = (winner IS NULL)),
        moves INTEGER NOT NULL,
        played INTEGER NOT NULL, -- milliseconds since 1970, UTC
        origin TEXT NOT NULL CHECK (origin IN ('play', 'match', 'import')),
        match INTEGER REFERENCES matches CHECK ((match IS NULL) = (origin <> 'match')),
        pair INTEGER CHECK ((pair IS NULL) = (match IS NULL)),
        seed INTEGER,
        limits TEXT NOT NULL,
        content INTEGER NOT NULL -- a hash of the record, to find the same game again
    ) STRICT;
    CREATE INDEX games_by_time ON games (played);
    CREATE INDEX games_by_spec ON games (spec, played);
    CREATE INDEX games_by_first ON games (first, played);
    CREATE INDEX games_by_second ON games (second, played);
    CREATE INDEX games_by_match ON games (match, pair) WHERE match IS NOT NULL;
    CREATE INDEX games_by_content ON games (content);
    CREATE TABLE records (
        game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        text TEXT NOT NULL
    ) STRICT;
",
    "
    -- What games taught about a move in a position, seen from whoever made it.
    CREATE TABLE experience (
        spec INTEGER NOT NULL REFERENCES specs,
        key INTEGER NOT NULL,
        guard INTEGER NOT NULL,
        move INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        blamed INTEGER NOT NULL,
        last INTEGER NOT NULL, -- milliseconds since 1970, UTC
        PRIMARY KEY (spec, key, guard, move)
    ) STRICT, WITHOUT ROWID;
",
];

/// The latest version of the form.
const VERSION: i64 = MIGRATIONS.len().cast_signed() as i64;

/// What a file is, at a glance.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// There is nothing yet.
    Nothing,
    Ours,
    /// A database of another program.
    Foreign,
    /// Something else.
    Other,
}

/// Looks at the head of a file. SQLite itself would already begin to change a database that
/// another program left in the middle of something.
fn recognize(file: &Path) -> Result<Kind, StoreError> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    const APPLICATION_AT: usize = 68;
    let mut head = Vec::new();
    let opened = match File::open(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kind::Nothing),
        opened => opened,
    };
    opened.and_then(|opened| opened.take(100).read_to_end(&mut head)).map_err(
        |error| match error.kind() {
            ErrorKind::IsADirectory => StoreError::NotADatabase { file: file.to_owned() },
            _ => StoreError::Other { file: file.to_owned(), problem: error.to_string() },
        },
    )?;
    let application = head.get(APPLICATION_AT..APPLICATION_AT + 4);
    Ok(match application {
        _ if head.is_empty() => Kind::Nothing,
        Some(application) if head.starts_with(MAGIC) => {
            if application == APPLICATION.to_be_bytes() { Kind::Ours } else { Kind::Foreign }
        }
        _ => Kind::Other,
    })
}

/// Whether there is a store of ours; an error where there is something else in its place.
fn is_there(file: &Path) -> Result<bool, StoreError> {
    match recognize(file)? {
        Kind::Nothing => Ok(false),
        Kind::Ours => Ok(true),
        Kind::Foreign => Err(StoreError::Foreign { file: file.to_owned() }),
        Kind::Other => Err(StoreError::NotADatabase { file: file.to_owned() }),
    }
}

/// A connection that may write; makes the folder, the file and its tables where they are missing.
pub fn open_to_write(file: &Path) -> Result<Connection, StoreError> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            folder: folder.to_owned(),
            problem: error.to_string(),
        })?;
    }
    is_there(file)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let explained = |error: rusqlite::Error| StoreError::new(&error, file);
    let mut connection = Connection::open_with_flags(file, flags).map_err(explained)?;
    connection.busy_timeout(PATIENCE).map_err(explained)?;
    patiently(|| mark(&connection)).map_err(explained)?;
    refuse_newer(&connection, file)?;
    patiently(|| connection.pragma_update(None, "journal_mode", "wal")).map_err(explained)?;
    connection
        .execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        .map_err(explained)?;
    migrate(&mut connection, file)?;
    Ok(connection)
}

/// Marks a new file, before anything else is written: whatever happens next, it is recognized as
/// ours. SQLite is asked, not the head of the file: where somebody ended while marking it, SQLite
/// has just taken that back.
fn mark(connection: &Connection) -> rusqlite::Result<()> {
    let marked: u32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if marked == APPLICATION {
        return Ok(());
    }
    connection.pragma_update(None, "application_id", APPLICATION)
}

/// Two programs that make the same file at once get in each other's way where SQLite does not wait
/// by itself.
fn patiently<T>(mut act: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    const PAUSE: Duration = Duration::from_millis(5);
    let start = Instant::now();
    loop {
        match act() {
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && start.elapsed() < PATIENCE =>
            {
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The version of the form, if it is not beyond us.
fn refuse_newer(connection: &Connection, file: &Path) -> Result<i64, StoreError> {
    let found = version(connection).map_err(|error| StoreError::new(&error, file))?;
    if found > VERSION {
        return Err(StoreError::Newer { file: file.to_owned(), found, known: VERSION });
    }
    Ok(found)
}

/// Brings the form up to date, all at once or not at all.
fn migrate(connection: &mut Connection, file: &Path) -> Result<(), StoreError> {
    let explained = |error: rusqlite::Error| StoreError::new(&error, file);
    if refuse_newer(connection, file)? == VERSION {
        return Ok(());
    }
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explained)?;
    // Somebody else may have done it while we waited.
    let found = refuse_newer(&transaction, file)?;
    let done = usize::try_from(found).unwrap_or(0);
    for step in &MIGRATIONS[done..] {
        transaction.execute_batch(step).map_err(explained)?;
    }
    transaction.pragma_update(None, "user_version", VERSION).map_err(explained)?;
    transaction.commit().map_err(explained)
}

/// A connection that cannot write; `None` where nothing was stored yet.
pub fn open_to_read(file: &Path) -> Result<Option<Connection>, StoreError> {
    if !is_there(file)? {
        return Ok(None);
    }
    let explained = |error: rusqlite::Error| StoreError::new(&error, file);
    let connection = match connect_to_read(file, "") {
        // Where nothing may be written, not even notes for other readers, nobody else writes.
        Err(_) if !log_of(file).exists() => connect_to_read(file, "?immutable=1"),
        connected => connected,
    };
    let connection = connection.map_err(explained)?;
    if refuse_newer(&connection, file)? < VERSION {
        drop(connection);
        drop(open_to_write(file)?);
        return connect_to_read(file, "").map(Some).map_err(explained);
    }
    Ok(Some(connection))
}

fn connect_to_read(file: &Path, how: &str) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = if how.is_empty() {
        Connection::open_with_flags(file, flags)?
    } else {
        Connection::open_with_flags(format!("{}{how}", address(file)), flags)?
    };
    connection.busy_timeout(PATIENCE)?;
    version(&connection)?; // Nothing is read before this.
    Ok(connection)
}

/// A path as an address, in which some signs have a meaning of their own.
fn address(file: &Path) -> String {
    let path = file.to_string_lossy();
    let escaped = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{escaped}")
}

/// Where SQLite notes changes before they go into the file; there while a store is in use, and
/// after an end that was not clean.
pub fn log_of(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// Looks for damage: `quick` reads every page once, the other compares indices too.
pub fn check(connection: &Connection, file: &Path, is_quick: bool) -> Result<(), StoreError> {
    let explained = |error: rusqlite::Error| StoreError::new(&error, file);
    let how = if is_quick { "quick_check" } else { "integrity_check" };
    let verdict: String = connection
        .query_row(&format!("PRAGMA {how}(1)"), [], |row| row.get(0))
        .map_err(explained)?;
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::Damaged { file: file.to_owned(), problem: verdict.replace('\n', " ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        crate::store::tests::folder(name)
    }

    #[test]
    fn a_new_store_is_as_demanded() {
        let file = folder("new").join("store.db");
        assert!(open_to_read(&file).unwrap().is_none());
        let connection = open_to_write(&file).unwrap();
        let text = |name: &str| -> String {
            connection.pragma_query_value(None, name, |row| row.get(0)).unwrap()
        };
        let number = |name: &str| -> i64 {
            connection.pragma_query_value(None, name, |row| row.get(0)).unwrap()
        };
        assert_eq!(text("journal_mode"), "wal");
        assert_eq!((number("synchronous"), number("foreign_keys")), (2, 1));
        assert_eq!(
            (number("application_id"), number("user_version")),
            (APPLICATION.into(), VERSION)
        );
        assert_eq!(recognize(&file), Ok(Kind::Ours));
        assert!(check(&connection, &file, false).is_ok());
        assert!(open_to_read(&file).unwrap().is_some());
    }

    #[test]
    fn what_is_not_ours_is_left_as_it_is() {
        let folder = folder("foreign");
        let text = folder.join("text.db");
        fs::write(&text, "my diary, which is rather long ".repeat(10)).unwrap();
        let short = folder.join("short.db");
        fs::write(&short, "x").unwrap();
        let other = folder.join("other.db");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
        let newer = folder.join("newer.db");
        open_to_write(&newer).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
        for file in [&text, &short, &other, &newer] {
            let before = fs::read(file).unwrap();
            for refusal in [open_to_write(file).map(drop), open_to_read(file).map(drop)] {
                let refusal = refusal.unwrap_err();
                let is_expected = match &refusal {
                    StoreError::NotADatabase { .. } => [&text, &short].contains(&file),
                    StoreError::Foreign { .. } => file == &other,
                    StoreError::Newer { found, .. } => file == &newer && *found == 99,
                    _ => false,
                };
                assert!(is_expected, "{refusal}");
            }
            assert_eq!(fs::read(file).unwrap(), before);
        }
        fs::create_dir(folder.join("folder.db")).unwrap();
        assert!(open_to_write(&folder.join("folder.db")).is_err());
        assert!(open_to_write(&text.join("below.db")).is_err());
    }

    #[test]
    fn many_make_the_same_store_at_once() {
        let file = folder("at_once").join("store.db");
        std::thread::scope(|scope| {
            let opened: Vec<_> =
                (0..8).map(|_| scope.spawn(|| open_to_write(&file).map(drop))).collect();
            for opened in opened {
                assert_eq!(opened.join().unwrap(), Ok(()));
            }
        });
    }

    #[test]
    fn older_forms_are_brought_up_to_date() {
        let file = folder("older").join("store.db");
        let connection = Connection::open(&file).unwrap();
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.execute_batch("INSERT INTO specs (spec) VALUES ('old')").unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        drop(connection);
        let connection = open_to_read(&file).unwrap().unwrap();
        assert_eq!(version(&connection), Ok(VERSION));
        let count = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count("SELECT count(*) FROM specs"), 1);
        assert_eq!(count("SELECT count(*) FROM experience"), 0);
    }

    #[test]
    fn an_end_in_the_middle_of_making_it_is_made_up_for() {
        let file = folder("halfway").join("store.db");
        let connection = Connection::open(&file).unwrap();
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        drop(connection);
        assert!(open_to_read(&file).unwrap().is_some(), "the tables are made before anybody reads");
        assert_eq!(version(&open_to_write(&file).unwrap()), Ok(VERSION));
    }

    #[test]
    fn paths_with_signs_are_read_where_nothing_may_be_written() {
        let file = folder("100%?#").join("a#b?c.db");
        drop(open_to_write(&file).unwrap());
        assert!(connect_to_read(&file, "?immutable=1").is_ok());
    }
}
