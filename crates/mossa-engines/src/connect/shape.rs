//! How windows lie on a board.
//!
//! A cell has the number `column * rows + height`, so that the one above it follows.

use mossa_games::connect::Spec;

/// Right and up, for the directions of lines; the first goes up a column.
pub(super) const DIRECTIONS: [(u32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The distance between neighbors in a direction; it may stand for a step back.
pub(super) fn stride(spec: Spec, direction: usize) -> u32 {
    let (right, up) = DIRECTIONS[direction];
    (right * spec.rows()).wrapping_add_signed(up)
}

/// The places that a cell has in the windows through it, from the first to before the last, for each
/// direction.
pub(super) type Places = [(u8, u8); 4];

/// Which places a cell has.
pub(super) fn places_of(spec: Spec, cell: u32) -> Places {
    let (rows, columns, run) = (spec.rows(), spec.columns(), spec.run());
    let (column, height) = (cell / rows, cell % rows);
    DIRECTIONS.map(|(right, up)| {
        let (mut behind, mut ahead) = match up {
            0 => (u32::MAX, u32::MAX),
            1 => (height, rows - 1 - height),
            _ => (rows - 1 - height, height),
        };
        if right > 0 {
            behind = behind.min(column);
            ahead = ahead.min(columns - 1 - column);
        }
        let (first, end) = ((run - 1).saturating_sub(ahead), run.min(behind.saturating_add(1)));
        // No side is longer than 200.
        if first < end { (first as u8, end as u8) } else { (0, 0) }
    })
}
