//! Which moves to look at first: memories of what worked elsewhere in the tree.
//!
//! * a *killer* refuted another line at the same distance from the root;
//! * a *counter-move* refuted the same previous move elsewhere;
//! * *history* counts how often a move cut the search short, deep searches counting more.

use mossa_kernel::{Move, Position, Side};

/// Points added to a game's own idea of a move.
const KILLER: i32 = 6_000;
const OLDER_KILLER: i32 = 5_000;
const COUNTER: i32 = 3_000;

/// History stays within this.
const LARGEST_HISTORY: i32 = 4_000;

/// Positions with fewer plies to go are too many and too alike to learn from.
const WORTH_LEARNING: i32 = 2;

/// The move from the table is looked at before everything else.
const TABLE_MOVE: i32 = i32::MAX;

/// The number of no move, where one could be remembered.
const NOTHING: Move = Move(u32::MAX - 1);

/// What one thread remembers.
#[derive(Clone)]
pub(super) struct Ordering {
    killers: Vec<[Move; 2]>,
    counters: [Vec<Move>; 2],
    history: [Vec<i32>; 2],
    /// Where passes are kept in tables by move.
    pass: usize,
}

impl Ordering {
    /// Remembers nothing yet.
    pub(super) fn new(position: &impl Position) -> Self {
        let pass = position.move_space() as usize;
        let counters = || vec![NOTHING; pass + 1];
        let history = || vec![0; pass + 1];
        Self {
            killers: Vec::new(),
            counters: [counters(), counters()],
            history: [history(), history()],
            pass,
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

    #[inline]
    fn index(&self, mv: Move) -> usize {
        mv.index().min(self.pass)
    }

    /// Adds to each move's promise what is remembered of it.
    #[inline]
    pub(super) fn rate(&self, moves: &mut [(Move, i32)], at: &Place) {
        let [killer, older_killer] =
            self.killers.get(at.ply as usize).copied().unwrap_or([NOTHING; 2]);
        let counter =
            at.previous.map_or(NOTHING, |mv| self.counters[at.side.index()][self.index(mv)]);
        let table_move = at.table_move.unwrap_or(NOTHING);
        let history = &self.history[at.side.index()];
        for (mv, promise) in moves {
            let bonus = |of: Move, points: i32| if *mv == of { points } else { 0 };
            *promise += history[self.index(*mv)]
                + bonus(killer, KILLER)
                + bonus(older_killer, OLDER_KILLER)
                + bonus(counter, COUNTER);
            if *mv == table_move {
                *promise = TABLE_MOVE;
            }
        }
    }

    /// Adds only what is cheapest to remember, for positions right above the horizon.
    #[inline]
    pub(super) fn favor_killer(&self, moves: &mut [(Move, i32)], at: &Place) {
        let [killer, _] = self.killers.get(at.ply as usize).copied().unwrap_or([NOTHING; 2]);
        let table_move = at.table_move.unwrap_or(NOTHING);
        for (mv, promise) in moves {
            if *mv == table_move {
                *promise = TABLE_MOVE;
            } else if *mv == killer {
                *promise += KILLER;
            }
        }
    }

    /// A move was good enough to end the search of its position; those before it were not.
    #[inline]
    pub(super) fn learn(&mut self, good: Move, tried: &[(Move, i32)], depth: i32, at: &Place) {
        let ply = at.ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NOTHING; 2]);
        }
        let [killer, _] = self.killers[ply];
        if killer != good {
            self.killers[ply] = [good, killer];
        }
        if depth < WORTH_LEARNING {
            return;
        }
        if let Some(previous) = at.previous {
            let previous = self.index(previous);
            self.counters[at.side.index()][previous] = good;
        }
        let bonus = (depth * depth).min(LARGEST_HISTORY / 4);
        self.reward(at.side, good, bonus);
        for &(mv, _) in tried {
            self.reward(at.side, mv, -bonus / 2);
        }
    }

    /// Moves towards the limit in ever smaller steps.
    #[inline]
    fn reward(&mut self, side: Side, mv: Move, bonus: i32) {
        let index = self.index(mv);
        let points = &mut self.history[side.index()][index];
        *points += bonus - *points * bonus.abs() / LARGEST_HISTORY;
    }
}

/// Where in the tree moves are to be ordered.
pub(super) struct Place {
    pub(super) ply: u32,
    pub(super) side: Side,
    pub(super) previous: Option<Move>,
    pub(super) table_move: Option<Move>,
}

/// Brings the most promising of the moves from `index` on to that place.
#[inline]
pub(super) fn pick(moves: &mut [(Move, i32)], index: usize) -> Move {
    let mut best = index;
    for at in index + 1..moves.len() {
        if moves[at].1 > moves[best].1 {
            best = at;
        }
    }
    // Moved up, not swapped: equals stay in the order in which they were listed.
    let chosen = moves[best];
    for at in (index..best).rev() {
        moves[at + 1] = moves[at];
    }
    moves[index] = chosen;
    chosen.0
}
