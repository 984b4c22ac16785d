//! Stones in lines, seen the slow and obvious way: which cell would complete what.
//!
//! The engine knows all this faster and forgets it sooner; here it is found in a form that can be
//! told.

use std::collections::BTreeSet;

use mossa_games::GameSpec;
use mossa_kernel::{BoardView, Game, Move, Side, View};

/// One step along each kind of line, as (rows, columns).
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board of a game that is won by lines.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    board: BoardView,
    run: u32,
    is_exact: bool,
    /// Whether stones fall to the lowest free cell of their column.
    falls: bool,
}

/// A free cell, and the line that a stone there would complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    pub(crate) cell: u32,
    /// The cells of the line, that one included, in order.
    pub(crate) line: Vec<u32>,
}

impl Stones {
    /// Where a game stands; `None` if it is not won by lines.
    pub(crate) fn new(spec: &GameSpec, game: &Game) -> Option<Self> {
        let View::Board(board) = game.position().view() else { return None };
        let (run, is_exact, falls) = match spec {
            GameSpec::Mnk(mnk) => (mnk.run(), mnk.is_exact(), false),
            GameSpec::Connect(connect) => (connect.run(), false, true),
            GameSpec::Othello(_) | GameSpec::Sticks(_) => return None,
        };
        Some(Self { board, run, is_exact, falls })
    }

    pub(crate) fn rows(&self) -> u32 {
        self.board.rows
    }

    pub(crate) fn columns(&self) -> u32 {
        self.board.columns
    }

    /// The cell in the middle of the board.
    pub(crate) fn middle(&self) -> u32 {
        self.board.rows / 2 * self.board.columns + self.board.columns / 2
    }

    /// How many in a row win.
    pub(crate) fn run(&self) -> u32 {
        self.run
    }

    /// The same board where lines may be longer.
    pub(super) fn any_length(&self) -> Self {
        Self { is_exact: false, ..self.clone() }
    }

    /// Whether longer rows do not win.
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Whether stones fall.
    pub(crate) fn falls(&self) -> bool {
        self.falls
    }

    /// How many cells are free.
    pub(crate) fn n_free(&self) -> usize {
        self.board.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// The cell that a move takes.
    pub(crate) fn cell_of(&self, mv: Move) -> Option<u32> {
        if self.falls { self.lowest_free(mv.0) } else { Some(mv.0) }
    }

    /// The move that takes a cell, where it can be taken.
    pub(crate) fn move_at(&self, cell: u32) -> Move {
        if self.falls { Move(self.column(cell)) } else { Move(cell) }
    }

    fn lowest_free(&self, column: u32) -> Option<u32> {
        (0..self.board.rows)
            .rev()
            .map(|row| row * self.board.columns + column)
            .find(|&cell| self.is_free(cell))
    }

    /// The height of a cell above the ground, the lowest being 1.
    pub(crate) fn height(&self, cell: u32) -> u32 {
        self.board.rows - cell / self.board.columns
    }

    /// The column of a cell, the leftmost being 0.
    pub(crate) fn column(&self, cell: u32) -> u32 {
        cell % self.board.columns
    }

    /// The cell below a cell.
    pub(crate) fn below(&self, cell: u32) -> Option<u32> {
        let below = cell + self.board.columns;
        (below < self.board.rows * self.board.columns).then_some(below)
    }

    /// The cell above a cell.
    pub(crate) fn above(&self, cell: u32) -> Option<u32> {
        cell.checked_sub(self.board.columns)
    }

    pub(crate) fn is_free(&self, cell: u32) -> bool {
        self.board.cells[cell as usize].is_none()
    }

    /// Whether a stone of `side` lies on a cell.
    pub(crate) fn is_owned(&self, cell: u32, side: Side) -> bool {
        self.board.cells[cell as usize] == Some(side)
    }

    /// Whether a stone can be put on a cell right now.
    pub(crate) fn is_open(&self, cell: u32) -> bool {
        let rests = !self.falls || self.below(cell).is_none_or(|below| !self.is_free(below));
        rests && self.is_free(cell)
    }

    pub(crate) fn place(&mut self, cell: u32, side: Side) {
        self.board.cells[cell as usize] = Some(side);
    }

    pub(crate) fn remove(&mut self, cell: u32) {
        self.board.cells[cell as usize] = None;
    }

    fn is_inside(&self, row: i32, column: i32) -> bool {
        (0..self.board.rows.cast_signed()).contains(&row)
            && (0..self.board.columns.cast_signed()).contains(&column)
    }

    fn owner(&self, row: i32, column: i32) -> Option<Side> {
        let cell =
            self.is_inside(row, column).then(|| (row.cast_unsigned(), column.cast_unsigned()));
        cell.and_then(|(row, column)| self.board.at(row, column))
    }

    /// The cells in a row of `side` that a stone on a free cell would make, in each direction.
    fn rows_through(&self, cell: u32, side: Side) -> impl Iterator<Item = Vec<u32>> {
        let columns = self.board.columns;
        let (row, column) = ((cell / columns).cast_signed(), (cell % columns).cast_signed());
        DIRECTIONS.into_iter().map(move |(down, right)| {
            let reach = |sign: i32| {
                let farthest = self.board.rows.max(columns).cast_signed();
                let owned = |step: &i32| {
                    self.owner(row + sign * step * down, column + sign * step * right) == Some(side)
                };
                (1..=farthest).take_while(owned).last().unwrap_or(0)
            };
            let cell_at = |step: i32| {
                (row + step * down).cast_unsigned() * columns
                    + (column + step * right).cast_unsigned()
            };
            (-reach(-1)..=reach(1)).map(cell_at).collect()
        })
    }

    /// The line that a stone of `side` on a free cell would complete. A longer row holds several lines: then
    /// the lowest with that cell, whose stones lie longest.
    pub(crate) fn completed_by(&self, cell: u32, side: Side) -> Option<Vec<u32>> {
        let run = self.run as usize;
        let is_line =
            |row: &Vec<u32>| if self.is_exact { row.len() == run } else { row.len() >= run };
        let row = self.rows_through(cell, side).find(is_line)?;
        let at = row.iter().position(|&of| of == cell)?;
        let from = at.min(row.len() - run);
        Some(row[from..from + run].to_vec())
    }

    /// How many in a row a stone of `side` on a free cell would make where that is too many to count.
    pub(crate) fn too_long(&self, cell: u32, side: Side) -> Option<usize> {
        let lengths = self.rows_through(cell, side).map(|row| row.len());
        lengths.max().filter(|&length| self.is_exact && length > self.run as usize)
    }

    /// What a stone of `side` on a free cell would complete.
    pub(crate) fn completion(&self, cell: u32, side: Side) -> Option<Completion> {
        self.completed_by(cell, side).map(|line| Completion { cell, line })
    }

    /// Where `side` could complete a line at once.
    pub(crate) fn wins(&self, side: Side) -> Vec<Completion> {
        self.open_cells().filter_map(|cell| self.completion(cell, side)).collect()
    }

    /// Where `side` could complete a line as soon as stones lie below.
    pub(crate) fn later_wins(&self, side: Side) -> Vec<Completion> {
        let hanging = (0..self.board.cells.len() as u32)
            .filter(|&cell| self.is_free(cell) && !self.is_open(cell));
        hanging.filter_map(|cell| self.completion(cell, side)).collect()
    }

    pub(crate) fn open_cells(&self) -> impl Iterator<Item = u32> {
        (0..self.board.cells.len() as u32).filter(|&cell| self.is_open(cell))
    }

    /// Where `side` could make two threats at once that were not there before, and would not let the
    /// other side win on top of the stone that makes them.
    pub(crate) fn forks(&mut self, side: Side) -> Vec<u32> {
        let own = (0..).zip(&self.board.cells).filter(|(_, owner)| **owner == Some(side));
        let near = own.flat_map(|(cell, _)| self.cells_near(cell));
        let candidates: BTreeSet<u32> = near.filter(|&cell| self.is_open(cell)).collect();
        let is_fork = |stones: &mut Self, cell: &u32| {
            stones.place(*cell, side);
            let on_top = stones.above(*cell).filter(|_| stones.falls());
            let is_poisoned =
                on_top.is_some_and(|on_top| stones.completed_by(on_top, !side).is_some());
            let count = stones.wins_near(*cell, side);
            stones.remove(*cell);
            count >= 2 && !is_poisoned
        };
        candidates.into_iter().filter(|cell| is_fork(self, cell)).collect()
    }

    /// The board with one more stone.
    pub(crate) fn with(&self, cell: u32, side: Side) -> Self {
        let mut after = self.clone();
        after.place(cell, side);
        after
    }

    /// How many lines `side` could complete at once on a line with `cell`.
    pub(super) fn wins_near(&self, cell: u32, side: Side) -> usize {
        let near = self.cells_near(cell);
        near.filter(|&near| self.is_open(near) && self.completed_by(near, side).is_some()).count()
    }

    /// The cells on a line with a cell, near enough to belong to one line of stones.
    pub(super) fn cells_near(&self, cell: u32) -> impl Iterator<Item = u32> + use<> {
        let (rows, columns) = (self.board.rows.cast_signed(), self.board.columns.cast_signed());
        let (row, column) = (cell.cast_signed() / columns, cell.cast_signed() % columns);
        let reach = self.run.cast_signed() - 1;
        let steps = (-reach..=reach).filter(|&step| step != 0);
        let near = steps.flat_map(move |step| {
            DIRECTIONS.map(|(down, right)| (row + step * down, column + step * right))
        });
        let inside = near.filter(move |&(row, column)| {
            (0..rows).contains(&row) && (0..columns).contains(&column)
        });
        inside.map(move |(row, column)| (row * columns + column).cast_unsigned())
    }

    /// The lines through a cell that hold no stone of the other side: how many there are, and how
    /// many stones of its own `side` has on the best of them.
    pub(crate) fn open_lines(&self, cell: u32, side: Side) -> (usize, usize) {
        let own: Vec<usize> = self.lines_through(cell, side).collect();
        (own.len(), own.into_iter().max().unwrap_or(0))
    }

    /// How many lines through a cell hold at least so many stones of `side` and none of the other.
    pub(crate) fn lines_with(&self, cell: u32, side: Side, least: usize) -> usize {
        self.lines_through(cell, side).filter(|&own| own >= least).count()
    }

    /// How many lines through a free cell `side` has begun and could still complete.
    pub(crate) fn begun_through(&self, cell: u32, side: Side) -> usize {
        self.lines_through(cell, side).filter(|&own| own > 0).count()
    }

    /// How many lines hold at least so many stones of `side` and none of the other.
    pub(crate) fn begun(&self, side: Side, least: usize) -> usize {
        let cells = 0..self.board.cells.len() as u32;
        let from =
            |cell| DIRECTIONS.into_iter().filter_map(move |way| self.line_from(cell, way, 0, side));
        cells.flat_map(from).filter(|&own| own >= least).count()
    }

    /// For each line through a cell that holds no stone of the other side, how many of `side`'s.
    fn lines_through(&self, cell: u32, side: Side) -> impl Iterator<Item = usize> {
        let backs = 0..self.run.cast_signed();
        let starts =
            DIRECTIONS.into_iter().flat_map(move |way| backs.clone().map(move |back| (way, back)));
        starts.filter_map(move |(way, back)| self.line_from(cell, way, back, side))
    }

    /// The cells of a line through a cell on which `side` has most stones and the other none.
    pub(crate) fn best_line(&self, cell: u32, side: Side) -> Option<Vec<u32>> {
        let backs = 0..self.run.cast_signed();
        let starts =
            DIRECTIONS.into_iter().flat_map(|way| backs.clone().map(move |back| (way, back)));
        let lines = starts
            .filter_map(|(way, back)| Some((self.line_from(cell, way, back, side)?, way, back)));
        let columns = self.board.columns.cast_signed();
        let (row, column) = (cell.cast_signed() / columns, cell.cast_signed() % columns);
        let at = |way: (i32, i32), step: i32| {
            ((row + step * way.0) * columns + column + step * way.1).cast_unsigned()
        };
        let cells = |way: (i32, i32), back: i32| {
            (0..self.run.cast_signed()).map(move |step| at(way, step - back))
        };
        // How far its stones lie apart, the cell itself counted: a reader looks beside it first.
        let span = |way: (i32, i32), back: i32| {
            let is_held = |(_, of): &(usize, u32)| *of == cell || self.is_owned(*of, side);
            let mut held = cells(way, back).enumerate().filter(is_held).map(|(index, _)| index);
            let first = held.next().unwrap_or(0);
            held.next_back().unwrap_or(first) - first
        };
        // Of several the first; where stones fall, however far they lie apart.
        let rank = |&(own, way, back): &(usize, (i32, i32), i32)| {
            (std::cmp::Reverse(own), if self.falls { 0 } else { span(way, back) })
        };
        let (_, way, back) = lines.min_by_key(rank)?;
        Some(cells(way, back).collect())
    }

    /// How many stones `side` has on the line that begins so many steps before a cell; `None` where
    /// there is no such line, or `side` cannot complete it any more.
    pub(super) fn line_from(
        &self,
        cell: u32,
        way: (i32, i32),
        back: i32,
        side: Side,
    ) -> Option<usize> {
        let columns = self.board.columns.cast_signed();
        let (row, column) = (cell.cast_signed() / columns, cell.cast_signed() % columns);
        let run = self.run.cast_signed();
        let at = |step: i32| (row + (step - back) * way.0, column + (step - back) * way.1);
        let is_inside = |(row, column)| self.is_inside(row, column);
        if !is_inside(at(0)) || !is_inside(at(run - 1)) {
            return None;
        }
        let owner = |step| {
            let (row, column) = at(step);
            self.owner(row, column)
        };
        // A line that would be longer than it may be is none.
        let is_long = self.is_exact && [-1, run].map(owner).contains(&Some(side));
        let is_open = !is_long && (0..run).all(|step| owner(step) != Some(!side));
        is_open.then(|| (0..run).filter(|&step| owner(step) == Some(side)).count())
    }

    /// Whether `side` could still complete a line if the other side never moved again.
    pub(crate) fn has_hope(&self, side: Side) -> bool {
        let mut dream = self.clone();
        for cell in &mut dream.board.cells {
            cell.get_or_insert(side);
        }
        // A line longer than the exact length might still be left at its length.
        let dream = Self { is_exact: false, ..dream };
        let cells = 0..dream.board.cells.len() as u32;
        let owned = |cell: &u32| dream.board.cells[*cell as usize] == Some(side);
        cells.filter(owned).any(|cell| dream.completed_by(cell, side).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(spec: &str, moves: &str) -> Stones {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        Stones::new(&spec, &game).unwrap()
    }

    #[test]
    fn completions_are_found_with_their_lines() {
        let tictactoe = stones("tictactoe", "a1 a2 b1 b2");
        let [x, o] = Side::BOTH.map(|side| tictactoe.wins(side));
        assert_eq!(x, [Completion { cell: 2, line: vec![0, 1, 2] }]);
        assert_eq!(o, [Completion { cell: 5, line: vec![3, 4, 5] }]);
        let exact = stones("mnk:1,9,3,exact", "a1 i1 b1 h1 d1");
        assert!(exact.wins(Side::First).is_empty(), "four are too many");
        assert_eq!(exact.wins(Side::Second), [Completion { cell: 6, line: vec![6, 7, 8] }]);
    }

    #[test]
    fn stones_fall() {
        let connect = stones("connect4", "112233");
        assert_eq!(connect.cell_of(Move(0)), Some(21), "the third row from below");
        assert_eq!(connect.wins(Side::First).len(), 1);
        assert_eq!(connect.height(connect.wins(Side::First)[0].cell), 1);
        let later = connect.later_wins(Side::Second);
        assert_eq!(later.iter().map(|win| connect.height(win.cell)).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn forks_make_two_threats() {
        let mut corners = stones("tictactoe", "a1 b2 c3");
        assert!(corners.forks(Side::First).contains(&2) && corners.forks(Side::First).contains(&6));
        let mut open_three = stones("gomoku", "g8 a1 h8 a3");
        assert!(open_three.forks(Side::First).is_empty());
        open_three.place(open_three.cell_of(Move(7 * 15 + 8)).unwrap(), Side::First);
        assert!(!open_three.forks(Side::First).is_empty(), "an open four");
    }

    #[test]
    fn hope_ends() {
        let nearly_full = stones("tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2");
        assert!(!nearly_full.has_hope(Side::First), "X has no line through a2");
        assert!(nearly_full.has_hope(Side::Second), "O has, but it is not O's move");
        assert!(stones("gomoku", "h8").has_hope(Side::Second));
    }
}
