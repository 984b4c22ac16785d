//! Games added up: what the likelihood needs to know of them.

use super::{RatedGame, Repeated};

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
#[derive(Clone)]
pub(super) struct Games {
    sums: Vec<(usize, usize, Sum)>,
}

impl Games {
    /// Who met whom in which order, and what came of it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, Sum)> {
        self.sums.iter().copied()
    }
}

/// Rounds that can be added up again and again, each time with other weights.
pub(super) struct Ledger {
    /// Nothing but the draws of the prior.
    prior: Games,
    /// How often each round was played, and how many games it has.
    rounds: Vec<(u64, usize)>,
    /// The games of all rounds, one after the other: which sum each belongs to, and its points.
    games: Vec<(usize, f64)>,
}

impl Ledger {
    pub(super) fn new<R: AsRef<[RatedGame]>>(rounds: &[Repeated<R>], prior_draws: f64) -> Self {
        let all = || rounds.iter().filter(|round| round.times > 0);
        let mut met: Vec<(usize, usize)> = all()
            .flat_map(|round| round.round.as_ref())
            // The prior counts games with either of the two moving first.
            .flat_map(|game| [(game.first, game.second), (game.second, game.first)])
            .collect();
        met.sort_unstable();
        met.dedup();
        let draws = Sum { weight: prior_draws / 2.0, points: prior_draws / 4.0 };
        let sums = met.iter().map(|&(first, second)| (first, second, draws)).collect();
        let games = all().flat_map(|round| round.round.as_ref()).map(|game| {
            let index = met.binary_search(&(game.first, game.second));
            (index.expect("it is among them"), f64::from(game.score.half_points()) / 2.0)
        });
        Self {
            games: games.collect(),
            rounds: all().map(|round| (round.times, round.round.as_ref().len())).collect(),
            prior: Games { sums },
        }
    }

    /// All games, each round with the weight that `weigh` gives to so many times.
    pub(super) fn sums(&self, mut weigh: impl FnMut(u64) -> f64) -> Games {
        let mut sums = self.prior.clone();
        let mut games = self.games.iter();
        for &(times, length) in &self.rounds {
            let weight = weigh(times);
            for &(index, points) in games.by_ref().take(length) {
                let (_, _, sum) = &mut sums.sums[index];
                sum.weight += weight;
                sum.points += weight * points;
            }
        }
        sums
    }

    /// All games as they were played.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
    pub(super) fn played(&self) -> Games {
        self.sums(|times| times as f64)
    }
}
