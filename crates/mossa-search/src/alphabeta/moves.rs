//! The moves of a position: in which order they are searched, and by whom.

use mossa_kernel::{Move, Position};

use super::{
    ordering::{Place, pick},
    shared::Errand,
    worker::{Found, NOTHING, Node, Window, Worker},
};
use crate::{Knowledge, MoveSink, Scope, Score};

impl<P: Position, K: Knowledge<P>> Worker<'_, P, K> {
    /// Searches the moves of a position, most promising first.
    #[inline]
    pub(super) fn search_moves(&mut self, node: &Node, table_move: Option<Move>) -> Found {
        let first = self.moves.len();
        let best = if node.depth <= 1 {
            self.search_last_ply(node, first, table_move)
        } else if self.shared.threads > 1 && node.depth >= self.params.shared_depth {
            self.search_list::<true>(node, first, table_move)
        } else {
            self.search_list::<false>(node, first, table_move)
        };
        self.moves.truncate(first);
        if self.is_stopped {
            return NOTHING;
        }
        if node.depth >= self.params.table_depth {
            self.remember(node, &best);
        }
        best.found
    }

    /// Lists the moves from `first` on and searches them, in two rounds if other threads share the
    /// work: what they are busy with is put off to the second, and so often found in the table by then.
    #[inline(never)]
    fn search_list<const SHARES_WORK: bool>(
        &mut self,
        node: &Node,
        first: usize,
        table_move: Option<Move>,
    ) -> Best {
        let mut sink = MoveSink::new(&mut self.moves);
        let scope = self.knowledge.moves(&self.position, &mut sink);
        let most = sink.largest_promise();
        let trace_of = |mv| self.knowledge.trace(&self.position, mv);
        let moves = &mut self.moves[first..];
        let unrated =
            first + usize::from(self.ordering.favor(moves, most, node.ply, table_move, trace_of));
        let side = self.position.side_to_move();
        let place = Place { ply: node.ply, side, previous: node.previous };
        let mut best = Best::none(node.window.alpha);
        let depth = node.depth - i32::from(scope != Scope::Forced);
        let end = self.moves.len();
        let mut index = first;
        while index < if SHARES_WORK { self.moves.len() } else { end } {
            let is_first_round = !SHARES_WORK || index < end;
            let mut number = index - first;
            if !is_first_round {
                number = usize::try_from(self.moves[index].1).unwrap_or_default();
            } else if index == unrated {
                let trace_of = |mv| self.knowledge.trace(&self.position, mv);
                self.ordering.rate(&mut self.moves[unrated..end], &place, trace_of);
            } else if index > unrated {
                pick(&mut self.moves[first..end], number);
            }
            let mv = self.moves[index].0;
            index += 1;
            let errand =
                if SHARES_WORK { self.shared.errand(node.key, mv, depth) } else { Errand::NONE };
            if is_first_round && best.mv.is_some() && self.shared.is_busy(errand) {
                // In the second round its number matters, and its promise no more.
                self.moves.push((mv, i32::try_from(number).unwrap_or(i32::MAX)));
                continue;
            }
            self.shared.begin(errand);
            let reduction = self.params.reduction(node.depth, number);
            let found = self.search_one(node, mv, number, [depth, reduction], best.alpha);
            self.shared.end(errand);
            if self.is_stopped {
                return best;
            }
            self.take_note(&mut best, mv, found, node);
            if best.found.score >= node.window.beta {
                let tried = &self.moves[first..(index - 1).min(end)];
                let trace_of = |mv| self.knowledge.trace(&self.position, mv);
                self.ordering.learn(mv, tried, node.depth, &place, trace_of);
                return best;
            }
        }
        best.settle(scope);
        best
    }

    /// The same right above the horizon, where most positions are and every step counts: nothing is
    /// shared or reduced there, only the first move is worth choosing with care, and positions are too
    /// many and too alike to learn more from than what refutes.
    #[inline(never)]
    fn search_last_ply(&mut self, node: &Node, first: usize, table_move: Option<Move>) -> Best {
        let mut sink = MoveSink::new(&mut self.moves);
        let scope = self.knowledge.moves(&self.position, &mut sink);
        let most = sink.largest_promise();
        let trace_of = |mv| self.knowledge.trace(&self.position, mv);
        let moves = &mut self.moves[first..];
        if !self.ordering.favor(moves, most, node.ply, table_move, trace_of) {
            pick(moves, 0);
        }
        let mut best = Best::none(node.window.alpha);
        let depth = node.depth - i32::from(scope != Scope::Forced);
        // What a move leads to at the horizon does not depend on the window, unless that asks for more
        // than the nearest win.
        let is_horizon = depth <= 0 && -node.window.beta < Score::win_in(node.ply + 2);
        if is_horizon && !node.window.is_null() {
            self.line_at(node.ply + 1).clear();
        }
        for index in first..self.moves.len() {
            let mv = self.moves[index].0;
            let found = if is_horizon {
                self.look_at(mv, node.ply)
            } else {
                self.search_one(node, mv, index - first, [depth, 0], best.alpha)
            };
            if self.is_stopped {
                return best;
            }
            self.take_note(&mut best, mv, found, node);
            if best.found.score >= node.window.beta {
                let trace = self.knowledge.trace(&self.position, mv);
                self.ordering.learn_killer(trace, node.ply);
                return best;
            }
        }
        best.settle(scope);
        best
    }

    /// Plays a move to the horizon, judges what is there and takes it back; the result is for the side
    /// that moved.
    #[expect(clippy::inline_always, reason = "most positions of a search are looked at here")]
    #[inline(always)]
    fn look_at(&mut self, mv: Move, ply: u32) -> Found {
        if self.meter.count() && self.is_time_up() {
            return NOTHING;
        }
        let undo = self.play(mv);
        let Found { score, is_proven } = self.judged(0, ply + 1);
        self.take_back(mv, undo);
        Found { score: -score, is_proven }
    }

    /// Searches one move to a depth less a reduction: the first with the whole window, others only to
    /// show that they are no better, unless they are.
    #[expect(clippy::inline_always, reason = "a tenth of the time on Connect Four")]
    #[inline(always)]
    fn search_one(
        &mut self,
        node: &Node,
        mv: Move,
        number: usize,
        [depth, reduction]: [i32; 2],
        alpha: Score,
    ) -> Found {
        let window = Window { alpha, beta: node.window.beta };
        if number == 0 {
            return self.try_move(mv, window, depth, node.ply);
        }
        let mut found = self.try_move(mv, Window::null(alpha), depth - reduction, node.ply);
        if reduction > 0 && found.score > alpha && !self.is_stopped {
            found = self.try_move(mv, Window::null(alpha), depth, node.ply);
        }
        if found.score > alpha && !window.is_null() && found.score < window.beta && !self.is_stopped
        {
            found = self.try_move(mv, window, depth, node.ply);
        }
        found
    }

    #[expect(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn take_note(&mut self, best: &mut Best, mv: Move, found: Found, node: &Node) {
        best.are_all_proven &= found.is_proven;
        if best.mv.is_none() || found.score > best.found.score {
            best.found = found;
            best.mv = Some(mv);
        }
        if found.score > best.alpha {
            best.alpha = found.score;
            if !node.window.is_null() {
                self.extend_line(mv, node.ply);
            }
        }
    }
}

/// The best of the moves searched so far.
pub(super) struct Best {
    pub(super) found: Found,
    pub(super) mv: Option<Move>,
    /// What a move must beat.
    alpha: Score,
    are_all_proven: bool,
}

impl Best {
    /// All moves are searched, and none was too good.
    fn settle(&mut self, scope: Scope) {
        self.found.is_proven = self.are_all_proven;
        if scope == Scope::Likely {
            // A move that was not looked at might have been better.
            self.found.is_proven = false;
            if self.found.score < Score::DRAW {
                self.found.score = self.found.score.doubted();
            }
        }
    }

    fn none(alpha: Score) -> Self {
        let found = Found { score: Score::WORST, is_proven: false };
        Self { found, mv: None, alpha, are_all_proven: true }
    }
}
