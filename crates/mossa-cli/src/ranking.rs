//! Who is how strong, by the results of stored games.

use std::collections::{BTreeMap, HashMap};

use mossa_stats::{
    RatedGame, RatingSettings, Repeated, Score, rate_repeated, rating_errors_repeated,
};
use mossa_store::Played;

/// How often chance weighs the games anew to tell how sure a rating is.
const REPLICATES: u32 = 200;

/// An error this small says that chance had nothing to weigh, as where all pairs end alike, and not
/// that the rating is sure.
const NO_ERROR: f64 = 1e-6;

/// The field of one game and its rules.
#[derive(Default)]
pub struct Field {
    /// Players by their numbers in the store.
    seats: HashMap<i64, usize>,
    /// Their numbers, by seat.
    numbers: Vec<i64>,
    tallies: Vec<[u64; 3]>,
    /// The first game of a pair that waits for the second.
    halves: HashMap<(i64, i64), RatedGame>,
    rounds: HashMap<Round, u64>,
    games: u64,
    /// Games of a player against itself: they tell nothing about strength.
    pub alone: u64,
}

/// Games that belong together: a pair, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Round {
    games: [RatedGame; 2],
    length: usize,
}

impl AsRef<[RatedGame]> for Round {
    fn as_ref(&self) -> &[RatedGame] {
        &self.games[..self.length]
    }
}

impl Round {
    fn single(game: RatedGame) -> Self {
        Self { games: [game; 2], length: 1 }
    }

    fn pair(mut games: [RatedGame; 2]) -> Self {
        games.sort_by_key(order);
        Self { games, length: 2 }
    }
}

fn order(game: &RatedGame) -> (usize, usize, u32) {
    (game.first, game.second, u32::from(game.score.half_points()))
}

/// What can be said about a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The number in the store.
    pub player: i64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// In Elo; the mean of a group is 0.
    pub rating: Option<f64>,
    /// Half the width of a 95 % interval.
    pub error: Option<f64>,
    /// Players of different groups cannot be compared; 0 is the largest group.
    pub group: usize,
}

impl Standing {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }
}

/// A field that was rated.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    pub standings: Vec<Standing>,
    /// How many groups there are.
    pub groups: usize,
    /// What the first move is worth in Elo, and how sure that is.
    pub first_move: Option<f64>,
    pub first_move_error: Option<f64>,
}

impl Field {
    /// How many games were added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game.
    pub fn add(&mut self, played: Played) {
        if played.first == played.second {
            self.alone += 1;
            return;
        }
        self.games += 1;
        let [first, second] = [played.first, played.second].map(|player| self.seat(player));
        let score = match played.winner {
            None => Score::Draw,
            Some(mossa_kernel::Side::First) => Score::Win,
            Some(mossa_kernel::Side::Second) => Score::Loss,
        };
        let points = usize::from(score.half_points());
        self.tallies[first][points] += 1;
        self.tallies[second][2 - points] += 1;
        let game = RatedGame { first, second, score };
        let round = match played.pair {
            None => Round::single(game),
            Some(pair) => {
                let Some(other) = self.halves.remove(&pair) else {
                    self.halves.insert(pair, game);
                    return;
                };
                Round::pair([other, game])
            }
        };
        *self.rounds.entry(round).or_default() += 1;
    }

    fn seat(&mut self, player: i64) -> usize {
        let Self { seats, numbers, tallies, .. } = self;
        *seats.entry(player).or_insert_with(|| {
            numbers.push(player);
            tallies.push([0; 3]);
            numbers.len() - 1
        })
    }

    /// Rates the field.
    pub fn rank(&self) -> Ranking {
        let halves = self.halves.values().map(|&game| (Round::single(game), 1));
        let mut rounds: Vec<Repeated<Round>> = self
            .rounds
            .iter()
            .map(|(&round, &times)| (round, times))
            .chain(halves)
            .map(|(round, times)| Repeated { round, times })
            .collect();
        // The same games give the same errors, in whatever order a hash table keeps them.
        rounds
            .sort_by_key(|round| (round.round.length, round.round.games.map(|game| order(&game))));
        let (players, settings) = (self.numbers.len(), RatingSettings::default());
        let ratings = rate_repeated(players, &rounds, &settings).ok();
        let errors =
            rating_errors_repeated(players, &rounds, &settings, REPLICATES, 0).ok().flatten();
        let groups = ratings.as_ref().map(|ratings| by_size(&ratings.groups)).unwrap_or_default();
        let standings = self.numbers.iter().enumerate().map(|(seat, &player)| {
            let [losses, draws, wins] = self.tallies[seat];
            let rating = ratings.as_ref().map(|ratings| ratings.ratings[seat]);
            let error = errors.as_ref().map(|errors| errors.ratings[seat]).filter(is_said);
            let group = ratings.as_ref().map_or(0, |ratings| groups[&ratings.groups[seat]]);
            Standing { player, wins, draws, losses, rating, error, group }
        });
        Ranking {
            standings: standings.collect(),
            groups: groups.len(),
            first_move: ratings.and_then(|ratings| ratings.first_move),
            first_move_error: errors.and_then(|errors| errors.first_move).filter(is_said),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "filters pass references")]
fn is_said(error: &f64) -> bool {
    *error > NO_ERROR
}

/// Numbers groups by their size, the largest first.
fn by_size(groups: &[usize]) -> BTreeMap<usize, usize> {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for &group in groups {
        *sizes.entry(group).or_default() += 1;
    }
    let mut names: Vec<usize> = sizes.keys().copied().collect();
    names.sort_by_key(|name| std::cmp::Reverse(sizes[name]));
    names.into_iter().zip(0..).collect()
}

#[cfg(test)]
mod tests {
    use mossa_kernel::Side;

    use super::*;

    fn game(first: i64, second: i64, winner: Option<Side>, pair: Option<i64>) -> Played {
        Played { spec: 1, first, second, winner, pair: pair.map(|pair| (1, pair)) }
    }

    #[test]
    fn groups_and_tallies_are_told() {
        let mut field = Field::default();
        for pair in 0..10 {
            field.add(game(7, 8, Some(Side::First), Some(pair)));
            field.add(game(
                8,
                7,
                Some(if pair < 5 { Side::First } else { Side::Second }),
                Some(pair),
            ));
        }
        field.add(game(8, 9, None, Some(99))); // The other half was never played.
        field.add(game(5, 5, Some(Side::First), None));
        field.add(game(3, 4, None, None));
        assert_eq!((field.games(), field.alone), (22, 1));
        let ranking = field.rank();
        let standing = |player| ranking.standings.iter().find(|s| s.player == player).unwrap();
        let seven = standing(7);
        assert_eq!((seven.wins, seven.draws, seven.losses, seven.group), (15, 0, 5, 0));
        assert!(seven.rating > standing(8).rating && seven.error.is_some());
        assert_eq!((ranking.groups, standing(3).group, standing(9).group), (2, 1, 0));
        assert!(ranking.first_move.unwrap() > 50.0);
        assert_eq!(field.rank(), ranking, "the same games, the same numbers");
    }

    #[test]
    fn nobody_is_ranked_without_games() {
        let ranking = Field::default().rank();
        assert_eq!((ranking.standings.len(), ranking.first_move), (0, None));
    }
}
