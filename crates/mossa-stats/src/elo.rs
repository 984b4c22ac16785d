//! Strength in Elo: from scores to differences, with 95 % errors.
//!
//! With `score` the mean of a round, `variance` that of a round, and `error` of the mean
//! `sqrt(variance / rounds)`:
//!
//! ```text
//! Elo             400 log10(score / (1 - score)), error: half the way between the Elo of
//!                 score + 1.96 error and that of score - 1.96 error
//! normalized Elo  800 / ln 10 * (score - 1/2) / sigma, sigma = sqrt(games per round * variance)
//! LOS             the normal distribution at (score - 1/2) / error
//! ```
//!
//! Logistic Elo depends on how many games are drawn; normalized Elo says how many games it takes
//! to see the difference, whatever the game and the time control.

use std::f64::consts::{LN_10, SQRT_2};

use crate::{Tally, tally::to_float};

/// The 97.5 % point of the normal distribution: 95 % lie between minus this and this.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// Elo points in a factor of e between the odds.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Normalized Elo points in one standard deviation of a game.
pub(crate) const NORMALIZED_ELO_PER_SIGMA: f64 = 800.0 / LN_10;

/// A difference in strength, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The best guess.
    pub elo: f64,
    /// Half the width of the 95 % interval; `None` where that is not finite or all rounds ended
    /// alike.
    pub error: Option<f64>,
}

impl<const N: usize> Tally<N> {
    /// The logistic Elo difference; `None` without games, and with nothing but wins or losses.
    pub fn elo(&self) -> Option<EloEstimate> {
        let (won, lost) = self.half_points();
        let elo = finite(400.0 * (won / lost).log10())?;
        Some(EloEstimate { elo, error: self.elo_error() })
    }

    /// The normalized Elo difference; `None` without games, and where all rounds ended alike.
    pub fn normalized_elo(&self) -> Option<EloEstimate> {
        let sigma = (to_float(Self::GAMES_PER_ROUND) * self.positive_variance()?).sqrt();
        let per_score = NORMALIZED_ELO_PER_SIGMA / sigma;
        let elo = per_score * (self.score()? - 0.5);
        Some(EloEstimate { elo, error: Some(per_score * Z_95 * self.standard_error()?) })
    }

    /// The probability that the player is the stronger one (LOS), going by the normal
    /// distribution; `None` without games, and where all rounds ended alike.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let deviations = (self.score()? - 0.5) / self.standard_error()?;
        // As erfc and not as 1 + erf: keeps its digits near 0.
        Some(libm::erfc(-deviations / SQRT_2) / 2.0)
    }

    fn elo_error(&self) -> Option<f64> {
        let (score, margin) = (self.score()?, Z_95 * self.standard_error()?);
        Some((elo_of_score(score + margin)? - elo_of_score(score - margin)?) / 2.0)
    }

    /// The standard error of the mean score; `None` where all rounds ended alike: then the
    /// sample says nothing about its spread.
    fn standard_error(&self) -> Option<f64> {
        Some((self.positive_variance()? / to_float(self.rounds())).sqrt())
    }

    fn positive_variance(&self) -> Option<f64> {
        self.variance().filter(|&variance| variance > 0.0)
    }
}

/// The logistic Elo difference at which a score is expected; `None` unless the score lies
/// strictly between 0 and 1.
pub fn elo_of_score(score: f64) -> Option<f64> {
    if score > 0.0 && score < 1.0 { finite(400.0 * (score / (1.0 - score)).log10()) } else { None }
}

/// The score expected at a logistic Elo difference: 0 or 1 where it is too far to tell, 1/2 at NaN.
pub fn score_of_elo(elo: f64) -> f64 {
    if elo.is_nan() { 0.5 } else { 1.0 / (1.0 + (-elo / ELO_PER_NAT).exp()) }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Trinomial};

    #[track_caller]
    fn assert_near(value: Option<f64>, expected: f64) {
        let value = value.expect("a value");
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn three_to_one_by_hand() {
        // Score 3/4, variance 3/16, error of the mean sqrt(3/16 / 300) = 1/40.
        let games = Trinomial { counts: [75, 0, 225] };
        assert_near(games.elo().map(|estimate| estimate.elo), 400.0 * 3_f64.log10());
        // 1/4 / sqrt(3/16) = 1/sqrt 3 deviations a game.
        let normalized = games.normalized_elo().expect("games differ");
        assert_near(Some(normalized.elo), 800.0 / LN_10 / 3_f64.sqrt());
        assert_near(normalized.error, 800.0 / LN_10 * Z_95 / 300_f64.sqrt());
        let margin = Z_95 / 40.0;
        let ends = [0.75 + margin, 0.75 - margin].map(|end| 400.0 * (end / (1.0 - end)).log10());
        let error = games.elo().and_then(|estimate| estimate.error);
        assert_near(error, (ends[0] - ends[1]) / 2.0);
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        // Score 1/2 + 1/4, error 1/8: two deviations.
        let games = Trinomial { counts: [3, 0, 9] };
        assert_near(games.likelihood_of_superiority(), 0.977_249_868_051_821);
        assert_near(games.swapped().likelihood_of_superiority(), 0.022_750_131_948_179);
        assert_near(Trinomial { counts: [4, 7, 4] }.likelihood_of_superiority(), 0.5);
    }

    #[test]
    fn pairs_that_cancel_out_are_surer_than_their_games() {
        let games = Trinomial { counts: [100, 0, 100] };
        let pairs = Pentanomial { counts: [5, 0, 90, 0, 5] };
        let error = |estimate: Option<EloEstimate>| estimate.and_then(|estimate| estimate.error);
        assert!(error(pairs.elo()) < error(games.elo()));
    }

    #[test]
    fn without_games_nothing_is_said() {
        assert_eq!(Trinomial::EMPTY.elo(), None);
        assert_eq!(Trinomial::EMPTY.normalized_elo(), None);
        assert_eq!(Trinomial::EMPTY.likelihood_of_superiority(), None);
    }

    #[test]
    fn rounds_that_all_ended_alike_have_no_error() {
        let draws = Pentanomial { counts: [0, 0, 9, 0, 0] };
        assert_eq!(draws.elo(), Some(EloEstimate { elo: 0.0, error: None }));
        assert_eq!((draws.normalized_elo(), draws.likelihood_of_superiority()), (None, None));
        let wins = Trinomial { counts: [0, 0, 9] };
        assert_eq!((wins.elo(), wins.normalized_elo()), (None, None));
        assert_eq!(wins.swapped().elo(), None);
    }

    #[test]
    fn an_interval_beyond_all_scores_has_no_width() {
        let games = Trinomial { counts: [1, 0, 9] };
        assert_near(games.elo().map(|estimate| estimate.elo), 400.0 * 9_f64.log10());
        assert_eq!(games.elo().and_then(|estimate| estimate.error), None);
    }

    #[test]
    fn scores_and_differences_convert_both_ways() {
        for elo in [-800.0, -3.5, 0.0, 100.0, 1_200.0] {
            assert_near(elo_of_score(score_of_elo(elo)), elo);
        }
        for score in [0.0, 1.0, -0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(elo_of_score(score), None);
        }
        assert_eq!((score_of_elo(1e9), score_of_elo(-1e9)), (1.0, 0.0));
        assert_eq!(score_of_elo(f64::NAN).to_bits(), 0.5_f64.to_bits());
    }
}
