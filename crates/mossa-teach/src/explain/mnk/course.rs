//! m,n,k-games: a line in one sentence, with what forces what.

use mossa_kernel::Side;

use crate::explain::{
    Story, names,
    refute::both_threats,
    story::{Decision, Step},
};

/// A line up to the double threat that decides it is told in full up to so many moves, and else by so many.
const MOST_MOVES: usize = 8;
const FIRST_MOVES: usize = 4;

impl Story {
    /// From its move `from` on, counted from 0, how `winner` gets to the double threat that decides: "after X c9
    /// (threatens to win at c8), O c8, X f6, X has 2 threats at once, to be completed at a6 or e6". `None` where
    /// none does.
    pub(in crate::explain) fn course(&self, from: usize, winner: Side) -> Option<String> {
        let Some(Decision::Fork(fork, length)) = self.decision(winner) else { return None };
        let (w, both) = (names::side(winner), both_threats(fork));
        let steps = self.steps().get(from..length)?;
        if steps.len() <= MOST_MOVES {
            return Some(format!("after {}, {w} {both}", noted(steps, winner)));
        }
        let forced = if is_forced(steps, winner) { "forced " } else { "" };
        let first = noted(&steps[..FIRST_MOVES], winner);
        Some(format!("after {first} and so on, a long {forced}line ({length} moves), {w} {both}"))
    }
}

/// Whether every move of the winner's but the last threatens to win at once.
fn is_forced(steps: &[Step], winner: Side) -> bool {
    let mut own = steps.iter().filter(|step| step.side == winner);
    own.all(|step| !step.facts.threatens.is_empty())
}

/// Moves one after the other, and for those that ask for an answer why. What the last one does is told behind them.
fn noted(steps: &[Step], winner: Side) -> String {
    let last = steps.len().saturating_sub(1);
    let told = steps.iter().enumerate().map(|(index, step)| {
        let name = names::cell(&step.before, step.facts.cell);
        let is_fork = index == last && step.side == winner && step.facts.is_double();
        // Against what was just prepared needs no word.
        let prepared = index.checked_sub(1).map_or(&[][..], |before| &steps[before].facts.forks);
        let is_plain = step.side != winner
            && step.facts.threatens.is_empty()
            && step.facts.spoils.iter().any(|fork| prepared.contains(fork));
        let note = note(step, winner).filter(|_| !is_fork && !is_plain);
        let note = note.map_or_else(String::new, |note| format!(" ({note})"));
        format!("{} {name}{note}", names::side(step.side))
    });
    told.collect::<Vec<String>>().join(", ")
}

/// Moves one after the other, and for those that ask for an answer why, whoever plays them.
pub(super) fn with_notes(steps: &[Step]) -> String {
    let told = steps.iter().map(|step| {
        let name = names::cell(&step.before, step.facts.cell);
        let note = note(step, step.side).map_or_else(String::new, |note| format!(" ({note})"));
        format!("{} {name}{note}", names::side(step.side))
    });
    told.collect::<Vec<String>>().join(", ")
}

/// What a move asks of the other side; of the loser's only what has to be answered at once, or what it takes away.
fn note(step: &Step, winner: Side) -> Option<String> {
    let after = step.after();
    let cells =
        |cells: &[u32]| names::list(cells.iter().map(|&cell| names::cell(&after, cell)), "or");
    let threats: Vec<u32> = step.facts.threatens.iter().map(|win| win.cell).collect();
    match () {
        () if !threats.is_empty() => Some(format!("threatens to win at {}", cells(&threats))),
        () if step.side != winner => (!step.facts.spoils.is_empty() && !step.facts.is_forced())
            .then(|| format!("against the double threat at {}", cells(&step.facts.spoils))),
        () if step.facts.prepares_fork() => {
            Some(format!("prepares a double threat at {}", cells(&step.facts.forks)))
        }
        () if !step.facts.kept.is_empty() && step.facts.stops.is_empty() => {
            Some(format!("can make a double threat at {}", cells(&step.facts.kept)))
        }
        () => None,
    }
}
