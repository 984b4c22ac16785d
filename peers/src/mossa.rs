//! Our own playouts, to be set beside those of the peers: through the same `Position` trait and the
//! same visitor that search uses.

use mossa_games::GameSpec;
use mossa_kernel::{Position, Visit, playout};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use mossa_peers::measurement::{Measurement, time_playouts};

/// Measures uniform random playouts of one of our games (`connect4` on 7 columns and 6 rows,
/// `tictactoe`, `othello` on 8x8, `gomoku` on 15x15, `sticks` on 1+3+5+7 misère) for about
/// `seconds` of CPU time, on this thread alone; `None` for a game that cannot be measured.
pub fn measure(game: &str, seconds: f64) -> Option<Measurement> {
    let spec = if game == "sticks" { "sticks:1+3+5+7,misere" } else { game };
    Some(spec.parse::<GameSpec>().ok()?.visit(Measure { seconds }))
}

/// Plays on the game's own board type.
struct Measure {
    seconds: f64,
}

impl Visit for Measure {
    type Out = Measurement;

    fn visit<P: Position>(self, start: P) -> Measurement {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        time_playouts(self.seconds, || u64::from(playout(start.clone(), &mut generator).moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The means that other libraries measure, or that follow from the rules.
    #[test]
    fn games_have_the_known_mean_lengths() {
        let known = [
            ("connect4", 21.3),
            ("tictactoe", 7.626),
            ("othello", 60.5),
            ("gomoku", 109.3),
            ("sticks", 7.709),
        ];
        for (game, length) in known {
            let measurement = measure(game, 0.3).expect("we play this game");
            assert!((measurement.mean_length() / length - 1.0).abs() < 0.03, "{measurement:?}");
        }
    }
}
