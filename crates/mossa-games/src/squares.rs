//! Names of squares: a column in letters, a row in digits, `a1` at the top left.
//!
//! ```text
//!     a  b  c            columns: a … z, aa … az, ba …; no letter is skipped
//!  1  a1 b1 c1           cells are numbered row by row from 0, so b2 is 4 here
//!  2  a2 b2 c2
//! ```

use mossa_kernel::{Move, NotAMove};

/// How many letters there are.
const LETTERS: u32 = 26;

/// The name of the cell with number `cell` on a board of `columns` columns.
pub fn name(cell: u32, columns: u32) -> String {
    format!("{}{}", column_name(cell % columns), cell / columns + 1)
}

/// The letters of a column, counted from 0.
pub fn column_name(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        let letter = ((rest - 1) % LETTERS) as u8;
        letters.push(char::from(b'a' + letter));
        rest = (rest - 1) / LETTERS;
    }
    letters.iter().rev().collect()
}

/// The name of a move that marks a cell, on a board of `rows` x `columns`.
///
/// Numbers off the board have a name too: messages about illegal moves need one.
pub fn show_move(mv: Move, rows: u32, columns: u32) -> String {
    match mv {
        Move::PASS => "pass".to_owned(),
        Move(cell) if cell < rows * columns => name(cell, columns),
        Move(number) => format!("#{number}"),
    }
}

/// The cell that a text names.
///
/// # Errors
/// Returns [`NotAMove`] for a text that names no cell of the board.
pub fn read_move(text: &str, rows: u32, columns: u32) -> Result<Move, NotAMove> {
    read_cell(text, rows, columns).map(Move).ok_or_else(|| NotAMove {
        expected: format!("a square from a1 to {}", name(rows * columns - 1, columns)),
    })
}

fn read_cell(text: &str, rows: u32, columns: u32) -> Option<u32> {
    let digits_at = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = text.split_at(digits_at);
    let column = read_column(letters)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let row = digits.parse::<u32>().ok().filter(|_| is_number)? - 1;
    (row < rows && column < columns).then(|| row * columns + column)
}

fn read_column(letters: &str) -> Option<u32> {
    let mut column = 0_u32;
    for letter in letters.bytes() {
        let value = letter.to_ascii_lowercase().checked_sub(b'a').filter(|&v| v < 26)?;
        column = column.checked_mul(LETTERS)?.checked_add(u32::from(value) + 1)?;
    }
    column.checked_sub(1)
}

/// Cuts `f5d6--c3` into `f5`, `d6`, `--`, `c3`; what fits no pattern stays together.
pub fn split(word: &str) -> Vec<&str> {
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let (mv, behind) = rest.split_at(first_length(rest));
        moves.push(mv);
        rest = behind;
    }
    moves
}

/// The length in bytes of the first move in a text that is not empty.
fn first_length(text: &str) -> usize {
    let lower = text.get(..4).unwrap_or(text.get(..2).unwrap_or("")).to_ascii_lowercase();
    let is_digit = |c: char| c.is_ascii_digit();
    if lower.starts_with("--") {
        2
    } else if lower == "pass" {
        4
    } else if lower.starts_with("pa") && !text[2..].starts_with(is_digit) {
        2
    } else {
        let letters = text.find(is_digit).unwrap_or(text.len());
        let digits = text[letters..].find(|c| !is_digit(c)).unwrap_or(text.len() - letters);
        letters + digits
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_and_numbers_match() {
        for (cell, expected) in [(0, "a1"), (25, "z1"), (26, "aa1"), (199, "gr1"), (200, "a2")] {
            assert_eq!(name(cell, 200), expected);
            assert_eq!(read_move(expected, 200, 200), Ok(Move(cell)));
        }
        assert_eq!(read_move("H8", 15, 15), Ok(Move(7 * 15 + 7)));
    }

    #[test]
    fn wrong_names_are_refused() {
        for text in ["", "a", "1", "a0", "a01", "a16", "p1", "é1", "a1x", "a-1", "a１", "1a", "a+1"]
        {
            let refusal = read_move(text, 15, 15).unwrap_err();
            assert_eq!(refusal.expected, "a square from a1 to o15", "{text}");
        }
        assert!(read_move(&"z".repeat(100_000), 15, 15).is_err());
        assert!(read_move(&format!("a{}", "9".repeat(100_000)), 15, 15).is_err());
    }

    #[test]
    fn compact_text_is_cut() {
        assert_eq!(split("f5D6c3"), ["f5", "D6", "c3"]);
        assert_eq!(split("f5--d6PAc3passe4pa"), ["f5", "--", "d6", "PA", "c3", "pass", "e4", "pa"]);
        assert_eq!(split("p10pa1"), ["p10", "pa1"]);
        assert_eq!(split("aa12b3"), ["aa12", "b3"]);
        assert_eq!(split("12"), ["12"]);
        assert_eq!(split("日本"), ["日本"]);
    }

    proptest! {
        #[test]
        fn any_word_is_cut_without_loss(word in "\\PC*") {
            prop_assert_eq!(split(&word).concat(), word);
        }

        #[test]
        fn every_cell_has_a_name_of_its_own(rows in 1..201_u32, columns in 1..201_u32, at: u32) {
            let cell = at % (rows * columns);
            prop_assert_eq!(read_move(&name(cell, columns), rows, columns), Ok(Move(cell)));
        }
    }
}
