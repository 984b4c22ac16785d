//! m,n,k-games: a line that is told among the reasons is not told again, word by word, in the table of moves.

use crate::explain::{Block, Section};

/// What is shorter than this is read again more easily than looked up.
const LEAST: usize = 60;

/// What stands between the praise of a move and how it loses, and how such a line begins.
const BUT: &str = "; but ";
const LINE: &str = "after ";

/// Leaves in the table of moves only a hint to lines that the reasons tell.
pub(in crate::explain) fn shorten(sections: &mut [Section]) {
    let [_, why, moves, ..] = sections else { return };
    let told: Vec<&String> = why.blocks.iter().filter_map(text).collect();
    for block in &mut moves.blocks {
        let Block::Table { rows, .. } = block else { continue };
        for words in rows.iter_mut().filter_map(|row| row.last_mut()) {
            let (praise, line) = match words.split_once(BUT) {
                Some((praise, line)) => (format!("{praise}{BUT}"), line),
                None => (String::new(), &words[..]),
            };
            let is_told = || told.iter().any(|text| text.contains(line));
            if line.starts_with(LINE) && line.len() >= LEAST && is_told() {
                *words = format!("{praise}loses, as told above");
            }
        }
    }
}

fn text(block: &Block) -> Option<&String> {
    match block {
        Block::Text(text) => Some(text),
        Block::Lines(_) | Block::Table { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_lines_that_were_told_are_left_out() {
        let line = "after O e4 (prepares a double threat at e2 or e5), X b4, O a4, X d3, O e2, O has 2 threats at once";
        let row = |words: &str| vec!["d4".to_owned(), "loss".to_owned(), words.to_owned()];
        let rows = vec![
            row(&format!("threatens; but {line}")),
            row(line),
            row("threatens; but after O e4 it is lost"),
            row(
                "threatens; but after O e4 (prepares a double threat at e2 or e5), X c4, O has 2 threats at once",
            ),
        ];
        let table = Block::Table { header: Vec::new(), rows: rows.clone() };
        let why = Block::Text(format!("d4 loses: {line}. And after O e4 it is lost."));
        let mut sections = [
            Section { title: "Who wins", blocks: Vec::new() },
            Section { title: "Why", blocks: vec![why] },
            Section { title: "The moves", blocks: vec![table] },
        ];
        shorten(&mut sections);
        let Block::Table { rows: told, .. } = &sections[2].blocks[0] else { panic!() };
        assert_eq!(told[0][2], "threatens; but loses, as told above");
        assert_eq!(told[1][2], "loses, as told above");
        assert_eq!(told[2..], rows[2..]);
    }
}
