//! m,n,k-games: a line that is told does not end while somebody threatens to win, and a draw keeps to its plans.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Side};

use crate::explain::{Story, stones::Stones, story::Step};
use mossa_engines::Engine;

/// So many times the engine is asked how it goes on.
const MOST_ASKED: usize = 8;

/// A line that is compared with another has so many moves.
const LEAST_MOVES: usize = 6;

impl Story {
    /// Goes on until the last threat is answered, or what prepares one, or leaves out the threats at the end.
    pub(in crate::explain) fn settle(
        &mut self,
        spec: &GameSpec,
        start: &Game,
        engine: &mut dyn Engine,
        budget: &Budget<'_>,
    ) {
        self.keep_to_pairs(spec, start, engine, budget);
        let mut asked = 0;
        while (self.hangs() || self.is_unsettled()) && asked < MOST_ASKED && !budget.is_spent(0) {
            asked += 1;
            if !self.add_next(spec, engine, budget) {
                break;
            }
        }
        self.finish(spec, start);
        self.stop_settled(spec, start);
        while self.hangs() && self.moves.len() > 1 {
            let kept = self.moves.len() - 1;
            *self = Self::tell(spec, start, &self.moves[..kept]);
        }
    }

    /// Completes a line that stands ready.
    fn finish(&mut self, spec: &GameSpec, start: &Game) {
        let side = self.end.position().side_to_move();
        let stones = Stones::new(spec, &self.end).filter(|_| self.end.outcome().is_none());
        let win = stones.and_then(|stones| Some(stones.move_at(stones.wins(side).first()?.cell)));
        if let Some(win) = win {
            let moves = [&self.moves[..], &[win]].concat();
            *self = Self::tell(spec, start, &moves);
        }
    }

    /// Leaves out the moves at the end after which something waits for an answer, where enough is left.
    fn stop_settled(&mut self, spec: &GameSpec, start: &Game) {
        if self.is_over() {
            return;
        }
        let lengths = (LEAST_MOVES..=self.moves.len()).rev();
        let mut settled = lengths.map(|length| Self::tell(spec, start, &self.moves[..length]));
        if let Some(story) = settled.find(|story| !story.hangs() && !story.is_unsettled()) {
            *self = story;
        }
    }

    /// Goes on for some moves where it is too short to show anything.
    pub(in crate::explain) fn grow(
        &mut self,
        spec: &GameSpec,
        engine: &mut dyn Engine,
        budget: &Budget<'_>,
    ) {
        while self.moves.len() < LEAST_MOVES && !self.is_over() && !budget.is_spent(0) {
            if !self.add_next(spec, engine, budget) {
                break;
            }
        }
    }

    /// Whether somebody could make two threats at once at its end, which waits for an answer.
    fn is_unsettled(&self) -> bool {
        let stones = self.last_stones().filter(|stones| !stones.falls());
        let has_fork =
            |mut stones: Stones| Side::BOTH.into_iter().any(|side| !stones.forks(side).is_empty());
        self.end.outcome().is_none() && stones.is_some_and(has_fork)
    }

    /// Whether its last move threatens to win.
    pub(super) fn hangs(&self) -> bool {
        let threatens = |step: &Step| !step.facts.threatens.is_empty();
        self.end.outcome().is_none() && self.steps().last().is_some_and(threatens)
    }
}
