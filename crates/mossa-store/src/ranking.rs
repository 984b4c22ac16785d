//! Who is how strong, by the results of stored games.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use crate::{Archive, Filter, Played, StoreError};
use mossa_stats::{
    RatedGame, RatingSettings, Repeated, Score, rate_repeated, rating_errors_repeated,
};

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
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// In Elo; the mean of a group is 0.
    pub rating: Option<f64>,
    /// Half the width of a 95 % interval.
    pub error: Option<f64>,
    /// Players of different groups cannot be compared; 0 is the largest group.
    pub group: usize,
}

impl Standing {
    /// How many games it played.
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
    /// Everybody, in no order.
    pub standings: Vec<Standing>,
    /// How many groups there are.
    pub groups: usize,
    /// What the first move is worth in Elo, and how sure that is.
    pub first_move: Option<f64>,
    /// Half the width of a 95 % interval of that.
    pub first_move_error: Option<f64>,
}

/// The players of one game and its rules, rated.
pub struct Sheet {
    /// Which game, in canonical form.
    pub spec: String,
    /// Its games.
    pub field: Field,
    /// Who is how strong.
    pub ranking: Ranking,
    /// How long the players could think, each once.
    pub limits: Vec<String>,
}

/// What standings are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The players' names.
    Name,
    /// Most wins first.
    Wins,
    /// Most losses first.
    Losses,
    /// Most draws first.
    Draws,
    /// Highest rating first, group by group.
    Rating,
}

impl By {
    /// All of them, by the names that scripts use.
    pub const ALL: [(&'static str, Self); 5] = [
        ("name", Self::Name),
        ("wins", Self::Wins),
        ("losses", Self::Losses),
        ("draws", Self::Draws),
        ("rating", Self::Rating),
    ];
}

/// One sheet a spec, the one with most games first.
///
/// # Errors
/// Says why the games cannot be read.
pub fn sheets(archive: &Archive, filter: &Filter) -> Result<Vec<Sheet>, StoreError> {
    let mut fields: HashMap<i64, Field> = HashMap::new();
    archive.each_result(filter, |played| fields.entry(played.spec).or_default().add(played))?;
    let specs: HashMap<i64, String> = archive.specs()?.into_iter().collect();
    let mut sheets = Vec::new();
    for (number, field) in fields.into_iter().filter(|(_, field)| field.games() > 0) {
        let spec = specs.get(&number).cloned().unwrap_or_default();
        let limits = archive.limits(&Filter { spec: Some(spec.clone()), ..filter.clone() })?;
        sheets.push(Sheet { spec, ranking: field.rank(), field, limits });
    }
    sheets.sort_by(|a, b| b.field.games().cmp(&a.field.games()).then(a.spec.cmp(&b.spec)));
    Ok(sheets)
}

impl Ranking {
    /// The standings in an order; `names` tells the players' names by their numbers.
    pub fn sorted<'s>(&'s self, by: By, names: &HashMap<i64, String>) -> Vec<&'s Standing> {
        let mut standings: Vec<&Standing> = self.standings.iter().collect();
        standings.sort_by_key(|standing| names.get(&standing.player));
        match by {
            By::Name => {}
            By::Wins => standings.sort_by_key(|standing| Reverse(standing.wins)),
            By::Losses => standings.sort_by_key(|standing| Reverse(standing.losses)),
            By::Draws => standings.sort_by_key(|standing| Reverse(standing.draws)),
            By::Rating => standings.sort_by(|a, b| {
                let rating = |standing: &Standing| standing.rating.unwrap_or(f64::NEG_INFINITY);
                a.group.cmp(&b.group).then(rating(b).total_cmp(&rating(a)))
            }),
        }
        standings
    }
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
    names.sort_by_key(|name| Reverse(sizes[name]));
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
