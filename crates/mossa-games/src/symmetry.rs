//! Turning and mirroring rectangular boards.
//!
//! A symmetry is a number of three bits: 1 mirrors left and right, 2 mirrors top and bottom, and 4
//! then swaps rows and columns (only where there are as many of each).

/// How many symmetries a board has: eight when square, four otherwise. A game whose rules tell rows
/// from columns has only the first four, on a square board, too.
pub fn count(rows: u32, columns: u32) -> u8 {
    if rows == columns { 8 } else { 4 }
}

/// Where a cell goes on a board of `rows` x `columns`.
pub fn map_cell(cell: u32, rows: u32, columns: u32, symmetry: u8) -> u32 {
    let (mut row, mut column) = (cell / columns, cell % columns);
    if symmetry & 1 != 0 {
        column = columns - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = rows - 1 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * columns + column
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn symmetries_are_different_permutations() {
        for (rows, columns) in [(3, 3), (2, 5), (4, 4)] {
            let maps: HashSet<Vec<u32>> = (0..count(rows, columns))
                .map(|s| (0..rows * columns).map(|c| map_cell(c, rows, columns, s)).collect())
                .collect();
            assert_eq!(maps.len(), usize::from(count(rows, columns)));
            for map in maps {
                let cells: HashSet<u32> = map.into_iter().collect();
                assert_eq!(cells, (0..rows * columns).collect());
            }
        }
    }
}
