//! Minimax to a fixed depth, for the two Othello players.
//!
//! Alpha-beta leaves out what cannot change the number of a move: the numbers, the choice and the
//! line are those of the full tree, which the tests compare it with.

use mossa_games::othello::OthelloPosition;
use mossa_kernel::{Budget, Move, Position};

use super::measure::Measure;
use crate::meter::Meter;

/// More than any position is worth.
const INFINITE: i32 = i32::MAX;

/// One search from one position.
pub(super) struct Search<'s, M> {
    measure: &'s M,
    meter: Meter<'s>,
    /// For each ply, how the game goes on from there.
    lines: Vec<Vec<Move>>,
}

/// A move that was searched to the end.
pub(super) struct Numbered {
    pub(super) mv: Move,
    /// What it is worth to the mover.
    pub(super) number: i32,
    /// How the game goes on, beginning with the move.
    pub(super) line: Vec<Move>,
}

impl<'s, M: Measure> Search<'s, M> {
    pub(super) fn new(measure: &'s M, budget: &'s Budget<'s>) -> Self {
        Self { measure, meter: Meter::new(budget), lines: Vec::new() }
    }

    /// The number of each move, in order; of fewer moves when the budget does not suffice.
    ///
    /// Every move is searched with an open window, for its number is to be shown.
    pub(super) fn number_moves<P: OthelloPosition>(
        &mut self,
        position: &P,
        depth: u32,
    ) -> Vec<Numbered> {
        let mut numbered = Vec::new();
        self.lines = vec![Vec::new(); depth as usize + 1];
        let mut goes_on = self.meter.enter();
        position.each_move(|mv| {
            let reply = goes_on
                .then(|| self.value(&after(position, mv), 1, depth, -INFINITE, INFINITE))
                .flatten();
            goes_on = reply.is_some();
            if let Some(reply) = reply {
                let line = std::iter::once(mv).chain(self.lines[1].iter().copied()).collect();
                numbered.push(Numbered { mv, number: -reply, line });
            }
        });
        numbered
    }

    /// How many positions were looked at, the first one and the horizon included.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// What a position is worth to the side to move, or a bound outside `alpha..beta` on the same
    /// side of it; `None` when the budget is spent. A pass is a move like others: it uses up a ply.
    fn value<P: OthelloPosition>(
        &mut self,
        position: &P,
        ply: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.lines[ply].clear();
        if !self.meter.enter() {
            return None;
        }
        if ply == depth as usize || position.outcome().is_some() {
            return Some(self.measure.difference(position, position.side_to_move()));
        }
        let mut best = Some(-INFINITE);
        position.each_move(|mv| {
            let Some(so_far) = best.filter(|&best| best < beta) else { return };
            let next = after(position, mv);
            let reply = self.value(&next, ply + 1, depth, -beta, -alpha.max(so_far));
            best = reply.map(|reply| so_far.max(-reply));
            if best > Some(so_far) {
                self.extend_line(ply, mv);
            }
        });
        best
    }

    /// From `ply` on, the game goes on with `mv` and what follows after it.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

fn after<P: Position>(position: &P, mv: Move) -> P {
    let mut next = position.clone();
    next.play(mv);
    next
}
