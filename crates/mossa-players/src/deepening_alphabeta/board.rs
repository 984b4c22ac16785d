//! A board of Connect X made for searching: moves cost as much as the windows they touch.

use mossa_kernel::{BoardView, Side};

use super::table::word;
use crate::windows::Windows;

/// A position, with all that a search asks about.
pub(super) struct Board {
    columns: u32,
    /// For each column, how many of its cells are free: the row below the next stone's.
    free_in: Vec<u32>,
    free: u32,
    /// The columns, the most central first.
    order: Vec<u32>,
    windows: Windows,
    key: u64,
    turn: Side,
}

impl Board {
    /// The position that a view shows.
    pub(super) fn of(view: &BoardView, run: u32, turn: Side) -> Self {
        let free_in: Vec<u32> =
            (0..view.columns).map(|column| free_cells_of_column(view, column)).collect();
        let key = (0..).zip(&view.cells).fold(0, |key, (cell, &owner)| key ^ word(cell, owner));
        Self {
            columns: view.columns,
            free: free_in.iter().sum(),
            free_in,
            order: from_the_center(view.columns),
            windows: Windows::of(view, run),
            key,
            turn,
        }
    }

    /// The columns with room, the most central first.
    pub(super) fn open_columns(&self) -> Vec<u32> {
        self.order.iter().copied().filter(|&column| self.has_room(column)).collect()
    }

    /// The column number `index`, counted from the center; `None` behind the last.
    #[inline]
    pub(super) fn column(&self, index: usize) -> Option<u32> {
        self.order.get(index).copied()
    }

    #[inline]
    pub(super) fn has_room(&self, column: u32) -> bool {
        self.free_in[column as usize] > 0
    }

    /// How many cells are free.
    #[inline]
    pub(super) fn free(&self) -> u32 {
        self.free
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The sum of the windows, for the side to move.
    #[inline]
    pub(super) fn value(&self) -> i64 {
        self.windows.value(self.turn)
    }

    /// Drops a stone into a column with room; tells whether it wins.
    pub(super) fn drop(&mut self, column: u32) -> bool {
        let free = &mut self.free_in[column as usize];
        *free -= 1;
        let cell = *free * self.columns + column;
        let mover = self.turn;
        self.turn_over(cell, mover);
        self.free -= 1;
        self.windows.place(cell, mover)
    }

    /// Takes back the topmost stone of a column, the last one dropped.
    pub(super) fn lift(&mut self, column: u32) {
        let free = &mut self.free_in[column as usize];
        let cell = *free * self.columns + column;
        *free += 1;
        let mover = !self.turn;
        self.turn_over(cell, mover);
        self.free += 1;
        self.windows.remove(cell, mover);
    }

    /// The cell of the mover's stone changes between free and taken, and the turn passes.
    #[inline]
    fn turn_over(&mut self, cell: u32, mover: Side) {
        self.key ^= word(cell, None) ^ word(cell, Some(mover));
        self.turn = !self.turn;
    }
}

fn free_cells_of_column(view: &BoardView, column: u32) -> u32 {
    (0..view.rows).take_while(|&row| view.at(row, column).is_none()).count() as u32
}

/// All columns, the most central first. Of two that are equally central the left one is first, as
/// everywhere in a tie; so with an even width the left middle column comes before the right one.
fn from_the_center(columns: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..columns).collect();
    order.sort_by_key(|&column| (2 * column + 1).abs_diff(columns));
    order
}

#[cfg(test)]
mod tests {
    use mossa_kernel::keys::mix;

    use super::*;

    #[test]
    fn columns_are_ordered_from_the_center() {
        for (columns, order) in [
            (1, &[0][..]),
            (2, &[0, 1]),
            (3, &[1, 0, 2]),
            (4, &[1, 2, 0, 3]),
            (7, &[3, 2, 4, 1, 5, 0, 6]),
            (8, &[3, 4, 2, 5, 1, 6, 0, 7]),
        ] {
            assert_eq!(from_the_center(columns), order);
        }
    }

    /// Dropped stones lead to the board that is set up from the same picture; lifted, back again.
    #[test]
    fn drops_and_lifts_keep_everything_up_to_date() {
        let empty = BoardView::new(5, 6, |_| None);
        let same = |board: &Board, view: &BoardView, turn: Side| {
            let fresh = Board::of(view, 4, turn);
            assert_eq!((board.key, board.free, board.turn), (fresh.key, fresh.free, fresh.turn));
            assert_eq!(board.free_in, fresh.free_in);
            assert_eq!(board.windows, fresh.windows);
        };
        for seed in 0..20 {
            let mut board = Board::of(&empty, 4, Side::First);
            let mut passed = vec![(empty.clone(), Side::First, 0)];
            for step in 0..30 {
                let (view, turn, _) = passed.last().unwrap().clone();
                same(&board, &view, turn);
                let open = board.open_columns();
                let column = open[mix(100 * seed + step) as usize % open.len()];
                let mut after = view.clone();
                let row = (0..5).rev().find(|&row| view.at(row, column).is_none()).unwrap();
                after.cells[(row * 6 + column) as usize] = Some(turn);
                board.drop(column);
                passed.push((after, !turn, column));
            }
            while let Some((view, turn, column)) = passed.pop() {
                same(&board, &view, turn);
                if !passed.is_empty() {
                    board.lift(column);
                }
            }
        }
    }
}
