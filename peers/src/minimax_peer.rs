//! The peer `minimax`: random playouts of its own connect-four example.
//!
//! Of the ways that the crate offers, this is the fastest that was found: its `Game` trait driven
//! directly, with one list of moves and one generator kept over all games. Its own roll-outs (the
//! default method of `RolloutPolicy`) seed a generator and allocate a list for every game and came
//! out a fifth to a quarter slower; picking the move with `choose` instead of the multiplication
//! below, a twentieth to an eighth slower.

use minimax::Game as Rules;
use rand_for_minimax::rngs::SmallRng;
use rand_for_minimax::{RngCore, SeedableRng};

use crate::measurement::{Measurement, time_playouts};

// Written by build.rs: the module `example`, compiled from the source folder of the crate.
include!(concat!(env!("OUT_DIR"), "/minimax_connect4.rs"));

/// Measures connect-four; the crate ships none of the other games that we look for here.
pub fn measure(game: &str, seconds: f64) -> Option<Measurement> {
    let mut generator = SmallRng::seed_from_u64(1);
    match game {
        "connect4" => {
            let mut moves = Vec::new();
            Some(time_playouts(seconds, || playout::<example::Game>(&mut generator, &mut moves)))
        }
        _ => None,
    }
}

/// Plays one game at random from the first position and returns its number of moves.
fn playout<G: Rules<S: Default>>(generator: &mut SmallRng, moves: &mut Vec<G::M>) -> u64 {
    let mut state = G::S::default();
    let mut played = 0;
    loop {
        moves.clear();
        if G::generate_moves(&state, moves).is_some() {
            return played;
        }
        let chosen = moves[index_below(generator, moves.len())];
        if let Some(next) = G::apply(&mut state, chosen) {
            state = next;
        }
        played += 1;
    }
}

/// A random index below `bound`, uniform to within `bound` parts in 2^32.
fn index_below(generator: &mut SmallRng, bound: usize) -> usize {
    ((u64::from(generator.next_u32()) * bound as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect4_games_have_the_known_mean_length() {
        let measurement = measure("connect4", 0.1).expect("the peer plays connect-four");
        assert!((measurement.mean_length() - 21.3).abs() < 0.7, "{measurement:?}");
    }

    #[test]
    fn other_games_are_declined() {
        assert!(measure("othello", 0.0).is_none());
    }
}
