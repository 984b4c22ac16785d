//! The slow twin of all that is counted: squares one by one, as one would explain it.

use mossa_games::{othello::OthelloPosition, word::Word};

use super::features::Features;

/// A board as a list of squares.
#[derive(Clone)]
pub(super) struct Twin {
    rows: i32,
    columns: i32,
    /// One step along each line that discs are flipped along.
    steps: Vec<(i32, i32)>,
    /// Whether a disc is of the side to move.
    squares: Vec<Option<bool>>,
}

type Square = (i32, i32);

impl Twin {
    pub(super) fn new<P: OthelloPosition>(position: &P) -> Self {
        let spec = position.spec();
        let [rows, columns] = [spec.rows(), spec.columns()].map(u32::cast_signed);
        let squares = (0..spec.rows() * spec.columns())
            .map(|square| {
                let is_ours = position.ours().has(square);
                (is_ours || position.theirs().has(square)).then_some(is_ours)
            })
            .collect();
        let [horizontal, vertical, diagonal] = spec.lines_flipped();
        let all =
            [(horizontal, (0, 1)), (vertical, (1, 0)), (diagonal, (1, 1)), (diagonal, (1, -1))];
        let steps = all.into_iter().filter(|(flips, _)| *flips).map(|(_, step)| step).collect();
        Self { rows, columns, steps, squares }
    }

    fn index(&self, (row, column): Square) -> Option<usize> {
        let is_on_board = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_on_board.then(|| usize::try_from(row * self.columns + column).unwrap())
    }

    fn all(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)))
    }

    fn owner(&self, square: Square) -> Option<bool> {
        self.index(square).and_then(|index| self.squares[index])
    }

    fn is_empty(&self, square: Square) -> bool {
        self.index(square).is_some_and(|index| self.squares[index].is_none())
    }

    /// The squares on both sides along a line, on the board or not.
    fn beside((row, column): Square, (down, right): (i32, i32)) -> [Square; 2] {
        [(row + down, column + right), (row - down, column - right)]
    }

    /// Whether a disc could be flipped along a line, on some board.
    fn has_both(&self, square: Square, step: (i32, i32)) -> bool {
        Self::beside(square, step).into_iter().all(|square| self.index(square).is_some())
    }

    fn is_anchor(&self, square: Square) -> bool {
        self.steps.iter().all(|&step| !self.has_both(square, step))
    }

    fn is_move(&self, (row, column): Square, side: bool) -> bool {
        let directions =
            self.steps.iter().flat_map(|&(down, right)| [(down, right), (-down, -right)]);
        let flips = |(down, right): (i32, i32)| {
            let along = |count: i32| self.owner((row + count * down, column + count * right));
            let longest = self.rows.max(self.columns);
            let length = (1..=longest).find(|&count| along(count) != Some(!side)).unwrap();
            length > 1 && along(length) == Some(side)
        };
        self.is_empty((row, column)) && directions.into_iter().any(flips)
    }

    /// The owner's disc there is next to an empty anchor along one of the lines of this kind.
    fn is_risky(&self, square: Square, is_diagonal: bool) -> bool {
        self.steps
            .iter()
            .filter(|&&(down, right)| (down != 0 && right != 0) == is_diagonal)
            .filter(|&&step| self.has_both(square, step))
            .flat_map(|&step| Self::beside(square, step))
            .any(|next| self.is_empty(next) && self.is_anchor(next))
    }

    fn is_line_full(&self, square: Square, (down, right): (i32, i32)) -> bool {
        let on_line = (-self.rows.max(self.columns)..=self.rows.max(self.columns))
            .map(|count| (square.0 + count * down, square.1 + count * right));
        !on_line.into_iter().any(|square| self.is_empty(square))
    }

    /// Which discs of a side are called stable.
    pub(super) fn stable(&self, side: bool) -> Vec<Square> {
        let mut stable: Vec<Square> = Vec::new();
        loop {
            let holds = |square: Square| {
                self.steps.iter().all(|&step| {
                    !self.has_both(square, step)
                        || self.is_line_full(square, step)
                        || Self::beside(square, step).iter().any(|next| stable.contains(next))
                })
            };
            let more: Vec<Square> = self
                .all()
                .filter(|&square| self.owner(square) == Some(side) && holds(square))
                .collect();
            if more.len() == stable.len() {
                return more;
            }
            stable = more;
        }
    }

    fn count_of(&self, side: bool) -> Features {
        let count = |belongs: &dyn Fn(Square) -> bool| {
            i32::try_from(self.all().filter(|&square| belongs(square)).count()).unwrap()
        };
        let is_own = |square| self.owner(square) == Some(side);
        let stable = self.stable(side);
        let is_at_edge = |(row, column)| {
            row == 0 || column == 0 || row == self.rows - 1 || column == self.columns - 1
        };
        let is_reached = |square| {
            self.is_empty(square)
                && self.steps.iter().any(|&step| {
                    Self::beside(square, step)
                        .into_iter()
                        .any(|next| self.owner(next) == Some(!side) && self.has_both(next, step))
                })
        };
        let is_frontier = |square| {
            self.steps.iter().any(|&step| {
                self.has_both(square, step)
                    && Self::beside(square, step).into_iter().any(|next| self.is_empty(next))
            })
        };
        let moves = count(&|square| self.is_move(square, side));
        let worth = (1..=moves.min(63)).map(|number| 100 / number).sum::<i32>();
        [
            (worth + 5) / 10,
            count(&is_reached),
            count(&|square| is_own(square) && is_frontier(square)),
            count(&|square| is_own(square) && self.is_anchor(square)),
            count(&|square| self.is_move(square, side) && self.is_anchor(square)),
            count(&|square| is_own(square) && self.is_risky(square, false)),
            count(&|square| {
                is_own(square) && self.is_risky(square, true) && !self.is_risky(square, false)
            }),
            count(&|square| stable.contains(&square) && !self.is_anchor(square)),
            count(&|square| is_own(square) && is_at_edge(square) && !stable.contains(&square)),
            count(&is_own),
        ]
    }

    /// What the side to move has more than the other.
    pub(super) fn features(&self) -> Features {
        let [ours, theirs] = [true, false].map(|side| self.count_of(side));
        std::array::from_fn(|index| ours[index] - theirs[index])
    }
}
