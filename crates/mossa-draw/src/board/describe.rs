//! A position in words, for those who do not see the picture.

use mossa_games::{GameSpec, Labels, squares};
use mossa_kernel::{AnyPosition, BoardView, Side, View};

/// More stones than this are counted instead of named.
const MOST_NAMED: usize = 60;

/// Who is to move or has won, and who has stones where.
pub fn position(spec: &GameSpec, position: &dyn AnyPosition) -> String {
    let side = position.side_to_move();
    let status = match position.outcome() {
        None => format!("{} ({side} player) to move.", side.letter()),
        Some(outcome) => format!("The game is over: {outcome}."),
    };
    match position.view() {
        View::Board(board) => format!("{status} {}", stones(spec, &board)),
        View::Heaps(heaps) => {
            let heaps: Vec<String> = heaps.iter().map(i32::to_string).collect();
            format!("{status} Sticks left: {}.", heaps.join(", "))
        }
    }
}

fn stones(spec: &GameSpec, board: &BoardView) -> String {
    let size = format!("{} rows, {} columns.", board.rows, board.columns);
    let sides = Side::BOTH.map(|side| {
        let cells = board.stones().filter(|&(_, owner)| owner == side).map(|(cell, _)| cell);
        let count = board.count(side);
        let letter = side.letter();
        match count {
            0 => format!("{letter} has no stones."),
            1..=MOST_NAMED => {
                let names: Vec<String> = cells.map(|cell| name(spec, board, cell)).collect();
                format!("{letter}: {}.", names.join(", "))
            }
            _ => format!("{letter} has {count} stones."),
        }
    });
    format!("{size} {}", sides.join(" "))
}

fn name(spec: &GameSpec, board: &BoardView, cell: u32) -> String {
    let (row, column) = (cell / board.columns, cell % board.columns);
    match spec.family().labels {
        Labels::Columns => format!("column {} height {}", column + 1, board.rows - row),
        Labels::Squares | Labels::None => squares::name(cell, board.columns),
    }
}
