//! Connect X: how the line that decides is made, stone by stone.

use mossa_kernel::Side;

use super::parity;
use crate::explain::{
    names,
    stones::Stones,
    story::{Decision, Story},
};

impl Story {
    /// For a move with which the winner puts a stone on a line that decides in the end, which stone of it that
    /// is; `None` for the one that completes it.
    pub(in crate::explain) fn makes(&self, index: usize) -> Option<String> {
        let winner = self.end.outcome()?.winner?;
        let step = self.steps().get(index)?;
        if step.side != winner || !step.before.falls() || step.facts.completes.is_some() {
            return None;
        }
        let cell = step.facts.cell;
        let lines = self.deciding_lines(winner).into_iter();
        let deciding = lines.map(|line| (line.to_vec(), "matters".to_owned()));
        let (line, purpose) =
            deciding.chain(self.closing_lines(winner)).find(|(line, _)| line.contains(&cell))?;
        // A threat names its line.
        if step.facts.threatens.iter().any(|threat| threat.line == line) {
            return None;
        }
        let after = step.after();
        let own = line.iter().filter(|&&cell| after.is_owned(cell, winner)).count();
        Some(format!(
            "puts stone {own} of {} on {}, which {purpose} in the end",
            line.len(),
            names::open_line(&after, &line)
        ))
    }

    /// For a move right below the cell where the winner makes the double threat that decides, that it is.
    pub(in crate::explain) fn opens(&self, index: usize) -> Option<String> {
        let winner = self.end.outcome()?.winner?;
        let step = self.steps().get(index).filter(|step| step.before.falls())?;
        let Some(Decision::Fork(fork, number)) = self.decision(winner) else { return None };
        let is_below = step.before.above(step.facts.cell) == Some(fork.facts.cell);
        is_below.then(|| {
            format!(
                "opens {} to the double threat of move {number}",
                names::place(&step.before, fork.facts.cell)
            )
        })
    }

    /// The lines with which the winner keeps the loser out of columns in the end, and what they do.
    pub(super) fn closing_lines(&self, winner: Side) -> Vec<(Vec<u32>, String)> {
        let [.., given, _] = self.steps() else { return Vec::new() };
        if !matches!(self.decision(winner), Some(Decision::Zugzwang(_))) {
            return Vec::new();
        }
        let loser = names::side(!winner);
        let closings = parity::closings(self, &given.before, winner).into_iter();
        closings
            .filter_map(|(cell, win)| {
                let column = given.before.column(cell) + 1;
                Some((win?.line, format!("keeps {loser} out of column {column}")))
            })
            .collect()
    }

    /// Up to which move, counted from 0, a reader must see every move to see how the game is decided; `None`
    /// where it is not, or stones do not fall.
    pub(in crate::explain) fn told_in_full(&self) -> Option<usize> {
        let falls = self.steps().first().is_some_and(|step| step.before.falls());
        self.points().into_iter().max().filter(|_| falls)
    }
}

/// How `winner` gets the stones of the line that it completes in the end, as half a sentence; the last one is
/// not told.
pub(super) fn of_line(start: &Stones, story: &Story, line: &[u32], winner: Side) -> String {
    let w = names::side(winner);
    let now = line.iter().filter(|&&cell| start.is_owned(cell, winner)).count();
    let steps = (1..).zip(story.steps());
    let added = steps.filter(|(_, step)| {
        let is_on_line = line.contains(&step.facts.cell);
        step.side == winner && is_on_line && step.facts.completes.is_none()
    });
    let added = added.map(|(number, step)| {
        format!("{} (move {number})", names::place(&step.before, step.facts.cell))
    });
    let has = match now {
        0 => format!("{w} has no stone on this line yet"),
        now => format!("{w} has {} on this line now", names::counted(now as u64, "stone")),
    };
    format!("{has}, and adds {}", names::list(added, "and"))
}
