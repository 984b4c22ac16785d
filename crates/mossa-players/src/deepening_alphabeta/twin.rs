//! The decision as the specification says it: minimax without cuts, without a table and without
//! anything kept up to date.
//!
//! The table must not change a decision. Within one move it cannot: a position always has the same
//! number of stones, so in one iteration it is always asked for at the same depth; entries of
//! earlier iterations are less deep and not used, and entries of earlier moves are forgotten. A
//! bound is used only where the search would have come to the same end. So the twin needs no table.

use mossa_kernel::{BoardView, Game, GameResult, Move, Side, Value, View};

use crate::windows::{shown, twin::AllWindows};

/// Infinity.
const INFINITE: i64 = i64::MAX;

struct Twin {
    windows: AllWindows,
    root: Side,
}

impl Twin {
    /// What a board is worth to the side at the root.
    fn minimax(&self, board: &BoardView, to_move: Side, depth: u32) -> i64 {
        if self.windows.has_line(board, self.root, None) {
            return INFINITE;
        }
        if self.windows.has_line(board, !self.root, None) {
            return -INFINITE;
        }
        let moves = open_columns(board);
        if moves.is_empty() {
            return 0;
        }
        if depth == 0 {
            return self.windows.value(board, self.root);
        }
        let values = moves
            .into_iter()
            .map(|column| self.minimax(&after(board, column, to_move), !to_move, depth - 1));
        let best = if to_move == self.root { values.max() } else { values.min() };
        best.unwrap()
    }
}

fn open_columns(board: &BoardView) -> Vec<u32> {
    (0..board.columns).filter(|&column| board.at(0, column).is_none()).collect()
}

fn after(board: &BoardView, column: u32, side: Side) -> BoardView {
    let row = (0..board.rows).rev().find(|&row| board.at(row, column).is_none()).unwrap();
    let mut after = board.clone();
    after.cells[(row * board.columns + column) as usize] = Some(side);
    after
}

/// The open columns, nearest to the middle first: walking outwards from it, left before right.
fn outwards(board: &BoardView) -> Vec<u32> {
    let middle = (board.columns - 1) / 2;
    let mut order = vec![middle];
    for distance in 1..=board.columns {
        // With an even width the middle is between `middle` and the column right of it.
        let (left, right) = (middle.checked_sub(distance), middle + distance);
        let right = Some(right).filter(|&right| right < board.columns);
        let pair = if board.columns.is_multiple_of(2) { [right, left] } else { [left, right] };
        order.extend(pair.into_iter().flatten());
    }
    order.retain(|column| open_columns(board).contains(column));
    order
}

/// The move and the number of each column, searched up to `limit` plies deep.
pub(super) fn decide(game: &Game, run: u32, limit: u32) -> (Move, Vec<(Move, Value)>) {
    let View::Board(board) = game.position().view() else { unreachable!() };
    let root = game.position().side_to_move();
    let twin = Twin { windows: AllWindows::new(board.rows, board.columns, run), root };
    let free = board.cells.iter().filter(|cell| cell.is_none()).count() as u32;
    let order = outwards(&board);
    let value_at = |column, depth| twin.minimax(&after(&board, column, root), !root, depth - 1);
    let mut depth = 0;
    let mut values = Vec::new();
    while depth < limit.min(free) {
        depth += 1;
        values = order.iter().map(|&column| value_at(column, depth)).collect();
        if values.iter().max().unwrap().abs() == INFINITE {
            break;
        }
    }
    let best = *values.iter().max().unwrap();
    let chosen = order[values.iter().position(|&value| value == best).unwrap()];
    let distance = |column, value| (1..=depth).find(|&depth| value_at(column, depth) == value);
    let value = |(&column, value)| match value {
        INFINITE => Value::exact(GameResult::Win, distance(column, value)),
        _ if value == -INFINITE => Value::exact(GameResult::Loss, distance(column, value)),
        _ if depth == free => Value::exact(GameResult::Draw, None),
        _ => shown(value),
    };
    let numbers = order.iter().zip(values).map(|pair| (Move(*pair.0), value(pair))).collect();
    (Move(chosen), numbers)
}
