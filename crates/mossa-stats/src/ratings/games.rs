//! Games added up: what the likelihood needs to know of them.

use std::collections::BTreeMap;

use super::RatedGame;

/// All games with the same two players moving in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sum {
    /// How many, by weight.
    pub(super) weight: f64,
    /// What the first player scored in them, by weight.
    pub(super) points: f64,
}

/// Games by who moved first and who second. Sorted, so that the same games give the same ratings
/// to the last bit.
pub(super) struct Games {
    sums: BTreeMap<(usize, usize), Sum>,
}

impl Games {
    /// Adds up rounds, each with its weight, and the draws of the prior.
    pub(super) fn new<R: AsRef<[RatedGame]>>(
        rounds: &[R],
        mut weight: impl FnMut(usize) -> f64,
        prior_draws: f64,
    ) -> Self {
        let mut games = Self { sums: BTreeMap::new() };
        for (index, round) in rounds.iter().enumerate() {
            let weight = weight(index);
            for game in round.as_ref() {
                let points = f64::from(game.score.half_points()) / 2.0;
                games.add(game.first, game.second, weight, weight * points);
            }
        }
        games.add_prior(prior_draws);
        games
    }

    /// Who met whom in which order, and what came of it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, Sum)> {
        self.sums.iter().map(|(&(first, second), &sum)| (first, second, sum))
    }

    fn add_prior(&mut self, draws: f64) {
        let mut pairs: Vec<(usize, usize)> =
            self.sums.keys().map(|&(one, other)| (one.min(other), one.max(other))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for (one, other) in pairs {
            self.add(one, other, draws / 2.0, draws / 4.0);
            self.add(other, one, draws / 2.0, draws / 4.0);
        }
    }

    fn add(&mut self, first: usize, second: usize, weight: f64, points: f64) {
        let sum = self.sums.entry((first, second)).or_default();
        sum.weight += weight;
        sum.points += points;
    }
}
