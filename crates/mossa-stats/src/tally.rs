//! Counted results: what a match leaves behind, and its mean and variance.
//!
//! ```text
//! Trinomial    counts   loss   draw   win               one game a round
//!              value     0     1/2     1
//! Pentanomial  counts    LL    LD   WL+DD   WD    WW    two games a round
//!              value     0     1/4   1/2    3/4    1
//! ```
//!
//! What the two games of a pair have in common (the opening, and which side it favors) makes them
//! depend on each other. Counting pairs keeps errors honest; counting their games does not.

/// The result of one game, seen by the player whose strength is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Worth nothing.
    Loss,
    /// Worth half a point.
    Draw,
    /// Worth a point.
    Win,
}

impl Score {
    /// The same game, seen by the opponent.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The score in half points: 0, 1 or 2.
    pub const fn half_points(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// How often a round brought each number of half points: `counts[i]` rounds brought `i`.
///
/// `N` is odd and at least 3; use the names [`Trinomial`] and [`Pentanomial`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tally<const N: usize> {
    /// Rounds by half points, from all lost to all won.
    pub counts: [u64; N],
}

/// Single games: losses, draws, wins.
pub type Trinomial = Tally<3>;

/// Pairs of games with sides swapped, by what both brought together: 0, 1/2, 1, 3/2 or 2 points.
pub type Pentanomial = Tally<5>;

impl Trinomial {
    /// Counts one more game.
    pub fn add(&mut self, score: Score) {
        self.count(score.half_points().into());
    }
}

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, one: Score, other: Score) {
        self.count((one.half_points() + other.half_points()).into());
    }
}

impl<const N: usize> Tally<N> {
    /// Nothing played.
    pub const EMPTY: Self = Self { counts: [0; N] };

    /// How many games are played in a round.
    pub const GAMES_PER_ROUND: u64 = {
        assert!(N >= 3 && N % 2 == 1, "each game of a round brings two half points");
        (N as u64 - 1) / 2
    };

    /// How many rounds were played: games of a [`Trinomial`], pairs of a [`Pentanomial`].
    pub fn rounds(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.rounds().saturating_mul(Self::GAMES_PER_ROUND)
    }

    /// The mean score of a game, from 0 to 1; `None` before the first.
    pub fn score(&self) -> Option<f64> {
        let (won, lost) = self.half_points();
        (won + lost > 0.0).then(|| won / (won + lost))
    }

    /// The variance of a round's mean score; `None` before the first.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let total: f64 = self.counts.iter().map(|&count| to_float(count)).sum();
        let terms = self.counts.iter().zip(Self::values());
        let squares = terms.map(|(&count, value)| to_float(count) * (value - score).powi(2));
        Some(squares.sum::<f64>() / total)
    }

    /// The same match, seen by the opponent.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// What each count is worth, from 0 to 1.
    pub(crate) fn values() -> [f64; N] {
        std::array::from_fn(|index| to_float(index as u64) / to_float(N as u64 - 1))
    }

    /// The half points won and lost. Their ratio keeps its digits where the score is near 1.
    pub(crate) fn half_points(&self) -> (f64, f64) {
        let points = |index: usize| to_float(index as u64);
        let terms = || self.counts.iter().enumerate();
        let won = terms().map(|(index, &count)| to_float(count) * points(index)).sum();
        let lost = terms().map(|(index, &count)| to_float(count) * points(N - 1 - index)).sum();
        (won, lost)
    }

    fn count(&mut self, half_points: usize) {
        self.counts[half_points] = self.counts[half_points].saturating_add(1);
    }
}

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Counts above 2^53 lose their last digits, and nobody plays that many games.
#[expect(clippy::cast_precision_loss, reason = "see above")]
pub(crate) fn to_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_where_they_belong() {
        let mut games = Trinomial::EMPTY;
        let mut pairs = Pentanomial::EMPTY;
        for score in [Score::Win, Score::Loss, Score::Win, Score::Draw] {
            games.add(score);
            pairs.add(score, Score::Draw);
            pairs.add(score, score.swapped());
        }
        assert_eq!(games.counts, [1, 1, 2]);
        assert_eq!(pairs.counts, [0, 1, 5, 2, 0]);
        assert_eq!((games.games(), pairs.rounds(), pairs.games()), (4, 8, 16));
    }

    #[test]
    fn mean_and_variance_by_hand() {
        // 1/2 of 0 and 1/2 of 1: mean 1/2, every square 1/4.
        let games = Trinomial { counts: [3, 0, 3] };
        assert_eq!((games.score(), games.variance()), (Some(0.5), Some(0.25)));
        // (1/4 + 3 * 3/4) / 4 = 5/8; (9/64 + 3 * 1/64) / 4 = 3/64.
        let pairs = Pentanomial { counts: [0, 1, 0, 3, 0] };
        assert_eq!((pairs.score(), pairs.variance()), (Some(0.625), Some(3.0 / 64.0)));
    }

    #[test]
    fn nothing_played_has_no_mean() {
        assert_eq!((Trinomial::EMPTY.score(), Trinomial::EMPTY.variance()), (None, None));
        assert_eq!((Pentanomial::default().games(), Pentanomial::EMPTY.score()), (0, None));
    }

    #[test]
    fn absurd_counts_do_not_overflow() {
        let mut games = Trinomial { counts: [u64::MAX; 3] };
        games.add(Score::Win);
        assert_eq!((games.games(), games.score()), (u64::MAX, Some(0.5)));
        assert!(games.variance().is_some_and(|variance| (variance - 1.0 / 6.0).abs() < 1e-12));
    }
}
