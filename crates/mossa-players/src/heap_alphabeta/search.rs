//! Alpha-beta to a fixed depth over the most promising candidates, and the loop at its root.
//!
//! Scores are for the side to move. A leaf is worth the sum over all candidates of what each is
//! worth to one side less what it is worth to the other, which is the same number with its sign
//! changed for the other side: so all nodes are alike, and the root's score is the root player's.

use std::cmp::Reverse;

use mossa_kernel::{Budget, Choice, Move, Value};

use super::{
    board::Board,
    heap::CandidateHeap,
    table::{Bound, Entry, Table},
};

/// A won node; a lost one is its negative. Leaves stay between, so that nothing passes for a win
/// but a win: on a huge board with many open runs their sum could be larger.
pub(super) const WON: i32 = 1_000_000_000;

/// One search.
pub(super) struct Search<'s> {
    board: Board,
    table: &'s mut Table,
    budget: &'s Budget<'s>,
    /// How many candidates are looked at in each node.
    width: usize,
    /// How many marks are on the board at a leaf. A mark is made with every ply, so a position
    /// has the same distance to the horizon however it is reached.
    horizon: u32,
    nodes: u64,
    /// Memory of heaps that are done with.
    buffers: Vec<Vec<u64>>,
}

impl<'s> Search<'s> {
    /// A search from an evaluated board.
    pub(super) fn new(
        board: Board,
        table: &'s mut Table,
        budget: &'s Budget<'s>,
        width: usize,
        depth: u32,
    ) -> Self {
        let horizon = board.marks() + depth;
        Self { board, table, budget, width, horizon, nodes: 0, buffers: Vec::new() }
    }

    /// The best move that can be found before the budget is spent; without time to look at any
    /// candidate, the most promising one.
    pub(super) fn choose(mut self) -> Choice {
        let mut heap = self.heap();
        let most_promising = heap.extract_max().expect("next to a mark there is a free cell");
        let scores = self.score_candidates(most_promising, heap);
        // The first in row-major order wins a tie.
        let best = scores.iter().max_by_key(|&&(place, score)| (score, Reverse(place)));
        let (place, value) = match best {
            Some(&(place, score)) => (place, Some(value_of(score))),
            None => (most_promising, None),
        };
        let candidates = scores
            .iter()
            .map(|&(place, score)| (self.board.grid().move_at(place), value_of(score)))
            .collect();
        let (mv, nodes) = (self.board.grid().move_at(place), self.nodes);
        Choice { mv, value, line: self.line_from(place), nodes, candidates }
    }

    /// The root loop: scores the most promising candidates until time is up.
    ///
    /// Each is searched with the whole window, so that its score is its own and not a bound: the
    /// number can be shown, and ties are seen. A won candidate ends the loop, as it closes every
    /// window: nothing is better.
    fn score_candidates(
        &mut self,
        most_promising: usize,
        mut heap: CandidateHeap,
    ) -> Vec<(usize, i32)> {
        let mut scores = Vec::new();
        let mut next = Some(most_promising).filter(|_| self.horizon > self.board.marks());
        while let Some(place) = next {
            let Some(score) = self.score_after(place, -WON, WON) else { break };
            scores.push((place, score));
            let is_done = score == WON || scores.len() == self.width;
            next = if is_done { None } else { heap.extract_max() };
        }
        scores
    }

    /// What marking a cell is worth to the side that marks it; `None` when time is up.
    fn score_after(&mut self, place: usize, alpha: i32, beta: i32) -> Option<i32> {
        if self.budget.is_spent(self.nodes) {
            return None;
        }
        self.nodes += 1;
        if self.board.is_won_by(place) {
            return Some(WON);
        }
        self.board.mark(place);
        let score = self.score(-beta, -alpha);
        self.board.unmark(place);
        score.map(|score| -score)
    }

    /// What the position is worth to the side to move; `None` when time is up.
    ///
    /// Exact between `alpha` and `beta`; otherwise a bound on the same side of the window.
    fn score(&mut self, alpha: i32, beta: i32) -> Option<i32> {
        // On a full board there are no candidates and their sum is 0: a draw.
        if self.board.marks() == self.horizon || self.board.candidates().is_empty() {
            return Some(leaf_score(self.board.balance()));
        }
        if let Some(score) = self.recall(alpha, beta) {
            return Some(score);
        }
        let (best, score) = self.best_candidate(alpha, beta)?;
        let bound = match score {
            score if score >= beta => Bound::AtLeast,
            score if score <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let entry = Entry { score, bound, best, horizon: self.horizon };
        self.table.insert(self.board.key(), entry);
        Some(score)
    }

    /// The best of the most promising candidates, up to the first that reaches `beta`; of those
    /// that look alike, the first looked at.
    fn best_candidate(&mut self, mut alpha: i32, beta: i32) -> Option<(Move, i32)> {
        let mut heap = self.heap();
        let mut best = None;
        for _ in 0..self.width {
            let Some(place) = heap.extract_max() else { break };
            let score = self.score_after(place, alpha, beta)?;
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((place, score));
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                break;
            }
        }
        self.buffers.push(heap.into_buffer());
        best.map(|(place, score)| (self.board.grid().move_at(place), score))
    }

    fn heap(&mut self) -> CandidateHeap {
        let buffer = self.buffers.pop().unwrap_or_default();
        let places = self.board.candidates().iter();
        CandidateHeap::build(buffer, places.map(|&place| (place, self.board.promise(place))))
    }

    /// What this search has found out about the position.
    ///
    /// Inside a search the table must not change a decision: an entry of an earlier move of the
    /// game does not count, as that search did not look as far.
    fn found(&self) -> Option<&Entry> {
        self.table.get(self.board.key()).filter(|entry| entry.horizon == self.horizon)
    }

    /// The score in the table, where it answers what is asked.
    fn recall(&self, alpha: i32, beta: i32) -> Option<i32> {
        let entry = self.found()?;
        let is_answer = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.score >= beta,
            Bound::AtMost => entry.score <= alpha,
        };
        is_answer.then_some(entry.score)
    }

    /// The line that begins with a move and goes on as the table remembers.
    fn line_from(mut self, first: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(place) = next {
            line.push(self.board.grid().move_at(place));
            self.board.mark(place);
            let best = self.found().map(|entry| self.board.grid().place_of(entry.best));
            // Another position might have the same key.
            next = best.filter(|&place| self.board.grid().is_free(place));
        }
        line
    }
}

pub(super) fn leaf_score(balance: i64) -> i32 {
    let most = i64::from(WON - 1);
    balance.clamp(-most, most) as i32
}

/// A score as others see it.
pub(super) fn value_of(score: i32) -> Value {
    Value::score(f64::from(score))
}
