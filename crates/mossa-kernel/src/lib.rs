//! The vocabulary of Mossa: what a side, a move, an outcome, a position and a game are.
//!
//! Rules live in `mossa-games`, thinking in `mossa-search`; this crate holds only the words both
//! speak. It does no I/O, reads no clock and never prints.
//!
//! Two layers meet here:
//!
//! * [`Position`] is what a game implements and what hot loops are generic over. It trusts its
//!   caller: a search has just generated the move it plays.
//! * [`Game`] is what people, logs and programs hold. It is object-safe inside ([`AnyPosition`]),
//!   and [`Game::play`] is the one door through which outside moves enter, checked.

mod any;
mod diagram;
mod game;
pub mod keys;
mod memory;
mod moves;
mod outcome;
mod player;
mod position;
mod side;
#[cfg(feature = "suite")]
pub mod suite;
mod text;
mod value;
pub mod values;
mod view;
mod waits;
mod walk;

pub use any::AnyPosition;
pub use diagram::{PositionError, side_in_turn};
pub use game::{Game, MoveError};
pub use memory::{FULL_BLAME, Fingerprint, Lesson, Memory, Tally};
pub use moves::Move;
pub use outcome::{Outcome, Reason};
pub use player::{Budget, Choice, GameClock, Player, PlayerError};
pub use position::{NotAMove, Position, Visit};
pub use side::Side;
pub use text::{excerpt, nearest, one_line};
pub use value::{Estimate, Exact, GameResult, Value};
pub use view::{BoardView, View};
pub use waits::Waits;
pub use walk::{Playout, distinct_positions, perft, playout};
