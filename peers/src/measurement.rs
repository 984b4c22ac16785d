//! Random playouts in moves per CPU second, how they are timed, and medians.

use cpu_time::ThreadTime;
use serde::Deserialize;

/// How many playouts run between two looks at the clock: reading a CPU clock is a system call,
/// which would weigh on the smallest games if it came after every one of them.
const PLAYOUTS_PER_LOOK: u64 = 1024;

/// Playouts that were run and the CPU time that they took.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Measurement {
    /// Games played from the first position to the end.
    pub games: u64,
    /// Moves made in these games, a forced pass counting as a move.
    pub moves: u64,
    /// CPU time of the one thread that played, in seconds.
    pub cpu_seconds: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
impl Measurement {
    /// Moves per CPU second.
    pub fn rate(&self) -> f64 {
        self.moves as f64 / self.cpu_seconds
    }

    /// Moves per game: contenders that disagree here do not play the same game.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.games as f64
    }
}

/// Runs `playout`, which plays one game and returns its number of moves, for `seconds` of this
/// thread's CPU time.
pub fn time_playouts(seconds: f64, mut playout: impl FnMut() -> u64) -> Measurement {
    let clock = ThreadTime::now();
    let (mut games, mut moves) = (0, 0);
    loop {
        for _ in 0..PLAYOUTS_PER_LOOK {
            moves += playout();
        }
        games += PLAYOUTS_PER_LOOK;
        let cpu_seconds = clock.elapsed().as_secs_f64();
        if cpu_seconds >= seconds {
            return Measurement { games, moves, cpu_seconds };
        }
    }
}

/// The median of the values, the mean of the middle two where they are even in number.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_even_and_none() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn every_playout_is_counted() {
        let mut played = 0;
        let measurement = time_playouts(0.001, || {
            played += 1;
            7
        });
        assert_eq!(measurement.games, played);
        assert_eq!(measurement.moves, 7 * played);
        assert!(measurement.cpu_seconds >= 0.001);
    }
}
