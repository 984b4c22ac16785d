//! Connect X: what speaks against a move that sounds good and that the engine likes less.

use mossa_games::GameSpec;
use mossa_search::Line;

use crate::explain::{Facts, Findings, Request, Stones, names};

impl Request<'_> {
    /// What to say after the praise of a move that the engine likes clearly less than the best: the answer that
    /// it expects. Nothing where no praise is told, or more is known than an opinion.
    pub(in crate::explain) fn doubt(
        &self,
        stones: Option<&Stones>,
        findings: &Findings,
        line: &Line,
    ) -> Option<String> {
        let (GameSpec::Connect(_), Some(stones)) = (self.spec, stones) else { return None };
        if findings.is_proven || !findings.is_worse(line) {
            return None;
        }
        let facts = Facts::new(stones, line.mv(), self.mover())?;
        let answer = *line.moves.get(1)?;
        let after = stones.with(facts.cell, self.mover());
        let answered = Facts::new(&after, answer, !self.mover())?;
        if !facts.is_praised(stones) {
            return None;
        }
        let name = names::played(self.spec, self.game, answer);
        if facts.is_quiet() {
            let is_there = after.makers(self.mover()).contains(&answered.cell);
            let there = if is_there { ", one of these columns" } else { "" };
            return Some(format!(": the engine expects the answer {name}{there}"));
        }
        let does = if answered.is_quiet() {
            String::new()
        } else {
            format!(", which {}", answered.words(&after))
        };
        Some(format!("; but the engine expects the answer {name}{does}"))
    }
}
