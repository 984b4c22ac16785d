//! What the search is told about m,n,k-games: results that can be seen at a glance, chains of
//! fours, candidates and an evaluation.

use mossa_games::mnk::{Board, Spec, Stones};
use mossa_kernel::{Move, Position, Side};
use mossa_search::{Knowledge, MoveSink, Scope, Score};

use super::{
    chain::Chains,
    lines::{Fours, Lines},
    promises::Promises,
    weights::Weights,
};

/// Knows the lines of a board.
#[derive(Clone, Debug)]
pub(super) struct LineKnowledge {
    weights: Weights,
    /// Tests put stones here that no game has.
    pub(super) lines: Lines,
    /// For playing only: a chain of fours wins, but perhaps not the shortest way.
    chains: Option<Chains>,
    /// Room for candidates.
    candidates: Vec<(Move, i32)>,
}

/// The cells that stop all threats to make two fours at once. There are at most three of them.
#[derive(Clone, Copy, Debug)]
struct Defense {
    cells: [u32; 3],
    count: usize,
}

impl LineKnowledge {
    /// For playing well: lists only likely moves and looks for chains of fours at the horizon.
    pub(super) fn for_play(spec: Spec, weights: Weights) -> Self {
        Self { chains: Some(Chains::new()), ..Self::for_proof(spec, weights) }
    }

    /// For proving results with the shortest distance: leaves out only what cannot matter.
    pub(super) fn for_proof(spec: Spec, weights: Weights) -> Self {
        let lines = Lines::new(spec, &weights);
        Self { weights, lines, chains: None, candidates: Vec::new() }
    }

    /// What can be told without looking ahead, with the right distance.
    fn glance(&self, mover: Side) -> Option<Score> {
        let lines = &self.lines;
        if !lines.has_hope(mover) && !lines.has_hope(!mover) {
            return Some(Score::DRAW);
        }
        if !lines.fives(mover).is_empty() {
            return Some(Score::win_in(1));
        }
        let theirs = lines.fives(!mover);
        match (theirs.len(), theirs.first()) {
            (0, _) => {}
            (1, Some(block)) => {
                let wins = lines.fours_by(block, mover).is_double();
                return wins.then(|| Score::win_in(3));
            }
            _ => return Some(Score::loss_in(2)),
        }
        if self.each_double(mover, |_, _| true) {
            return Some(Score::win_in(3));
        }
        let is_lost =
            lines.fours(mover).is_empty() && self.defense(mover).is_some_and(|it| it.count == 0);
        is_lost.then(|| Score::loss_in(4))
    }

    /// Shows `visit` the cells where a stone of `side` makes two fours at once, until it has seen
    /// enough; tells whether it has.
    fn each_double(&self, side: Side, mut visit: impl FnMut(u32, Fours) -> bool) -> bool {
        self.lines.fours(side).iter().any(|cell| {
            // Two fours take two windows.
            if self.lines.fours_at(cell, side) < 2 {
                return false;
            }
            let fours = self.lines.fours_by(cell, side);
            fours.is_double() && visit(cell, fours)
        })
    }

    /// Where a stone of `mover` stops every threat of the other side to make two fours at once;
    /// `None` when there is no such threat.
    ///
    /// A stone elsewhere that makes no four loses in 4: the threat is carried out and wins.
    fn defense(&self, mover: Side) -> Option<Defense> {
        let mut defense: Option<Defense> = None;
        self.each_double(!mover, |cell, fours| {
            // Each four-to-be has two free cells left: this one, and where it would be completed.
            let stops = match fours {
                Fours::Two(first, second) => Defense { cells: [cell, first, second], count: 3 },
                _ => Defense { cells: [cell; 3], count: 1 },
            };
            let both = defense.map_or(stops, |others| stops.and(others));
            defense = Some(both);
            both.count == 0
        });
        defense
    }

    /// How promising a cell looks to `mover`.
    fn promise(&self, cell: u32, mover: Side) -> i32 {
        self.weights.promise(self.lines.promises(cell), mover)
    }

    /// Lists the moves that answer a threat to make two fours at once; `None` without a threat.
    fn list_defense(&self, side: Side, moves: &mut MoveSink<'_>) -> Option<Scope> {
        let defense = self.defense(side)?;
        let fours = self.lines.fours(side);
        let cells = &defense.cells[..defense.count];
        for &cell in cells {
            moves.push(Move(cell), self.promise(cell, side));
        }
        for cell in fours.iter().filter(|cell| !cells.contains(cell)) {
            moves.push(Move(cell), self.promise(cell, side));
        }
        if cells.is_empty() && fours.is_empty() {
            // All is lost, and nothing is lost sooner: to occupy the threat looks best.
            self.each_double(!side, |cell, _| {
                moves.push(Move(cell), self.promise(cell, side));
                false
            });
        }
        Some(Scope::All)
    }

    /// Lists the most promising cells near stones.
    fn list_likely(&mut self, side: Side, moves: &mut MoveSink<'_>) -> Scope {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.lines.each_free_near(|cell| {
            let promises = self.lines.promises(cell);
            if promises != Promises::default() {
                candidates.push((Move(cell), self.weights.promise(promises, side)));
            }
        });
        if candidates.len() > self.weights.most_candidates {
            let order = |&(mv, promise): &(Move, i32)| (-promise, mv);
            candidates.select_nth_unstable_by_key(self.weights.most_candidates, order);
            candidates.truncate(self.weights.most_candidates);
        }
        for &(mv, promise) in &candidates {
            moves.push(mv, promise);
        }
        let is_empty = candidates.is_empty();
        self.candidates = candidates;
        if is_empty { self.list_all(side, moves) } else { Scope::Likely }
    }

    /// Lists all free cells, but only one of those that no line can ever pass through: they are
    /// all the same.
    fn list_all(&self, side: Side, moves: &mut MoveSink<'_>) -> Scope {
        let is_exact = self.lines.spec().is_exact();
        let mut has_dead = false;
        for cell in (0..self.lines.cells()).filter(|&cell| self.lines.is_free(cell)) {
            let is_dead = self.lines.promises(cell) == Promises::default();
            // Under the exact rule a stone can spoil a line that it merely touches.
            if is_dead && !is_exact && std::mem::replace(&mut has_dead, true) {
                continue;
            }
            moves.push(Move(cell), self.promise(cell, side));
        }
        Scope::All
    }

    /// The cell in the middle, or one of them.
    fn center(&self) -> Move {
        let spec = self.lines.spec();
        Move(spec.rows() / 2 * spec.columns() + spec.columns() / 2)
    }

    /// The one cell where `mover` must put a stone, lest the other side complete a line.
    fn forced(&self, mover: Side) -> Option<u32> {
        let theirs = self.lines.fives(!mover);
        theirs.first().filter(|_| theirs.len() == 1 && self.lines.fives(mover).is_empty())
    }

    /// What can be told of the horizon. For playing, a forced reply is given first, and chains of
    /// fours are looked for.
    fn verdict_at_horizon(&mut self, mover: Side) -> Option<Score> {
        let glance = self.glance(mover);
        if glance.is_some() || self.chains.is_none() {
            return glance;
        }
        if let Some(reply) = self.forced(mover) {
            self.lines.place(reply, mover);
            let after = self.verdict_at_horizon(!mover);
            self.lines.remove(reply, mover);
            return after.map(|score| -score.earlier(1));
        }
        let chains = self.chains.as_mut()?;
        chains.find(&mut self.lines, mover, self.weights.chain_nodes).map(Score::win_in)
    }

    /// How good the position looks to `mover`, were it to move; for playing, after the reply where
    /// that is forced.
    pub(super) fn evaluate_for(&mut self, mover: Side) -> i32 {
        let plays = self.chains.is_some();
        if let Some(reply) = self.forced(mover).filter(|_| plays) {
            self.lines.place(reply, mover);
            let after = self.evaluate_for(!mover);
            self.lines.remove(reply, mover);
            return -after;
        }
        let ours = i64::from(self.lines.worth(mover));
        let theirs = i64::from(self.lines.worth(!mover));
        let estimate = ours * self.weights.tempo_eighths / 8 - theirs;
        let largest = i64::from(Score::LARGEST_ESTIMATE);
        estimate.clamp(-largest, largest) as i32
    }
}

impl Defense {
    /// The cells that are in both.
    fn and(self, other: Self) -> Self {
        let mut both = Self { cells: self.cells, count: 0 };
        for &cell in &self.cells[..self.count] {
            if other.cells[..other.count].contains(&cell) {
                both.cells[both.count] = cell;
                both.count += 1;
            }
        }
        both
    }
}

impl<S: Stones> Knowledge<Board<S>> for LineKnowledge {
    /// Changes only what is different: a search may come back to a position often.
    fn reset(&mut self, root: &Board<S>) {
        let spec = root.stones().spec();
        if spec != self.lines.spec() {
            *self = Self { chains: self.chains.take(), ..Self::for_proof(spec, self.weights) };
        }
        for cell in 0..self.lines.cells() {
            let (now, then) = (root.stones().owner(cell), self.lines.owner(cell));
            if now == then {
                continue;
            }
            if let Some(side) = then {
                self.lines.remove(cell, side);
            }
            if let Some(side) = now {
                self.lines.place(cell, side);
            }
        }
    }

    #[inline]
    fn play(&mut self, before: &Board<S>, mv: Move) {
        self.lines.place(mv.0, before.side_to_move());
    }

    #[inline]
    fn undo(&mut self, before: &Board<S>, mv: Move) {
        self.lines.remove(mv.0, before.side_to_move());
    }

    fn verdict(&mut self, position: &Board<S>, depth: i32) -> Option<Score> {
        let mover = position.side_to_move();
        if depth <= 0 { self.verdict_at_horizon(mover) } else { self.glance(mover) }
    }

    fn moves(&mut self, position: &Board<S>, moves: &mut MoveSink<'_>) -> Scope {
        let side = position.side_to_move();
        let (ours, theirs) = (self.lines.fives(side), self.lines.fives(!side));
        let forced = if ours.is_empty() { theirs } else { ours };
        if !forced.is_empty() {
            forced.iter().for_each(|cell| moves.push(Move(cell), 0));
            return Scope::Forced;
        }
        if let Some(scope) = self.list_defense(side, moves) {
            return scope;
        }
        if self.chains.is_none() {
            return self.list_all(side, moves);
        }
        if self.lines.stones() == 0 {
            moves.push(self.center(), 0);
            return Scope::Likely;
        }
        self.list_likely(side, moves)
    }

    fn evaluate(&mut self, position: &Board<S>) -> i32 {
        self.evaluate_for(position.side_to_move())
    }

    fn is_full_width(&self) -> bool {
        self.chains.is_none()
    }

    fn winning_chance(&self, estimate: i32) -> Option<f64> {
        Some(1.0 / (1.0 + (-f64::from(estimate) / self.weights.chance_scale).exp()))
    }
}
