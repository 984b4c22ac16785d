//! What a position of Othello is worth at the horizon: discs, or the weights of their squares.

use mossa_games::othello::OthelloPosition;
use mossa_kernel::Side;

/// A number for each side; a position is worth one side's number less the other's.
pub(super) trait Measure: Send {
    /// The number of one side.
    fn of_side<P: OthelloPosition>(&self, position: &P, side: Side) -> i32;

    /// What a position is worth to `side`, whether the game goes on or is over.
    fn difference<P: OthelloPosition>(&self, position: &P, side: Side) -> i32 {
        self.of_side(position, side) - self.of_side(position, !side)
    }
}

/// The measure of `minimax`.
pub(super) struct Discs;

impl Measure for Discs {
    #[inline]
    fn of_side<P: OthelloPosition>(&self, position: &P, side: Side) -> i32 {
        position.count_of(side).cast_signed()
    }
}

/// The weight of a corner.
const CORNER: i32 = 1000;
/// The weight of the three neighbors of a corner.
const NEAR_CORNER: i32 = -10;
/// The weight of every other square on the edge.
const EDGE: i32 = 10;
/// The weight of every other square.
const INNER: i32 = 1;

/// The measure of `weighted-minimax`: the weight of each square, row by row.
pub(super) struct Weights(Vec<i32>);

impl Weights {
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Self(squares.map(|(row, column)| weight(row, column, rows, columns)).collect())
    }
}

impl Measure for Weights {
    #[inline]
    fn of_side<P: OthelloPosition>(&self, position: &P, side: Side) -> i32 {
        let mut sum = 0;
        position.each_disc(side, |square| sum += self.0[square as usize]);
        sum
    }
}

fn weight(row: u32, column: u32, rows: u32, columns: u32) -> i32 {
    let to_edge = |at: u32, size: u32| at.min(size - 1 - at);
    match (to_edge(row, rows), to_edge(column, columns)) {
        (0, 0) => CORNER,
        (0 | 1, 0 | 1) => NEAR_CORNER,
        (0, _) | (_, 0) => EDGE,
        _ => INNER,
    }
}

/// The four corners, row by row.
pub(super) fn corners(rows: u32, columns: u32) -> [u32; 4] {
    [0, columns - 1, (rows - 1) * columns, rows * columns - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One letter a square: C corner, n near a corner, e edge, i inner.
    fn drawn(rows: u32, columns: u32) -> Vec<String> {
        let letter = |weight: &i32| match *weight {
            1000 => 'C',
            -10 => 'n',
            10 => 'e',
            1 => 'i',
            other => panic!("{other} is no weight of the specification"),
        };
        let weights = Weights::new(rows, columns).0;
        weights.chunks(columns as usize).map(|row| row.iter().map(letter).collect()).collect()
    }

    #[test]
    fn squares_of_the_standard_board() {
        let top = ["CneeeenC", "nniiiinn", "eiiiiiie", "eiiiiiie"];
        let bottom = top.iter().rev();
        assert_eq!(drawn(8, 8), top.iter().chain(bottom).copied().collect::<Vec<_>>());
    }

    #[test]
    fn squares_of_other_boards() {
        assert_eq!(drawn(4, 4), ["CnnC", "nnnn", "nnnn", "CnnC"]);
        assert_eq!(drawn(4, 6), ["CneenC", "nniinn", "nniinn", "CneenC"]);
        assert_eq!(drawn(6, 4), ["CnnC", "nnnn", "eiie", "eiie", "nnnn", "CnnC"]);
    }

    #[test]
    fn corners_are_where_the_weights_say() {
        for (rows, columns) in [(4, 4), (4, 26), (26, 4), (8, 8), (10, 12)] {
            let weights = Weights::new(rows, columns).0;
            let heavy = (0..).zip(weights).filter(|&(_, weight)| weight == CORNER);
            let heavy: Vec<u32> = heavy.map(|(square, _)| square).collect();
            assert_eq!(heavy, corners(rows, columns));
        }
    }
}
