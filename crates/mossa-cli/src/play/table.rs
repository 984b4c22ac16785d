//! The numbers that a player gives to moves, in columns.

use mossa_kernel::{Choice, Game, values::rank};

use crate::text;

/// How many moves are listed at most.
const MOST: usize = 40;

/// The candidates, best first, in as many columns as fit into `width`.
pub fn numbers(game: &Game, choice: &Choice, width: usize) -> String {
    let mut candidates = choice.candidates.clone();
    // A stable sort: among equals the player's own order stays.
    candidates.sort_by(|a, b| rank(&b.1).total_cmp(&rank(&a.1)));
    let left_out = candidates.len().saturating_sub(MOST);
    let cells: Vec<String> = candidates
        .iter()
        .take(MOST)
        .map(|(mv, value)| {
            let mark = if *mv == choice.mv { '*' } else { ' ' };
            format!("{mark}{} {}", game.position().show_move(*mv), text::value(value))
        })
        .collect();
    let cell_width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) + 2;
    let columns = (width / cell_width).max(1);
    let rows = cells.chunks(columns).map(|row| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<cell_width$}")).collect();
        cells.concat().trim_end().to_owned()
    });
    let mut lines: Vec<String> = rows.collect();
    if left_out > 0 {
        lines.push(format!("and {left_out} more"));
    }
    lines.join("\n")
}
