//! m,n,k-games: with which single stones a double threat that is prepared can be taken away, and what is left
//! when that was done.

use mossa_kernel::Side;
use mossa_search::Line;

use super::{Facts, Request, names, quiet::BEGUN, stones::Stones};

/// So many cells are named.
const MOST_NAMED: usize = 6;

/// Lines of each side, the one that moves first, that hold [`BEGUN`] or more of its stones and none of the
/// other's: before a move and after the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) before: [usize; 2],
    pub(super) after: [usize; 2],
}

/// The cells where one stone of the other side leaves `side` neither a line to complete nor two threats at once
/// to make.
pub(super) fn takers(after: &Stones, side: Side) -> Vec<u32> {
    after.open_cells().filter(|&cell| takes(after, cell, side)).collect()
}

/// Whether one stone of the other side on a cell does so.
pub(super) fn takes(after: &Stones, cell: u32, side: Side) -> bool {
    let mut taken = after.with(cell, !side);
    taken.wins(side).is_empty() && taken.forks(side).is_empty()
}

/// How a double threat that a move prepares can be taken away, as a sentence.
pub(super) fn told(before: &Stones, facts: &Facts, side: Side) -> Option<String> {
    if before.falls() || !facts.prepares_fork() {
        return None;
    }
    let other = names::side(!side);
    let takers = takers(&before.with(facts.cell, side), side);
    let cells = || names::list(takers.iter().map(|&cell| names::cell(before, cell)), "or");
    Some(match takers.len() {
        0 => format!("No single stone of {other}'s takes that away."),
        1 => format!("Only a stone on {} takes that away from it.", cells()),
        count if count <= MOST_NAMED => {
            format!("A single stone of {other}'s on {} takes that away.", cells())
        }
        count => format!("A single stone of {other}'s takes that away, on any of {count} cells."),
    })
}

impl Request<'_> {
    /// What is left of a move that prepares or threatens something when it was answered as the engine expects;
    /// `None` where the answer does not take it away.
    pub(super) fn balance(&self, stones: &Stones, line: &Line) -> Option<Balance> {
        let (&mv, &answer) = (line.moves.first()?, line.moves.get(1)?);
        let (mover, other) = (self.mover(), !self.mover());
        let facts = Facts::new(stones, mv, mover).filter(|_| !stones.falls())?;
        let after = stones.with(facts.cell, mover);
        let answered = Facts::new(&after, answer, other)?;
        let end = after.with(answered.cell, other);
        let is_taken = end.wins(mover).is_empty() && end.clone().forks(mover).is_empty();
        let asks = facts.prepares_fork() || !facts.threatens.is_empty();
        let count = |stones: &Stones| [mover, other].map(|side| stones.begun(side, BEGUN));
        (asks && is_taken).then(|| Balance { before: count(stones), after: count(&end) })
    }

    /// The same as a sentence, for the move that is preferred.
    pub(super) fn gain(&self, stones: &Stones, line: &Line) -> Option<String> {
        let Balance { before, after } = self.balance(stones, line)?;
        // Four times nothing tells nothing.
        if [before, after] == [[0; 2]; 2] {
            return None;
        }
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (run, answer) =
            (stones.run(), names::played(self.spec, self.game, *line.moves.get(1)?));
        Some(format!(
            "The engine expects that {other} takes it away with {answer}. What is left then: lines of {run} with \
             {BEGUN} or more stones of one side and none of the other, {m} {} and {other} {} (before the move {} \
             and {}), and it is {m}'s turn again.",
            after[0], after[1], before[0], before[1]
        ))
    }

    /// The same for a move that is liked less, as the end of a sentence.
    pub(super) fn rest_of(&self, stones: &Stones, line: &Line) -> Option<String> {
        let Balance { after, .. } = self.balance(stones, line)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        Some(format!(" Of such lines {m} then has {} and {other} {}.", after[0], after[1]))
    }
}
