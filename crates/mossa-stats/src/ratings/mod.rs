//! Ratings of a whole field: one number a player, from all games at once.
//!
//! The model is that of Bradley and Terry, with a term for the first move:
//!
//! ```text
//! expected score of the first player = 1 / (1 + 10^((second - first - first_move) / 400))
//! ```
//!
//! and the ratings are those that make all results likeliest, a draw counting as half a win and
//! half a loss. They do not depend on the order of the games. Ratings are differences: they compare
//! players of one *group* only, those whom games connect, directly or through others.

mod bootstrap;
mod fit;
mod games;
mod groups;
mod solve;

use games::Ledger;

pub use bootstrap::{RatingErrors, rating_errors, rating_errors_repeated};

use crate::Score;

/// One game between two players, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatedGame {
    /// Who moved first.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// The result, seen by the first.
    pub score: Score,
}

/// A round that was played several times, with the same results.
///
/// Many games between few players are few different rounds, and what takes time here is rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated<R> {
    /// The round.
    pub round: R,
    /// How often.
    pub times: u64,
}

/// Rounds that were played once each.
fn once<R: AsRef<[RatedGame]>>(rounds: &[R]) -> Vec<Repeated<&[RatedGame]>> {
    rounds.iter().map(|round| Repeated { round: round.as_ref(), times: 1 }).collect()
}

/// How ratings are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingSettings {
    /// Whether the advantage of the first move is estimated too, or taken to be nothing.
    pub has_first_move: bool,
    /// Draws that are added for any two players who met, half of them with each moving first.
    ///
    /// With 0 the ratings are plain maximum likelihood, and there are none where somebody won
    /// (or lost) every game; a little keeps them finite.
    pub prior_draws: f64,
    /// A player whose rating is given; others of the same group are rated relative to this one.
    /// Without an anchor, the mean of a group is 0.
    pub anchor: Option<Anchor>,
}

impl Default for RatingSettings {
    /// With the first move, a tenth of a draw, and no anchor.
    fn default() -> Self {
        Self { has_first_move: true, prior_draws: 0.1, anchor: None }
    }
}

/// A player whose rating is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The player's number.
    pub player: usize,
    /// The player's rating.
    pub rating: f64,
}

/// The ratings of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Elo by player.
    pub ratings: Vec<f64>,
    /// What the first move is worth in Elo; `None` where that was not asked, and without games.
    pub first_move: Option<f64>,
    /// The group of each player, named by the smallest number in it. Ratings of different groups
    /// cannot be compared.
    pub groups: Vec<usize>,
}

/// Games that cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// A game or the anchor names a player that is not there.
    #[error("expected a player below {players}, not {player}")]
    UnknownPlayer {
        /// The number that was given.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// A game names one player twice.
    #[error("expected two players, not player {player} against itself")]
    AgainstItself {
        /// The number that was given.
        player: usize,
    },
    /// The settings hold a number that makes no sense.
    #[error("expected a prior of 0 draws or more and a finite anchor")]
    Settings,
    /// The likeliest ratings are infinite or not unique.
    #[error(
        "the games do not determine the ratings: somebody won or lost them all, or moved first in \
         them all; a prior of a few draws helps"
    )]
    Undetermined,
}

/// Rates the players `0..players`.
///
/// Rounds are what belongs together: pairs with sides swapped, or single games. That makes no
/// difference here, but it does for [`rating_errors`].
///
/// A player without games forms a group alone, and is rated 0 or as the anchor says. The time
/// needed grows with the cube of the number of players.
///
/// # Errors
/// Refuses players out of range or against themselves and senseless settings, and says where games
/// are too few or too one-sided.
pub fn rate<R: AsRef<[RatedGame]>>(
    players: usize,
    rounds: &[R],
    settings: &RatingSettings,
) -> Result<Ratings, RatingError> {
    rate_repeated(players, &once(rounds), settings)
}

/// As [`rate`], where equal rounds are counted and not listed.
///
/// # Errors
/// Those of [`rate`].
pub fn rate_repeated<R: AsRef<[RatedGame]>>(
    players: usize,
    rounds: &[Repeated<R>],
    settings: &RatingSettings,
) -> Result<Ratings, RatingError> {
    check(players, rounds, settings)?;
    let games = Ledger::new(rounds, settings.prior_draws).played();
    let groups = groups::groups(players, &games);
    fit::fit(&games, groups, settings, None)
}

fn check<R: AsRef<[RatedGame]>>(
    players: usize,
    rounds: &[Repeated<R>],
    settings: &RatingSettings,
) -> Result<(), RatingError> {
    let is_number = settings.prior_draws.is_finite() && settings.prior_draws >= 0.0;
    if !is_number || settings.anchor.is_some_and(|anchor| !anchor.rating.is_finite()) {
        return Err(RatingError::Settings);
    }
    let games = || rounds.iter().flat_map(|round| round.round.as_ref());
    if let Some(game) = games().find(|game| game.first == game.second) {
        return Err(RatingError::AgainstItself { player: game.first });
    }
    let named = games().flat_map(|game| [game.first, game.second]);
    let mut all = named.chain(settings.anchor.map(|anchor| anchor.player));
    match all.find(|&player| player >= players) {
        Some(player) => Err(RatingError::UnknownPlayer { player, players }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
