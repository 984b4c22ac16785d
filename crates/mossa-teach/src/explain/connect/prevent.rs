//! Why the loser of a line does not take the cells that the winner needs, in Connect X by looking at each.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, GameResult, Move, Side};
use mossa_search::{Aim, Line, Task};

use super::squeeze::squeezed;
use crate::explain::{
    Findings, Request, Story, names,
    stones::Stones,
    story::{Decision, Step},
    until,
};

/// How much of the time may be spent when this is known, and how many positions are looked at for
/// another move.
const PREVENTION_PART: f64 = 0.8;
const NODES_A_TRY: u64 = 400_000;

/// So many cells are told of, and the engine is asked about so many of them.
const MOST_NEEDS: usize = 4;
const MOST_ASKED: usize = 3;

/// A cell that the winner needs, and the move with which it gets there, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) cell: u32,
    pub(super) taken: usize,
}

/// What keeps the loser from a cell.
enum Obstacle {
    /// It could have played there, and had to stop something else each time it was its turn: with these moves.
    Busy(Vec<usize>),
    /// It could have played there with this move.
    Free(usize),
    /// Nobody could play there before the loser itself put the stone right below, with this move.
    Below(usize),
}

impl Request<'_> {
    /// Finds out why the loser of a line lets the winner get what decides, and keeps it with the line.
    pub(in crate::explain) fn find_prevention(&mut self, findings: &Findings, story: &mut Story) {
        let Some(winner) = self.winner(findings) else { return };
        if let GameSpec::Connect(_) = self.spec {
            story.prevention = self.prevention(story, winner);
        }
        if let GameSpec::Connect(_) | GameSpec::Mnk(_) = self.spec {
            let instead = self.instead(story, winner);
            story.prevention.extend(instead);
        }
    }

    /// Who wins, where that is proven.
    fn winner(&self, findings: &Findings) -> Option<Side> {
        match findings.proven()?.result {
            GameResult::Win => Some(self.mover()),
            GameResult::Loss => Some(!self.mover()),
            GameResult::Draw => None,
        }
    }

    fn prevention(&mut self, story: &Story, winner: Side) -> Vec<String> {
        let mut told = Vec::new();
        let mut asked = 0;
        // What comes last decides: that first, where not all can be told.
        for need in needs(story, winner).into_iter().rev() {
            let Some(obstacle) = obstacle(story, need) else { continue };
            let known = known_reason(story, need, &obstacle, winner);
            let text = match known {
                Some(known) => Some(known),
                None if asked < MOST_ASKED => {
                    asked += 1;
                    self.failure_at(story, need, &obstacle, winner)
                }
                None => None,
            };
            told.extend(text);
            if told.len() == MOST_NEEDS {
                break;
            }
        }
        told.reverse();
        told
    }

    /// How the loser fares if it takes the cell, or does not open it, as a sentence.
    fn failure_at(
        &mut self,
        story: &Story,
        need: Need,
        obstacle: &Obstacle,
        winner: Side,
    ) -> Option<String> {
        let loser = names::side(!winner);
        match *obstacle {
            Obstacle::Busy(_) => None,
            Obstacle::Free(index) => {
                let step = &story.steps()[index];
                let place = names::place(&step.before, need.cell);
                let lead = format!("If {loser} itself plays {place} with move {}", index + 1);
                self.failure_of(story, index, step.before.move_at(need.cell), &lead, winner)
            }
            Obstacle::Below(index) => {
                let step = &story.steps()[index];
                let place = names::place(&step.before, need.cell);
                let other = self.next_best(story, index, step)?;
                let name = names::played(self.spec, self.game, other);
                let lead = format!(
                    "{loser} itself plays right below {place} with move {}. If it plays {name} instead",
                    index + 1
                );
                self.failure_of(story, index, other, &lead, winner)
            }
        }
    }

    /// How the loser loses with another move, as a sentence.
    fn failure_of(
        &mut self,
        story: &Story,
        index: usize,
        mv: Move,
        lead: &str,
        winner: Side,
    ) -> Option<String> {
        let budget = until(self.budget, PREVENTION_PART);
        let game = self.reached(&story.moves[..index])?;
        let mut other = Story::tell(self.spec, &game, &[mv]);
        other.go_on(self.spec, self.engine, &budget);
        if let (Some(Decision::Zugzwang(cell)), Some(Decision::Zugzwang(same))) =
            (story.decision(winner), other.decision(winner))
            && cell == same
        {
            let w = names::side(winner);
            let number = index + other.born(cell, winner);
            return Some(format!("{lead}, {w} gets the same winning cell with move {number}."));
        }
        Some(format!("{lead}, {}.", self.defeat(&other, winner, index)?))
    }

    /// The engine's choice among the moves other than the one that is played, and that do not lose at
    /// once.
    fn next_best(&mut self, story: &Story, index: usize, step: &Step) -> Option<Move> {
        let moves: Vec<Move> =
            others(&step.before, step).into_iter().map(|cell| step.before.move_at(cell)).collect();
        let game = self.reached(&story.moves[..index])?;
        let budget = until(self.budget, PREVENTION_PART);
        let budget = Budget { nodes: Some(NODES_A_TRY), ..budget };
        let lines = game.position().moves().len();
        let task = Task { budget: &budget, aim: Aim::Solve, lines, threads: 1 };
        let report = self.engine.think(&game, &task, &mut |_| {}).ok()?;
        let best = report.lines.iter().map(Line::mv).find(|mv| moves.contains(mv));
        best.or(moves.first().copied())
    }
}

/// The cells that the winner of a line takes in it and needs for what decides, in the order in which it does;
/// not the one that completes a line.
pub(super) fn needs(story: &Story, winner: Side) -> Vec<Need> {
    let mut cells: Vec<u32> = story.deciding_lines(winner).into_iter().flatten().copied().collect();
    if let Some(Decision::Fork(fork, _)) = story.decision(winner) {
        cells.push(fork.facts.cell);
    }
    let steps = story.steps().iter().enumerate();
    let taken = steps.filter(|(_, step)| {
        step.side == winner && step.facts.completes.is_none() && cells.contains(&step.facts.cell)
    });
    // Other first moves stand in the table.
    let taken = taken.filter(|(index, _)| *index > 1);
    taken.map(|(index, step)| Need { cell: step.facts.cell, taken: index }).collect()
}

/// What keeps the loser from a cell before the winner takes it; `None` where only its first move, which the
/// table tells of, could.
fn obstacle(story: &Story, need: Need) -> Option<Obstacle> {
    let winner = story.steps()[need.taken].side;
    let turns: Vec<usize> = (1..need.taken)
        .filter(|&index| {
            let step = &story.steps()[index];
            step.side != winner && step.before.is_open(need.cell)
        })
        .collect();
    let is_free = |&&index: &&usize| !story.steps()[index].facts.is_forced();
    if let Some(&free) = turns.iter().rev().find(is_free) {
        return Some(Obstacle::Free(free));
    }
    if !turns.is_empty() {
        return Some(Obstacle::Busy(turns));
    }
    let index = need.taken - 1;
    let step = &story.steps()[index];
    let is_below = step.before.below(need.cell) == Some(step.facts.cell);
    (is_below && step.side != winner).then_some(Obstacle::Below(index))
}

/// Why the loser is kept from a cell, where the board tells it.
fn known_reason(story: &Story, need: Need, obstacle: &Obstacle, winner: Side) -> Option<String> {
    let place = names::place(&story.steps()[need.taken].before, need.cell);
    match obstacle {
        Obstacle::Busy(turns) => busy(story, need, turns, &place),
        Obstacle::Free(_) => None,
        &Obstacle::Below(index) => below(&story.steps()[index], index + 1, &place, winner),
    }
}

/// That the loser had to stop something else each time.
fn busy(story: &Story, need: Need, turns: &[usize], place: &str) -> Option<String> {
    let winner = story.steps()[need.taken].side;
    let (w, loser) = (names::side(winner), names::side(!winner));
    let lead = format!(
        "{loser} has no time to take {place} before {w} does so with move {}",
        need.taken + 1
    );
    if let [turn] = *turns {
        let (stopped, number) = (stopped(&story.steps()[turn])?, turn + 1);
        return Some(format!("{lead}: with move {number} it must stop {stopped}."));
    }
    let numbers = names::list(turns.iter().map(|turn| (turn + 1).to_string()), "and");
    Some(format!("{lead}: with each of the moves {numbers} it must stop {w} from winning at once."))
}

/// That the loser had to play right below the cell, with this move.
fn below(step: &Step, number: usize, place: &str, winner: Side) -> Option<String> {
    let (w, loser) = (names::side(winner), names::side(!winner));
    let lead = format!("{loser} must play right below {place} with move {number}");
    if let Some(stopped) = stopped(step) {
        return Some(format!("{lead}, to stop {stopped}; so {w} gets there."));
    }
    let squeeze = squeezed(step)?;
    Some(format!("{lead}, and so lets {w} get there: {}.", squeeze.words(step)))
}

/// Whom a move stops, and from what.
fn stopped(step: &Step) -> Option<String> {
    let stopped = step.facts.stops.first()?;
    let (other, line) = (names::side(!step.side), names::line(&step.before, &stopped.line));
    Some(format!("{other}, who would complete {line}"))
}

/// The cells where the loser could have played instead without losing at once.
fn others(stones: &Stones, step: &Step) -> Vec<u32> {
    let is_safe = |cell: &u32| {
        *cell != step.facts.cell && stones.with(*cell, step.side).wins(!step.side).is_empty()
    };
    stones.open_cells().filter(is_safe).collect()
}
