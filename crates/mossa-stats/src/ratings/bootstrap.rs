//! How far ratings may be off: what they would have been had chance weighed the rounds otherwise.
//!
//! Every round gets a random weight, drawn from the exponential distribution, and the field is
//! rated anew, many times; the spread of these ratings is their error. Unlike the bootstrap that
//! draws rounds with replacement, no round is ever lost (Rubin's Bayesian bootstrap): players
//! whom games connect stay connected, so where there are ratings there are errors too. Rounds are
//! weighed as a whole, since the games of a pair depend on each other.

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{RatedGame, RatingError, RatingSettings, Ratings, check, fit, games::Games, groups};
use crate::elo::Z_95;

/// Half the widths of 95 % intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingErrors {
    /// In Elo, by player: 0 for an anchor and for a player without games.
    pub ratings: Vec<f64>,
    /// In Elo, of the first move; `None` where that was not asked, and without games.
    pub first_move: Option<f64>,
}

/// The errors of what [`rate`](super::rate) returns for the same games; `None` from fewer than
/// two replicates. A few hundred are enough. The same seed gives the same errors.
///
/// # Errors
/// Those of [`rate`](super::rate).
pub fn rating_errors<R: AsRef<[RatedGame]>>(
    players: usize,
    rounds: &[R],
    settings: &RatingSettings,
    replicates: u32,
    seed: u64,
) -> Result<Option<RatingErrors>, RatingError> {
    check(players, rounds, settings)?;
    let games = Games::new(rounds, |_| 1.0, settings.prior_draws);
    let best = fit::fit(&games, groups::groups(players, &games), settings, None)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut spreads = vec![Spread::default(); players + 1];
    for _ in 0..replicates {
        let replicate = reweighed(rounds, settings, &best, &mut rng)?;
        let values = replicate.ratings.iter().copied().chain(replicate.first_move);
        spreads.iter_mut().zip(values).for_each(|(spread, value)| spread.add(value));
    }
    let error = |spread: &Spread| Z_95 * spread.standard_deviation();
    let ratings = spreads[..players].iter().map(error).collect();
    let first_move = best.first_move.map(|_| error(&spreads[players]));
    Ok((replicates >= 2).then_some(RatingErrors { ratings, first_move }))
}

/// The ratings with every round weighing what chance says.
fn reweighed<R: AsRef<[RatedGame]>>(
    rounds: &[R],
    settings: &RatingSettings,
    best: &Ratings,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Ratings, RatingError> {
    // 1 - random is never 0, so the weight is finite.
    let weight = |_| -(1.0 - rng.random::<f64>()).ln();
    let games = Games::new(rounds, weight, settings.prior_draws);
    fit::fit(&games, best.groups.clone(), settings, Some(best))
}

/// Numbers of which only the spread is kept; Welford's method.
#[derive(Clone, Debug, Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    fn standard_deviation(&self) -> f64 {
        (self.squares / (self.count - 1.0).max(1.0)).sqrt()
    }
}
