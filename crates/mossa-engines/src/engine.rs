//! An engine of any game behind one type, and how the right one is found.

use std::{marker::PhantomData, sync::Arc};

use mossa_games::GameSpec;
use mossa_kernel::{Game, PlayerError, Position, Visit};
use mossa_search::{
    Aim, AlphaBeta, Knowledge, Mcts, NoKnowledge, Params, ProofNumber, Report, Search, Task,
};

use crate::book::Book;

/// Thinks about positions of one game.
pub trait Engine: Send {
    /// Thinks about where the game stands, within the budget of the task; see
    /// [`Search::search`](mossa_search::Search::search).
    ///
    /// # Errors
    /// Refuses a finished game, and a game it was not made for.
    fn think(
        &mut self,
        game: &Game,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError>;

    /// Forgets everything learned from earlier positions.
    fn forget(&mut self);

    /// What was found out, for another day; `None` where there is nothing to be kept.
    fn notes(&self) -> Option<Vec<u8>> {
        None
    }

    /// Goes on from notes that an engine for the same game has made.
    ///
    /// # Errors
    /// Refuses notes that it cannot use, and is as it was before.
    fn read_notes(&mut self, notes: &[u8]) -> Result<(), NotesError> {
        let _ = notes;
        Err(NotesError::Unused)
    }
}

/// Why notes are of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotesError {
    /// They are something else.
    #[error("these are not notes of a proof")]
    NoNotes,
    /// Something was changed or is missing.
    #[error("the notes are damaged or incomplete")]
    Damaged,
    /// They were made for another game, or by another version.
    #[error("the notes are about another game, or were made with another version or less memory")]
    Other,
    /// The engine for this game makes none.
    #[error("only proofs of Connect X on boards of up to 128 bits can be written down")]
    Unused,
}

/// How an engine is equipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much memory its table may take, in megabytes.
    pub memory_mb: usize,
    /// Decides among equals.
    pub seed: u64,
    /// Whether opening knowledge may be used.
    pub book: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { memory_mb: 64, seed: 0, book: true }
    }
}

/// The engine for a game.
pub fn engine(spec: &GameSpec, options: Options) -> Box<dyn Engine> {
    match spec {
        GameSpec::Connect(connect) => crate::connect::new(connect, options),
        GameSpec::Mnk(mnk) => crate::mnk::new(mnk, options),
        GameSpec::Othello(othello) => crate::othello::new(othello, options),
        GameSpec::Sticks(sticks) => crate::sticks::new(sticks, options),
    }
}

/// The engine for a game, which looks up openings in a book of its user's.
///
/// # Errors
/// Refuses a book for another game.
pub fn engine_with_book(
    spec: &GameSpec,
    options: Options,
    book: Arc<Book>,
) -> Result<Box<dyn Engine>, WrongBook> {
    match spec {
        GameSpec::Connect(connect) if *connect == book.spec() => {
            Ok(crate::connect::with_book(connect, options, book))
        }
        _ => Err(WrongBook),
    }
}

/// A book is for another game than the one it is to be used in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the book is for another game")]
pub struct WrongBook;

/// A Monte-Carlo tree search of a game, by its rules alone.
pub fn monte_carlo(spec: &GameSpec, options: Options) -> Box<dyn Engine> {
    spec.visit(MonteCarlo(options))
}

/// A proof-number search of a game, by its rules alone.
pub fn proof_number(spec: &GameSpec, options: Options) -> Box<dyn Engine> {
    spec.visit(ByProof(options))
}

struct MonteCarlo(Options);

impl Visit for MonteCarlo {
    type Out = Box<dyn Engine>;

    fn visit<P: Position>(self, _start: P) -> Box<dyn Engine> {
        Box::new(Seated::new(Mcts::<P>::new(self.0.memory_mb, self.0.seed)))
    }
}

struct ByProof(Options);

impl Visit for ByProof {
    type Out = Box<dyn Engine>;

    fn visit<P: Position>(self, _start: P) -> Box<dyn Engine> {
        Box::new(Seated::new(ProofNumber::<P>::new(self.0.memory_mb, NoKnowledge)))
    }
}

/// An engine that is one search.
struct Seated<P, S> {
    search: S,
    position: PhantomData<fn(P)>,
}

impl<P: Position, S: Search<P>> Seated<P, S> {
    fn new(search: S) -> Self {
        Self { search, position: PhantomData }
    }
}

impl<P: Position, S: Search<P>> Engine for Seated<P, S> {
    fn think(
        &mut self,
        game: &Game,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        Ok(self.search.search(open_position(game)?, task, watch))
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// Where the game stands, on the board that the search was made for.
pub(crate) fn open_position<P: Position>(game: &Game) -> Result<&P, PlayerError> {
    if game.outcome().is_some() {
        return Err(PlayerError::GameOver);
    }
    game.position_as::<P>().ok_or(PlayerError::WrongGame)
}

/// An engine that plays with one search, and proves by an alpha-beta search with a game's knowledge.
pub(crate) struct Seat<P, K, S = AlphaBeta<P, K>> {
    play: S,
    /// To prove values: knowledge that leaves nothing out. Made when it is needed.
    proof: Option<AlphaBeta<P, K>>,
    for_proof: K,
    params: Params,
    options: Options,
}

impl<P: Position, K: Knowledge<P>> Seat<P, K> {
    /// Plays with one kind of knowledge and proves with another, which must be
    /// [full-width](Knowledge::is_full_width).
    pub(crate) fn new(for_play: K, for_proof: K, params: Params, options: Options) -> Self {
        let play = AlphaBeta::new(for_play, params, options.memory_mb);
        Self::with(play, for_proof, params, options)
    }
}

impl<P: Position, K: Knowledge<P>, S: Search<P>> Seat<P, K, S> {
    /// Plays with any search.
    pub(crate) fn with(play: S, for_proof: K, params: Params, options: Options) -> Self {
        Self { play, proof: None, for_proof, params, options }
    }
}

impl<P: Position, K: Knowledge<P>, S: Search<P>> Engine for Seat<P, K, S> {
    fn think(
        &mut self,
        game: &Game,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        let position = open_position(game)?;
        if task.aim == Aim::Play {
            return Ok(self.play.search(position, task, watch));
        }
        let proof = self.proof.get_or_insert_with(|| {
            AlphaBeta::new(self.for_proof.clone(), self.params, self.options.memory_mb)
        });
        Ok(proof.search(position, task, watch))
    }

    fn forget(&mut self) {
        self.play.forget();
        if let Some(proof) = &mut self.proof {
            proof.forget();
        }
    }
}
