//! Connect X: why the loser of a line does not prevent what decides it.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, GameResult, Move, Side};
use mossa_search::{Aim, Line, Task};

use super::{
    Findings, Request, Story, names,
    stones::Stones,
    story::{Decision, Step},
    until,
};

/// How much of the time may be spent when this is known, and how many positions are looked at for
/// another move.
const PREVENTION_PART: f64 = 0.8;
const NODES_A_TRY: u64 = 400_000;

impl Request<'_> {
    /// Finds out why the loser of a line lets the winner get what decides, and keeps it with the line.
    pub(super) fn find_prevention(&mut self, findings: &Findings, story: &mut Story) {
        if let (GameSpec::Connect(_), Some(winner)) = (self.spec, self.winner(findings)) {
            story.prevention = self.prevention(story, winner);
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

    fn prevention(&mut self, story: &Story, winner: Side) -> Option<String> {
        let number = turning_point(story, winner)?;
        // Other first moves stand in the table.
        let index = number.checked_sub(2).filter(|&index| index > 0)?;
        let [before, deed] = [index, index + 1].map(|index| &story.steps()[index]);
        let (w, loser) = (names::side(winner), names::side(!winner));
        if let Some(stopped) = before.facts.stops.first() {
            let what = match story.decision(winner) {
                Some(Decision::Fork(..)) => format!("move {number}"),
                _ => "that".to_owned(),
            };
            return Some(format!(
                "{loser} has no time to prevent {what}: with move {} it must stop {w}, who would complete {}.",
                number - 1,
                names::line(&before.before, &stopped.line)
            ));
        }
        let key = deed.facts.cell;
        let place = names::place(&before.before, key);
        if before.before.is_open(key) {
            let lead = format!("If {loser} itself plays {place} with move {}", number - 1);
            return self.failure_of(story, index, before.before.move_at(key), &lead, winner);
        }
        let lead = format!("{loser} plays right below {place} with move {}", number - 1);
        let Some(other) = self.next_best(story, index, before) else {
            let is_lost = others(&before.before, before).is_empty();
            return is_lost
                .then(|| format!("{lead}, since any other move would let {w} win at once."));
        };
        let name = names::played(self.spec, self.game, other);
        let lead = format!("{lead}. If it plays {name} instead");
        self.failure_of(story, index, other, &lead, winner)
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

/// The move, counted from 1, with which the winner gets what decides: the winning cell that the loser must
/// play below in the end, or the double threat.
fn turning_point(story: &Story, winner: Side) -> Option<usize> {
    match story.decision(winner)? {
        Decision::Zugzwang(cell) => Some(story.born(cell, winner)).filter(|&born| born > 0),
        Decision::Fork(_, number) => Some(number),
    }
}

/// The cells where the loser could have played instead without losing at once.
fn others(stones: &Stones, step: &Step) -> Vec<u32> {
    let is_safe = |cell: &u32| {
        *cell != step.facts.cell && stones.with(*cell, step.side).wins(!step.side).is_empty()
    };
    stones.open_cells().filter(is_safe).collect()
}
