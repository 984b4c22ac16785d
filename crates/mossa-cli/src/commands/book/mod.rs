//! `mossa book`: opening knowledge for Connect X, made, looked at and checked.

mod build;
mod check;
mod info;

use std::{
    fs::File,
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use mossa_engines::{
    Engine, Options,
    book::{self, BookError},
};
use mossa_games::{GameSpec, connect::Spec};

use crate::{failure::Failure, interrupt::Interrupt, thinking::Equipment};

/// Make, show and check books: exact scores of Connect X positions with few stones
///
/// `mossa solve` looks positions up in the book that comes with the program, for connect:6,7,4, or
/// in one that is given with `--book`.
#[derive(Debug, clap::Args)]
pub struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Build(build::Build),
    Info(info::Info),
    Check(check::Check),
}

impl Book {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        match &self.command {
            Command::Build(command) => command.run(out, interrupt),
            Command::Info(command) => command.run(out),
            Command::Check(command) => command.run(out, interrupt),
        }
    }
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Self {
        Self::input(error, error.hint())
    }
}

/// Which book an engine may look into.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Openings {
    /// Do not look up openings
    #[arg(long)]
    no_book: bool,

    /// Look up openings in this book (see `mossa book`)
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,
}

impl Openings {
    /// The engine for a game.
    pub fn engine(
        &self,
        spec: &GameSpec,
        equipment: Equipment,
    ) -> Result<Box<dyn Engine>, Failure> {
        let options = Options { book: !self.no_book, ..equipment.options() };
        let Some(path) = &self.book else { return Ok(mossa_engines::engine(spec, options)) };
        let book = Arc::new(read(path, Some(spec))?);
        mossa_engines::engine_with_book(spec, options, book)
            .map_err(|error| Failure::input(error, "name a book for this game"))
    }
}

/// The rules of a game of Connect X.
fn connect(spec: &GameSpec) -> Result<Spec, Failure> {
    match spec {
        GameSpec::Connect(spec) => Ok(*spec),
        _ => Err(Failure::input(
            format!("there are books for Connect X only, and {spec} is another game"),
            "name a game such as connect:6,7,4",
        )),
    }
}

/// A file's name for messages.
fn name(path: &Path) -> String {
    mossa_kernel::excerpt(&path.to_string_lossy())
}

/// Reads a book, for one game if that is given.
pub fn read(path: &Path, spec: Option<&GameSpec>) -> Result<book::Book, Failure> {
    let spec = spec.map(connect).transpose()?;
    let cannot =
        |error: std::io::Error| Failure::Outside(format!("cannot read `{}`: {error}", name(path)));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(book::LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(cannot)?;
    let book = match spec {
        Some(spec) => book::Book::read_for(spec, &bytes),
        None => book::Book::read(&bytes),
    };
    book.map_err(|error| Failure::input(format!("`{}`: {error}", name(path)), error.hint()))
}
