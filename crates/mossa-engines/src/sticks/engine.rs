//! The engine for sticks: theory behind the face that all engines have.
//!
//! It judges every legal move by theory and answers at once; there is nothing to search. Where
//! theory has no answer (see [`super::nimbers`]) a move that certainly wins is still found if it
//! leads to known ground; otherwise the engine takes as many as it can of what does not certainly
//! lose, for nobody knows better, and smaller heaps are known ones.

use std::cmp::Reverse;

use mossa_games::{
    Rules as _,
    sticks::{Numbering, Spec},
};
use mossa_kernel::{Budget, Exact, Game, GameResult, PlayerError, Position, Value, View, Visit};
use mossa_search::{Line, Report, Task};

use super::{
    limits::Limits,
    rules::Rules,
    theory::{Judged, Theory, Verdict},
};
use crate::{Engine, Options};

/// Lines are told up to so many moves: a billion sticks last long.
const LONGEST_LINE: usize = 64;

/// So many moves in all may be judged to continue lines; the others are told by their first move.
const MOST_JUDGED: usize = 1 << 21;

/// Plays sticks by theory.
pub(super) struct SticksEngine {
    spec: Spec,
    numbering: Numbering,
    limits: Limits,
    theory: Theory,
}

impl SticksEngine {
    pub(super) fn new(spec: &Spec, options: Options) -> Self {
        let limits = Limits::new(options);
        let theory = Theory::new(Rules::new(spec), limits);
        Self { spec: spec.clone(), numbering: spec.numbering(), limits, theory }
    }

    fn report(&self, sticks: &[u32], task: &Task<'_>, nodes: u64) -> Report {
        let mut judged = self.theory.judge(sticks);
        let nodes = nodes + judged.len() as u64;
        let is_shortest = is_shortest(&judged);
        keep_best(&mut judged, task.lines.max(1));
        let mut left_to_judge = MOST_JUDGED;
        let lines = judged.iter().map(|first| self.line(sticks, first, &mut left_to_judge));
        let mut lines: Vec<Line> = lines.collect();
        if let (Some(Line { value: Value::Exact(exact), .. }), false) =
            (lines.first_mut(), is_shortest)
        {
            exact.at_most = true;
        }
        let depth = lines.first().map_or(0, |line| line.depth);
        let nodes = nodes + (MOST_JUDGED - left_to_judge) as u64;
        let is_settled = lines
            .first()
            .is_some_and(|line| matches!(line.value, Value::Exact(Exact { at_most: false, .. })));
        Report { depth, nodes, lines, is_settled, table_fill: 0, bounds: None }
    }

    /// The line that begins with a move and goes on with the best ones.
    fn line(&self, sticks: &[u32], first: &Judged, left_to_judge: &mut usize) -> Line {
        let mut moves = Vec::new();
        let mut heaps = sticks.to_vec();
        let mut next = Some(*first);
        while let Some(Judged { heap, take, .. }) = next {
            moves.push(self.numbering.encode(heap as u32, take));
            let Some(left) = heaps[heap].checked_sub(take) else { break };
            heaps[heap] = left;
            next = if moves.len() < LONGEST_LINE { self.best(&heaps, left_to_judge) } else { None };
        }
        let depth = first.verdict.map_or(1, |verdict| u32::try_from(verdict.plies).unwrap_or(1));
        Line { moves, value: value_of(first.verdict), depth }
    }

    /// The best move; `None` when the game is over or enough has been judged.
    fn best(&self, sticks: &[u32], left_to_judge: &mut usize) -> Option<Judged> {
        // In the classic form more than are left can be taken, but not of nothing.
        if sticks.iter().all(|&heap| heap == 0) {
            return None;
        }
        let rules = &self.theory.rules;
        let n_moves: usize = sticks.iter().map(|&heap| rules.n_takes(heap / rules.bundle)).sum();
        *left_to_judge = left_to_judge.checked_sub(n_moves)?;
        // The first among equals, as in the list of lines.
        self.theory.judge(sticks).into_iter().rev().max_by_key(Judged::rank)
    }
}

impl Engine for SticksEngine {
    fn think(
        &mut self,
        game: &Game,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        let sticks = heaps_of(&self.spec, game)?;
        let mut nodes = 0;
        self.theory.prepare(&sticks, &mut counting(&mut nodes, task.budget));
        let report = self.report(&sticks, task, nodes);
        watch(&report);
        Ok(report)
    }

    fn forget(&mut self) {
        self.theory = Theory::new(self.theory.rules.clone(), self.limits);
    }
}

/// Counts positions until the budget is spent.
fn counting<'c>(nodes: &'c mut u64, budget: &'c Budget<'_>) -> impl FnMut(u64) -> bool + 'c {
    move |more| {
        *nodes += more;
        !budget.is_spent(*nodes)
    }
}

/// The heaps of a game that is not over.
pub(super) fn heaps_of(spec: &Spec, game: &Game) -> Result<Vec<u32>, PlayerError> {
    if game.outcome().is_some() {
        return Err(PlayerError::GameOver);
    }
    let View::Heaps(heaps) = game.position().view() else { return Err(PlayerError::WrongGame) };
    if !spec.visit(IsOf(game)) {
        return Err(PlayerError::WrongGame);
    }
    // Only a finished game has a heap below zero.
    heaps.into_iter().map(|heap| u32::try_from(heap).map_err(|_| PlayerError::WrongGame)).collect()
}

/// Whether a game is played by the rules of a start position.
struct IsOf<'g>(&'g Game);

impl Visit for IsOf<'_> {
    type Out = bool;

    fn visit<P: Position>(self, start: P) -> bool {
        self.0.position_as::<P>().is_some_and(|position| {
            let same = start.set_up(&position.view(), Some(position.side_to_move()));
            same.is_ok_and(|same| same == *position)
        })
    }
}

/// Whether the distance of the best move is certainly the shortest way: other moves might win, or
/// win sooner than is known.
fn is_shortest(judged: &[Judged]) -> bool {
    let best = judged.iter().max_by_key(|judged| judged.rank()).and_then(|best| best.verdict);
    match best {
        Some(Verdict { wins: true, plies, .. }) => judged.iter().all(|other| match other.verdict {
            None | Some(Verdict { wins: true, at_most: true, .. }) => other.at_least >= plies,
            Some(_) => true,
        }),
        // The other moves lose no later than the best.
        Some(_) | None => true,
    }
}

/// Keeps so many of the best moves, the best first, equals in the order of the rules.
fn keep_best(judged: &mut Vec<Judged>, n_kept: usize) {
    let key = |judged: &Judged| (Reverse(judged.rank()), judged.heap, judged.take);
    if n_kept < judged.len() {
        judged.select_nth_unstable_by_key(n_kept, key);
        judged.truncate(n_kept);
    }
    judged.sort_by_cached_key(key);
}

fn value_of(verdict: Option<Verdict>) -> Value {
    let Some(Verdict { wins, plies, at_most }) = verdict else { return Value::score(0.0) };
    let result = if wins { GameResult::Win } else { GameResult::Loss };
    let plies = u32::try_from(plies).ok();
    Value::Exact(Exact { result, plies, at_most: at_most || plies.is_none(), margin: None })
}

#[cfg(test)]
#[path = "engine_tests.rs"]
mod tests;
