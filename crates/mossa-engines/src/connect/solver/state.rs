//! A position with the threats on it, and how far it plays itself.

use mossa_games::connect::{Bits, Number, Size};

use super::board::Board;

/// A position, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<W> {
    pub(super) ours: W,
    pub(super) taken: W,
    /// Free cells, reachable or not, where the side to move completes a line.
    pub(super) our_wins: W,
    /// Those where its opponent does.
    pub(super) their_wins: W,
    /// How many stones there are.
    pub(super) stones: i32,
}

/// What comes of following a position for as long as there is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chased<W> {
    /// The game is decided, with this score for the side that was to move at first.
    Decided(i32),
    /// There are at least two moves that do not lose at once.
    Quiet {
        /// Whether the same side is to move as at first.
        is_same: bool,
        /// Where to put a stone without losing to the opponent's next.
        safe: W,
    },
}

impl<W: Number> State<W> {
    pub(super) fn new<S: Size<Word = W>>(board: &Board<S>, position: &Bits<S>) -> Self {
        Self::of_stones(board, position.ours(), position.taken())
    }

    /// The position with these stones of the side to move, and these in all.
    pub(super) fn of_stones<S: Size<Word = W>>(board: &Board<S>, ours: W, taken: W) -> Self {
        let free = board.cells() & !taken;
        Self {
            ours,
            taken,
            our_wins: board.winning_cells(ours, free),
            their_wins: board.winning_cells(ours ^ taken, free),
            stones: taken.count().cast_signed(),
        }
    }

    /// After a stone on a cell.
    #[inline(always)]
    pub(super) fn play<S: Size<Word = W>>(&self, board: &Board<S>, cell: W) -> Self {
        let taken = self.taken | cell;
        Self {
            ours: self.ours ^ self.taken,
            taken,
            our_wins: self.their_wins & !cell,
            their_wins: board.winning_cells(self.ours | cell, board.cells() & !taken),
            stones: self.stones + 1,
        }
    }

    /// A number that no other position has: in each column, the highest bit says how high the
    /// stones reach, and those below it whose they are.
    #[inline(always)]
    pub(super) fn key<S: Size<Word = W>>(&self, board: &Board<S>) -> W {
        self.ours.plus(self.taken).plus(board.bottoms)
    }

    /// The smaller key of the position and its mirror image.
    pub(super) fn smaller_key<S: Size<Word = W>>(&self, board: &Board<S>) -> u128 {
        let key = self.key(board);
        let mirrored: u128 = board.mirrored(key).into();
        mirrored.min(key.into())
    }

    #[inline(always)]
    pub(super) fn theirs(&self) -> W {
        self.ours ^ self.taken
    }

    /// Where to put a stone without losing to the opponent's next, if there is no win.
    #[inline(always)]
    pub(super) fn safe<S: Size<Word = W>>(&self, board: &Board<S>) -> W {
        let playable = board.playable(self.taken);
        let urgent = self.their_wins & playable;
        // Said without branches: nobody can foresee which of the three it will be.
        let allowed = if urgent.is_empty() { !W::EMPTY } else { urgent };
        let allowed = if urgent.without_lowest().is_empty() { allowed } else { W::EMPTY };
        playable & !(self.their_wins >> 1) & allowed
    }

    /// Follows wins at once, forced replies and lost causes, until there is a choice.
    #[inline(always)]
    pub(super) fn chase<S: Size<Word = W>>(&mut self, board: &Board<S>) -> Chased<W> {
        let mut is_same = true;
        loop {
            let sign = if is_same { 1 } else { -1 };
            let playable = board.playable(self.taken);
            if !(self.our_wins & playable).is_empty() {
                return Chased::Decided(sign * board.score_of_stone(self.stones + 1));
            }
            let safe = self.safe(board);
            if safe.is_empty() && !playable.is_empty() {
                return Chased::Decided(-sign * board.score_of_stone(self.stones + 2));
            }
            // Of the last two cells, the opponent would have to win on the second: not after a
            // safe move.
            if self.stones >= board.n_cells() - 2 {
                return Chased::Decided(0);
            }
            if !safe.without_lowest().is_empty() {
                return Chased::Quiet { is_same, safe };
            }
            *self = self.play(board, safe);
            is_same = !is_same;
        }
    }

    /// The best score that can be hoped for where no win is possible at once.
    #[inline(always)]
    pub(super) fn best_hope<S: Size<Word = W>>(&self, board: &Board<S>) -> i32 {
        board.score_of_stone(self.stones + 3)
    }

    /// The worst score to be feared after a safe move.
    #[inline(always)]
    pub(super) fn worst_fear<S: Size<Word = W>>(&self, board: &Board<S>) -> i32 {
        -board.score_of_stone(self.stones + 4)
    }
}
