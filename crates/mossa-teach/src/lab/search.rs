//! The searches, to be read: minimax, then alpha-beta and what can be added to it.
//!
//! Values are always for the side to move; what is good for one side is as bad for the other, so a move
//! is worth the negative of the position it leads to.

use mossa_kernel::{Budget, Move, Position};
use mossa_search::Knowledge;

use super::{
    Algorithm, Base,
    memory::{Bound, Entry, Memory},
    ordering::Ordering,
    trace::{Reason, Recorder, Trace},
};

/// A won game. Values are thousandths.
pub const WIN: i32 = 1_000;

/// More than any value.
pub const INFINITE: i32 = 1_000_000;

/// An engine's estimate of this size becomes half a win.
const HALF_WIN: i64 = 200;

/// How many positions are looked at between two looks at the clock and the flag.
const PATIENCE: u64 = 1_024;

/// A value as it is shown: a won game is 1.
pub fn shown(value: i32) -> f64 {
    f64::from(value) / f64::from(WIN)
}

/// The end of a search that may not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The value of a position, unless the search was stopped.
pub type Found = Result<i32, Stopped>;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions looked at, the root included.
    pub nodes: u64,
    /// Of these, finished games and those where the depth ended.
    pub leaves: u64,
    /// Of these, those where the depth ended.
    pub horizon: u64,
    /// How often the moves behind one need not be looked at.
    pub cutoffs: u64,
    /// How often nothing had to be done, for the position was known.
    pub table_hits: u64,
    /// The greatest distance from the root.
    pub deepest: u32,
}

/// A search under way.
pub struct Searcher<'s, P, K> {
    position: P,
    knowledge: K,
    algorithm: Algorithm,
    budget: &'s Budget<'s>,
    memory: Memory,
    ordering: Ordering,
    recorder: Recorder,
    /// How far the position is from the root.
    ply: u32,
    pub counts: Counts,
    /// The best move at the root.
    pub best: Option<Move>,
}

impl<'s, P: Position, K: Knowledge<P>> Searcher<'s, P, K> {
    pub fn new(
        position: P,
        mut knowledge: K,
        algorithm: Algorithm,
        budget: &'s Budget<'s>,
        trace_limit: usize,
    ) -> Self {
        knowledge.reset(&position);
        Self {
            position,
            knowledge,
            algorithm,
            budget,
            memory: Memory::default(),
            ordering: Ordering::default(),
            recorder: Recorder::new(trace_limit),
            ply: 0,
            counts: Counts::default(),
            best: None,
        }
    }

    /// Searches to a depth; with deepening to all smaller ones before.
    pub fn run(&mut self, depth: u32) -> Found {
        if !self.algorithm.has_deepening {
            return self.search_root(depth);
        }
        let mut value = 0;
        for depth in 1..=depth {
            let horizon = self.counts.horizon;
            value = self.search_root(depth)?;
            // Every game came to its end: nothing lies deeper.
            if self.counts.horizon == horizon {
                break;
            }
        }
        Ok(value)
    }

    fn search_root(&mut self, depth: u32) -> Found {
        self.recorder.begin(self.position.side_to_move());
        let found = match self.algorithm.base {
            Base::Minimax => self.minimax(depth),
            _ => self.alphabeta(depth, -INFINITE, INFINITE),
        };
        self.recorder.close(found.ok());
        found
    }

    /// The tree as far as it was recorded.
    pub fn into_trace(self) -> Trace {
        let position = self.position;
        self.recorder.into_trace(|mv| position.show_move(mv))
    }

    /// Minimax: the best of all moves, each answered by the best of all replies.
    fn minimax(&mut self, depth: u32) -> Found {
        if let Some(value) = self.leaf(depth)? {
            return Ok(value);
        }
        if let Some(value) = self.recall(depth, -INFINITE, INFINITE) {
            return Ok(value);
        }
        let mut best = -INFINITE;
        let mut best_move = None;
        for mv in self.moves() {
            let value = -self.after(mv, -INFINITE, INFINITE, |below| below.minimax(depth - 1))?;
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
        }
        self.remember(depth, best, Bound::Exact, best_move);
        Ok(best)
    }

    /// Alpha-beta: as minimax, but asks only whether the value lies between two others. Below `alpha`
    /// it does not matter, for this side has something better elsewhere. From `beta` on it does not
    /// either: the other side has something better and will not let it come to this, so the first move
    /// that is good enough ends the search of the position.
    fn alphabeta(&mut self, depth: u32, mut alpha: i32, beta: i32) -> Found {
        if let Some(value) = self.leaf(depth)? {
            return Ok(value);
        }
        if let Some(value) = self.recall(depth, alpha, beta) {
            return Ok(value);
        }
        let from = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let moves = self.moves();
        for (index, &mv) in moves.iter().enumerate() {
            let value = if self.algorithm.base == Base::Pvs && index > 0 {
                self.check(mv, depth, alpha, beta)?
            } else {
                -self.after(mv, -beta, -alpha, |below| below.alphabeta(depth - 1, -beta, -alpha))?
            };
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                let n_skipped = moves.len() - index - 1;
                self.cut(mv, depth, best, beta, n_skipped);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best <= from => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.remember(depth, best, bound, best_move);
        Ok(best)
    }

    /// Principal variation search of a move behind the first: it is expected to be no better, and to
    /// show that takes a window without width. If it is better after all, it is searched once more.
    fn check(&mut self, mv: Move, depth: u32, alpha: i32, beta: i32) -> Found {
        let narrow = alpha + 1;
        let value = -self
            .after(mv, -narrow, -alpha, |below| below.alphabeta(depth - 1, -narrow, -alpha))?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        let value =
            self.after(mv, -beta, -alpha, |below| below.alphabeta(depth - 1, -beta, -alpha));
        value.map(|value| -value)
    }

    /// Counts a position, and values it if the search ends there: the game is over or the depth reached.
    fn leaf(&mut self, depth: u32) -> Result<Option<i32>, Stopped> {
        if self.budget.nodes.is_some_and(|limit| self.counts.nodes >= limit)
            || (self.counts.nodes.is_multiple_of(PATIENCE) && self.budget.is_spent(0))
        {
            return Err(Stopped);
        }
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(self.ply);
        let value = match self.position.outcome() {
            Some(outcome) => match outcome.winner {
                None => 0,
                Some(winner) if winner == self.position.side_to_move() => WIN,
                Some(_) => -WIN,
            },
            None if depth == 0 => {
                self.counts.horizon += 1;
                self.estimate()
            }
            None => return Ok(None),
        };
        self.counts.leaves += 1;
        Ok(Some(value))
    }

    /// What the game's engine makes of a position without looking ahead, between a loss and a win.
    fn estimate(&mut self) -> i32 {
        let units = i64::from(self.knowledge.evaluate(&self.position));
        (units * i64::from(WIN - 1) / (units.abs() + HALF_WIN)) as i32
    }

    /// The legal moves, good ones first where the algorithm cares.
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.each_move(|mv| moves.push(mv));
        let known = if self.algorithm.has_table {
            self.memory.recall(self.position.key()).and_then(|entry| entry.best)
        } else {
            None
        };
        if self.algorithm.has_ordering {
            self.ordering.sort(&mut moves, known, self.ply as usize);
        }
        moves
    }

    /// What `search` says about the position after a move, asked for the window from `alpha` to `beta`
    /// of the side that moves there.
    fn after(
        &mut self,
        mv: Move,
        alpha: i32,
        beta: i32,
        search: impl FnOnce(&mut Self) -> Found,
    ) -> Found {
        self.recorder.open(mv, alpha, beta, !self.position.side_to_move());
        self.knowledge.play(&self.position, mv);
        let undo = self.position.play(mv);
        self.ply += 1;
        let found = search(self);
        self.ply -= 1;
        self.position.undo(mv, undo);
        self.knowledge.undo(&self.position, mv);
        self.recorder.close(found.ok());
        found
    }

    /// The value of a position that was seen before, where that answers the question.
    fn recall(&mut self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        if !self.algorithm.has_table {
            return None;
        }
        let entry = self.memory.recall(self.position.key())?;
        // The root must name a move.
        let value = entry.answer(depth, alpha, beta).filter(|_| self.ply > 0)?;
        self.counts.table_hits += 1;
        self.recorder.explain(Reason::Table);
        Some(value)
    }

    fn remember(&mut self, depth: u32, value: i32, bound: Bound, best: Option<Move>) {
        if self.ply == 0 {
            self.best = best;
        }
        if self.algorithm.has_table {
            let entry = Entry { depth, value, bound, best };
            self.memory.remember(self.position.key(), entry);
        }
    }

    /// A move has ended the search of the position.
    fn cut(&mut self, mv: Move, depth: u32, value: i32, beta: i32, n_skipped: usize) {
        self.counts.cutoffs += 1;
        self.recorder.explain(Reason::Cut { value, beta, n_skipped });
        if self.algorithm.has_ordering {
            self.ordering.praise(mv, self.ply as usize, depth);
        }
    }
}
