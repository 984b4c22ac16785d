//! The slow twin of all m,n,k boards: the rules as one would say them, nothing kept up to date.

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View,
};

use super::{Spec, board};
use crate::{squares, symmetry};

/// A list of cells and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    spec: Spec,
    cells: Vec<Option<Side>>,
    turn: Side,
}

impl Reference {
    pub(super) fn new(spec: Spec) -> Self {
        let cells = vec![None; (spec.rows * spec.columns) as usize];
        Self { spec, cells, turn: Side::First }
    }

    fn owner(&self, row: i64, column: i64) -> Option<Side> {
        let on_board = (0..i64::from(self.spec.rows)).contains(&row)
            && (0..i64::from(self.spec.columns)).contains(&column);
        let cell = row * i64::from(self.spec.columns) + column;
        if on_board { self.cells[usize::try_from(cell).unwrap()] } else { None }
    }

    /// The cells of each stretch of exactly K cells that belongs to `side` alone; with `exact`,
    /// only where the cells before and behind belong to somebody else or nobody.
    fn lines(&self, side: Side) -> Vec<u32> {
        let run = i64::from(self.spec.rule.run);
        let mut marked = Vec::new();
        for row in 0..i64::from(self.spec.rows) {
            for column in 0..i64::from(self.spec.columns) {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let at = |step: i64| self.owner(row + step * down, column + step * right);
                    let is_line = (0..run).all(|step| at(step) == Some(side));
                    let is_longer = at(-1) == Some(side) || at(run) == Some(side);
                    if is_line && !(self.spec.rule.exact && is_longer) {
                        marked.extend((0..run).map(|step| {
                            let cell = (row + step * down) * i64::from(self.spec.columns)
                                + column
                                + step * right;
                            u32::try_from(cell).unwrap()
                        }));
                    }
                }
            }
        }
        marked.sort_unstable();
        marked.dedup();
        marked
    }
}

impl Position for Reference {
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        for side in Side::BOTH {
            if !self.lines(side).is_empty() {
                return Some(Outcome::win(side, Reason::Line));
            }
        }
        self.cells.iter().all(Option::is_some).then(|| Outcome::draw(Reason::Full))
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        for cell in 0..self.cells.len() {
            if self.cells[cell].is_none() {
                visit(Move(u32::try_from(cell).unwrap()));
            }
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.cells.get(mv.index()) == Some(&None)
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = self.clone();
        self.cells[mv.index()] = Some(self.turn);
        self.turn = !self.turn;
        before
    }

    fn undo(&mut self, _mv: Move, before: Self) {
        *self = before;
    }

    fn move_space(&self) -> u32 {
        self.spec.rows * self.spec.columns
    }

    fn key(&self) -> u64 {
        unreachable!("the twin is compared by what it shows")
    }

    fn view(&self) -> View {
        View::Board(BoardView::new(self.spec.rows, self.spec.columns, |cell| {
            self.cells[cell as usize]
        }))
    }

    fn set_up(&self, _view: &View, _to_move: Option<Side>) -> Result<Self, PositionError> {
        unreachable!("the twin only walks")
    }

    fn show_move(&self, mv: Move) -> String {
        squares::show_move(mv, self.spec.rows, self.spec.columns)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        squares::read_move(text, self.spec.rows, self.spec.columns)
    }

    fn why_illegal(&self, mv: Move) -> String {
        board::why_illegal(mv, self.move_space())
    }

    fn symmetries(&self) -> u8 {
        symmetry::count(self.spec.rows, self.spec.columns)
    }

    fn winning_line(&self) -> Vec<u32> {
        self.lines(!self.turn)
    }
}
