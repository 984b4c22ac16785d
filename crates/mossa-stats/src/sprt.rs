//! The sequential test: play until one of two hypotheses is believed, and no longer.
//!
//! ```text
//!      accept H0          go on          accept H1
//! ──────────────────┤───────────────├──────────────────▶ log-likelihood ratio
//!        ln(beta / (1 - alpha))   ln((1 - beta) / alpha)
//! ```
//!
//! The ratio is that of a generalized test: only the strength is given by a hypothesis, and all
//! else (how many draws, how much the pairs cancel out) is what explains the results best.

use crate::{
    Tally, elo::NORMALIZED_ELO_PER_SIGMA, likelihood::Sample, score_of_elo, tally::to_float,
};

/// What the Elo of a hypothesis means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// In standard deviations of a game: see [`Tally::normalized_elo`]. The length of a test then
    /// hardly depends on the game.
    #[default]
    Normalized,
    /// By the expected score: see [`Tally::elo`].
    Logistic,
    /// By the expected score in the model of BayesElo, where draws shrink it. For single games
    /// alone: pairs do not say how many games were drawn.
    Bayesian,
}

impl EloModel {
    /// How far from 0 a hypothesis may lie. Beyond, scores come too near to 0 and 1 to compute
    /// with, and at some 230 points of normalized Elo no distribution is found at all.
    pub const fn limit(self) -> f64 {
        match self {
            Self::Normalized => 200.0,
            Self::Logistic | Self::Bayesian => 2_000.0,
        }
    }
}

/// The two hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// What Elo means here.
    pub model: EloModel,
    /// H0: the player is this much stronger (or less so).
    pub elo0: f64,
    /// H1: the player is this much stronger (or more so); above `elo0`.
    pub elo1: f64,
}

/// How often a test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorRates {
    /// How often H1 may be accepted where H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted where H1 holds.
    pub beta: f64,
}

impl Default for ErrorRates {
    /// One in twenty, either way.
    fn default() -> Self {
        Self { alpha: 0.05, beta: 0.05 }
    }
}

/// What a test says about the results so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Neither hypothesis is believed yet.
    Continue,
    /// The player is no stronger than `elo0`.
    AcceptH0,
    /// The player is at least as strong as `elo1`.
    AcceptH1,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    lower: f64,
    upper: f64,
}

/// A test that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not two numbers within limits and in order.
    #[error(
        "expected two Elo values from -{limit} to {limit}, the lower one first, not {elo0} and \
         {elo1}"
    )]
    Hypotheses {
        /// What was given as the first.
        elo0: f64,
        /// What was given as the second.
        elo1: f64,
        /// See [`EloModel::limit`].
        limit: f64,
    },
    /// The rates are no probabilities, or leave nothing to decide.
    #[error("expected error rates above 0 with a sum below 1, not {alpha} and {beta}")]
    ErrorRates {
        /// What was given as the first.
        alpha: f64,
        /// What was given as the second.
        beta: f64,
    },
}

impl Sprt {
    /// A test of two hypotheses.
    ///
    /// # Errors
    /// Refuses hypotheses that are out of order or beyond [`EloModel::limit`], and error rates that
    /// are not above 0 with a sum below 1.
    pub fn new(hypotheses: Hypotheses, rates: ErrorRates) -> Result<Self, SprtError> {
        let Hypotheses { model, elo0, elo1 } = hypotheses;
        let limit = model.limit();
        if !(-limit <= elo0 && elo0 < elo1 && elo1 <= limit) {
            return Err(SprtError::Hypotheses { elo0, elo1, limit });
        }
        let ErrorRates { alpha, beta } = rates;
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Self { hypotheses, lower, upper })
    }

    /// The hypotheses.
    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// At this log-likelihood ratio and below, H0 is accepted.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// At this log-likelihood ratio and above, H1 is accepted.
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// How much likelier H1 makes the results than H0, as a logarithm (LLR); 0 before the first.
    ///
    /// `None` for pairs under [`EloModel::Bayesian`], which is for single games.
    pub fn log_likelihood_ratio<const N: usize>(&self, tally: &Tally<N>) -> Option<f64> {
        if tally.rounds() == 0 {
            return Some(0.0);
        }
        let sample = Sample::new(tally);
        let support0 = self.support(&sample, self.hypotheses.elo0)?;
        let support1 = self.support(&sample, self.hypotheses.elo1)?;
        Some(sample.rounds * (support1 - support0)).filter(|ratio| ratio.is_finite())
    }

    /// What the results so far say; [`Verdict::Continue`] where the ratio cannot be told.
    pub fn verdict<const N: usize>(&self, tally: &Tally<N>) -> Verdict {
        match self.log_likelihood_ratio(tally) {
            Some(ratio) if ratio >= self.upper => Verdict::AcceptH1,
            Some(ratio) if ratio <= self.lower => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }

    fn support<const N: usize>(&self, sample: &Sample<N>, elo: f64) -> Option<f64> {
        match self.hypotheses.model {
            EloModel::Normalized => {
                let games = to_float(Tally::<N>::GAMES_PER_ROUND);
                sample.support_of_t_value(games.sqrt() * elo / NORMALIZED_ELO_PER_SIGMA)
            }
            EloModel::Logistic => sample.support_of_mean(score_of_elo(elo)),
            EloModel::Bayesian => sample.support_of_mean(score_of_bayes_elo(sample, elo)?),
        }
    }
}

/// The score expected in BayesElo's model, with the width of a draw taken from the sample: a
/// player wins as one would who is `draw_elo` weaker, and loses as one who is `draw_elo` stronger.
fn score_of_bayes_elo<const N: usize>(sample: &Sample<N>, elo: f64) -> Option<f64> {
    let &[loss, _, win] = sample.frequencies.as_slice() else { return None };
    let draw_elo = 200.0 * ((1.0 - loss) / loss * ((1.0 - win) / win)).log10();
    let win = score_of_elo(elo - draw_elo);
    let not_loss = score_of_elo(elo + draw_elo);
    Some(win.midpoint(not_loss))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Trinomial};

    fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(Hypotheses { model, elo0, elo1 }, ErrorRates::default()).expect("a good test")
    }

    #[test]
    fn bounds_by_hand() {
        let rates = ErrorRates { alpha: 0.1, beta: 0.2 };
        let hypotheses = Hypotheses { model: EloModel::Logistic, elo0: 0.0, elo1: 5.0 };
        let test = Sprt::new(hypotheses, rates).expect("a good test");
        assert!((test.lower() - (2.0_f64 / 9.0).ln()).abs() < 1e-15);
        assert!((test.upper() - 8.0_f64.ln()).abs() < 1e-15);
        assert_eq!(test.hypotheses(), hypotheses);
    }

    #[test]
    fn the_ratio_of_wins_and_losses_by_hand() {
        // Without draws a hypothesis is the probability of a win: 1/2 against 10/11.
        let test = sprt(EloModel::Logistic, 0.0, 400.0);
        let ratio = test.log_likelihood_ratio(&Trinomial { counts: [4_000, 0, 6_000] });
        let expected = 6e3 * (20.0_f64 / 11.0).ln() + 4e3 * (2.0_f64 / 11.0).ln();
        assert!(ratio.is_some_and(|ratio| (ratio - expected).abs() < 0.01), "{ratio:?}");
    }

    #[test]
    fn a_test_goes_on_until_it_is_sure() {
        for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
            let test = sprt(model, 0.0, 10.0);
            let verdict = |losses, wins| test.verdict(&Trinomial { counts: [losses, 50, wins] });
            assert_eq!(test.verdict(&Trinomial::EMPTY), Verdict::Continue);
            assert_eq!(verdict(100, 104), Verdict::Continue, "{model:?}");
            assert_eq!(verdict(100, 300), Verdict::AcceptH1, "{model:?}");
            assert_eq!(verdict(300, 100), Verdict::AcceptH0, "{model:?}");
        }
    }

    #[test]
    fn the_bounds_belong_to_the_verdicts() {
        let tally = Pentanomial { counts: [5, 20, 50, 30, 15] };
        let mut test = sprt(EloModel::Normalized, 0.0, 5.0);
        test.upper = test.log_likelihood_ratio(&tally).expect("a ratio");
        assert_eq!(test.verdict(&tally), Verdict::AcceptH1);
        (test.lower, test.upper) = (test.upper, test.upper + 1.0);
        assert_eq!(test.verdict(&tally), Verdict::AcceptH0);
    }

    #[test]
    fn one_sided_results_have_a_ratio() {
        for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
            let ratio = |counts| sprt(model, 0.0, 10.0).log_likelihood_ratio(&Trinomial { counts });
            assert!(ratio([0, 0, 50]).is_some_and(|ratio| ratio > 0.0), "{model:?}");
            assert!(ratio([50, 0, 0]).is_some_and(|ratio| ratio < 0.0), "{model:?}");
            assert!(ratio([0, 50, 0]).is_some(), "{model:?}");
        }
    }

    #[test]
    fn pairs_do_not_tell_how_many_games_were_drawn() {
        let test = sprt(EloModel::Bayesian, 0.0, 5.0);
        let pairs = Pentanomial { counts: [1, 2, 3, 4, 500] };
        assert_eq!(test.log_likelihood_ratio(&pairs), None);
        assert_eq!(test.verdict(&pairs), Verdict::Continue);
    }

    #[test]
    fn hypotheses_at_the_limit_have_a_ratio() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let test = sprt(model, -model.limit(), model.limit());
            for counts in [[1, 0, 0, 0, 0], [0, 0, 9, 0, 0], [1, 0, 0, 0, 1_000_000], [1; 5]] {
                let ratio = test.log_likelihood_ratio(&Pentanomial { counts });
                assert!(ratio.is_some(), "{model:?} {counts:?}");
            }
            assert_eq!(test.log_likelihood_ratio(&Pentanomial::EMPTY), Some(0.0));
        }
    }

    #[test]
    fn bad_tests_are_refused() {
        let new = |elo0, elo1, alpha, beta| {
            let hypotheses = Hypotheses { model: EloModel::Normalized, elo0, elo1 };
            Sprt::new(hypotheses, ErrorRates { alpha, beta }).map_err(|error| error.to_string())
        };
        let elo = "expected two Elo values from -200 to 200, the lower one first, not 5 and 0";
        assert_eq!(new(5.0, 0.0, 0.05, 0.05), Err(elo.to_owned()));
        assert!(new(0.0, 0.0, 0.05, 0.05).is_err());
        assert!(new(f64::NAN, 0.0, 0.05, 0.05).is_err());
        assert!(new(0.0, f64::INFINITY, 0.05, 0.05).is_err());
        assert!(new(-200.1, 0.0, 0.05, 0.05).is_err());
        assert!(new(0.0, 200.1, 0.05, 0.05).is_err());
        let rates = "expected error rates above 0 with a sum below 1, not 0.5 and 0.5";
        assert_eq!(new(0.0, 5.0, 0.5, 0.5), Err(rates.to_owned()));
        assert!(new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(new(0.0, 5.0, f64::NAN, 0.05).is_err());
    }
}
