//! Lines of stones on a drawn board, found the slow and obvious way.
//!
//! Fast boards find a new line by looking at the last stone; this module looks at all of them. It
//! marks winning lines in drawings and settles who has won in a position set up by hand.

use mossa_kernel::{BoardView, PositionError, Side, View, side_in_turn};

/// What counts as a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineRule {
    /// How many stones in a row.
    pub(crate) run: u32,
    /// Whether more than `run` do not count.
    pub(crate) exact: bool,
}

impl LineRule {
    /// Whether an unbroken row of `length` stones is a line.
    #[inline]
    pub(crate) fn accepts(self, length: u32) -> bool {
        if self.exact { length == self.run } else { length >= self.run }
    }
}

/// One step along each of the four kinds of line, as (rows, columns).
pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// All cells that belong to a line of `side`.
pub(crate) fn cells_in_lines(board: &BoardView, side: Side, rule: LineRule) -> Vec<u32> {
    let mut marked = Vec::new();
    for (row, column) in all_cells(board) {
        for (down, right) in DIRECTIONS {
            if owner(board, row - down, column - right) == Some(side) {
                continue; // Not the first stone of its row.
            }
            let longest = board.rows.max(board.columns).cast_signed();
            let cells: Vec<u32> = (0..longest)
                .map(|step| (row + step * down, column + step * right))
                .take_while(|&(row, column)| owner(board, row, column) == Some(side))
                .filter_map(|(row, column)| cell_number(board, row, column))
                .collect();
            if !cells.is_empty() && rule.accepts(cells.len() as u32) {
                marked.extend(cells);
            }
        }
    }
    marked.sort_unstable();
    marked.dedup();
    marked
}

fn all_cells(board: &BoardView) -> impl Iterator<Item = (i32, i32)> + use<> {
    let (rows, columns) = (board.rows.cast_signed(), board.columns.cast_signed());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

fn cell_number(board: &BoardView, row: i32, column: i32) -> Option<u32> {
    let (row, column) = (u32::try_from(row).ok()?, u32::try_from(column).ok()?);
    (row < board.rows && column < board.columns).then(|| row * board.columns + column)
}

fn owner(board: &BoardView, row: i32, column: i32) -> Option<Side> {
    board.cells[cell_number(board, row, column)? as usize]
}

/// What a board with stones of two sides says about the game.
pub(crate) struct Settled<'v> {
    /// The board.
    pub(crate) board: &'v BoardView,
    /// Whose move it is, or would be.
    pub(crate) to_move: Side,
    /// Whether the side that moved last has a line.
    pub(crate) is_won: bool,
}

/// Reads side to move and result off a position set up by hand, in a game where stones are placed
/// in turn and never removed.
///
/// # Errors
/// Refuses stones that could not have been placed in turn, and lines of the wrong side.
pub(crate) fn settle(
    view: &View,
    to_move: Option<Side>,
    rule: LineRule,
) -> Result<Settled<'_>, PositionError> {
    let board = view.board()?;
    let [first, second] = Side::BOTH.map(|side| board.count(side));
    let by_count = side_in_turn(first, second, to_move)?;
    if !cells_in_lines(board, by_count, rule).is_empty() {
        return Err(PositionError::new(format!(
            "{} is to move and already has a line",
            by_count.letter()
        )));
    }
    let is_won = !cells_in_lines(board, !by_count, rule).is_empty();
    Ok(Settled { board, to_move: by_count, is_won })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_play_can_reach_is_settled() {
        let settled = |diagram: &str, to_move: Option<Side>| {
            let owner = |cell: u32| match diagram.as_bytes()[cell as usize] {
                b'X' => Some(Side::First),
                b'O' => Some(Side::Second),
                _ => None,
            };
            let view = View::Board(BoardView::new(3, 3, owner));
            let settled = settle(&view, to_move, LineRule { run: 3, exact: false });
            settled.map(|settled| (settled.to_move, settled.is_won)).map_err(|e| e.to_string())
        };
        assert_eq!(settled("X........", None), Ok((Side::Second, false)));
        assert_eq!(settled("XXXOO....", None), Ok((Side::Second, true)));
        assert_eq!(settled("OOOXX.X..", Some(Side::First)), Ok((Side::First, true)));
        for (diagram, to_move) in [
            ("XX.......", None),
            ("O........", None),
            ("X........", Some(Side::First)),
            ("XXXOOO...", None),
            ("XXXOO...O", None),
        ] {
            assert!(settled(diagram, to_move).is_err(), "{diagram}");
        }
    }
}
