//! Which moves to look at first: memories of what worked elsewhere in the tree.
//!
//! * a *killer* refuted another line at the same distance from the root;
//! * a *counter-move* refuted the same previous move elsewhere;
//! * *history* counts how often a move cut the search short, deep searches counting more.
//!
//! Moves are remembered by their [traces](Knowledge::trace).

use std::hint;

use mossa_kernel::{Move, Position, Side};

use crate::Knowledge;

/// Points added to a game's own idea of a move.
const KILLER: i32 = 6_000;
const OLDER_KILLER: i32 = 5_000;
const COUNTER: i32 = 3_000;

/// How much less promising than another a killer may look and still be tried first.
const NEARLY: i32 = 1_000;

/// History stays within this.
const LARGEST_HISTORY: i32 = 4_000;

/// What one thread remembers. Where no move is remembered, there is a trace that no move has.
#[derive(Clone)]
pub(super) struct Ordering {
    killers: Vec<[u32; 2]>,
    counters: [Vec<u32>; 2],
    /// One more than there are traces.
    history: [Vec<i32>; 2],
    nothing: u32,
}

impl Ordering {
    /// Remembers nothing yet.
    pub(super) fn new<P: Position, K: Knowledge<P>>(position: &P, knowledge: &K) -> Self {
        let nothing = knowledge.traces(position);
        let counters = || vec![nothing; nothing as usize];
        let history = || vec![0; nothing as usize + 1];
        Self {
            killers: Vec::new(),
            counters: [counters(), counters()],
            history: [history(), history()],
            nothing,
        }
    }

    /// A new search begins, some moves further into the game: distances from the root have changed,
    /// and what worked long ago counts for less.
    pub(super) fn fade(&mut self) {
        self.killers.clear();
        for points in self.history.iter_mut().flatten() {
            *points /= 4;
        }
    }

    /// Adds to each move's promise what is remembered of it, and brings the most promising one to the
    /// front.
    #[inline]
    pub(super) fn rate(
        &mut self,
        moves: &mut [(Move, i32)],
        at: &Place,
        trace_of: impl Fn(Move) -> u32,
    ) {
        let [killer, older_killer] = self.killers_at(at.ply);
        let counter = at
            .previous
            .map_or(self.nothing, |previous| self.counters[at.side.index()][previous as usize]);
        let history = &mut self.history[at.side.index()];
        // To lend their points to history for a while costs less than to compare every move with them.
        let bonuses = [(killer, KILLER), (older_killer, OLDER_KILLER), (counter, COUNTER)];
        for (trace, points) in bonuses {
            history[trace as usize] += points;
        }
        let mut best = MostPromising::NONE;
        for (index, (mv, promise)) in moves.iter_mut().enumerate() {
            *promise += history[trace_of(*mv) as usize];
            best.see(index, *promise);
        }
        for (trace, points) in bonuses {
            history[trace as usize] -= points;
        }
        move_up(moves, best.index, 0);
    }

    /// Brings the move from the table to the front or, without one, a killer that promises nearly
    /// `most`. Returns whether there was one: most often it ends the search of its position, and then
    /// nobody needs to [rate](Self::rate) the others.
    #[inline]
    pub(super) fn favor(
        &self,
        moves: &mut [(Move, i32)],
        most: i32,
        ply: u32,
        table_move: Option<Move>,
        trace_of: impl Fn(Move) -> u32,
    ) -> bool {
        let favorite = if let Some(known) = table_move {
            moves.iter().position(|&(mv, _)| mv == known)
        } else {
            let [killer, _] = self.killers_at(ply);
            let killer = moves.iter().position(|&(mv, _)| trace_of(mv) == killer);
            killer.filter(|&killer| moves[killer].1 >= most - NEARLY)
        };
        if let Some(favorite) = favorite {
            move_up(moves, favorite, 0);
        }
        favorite.is_some()
    }

    #[inline]
    fn killers_at(&self, ply: u32) -> [u32; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([self.nothing; 2])
    }

    /// A move was good enough to end the search of its position.
    #[inline]
    pub(super) fn learn_killer(&mut self, good: u32, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [self.nothing; 2]);
        }
        let [killer, _] = self.killers[ply];
        if killer != good {
            self.killers[ply] = [good, killer];
        }
    }

    /// The same, and those before it were not.
    #[inline]
    pub(super) fn learn(
        &mut self,
        good: Move,
        tried: &[(Move, i32)],
        depth: i32,
        at: &Place,
        trace_of: impl Fn(Move) -> u32,
    ) {
        let good = trace_of(good);
        self.learn_killer(good, at.ply);
        if let Some(previous) = at.previous {
            self.counters[at.side.index()][previous as usize] = good;
        }
        let bonus = (depth * depth).min(LARGEST_HISTORY / 4);
        self.reward(at.side, good, bonus);
        for &(mv, _) in tried {
            self.reward(at.side, trace_of(mv), -bonus / 2);
        }
    }

    /// Moves towards the limit in ever smaller steps.
    #[inline]
    fn reward(&mut self, side: Side, trace: u32, bonus: i32) {
        let points = &mut self.history[side.index()][trace as usize];
        *points += bonus - *points * bonus.abs() / LARGEST_HISTORY;
    }
}

/// Where in the tree moves are to be ordered.
pub(super) struct Place {
    pub(super) ply: u32,
    pub(super) side: Side,
    /// The trace of the move that led there.
    pub(super) previous: Option<u32>,
}

/// Brings the most promising of the moves from `index` on to that place.
#[inline]
pub(super) fn pick(moves: &mut [(Move, i32)], index: usize) {
    let mut best = MostPromising { index, promise: moves[index].1 };
    for (at, &(_, promise)) in moves.iter().enumerate().skip(index + 1) {
        best.see(at, promise);
    }
    move_up(moves, best.index, index);
}

/// The first of the most promising moves seen so far.
#[derive(Clone, Copy)]
struct MostPromising {
    index: usize,
    promise: i32,
}

impl MostPromising {
    const NONE: Self = Self { index: 0, promise: i32::MIN };

    /// Not an `if`: which move is the best can hardly be foreseen, and to compare costs less than to
    /// guess wrong.
    #[inline]
    fn see(&mut self, index: usize, promise: i32) {
        self.index = hint::select_unpredictable(promise > self.promise, index, self.index);
        self.promise = self.promise.max(promise);
    }
}

/// Moves one up to another place, those between a place down: not swapped, so that equals stay in the
/// order in which they were listed.
#[inline]
fn move_up(moves: &mut [(Move, i32)], from: usize, to: usize) {
    let Some(&chosen) = moves.get(from) else { return };
    for at in (to..from).rev() {
        moves[at + 1] = moves[at];
    }
    moves[to] = chosen;
}
