//! How well a hypothesis explains a sample, at best: maximum likelihood under one constraint.
//!
//! A hypothesis fixes one number of a distribution `p`, not the whole, and is written as
//! `sum p * feature = 0`. Among all that obey it, the one that makes the sample `q` likeliest is
//!
//! ```text
//! p = q / (1 + theta * feature),  theta the root of  sum q * feature / (1 + theta * feature) = 0
//! ```
//!
//! The sum falls from plus to minus infinity between the poles on either side of `theta = 0`.

use crate::{Tally, tally::to_float};

/// What stands for a count of zero: nothing is impossible because it has not happened yet.
const UNSEEN: f64 = 0.001;

/// How often a root is improved at most; Newton's steps need about ten, halving alone sixty.
const ROOT_STEPS: usize = 200;

/// A step this small, of a number near 1, ends the search for a root.
const ROOT_PRECISION: f64 = 1e-15;

/// How often the distribution under a fixed t-value is improved at most.
const T_VALUE_STEPS: usize = 10;

/// A change of all probabilities below this ends the improvement.
const T_VALUE_PRECISION: f64 = 1e-9;

/// The frequencies of a tally, each above 0.
pub(crate) struct Sample<const N: usize> {
    /// How many rounds were played.
    pub(crate) rounds: f64,
    /// How often each value occurred; they sum up to 1.
    pub(crate) frequencies: [f64; N],
}

impl<const N: usize> Sample<N> {
    /// The frequencies of a tally.
    pub(crate) fn new(tally: &Tally<N>) -> Self {
        let counts = tally.counts.map(|count| if count == 0 { UNSEEN } else { to_float(count) });
        let rounds = counts.iter().sum();
        Self { rounds, frequencies: counts.map(|count| count / rounds) }
    }

    /// The log-likelihood per round, less that of the sample itself, of the best distribution
    /// with a mean; `None` where there is none.
    pub(crate) fn support_of_mean(&self, mean: f64) -> Option<f64> {
        let features = Tally::values().map(|value| value - mean);
        Some(self.support(&features, self.multiplier(&features)?))
    }

    /// The same for a distribution whose mean lies `t_value` of its own standard deviations
    /// above 1/2.
    ///
    /// The constraint is not linear in the probabilities: it is made so around the last
    /// distribution, again and again.
    pub(crate) fn support_of_t_value(&self, t_value: f64) -> Option<f64> {
        let mut probabilities = [1.0 / to_float(N as u64); N];
        let mut support = None;
        for _ in 0..T_VALUE_STEPS {
            let features = linearized(&probabilities, t_value);
            let multiplier = self.multiplier(&features)?;
            let next = self.tilted(&features, multiplier);
            support = Some(self.support(&features, multiplier));
            let changes = next.iter().zip(probabilities).map(|(new, old)| (new - old).abs());
            if changes.fold(0.0, f64::max) < T_VALUE_PRECISION {
                break;
            }
            probabilities = next;
        }
        support
    }

    /// The root `theta`; `None` where no distribution obeys the constraint.
    fn multiplier(&self, features: &[f64; N]) -> Option<f64> {
        let highest = features.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = features.iter().copied().fold(f64::INFINITY, f64::min);
        let is_possible = lowest < 0.0 && highest > 0.0;
        let (lower, upper) = (-1.0 / highest, -1.0 / lowest);
        (is_possible && lower.is_finite() && upper.is_finite())
            .then(|| falling_root(lower, upper, |theta| self.constraint(features, theta)))
    }

    /// The sum whose root is sought, and its slope.
    fn constraint(&self, features: &[f64; N], theta: f64) -> (f64, f64) {
        let terms = self.frequencies.iter().zip(features);
        terms.fold((0.0, 0.0), |(value, slope), (frequency, feature)| {
            let ratio = feature / (1.0 + theta * feature);
            (value + frequency * ratio, slope - frequency * ratio * ratio)
        })
    }

    fn tilted(&self, features: &[f64; N], theta: f64) -> [f64; N] {
        std::array::from_fn(|index| self.frequencies[index] / (1.0 + theta * features[index]))
    }

    /// At the root its slope is zero: what the root lacks in precision does no harm.
    fn support(&self, features: &[f64; N], theta: f64) -> f64 {
        let terms = self.frequencies.iter().zip(features);
        -terms.map(|(frequency, feature)| frequency * (theta * feature).ln_1p()).sum::<f64>()
    }
}

/// The constraint "the mean is 1/2 plus `t_value` standard deviations", linear around a
/// distribution.
fn linearized<const N: usize>(probabilities: &[f64; N], t_value: f64) -> [f64; N] {
    let values = Tally::<N>::values();
    let expect = |term: &dyn Fn(f64) -> f64| -> f64 {
        probabilities.iter().zip(values).map(|(probability, value)| probability * term(value)).sum()
    };
    let mean = expect(&|value| value);
    let sigma = expect(&|value| (value - mean).powi(2)).sqrt();
    values.map(|value| {
        let deviation = (value - mean) / sigma;
        value - 0.5 - t_value * sigma * (1.0 + deviation * deviation) / 2.0
    })
}

/// The root of a falling function with a pole at either end: Newton's steps from 0, and halves of
/// what is left where those would leave it.
fn falling_root(mut lower: f64, mut upper: f64, function: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut guess = 0.0;
    for _ in 0..ROOT_STEPS {
        let (value, slope) = function(guess);
        if value > 0.0 {
            lower = guess;
        } else {
            upper = guess;
        }
        let newton = guess - value / slope;
        let is_inside = lower < newton && newton < upper;
        let next = if is_inside { newton } else { lower.midpoint(upper) };
        let step = (next - guess).abs();
        guess = next;
        if step <= ROOT_PRECISION * (1.0 + guess.abs()) {
            break;
        }
    }
    guess
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Trinomial};

    #[test]
    fn two_outcomes_by_hand() {
        // Without draws a mean is a probability; the draws of `UNSEEN` hardly count.
        let sample = Sample::new(&Trinomial { counts: [250_000, 0, 750_000] });
        let expected = 0.25 * (0.5_f64 / 0.25).ln() + 0.75 * (0.5_f64 / 0.75).ln();
        let support = sample.support_of_mean(0.5).expect("possible");
        assert!((support - expected).abs() < 1e-7, "{support} is not {expected}");
        // Mean 3/4 is 1/sqrt 3 deviations above 1/2: the sample itself.
        let support = sample.support_of_t_value(1.0 / 3_f64.sqrt()).expect("possible");
        assert!(support.abs() < 1e-7, "{support}");
    }

    #[test]
    fn the_sample_explains_itself_best() {
        let tally = Pentanomial { counts: [3, 1, 4, 1, 5] };
        let sample = Sample::new(&tally);
        let score = tally.score().expect("played");
        assert!(sample.support_of_mean(score).is_some_and(|support| support.abs() < 1e-15));
        for mean in [score - 0.2, score - 0.1, score + 0.1, score + 0.2] {
            assert!(sample.support_of_mean(mean).is_some_and(|support| support < -1e-3));
        }
    }

    #[test]
    fn the_impossible_is_refused() {
        let sample = Sample::new(&Trinomial { counts: [1, 2, 3] });
        assert_eq!(sample.support_of_mean(0.0), None);
        assert_eq!(sample.support_of_mean(1.0), None);
        assert_eq!(sample.support_of_mean(f64::NAN), None);
        assert_eq!(sample.support_of_t_value(1e3), None);
        assert_eq!(sample.support_of_t_value(f64::NAN), None);
    }

    #[test]
    fn the_best_distribution_has_the_t_value_asked_for() {
        let sample = Sample::new(&Pentanomial { counts: [5, 20, 50, 30, 15] });
        for t_value in [-0.3, 0.0, 0.1, 0.2] {
            let mut probabilities = [0.2; 5];
            for _ in 0..50 {
                let features = linearized(&probabilities, t_value);
                let multiplier = sample.multiplier(&features).expect("possible");
                probabilities = sample.tilted(&features, multiplier);
            }
            let features = linearized(&probabilities, t_value);
            let moment: f64 = features.iter().zip(probabilities).map(|(f, p)| f * p).sum();
            assert!(moment.abs() < 1e-12, "{moment}");
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
