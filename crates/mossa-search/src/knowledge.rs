//! What a game's engine adds to the search.

use mossa_kernel::{Move, Position};

use crate::Score;

/// Knowledge about one game: evaluation, candidate moves, tactics. Every method has a default, so
/// that the rules alone suffice to search.
///
/// The search calls [`reset`](Self::reset) once with the root, then [`play`](Self::play) and
/// [`undo`](Self::undo) around every move, so that an evaluation can be kept up to date from move
/// to move. All questions are about the position where the moves played so far have led.
pub trait Knowledge<P: Position>: Clone + Send + 'static {
    /// Whether a [`verdict`](Self::verdict) is known of every position in which some move ends the game.
    /// Then the search, which goes no further there, need not ask everywhere whether it has ended.
    const FORESEES_END: bool = false;

    /// Begins at a position, forgetting where it was before.
    fn reset(&mut self, root: &P) {
        let _ = root;
    }

    /// A move is about to be played in `before`.
    #[inline]
    fn play(&mut self, before: &P, mv: Move) {
        let _ = (before, mv);
    }

    /// The last move was taken back; `before` is as it was before that move.
    #[inline]
    fn undo(&mut self, before: &P, mv: Move) {
        let _ = (before, mv);
    }

    /// A proven result that can be told without a search (or with a small one of the game's own,
    /// such as a chain of threats), relative to this position: a win on the next ply is
    /// `Score::win_in(1)`. `depth` is how many plies the search would still look ahead, 0 at its
    /// horizon. The game is not over.
    ///
    /// A distance that may not be the shortest is allowed only where
    /// [`is_full_width`](Self::is_full_width) says so.
    #[inline]
    fn verdict(&mut self, position: &P, depth: i32) -> Option<Score> {
        let _ = (position, depth);
        None
    }

    /// The moves to be searched, each with a number that says how promising it looks. The game is
    /// not over, and at least one move must be listed. Moves that are listed must be legal.
    #[inline]
    fn moves(&mut self, position: &P, moves: &mut MoveSink<'_>) -> Scope {
        position.each_move(|mv| moves.push(mv, 0));
        Scope::All
    }

    /// What a legal move is remembered by when it was good elsewhere in the tree: a number below
    /// [`traces`](Self::traces). By itself a move is its own trace; where the same move means
    /// something else in each position, more can be said.
    #[inline]
    fn trace(&self, position: &P, mv: Move) -> u32 {
        mv.0.min(position.move_space())
    }

    /// How many traces there are, for all positions of the game.
    fn traces(&self, position: &P) -> u32 {
        position.move_space() + 1
    }

    /// How good the position looks to the side to move, in units of the game's own, at most
    /// [`Score::LARGEST_ESTIMATE`] either way. The game is not over.
    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        let _ = position;
        0
    }

    /// From now on verdicts without a shortest distance are kept back, by knowledge that can do without
    /// them: somebody wants to know how soon a win comes at the soonest.
    fn insist_on_shortest(&mut self) {}

    /// Whether verdicts have shortest distances and [`moves`](Self::moves) never leaves out a move
    /// that could matter ([`Scope::Likely`]), so that the distances of wins are the shortest.
    fn is_full_width(&self) -> bool {
        true
    }

    /// The chance to win, from 0 to 1, that goes with an estimate, where somebody measured it.
    fn winning_chance(&self, estimate: i32) -> Option<f64> {
        let _ = estimate;
        None
    }
}

/// How the listed moves relate to the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything that could matter is listed: a legal move that is not would lose no later than
    /// the best of those that are. (All legal moves are listed, or the others lose at once.)
    All,
    /// As [`All`](Self::All), and the side to move has no real choice: the search may look a ply
    /// further.
    Forced,
    /// Only likely moves are listed. A win found among them is a win; a loss is only believed.
    Likely,
}

/// Knows only the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<P: Position> Knowledge<P> for NoKnowledge {}

/// Where moves are listed.
pub struct MoveSink<'v> {
    moves: &'v mut Vec<(Move, i32)>,
    largest_promise: i32,
}

impl<'v> MoveSink<'v> {
    /// Appends to a list.
    #[inline]
    pub fn new(moves: &'v mut Vec<(Move, i32)>) -> Self {
        Self { moves, largest_promise: i32::MIN }
    }

    /// Lists a move; those with greater numbers are searched first. Numbers should stay within
    /// a million either way.
    #[inline]
    pub fn push(&mut self, mv: Move, promise: i32) {
        self.moves.push((mv, promise));
        self.largest_promise = self.largest_promise.max(promise);
    }

    /// The largest number of a move listed so far.
    #[inline]
    pub(crate) fn largest_promise(&self) -> i32 {
        self.largest_promise
    }
}
