//! Games of lines: what a move that threatens nothing is for in the line that is told.

use crate::explain::{names, story::Story};

impl Story {
    /// What a quiet move does for the rest of the line: it closes the last line of the other side, or stands on
    /// one that its own side threatens to complete later.
    pub(in crate::explain) fn use_of(&self, index: usize) -> Option<String> {
        let closes = self.closes_last(index);
        let serves = self.serves(index);
        let told: Vec<String> = closes.into_iter().chain(serves).collect();
        (!told.is_empty()).then(|| told.join(" and "))
    }

    fn closes_last(&self, index: usize) -> Option<String> {
        let step = self.steps().get(index)?;
        let victim = !step.side;
        let is_last = step.before.begun(victim, 0) > 0 && step.after().begun(victim, 0) == 0;
        is_last.then(|| {
            format!("closes the last line that {} could still complete", names::side(victim))
        })
    }

    /// The move, counted from 0, that threatens or completes a line with this stone, and that line.
    pub(super) fn served(&self, index: usize) -> Option<(usize, &[u32])> {
        let step = self.steps().get(index).filter(|step| !step.before.falls())?;
        let later = self.steps().iter().enumerate().skip(index + 1);
        let mut later = later.filter(|(_, later)| later.side == step.side);
        later.find_map(|(number, later)| {
            let threats = later.facts.threatens.iter().map(|threat| &threat.line[..]);
            let mut lines = threats.chain(later.facts.completes.as_deref());
            let has_stone =
                |line: &&[u32]| line.contains(&step.facts.cell) && line.contains(&later.facts.cell);
            Some((number, lines.find(has_stone)?))
        })
    }

    /// The line itself is named where that move is told.
    fn serves(&self, index: usize) -> Option<String> {
        self.served(index).map(|(later, _)| format!("serves for move {}", later + 1))
    }
}
