//! m,n,k-games: a line that nobody wins keeps to the answers in pairs by which that is explained.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side};

use super::{
    Story,
    draws::MOST_FREE,
    guard::{Guard, guard},
    stones::Stones,
};

/// So many answers of a line are put right.
const MOST_MENDED: usize = 20;

/// The plans by which neither side wins: who attacks, after how many moves of the line the plan begins, and the plan.
pub(super) struct Recipe(Vec<(Side, usize, Guard)>);

impl Recipe {
    /// The plans that are told of a draw whose line begins with the move `best`.
    pub(super) fn new(start: &Stones, best: u32, mover: Side) -> Self {
        let after = start.with(best, mover);
        let plans = [(mover, 0, start), (!mover, 1, &after)];
        let is_told = !start.falls() && start.n_free() <= MOST_FREE;
        let known = plans
            .into_iter()
            .filter(|_| is_told)
            .filter_map(|(side, from, stones)| Some((side, from, guard(stones, side)?)));
        Self(known.collect())
    }

    /// The answer that a plan asks for after some moves, from the beginning; `None` where any will do.
    pub(super) fn answer(&self, cells: &[u32]) -> Option<u32> {
        self.0.iter().find_map(|(_, from, plan)| answer(plan, cells.get(*from..)?))
    }
}

impl Recipe {
    /// Whether both sides hold the other off by pairs after some moves.
    fn is_complete(&self, cells: &[u32]) -> bool {
        let is_active = |(_, from, plan): &(Side, usize, Guard)| {
            let tries: Vec<u32> = plan.tries.iter().flatten().copied().collect();
            cells.get(*from..).is_some_and(|cells| cells.starts_with(&tries))
        };
        self.0.len() == Side::BOTH.len() && self.0.iter().all(is_active)
    }

    /// Fills the board by the plans; where they leave the choice, with those of the wanted cells that are free.
    fn play_out(&self, start: &Stones, cells: &mut Vec<u32>, wanted: &[u32]) {
        let free: Vec<u32> = start.open_cells().collect();
        while cells.len() < free.len() {
            let is_left = |cell: &&u32| !cells.contains(cell);
            let any = wanted.iter().chain(&free).find(is_left).copied();
            let Some(next) = self.answer(cells).or(any) else { return };
            cells.push(next);
        }
    }
}

/// The answer to the last of some moves, the first of them the attacker's.
fn answer(plan: &Guard, cells: &[u32]) -> Option<u32> {
    // The attacker has just moved.
    if cells.len().is_multiple_of(2) {
        return None;
    }
    let tries: Vec<u32> = plan.tries.iter().flatten().copied().collect();
    let is_tried = cells.iter().zip(&tries).all(|(cell, tried)| cell == tried);
    if !is_tried {
        return None;
    }
    if let Some(&next) = tries.get(cells.len()) {
        return Some(next);
    }
    let last = cells.last()?;
    let pair = plan.pairs.iter().find(|pair| pair.contains(last))?;
    pair.iter().copied().find(|cell| !cells.contains(cell))
}

impl Story {
    /// Where nobody wins it, puts answers right that are not those of the plans that are told.
    pub(super) fn keep_to_pairs(
        &mut self,
        spec: &GameSpec,
        start: &Game,
        engine: &mut dyn Engine,
        budget: &Budget<'_>,
    ) {
        let is_won = self.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
        let (Some(first), false) = (self.steps().first(), is_won || !self.is_over()) else {
            return;
        };
        let before = first.before.clone();
        let recipe = Recipe::new(&before, first.facts.cell, first.side);
        for _ in 0..MOST_MENDED {
            let cells: Vec<u32> = self.steps().iter().map(|step| step.facts.cell).collect();
            let Some((at, answer)) = first_breach(&recipe, &cells) else { return };
            let mut kept = [&cells[..at], &[answer]].concat();
            // Whoever has pairs needs no engine.
            if recipe.is_complete(&kept) {
                recipe.play_out(&before, &mut kept, &cells[at..]);
            }
            let moves: Vec<Move> = kept.into_iter().map(Move).collect();
            *self = Self::tell(spec, start, &moves);
            self.go_on(spec, engine, budget);
        }
    }
}

/// The first move that is not the answer that a plan asks for, and that answer.
pub(super) fn first_breach(recipe: &Recipe, cells: &[u32]) -> Option<(usize, u32)> {
    (1..cells.len()).find_map(|at| {
        let answer = recipe.answer(&cells[..at])?;
        (cells[at] != answer).then_some((at, answer))
    })
}
