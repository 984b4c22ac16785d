//! The object-safe face of a position, for everything above the search.

use std::any::Any;

use crate::{Fingerprint, Move, NotAMove, Outcome, Position, PositionError, Side, View};

/// A position of any game behind one type. Implemented for every [`Position`], never by hand.
///
/// Unlike the trait below it, it may be asked anything at any time: a finished game has no moves.
pub trait AnyPosition: Send + Sync {
    /// See [`Position::side_to_move`].
    fn side_to_move(&self) -> Side;
    /// See [`Position::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves; none once the game is over.
    fn moves(&self) -> Vec<Move>;
    /// Whether a move is legal; none is once the game is over.
    fn is_legal(&self, mv: Move) -> bool;
    /// Why a move is illegal, as half a sentence.
    fn why_illegal(&self, mv: Move) -> String;
    /// Plays a move that is known to be legal; see [`Game::play`](crate::Game::play) for others.
    fn play_legal(&mut self, mv: Move);
    /// See [`Position::key`].
    fn key(&self) -> u64;
    /// See [`Position::canonical_key`].
    fn canonical_key(&self) -> u64;
    /// What finds this position again, turned or mirrored, and no other one.
    fn fingerprint(&self) -> Fingerprint;
    /// What a legal move becomes where the board is turned to the form that its [`Fingerprint`] is
    /// made of: moves that are turned forms of each other become the same.
    fn canonical_move(&self, mv: Move) -> Move;
    /// The legal moves, each with its canonical form: quicker than asking for one after the other.
    fn canonical_moves(&self) -> Vec<(Move, Move)>;
    /// See [`Position::view`].
    fn view(&self) -> View;
    /// See [`Position::last_cells`].
    fn last_cells(&self, last: Move) -> Vec<u32>;
    /// See [`Position::winning_line`].
    fn winning_line(&self) -> Vec<u32>;
    /// See [`Position::diagram`].
    fn diagram(&self) -> String;
    /// Becomes the position that a text shows; unchanged when there is none.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn set_up(&mut self, diagram: &str) -> Result<(), PositionError>;
    /// See [`Position::show_move`].
    fn show_move(&self, mv: Move) -> String;
    /// See [`Position::read_move`].
    ///
    /// # Errors
    /// Returns [`NotAMove`] for a text that names nothing on this board.
    fn read_move(&self, text: &str) -> Result<Move, NotAMove>;
    /// See [`Position::split_moves`].
    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// The way back to the concrete type.
    fn as_any(&self) -> &dyn Any;
}

impl<P: Position> AnyPosition for P {
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if Position::outcome(self).is_none() {
            self.each_move(|mv| moves.push(mv));
        }
        moves
    }

    fn is_legal(&self, mv: Move) -> bool {
        Position::outcome(self).is_none() && Position::is_legal(self, mv)
    }

    fn why_illegal(&self, mv: Move) -> String {
        match Position::outcome(self) {
            Some(outcome) => format!("the game is over: {outcome}"),
            None => Position::why_illegal(self, mv),
        }
    }

    fn play_legal(&mut self, mv: Move) {
        self.play(mv);
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn canonical_key(&self) -> u64 {
        Position::canonical_key(self)
    }

    fn fingerprint(&self) -> Fingerprint {
        let keys = (0..self.symmetries()).map(|symmetry| self.key_under(symmetry));
        Fingerprint::new(keys.collect(), || Position::diagram(self))
    }

    fn canonical_move(&self, mv: Move) -> Move {
        turned(self, &ways(self), mv)
    }

    fn canonical_moves(&self) -> Vec<(Move, Move)> {
        let ways = ways(self);
        AnyPosition::moves(self).into_iter().map(|mv| (mv, turned(self, &ways, mv))).collect()
    }

    fn view(&self) -> View {
        Position::view(self)
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        Position::last_cells(self, last)
    }

    fn winning_line(&self) -> Vec<u32> {
        Position::winning_line(self)
    }

    fn diagram(&self) -> String {
        Position::diagram(self)
    }

    fn set_up(&mut self, diagram: &str) -> Result<(), PositionError> {
        *self = self.read_diagram(diagram)?;
        Ok(())
    }

    fn show_move(&self, mv: Move) -> String {
        Position::show_move(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        Position::read_move(self, text)
    }

    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        Position::split_moves(self, word)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The symmetries that lead to the canonical form; several for a position that looks the same when
/// turned.
fn ways<P: Position>(position: &P) -> Vec<u8> {
    let keys: Vec<u64> =
        (0..position.symmetries()).map(|symmetry| position.key_under(symmetry)).collect();
    let smallest = keys.iter().min();
    (0..).zip(&keys).filter(|&(_, key)| Some(key) == smallest).map(|(way, _)| way).collect()
}

/// The smallest move that a move becomes on one of these ways.
fn turned<P: Position>(position: &P, ways: &[u8], mv: Move) -> Move {
    let moves = ways.iter().map(|&way| position.map_move(mv, way));
    moves.min().expect("every board has the symmetry that changes nothing")
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.as_ref().boxed_clone()
    }
}
