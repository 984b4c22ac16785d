//! The exact solver for boards of up to 128 bits.
//!
//! ```text
//!   board    cells and lines            state    a position with its threats; forced moves
//!   packed   one entry of the table     search   alpha-beta between quiet positions
//!   table    what was found out         prove    null windows, one after the other
//! ```
//!
//! What each idea is worth is told in `docs/connect-solver.md`.

#![expect(clippy::inline_always, reason = "the search as one function takes 7 % less time")]

mod batch;
mod board;
mod facts;
mod meter;
mod notes;
mod packed;
mod params;
mod prove;
mod run;
mod search;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod waiting;

use std::{marker::PhantomData, sync::Arc};

use mossa_games::connect::{Bits, Size, VisitSize};
use mossa_search::{Report, Task};

use self::{board::Board, run::Run, table::Table};
use super::book::Book;
use crate::engine::NotesError;

/// Proves scores of positions on one board, and remembers what it found out on the way.
pub(super) struct Solver<S: Size> {
    board: Board<S>,
    memory_mb: usize,
    /// Made when it is needed.
    memory: Option<Memory>,
    book: Option<Arc<Book>>,
    /// Decides among equals.
    seed: u64,
}

/// A [`Solver`] for positions on a board whose size it may know in a better way than they do.
pub(super) trait Proves<S: Size>: Send {
    /// As [`Solver::solve`].
    fn solve(
        &mut self,
        position: &Bits<S>,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Report;

    /// As [`Solver::notes`].
    fn notes(&self) -> Option<Vec<u8>>;

    /// As [`Solver::read_notes`].
    fn read_notes(&mut self, bytes: &[u8]) -> Result<(), NotesError>;

    /// As [`Solver::forget`].
    fn forget(&mut self);
}

impl<S: Size, T: Size> Proves<S> for Solver<T> {
    fn solve(
        &mut self,
        position: &Bits<S>,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        self.solve(&position.with_size(self.board.size), task, watch)
    }

    fn notes(&self) -> Option<Vec<u8>> {
        self.notes()
    }

    fn read_notes(&mut self, bytes: &[u8]) -> Result<(), NotesError> {
        self.read_notes(bytes)
    }

    fn forget(&mut self) {
        self.forget();
    }
}

/// A solver for boards of this size, which must fit into two machine words, with a table of at most so
/// many megabytes.
pub(super) fn new<S: Size>(
    size: S,
    memory_mb: usize,
    book: Option<Arc<Book>>,
    seed: u64,
) -> Box<dyn Proves<S>> {
    let made = size.spec().visit_size(New { memory_mb, book, seed, positions: PhantomData::<S> });
    made.expect("a board in machine words")
}

/// Makes a solver for whatever size it is, and positions on boards of size `S`.
struct New<S> {
    memory_mb: usize,
    book: Option<Arc<Book>>,
    seed: u64,
    positions: PhantomData<S>,
}

impl<S: Size> VisitSize for New<S> {
    type Out = Box<dyn Proves<S>>;

    fn size<T: Size>(self, size: T) -> Box<dyn Proves<S>> {
        Box::new(Solver::new(size, self.memory_mb, self.book, self.seed))
    }
}

/// The table, with entries as small as the board allows.
enum Memory {
    Narrow(Table<u64>),
    Wide(Table<u128>),
}

impl Memory {
    fn new(code_bits: u32, memory_mb: usize) -> Self {
        // Less memory than asked for is better than none.
        let sizes = || std::iter::successors(Some(memory_mb), |&mb| (mb > 1).then_some(mb / 2));
        if table::is_narrow(code_bits, memory_mb) {
            let mut tables = sizes().take_while(|&mb| table::is_narrow(code_bits, mb));
            if let Some(table) = tables.find_map(|mb| Table::new(code_bits, mb)) {
                return Self::Narrow(table);
            }
        }
        let table = sizes().find_map(|mb| Table::new(code_bits, mb));
        Self::Wide(table.expect("memory for the smallest table"))
    }
}

impl<S: Size> Solver<S> {
    /// For boards of this size, with a table of at most so many megabytes.
    pub(super) fn new(size: S, memory_mb: usize, book: Option<Arc<Book>>, seed: u64) -> Self {
        Self { board: Board::new(size), memory_mb, memory: None, book, seed }
    }

    /// Proves the value of a position, or of every move if more than one line is asked for, within
    /// the budget of the task.
    pub(super) fn solve(
        &mut self,
        position: &Bits<S>,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let (board, book, seed) = (self.board, self.book.clone(), self.seed);
        let book = book.as_deref();
        match self.memory() {
            Memory::Narrow(table) => {
                Run::new(board, table, book, task, seed).solve(position, watch)
            }
            Memory::Wide(table) => Run::new(board, table, book, task, seed).solve(position, watch),
        }
    }

    /// The table, made if there is none yet.
    fn memory(&mut self) -> &mut Memory {
        let spec = self.board.size.spec();
        let code_bits = (spec.rows() + 1) * spec.columns();
        let memory_mb = self.memory_mb;
        self.memory.get_or_insert_with(|| Memory::new(code_bits, memory_mb))
    }

    /// What was found out, for another day.
    pub(super) fn notes(&self) -> Option<Vec<u8>> {
        let spec = self.board.size.spec();
        self.memory.as_ref().map(|memory| match memory {
            Memory::Narrow(table) => notes::write(table, spec),
            Memory::Wide(table) => notes::write(table, spec),
        })
    }

    /// Goes on from notes.
    pub(super) fn read_notes(&mut self, bytes: &[u8]) -> Result<(), NotesError> {
        let spec = self.board.size.spec();
        match self.memory() {
            Memory::Narrow(table) => notes::read(table, spec, bytes),
            Memory::Wide(table) => notes::read(table, spec, bytes),
        }
    }

    /// Forgets everything found out so far.
    pub(super) fn forget(&mut self) {
        match &mut self.memory {
            Some(Memory::Narrow(table)) => table.clear(),
            Some(Memory::Wide(table)) => table.clear(),
            None => {}
        }
    }
}

/// Whether the side to move loses to an opponent who waits, for the twin of this knowledge.
#[cfg(test)]
pub(super) fn loses_by_waiting<S: Size>(position: &Bits<S>) -> bool {
    let board = Board::new(position.size());
    let bound = state::State::new(&board, position).waiting_bound(&board);
    bound.is_some_and(|bound| bound < 0)
}
