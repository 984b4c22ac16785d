//! The slow twin of all Connect X boards: the rules as one would say them.

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View,
};

use super::{Spec, read_move, show_move, why_illegal};

/// The stones of each column, the lowest first, and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    spec: Spec,
    columns: Vec<Vec<Side>>,
    turn: Side,
}

impl Reference {
    pub(super) fn new(spec: Spec) -> Self {
        Self { spec, columns: vec![Vec::new(); spec.columns as usize], turn: Side::First }
    }

    fn owner(&self, column: i64, height: i64) -> Option<Side> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(height).ok()?).copied()
    }

    /// The cells of every stretch of X cells that belongs to `side` alone.
    fn lines(&self, side: Side) -> Vec<u32> {
        let (rows, run) = (i64::from(self.spec.rows), i64::from(self.spec.run));
        let mut marked = Vec::new();
        for column in 0..i64::from(self.spec.columns) {
            for height in 0..rows {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cells = (0..run).map(|step| (column + step * right, height + step * up));
                    if cells
                        .clone()
                        .all(|(column, height)| self.owner(column, height) == Some(side))
                    {
                        marked.extend(cells.map(|(column, height)| {
                            let cell = (rows - 1 - height) * i64::from(self.spec.columns) + column;
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
        let is_full = self.columns.iter().all(|column| column.len() == self.spec.rows as usize);
        is_full.then(|| Outcome::draw(Reason::Full))
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        for column in 0..self.spec.columns {
            if self.is_legal(Move(column)) {
                visit(Move(column));
            }
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.columns.get(mv.index()).is_some_and(|column| column.len() < self.spec.rows as usize)
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = self.clone();
        self.columns[mv.index()].push(self.turn);
        self.turn = !self.turn;
        before
    }

    fn undo(&mut self, _mv: Move, before: Self) {
        *self = before;
    }

    fn move_space(&self) -> u32 {
        self.spec.columns
    }

    fn key(&self) -> u64 {
        unreachable!("the twin is compared by what it shows")
    }

    fn view(&self) -> View {
        let Spec { rows, columns, .. } = self.spec;
        View::Board(BoardView::new(rows, columns, |cell| {
            self.owner((cell % columns).into(), (rows - 1 - cell / columns).into())
        }))
    }

    fn set_up(&self, _view: &View, _to_move: Option<Side>) -> Result<Self, PositionError> {
        unreachable!("the twin only walks")
    }

    fn show_move(&self, mv: Move) -> String {
        show_move(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        read_move(text, self.spec.columns)
    }

    fn why_illegal(&self, mv: Move) -> String {
        why_illegal(mv, self.spec.columns)
    }

    fn symmetries(&self) -> u8 {
        2
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        let View::Board(board) = self.view() else { return Vec::new() };
        super::top_stone(&board, last.0).into_iter().collect()
    }

    fn winning_line(&self) -> Vec<u32> {
        self.lines(!self.turn)
    }
}
