//! The peer `board-game`: random playouts of its connect-four and tic-tac-toe through its own
//! facility for random moves, with the generator that its benchmarks use.

use board_game::board::Board;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use rand_for_board_game::SeedableRng;
use rand_for_board_game::rngs::SmallRng;

use mossa_peers::measurement::{Measurement, time_playouts};

/// Measures the game, or declines it where the crate has none such.
pub fn measure(game: &str, seconds: f64) -> Option<Measurement> {
    let mut generator = SmallRng::seed_from_u64(1);
    match game {
        "connect4" => Some(time_playouts(seconds, || playout::<Connect4>(&mut generator))),
        "tictactoe" => Some(time_playouts(seconds, || playout::<TTTBoard>(&mut generator))),
        _ => None,
    }
}

/// Plays one game at random from the first position and returns its number of moves.
fn playout<B: Board + Default>(generator: &mut SmallRng) -> u64 {
    let mut board = B::default();
    let mut played = 0;
    // The only error is that the game is over.
    while board.play_random_available_move(generator).is_ok() {
        played += 1;
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_the_known_mean_lengths() {
        for (game, length) in [("connect4", 21.3), ("tictactoe", 7.626)] {
            let measurement = measure(game, 0.1).expect("the peer plays this game");
            assert!((measurement.mean_length() / length - 1.0).abs() < 0.03, "{measurement:?}");
        }
    }
}
