//! One thread's search of one tree: principal-variation search with a table.

use std::{collections::HashSet, sync::Arc};

use mossa_kernel::{Budget, Move, Position};

use super::{Params, meter::Meter, moves::Best, ordering::Ordering, shared::Shared};
use crate::{Bound, Knowledge, MoveSink, Scope, Score, table::Entry};

/// What a search of a position found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The score, from the root's point in time: a win in n plies of the root, for the side to move
    /// here.
    pub(super) score: Score,
    /// Whether the bound that the score is holds at any depth: nothing below it was guessed.
    pub(super) is_proven: bool,
}

/// What is returned when time is up; nobody looks at it.
pub(super) const NOTHING: Found = Found { score: Score::DRAW, is_proven: false };

/// The scores that matter: below the first, the side to move has better elsewhere; above the
/// second, the other side does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Asks only whether the score is above `alpha`.
    pub(super) fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    pub(super) fn is_null(self) -> bool {
        self.alpha.next() >= self.beta
    }

    fn seen_by_other_side(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// One thread at work.
pub(super) struct Worker<'b, P: Position, K> {
    pub(super) position: P,
    pub(super) knowledge: K,
    pub(super) ordering: Ordering,
    pub(super) shared: Arc<Shared>,
    pub(super) meter: Meter,
    pub(super) params: Params,
    /// The limits, in the main thread; helpers stop when told to.
    pub(super) budget: Option<&'b Budget<'b>>,
    /// Moves of all positions on the way from the root, behind each other.
    pub(super) moves: Vec<(Move, i32)>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<Move>>,
    /// How deep lines may go, extensions included.
    pub(super) last_ply: u32,
    pub(super) is_stopped: bool,
    /// The iteration at work, which is given up when another thread has finished it.
    pub(super) iteration: Option<u32>,
    /// What sets the keys of positions apart from those of other kinds of search.
    salt: u64,
}

/// Mixed into the keys of positions searched for shortest wins, after some were searched otherwise.
const INSISTING: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position to be searched, and how.
pub(super) struct Node {
    pub(super) key: u64,
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: u32,
    /// The trace of the move that led here.
    pub(super) previous: Option<u32>,
}

impl<'b, P: Position, K: Knowledge<P>> Worker<'b, P, K> {
    pub(super) fn new(
        position: P,
        knowledge: K,
        ordering: Ordering,
        shared: Arc<Shared>,
        params: Params,
        budget: Option<&'b Budget<'b>>,
    ) -> Self {
        let mut knowledge = knowledge;
        knowledge.reset(&position);
        Self {
            position,
            knowledge,
            ordering,
            shared,
            meter: Meter::new(),
            params,
            budget,
            moves: Vec::new(),
            lines: Vec::new(),
            last_ply: 0,
            is_stopped: false,
            iteration: None,
            salt: 0,
        }
    }

    /// Whether the search was broken off; then what it returned means nothing.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Looks at the clock, or at what the other threads say.
    #[cold]
    pub(super) fn is_time_up(&mut self) -> bool {
        match self.budget {
            Some(budget) => self.meter.look(budget, &self.shared),
            None => self.meter.look_as_helper(&self.shared),
        }
        let is_overtaken = self.iteration.is_some_and(|depth| self.shared.is_finished(depth));
        self.is_stopped = is_overtaken || self.shared.is_stopped();
        self.is_stopped
    }

    /// How many positions all threads have looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes() + self.shared.nodes.0.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Whether the distances of wins found within the depth are the shortest.
    pub(super) fn finds_shortest(&self) -> bool {
        self.knowledge.is_full_width() && !self.reduces()
    }

    /// Whether late moves are looked at less deep.
    fn reduces(&self) -> bool {
        self.params.reduce_from < usize::MAX
    }

    /// From now on nothing is done that could miss a shorter win, and nothing in the table counts that
    /// was found out otherwise. Returns whether that makes a difference and leads to shortest wins.
    pub(super) fn insist_on_shortest(&mut self) -> bool {
        let found_shortest = self.finds_shortest();
        self.params = self.params.without_reductions();
        self.knowledge.insist_on_shortest();
        self.salt = INSISTING;
        self.finds_shortest() && !found_shortest
    }

    /// All legal moves, those that the knowledge would search first in its order, then the rest; how
    /// many the knowledge would search, and what it says about the others.
    pub(super) fn ordered_moves(&mut self) -> (Vec<Move>, usize, Scope) {
        let mut listed = Vec::new();
        let scope = self.knowledge.moves(&self.position, &mut MoveSink::new(&mut listed));
        listed.sort_by_key(|&(_, promise)| std::cmp::Reverse(promise));
        let mut moves: Vec<Move> = listed.into_iter().map(|(mv, _)| mv).collect();
        let n_listed = moves.len();
        let known: HashSet<Move> = moves.iter().copied().collect();
        self.position.each_move(|mv| {
            if !known.contains(&mv) {
                moves.push(mv);
            }
        });
        (moves, n_listed, scope)
    }

    /// The key of the current position in the table.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.position.key() ^ self.salt
    }

    /// Plays a move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) -> P::Undo {
        self.knowledge.play(&self.position, mv);
        self.position.play(mv)
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn take_back(&mut self, mv: Move, undo: P::Undo) {
        self.position.undo(mv, undo);
        self.knowledge.undo(&self.position, mv);
    }

    /// Plays a move, searches what it leads to and takes it back; the result is for the side that
    /// moved.
    #[inline]
    pub(super) fn try_move(&mut self, mv: Move, window: Window, depth: i32, ply: u32) -> Found {
        let trace = self.knowledge.trace(&self.position, mv);
        let undo = self.play(mv);
        let window = window.seen_by_other_side();
        let Found { score, is_proven } = self.search(window, depth, ply + 1, Some(trace));
        self.take_back(mv, undo);
        Found { score: -score, is_proven }
    }

    /// The score of the current position if it lies inside the window; else a bound on the window's
    /// far side. What the score of a position that is not yet decided means is for the knowledge
    /// to say.
    fn search(&mut self, window: Window, depth: i32, ply: u32, previous: Option<u32>) -> Found {
        if self.meter.count() && self.is_time_up() {
            return NOTHING;
        }
        if !window.is_null() {
            self.line_at(ply).clear();
        }
        // Nothing here can be better than to win with the next move.
        let limit = Score::win_in(ply + 1);
        if window.alpha >= limit {
            return Found { score: limit, is_proven: true };
        }
        if depth <= 0 || ply >= self.last_ply {
            return self.judged(depth, ply);
        }
        let uses_table = depth >= self.params.table_depth;
        let key = if uses_table { self.key() } else { 0 };
        if uses_table {
            self.shared.table.expect(key);
        }
        if let Some(found) = self.decided(depth, ply) {
            return found;
        }
        let node = Node { key, window, depth, ply, previous };
        let consulted = if uses_table { self.consult_table(&node) } else { Consulted::Open(None) };
        match consulted {
            Consulted::Decided(found) => found,
            Consulted::Open(table_move) => self.search_moves(&node, table_move),
        }
    }

    /// What is known of the current position without a look at its moves.
    #[inline]
    fn decided(&mut self, depth: i32, ply: u32) -> Option<Found> {
        // The root's own moves are tried whatever its verdict.
        let may_be_over = !K::FORESEES_END || ply <= 1;
        let score = match may_be_over.then(|| self.position.outcome()).flatten() {
            Some(outcome) => Score::of_outcome(outcome, self.position.side_to_move()),
            None => self.knowledge.verdict(&self.position, depth)?,
        };
        Some(Found { score: score.earlier(ply), is_proven: true })
    }

    /// What the current position looks like without a look at its moves.
    #[inline]
    pub(super) fn judged(&mut self, depth: i32, ply: u32) -> Found {
        self.decided(depth, ply).unwrap_or_else(|| {
            let score = Score::estimate(self.knowledge.evaluate(&self.position));
            Found { score, is_proven: false }
        })
    }

    pub(super) fn line_at(&mut self, ply: u32) -> &mut Vec<Move> {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        &mut self.lines[ply]
    }

    /// Asks the table; what it knows may decide the position or narrow the window.
    #[inline]
    fn consult_table(&self, node: &Node) -> Consulted {
        let Some(entry) = self.shared.table.get(node.key) else { return Consulted::Open(None) };
        let score = entry.score.earlier(node.ply);
        let is_deep_enough = entry.is_proven || entry.depth.cast_signed() >= node.depth;
        if !is_deep_enough {
            return Consulted::Open(entry.mv);
        }
        let found = Found { score, is_proven: entry.is_proven };
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.window.beta,
            Bound::Upper => score <= node.window.alpha,
        };
        // On the best line only proven entries decide: others would cut the line short.
        if decides && (node.window.is_null() || entry.is_proven) {
            Consulted::Decided(found)
        } else {
            Consulted::Open(entry.mv)
        }
    }

    /// The best line at `ply` is the move followed by the best line behind it.
    pub(super) fn extend_line(&mut self, mv: Move, ply: u32) {
        self.line_at(ply + 1);
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    #[inline]
    pub(super) fn remember(&self, node: &Node, best: &Best) {
        let Found { score, is_proven } = best.found;
        let (bound, mv) = if score >= node.window.beta {
            (Bound::Lower, best.mv)
        } else if score > node.window.alpha {
            (Bound::Exact, best.mv)
        } else {
            // None was good enough; which came closest says little.
            (Bound::Upper, None)
        };
        let depth = node.depth.cast_unsigned();
        let score = score.later(node.ply);
        self.shared.table.put(node.key, Entry { score, bound, depth, is_proven, mv });
    }
}

/// What the table had to say.
enum Consulted {
    Decided(Found),
    Open(Option<Move>),
}
