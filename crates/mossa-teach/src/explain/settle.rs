//! m,n,k-games: a line that is told does not end while somebody threatens to win, and a draw keeps to its plans.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game};

use super::{Story, story::Step};
use mossa_engines::Engine;

/// So many times the engine is asked how it goes on.
const MOST_ASKED: usize = 8;

/// A line that is compared with another has so many moves.
const LEAST_MOVES: usize = 6;

impl Story {
    /// Goes on until the last threat is answered, or what prepares one, or leaves out the threats at the end.
    pub(super) fn settle(
        &mut self,
        spec: &GameSpec,
        start: &Game,
        engine: &mut dyn Engine,
        budget: &Budget<'_>,
    ) {
        self.keep_to_pairs(spec, start, engine, budget);
        let mut asked = 0;
        while (self.hangs() || self.asks()) && asked < MOST_ASKED && !budget.is_spent(0) {
            asked += 1;
            if !self.add_next(spec, engine, budget) {
                break;
            }
        }
        while self.hangs() && self.moves.len() > 1 {
            let kept = self.moves.len() - 1;
            *self = Self::tell(spec, start, &self.moves[..kept]);
        }
    }

    /// Goes on for some moves where it is too short to show anything.
    pub(super) fn grow(&mut self, spec: &GameSpec, engine: &mut dyn Engine, budget: &Budget<'_>) {
        while self.moves.len() < LEAST_MOVES && !self.is_over() && !budget.is_spent(0) {
            if !self.add_next(spec, engine, budget) {
                break;
            }
        }
    }

    /// Whether its last move prepares a double threat, to which an answer is told.
    fn asks(&self) -> bool {
        let asks = |step: &Step| step.facts.prepares_fork();
        self.end.outcome().is_none() && self.steps().last().is_some_and(asks)
    }

    /// Whether its last move threatens to win.
    pub(super) fn hangs(&self) -> bool {
        let threatens = |step: &Step| !step.facts.threatens.is_empty();
        self.end.outcome().is_none() && self.steps().last().is_some_and(threatens)
    }
}
