//! Connect X: who has no choice left, for every other column is full or loses at once.

use crate::explain::{
    names,
    story::{Step, Story},
};

/// So many columns are named one by one.
const MOST_NAMED: usize = 3;

/// Why a move is all that is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Squeeze {
    /// There is no other.
    Only,
    /// After a stone on any of the other cells, these, the other side completes a line at once.
    Lost(Vec<u32>),
}

/// Whether the side that moves has no choice, and why. Who stops a line has none either; that is told
/// otherwise.
pub(super) fn squeezed(step: &Step) -> Option<Squeeze> {
    let facts = &step.facts;
    if !step.before.falls() || facts.completes.is_some() || facts.is_forced() {
        return None;
    }
    let others: Vec<u32> = step.before.open_cells().filter(|&cell| cell != facts.cell).collect();
    let loses = |&cell: &u32| {
        let wins_itself = step.before.completed_by(cell, step.side).is_some();
        !wins_itself && !step.before.with(cell, step.side).wins(!step.side).is_empty()
    };
    match others.len() {
        0 => Some(Squeeze::Only),
        _ => others.iter().all(loses).then_some(Squeeze::Lost(others)),
    }
}

impl Squeeze {
    /// The reason as half a sentence.
    pub(super) fn words(&self, step: &Step) -> String {
        let (s, other) = (names::side(step.side), names::side(!step.side));
        let column = |cell: u32| (step.before.column(cell) + 1).to_string();
        let also = if step.facts.allows.is_empty() { "" } else { ", too" };
        match self {
            Self::Only => {
                format!(
                    "{s} has run out of other moves, only column {} is left",
                    column(step.facts.cell)
                )
            }
            Self::Lost(cells) if cells.len() > MOST_NAMED => {
                format!("{s} has run out of other moves, all others let {other} win at once{also}")
            }
            Self::Lost(cells) => {
                let columns = names::list(cells.iter().map(|&cell| column(cell)), "and");
                let (noun, verb) =
                    if cells.len() == 1 { ("column", "lets") } else { ("columns", "let") };
                format!(
                    "{s} has run out of other moves, {noun} {columns} {verb} {other} win at once{also}"
                )
            }
        }
    }
}

impl Story {
    /// That a move is all that is left, where it is; of the winner's moves nobody asks why.
    pub(in crate::explain) fn remark(&self, index: usize) -> Option<String> {
        let winner = self.end.outcome().and_then(|outcome| outcome.winner);
        let step = self.steps().get(index).filter(|step| Some(step.side) != winner)?;
        squeezed(step).map(|squeeze| squeeze.words(step))
    }

    /// The column that is left, where no other is.
    pub(in crate::explain) fn only_column(&self, index: usize) -> Option<u32> {
        let step = self.steps().get(index)?;
        (squeezed(step)? == Squeeze::Only).then(|| step.before.column(step.facts.cell) + 1)
    }
}
