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
        "double threat at column",
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

/// Where cells have names of their own, one sentence tells what a double threat is and which cell is named with it.
const DOUBLE_THREAT: &str = "A double threat at a cell: a stone there makes two threats at once, and the other \
                             side can stop only one of them.";

/// The same in brackets, behind the words in a reason.
const TERM: &str = "double threat";
const IN_BRACKETS: &str = " (two threats at once, of which only one can be stopped)";

/// Words of it with which a reason may have explained it itself.
const STONE_THERE: &str = "a stone there makes two threats at once";

/// Puts the explanations that the sections need beside what they say themselves where the words are first used:
/// before the reason that uses them, or right after the first reason, or after all reasons.
///
/// Where stones lie anywhere, `is_mnk`, a double threat is explained in brackets behind its first mention.
pub(super) fn explain(sections: &mut [Section], is_mnk: bool) {
    let is_celled = is_mnk && explain_double_threat(sections);
    for (term, sign, explanation) in TERMS {
        let uses = |block: &Block| words(block).iter().any(|text| text.contains(term));
        let is_used = sections.iter().flat_map(|section| &section.blocks).any(uses);
        let in_table = |section: &&mut Section| section.blocks.iter().any(uses);
        let first_title = sections.iter_mut().find(in_table).map(|section| section.title);
        if term == "safe" && first_title.is_some_and(|title| title != "Why") {
            // What only a table says is explained below it.
            if let Some(section) = sections.iter_mut().find(in_table) {
                section.blocks.push(Block::Text(explanation.to_owned()));
            }
            continue;
        }
        let Some(why) = sections.iter_mut().find(|section| section.title == "Why") else { return };
        let first = why.blocks.iter().position(uses);
        let is_explained = first.is_some_and(|first| {
            words(&why.blocks[first]).iter().any(|text| text.contains(term) && text.contains(sign))
        });
        let is_told = why.blocks.iter().any(|block| words(block).contains(&explanation));
        let is_told = is_told || is_celled && term == "double threat";
        if is_used && !is_explained && !is_told {
            let at = place(&why.blocks, first);
            why.blocks.insert(at, Block::Text(explanation.to_owned()));
        }
    }
}

/// Where an explanation stands: before the reason that uses the word, but never before the first reason, and after
/// all where none does.
fn place(blocks: &[Block], first: Option<usize>) -> usize {
    let is_explanation = |block: &Block| {
        words(block).iter().any(|text| TERMS.iter().any(|(_, _, explained)| text == explained))
    };
    match first {
        Some(0) => 1 + blocks.iter().skip(1).take_while(|block| is_explanation(block)).count(),
        first => first.unwrap_or(blocks.len()),
    }
}

/// Explains a double threat where it is first spoken of; whether that was needed.
fn explain_double_threat(sections: &mut [Section]) -> bool {
    let names_it = |block: &Block| words(block).iter().any(|text| text.contains(TERM));
    let first = sections.iter_mut().find_map(|section| {
        let at = section.blocks.iter().position(names_it)?;
        Some((section, at))
    });
    first.is_some_and(|(section, at)| {
        match &mut section.blocks[at] {
            Block::Text(text) if text.contains(STONE_THERE) || text.contains("stop only one") => {}
            Block::Text(text) => {
                let at = text.find(TERM).unwrap_or(0);
                let count = |letter: char| text[..at].matches(letter).count();
                if count('(') > count(')') {
                    // Brackets within brackets are hard to read.
                    text.extend([" ", DOUBLE_THREAT]);
                } else {
                    text.insert_str(at + TERM.len(), IN_BRACKETS);
                }
            }
            Block::Lines(_) | Block::Table { .. } => {
                section.blocks.insert(at, Block::Text(DOUBLE_THREAT.to_owned()));
            }
        }
        true
    })
}

/// Puts the explanation of a word right behind the first sentences that use it.
pub(super) fn explain_at_once(texts: &mut [String], word: &str) {
    let is_word =
        |text: &str| text.split(|letter: char| !letter.is_alphabetic()).any(|it| it == word);
    let first = texts.iter().position(|text| is_word(text));
    let term = TERMS.iter().find(|(term, ..)| *term == word);
    if let (Some(first), Some((_, _, explanation))) = (first, term) {
        texts[first].extend([" ", explanation]);
    }
}

fn words(block: &Block) -> Vec<&str> {
    match block {
        Block::Text(text) => vec![text],
        Block::Lines(lines) => lines.iter().map(String::as_str).collect(),
        Block::Table { rows, .. } => rows.iter().flatten().map(String::as_str).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_explained_where_they_are_first_used() {
        let text = |text: &str| Block::Text(text.to_owned());
        let why = ["First.", "X prepares a double threat at b2.", "X gets a winning cell."];
        let mut sections = [
            Section { title: "Why", blocks: why.into_iter().map(text).collect() },
            Section { title: "The moves", blocks: vec![text("a safe move")] },
        ];
        explain(&mut sections, true);
        let told: Vec<&str> = sections.iter().flat_map(|it| &it.blocks).flat_map(words).collect();
        let at = |start: &str| told.iter().position(|text| text.starts_with(start)).unwrap();
        let order = [
            "First",
            "X prepares a double threat (two threats at once, of which only one can be stopped) at b2",
            "A winning cell is",
            "X gets",
            "a safe move",
            "A safe move is",
        ];
        assert_eq!(order.map(at), [0, 1, 2, 3, 4, 5], "{told:?}");
    }

    #[test]
    fn where_stones_fall_the_cell_is_explained_apart() {
        let words = "X prepares a double threat at column 3.".to_owned();
        let mut sections = [Section { title: "Why", blocks: vec![Block::Text(words)] }];
        explain(&mut sections, false);
        let told: Vec<&str> = sections[0].blocks.iter().flat_map(super::words).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[1].starts_with("A double threat is") && told[2].starts_with("The cell named"));
    }

    #[test]
    fn what_only_the_table_says_is_explained_there() {
        let row = ["a1", "draw", "prepares a double threat at b2"].map(str::to_owned).to_vec();
        let table = Block::Table { header: Vec::new(), rows: vec![row] };
        let reason = Block::Text("Nobody wins.".to_owned());
        let mut sections = [
            Section { title: "Why", blocks: vec![reason] },
            Section { title: "The moves", blocks: vec![table] },
        ];
        explain(&mut sections, true);
        assert_eq!(sections[0].blocks.len(), 1);
        assert_eq!(sections[1].blocks[0], Block::Text(DOUBLE_THREAT.to_owned()));
    }

    #[test]
    fn what_is_explained_is_not_explained_again() {
        let words = "X makes a double threat: O can stop only one.";
        let mut sections = [Section { title: "Why", blocks: vec![Block::Text(words.to_owned())] }];
        explain(&mut sections, true);
        assert_eq!(sections[0].blocks.len(), 1);
    }
}
