//! Words that somebody who knows no theory may not know, each explained once.

use super::{Block, Section};

/// What is explained, the words that show it is explained already, and the explanation.
const TERMS: [(&str, &str, &str); 4] = [
    (
        "double threat",
        "stop only one",
        "A double threat is two lines to complete at once: the other side can stop only one of them.",
    ),
    (
        "double threat at",
        "the stone that makes it",
        "The cell named with a double threat is for the stone that makes it; the lines are then completed \
         elsewhere.",
    ),
    (
        "winning cell",
        "completes the",
        "A winning cell is a free cell where a stone completes a line of that side; in the air it \
         must wait until stones lie below.",
    ),
    (
        "safe",
        "safe move is",
        "A safe move is one that opens no corner to the other side that was closed to it before.",
    ),
];

/// The explanations that the sections need beside what they say themselves.
pub(super) fn notes(sections: &[Section]) -> Vec<String> {
    let texts: Vec<&str> =
        sections.iter().flat_map(|section| &section.blocks).flat_map(words).collect();
    let why = sections.iter().filter(|section| section.title == "Why");
    let reasons: Vec<&str> = why.flat_map(|section| &section.blocks).flat_map(words).collect();
    let uses = |texts: &[&str], words: &str| texts.iter().any(|text| text.contains(words));
    let needed = TERMS.iter().filter(|(term, sign, _)| {
        let is_explained = reasons.iter().any(|text| text.contains(term) && text.contains(sign));
        uses(&texts, term) && !is_explained
    });
    needed.map(|(_, _, explanation)| (*explanation).to_owned()).collect()
}

fn words(block: &Block) -> Vec<&str> {
    match block {
        Block::Text(text) => vec![text],
        Block::Lines(lines) => lines.iter().map(String::as_str).collect(),
        Block::Table { rows, .. } => rows.iter().flatten().map(String::as_str).collect(),
    }
}
