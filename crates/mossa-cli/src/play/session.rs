//! A game between two seats, with a way back: no terminal, no clock.

use mossa_games::{GameSpec, Played, Record};
use mossa_kernel::{Game, Move, MoveError, Outcome, Reason, Side, Value};
use mossa_players::{PlayerSpec, PlayerSpecError};

/// Who sits at one side of the board.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A person.
    Human,
    /// A player of ours.
    Bot(PlayerSpec),
}

impl Seat {
    /// Reads `human` or the name of a player.
    pub fn parse(text: &str) -> Result<Self, PlayerSpecError> {
        match text.trim() {
            "human" | "" => Ok(Self::Human),
            player => player.parse().map(Self::Bot),
        }
    }

    /// The player that sits there, if it is no person.
    pub fn bot(&self) -> Option<PlayerSpec> {
        match self {
            Self::Human => None,
            Self::Bot(player) => Some(player.clone()),
        }
    }

    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    pub fn name(&self) -> String {
        match self {
            Self::Human => "human".to_owned(),
            Self::Bot(player) => player.to_string(),
        }
    }
}

/// A game being played.
#[derive(Clone)]
pub struct Session {
    pub spec: GameSpec,
    pub seats: [Seat; 2],
    game: Game,
    /// The diagram it began with, if not the usual start.
    start: Option<String>,
    played: Vec<Played>,
    /// Moves taken back, the next one to be played again last.
    taken_back: Vec<Played>,
    resigned: Option<Side>,
}

impl Session {
    /// A session that goes on from where `game` stands; its moves so far have no times.
    pub fn new(spec: GameSpec, game: Game, seats: [Seat; 2]) -> Self {
        let usual = spec.start();
        let mut begin = game.clone();
        while begin.take_back().is_some() {}
        let diagram = begin.position().diagram();
        let start = (diagram != usual.position().diagram()).then_some(diagram);
        let played =
            game.history().iter().map(|&mv| Played { mv, milliseconds: None, value: None });
        let played = played.collect();
        Self { spec, seats, game, start, played, taken_back: Vec::new(), resigned: None }
    }

    /// A saved game, to be gone on with. One that was resigned can be.
    pub fn resume(record: &Record, seats: [Seat; 2]) -> Self {
        let game = record.game().expect("a record that was read can be played");
        let mut session = Self::new(record.spec.clone(), game, seats);
        session.played.clone_from(&record.moves);
        session
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How the game ended, by its rules or because somebody gave up.
    pub fn outcome(&self) -> Option<Outcome> {
        let resigned = self.resigned.map(|side| Outcome::win(!side, Reason::Resign));
        self.game.outcome().or(resigned)
    }

    /// Who is to move.
    pub fn seat(&self) -> &Seat {
        &self.seats[self.game.position().side_to_move().index()]
    }

    /// Whose moves are ours to comment: the player who is no human, if there is one.
    pub fn bot(&self) -> Option<&PlayerSpec> {
        self.seats.iter().find_map(|seat| match seat {
            Seat::Bot(player) => Some(player),
            Seat::Human => None,
        })
    }

    /// Plays a move.
    pub fn play(
        &mut self,
        mv: Move,
        milliseconds: u64,
        value: Option<Value>,
    ) -> Result<(), MoveError> {
        self.game.play(mv)?;
        self.played.push(Played { mv, milliseconds: Some(milliseconds), value });
        self.taken_back.clear();
        Ok(())
    }

    /// Plays what a person typed: one move, or several.
    pub fn play_text(&mut self, text: &str, milliseconds: u64) -> Result<(), MoveError> {
        let before = self.game.history().len();
        self.game.play_text(text)?;
        for &mv in &self.game.history()[before..] {
            self.played.push(Played { mv, milliseconds: Some(milliseconds), value: None });
        }
        self.taken_back.clear();
        Ok(())
    }

    /// Takes back the last move, and against a bot its answer, too: until a person is to move.
    /// Returns whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let has_human = self.seats.iter().any(Seat::is_human);
        let mut any = false;
        while let Some(played) = self.played.pop() {
            self.game.take_back();
            self.taken_back.push(played);
            any = true;
            if !has_human || self.seat().is_human() {
                break;
            }
        }
        any
    }

    /// Plays again what was taken back. Returns whether there was anything.
    pub fn redo(&mut self) -> bool {
        let has_human = self.seats.iter().any(Seat::is_human);
        let mut any = false;
        while let Some(played) = self.taken_back.pop() {
            self.game.play(played.mv).expect("a move taken back is legal");
            self.played.push(played);
            any = true;
            if !has_human || self.seat().is_human() {
                break;
            }
        }
        any
    }

    /// The side to move gives up.
    pub fn resign(&mut self) {
        self.resigned = Some(self.game.position().side_to_move());
    }

    /// The game as it stands, to be stored.
    pub fn record(&self) -> Record {
        Record {
            spec: self.spec.clone(),
            start: self.start.clone(),
            players: self.seats.each_ref().map(Seat::name),
            outcome: self.outcome(),
            moves: self.played.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(spec: &str, seats: [&str; 2]) -> Session {
        let spec: GameSpec = spec.parse().unwrap();
        let game = spec.start();
        Session::new(spec, game, seats.map(|seat| Seat::parse(seat).unwrap()))
    }

    #[test]
    fn undo_against_a_bot_takes_back_its_answer() {
        let mut session = session("tictactoe", ["human", "random"]);
        session.play_text("a1", 5).unwrap();
        session.play(Move(1), 7, None).unwrap();
        assert!(session.undo());
        assert_eq!(session.game().history(), []);
        assert!(!session.undo());
        assert!(session.redo());
        assert_eq!(session.game().history(), [Move(0), Move(1)]);
        assert!(!session.redo());
        assert_eq!(session.record().moves[1].milliseconds, Some(7));
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut session = session("tictactoe", ["human", "human"]);
        session.play_text("a1 b1", 0).unwrap();
        assert!(session.undo());
        assert_eq!(session.game().history(), [Move(0)]);
        session.play_text("c3", 0).unwrap();
        assert!(!session.redo());
    }

    #[test]
    fn a_record_is_gone_on_with() {
        let mut session = session("othello", ["human", "human"]);
        session.play_text("f5d6", 3).unwrap();
        session.resign();
        let record = session.record();
        assert_eq!(record.outcome.map(|outcome| outcome.reason), Some(Reason::Resign));
        let resumed = Session::resume(&record, [Seat::Human, Seat::Human]);
        assert_eq!(resumed.outcome(), None);
        assert_eq!(resumed.record().moves, record.moves);
    }

    #[test]
    fn a_start_of_its_own_is_kept() {
        let spec: GameSpec = "othello:4x4".parse().unwrap();
        let mut game = spec.start();
        game.set_up("XO../..../..../XO.O O").unwrap();
        game.play_text("c1").unwrap();
        let record = Session::new(spec, game, [Seat::Human, Seat::Human]).record();
        assert_eq!(record.start.as_deref(), Some("XO../..../..../XO.O O"));
        assert_eq!(Record::read(&record.to_string()), Ok(record));
    }
}
