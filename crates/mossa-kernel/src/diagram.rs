//! Positions as text: `X.O/.X./..O X`.
//!
//! Rows from the top, separated by `/` or line ends; `X` first player, `O` second, `.` or `-`
//! empty; then a blank and the side to move. Where the rows run together without separators
//! (the OBF form of Othello problems), the board's size tells where each one ends. Sticks write
//! their heaps instead: `9 X`, `1+3+5+7 O`.

use std::fmt::Write as _;

use crate::{BoardView, Side, View, excerpt};

/// The symbol of an empty cell; `-` is read too.
const EMPTY: char = '.';

/// Why a text is no position of a game: no diagram at all, or one that play cannot reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad position: {problem}")]
pub struct PositionError {
    /// What is wrong and what was expected.
    problem: String,
}

impl PositionError {
    /// An error whose message goes on with `problem`: what is wrong, what was expected.
    pub fn new(problem: impl Into<String>) -> Self {
        Self { problem: problem.into() }
    }
}

/// Whose move it is after so many moves of each side, in a game where they move in turn; `claimed`
/// is what somebody says.
///
/// # Errors
/// Refuses numbers that moves in turn cannot give, and a claim that contradicts them.
pub fn side_in_turn(
    first: usize,
    second: usize,
    claimed: Option<Side>,
) -> Result<Side, PositionError> {
    let side = match first.checked_sub(second) {
        Some(0) => Side::First,
        Some(1) => Side::Second,
        _ => {
            return Err(PositionError::new(format!(
                "{first} X and {second} O cannot come from moves in turn, X first"
            )));
        }
    };
    if claimed.is_some_and(|claimed| claimed != side) {
        return Err(PositionError::new(format!(
            "with {first} X and {second} O it is {}'s move",
            side.letter()
        )));
    }
    Ok(side)
}

/// Writes a position as one line that [`read`] understands.
pub(crate) fn write(view: &View, to_move: Side) -> String {
    let mut text = match view {
        View::Board(board) => {
            let rows = board.cells.chunks(board.columns as usize);
            let rows: Vec<String> =
                rows.map(|row| row.iter().map(|&cell| symbol(cell)).collect()).collect();
            rows.join("/")
        }
        View::Heaps(heaps) => heaps.iter().map(i32::to_string).collect::<Vec<_>>().join("+"),
    };
    write!(text, " {}", to_move.letter()).expect("a string takes any text");
    text
}

fn symbol(cell: Option<Side>) -> char {
    cell.map_or(EMPTY, Side::letter)
}

/// Reads a position of the same shape as `like`, and the side to move where the text names it.
pub(crate) fn read(text: &str, like: &View) -> Result<(View, Option<Side>), PositionError> {
    match like {
        View::Board(board) => read_board(text, board),
        View::Heaps(heaps) => read_heaps(text, heaps.len()),
    }
}

fn read_board(text: &str, like: &BoardView) -> Result<(View, Option<Side>), PositionError> {
    // Behind a semicolon, files of problems tell the answer.
    let text = text.split(';').next().unwrap_or_default();
    let parts = text.split(['/', '\n', '\r']).map(str::trim).filter(|part| !part.is_empty());
    let mut parts: Vec<Vec<&str>> = parts.map(|part| part.split_whitespace().collect()).collect();
    let side = take_side(&mut parts, like)?;
    // Blanks between cells are welcome.
    let rows: Vec<String> = parts.iter().map(|words| words.concat()).collect();
    let rows = match &rows[..] {
        [run_together] if like.rows > 1 => split_rows(run_together, like)?,
        _ => rows,
    };
    if rows.len() != like.rows as usize {
        return Err(PositionError::new(format!(
            "the diagram has {}; this board has {}",
            count(rows.len(), "row"),
            like.rows
        )));
    }
    let mut cells = Vec::with_capacity(like.cells.len());
    for (row, text) in (1..).zip(rows) {
        read_row(&text, row, like.columns, &mut cells)?;
    }
    Ok((View::Board(BoardView { cells, ..*like }), side))
}

/// Takes the side to move off the end: the last word of the last row, or a line of its own.
fn take_side(parts: &mut Vec<Vec<&str>>, like: &BoardView) -> Result<Option<Side>, PositionError> {
    let n_parts = parts.len();
    let is_whole = |words: &[&str], cells: usize| words.concat().chars().count() == cells;
    let all = like.cells.len();
    // Without separators the first part is the whole board.
    let rows = if parts.first().is_some_and(|words| is_whole(words, all)) {
        1
    } else {
        like.rows as usize
    };
    let Some(last) = parts.last_mut() else {
        return Err(PositionError::new("the diagram is empty"));
    };
    let word = match last.len() {
        1 if n_parts <= rows || last[0].chars().count() > 1 => return Ok(None),
        // A row with blanks between its cells.
        n if n == like.columns as usize && is_whole(last, n) && n_parts <= rows => return Ok(None),
        _ => last.pop().expect("a part has words"),
    };
    if last.is_empty() {
        parts.pop();
    }
    match read_side(word) {
        Some(side) => Ok(Some(side)),
        None => Err(PositionError::new(format!(
            "the side to move is `X` or `O`, not `{}`",
            excerpt(word)
        ))),
    }
}

fn read_side(text: &str) -> Option<Side> {
    let mut symbols = text.chars();
    let side = side_of(symbols.next()?);
    side.filter(|_| symbols.next().is_none())
}

fn split_rows(text: &str, like: &BoardView) -> Result<Vec<String>, PositionError> {
    let length = text.chars().count();
    if !text.is_ascii() || length != like.cells.len() {
        return Err(PositionError::new(format!(
            "the diagram has {} without `/` between rows; this board has {} x {} = {}",
            count(length, "cell"),
            like.rows,
            like.columns,
            like.cells.len()
        )));
    }
    let width = like.columns as usize;
    Ok((0..like.rows as usize).map(|row| text[row * width..(row + 1) * width].to_owned()).collect())
}

fn read_row(
    text: &str,
    row: usize,
    columns: u32,
    cells: &mut Vec<Option<Side>>,
) -> Result<(), PositionError> {
    let length = text.chars().count();
    if length != columns as usize {
        return Err(PositionError::new(format!(
            "row {row} has {}; this board has {columns} columns",
            count(length, "cell")
        )));
    }
    for (column, symbol) in (1..).zip(text.chars()) {
        let owner = side_of(symbol);
        if owner.is_none() && !matches!(symbol, EMPTY | '-') {
            return Err(PositionError::new(format!(
                "row {row}, column {column}: `{}` is not one of `X`, `O`, `.`",
                excerpt(&symbol.to_string())
            )));
        }
        cells.push(owner);
    }
    Ok(())
}

/// Whose stone a symbol shows.
fn side_of(symbol: char) -> Option<Side> {
    match symbol {
        'X' | 'x' | '*' => Some(Side::First),
        'O' | 'o' => Some(Side::Second),
        _ => None,
    }
}

fn read_heaps(text: &str, n_heaps: usize) -> Result<(View, Option<Side>), PositionError> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let (heaps, side) = match parts[..] {
        [heaps] => (heaps, None),
        [heaps, side] => match read_side(side) {
            Some(side) => (heaps, Some(side)),
            None => {
                return Err(PositionError::new(format!(
                    "the side to move is `X` or `O`, not `{}`",
                    excerpt(side)
                )));
            }
        },
        _ => {
            return Err(PositionError::new("expected the heaps and the side to move, as in `9 X`"));
        }
    };
    let heaps: Vec<i32> = heaps.split('+').map(read_heap).collect::<Result<_, _>>()?;
    if heaps.len() != n_heaps {
        return Err(PositionError::new(format!(
            "the position has {}; this game has {n_heaps}",
            count(heaps.len(), "heap")
        )));
    }
    Ok((View::Heaps(heaps), side))
}

fn read_heap(text: &str) -> Result<i32, PositionError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| is_number)
        .ok_or_else(|| PositionError::new(format!("`{}` is not a number of sticks", excerpt(text))))
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn empty(rows: u32, columns: u32) -> View {
        View::Board(BoardView::new(rows, columns, |_| None))
    }

    fn problem(text: &str, like: &View) -> String {
        read(text, like).unwrap_err().to_string()
    }

    #[test]
    fn all_forms_of_one_position_read_alike() {
        let expected = read("X.O/.X./..O X", &empty(3, 3)).unwrap();
        for text in [
            "x-o/-x-/--o x",
            "X.O.X...O X",
            " X.O\n.X.\n..O\n\nX\n",
            "*.o/.*./..o *",
            "X . O/. X ./. . O X",
            "X.O.X...O\nX",
            "X.O.X...O X; A2:+3; B1:-4;",
        ] {
            assert_eq!(read(text, &empty(3, 3)).unwrap(), expected, "{text}");
        }
        assert_eq!(write(&expected.0, Side::First), "X.O/.X./..O X");
    }

    #[test]
    fn one_column_needs_no_guessing() {
        let like = empty(3, 1);
        assert_eq!(read("X/O/. X", &like).unwrap().1, Some(Side::First));
        assert_eq!(read("./O/X", &like).unwrap().1, None);
        assert_eq!(read("XO. X", &like).unwrap(), read("X/O/. X", &like).unwrap());
        assert_eq!(read(". O", &empty(1, 1)).unwrap().1, Some(Side::Second));
    }

    #[test]
    fn problems_say_where_they_are() {
        let like = empty(3, 3);
        assert_eq!(
            problem("XX/... X", &like),
            "bad position: the diagram has 2 rows; this board has 3"
        );
        assert_eq!(
            problem("..X/.../.. X", &like),
            "bad position: row 3 has 2 cells; this board has 3 columns"
        );
        assert_eq!(
            problem("..X/.Z./... X", &like),
            "bad position: row 2, column 2: `Z` is not one of `X`, `O`, `.`"
        );
        assert_eq!(
            problem(".../.../... Q", &like),
            "bad position: the side to move is `X` or `O`, not `Q`"
        );
        assert_eq!(
            problem(".../.../.. X", &like),
            "bad position: row 3 has 2 cells; this board has 3 columns"
        );
        assert_eq!(
            problem(".../.../.", &like),
            "bad position: row 3 has 1 cell; this board has 3 columns"
        );
        assert_eq!(
            problem(".../.../... first", &like),
            "bad position: the side to move is `X` or `O`, not `first`"
        );
        assert_eq!(problem("", &like), "bad position: the diagram is empty");
        assert_eq!(
            problem("+9 X", &View::Heaps(vec![9])),
            "bad position: `` is not a number of sticks"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", rows in 1..5_u32, columns in 1..5_u32) {
            let _ = read(&text, &empty(rows, columns));
            let _ = read(&text, &View::Heaps(vec![1; rows as usize]));
        }

        #[test]
        fn what_is_written_is_read_back(
            columns in 1..7_u32,
            owners in prop::collection::vec(prop::option::of(prop::bool::ANY), 1..36),
            first in prop::bool::ANY,
        ) {
            let side = |first: bool| if first { Side::First } else { Side::Second };
            let rows = owners.len() as u32 / columns;
            prop_assume!(rows > 0);
            let view = View::Board(BoardView::new(rows, columns, |cell| {
                owners[cell as usize].map(side)
            }));
            let text = write(&view, side(first));
            prop_assert_eq!(read(&text, &view).unwrap(), (view, Some(side(first))));
        }

        #[test]
        fn near_misses_never_panic(text in "[XxOo.*/ \\n-]{0,20}", rows in 1..4_u32, columns in 1..4_u32) {
            let _ = read(&text, &empty(rows, columns));
        }
    }
}
