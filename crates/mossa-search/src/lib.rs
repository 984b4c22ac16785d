//! Generic search: one alpha-beta search, one Monte-Carlo tree search and one proof-number search
//! for every game. Nothing here knows a game; what a game's engine adds comes in through
//! [`Knowledge`].
//!
//! A search is handed its clock inside a [`Budget`](mossa_kernel::Budget), never reads another and
//! never prints: progress goes to whoever watches, as a [`Report`].

mod alphabeta;
#[cfg(test)]
mod brute_force;
mod exhaustive;
mod guided;
mod knowledge;
mod mcts;
mod pace;
mod proof;
mod report;
mod score;
mod table;

pub use alphabeta::{AlphaBeta, Params};
pub use exhaustive::Exhaustive;
pub use guided::{Guided, QuickGames};
pub use knowledge::{Knowledge, MoveSink, NoKnowledge, Scope};
pub use mcts::Mcts;
pub use pace::Pace;
pub use proof::ProofNumber;
pub use report::{Aim, Line, Report, Search, Task};
pub use score::Score;
pub use table::{Bound, Entry, OutOfMemory, Table};
