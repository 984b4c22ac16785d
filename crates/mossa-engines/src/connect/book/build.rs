//! Computes the scores for a book.

use std::sync::{Arc, atomic::AtomicBool};

use mossa_games::connect::{Size, Spec, VisitSize};

use super::{Book, BookError, Solved};
use crate::connect::solver::Solver;

/// Nobody can wait for the scores of more positions.
pub const MOST_POSITIONS: usize = 20_000_000;

/// Finds positions on one board, and their scores.
pub struct Builder {
    batch: Box<dyn Batch>,
}

/// What it does, whatever the board.
pub(in crate::connect) trait Batch: Send {
    /// See [`Builder::positions`].
    fn positions(&self, stones: u32, most: usize) -> Option<Vec<u128>>;

    /// See [`Builder::solve`].
    fn solve(
        &mut self,
        keys: &[u128],
        threads: usize,
        stop: &AtomicBool,
        found: &mut (dyn FnMut(Solved) + Send),
    );

    fn set_book(&mut self, book: Option<Arc<Book>>);
}

impl Builder {
    /// With a table of at most so many megabytes.
    ///
    /// # Errors
    /// Refuses boards of more than 128 bits.
    pub fn new(spec: Spec, memory_mb: usize) -> Result<Self, BookError> {
        let batch = spec.visit_size(NewBatch { memory_mb }).ok_or(BookError::BoardTooLarge)?;
        Ok(Self { batch })
    }

    /// All positions with so many stones that can come about: one of each pair of mirror images,
    /// none that is decided by forced moves alone, and neighbors close together. `None` if there
    /// are more than [`MOST_POSITIONS`], those with fewer stones included.
    pub fn positions(&self, stones: u32) -> Option<Vec<u128>> {
        self.batch.positions(stones, MOST_POSITIONS)
    }

    /// Finds the scores of positions, some at a time if there are several threads, and tells each as
    /// soon as it is known. Ends early when the flag is raised. What it finds out about one position
    /// helps with the next.
    pub fn solve(
        &mut self,
        keys: &[u128],
        threads: usize,
        stop: &AtomicBool,
        found: &mut (dyn FnMut(Solved) + Send),
    ) {
        self.batch.solve(keys, threads, stop, found);
    }

    /// Looks up what is in a book from now on.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.batch.set_book(book);
    }
}

struct NewBatch {
    memory_mb: usize,
}

impl VisitSize for NewBatch {
    type Out = Box<dyn Batch>;

    fn size<S: Size>(self, size: S) -> Box<dyn Batch> {
        Box::new(Solver::new(size, self.memory_mb, None, 0))
    }
}
