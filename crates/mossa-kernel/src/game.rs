//! A game being played: where it began, what was played, where it stands.

use crate::{AnyPosition, Move, NotAMove, Outcome, Position, PositionError, excerpt};

/// A game of any kind, with its history.
#[derive(Clone)]
pub struct Game {
    start: Box<dyn AnyPosition>,
    position: Box<dyn AnyPosition>,
    history: Vec<Move>,
}

/// How many legal moves a refusal names.
const MOST_NAMED: usize = 12;

/// Why a move from outside was refused. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text names no move of this game.
    #[error("move {number}, `{text}`, is not a move here: expected {expected}")]
    Unreadable {
        /// Which move of the game it would have been, counted from 1.
        number: usize,
        /// The text, cut to a readable length.
        text: String,
        /// What a move looks like.
        expected: String,
    },
    /// The rules forbid it.
    #[error("move {number}, {shown}, is illegal: {reason}")]
    Illegal {
        /// Which move of the game it would have been, counted from 1.
        number: usize,
        /// The move in the game's notation.
        shown: String,
        /// What stands against it.
        reason: String,
        /// Some moves that are legal there; none once the game is over.
        instead: Vec<String>,
        /// Whether there are more of them.
        more: bool,
    },
}

impl Game {
    /// A game that begins at `start`.
    pub fn new(start: impl Position) -> Self {
        Self { position: Box::new(start.clone()), start: Box::new(start), history: Vec::new() }
    }

    /// Begins anew at the position that `diagram` shows.
    ///
    /// # Errors
    /// Says what is wrong with the diagram, and changes nothing.
    pub fn set_up(&mut self, diagram: &str) -> Result<(), PositionError> {
        let mut start = self.start.clone();
        start.set_up(diagram)?;
        *self = Self { position: start.clone(), start, history: Vec::new() };
        Ok(())
    }

    /// Where the game stands.
    pub fn position(&self) -> &dyn AnyPosition {
        self.position.as_ref()
    }

    /// Where the game stands, as the board type `P`; `None` when it is of another type.
    pub fn position_as<P: Position>(&self) -> Option<&P> {
        self.position.as_any().downcast_ref()
    }

    /// The moves played since the start.
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Plays a move, checking it first: the only door through which outside moves enter.
    ///
    /// # Errors
    /// Returns [`MoveError::Illegal`] and changes nothing when the rules forbid `mv`.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if !self.position.is_legal(mv) {
            return Err(self.refuse(mv));
        }
        self.position.play_legal(mv);
        self.history.push(mv);
        Ok(())
    }

    fn refuse(&self, mv: Move) -> MoveError {
        let legal = self.position.moves();
        MoveError::Illegal {
            number: self.history.len() + 1,
            shown: excerpt(&self.position.show_move(mv)),
            reason: self.position.why_illegal(mv),
            instead: legal.iter().take(MOST_NAMED).map(|&mv| self.position.show_move(mv)).collect(),
            more: legal.len() > MOST_NAMED,
        }
    }

    /// Plays a list of moves, separated by blanks or commas or in the game's compact form.
    ///
    /// Passes may be left out: where passing is legal and the text names another move, the pass is
    /// played first.
    ///
    /// # Errors
    /// Returns the first move that cannot be read or played; then none of the list is played.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let mut game = self.clone();
        for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|w| !w.is_empty()) {
            for name in game.position.split_moves(word) {
                game.play_name(name)?;
            }
        }
        *self = game;
        Ok(())
    }

    fn play_name(&mut self, name: &str) -> Result<(), MoveError> {
        let mv = self.position.read_move(name).map_err(|NotAMove { expected }| {
            let number = self.history.len() + 1;
            MoveError::Unreadable { number, text: excerpt(name), expected }
        })?;
        if mv != Move::PASS && self.position.is_legal(Move::PASS) {
            let mut passed = self.clone();
            passed.play(Move::PASS)?;
            if passed.play(mv).is_ok() {
                *self = passed;
                return Ok(());
            }
        }
        self.play(mv)
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Move> {
        let taken_back = self.history.pop()?;
        // Replaying is slower than undoing and needs no undo record kept behind a `dyn`.
        self.position = self.start.clone();
        for &mv in &self.history {
            self.position.play_legal(mv);
        }
        Some(taken_back)
    }
}
