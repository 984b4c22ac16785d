//! m,n,k-games: a line that is told does not end while somebody threatens to win, and a draw keeps to its plans.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game};

use super::{Story, story::Step};
use mossa_engines::Engine;

/// So many times the engine is asked how it goes on.
const MOST_ASKED: usize = 8;

impl Story {
    /// Goes on until the last threat is answered, or leaves out the threats at the end.
    pub(super) fn settle(
        &mut self,
        spec: &GameSpec,
        start: &Game,
        engine: &mut dyn Engine,
        budget: &Budget<'_>,
    ) {
        self.keep_to_pairs(spec, start, engine, budget);
        let mut asked = 0;
        while self.hangs() && asked < MOST_ASKED && !budget.is_spent(0) {
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

    /// Whether its last move threatens to win.
    pub(super) fn hangs(&self) -> bool {
        let threatens = |step: &Step| !step.facts.threatens.is_empty();
        self.end.outcome().is_none() && self.steps().last().is_some_and(threatens)
    }
}
