//! What can be said of a position without searching: by rules, by the book, from the table.

use mossa_games::{connect::Size, word::Word};

use super::{
    board::Board,
    packed::Packed,
    params::Params,
    state::{Chased, State},
    table::{Bounds, Table},
};
use crate::connect::book::Book;

/// A position where there is a choice.
#[derive(Clone, Copy)]
pub(super) struct Node<W, E> {
    pub(super) state: State<W>,
    /// Where to put a stone without losing to the opponent's next.
    pub(super) safe: W,
    /// What the table calls it.
    pub(super) code: E,
    /// What is known of its score.
    pub(super) bounds: Bounds,
}

/// Everything that is known, apart from what is being searched.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a, S: Size, E> {
    pub(super) board: Board<S>,
    pub(super) table: &'a Table<E>,
    book: Option<&'a Book>,
    pub(super) params: Params,
    /// Positions with at most so many stones are the same as their mirror image.
    mirrored_until: i32,
}

impl<'a, S: Size, E: Packed> Facts<'a, S, E> {
    /// For a search that begins with so many stones.
    pub(super) fn new(
        board: Board<S>,
        table: &'a Table<E>,
        book: Option<&'a Book>,
        stones: i32,
    ) -> Self {
        let params = Params::BEST;
        Self { board, table, book, params, mirrored_until: params.mirrored_until(stones) }
    }

    /// What the table calls a position.
    #[inline(always)]
    pub(super) fn code(&self, state: &State<S::Word>) -> E {
        if state.stones > self.mirrored_until {
            return self.table.code(state.key(&self.board).into());
        }
        self.table.code(state.smaller_key(&self.board))
    }

    /// What is known of a position, with what the table remembers.
    #[inline(always)]
    pub(super) fn recall(&self, node: &Node<S::Word, E>) -> Bounds {
        self.table.get(node.code).map_or(node.bounds, |known| node.bounds.and(known))
    }

    /// What can be said of a quiet position without searching or remembering.
    #[inline(always)]
    pub(super) fn bounds(&self, state: &State<S::Word>) -> Bounds {
        let low = state.worst_fear(&self.board);
        let high = state.best_hope(&self.board);
        let bound = state.waiting_bound(&self.board).unwrap_or(high);
        Bounds { low, high: high.min(bound).max(low) }
    }

    /// The node for a quiet position, with all that is known of it.
    pub(super) fn node(&self, state: State<S::Word>, safe: S::Word) -> Node<S::Word, E> {
        let node = Node { state, safe, code: self.code(&state), bounds: self.bounds(&state) };
        Node { bounds: self.recall(&node), ..node }
    }

    /// What opening knowledge says of a position, for its side to move.
    #[inline(always)]
    pub(super) fn book_score(&self, state: &State<S::Word>) -> Option<i32> {
        let book = self.book?;
        if book.may_have_from(state.stones.cast_unsigned()) {
            self.book_score_ahead(book, *state)
        } else {
            None
        }
    }

    /// Looks up a position and, as long as there is only one move, those after it: the book may
    /// have them instead.
    #[cold]
    fn book_score_ahead(&self, book: &Book, mut state: State<S::Word>) -> Option<i32> {
        let mut sign = 1;
        while book.may_have_from(state.stones.cast_unsigned()) {
            if book.may_have(state.stones.cast_unsigned())
                && let Some(score) = book.score(state.smaller_key(&self.board))
            {
                return Some(sign * score);
            }
            let safe = state.safe(&self.board);
            let wins = state.our_wins & self.board.playable(state.taken);
            if !wins.is_empty() || safe.is_empty() || !safe.without_lowest().is_empty() {
                return None;
            }
            state = state.play(&self.board, safe);
            sign = -sign;
        }
        None
    }

    /// The score of a position as far as it can be told without search, or the node to search, and
    /// whether its side to move is that of the position.
    pub(super) fn follow(&self, state: State<S::Word>) -> Result<i32, (Node<S::Word, E>, bool)> {
        if let Some(score) = self.book_score(&state) {
            return Ok(score);
        }
        let mut state = state;
        match state.chase(&self.board) {
            Chased::Decided(score) => Ok(score),
            Chased::Quiet { is_same, safe } => Err((self.node(state, safe), is_same)),
        }
    }
}
