//! One game being played.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mossa_games::{GameSpec, Played, Record};
use mossa_kernel::{Game, Move, MoveError, Outcome, Reason, Side, Value};
use mossa_players::PlayerSpec;
use tokio::sync::watch;

use crate::refusal::Refusal;

/// Who sits at one side of the board.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A person.
    Person,
    /// A player of ours.
    Bot(PlayerSpec),
}

impl Seat {
    /// Reads `person` or the name of a player.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        match text.trim() {
            "person" | "human" | "" => Ok(Self::Person),
            name => Ok(Self::Bot(name.parse()?)),
        }
    }

    pub fn name(&self) -> String {
        match self {
            Self::Person => "person".to_owned(),
            Self::Bot(player) => player.to_string(),
        }
    }

    pub fn is_person(&self) -> bool {
        matches!(self, Self::Person)
    }
}

/// A clock for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What is left to each side, not counting the move being thought about.
    pub left: [Duration; 2],
    /// What each move adds.
    pub increment: Duration,
}

/// A game being played. All changes go through the methods of [`Inner`], which counts them.
pub struct Table {
    id: String,
    /// What a browser must know to move for a side.
    keys: [String; 2],
    inner: Mutex<Inner>,
    /// The last change that was told.
    told: watch::Sender<u64>,
}

/// What changes.
pub struct Inner {
    pub spec: GameSpec,
    pub start: Option<String>,
    pub game: Game,
    pub played: Vec<Played>,
    pub seats: [Seat; 2],
    pub clocks: Option<Clocks>,
    /// How it ended, where the rules have not ended it.
    ended: Option<Outcome>,
    /// Counts moves made and taken back: whoever thought about another one comes too late.
    pub turn: u64,
    /// Counts all changes: who has seen the same number has seen the same game.
    pub version: u64,
    /// Since when the side to move thinks.
    pub since: Instant,
    /// Whether a bot is thinking about this very position.
    pub is_thinking: bool,
    /// Whether the finished game was handed to the store.
    is_stored: bool,
}

impl Table {
    pub fn new(id: String, keys: [String; 2], inner: Inner) -> Self {
        Self { id, keys, inner: Mutex::new(inner), told: watch::channel(0).0 }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn keys(&self) -> &[String; 2] {
        &self.keys
    }

    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_over(&self) -> bool {
        self.lock().outcome().is_some()
    }

    /// Wakes whoever waits for a change.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.told.subscribe()
    }

    /// Tells everybody that something has changed.
    pub fn tell(&self) {
        let version = self.lock().version;
        self.told.send_replace(version);
    }

    /// Whether a key belongs to a side.
    pub fn may_move(&self, key: &str, side: Side) -> bool {
        use subtle::ConstantTimeEq;
        key.as_bytes().ct_eq(self.keys[side.index()].as_bytes()).into()
    }

    /// The record of a game that has just ended; once.
    pub fn take_finished(&self) -> Option<Record> {
        let mut inner = self.lock();
        if inner.is_stored || inner.outcome().is_none() || inner.played.is_empty() {
            return None;
        }
        inner.is_stored = true;
        Some(inner.record())
    }
}

impl Inner {
    pub fn new(
        spec: GameSpec,
        start: Option<String>,
        game: Game,
        seats: [Seat; 2],
        clocks: Option<Clocks>,
    ) -> Self {
        let history = game.history().iter();
        let played = history.map(|&mv| Played { mv, milliseconds: None, value: None }).collect();
        Self {
            spec,
            start,
            game,
            played,
            seats,
            clocks,
            ended: None,
            turn: 0,
            version: 0,
            since: Instant::now(),
            is_thinking: false,
            is_stored: false,
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or(self.ended)
    }

    pub fn mover(&self) -> Side {
        self.game.position().side_to_move()
    }

    /// What is left on the clock of the side to move, right now.
    pub fn left(&self) -> Option<Duration> {
        let clocks = self.clocks?;
        Some(clocks.left[self.mover().index()].saturating_sub(self.since.elapsed()))
    }

    /// Plays a move for the side to move.
    pub fn play(&mut self, mv: Move, value: Option<Value>) -> Result<(), MoveError> {
        let (side, took) = (self.mover(), self.since.elapsed());
        self.game.play(mv)?;
        if let Some(clocks) = &mut self.clocks {
            let left = &mut clocks.left[side.index()];
            *left = left.saturating_sub(took) + clocks.increment;
        }
        self.played.push(Played { mv, milliseconds: Some(took.as_millis() as u64), value });
        self.next_turn();
        Ok(())
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        self.version += 1;
        self.since = Instant::now();
        self.is_thinking = false;
    }

    /// Ends the game, whatever the board says.
    pub fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
        self.version += 1;
        self.is_thinking = false;
    }

    /// A bot begins to think.
    pub fn begin_thinking(&mut self) {
        self.is_thinking = true;
        self.version += 1;
    }

    /// Ends the game if the clock of the side to move has run out.
    pub fn check_clock(&mut self) -> bool {
        let is_late = self.outcome().is_none() && self.left() == Some(Duration::ZERO);
        if is_late {
            self.end(Outcome::win(!self.mover(), Reason::Time));
        }
        is_late
    }

    /// Takes back the last move, and against a bot its answer, too: until a person is to move. `false` where
    /// there is none.
    pub fn take_back(&mut self) -> bool {
        if self.played.is_empty() {
            return false;
        }
        while self.played.pop().is_some() {
            self.game.take_back();
            let has_person = self.seats.iter().any(Seat::is_person);
            if !has_person || self.seats[self.mover().index()].is_person() {
                break;
            }
        }
        self.next_turn();
        true
    }

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
