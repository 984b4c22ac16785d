//! Connect X in two machine words.
//!
//! ```text
//!    6 13 20 27 34 41 48      bit = height + (rows + 1) * column,  here for 6 rows, 7 columns
//!   --------------------
//!    5 12 19 26 33 40 47      the row above the line stays empty: it keeps lines from
//!    4 11 18 25 32 39 46      running on into the next column, and makes room for the
//!    …                        carry when a stone is added to a full column
//!    0  7 14 21 28 35 42
//! ```
//!
//! `taken` has all stones, `ours` those of the side to move. In a column filled up to some
//! height, `taken` plus its lowest bit is the bit of the next free cell.

use std::{fmt::Debug, hash::Hash, marker::PhantomData};

use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View,
};
use rand::Rng;

use super::{Spec, read_move, show_move, split_moves, why_illegal};
use crate::{
    lines, random,
    word::{Word, has_row},
};

/// A word that can carry.
pub trait Number: Word + Into<u128> {
    /// The sum, bits beyond the highest forgotten.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The word with these bits; those beyond its highest are forgotten.
    fn of_bits(bits: u128) -> Self;
}

impl Number for u64 {
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn of_bits(bits: u128) -> Self {
        bits as Self
    }
}

impl Number for u128 {
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn of_bits(bits: u128) -> Self {
        bits
    }
}

/// The size of a board, known at compile time (`Fixed`) or at run time (`Measured`).
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds one bit a cell.
    type Word: Number;

    /// The numbers.
    fn spec(self) -> Spec;

    /// All cells.
    fn board(self) -> Self::Word;
}

/// A size known at compile time, for boards that fit into a word `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed<W, const ROWS: u32, const COLUMNS: u32, const RUN: u32>(PhantomData<W>);

impl<W: Number, const ROWS: u32, const COLUMNS: u32, const RUN: u32> Fixed<W, ROWS, COLUMNS, RUN> {
    /// The size.
    pub(super) const SIZE: Self = {
        assert!((ROWS + 1) * COLUMNS <= W::BITS, "a board that fits");
        Self(PhantomData)
    };

    const BOARD: u128 = {
        let mut board = 0;
        let mut column = 0;
        while column < COLUMNS {
            board |= ((1 << ROWS) - 1) << (column * (ROWS + 1));
            column += 1;
        }
        board
    };
}

impl<W: Number, const ROWS: u32, const COLUMNS: u32, const RUN: u32> Size
    for Fixed<W, ROWS, COLUMNS, RUN>
{
    type Word = W;

    #[inline]
    fn spec(self) -> Spec {
        Spec { rows: ROWS, columns: COLUMNS, run: RUN }
    }

    #[inline]
    fn board(self) -> W {
        W::of_bits(Self::BOARD)
    }
}

/// A size known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measured<W> {
    spec: Spec,
    board: W,
}

impl<W: Number> Measured<W> {
    /// The size of `spec`, which must fit into the word.
    pub fn new(spec: Spec) -> Self {
        debug_assert!(spec.bits() <= W::BITS, "a board that fits");
        let is_cell = |bit: &u32| bit % (spec.rows + 1) < spec.rows;
        let cells = (0..spec.bits()).filter(is_cell);
        Self { spec, board: cells.fold(W::EMPTY, |board, bit| board | W::one(bit)) }
    }
}

impl<W: Number> Size for Measured<W> {
    type Word = W;

    #[inline]
    fn spec(self) -> Spec {
        self.spec
    }

    #[inline]
    fn board(self) -> W {
        self.board
    }
}

/// A position of Connect X.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits<S: Size> {
    size: S,
    ours: S::Word,
    taken: S::Word,
}

impl<S: Size> Bits<S> {
    /// A game about to begin on an empty board.
    pub fn new(size: S) -> Self {
        Self { size, ours: S::Word::EMPTY, taken: S::Word::EMPTY }
    }

    /// The board's size.
    #[inline]
    pub fn size(&self) -> S {
        self.size
    }

    /// The stones of the side to move.
    #[inline]
    pub fn ours(&self) -> S::Word {
        self.ours
    }

    /// All stones.
    #[inline]
    pub fn taken(&self) -> S::Word {
        self.taken
    }

    /// The same position, where the board's size is known in another way.
    ///
    /// # Panics
    /// When it is another size.
    pub fn with_size<T: Size>(&self, size: T) -> Bits<T> {
        assert_eq!(size.spec(), self.size.spec(), "the same board");
        let word = |word: S::Word| T::Word::of_bits(word.into());
        Bits { size, ours: word(self.ours), taken: word(self.taken) }
    }

    #[inline]
    fn bottom(&self, column: u32) -> S::Word {
        S::Word::one(column * (self.size.spec().rows + 1))
    }

    #[inline]
    fn has_room(&self, column: u32) -> bool {
        let Spec { rows, .. } = self.size.spec();
        !self.taken.has(column * (rows + 1) + rows - 1)
    }

    #[inline]
    fn has_line(&self, stones: S::Word) -> bool {
        let spec = self.size.spec();
        let steps = [1, spec.rows, spec.rows + 1, spec.rows + 2];
        // Nearly always all directions are looked at anyway, and one branch is better than four.
        steps.into_iter().fold(false, |found, step| found | has_row(stones, step, spec.rule()))
    }

    /// The bit of a cell, numbered row by row from the top left.
    fn bit(&self, cell: u32) -> u32 {
        let Spec { rows, columns, .. } = self.size.spec();
        let height = rows - 1 - cell / columns;
        cell % columns * (rows + 1) + height
    }

    fn mirrored(&self, word: S::Word) -> S::Word {
        let Spec { rows, columns, .. } = self.size.spec();
        let mut mirror = S::Word::EMPTY;
        word.each(|bit| {
            let column = columns - 1 - bit / (rows + 1);
            mirror = mirror | S::Word::one(column * (rows + 1) + bit % (rows + 1));
        });
        mirror
    }

    /// The sum tells all: in each column, the highest bit says how high the stones reach and those
    /// below it whose they are.
    fn key_of(ours: S::Word, taken: S::Word) -> u64 {
        ours.plus(taken).key()
    }
}

impl<S: Size> Position for Bits<S> {
    type Undo = (S::Word, S::Word);

    #[inline]
    fn side_to_move(&self) -> Side {
        if self.taken.count().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.has_line(self.ours ^ self.taken) {
            Some(Outcome::win(!self.side_to_move(), Reason::Line))
        } else if self.taken == self.size.board() {
            Some(Outcome::draw(Reason::Full))
        } else {
            None
        }
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        for column in 0..self.size.spec().columns {
            if self.has_room(column) {
                visit(Move(column));
            }
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        let Spec { columns, .. } = self.size.spec();
        (0..columns).map(|column| u64::from(self.has_room(column))).sum()
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Move {
        Move(random::column(rng, self.size.spec().columns, |column| self.has_room(column)))
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        mv.0 < self.size.spec().columns && self.has_room(mv.0)
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self::Undo {
        let before = (self.ours, self.taken);
        self.ours = self.ours ^ self.taken;
        self.taken = self.taken | self.taken.plus(self.bottom(mv.0));
        before
    }

    #[inline]
    fn undo(&mut self, _mv: Move, before: Self::Undo) {
        (self.ours, self.taken) = before;
    }

    fn move_space(&self) -> u32 {
        self.size.spec().columns
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key_of(self.ours, self.taken)
    }

    fn view(&self) -> View {
        let Spec { rows, columns, .. } = self.size.spec();
        let to_move = self.side_to_move();
        View::Board(BoardView::new(rows, columns, |cell| {
            let bit = self.bit(cell);
            let owner = if self.ours.has(bit) { to_move } else { !to_move };
            self.taken.has(bit).then_some(owner)
        }))
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let settled = lines::settle(view, to_move, self.size.spec().rule())?;
        super::check_nothing_floats(settled.board)?;
        let mut position = Self::new(self.size);
        for (cell, side) in settled.board.stones() {
            let stone = S::Word::one(self.bit(cell));
            position.taken = position.taken | stone;
            if side == settled.to_move {
                position.ours = position.ours | stone;
            }
        }
        Ok(position)
    }

    fn show_move(&self, mv: Move) -> String {
        show_move(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        read_move(text, self.size.spec().columns)
    }

    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        split_moves(word, self.size.spec().columns)
    }

    fn why_illegal(&self, mv: Move) -> String {
        why_illegal(mv, self.size.spec().columns)
    }

    fn symmetries(&self) -> u8 {
        2
    }

    fn map_move(&self, mv: Move, symmetry: u8) -> Move {
        super::map_move(mv, self.size.spec().columns, symmetry)
    }

    fn key_under(&self, symmetry: u8) -> u64 {
        match symmetry {
            0 => self.key(),
            _ => Self::key_of(self.mirrored(self.ours), self.mirrored(self.taken)),
        }
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        let View::Board(board) = self.view() else { return Vec::new() };
        super::top_stone(&board, last.0).into_iter().collect()
    }

    fn winning_line(&self) -> Vec<u32> {
        let View::Board(board) = self.view() else { return Vec::new() };
        lines::cells_in_lines(&board, !self.side_to_move(), self.size.spec().rule())
    }
}
