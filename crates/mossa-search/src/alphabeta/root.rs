//! The root of the tree: iterative deepening over the moves that can be played.

use mossa_kernel::{Move, Position, Value};

use super::{
    shared::Errand,
    worker::{Found, Window, Worker},
};
use crate::{Aim, Bound, Knowledge, Line, Report, Scope, Score};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The last score, and what it says.
    score: Score,
    bound: Bound,
    is_proven: bool,
    /// The depth of that score; 0 when it was never searched.
    depth: u32,
    /// The best line that begins with it; empty before the first one is known, since large boards
    /// have many moves and each line takes memory of its own.
    line: Vec<Move>,
}

/// The root's moves, best first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
    /// How many of them get a value of their own.
    n_lines: usize,
    /// How many are searched as long as one of them does not lose.
    n_likely: usize,
    /// Whether none of the others could be better.
    is_complete: bool,
    /// How many plies each look goes deeper than the last.
    step: u32,
    /// No look goes deeper than this.
    deepest: u32,
    /// The last depth that was completed.
    pub(super) depth: u32,
}

impl Root {
    /// All legal moves, in the order in which the knowledge likes them.
    pub(super) fn new<P: Position, K: Knowledge<P>>(
        worker: &mut Worker<'_, P, K>,
        n_lines: usize,
        aim: Aim,
        deepest: u32,
    ) -> Self {
        let (listed, n_listed, scope) = worker.ordered_moves();
        let new = |mv| RootMove {
            mv,
            score: Score::WORST,
            bound: Bound::Upper,
            is_proven: false,
            depth: 0,
            line: Vec::new(),
        };
        let moves: Vec<RootMove> = listed.into_iter().map(new).collect();
        let n_lines = n_lines.clamp(1, moves.len());
        // Whoever wants several lines wants to hear about moves that look bad, too.
        let n_likely = if n_lines == 1 && aim == Aim::Play { n_listed } else { moves.len() };
        let is_complete = n_likely == moves.len() || scope != Scope::Likely;
        let step = if aim == Aim::Play { 1 } else { worker.params.solving_step };
        Self { moves, n_lines, n_likely, is_complete, step, deepest, depth: 0 }
    }

    /// Whether a deeper look is allowed.
    pub(super) fn may_deepen(&self) -> bool {
        self.depth < self.deepest
    }

    fn next_depth(&self) -> u32 {
        (self.depth + self.step).min(self.deepest)
    }

    /// Searches all moves one step deeper, until this thread or another one has done so. Returns
    /// whether there was time for it; what was found out before that is kept.
    pub(super) fn deepen_together<P: Position, K: Knowledge<P>>(
        &mut self,
        worker: &mut Worker<'_, P, K>,
    ) -> bool {
        worker.iteration = Some(self.next_depth());
        let is_done = self.deepen(worker);
        worker.iteration = None;
        if is_done {
            worker.shared.finish(self);
            return true;
        }
        if worker.shared.is_finished(self.depth + 1)
            && let Some(finished) = worker.shared.finished()
        {
            *self = finished;
        }
        worker.is_stopped = worker.shared.is_stopped();
        !worker.is_stopped
    }

    /// Searches all moves one step deeper. Returns whether it got to the end; what it found out
    /// before that is kept.
    pub(super) fn deepen<P: Position, K: Knowledge<P>>(
        &mut self,
        worker: &mut Worker<'_, P, K>,
    ) -> bool {
        let depth = self.next_depth();
        worker.last_ply = 2 * depth + 8;
        let key = worker.key();
        let mut put_off = Vec::new();
        for index in 0..self.moves.len() {
            if index >= self.n_likely && !self.seems_lost() {
                break;
            }
            let errand = worker.shared.errand_at_root(key, self.moves[index].mv, depth);
            if index >= self.n_lines && worker.shared.is_busy(errand) {
                put_off.push(self.moves[index].mv);
            } else if !self.search_move(worker, index, depth, errand) {
                return false;
            }
            if self.n_lines == 1 && self.moves[0].score.plies() == Some(1) {
                // Nothing wins sooner.
                break;
            }
        }
        // What others were busy with: by now most of it is in the table.
        for mv in put_off {
            let index =
                self.moves.iter().position(|root| root.mv == mv).expect("a move of the root");
            if !self.search_move(worker, index, depth, Errand::NONE) {
                return false;
            }
        }
        self.depth = depth;
        true
    }

    /// Whether the best move found so far loses, so that any other would be welcome.
    fn seems_lost(&self) -> bool {
        self.moves[0].score.number() < -Score::LARGEST_ESTIMATE
    }

    /// Searches one move and gives it its place. Returns whether there was time for it.
    fn search_move<P: Position, K: Knowledge<P>>(
        &mut self,
        worker: &mut Worker<'_, P, K>,
        index: usize,
        depth: u32,
        errand: Errand,
    ) -> bool {
        // What a move must beat to get among the best.
        let alpha = match index.checked_sub(self.n_lines) {
            None => Score::WORST,
            Some(_) => self.moves[self.n_lines - 1].score,
        };
        worker.shared.begin(errand);
        let is_resolved = self.resolve(worker, index, depth, alpha);
        worker.shared.end(errand);
        if is_resolved {
            self.insert(index, depth);
        }
        !worker.is_stopped()
    }

    /// Searches one move. Returns whether its score is one of the best and exact.
    fn resolve<P: Position, K: Knowledge<P>>(
        &mut self,
        worker: &mut Worker<'_, P, K>,
        index: usize,
        depth: u32,
        alpha: Score,
    ) -> bool {
        let mv = self.moves[index].mv;
        let child_depth = depth.cast_signed() - 1;
        if alpha > Score::WORST {
            let found = worker.try_move(mv, Window::null(alpha), child_depth, 0);
            if worker.is_stopped() {
                return false;
            }
            if found.score <= alpha {
                self.moves[index].note(found, Bound::Upper, depth);
                return false;
            }
        }
        let mut window = worker.params.first_window(self.moves[index].guess(depth), depth, alpha);
        let mut step = worker.params.aspiration;
        loop {
            let found = worker.try_move(mv, window, child_depth, 0);
            if worker.is_stopped() {
                return false;
            }
            step = step.saturating_mul(4);
            if found.score <= window.alpha && window.alpha > alpha {
                window.alpha = lower(window.alpha, step).max(alpha);
            } else if found.score >= window.beta && window.beta < Score::BEST {
                window.beta = raise(window.beta, step);
            } else {
                self.moves[index].note(found, Bound::Exact, depth);
                worker.extend_line(mv, 0);
                self.moves[index].line.clone_from(&worker.lines[0]);
                return true;
            }
        }
    }

    /// Moves a move with a new exact score to its place among those of this iteration.
    fn insert(&mut self, index: usize, depth: u32) {
        let score = self.moves[index].score;
        let is_behind = |other: &RootMove| {
            other.depth < depth || other.bound == Bound::Upper || other.score < score
        };
        let place = self.moves[..index].iter().position(is_behind).unwrap_or(index);
        self.moves[place..=index].rotate_right(1);
    }

    /// Lines end where the table or a verdict knew the result; shows how it comes about.
    pub(super) fn complete_lines<P: Position, K: Knowledge<P>>(
        &mut self,
        worker: &mut Worker<'_, P, K>,
    ) {
        for root in self.moves.iter_mut().take(self.n_lines) {
            worker.complete_line(&mut root.line, root.score);
        }
    }

    /// Whether looking deeper could change nothing.
    pub(super) fn is_settled(&self) -> bool {
        let is_known = |root: &RootMove| {
            root.is_proven
                && root.bound == Bound::Exact
                && root.score.plies().is_none_or(|plies| plies <= self.depth)
        };
        let best = &self.moves[..self.n_lines];
        if !best.iter().all(is_known) {
            return false;
        }
        let wins_soonest =
            self.n_lines == 1 && best[0].score.plies().is_some() && best[0].score > Score::DRAW;
        // After the first look, only moves that could not be better were never looked at.
        let is_ruled_out = |root: &RootMove| root.is_proven || root.depth == 0 && self.depth > 0;
        wins_soonest || self.is_complete && self.moves.iter().all(is_ruled_out)
    }

    /// What is known, for the outside.
    pub(super) fn report<P: Position, K: Knowledge<P>>(&self, worker: &Worker<'_, P, K>) -> Report {
        let chance = |estimate| worker.knowledge.winning_chance(estimate);
        let finds_shortest = worker.finds_shortest();
        let line = |root: &RootMove| {
            let is_near = root.score.plies().is_some_and(|plies| plies <= root.depth);
            let is_shortest = is_near && finds_shortest || root.score.plies() <= Some(2);
            Line {
                moves: if root.line.is_empty() { vec![root.mv] } else { root.line.clone() },
                value: root.score.to_value(root.is_proven, is_shortest, chance),
                depth: root.depth,
            }
        };
        let is_exact = |root: &&RootMove| root.bound == Bound::Exact && root.depth > 0;
        let mut lines: Vec<Line> =
            self.moves.iter().filter(is_exact).take(self.n_lines).map(line).collect();
        if lines.is_empty() {
            // No time even for one ply: any move is better than none.
            lines.push(Line { value: Value::score(0.0), ..line(&self.moves[0]) });
        }
        Report {
            depth: self.depth,
            nodes: worker.nodes(),
            lines,
            table_fill: worker.shared.table.fill(),
            bounds: None,
            is_settled: self.is_settled(),
        }
    }
}

impl RootMove {
    fn note(&mut self, found: Found, bound: Bound, depth: u32) {
        self.score = found.score;
        self.is_proven = found.is_proven;
        self.bound = bound;
        self.depth = depth;
    }

    /// What the score at `depth` will be near, if anything is known of it.
    fn guess(&self, depth: u32) -> Option<Score> {
        (self.bound == Bound::Exact && self.depth + 2 >= depth && !self.score.is_decisive())
            .then_some(self.score)
    }
}

/// A window's edge, moved by so much; beyond estimates, all the way.
fn lower(score: Score, step: i32) -> Score {
    let number = score.number().saturating_sub(step);
    if number < -Score::LARGEST_ESTIMATE { Score::WORST } else { Score::from_number(number) }
}

fn raise(score: Score, step: i32) -> Score {
    -lower(-score, step)
}

impl super::Params {
    /// The window to begin with: around the guess, above `alpha`.
    fn first_window(&self, guess: Option<Score>, depth: u32, alpha: Score) -> Window {
        match guess {
            Some(guess) if depth >= self.aspiration_depth => Window {
                alpha: lower(guess, self.aspiration).max(alpha),
                beta: raise(guess, self.aspiration).max(alpha.next().next()),
            },
            _ => Window { alpha, beta: Score::BEST },
        }
    }
}
