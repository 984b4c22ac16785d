//! How far ratings may be off: what they would have been had chance weighed the rounds otherwise.
//!
//! Every round gets a random weight, drawn from the exponential distribution, and the field is
//! rated anew, many times; the spread of these ratings is their error. Unlike the bootstrap that
//! draws rounds with replacement, no round is ever lost (Rubin's Bayesian bootstrap): players
//! whom games connect stay connected, so where there are ratings there are errors too. Rounds are
//! weighed as a whole, since the games of a pair depend on each other.

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use rand_distr::{Exp1, Gamma};

use super::{
    RatedGame, RatingError, RatingSettings, Repeated, check, fit, games::Ledger, groups, once,
};
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
    rating_errors_repeated(players, &once(rounds), settings, replicates, seed)
}

/// As [`rating_errors`], where equal rounds are counted and not listed: a hundred thousand games of
/// forty players take a fraction of a second.
///
/// # Errors
/// Those of [`rate`](super::rate).
pub fn rating_errors_repeated<R: AsRef<[RatedGame]>>(
    players: usize,
    rounds: &[Repeated<R>],
    settings: &RatingSettings,
    replicates: u32,
    seed: u64,
) -> Result<Option<RatingErrors>, RatingError> {
    check(players, rounds, settings)?;
    let ledger = Ledger::new(rounds, settings.prior_draws);
    let games = ledger.played();
    let best = fit::fit(&games, groups::groups(players, &games), settings, None)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut spreads = vec![Spread::default(); players + 1];
    for _ in 0..replicates {
        let games = ledger.sums(|times| weight(times, &mut rng));
        let replicate = fit::fit(&games, best.groups.clone(), settings, Some(&best))?;
        let values = replicate.ratings.iter().copied().chain(replicate.first_move);
        spreads.iter_mut().zip(values).for_each(|(spread, value)| spread.add(value));
    }
    let error = |spread: &Spread| Z_95 * spread.standard_deviation();
    let ratings = spreads[..players].iter().map(error).collect();
    let first_move = best.first_move.map(|_| error(&spreads[players]));
    Ok((replicates >= 2).then_some(RatingErrors { ratings, first_move }))
}

/// What so many equal rounds weigh together: the sum of that many exponential weights.
#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
fn weight(times: u64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    if times == 1 {
        return rng.sample(Exp1);
    }
    rng.sample(Gamma::new(times as f64, 1.0).expect("rounds were played at least once"))
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
