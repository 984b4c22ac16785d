//! Sticks: the theory of Sprague and Grundy.
//!
//! `rules` reduces a game to what the theory needs; `nimbers` tells who wins, `lengths` and
//! `endings` in how many plies, and `theory` puts this together for a position and its moves.
//! `engine` plays by it, [`explain()`] tells a student why. All of it is tested against plain
//! counting from the end, over the rules of the game itself.

mod endings;
mod engine;
mod explain;
mod lengths;
mod limits;
mod nimbers;
mod repeats;
mod rules;
mod theory;

#[cfg(test)]
mod brute;

use mossa_games::sticks::Spec;

use crate::{Engine, Options};
pub use explain::{Explanation, Paragraph, explain};

/// The engine for a game of sticks.
pub(crate) fn new(spec: &Spec, options: Options) -> Box<dyn Engine> {
    Box::new(engine::SticksEngine::new(spec, options))
}
