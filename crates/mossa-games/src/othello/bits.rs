//! Othello as sets of squares.
//!
//! ```text
//!    0  1  2  3  4  5  6  7      bit = column + columns * row,   here for 8 x 8; a1 is bit 0
//!    8  9 10 11 12 13 14 15
//!    …                           one step right is a shift by 1, down by `columns`,
//!   56 57 58 59 60 61 62 63      diagonally by `columns` + 1 and `columns` - 1
//! ```
//!
//! Whole directions are done at once: to find the moves, all of the mover's discs spread over
//! adjacent opposing discs, and where they come out on an empty square is a move. A step to the
//! side must not run on into the next row; so there only opposing discs off the left and right
//! edge take part, which no flipped disc can lie on.

use std::{fmt::Debug, hash::Hash};

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View, keys,
};
use rand::{Rng, RngExt};

use super::{Directions, OthelloPosition, Spec};
use crate::{squares, symmetry, word::Word};

/// The size of a board, known at compile time ([`Standard`]) or at run time ([`Measured`]).
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds one bit a square.
    type Word: Word;

    /// The numbers.
    fn spec(self) -> Spec;

    /// All squares.
    fn board(self) -> Self::Word;

    /// All squares but the leftmost and the rightmost column.
    fn inner_columns(self) -> Self::Word;
}

/// The standard board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standard;

impl Standard {
    /// Eight by eight, all directions.
    pub const SPEC: Spec = Spec { rows: 8, columns: 8, directions: Directions::ALL };
}

impl Size for Standard {
    type Word = u64;

    #[inline]
    fn spec(self) -> Spec {
        Self::SPEC
    }

    #[inline]
    fn board(self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn inner_columns(self) -> u64 {
        0x7E7E_7E7E_7E7E_7E7E
    }
}

/// A size known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measured<W> {
    spec: Spec,
    board: W,
    inner_columns: W,
}

impl<W: Word> Measured<W> {
    /// The size of `spec`, which must fit into the word.
    pub fn new(spec: Spec) -> Self {
        debug_assert!(spec.squares() <= W::BITS, "a board that fits");
        let set = |squares: &mut dyn Iterator<Item = u32>| {
            squares.fold(W::EMPTY, |set, square| set | W::one(square))
        };
        let is_inner = |square: &u32| (1..spec.columns - 1).contains(&(square % spec.columns));
        Self {
            spec,
            board: set(&mut (0..spec.squares())),
            inner_columns: set(&mut (0..spec.squares()).filter(is_inner)),
        }
    }
}

impl<W: Word> Size for Measured<W> {
    type Word = W;

    #[inline]
    fn spec(self) -> Spec {
        self.spec
    }

    #[inline]
    fn board(self) -> W {
        self.board
    }

    #[inline]
    fn inner_columns(self) -> W {
        self.inner_columns
    }
}

/// A position of Othello.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits<S: Size> {
    size: S,
    /// Discs of the side to move.
    ours: S::Word,
    /// Discs of the other side.
    theirs: S::Word,
    /// Where the side to move may place a disc; empty when it must pass, or at the end.
    moves: S::Word,
    turn: Side,
}

impl<S: Size> Bits<S> {
    /// A game about to begin with the usual four discs in the center.
    pub fn new(size: S) -> Self {
        let Spec { rows, columns, .. } = size.spec();
        let disc = |row: u32, column: u32| S::Word::one(row * columns + column);
        let (row, column) = (rows / 2, columns / 2);
        let ours = disc(row - 1, column) | disc(row, column - 1);
        let theirs = disc(row - 1, column - 1) | disc(row, column);
        Self::with_discs(size, ours, theirs, Side::First)
    }

    fn with_discs(size: S, ours: S::Word, theirs: S::Word, turn: Side) -> Self {
        let moves = moves_of(size, ours, theirs);
        Self { size, ours, theirs, moves, turn }
    }

    fn opponent_must_pass(&self) -> bool {
        self.opposing_moves().is_empty()
    }

    /// The result by counting; the empty squares go to the winner.
    fn count_discs(&self) -> Outcome {
        let (ours, theirs) = (self.ours.count(), self.theirs.count());
        let winner = match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => Some(self.turn),
            std::cmp::Ordering::Less => Some(!self.turn),
            std::cmp::Ordering::Equal => None,
        };
        let empty = self.size.spec().squares() - ours - theirs;
        let margin = if winner.is_some() { ours.abs_diff(theirs) + empty } else { 0 };
        let margin = u16::try_from(margin).expect("at most 26 x 26 squares");
        Outcome { winner, reason: Reason::Count, margin: Some(margin) }
    }

    #[inline]
    fn discs_of(&self, side: Side) -> S::Word {
        if side == self.turn { self.ours } else { self.theirs }
    }

    fn owner(&self, square: u32) -> Option<Side> {
        if self.ours.has(square) {
            Some(self.turn)
        } else if self.theirs.has(square) {
            Some(!self.turn)
        } else {
            None
        }
    }

    fn key_of(ours: S::Word, theirs: S::Word, turn: Side) -> u64 {
        ours.key() ^ theirs.key().rotate_left(32) ^ keys::to_move(turn)
    }

    fn mapped(&self, word: S::Word, symmetry: u8) -> S::Word {
        let Spec { rows, columns, .. } = self.size.spec();
        let mut mapped = S::Word::EMPTY;
        word.each(|square| {
            mapped = mapped | S::Word::one(symmetry::map_cell(square, rows, columns, symmetry));
        });
        mapped
    }
}

/// Calls `visit` with each step that discs are flipped along, and the opposing discs that can be
/// flipped along it.
#[inline]
fn each_step<S: Size>(size: S, theirs: S::Word, mut visit: impl FnMut(u32, S::Word)) {
    let Spec { columns, directions, .. } = size.spec();
    let inner = theirs & size.inner_columns();
    if directions.horizontal {
        visit(1, inner);
    }
    if directions.vertical {
        visit(columns, theirs);
    }
    if directions.diagonal {
        visit(columns - 1, inner);
        visit(columns + 1, inner);
    }
}

/// The squares of `through` that can be reached from `from` by steps of one direction without
/// leaving `through`; a row of them is at most `longest` long.
///
/// The first two steps are taken singly, all others in pairs.
#[inline]
fn spread<W: Word>(from: W, through: W, step: u32, longest: u32, shift: impl Fn(W, u32) -> W) -> W {
    let mut reached = through & shift(from, step);
    reached = reached | (through & shift(reached, step));
    let pairs = through & shift(through, step);
    for _ in 0..(longest - 1) / 2 {
        reached = reached | (pairs & shift(reached, 2 * step));
    }
    reached
}

#[inline]
fn up<W: Word>(word: W, cells: u32) -> W {
    word << cells
}

#[inline]
fn down<W: Word>(word: W, cells: u32) -> W {
    word >> cells
}

/// Where the owner of `ours` may place a disc.
#[inline]
fn moves_of<S: Size>(size: S, ours: S::Word, theirs: S::Word) -> S::Word {
    let longest = size.spec().longest_flip();
    let mut moves = S::Word::EMPTY;
    each_step(size, theirs, |step, through| {
        let above = up(spread(ours, through, step, longest, up), step);
        let below = down(spread(ours, through, step, longest, down), step);
        moves = moves | above | below;
    });
    moves & size.board() & !(ours | theirs)
}

/// The opposing discs that a disc of the owner of `ours` on `square` flips.
#[inline]
fn flips_of<S: Size>(size: S, ours: S::Word, theirs: S::Word, square: u32) -> S::Word {
    let disc = S::Word::one(square);
    let longest = size.spec().longest_flip();
    let mut flips = S::Word::EMPTY;
    each_step(size, theirs, |step, through| {
        let above = spread(disc, through, step, longest, up);
        let below = spread(disc, through, step, longest, down);
        if !(up(above, step) & ours).is_empty() {
            flips = flips | above;
        }
        if !(down(below, step) & ours).is_empty() {
            flips = flips | below;
        }
    });
    flips
}

impl<S: Size> Position for Bits<S> {
    type Undo = Self;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.moves.is_empty() && self.opponent_must_pass()).then(|| self.count_discs())
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.moves.is_empty() {
            visit(Move::PASS);
        } else {
            self.moves.each(|square| visit(Move(square)));
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        self.moves.count().max(1).into()
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Move {
        match self.moves.count() {
            0 => Move::PASS,
            count => Move(self.moves.nth(rng.random_range(0..count))),
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::PASS => self.moves.is_empty(),
            Move(square) => square < self.size.spec().squares() && self.moves.has(square),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self {
        let before = self.clone();
        let (mut ours, mut theirs) = (self.ours, self.theirs);
        if mv != Move::PASS {
            let flips = flips_of(self.size, ours, theirs, mv.0);
            ours = ours | flips | S::Word::one(mv.0);
            theirs = theirs & !flips;
        }
        *self = Self::with_discs(self.size, theirs, ours, !self.turn);
        before
    }

    #[inline]
    fn undo(&mut self, _mv: Move, before: Self) {
        *self = before;
    }

    fn move_space(&self) -> u32 {
        self.size.spec().squares()
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key_of(self.ours, self.theirs, self.turn)
    }

    fn view(&self) -> View {
        let Spec { rows, columns, .. } = self.size.spec();
        View::Board(BoardView::new(rows, columns, |square| self.owner(square)))
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let board = view.board()?;
        let turn = to_move.ok_or_else(|| {
            PositionError::new("the side to move is missing: write a blank and X or O at the end")
        })?;
        let mut discs = [S::Word::EMPTY; 2];
        for (square, side) in board.stones() {
            discs[side.index()] = discs[side.index()] | S::Word::one(square);
        }
        Ok(Self::with_discs(self.size, discs[turn.index()], discs[(!turn).index()], turn))
    }

    fn show_move(&self, mv: Move) -> String {
        self.size.spec().show_move(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        self.size.spec().read_move(text)
    }

    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        squares::split(word)
    }

    fn why_illegal(&self, mv: Move) -> String {
        let is_taken = |square| self.owner(square).is_some();
        self.size.spec().why_illegal(mv, is_taken, self.moves.is_empty())
    }

    fn symmetries(&self) -> u8 {
        self.size.spec().symmetries()
    }

    fn map_move(&self, mv: Move, symmetry: u8) -> Move {
        let Spec { rows, columns, .. } = self.size.spec();
        match mv {
            Move::PASS => mv,
            Move(square) => Move(symmetry::map_cell(square, rows, columns, symmetry)),
        }
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        if last == Move::PASS { Vec::new() } else { vec![last.0] }
    }

    fn key_under(&self, symmetry: u8) -> u64 {
        let (ours, theirs) = (self.mapped(self.ours, symmetry), self.mapped(self.theirs, symmetry));
        Self::key_of(ours, theirs, self.turn)
    }
}

impl<S: Size> OthelloPosition for Bits<S> {
    type Word = S::Word;

    #[inline]
    fn spec(&self) -> Spec {
        self.size.spec()
    }

    #[inline]
    fn ours(&self) -> S::Word {
        self.ours
    }

    #[inline]
    fn theirs(&self) -> S::Word {
        self.theirs
    }

    #[inline]
    fn moves(&self) -> S::Word {
        self.moves
    }

    #[inline]
    fn opposing_moves(&self) -> S::Word {
        moves_of(self.size, self.theirs, self.ours)
    }

    #[inline]
    fn flips(&self, ours: S::Word, theirs: S::Word, square: u32) -> S::Word {
        flips_of(self.size, ours, theirs, square)
    }

    #[inline]
    fn count_of(&self, side: Side) -> u32 {
        self.discs_of(side).count()
    }

    #[inline]
    fn each_disc(&self, side: Side, visit: impl FnMut(u32)) {
        self.discs_of(side).each(visit);
    }
}
