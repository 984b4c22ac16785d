//! Proofs about single positions, put together from searches with null windows.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use mossa_games::{connect::Size, word::Word};
use mossa_search::Aim;

use super::{facts::Node, packed::Packed, search::Worker, state::State, table::Bounds};

/// Scores within this of a draw are not asked about before who wins.
const CLOSE: i32 = 3;

/// How many nodes may be spent on looking for quick wins in a position with few free cells, and where a move is
/// to be played soon: then a glance must do.
const QUICK_NODES: u64 = 30_000;

/// With more free cells than this, more of them: the tree that tells who wins grows with the board, the tree of
/// a quick win does not.
const FEW_FREE: i32 = 36;

/// More doublings come to no end anyway.
const MOST_DOUBLINGS: i32 = 40;

/// How many nodes may be spent on looking for quick wins with so many free cells: twice as many with each one
/// more, about as the tree grows that tells who wins.
pub(super) fn quick_nodes(aim: Aim, n_free: i32) -> u64 {
    let doublings = if aim == Aim::Play { 0 } else { (n_free - FEW_FREE).max(0) };
    QUICK_NODES << doublings.min(MOST_DOUBLINGS)
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The score.
    Score,
    /// Only who wins.
    Winner,
    /// The score if it is at least this, for either side.
    Within(i32),
}

impl Goal {
    pub(super) fn is_reached(self, bounds: Bounds) -> bool {
        let Bounds { low, high } = bounds;
        debug_assert!(low <= high, "{bounds:?}");
        low >= high
            || match self {
                Self::Score => false,
                Self::Winner => low > 0 || high < 0,
                Self::Within(least) => high < least && low > -least,
            }
    }

    /// What to ask next: whether the score is more than this.
    fn next_question(self, bounds: Bounds) -> i32 {
        let question = next_question(bounds);
        match self {
            Self::Score => question,
            Self::Winner if bounds.high > 0 => question.max(0),
            Self::Winner => -1,
            Self::Within(least) if bounds.high >= least => question.max(least - 1),
            Self::Within(least) => question.min(-least),
        }
    }
}

/// What several threads know together of one position's score.
pub(super) struct Common {
    low: AtomicI32,
    high: AtomicI32,
}

impl Common {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { low: AtomicI32::new(bounds.low), high: AtomicI32::new(bounds.high) }
    }

    pub(super) fn get(&self) -> Bounds {
        Bounds { low: self.low.load(Relaxed), high: self.high.load(Relaxed) }
    }

    fn learn(&self, bounds: Bounds) {
        self.low.fetch_max(bounds.low, Relaxed);
        self.high.fetch_min(bounds.high, Relaxed);
    }

    /// Whether the search with this null window has nothing more to find out.
    pub(super) fn answers(&self, alpha: i32) -> bool {
        let Bounds { low, high } = self.get();
        low > alpha || high <= alpha
    }
}

/// Asks about quick wins, which have small trees: whether the score is more than this, a tenth of the way from
/// the quickest possible win to a draw, for either side in turn. Each question costs more than the one before, so
/// little is lost by small steps, and much by one that is too large. `None` when there can be none.
fn quick_question(bounds: Bounds) -> Option<i32> {
    let Bounds { low, high } = bounds;
    if low >= -CLOSE && high <= CLOSE {
        return None;
    }
    let middle = low + (high - low) / 2;
    let (lower, upper) = (low * 9 / 10, high * 9 / 10);
    Some(if middle <= 0 && lower < middle {
        lower
    } else if middle >= 0 && upper > middle {
        upper
    } else {
        middle
    })
}

/// Asks first who wins, whose tree is the largest and serves all other questions; then about quicker
/// wins, and when the score must be close to a draw, whether it is the closest possible.
fn next_question(bounds: Bounds) -> i32 {
    let Bounds { low, high } = bounds;
    let closing_in = |near: i32, far: i32| if far <= 2 * CLOSE { near } else { near.max(far / 2) };
    if low > 0 {
        closing_in(low, high)
    } else if high > 0 {
        0
    } else {
        -closing_in(1 - high, 1 - low)
    }
}

impl<S: Size, E: Packed> Worker<'_, S, E> {
    /// Narrows down the score of a node until the goal is reached, together with other threads, and spends at
    /// most so many nodes on looking for quick wins. `asked` is where others may see which question this thread is at.
    pub(super) fn narrow(
        &mut self,
        node: &Node<S::Word, E>,
        goal: Goal,
        quick_nodes: u64,
        common: &Common,
        asked: &AtomicI32,
    ) {
        let quick_until = self.meter.nodes() + quick_nodes;
        loop {
            let bounds = common.get();
            if goal.is_reached(bounds) {
                return;
            }
            let quick = quick_question(bounds).filter(|_| self.meter.nodes() < quick_until);
            // Whether there is a win within some depth is such a question itself.
            let quick = quick.filter(|_| !matches!(goal, Goal::Within(_)));
            match quick {
                Some(_) => self.meter.attempt(quick_until),
                None => self.meter.commit(),
            }
            let alpha = quick.unwrap_or_else(|| goal.next_question(bounds));
            asked.store(alpha, Relaxed);
            let node = Node { bounds: node.bounds.and(bounds), ..*node };
            match self.search(&node, alpha, alpha + 1) {
                Some(score) if score > alpha => common.learn(Bounds { low: score, ..bounds }),
                Some(score) => common.learn(Bounds { high: score, ..bounds }),
                None if common.answers(alpha) => {}
                None if quick.is_some() && self.meter.nodes() >= quick_until => {}
                None => return,
            }
        }
    }

    /// Whether the score of a position is at least this.
    fn is_at_least(&mut self, state: State<S::Word>, target: i32) -> Option<bool> {
        let (node, is_same) = match self.facts.follow(state) {
            Ok(score) => return Some(score >= target),
            Err(node) => node,
        };
        // At least t for one side is not at least 1 - t for the other.
        let alpha = if is_same { target - 1 } else { -target };
        let is_more = if node.bounds.low > alpha {
            true
        } else if node.bounds.high <= alpha {
            false
        } else {
            self.search(&node, alpha, alpha + 1)? > alpha
        };
        Some(is_more == is_same)
    }

    /// Whether a stone on a cell keeps at least this score.
    pub(super) fn keeps(
        &mut self,
        state: &State<S::Word>,
        cell: S::Word,
        score: i32,
    ) -> Option<bool> {
        if !(state.our_wins & cell).is_empty() {
            return Some(self.facts.board.score_of_stone(state.stones + 1) >= score);
        }
        let after = state.play(&self.facts.board, cell);
        if self.facts.board.playable(after.taken).is_empty() {
            return Some(0 >= score);
        }
        let is_better_for_opponent = self.is_at_least(after, 1 - score)?;
        Some(!is_better_for_opponent)
    }

    /// The next move that keeps the score.
    pub(super) fn first_of_line(&mut self, state: &State<S::Word>, score: i32) -> Vec<u32> {
        let cell = self.cell_that_keeps(state, score);
        cell.map(|cell| self.facts.board.column(cell)).into_iter().collect()
    }

    /// Moves that keep the score for both sides until the game is over, or time runs out.
    pub(super) fn line(&mut self, state: &State<S::Word>, score: i32) -> Vec<u32> {
        let (mut state, mut score, mut columns) = (*state, score, Vec::new());
        loop {
            let Some(cell) = self.cell_that_keeps(&state, score) else { return columns };
            columns.push(self.facts.board.column(cell));
            let is_over = !(state.our_wins & cell).is_empty();
            state = state.play(&self.facts.board, cell);
            if is_over || self.facts.board.playable(state.taken).is_empty() {
                return columns;
            }
            score = -score;
        }
    }

    fn cell_that_keeps(&mut self, state: &State<S::Word>, score: i32) -> Option<S::Word> {
        for cell in self.ordered_cells(state) {
            if self.keeps(state, cell, score)? {
                return Some(cell);
            }
        }
        None
    }

    /// Where stones can be put, in the order in which the search would try them.
    pub(super) fn ordered_cells(&self, state: &State<S::Word>) -> Vec<S::Word> {
        let safe = state.safe(&self.facts.board);
        let mut cells = Vec::new();
        self.facts.board.playable(state.taken).each(|bit| {
            let cell = S::Word::one(bit);
            let is_in = |set: S::Word| !(set & cell).is_empty();
            let promise = self.promise(&state.play(&self.facts.board, cell), cell);
            cells.push(((is_in(state.our_wins), is_in(safe), promise), cell));
        });
        cells.sort_by(|(a, _), (b, _)| b.cmp(a));
        cells.into_iter().map(|(_, cell)| cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Else a search would be asked for what is known, and again without end.
    #[test]
    fn every_question_is_open() {
        for low in -64..64 {
            for high in low + 1..=64 {
                let bounds = Bounds { low, high };
                let questions = [quick_question(bounds), Some(next_question(bounds))];
                for question in questions.into_iter().flatten() {
                    assert!((low..high).contains(&question), "{bounds:?}: {question}");
                }
            }
        }
    }

    #[test]
    fn a_larger_board_is_given_more_nodes_for_quick_wins() {
        let to_solve = |n_free| quick_nodes(Aim::Solve, n_free);
        assert_eq!(to_solve(0), QUICK_NODES);
        assert_eq!(to_solve(FEW_FREE), QUICK_NODES);
        assert_eq!(to_solve(FEW_FREE + 3), 8 * QUICK_NODES);
        assert!((0..200).all(|n_free| to_solve(n_free) <= to_solve(n_free + 1)));
        assert_eq!(quick_nodes(Aim::Play, FEW_FREE + 3), QUICK_NODES);
    }
}
