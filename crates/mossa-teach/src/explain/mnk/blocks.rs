//! m,n,k-games: with which single stones a double threat that is prepared can be taken away.

use mossa_kernel::Side;

use crate::explain::{Facts, names, stones::Stones};

/// So many cells are named.
const MOST_NAMED: usize = 6;

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
pub(in crate::explain) fn told(before: &Stones, facts: &Facts, side: Side) -> Option<String> {
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
