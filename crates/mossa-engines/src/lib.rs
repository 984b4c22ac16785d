//! What makes each game strong: evaluation, tactics and theory, one folder a game, and one door to
//! all of them: [`engine()`].

mod connect;
mod engine;
mod mnk;
mod othello;
pub mod sticks;

pub use engine::{Engine, Options, engine, monte_carlo, proof_number};
