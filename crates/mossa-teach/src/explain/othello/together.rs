//! Othello: worse moves that fail to one and the same answer are told together.

use mossa_kernel::Move;

use super::{
    contenders::Rival,
    contrast::Contrast,
    gauge::{Count, Gauge},
};
use crate::explain::{Findings, Request, Story, names};

/// How a worse move is answered, and what is counted then.
pub(super) type Failure = (Gauge, Move);

impl Request<'_> {
    /// What is wrong with the moves that somebody would ask about.
    pub(super) fn why_not_believed_all(
        &self,
        findings: &Findings,
        best: &Story,
        told: &[Rival],
    ) -> Vec<String> {
        let failures: Vec<Option<Failure>> =
            told.iter().map(|rival| self.fails_to(findings, best, rival)).collect();
        let mut texts = Vec::new();
        for (at, (rival, failure)) in told.iter().zip(&failures).enumerate() {
            let is_alike = |other: &usize| failure.is_some() && failures[*other] == *failure;
            if (0..at).any(|other| is_alike(&other)) {
                continue;
            }
            let alike: Vec<&Rival> =
                (at..told.len()).filter(is_alike).map(|other| &told[other]).collect();
            let together = failure.filter(|_| alike.len() > 1);
            let together =
                together.and_then(|it| self.why_not_together(findings, best, &alike, it));
            texts.push(together.unwrap_or_else(|| self.why_not_believed(findings, best, rival)));
        }
        texts
    }

    /// The answer after which the mover has fewer moves, where that is what is wrong.
    pub(super) fn fails_to(
        &self,
        findings: &Findings,
        best: &Story,
        rival: &Rival,
    ) -> Option<Failure> {
        let line = &findings.lines[rival.index];
        match self.contrast(findings, best, rival.index)? {
            Contrast::Count(Gauge::Own) => Some((Gauge::Own, *line.moves.get(1)?)),
            Contrast::Count(Gauge::Least) => Some((Gauge::Least, self.worst_answer(line.mv())?.0)),
            _ => None,
        }
    }

    /// "Why not c2 or d2? X answers both with f2 itself, and then O has only 9 and 11 moves."
    fn why_not_together(
        &self,
        findings: &Findings,
        best: &Story,
        alike: &[&Rival],
        (gauge, answer): Failure,
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let lines = || alike.iter().map(|rival| &findings.lines[rival.index]);
        let counts: Option<Vec<Count>> =
            lines().map(|line| self.count(&line.moves, gauge)).collect();
        let mut counts: Vec<usize> = counts?.iter().map(|count| count.own).collect();
        if counts.iter().all(|count| Some(count) == counts.first()) {
            counts.truncate(1);
        }
        let left = names::list(counts.iter().map(usize::to_string), "and");
        let moves = if counts == [1] { "move" } else { "moves" };
        let better = self.count(&best.moves, gauge)?.own;
        let first = self.line_after(findings, alike.first()?.index);
        let aside = match gauge {
            Gauge::Least => String::new(),
            _ => self.answer_aside(findings, [best, &first]),
        };
        let each = if alike.len() == 2 { "both" } else { "each" };
        let charm = match alike.iter().filter(|rival| rival.charm.is_some()).count() {
            0 => "",
            _ => "They may look better at first, but ",
        };
        let [answer, expected] = [Some(answer), best.moves.get(1).copied()]
            .map(|mv| mv.map_or_else(String::new, |mv| self.game.position().show_move(mv)));
        let how = if gauge == Gauge::Least {
            format!(
                "{other} can answer {each} with {answer} and leave {m} only {left} {moves}; after {name} {m} has at \
                 least {better}, whatever {other} answers."
            )
        } else {
            format!(
                "{other} answers {each} with {answer}{aside}, and then {m} has only {left} {moves} to choose from; after \
                 {name} and the answer {expected} {m} has {better}."
            )
        };
        Some(format!(
            "Why not {}? {charm}{how}",
            names::list(lines().map(|line| self.name(line)), "or")
        ))
    }
}
