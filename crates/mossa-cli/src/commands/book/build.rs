//! `mossa book build`: the scores of all positions with so many stones.

use std::{
    collections::{BTreeSet, HashMap},
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use mossa_engines::book::{Book, BookError, Builder, Log, LogError, MOST_POSITIONS, Solved};
use mossa_games::{GameSpec, connect::Spec};
use serde::Serialize;

use super::{connect, name};
use crate::{
    failure::Failure,
    files,
    interrupt::Interrupt,
    json,
    progress::Progress,
    text,
    thinking::{Equipment, milliseconds},
};

/// How often what was found out is made safe from a power cut.
const PACE: Duration = Duration::from_secs(1);

/// Compute the exact score of every position with some numbers of stones
///
/// Left out are finished games, one of each pair of mirror images, and positions that forced moves
/// decide. All that is found out is kept in FILE.part from moment to moment: after Ctrl-C or a power
/// cut, the same command goes on where it stopped. What a book in FILE knows is not found out again.
#[derive(Debug, clap::Args)]
pub struct Build {
    /// The game, such as connect:6,7,4
    spec: String,

    /// How many stones the positions have: `8`, `6,8` or `0-8`
    #[arg(long, value_name = "N")]
    plies: Plies,

    /// Where to put the book
    #[arg(long, value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    equipment: Equipment,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Numbers of stones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plies(BTreeSet<u32>);

impl FromStr for Plies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        /// No board with a book has more cells.
        const MOST: u32 = 126;
        let read = |text: &str| text.parse().ok().filter(|&number: &u32| number <= MOST);
        let mut plies = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (read(first), read(last)) {
                (Some(first), Some(last)) if first <= last => plies.extend(first..=last),
                _ => {
                    return Err(format!("expected numbers from 0 to {MOST}, as in `6,8` or `0-8`"));
                }
            }
        }
        Ok(Self(plies))
    }
}

impl Plies {
    /// The positions with each number of stones. The most stones come first: then the others are
    /// found out by looking those up.
    fn stages(&self, builder: &Builder, spec: Spec) -> Result<Vec<Vec<u128>>, Failure> {
        let cells = spec.rows() * spec.columns();
        if let Some(stones) = self.0.iter().find(|&&stones| stones >= cells) {
            let message = format!("with {stones} stones no game goes on: there are {cells} cells");
            return Err(Failure::input(message, "choose fewer stones"));
        }
        let positions = |&stones| {
            builder.positions(stones).ok_or_else(|| {
                Failure::input(
                    format!("more than {MOST_POSITIONS} positions have {stones} stones or fewer"),
                    "choose fewer stones: nobody can wait for so many",
                )
            })
        };
        self.0.iter().rev().map(positions).collect()
    }
}

#[derive(Serialize)]
struct BuildJson {
    spec: String,
    file: String,
    positions: usize,
    plies: Vec<u32>,
    bytes: usize,
    ms: f64,
}

impl Build {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let start = Instant::now();
        let spec: GameSpec = self.spec.parse()?;
        let connect = connect(&spec)?;
        let builder = Builder::new(connect, self.equipment.options().memory_mb)?;
        let stages = self.plies.stages(&builder, connect)?;
        let earlier = earlier(&self.file, connect)?;
        let mut journal = Journal::open(&self.file, connect)?;
        journal.known.extend(earlier.iter().flat_map(Book::iter).map(|one| (one.key, one.score)));
        let mut work =
            Work { builder, spec: connect, journal, threads: self.equipment.threads(), interrupt };
        let book = work.build(stages)?;
        let bytes = book.write();
        files::replace(&self.file, &bytes).map_err(|error| cannot_write(&self.file, &error))?;
        work.journal.remove();
        let plies: Vec<u32> = self.plies.0.iter().copied().collect();
        if self.json {
            let file = self.file.to_string_lossy().into_owned();
            let (spec, ms) = (spec.to_string(), milliseconds(start.elapsed()));
            let (positions, bytes) = (book.len(), bytes.len());
            return json::write(out, &BuildJson { spec, file, positions, plies, bytes, ms });
        }
        let (positions, bytes) = (text::count(book.len() as u64), text::count(bytes.len() as u64));
        let time = text::time(start.elapsed());
        writeln!(out, "{}: {positions} positions, {bytes} bytes, in {time}", name(&self.file))?;
        Ok(())
    }
}

/// The book that is about to be replaced, if there is one for this board. Refuses to write over what
/// is no book.
fn earlier(path: &Path, spec: Spec) -> Result<Option<Book>, Failure> {
    match fs::read(path).map(|bytes| Book::read(&bytes)) {
        Ok(Err(BookError::NoBook)) => Err(Failure::input(
            format!("`{}` exists and is no book", name(path)),
            "choose another name",
        )),
        Ok(Ok(book)) if book.spec() == spec => Ok(Some(book)),
        _ => Ok(None),
    }
}

/// A book in the making.
struct Work<'i> {
    builder: Builder,
    spec: Spec,
    journal: Journal,
    threads: usize,
    interrupt: &'i Interrupt,
}

impl Work<'_> {
    fn build(&mut self, stages: Vec<Vec<u128>>) -> Result<Book, Failure> {
        let all = stages.iter().map(Vec::len).sum();
        let mut known = std::mem::take(&mut self.journal.known);
        let mut solved = Vec::new();
        for keys in stages {
            let missing: Vec<u128> =
                keys.iter().copied().filter(|key| !known.contains_key(key)).collect();
            let done = solved.len() + keys.len() - missing.len();
            known.extend(self.solve(&missing, done, all)?);
            solved.extend(keys.iter().map(|&key| Solved { key, score: known[&key] }));
            let book = Book::new(self.spec, solved.clone())?;
            self.builder.set_book(Some(Arc::new(book)));
        }
        Ok(Book::new(self.spec, solved)?)
    }

    /// Solves what is missing of all, and puts it down.
    fn solve(
        &mut self,
        missing: &[u128],
        done: usize,
        all: usize,
    ) -> Result<HashMap<u128, i32>, Failure> {
        let progress = Progress::begin();
        let count = Arc::new(AtomicUsize::new(0));
        let shown = count.clone();
        progress.say(move |elapsed| words(shown.load(Relaxed), done, all, elapsed));
        let stop = self.interrupt.stop_flag();
        let (mut found, mut trouble) = (HashMap::new(), None);
        let journal = &mut self.journal;
        self.builder.solve(missing, self.threads, stop, &mut |solved| {
            found.insert(solved.key, solved.score);
            count.store(found.len(), Relaxed);
            if let Err(error) = journal.put(solved) {
                // What cannot be kept is not worth finding out.
                stop.store(true, Relaxed);
                trouble.get_or_insert(error);
            }
        });
        drop(progress);
        let result = journal.sync();
        if let Some(error) = trouble.or(result.err()) {
            return Err(cannot_write(&journal.path, &error));
        }
        if found.len() < missing.len() {
            let (done, part) = (done + found.len(), name(&journal.path));
            let note = format!("{done} of {all} positions are in {part}; the same command goes on");
            return Err(Failure::Interrupted(Some(note)));
        }
        Ok(found)
    }
}

/// "1:05 min: 312 of 1000 positions, 25 ms each; 16.0 s to go".
fn words(found: usize, done: usize, all: usize, elapsed: Duration) -> String {
    let so_far = format!("{}: {} of {all} positions", text::time(elapsed), done + found);
    if found == 0 {
        return so_far;
    }
    let each = elapsed / found as u32;
    let left = each * (all - done - found) as u32;
    format!("{so_far}, {:.1} ms each; {} to go", each.as_secs_f64() * 1e3, text::time(left))
}

/// The log beside a book in the making.
struct Journal {
    path: PathBuf,
    file: File,
    known: HashMap<u128, i32>,
    last_sync: Instant,
}

impl Journal {
    /// Opens the log of a book, or begins one.
    fn open(book: &Path, spec: Spec) -> Result<Self, Failure> {
        let path = files::beside(book, ".part");
        let cannot = |error: &io::Error| {
            Failure::Outside(format!("cannot keep what is found out in `{}`: {error}", name(&path)))
        };
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let mut file = options.open(&path).map_err(|error| cannot(&error))?;
        file.try_lock().map_err(|_| {
            Failure::input(
                format!("`{}` is in use", name(&path)),
                "another `mossa book build` is at work there: wait for it, or name another file",
            )
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
        let log = Log::read(&bytes, spec).map_err(|error| refused(&path, error))?;
        let mut begin = || {
            // What was torn is overwritten.
            file.set_len(log.good_bytes as u64)?;
            file.seek(SeekFrom::End(0))?;
            if log.good_bytes == 0 { file.write_all(&Log::head(spec)) } else { Ok(()) }
        };
        begin().map_err(|error| cannot(&error))?;
        let known = log.solved.iter().map(|solved| (solved.key, solved.score)).collect();
        Ok(Self { path, file, known, last_sync: Instant::now() })
    }

    fn put(&mut self, solved: Solved) -> io::Result<()> {
        self.file.write_all(&Log::record(solved))?;
        if self.last_sync.elapsed() >= PACE { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.last_sync = Instant::now();
        self.file.sync_data()
    }

    /// The book is there: nobody needs its log any more.
    fn remove(self) {
        // One that stays behind does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

fn refused(path: &Path, error: LogError) -> Failure {
    let hint = "move it away to begin anew, or name another file";
    Failure::input(format!("`{}`: {error}", name(path)), hint)
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Outside(format!("cannot write `{}`: {error}", name(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_stones_are_lists_and_ranges() {
        let plies =
            |text: &str| text.parse().map(|Plies(plies)| plies.into_iter().collect::<Vec<_>>());
        assert_eq!(plies("8"), Ok(vec![8]));
        assert_eq!(plies("8,6"), Ok(vec![6, 8]));
        assert_eq!(plies("0-3,2,8"), Ok(vec![0, 1, 2, 3, 8]));
        for bad in ["", "x", "8-6", "-1", "1-", "127", "1,,2", "99999999999"] {
            assert!(plies(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn progress_tells_how_long_it_will_take() {
        let second = Duration::from_secs(1);
        assert_eq!(words(0, 5, 10, second), "1.0 s: 5 of 10 positions");
        assert_eq!(
            words(100, 500, 1000, 2 * second),
            "2.0 s: 600 of 1000 positions, 20.0 ms each; 8.0 s to go"
        );
    }
}
