//! The one board of all m,n,k-games: whose move it is, who has won, and the notation. Where the
//! stones are kept is the business of [`Stones`].

use std::{
    fmt::Debug,
    hash::{Hash, Hasher},
};

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View, keys,
};
use rand::Rng;

use super::Spec;
use crate::{
    lines::{self, LineRule, Settled},
    random, squares, symmetry,
};

/// The size of a board and what wins, known at compile time ([`Fixed`]) or at run time ([`Spec`]).
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The numbers.
    fn spec(self) -> Spec;
}

impl Size for Spec {
    #[inline]
    fn spec(self) -> Spec {
        self
    }
}

/// A size known at compile time: `RUN` or more in a row win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed<const ROWS: u32, const COLUMNS: u32, const RUN: u32>;

impl<const ROWS: u32, const COLUMNS: u32, const RUN: u32> Size for Fixed<ROWS, COLUMNS, RUN> {
    #[inline]
    fn spec(self) -> Spec {
        Spec { rows: ROWS, columns: COLUMNS, rule: LineRule { run: RUN, exact: false } }
    }
}

/// Stones of both sides on a board. Cells are numbered row by row from the top left.
pub trait Stones: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The board's size and rule.
    fn spec(&self) -> Spec;

    /// The same board without stones.
    #[must_use]
    fn cleared(&self) -> Self;

    /// Who has a stone on a cell.
    fn owner(&self, cell: u32) -> Option<Side>;

    /// Whether a cell has no stone.
    fn is_free(&self, cell: u32) -> bool;

    /// Puts a stone on a free cell; tells whether it is part of a line.
    fn place(&mut self, cell: u32, side: Side) -> bool;

    /// Takes a stone away.
    fn remove(&mut self, cell: u32, side: Side);

    /// The free cells, in order.
    fn each_free(&self, visit: impl FnMut(u32));
}

/// A position of an m,n,k-game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<S> {
    stones: S,
    /// How many stones there are; it tells whose move it is, too.
    count: u32,
    /// Whether the last stone made a line.
    is_won: bool,
    key: u64,
}

/// The key stands for the whole board, however large.
impl<S> Hash for Board<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl<S: Stones> Board<S> {
    /// A game about to begin on an empty board.
    pub fn new(stones: S) -> Self {
        Self { stones, count: 0, is_won: false, key: keys::to_move(Side::First) }
    }

    /// The stones.
    #[inline]
    pub fn stones(&self) -> &S {
        &self.stones
    }

    /// How many stones there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    #[inline]
    fn cells(&self) -> u32 {
        let Spec { rows, columns, .. } = self.stones.spec();
        rows * columns
    }

    #[inline]
    fn turn_over(&mut self, cell: u32, mover: Side) {
        self.key ^= keys::stone(cell, mover) ^ keys::TURN;
    }
}

impl<S: Stones> Position for Board<S> {
    type Undo = ();

    #[inline]
    fn side_to_move(&self) -> Side {
        if self.count.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won {
            Some(Outcome::win(!self.side_to_move(), Reason::Line))
        } else if self.count == self.cells() {
            Some(Outcome::draw(Reason::Full))
        } else {
            None
        }
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        self.stones.each_free(|cell| visit(Move(cell)));
    }

    #[inline]
    fn move_count(&self) -> u64 {
        u64::from(self.cells() - self.count)
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Move {
        let free = self.cells() - self.count;
        let nth_free = |number: u32| {
            let (mut to_skip, mut chosen) = (number, 0);
            self.stones.each_free(|cell| {
                if to_skip == 0 {
                    chosen = cell;
                }
                to_skip = to_skip.wrapping_sub(1);
            });
            chosen
        };
        Move(random::free_cell(rng, self.cells(), free, |cell| self.stones.is_free(cell), nth_free))
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        mv.0 < self.cells() && self.stones.is_free(mv.0)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let mover = self.side_to_move();
        self.is_won = self.stones.place(mv.0, mover);
        self.count += 1;
        self.turn_over(mv.0, mover);
    }

    #[inline]
    fn undo(&mut self, mv: Move, (): ()) {
        self.count -= 1;
        self.is_won = false;
        let mover = self.side_to_move();
        self.stones.remove(mv.0, mover);
        self.turn_over(mv.0, mover);
    }

    fn move_space(&self) -> u32 {
        self.cells()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn view(&self) -> View {
        let Spec { rows, columns, .. } = self.stones.spec();
        View::Board(BoardView::new(rows, columns, |cell| self.stones.owner(cell)))
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let Settled { board, is_won, .. } = lines::settle(view, to_move, self.stones.spec().rule)?;
        let mut position = Self::new(self.stones.cleared());
        for (cell, side) in board.stones() {
            position.stones.place(cell, side);
            position.count += 1;
            position.turn_over(cell, side);
        }
        position.is_won = is_won;
        Ok(position)
    }

    fn show_move(&self, mv: Move) -> String {
        let Spec { rows, columns, .. } = self.stones.spec();
        squares::show_move(mv, rows, columns)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        let Spec { rows, columns, .. } = self.stones.spec();
        squares::read_move(text, rows, columns)
    }

    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        squares::split(word)
    }

    fn why_illegal(&self, mv: Move) -> String {
        why_illegal(mv, self.cells())
    }

    fn symmetries(&self) -> u8 {
        let Spec { rows, columns, .. } = self.stones.spec();
        symmetry::count(rows, columns)
    }

    fn map_move(&self, mv: Move, symmetry: u8) -> Move {
        let Spec { rows, columns, .. } = self.stones.spec();
        Move(symmetry::map_cell(mv.0, rows, columns, symmetry))
    }

    fn key_under(&self, symmetry: u8) -> u64 {
        let stones = (0..self.cells()).filter_map(|cell| {
            Some((self.map_move(Move(cell), symmetry).0, self.stones.owner(cell)?))
        });
        keys::board(stones, self.side_to_move())
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        if last.0 < self.cells() { vec![last.0] } else { Vec::new() }
    }

    fn winning_line(&self) -> Vec<u32> {
        let View::Board(board) = self.view() else { return Vec::new() };
        lines::cells_in_lines(&board, !self.side_to_move(), self.stones.spec().rule)
    }
}

/// Why a square cannot be marked.
pub(super) fn why_illegal(mv: Move, cells: u32) -> String {
    match mv {
        Move::PASS => "there is no passing in this game".to_owned(),
        Move(cell) if cell < cells => "the square is taken".to_owned(),
        _ => "there is no such square".to_owned(),
    }
}
