//! m,n,k-games: a line that nobody wins keeps to the answers in pairs by which that is explained.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side};

use super::{
    draws::MOST_FREE,
    guard::{Guard, guard, guard_after},
    pairs::Pair,
};
use crate::explain::{Story, stones::Stones};

/// So many answers of a line are put right.
const MOST_MENDED: usize = 20;

/// A plan by which one side does not win, where one is found.
pub(super) struct Plan {
    pub(super) attacker: Side,
    /// After how many moves of the line the plan begins.
    pub(super) from: usize,
    pub(super) guard: Option<Guard>,
}

/// The plans by which neither side wins after the move `best`, that against the first player first.
pub(super) fn plans(start: &Stones, best: u32, mover: Side) -> [Plan; 2] {
    let theirs = guard(&start.with(best, mover), !mover);
    let wanted = theirs.as_ref().and_then(|plan| plan.tries.first()).map(|tried| tried[0]);
    let own = guard_after(start, best, mover, wanted);
    let begins =
        own.as_ref().is_some_and(|plan| plan.tries.first().is_some_and(|it| it[0] == best));
    // Pairs that need no answer hold from the next move of the attacker's on.
    let own = Plan { attacker: mover, from: if begins { 0 } else { 2 }, guard: own };
    let theirs = Plan { attacker: !mover, from: 1, guard: theirs };
    if mover == Side::First { [own, theirs] } else { [theirs, own] }
}

/// The plans by which neither side wins: who attacks, after how many moves of the line the plan begins, and the plan.
pub(super) struct Recipe(Vec<(Side, usize, Guard)>);

impl Recipe {
    /// The plans that are told of a draw whose line begins with the move `best`.
    pub(super) fn new(start: &Stones, best: u32, mover: Side) -> Self {
        let is_told = !start.falls() && start.n_free() <= MOST_FREE;
        if !is_told {
            return Self(Vec::new());
        }
        let known = plans(start, best, mover).into_iter();
        let known = known.filter_map(|plan| Some((plan.attacker, plan.from, plan.guard?)));
        Self(known.collect())
    }

    /// The answer that a plan asks for after some moves, from the beginning; `None` where any will do.
    pub(super) fn answer(&self, cells: &[u32]) -> Option<u32> {
        let answers = self.0.iter().filter_map(|(_, from, plan)| answer(plan, cells.get(*from..)?));
        // The other cell of a pair may have been taken before.
        answers.into_iter().find(|answer| !cells.contains(answer))
    }

    /// The pair to which the answer belongs that a plan asks for after some moves, where it is one.
    fn pair(&self, cells: &[u32]) -> Option<Pair> {
        let wanted = self.answer(cells)?;
        let pair = [*cells.last()?, wanted];
        let is_pair = |known: &Pair| pair.iter().all(|cell| known.contains(cell));
        self.0.iter().flat_map(|(_, _, plan)| &plan.pairs).copied().find(is_pair)
    }
}

impl Recipe {
    /// Whether both sides have a plan.
    fn holds_both(&self) -> bool {
        self.0.len() == Side::BOTH.len()
    }

    /// Whether both sides hold the other off by pairs after some moves.
    fn is_complete(&self, cells: &[u32]) -> bool {
        let is_active = |(_, from, plan): &(Side, usize, Guard)| {
            let tries: Vec<u32> = plan.tries.iter().flatten().copied().collect();
            cells.get(*from..).is_some_and(|cells| cells.starts_with(&tries))
        };
        self.holds_both() && self.0.iter().all(is_active)
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
        let (Some(first), false) = (self.steps().first(), is_won) else { return };
        let before = first.before.clone();
        let recipe = Recipe::new(&before, first.facts.cell, first.side);
        // Whoever has pairs needs no engine; without them a line that is not over shows nothing.
        if !self.is_over() && !recipe.holds_both() {
            return;
        }
        for _ in 0..MOST_MENDED {
            let cells: Vec<u32> = self.steps().iter().map(|step| step.facts.cell).collect();
            let mut kept = match first_breach(&recipe, &cells) {
                Some((at, answer)) => [&cells[..at], &[answer]].concat(),
                None if !self.is_over() => cells.clone(),
                None => return,
            };
            if recipe.is_complete(&kept) {
                recipe.play_out(&before, &mut kept, &cells);
            }
            let moves: Vec<Move> = kept.into_iter().map(Move).collect();
            *self = Self::tell(spec, start, &moves);
            self.go_on(spec, engine, budget);
        }
    }
}

impl Story {
    /// For each move of a drawn line the pair of which it takes the second cell, where a plan that is told asks for
    /// that.
    pub(in crate::explain) fn pair_answers(&self) -> Vec<Option<Pair>> {
        let is_won = self.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
        let first = self.steps().first().filter(|_| self.is_over() && !is_won);
        let Some(first) = first else { return vec![None; self.moves.len()] };
        let recipe = Recipe::new(&first.before, first.facts.cell, first.side);
        let cells: Vec<u32> = self.steps().iter().map(|step| step.facts.cell).collect();
        // A line that is dead already needs no answer, whatever the plan asks for.
        let is_live = |at: usize, pair: &Pair| {
            let step = &self.steps()[at];
            let open = step.before.open_windows_through(cells[at], !step.side);
            open.iter().any(|line| pair.iter().all(|cell| line.contains(cell)))
        };
        let pair = |at: usize| {
            let pair = recipe.pair(&cells[..at]).filter(|pair| pair.contains(&cells[at]));
            pair.filter(|pair| is_live(at, pair))
        };
        (0..self.moves.len()).map(|at| if at == 0 { None } else { pair(at) }).collect()
    }
}

/// The first move that is not the answer that a plan asks for, and that answer.
pub(super) fn first_breach(recipe: &Recipe, cells: &[u32]) -> Option<(usize, u32)> {
    (1..cells.len()).find_map(|at| {
        let answer = recipe.answer(&cells[..at])?;
        (cells[at] != answer).then_some((at, answer))
    })
}
