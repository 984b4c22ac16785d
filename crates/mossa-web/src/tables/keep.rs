//! Tables in small files, so that a server that was killed goes on where it was.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use mossa_games::Record;
use serde::{Deserialize, Serialize};

use super::table::{Clocks, Inner, Seat, Table};

/// What a table's file is called.
const SUFFIX: &str = "table";

/// What a table's file says.
#[derive(Serialize, Deserialize)]
struct Kept {
    id: String,
    keys: [String; 2],
    seats: [String; 2],
    /// Milliseconds: what is left to each side, and what each move adds.
    clocks: Option<([u64; 2], u64)>,
    /// The game, as it is saved elsewhere.
    record: String,
}

fn path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{SUFFIX}"))
}

/// Writes the file of a table whose game goes on, and removes that of a finished one. A disk that fails
/// does not stop the game.
pub fn write(folder: &Path, table: &Table) {
    let inner = table.lock();
    let file = path(folder, table.id());
    if inner.outcome().is_some() {
        let _ = fs::remove_file(file);
        return;
    }
    let kept = Kept {
        id: table.id().to_owned(),
        keys: table.keys().clone(),
        seats: inner.seats.each_ref().map(Seat::name),
        clocks: inner.clocks.map(|clocks| {
            let left = clocks.left.map(|left| left.as_millis() as u64);
            (left, clocks.increment.as_millis() as u64)
        }),
        record: inner.record().to_string(),
    };
    drop(inner);
    let Ok(text) = serde_json::to_string(&kept) else { return };
    let new = file.with_extension("new");
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&new, text))
        .and_then(|()| fs::rename(&new, &file));
    let _ = written;
}

/// All tables that have files. One that cannot be read is left alone.
pub fn read_all(folder: &Path) -> Vec<Table> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let files = files.filter(|file| file.extension().is_some_and(|suffix| suffix == SUFFIX));
    files.filter_map(|file| read(&fs::read_to_string(file).ok()?)).collect()
}

fn read(text: &str) -> Option<Table> {
    let kept: Kept = serde_json::from_str(text).ok()?;
    let record = Record::read(&kept.record).ok()?;
    let seats = kept.seats.each_ref().map(|seat| Seat::parse(seat).ok());
    let [Some(first), Some(second)] = seats else { return None };
    let clocks = kept.clocks.map(|(left, increment)| Clocks {
        left: left.map(Duration::from_millis),
        increment: Duration::from_millis(increment),
    });
    let game = record.game().ok()?;
    let mut inner =
        Inner::new(record.spec.clone(), record.start.clone(), game, [first, second], clocks);
    inner.played = record.moves;
    inner.since = Instant::now();
    Some(Table::new(kept.id, kept.keys, inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_it_was() {
        let spec: mossa_games::GameSpec = "connect4".parse().unwrap();
        let mut game = spec.start();
        game.play_text("4435").unwrap();
        let seats = [Seat::Person, Seat::parse("greedy").unwrap()];
        let clocks =
            Clocks { left: [Duration::from_secs(7); 2], increment: Duration::from_secs(1) };
        let inner = Inner::new(spec, None, game, seats, Some(clocks));
        let table = Table::new("abc".to_owned(), ["k1".to_owned(), "k2".to_owned()], inner);
        let folder = std::env::temp_dir().join(format!("mossa-keep-{}", std::process::id()));
        write(&folder, &table);
        let [read] = &read_all(&folder)[..] else { panic!("one table was written") };
        assert_eq!((read.id(), read.keys()), (table.id(), table.keys()));
        assert_eq!(read.lock().record(), table.lock().record());
        assert_eq!(read.lock().clocks, Some(clocks));
        table.lock().end(mossa_kernel::Outcome::draw(mossa_kernel::Reason::Full));
        write(&folder, &table);
        assert!(read_all(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn rubbish_is_left_alone() {
        for text in ["", "{}", "null", r#"{"id":"a","keys":["",""],"seats":["x","y"],"record":""}"#]
        {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
