//! The one trait a game implements, and the visitor that reaches it.

use std::{fmt::Debug, hash::Hash};

use rand::{Rng, RngExt};

use crate::{Move, Outcome, PositionError, Side, View, diagram};

/// A position of some game, in some representation: what search and playouts are generic over.
///
/// Sides alternate strictly; a game in which a side may have to pass offers [`Move::PASS`].
///
/// **Trust.** The methods that take part in hot loops check nothing that their caller has just
/// established. [`each_move`](Self::each_move), [`move_count`](Self::move_count),
/// [`random_move`](Self::random_move), [`is_legal`](Self::is_legal) and [`play`](Self::play) may
/// be called only while [`outcome`](Self::outcome) is `None`, and `play` only with a legal move.
/// A caller that breaks this gets a wrong answer or a panic, never undefined behavior. Whoever
/// holds a move from outside goes through [`Game::play`](crate::Game::play).
///
/// **Equality** is about the position, not how it came about: two positions that look alike and
/// have the same side to move are equal, hash alike and have the same key.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What [`undo`](Self::undo) needs to take a move back: little for big boards, all for small.
    type Undo: Clone + Send + 'static;

    /// Whose move it is; in a finished game, whose it would be.
    fn side_to_move(&self) -> Side;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Shows each legal move to `visit`, always in the same order for the same position.
    fn each_move(&self, visit: impl FnMut(Move));

    /// Whether the rules allow a move; any number may be asked about.
    fn is_legal(&self, mv: Move) -> bool;

    /// Plays a legal move.
    fn play(&mut self, mv: Move) -> Self::Undo;

    /// Takes back the last move; `undo` is what its [`play`](Self::play) returned.
    fn undo(&mut self, mv: Move, undo: Self::Undo);

    /// A number that every move but [`Move::PASS`] stays below, the same throughout a game.
    fn move_space(&self) -> u32;

    /// A number that (nearly) only this position has, the side to move included.
    fn key(&self) -> u64;

    /// The position as a person sees it.
    fn view(&self) -> View;

    /// The position that `view` shows, of the same game and size as this one, built from nothing.
    ///
    /// Without `to_move` the side follows from the number of stones, in games where it does.
    ///
    /// # Errors
    /// Refuses what no game could have led to, as far as the rules can tell at a glance.
    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError>;

    /// The move in the game's notation, the same in every position of a game; any number may be
    /// asked about.
    fn show_move(&self, mv: Move) -> String;

    /// The move that a text names, legal or not.
    ///
    /// # Errors
    /// Returns [`NotAMove`] for a text that names nothing on this board.
    fn read_move(&self, text: &str) -> Result<Move, NotAMove>;

    /// Why an illegal move is illegal, as half a sentence: "column 3 is full".
    fn why_illegal(&self, mv: Move) -> String;

    /// Cuts a word of compact notation (`f5d6c3`, `4453`) into moves.
    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        vec![word]
    }

    /// How many legal moves there are.
    fn move_count(&self) -> u64 {
        let mut count = 0;
        self.each_move(|_| count += 1);
        count
    }

    /// A legal move, each with the same probability.
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Move {
        let mut to_skip = rng.random_range(0..self.move_count());
        let mut chosen = Move::PASS;
        self.each_move(|mv| {
            if to_skip == 0 {
                chosen = mv;
            }
            to_skip = to_skip.wrapping_sub(1);
        });
        chosen
    }

    /// How many ways there are to turn or mirror the board so that the rules stay the same;
    /// number 0 changes nothing.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The move that `mv`, legal here, becomes when the board is turned by symmetry number
    /// `symmetry`.
    fn map_move(&self, mv: Move, symmetry: u8) -> Move {
        debug_assert_eq!(symmetry, 0, "a game with symmetries maps its moves");
        mv
    }

    /// The key this position would have, turned by symmetry number `symmetry`.
    fn key_under(&self, symmetry: u8) -> u64 {
        debug_assert_eq!(symmetry, 0, "a game with symmetries maps its keys");
        self.key()
    }

    /// A key that all turned and mirrored forms of a position share.
    fn canonical_key(&self) -> u64 {
        let keys = (0..self.symmetries()).map(|symmetry| self.key_under(symmetry));
        keys.min().expect("every board has the symmetry that changes nothing")
    }

    /// The cells that the last move, which led here, has marked: drawings show them.
    fn last_cells(&self, last: Move) -> Vec<u32> {
        let _ = last;
        Vec::new()
    }

    /// The cells of the winner's line, to be marked in a drawing; none in games without lines.
    fn winning_line(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The position as one line of text.
    fn diagram(&self) -> String {
        diagram::write(&self.view(), self.side_to_move())
    }

    /// The position of this game that a text shows.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn read_diagram(&self, text: &str) -> Result<Self, PositionError> {
        let (view, to_move) = diagram::read(text, &self.view())?;
        self.set_up(&view, to_move)
    }
}

/// A text that names no move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAMove {
    /// What a move looks like there, as in "a column from 1 to 7".
    pub expected: String,
}

/// Something to be done with a game in its fastest representation.
///
/// A spec is known only at run time, a board type only at compile time; whoever needs the second
/// from the first writes a `Visit` and is called back with the right type. This happens once per
/// search, so that everything below is compiled for the board at hand.
pub trait Visit {
    /// What comes back.
    type Out;

    /// Receives the start position.
    fn visit<P: Position>(self, start: P) -> Self::Out;
}
