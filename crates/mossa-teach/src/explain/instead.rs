//! Answers that look forced: why another one that looks as good fails.

use mossa_kernel::{Game, Side};

use super::{
    Request, Story, names,
    refute::both_threats,
    story::{Decision, Step},
    until,
};

/// How much of the time may be spent when these answers are found.
const INSTEAD_PART: f64 = 0.85;

/// So many moves of the loser's are told of.
const MOST_TOLD: usize = 3;

/// So many other answers are looked at, and told up to this length.
const MOST_ANSWERS: usize = 3;
const MOST_MOVES: usize = 10;

impl Request<'_> {
    /// Where the loser takes away double threats that are prepared: why there and not elsewhere.
    pub(super) fn instead(&mut self, story: &Story, winner: Side) -> Vec<String> {
        let is_wanted = |step: &Step| step.side != winner && step.facts.takes_all_forks();
        // Other first moves stand in the table.
        let steps = story.steps().iter().enumerate().skip(1);
        let most = if story.steps().first().is_some_and(|step| step.before.falls()) {
            1
        } else {
            MOST_TOLD
        };
        let steps = steps.filter(|(_, step)| is_wanted(step)).take(most);
        steps.filter_map(|(index, step)| self.instead_of(story, index, step, winner)).collect()
    }

    /// Why one such answer is played and no other.
    fn instead_of(
        &mut self,
        story: &Story,
        index: usize,
        step: &Step,
        winner: Side,
    ) -> Option<String> {
        let game = self.reached(&story.moves[..index])?;
        let (w, loser) = (names::side(winner), names::side(!winner));
        let played = names::played(self.spec, self.game, story.moves[index]);
        let cells: Vec<u32> = others(step, winner);
        if cells.is_empty() {
            return (!step.before.falls()).then(|| {
                format!(
                    "In move {} {loser} plays {played}: no other move takes the double threat from {w}.",
                    index + 1
                )
            });
        }
        let fails: Vec<String> = cells
            .iter()
            .take(MOST_ANSWERS)
            .filter_map(|&cell| self.failure(&game, step, cell, winner))
            .collect();
        let fails = (!fails.is_empty()).then(|| fails.join("; "))?;
        Some(format!(
            "In move {} {loser} plays {played}. Other moves that take the double threat from {w} fail, too: \
             {fails}.",
            index + 1
        ))
    }

    /// How another answer loses, where that is short.
    fn failure(&mut self, game: &Game, step: &Step, cell: u32, winner: Side) -> Option<String> {
        let budget = until(self.budget, INSTEAD_PART);
        let mut story = Story::tell(self.spec, game, &[step.before.move_at(cell)]);
        story.go_on(self.spec, self.engine, &budget);
        let Some(Decision::Fork(fork, length)) = story.decision(winner) else { return None };
        (length <= MOST_MOVES).then(|| {
            format!(
                "after {} {} {}",
                self.told_moves(&story.moves[..length], !winner),
                names::side(winner),
                both_threats(fork)
            )
        })
    }
}

/// The other answers that leave `winner` no double threat.
fn others(step: &Step, winner: Side) -> Vec<u32> {
    let helps = |cell: &u32| {
        let mut after = step.before.with(*cell, !winner);
        *cell != step.facts.cell && after.wins(winner).is_empty() && after.forks(winner).is_empty()
    };
    step.before.open_cells().filter(helps).collect()
}
