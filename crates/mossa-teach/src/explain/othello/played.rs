//! Othello: proven lines that the reasons speak of, move by move.

use super::outlook::final_count;
use crate::explain::{Block, Findings, Request, Section, Story};

/// What a sentence says that speaks of moves that stand nowhere else.
const SIGN: &str = "The line that the engine finds after it";

impl Request<'_> {
    /// The moves of a line, ten by ten.
    pub(super) fn numbered(&self, story: &Story) -> String {
        let tens = story.moves.chunks(10).enumerate().map(|(ten, moves)| {
            let shown: Vec<String> =
                moves.iter().map(|&mv| self.game.position().show_move(mv)).collect();
            let (first, last) = (10 * ten + 1, 10 * ten + moves.len());
            let span = if first == last { first.to_string() } else { format!("{first}-{last}") };
            format!("{span}: {}", shown.join(" "))
        });
        tens.collect::<Vec<_>>().join("; ")
    }

    /// The lines that the reasons speak of, move by move.
    pub(in crate::explain) fn played_lines(
        &self,
        findings: &Findings,
        why: &Section,
        replies: &[Option<Story>],
    ) -> Option<Section> {
        let told = || {
            why.blocks.iter().filter_map(|block| match block {
                Block::Text(text) if text.contains(SIGN) => Some(text),
                _ => None,
            })
        };
        if !findings.is_proven || told().next().is_none() {
            return None;
        }
        let rows = findings.lines.iter().enumerate().filter_map(|(index, line)| {
            let question = format!("Why not {}?", self.name(line));
            let is_told = index == 0 || told().any(|text| text.starts_with(&question));
            let story = replies.get(index).and_then(Option::as_ref).filter(|_| is_told)?;
            let (_, x, o) = final_count(story, self.mover())?;
            Some(vec![self.name(line), format!("X {x}, O {o}"), self.numbered(story)])
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let header = ["after", "ends with", "the moves of both sides"].map(str::to_owned).to_vec();
        (!rows.is_empty()).then(|| Section {
            title: "Played on to the end",
            blocks: vec![Block::Table { header, rows }],
        })
    }
}
