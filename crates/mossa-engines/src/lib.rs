//! What makes each game strong: evaluation, tactics and theory, one folder a game, and one door to
//! all of them: [`engine()`]. [`visit_knowledge()`] is for those who search themselves,
//! [`sticks::explain()`] and [`line_worths()`] for those who explain.

mod analysis;
mod connect;
mod engine;
mod mnk;
mod othello;
pub mod sticks;
mod visit;

pub use analysis::Analysis;
pub use connect::book;
pub use engine::{
    Engine, NotesError, Options, WrongBook, engine, engine_with_book, monte_carlo, proof_number,
};
pub use mnk::line_worths;
pub use visit::{VisitKnowledge, visit_knowledge};
