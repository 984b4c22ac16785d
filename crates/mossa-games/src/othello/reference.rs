//! The slow twin of all Othello boards: the rules as one would say them.

use std::cmp::Ordering;

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View,
};

use super::Spec;

/// A list of squares and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    spec: Spec,
    squares: Vec<Option<Side>>,
    turn: Side,
}

impl Reference {
    pub(super) fn new(spec: Spec) -> Self {
        let mut squares = vec![None; spec.squares() as usize];
        for (down, right, side) in
            [(0, 0, Side::Second), (0, 1, Side::First), (1, 0, Side::First), (1, 1, Side::Second)]
        {
            let square = (spec.rows / 2 - 1 + down) * spec.columns + spec.columns / 2 - 1 + right;
            squares[square as usize] = Some(side);
        }
        Self { spec, squares, turn: Side::First }
    }

    fn steps(&self) -> Vec<(i64, i64)> {
        let mut steps = Vec::new();
        if self.spec.directions.horizontal {
            steps.extend([(0, 1), (0, -1)]);
        }
        if self.spec.directions.vertical {
            steps.extend([(1, 0), (-1, 0)]);
        }
        if self.spec.directions.diagonal {
            steps.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        }
        steps
    }

    fn square(&self, row: i64, column: i64) -> Option<usize> {
        let (rows, columns) = (i64::from(self.spec.rows), i64::from(self.spec.columns));
        let on_board = (0..rows).contains(&row) && (0..columns).contains(&column);
        on_board.then(|| usize::try_from(row * columns + column).unwrap())
    }

    /// What `side` would flip with a disc on an empty square.
    fn flips(&self, square: usize, side: Side) -> Vec<usize> {
        let columns = i64::from(self.spec.columns);
        let square = i64::try_from(square).unwrap();
        let mut flips = Vec::new();
        for (down, right) in self.steps() {
            let (mut row, mut column) = (square / columns + down, square % columns + right);
            let mut passed = Vec::new();
            while let Some(next) = self.square(row, column) {
                if self.squares[next] == Some(!side) {
                    passed.push(next);
                } else {
                    if self.squares[next] == Some(side) {
                        flips.append(&mut passed);
                    }
                    break;
                }
                row += down;
                column += right;
            }
        }
        flips
    }

    fn moves(&self, side: Side) -> Vec<usize> {
        (0..self.squares.len())
            .filter(|&square| self.squares[square].is_none())
            .filter(|&square| !self.flips(square, side).is_empty())
            .collect()
    }
}

impl Position for Reference {
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if Side::BOTH.into_iter().any(|side| !self.moves(side).is_empty()) {
            return None;
        }
        let count = |owner| self.squares.iter().filter(|&&square| square == owner).count();
        let (first, second) = (count(Some(Side::First)), count(Some(Side::Second)));
        let (winner, margin) = match first.cmp(&second) {
            Ordering::Greater => (Some(Side::First), first - second + count(None)),
            Ordering::Less => (Some(Side::Second), second - first + count(None)),
            Ordering::Equal => (None, 0),
        };
        let margin = Some(u16::try_from(margin).unwrap());
        Some(Outcome { winner, reason: Reason::Count, margin })
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        let moves = self.moves(self.turn);
        if moves.is_empty() {
            visit(Move::PASS);
        }
        for square in moves {
            visit(Move(u32::try_from(square).unwrap()));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let moves = self.moves(self.turn);
        if mv == Move::PASS { moves.is_empty() } else { moves.contains(&mv.index()) }
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = self.clone();
        if mv != Move::PASS {
            for square in self.flips(mv.index(), self.turn) {
                self.squares[square] = Some(self.turn);
            }
            self.squares[mv.index()] = Some(self.turn);
        }
        self.turn = !self.turn;
        before
    }

    fn undo(&mut self, _mv: Move, before: Self) {
        *self = before;
    }

    fn move_space(&self) -> u32 {
        self.spec.squares()
    }

    fn key(&self) -> u64 {
        unreachable!("the twin is compared by what it shows")
    }

    fn view(&self) -> View {
        View::Board(BoardView::new(self.spec.rows, self.spec.columns, |square| {
            self.squares[square as usize]
        }))
    }

    fn set_up(&self, _view: &View, _to_move: Option<Side>) -> Result<Self, PositionError> {
        unreachable!("the twin only walks")
    }

    fn show_move(&self, mv: Move) -> String {
        self.spec.show_move(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        self.spec.read_move(text)
    }

    fn why_illegal(&self, mv: Move) -> String {
        let is_taken = |square: u32| self.squares[square as usize].is_some();
        self.spec.why_illegal(mv, is_taken, self.moves(self.turn).is_empty())
    }

    fn symmetries(&self) -> u8 {
        self.spec.symmetries()
    }
}
