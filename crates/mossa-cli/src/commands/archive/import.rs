//! `mossa archive import`: games from files.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use mossa_games::Record;
use mossa_store::{Editor, NewGame, Taken};
use serde::Serialize;

use super::head::Head;
use crate::{failure::Failure, json, keeping::Data};

/// How many games go into the store at once: others who write need not wait for long.
const BUNDLE: usize = 500;

/// The longest record that is read.
const LONGEST: usize = 16 << 20;

/// Take in games that `mossa archive export` or `save` in `mossa play` wrote
///
/// A game that is there already is not taken in again: one with the same id and the same record, or
/// without an id one with the same record to the millisecond. A file that has the same game several
/// times means several games.
#[derive(Debug, clap::Args)]
pub struct Import {
    /// Files with games, `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Take in all games as new ones, even those that are there already
    #[arg(long)]
    as_new: bool,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ImportJson {
    imported: u64,
    known: u64,
}

impl Import {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut total = Taken::default();
        let result = self.take_in(&mut total);
        if let Err(Failure::Input { message, hint }) = result {
            let before = match total.new {
                0 => String::new(),
                new => format!("; {} before that were taken in", super::games(new)),
            };
            return Err(Failure::Input { message: message + &before, hint });
        }
        result?;
        let Taken { new, known } = total;
        if self.json {
            return json::write(out, &ImportJson { imported: new, known });
        }
        let known = match known {
            0 => String::new(),
            1 => ", 1 was there already".to_owned(),
            known => format!(", {} were there already", crate::text::count(known)),
        };
        Ok(writeln!(out, "{} taken in{known}", super::games(new))?)
    }

    fn take_in(&self, total: &mut Taken) -> Result<(), Failure> {
        let mut editor = Editor::open(&self.data.folder()?)?;
        for file in &self.files {
            editor.begin_source();
            let mut bundle = Vec::new();
            let mut source = Source::open(file)?;
            let mut result = Ok(());
            while result.is_ok() {
                match source.next() {
                    Ok(None) => break,
                    Ok(Some(game)) => bundle.push(self.prepare(game)),
                    Err(failure) => result = Err(failure),
                }
                if bundle.len() == BUNDLE {
                    add(&mut editor, &mut bundle, total)?;
                }
            }
            add(&mut editor, &mut bundle, total)?;
            result?;
        }
        Ok(())
    }

    fn prepare(&self, (head, record): (Head, Record)) -> (NewGame, bool) {
        let has_id = head.id.is_some() || self.as_new;
        let mut game = head.with(record);
        if self.as_new {
            game.id = NewGame::new_id();
        }
        (game, has_id)
    }
}

fn add(
    editor: &mut Editor,
    bundle: &mut Vec<(NewGame, bool)>,
    total: &mut Taken,
) -> Result<(), Failure> {
    let taken = editor.take_in(bundle)?;
    total.new += taken.new;
    total.known += taken.known;
    bundle.clear();
    Ok(())
}

/// A file with records, read one by one.
struct Source {
    name: String,
    reader: Box<dyn BufRead>,
    /// The first line of the next record, and its number.
    header: Option<String>,
    line: usize,
}

impl Source {
    fn open(file: &Path) -> Result<Self, Failure> {
        let name = mossa_kernel::excerpt(&file.to_string_lossy());
        let reader: Box<dyn BufRead> = if file == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(file)
                .map_err(|error| Failure::Outside(format!("cannot read `{name}`: {error}")))?;
            Box::new(BufReader::new(file))
        };
        Ok(Self { name, reader, header: None, line: 0 })
    }

    /// The next record, with what its comments say.
    fn next(&mut self) -> Result<Option<(Head, Record)>, Failure> {
        let mut text = self.header.take().unwrap_or_default();
        let first_line = self.line.max(1);
        while let Some(line) = self.read_line()? {
            let is_header = Record::is_record(&line);
            if is_header && !is_blank(&text) {
                self.header = Some(line);
                break;
            }
            text.push_str(&line);
            if text.len() > LONGEST {
                return Err(self.refuse(first_line, "this game does not end"));
            }
        }
        if is_blank(&text) {
            return Ok(None);
        }
        let record = Record::read(&text)
            .map_err(|error| self.refuse(first_line + error.line - 1, &error.problem))?;
        Ok(Some((Head::read(&text), record)))
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        let mut limited = self.reader.by_ref().take(LONGEST as u64);
        let count = limited
            .read_until(b'\n', &mut bytes)
            .map_err(|error| Failure::Outside(format!("cannot read `{}`: {error}", self.name)))?;
        if count == 0 {
            return Ok(None);
        }
        self.line += 1;
        let line = String::from_utf8(bytes);
        line.map(Some).map_err(|_| self.refuse(self.line, "this is not text in UTF-8"))
    }

    fn refuse(&self, line: usize, problem: &str) -> Failure {
        let hint = "`mossa archive export` and `save` in `mossa play` write such files";
        Failure::input(format!("bad game in `{}`, line {line}: {problem}", self.name), hint)
    }
}

/// Whether there is nothing but blank lines and comments.
fn is_blank(text: &str) -> bool {
    let is_nothing = |line: &str| line.is_empty() || line.starts_with('#') || line == "\u{feff}";
    text.lines().map(str::trim).all(is_nothing)
}
