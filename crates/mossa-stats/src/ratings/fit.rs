//! The likeliest ratings: Newton's method on a function without false peaks.
//!
//! The unknowns are the strengths of all players, in units of a factor e between the odds, and
//! behind them the worth of the first move. Games say nothing about where a group as a whole
//! lies, so its sum is held at 0: half its square is taken from the log-likelihood, which moves
//! the peak to the sum 0 without changing any difference.

use super::{Anchor, RatingError, RatingSettings, Ratings, games::Games, solve::Matrix};
use crate::elo::ELO_PER_NAT;

/// Newton's steps; about six are needed, and one-sided games never end.
const STEPS: usize = 60;

/// How often a step that leads down is halved.
const HALVINGS: usize = 40;

/// A step this small in every unknown ends the search; a billionth of an Elo point.
const PRECISION: f64 = 1e-11;

/// Rates players whose groups are known, starting from ratings that may be near.
pub(super) fn fit(
    games: &Games,
    groups: Vec<usize>,
    settings: &RatingSettings,
    start: Option<&Ratings>,
) -> Result<Ratings, RatingError> {
    // Without games there is nothing to tell the worth of the first move from.
    let has_first_move = settings.has_first_move && games.iter().next().is_some();
    let problem = Problem { games, groups: &groups, has_first_move };
    let mut strengths = problem.climb(problem.start(start)).ok_or(RatingError::Undetermined)?;
    let first_move = has_first_move.then(|| strengths.pop()).flatten();
    let mut ratings: Vec<f64> = strengths.iter().map(|strength| strength * ELO_PER_NAT).collect();
    place(&mut ratings, &groups, settings.anchor);
    Ok(Ratings { ratings, first_move: first_move.map(|worth| worth * ELO_PER_NAT), groups })
}

/// Moves every group to where it belongs: its mean to 0, or its anchor to the anchor's rating.
fn place(ratings: &mut [f64], groups: &[usize], anchor: Option<Anchor>) {
    let mut sums = vec![(0.0, 0.0); ratings.len()];
    for (&group, &rating) in groups.iter().zip(ratings.iter()) {
        sums[group].0 += rating;
        sums[group].1 += 1.0;
    }
    let mut shifts: Vec<f64> = sums.iter().map(|&(sum, size)| -sum / f64::max(size, 1.0)).collect();
    if let Some(Anchor { player, rating }) = anchor {
        shifts[groups[player]] = rating - ratings[player];
    }
    for (rating, &group) in ratings.iter_mut().zip(groups) {
        *rating += shifts[group];
    }
    if let Some(Anchor { player, rating }) = anchor {
        // To the last bit: people compare.
        ratings[player] = rating;
    }
}

/// What is to be maximized.
struct Problem<'g> {
    games: &'g Games,
    groups: &'g [usize],
    has_first_move: bool,
}

impl Problem<'_> {
    fn start(&self, ratings: Option<&Ratings>) -> Vec<f64> {
        let first_move = self.has_first_move.then_some(0.0);
        let Some(ratings) = ratings else {
            return self.groups.iter().map(|_| 0.0).chain(first_move).collect();
        };
        let mut elo = ratings.ratings.clone();
        place(&mut elo, self.groups, None);
        elo.extend(ratings.first_move.or(first_move));
        elo.iter().map(|elo| elo / ELO_PER_NAT).collect()
    }

    /// Goes to the peak; `None` where there is none.
    fn climb(&self, mut point: Vec<f64>) -> Option<Vec<f64>> {
        let mut height = self.height(&point);
        for _ in 0..STEPS {
            let mut step = self.newton_step(&point)?;
            if step.iter().all(|change| change.abs() < PRECISION) {
                return Some(point);
            }
            (point, height) = self.advance(&point, height, &mut step)?;
        }
        None
    }

    /// Takes the longest of the step, its half, its quarter … that does not lead down.
    fn advance(&self, point: &[f64], height: f64, step: &mut [f64]) -> Option<(Vec<f64>, f64)> {
        // Near the peak all heights are the same but for rounding.
        let slack = 1e-12 * (1.0 + height.abs());
        for _ in 0..HALVINGS {
            let next: Vec<f64> = point.iter().zip(&*step).map(|(at, change)| at + change).collect();
            let next_height = self.height(&next);
            if next_height >= height - slack {
                return Some((next, next_height));
            }
            for change in &mut *step {
                *change /= 2.0;
            }
        }
        None
    }

    /// The log-likelihood, less what holds the groups.
    fn height(&self, point: &[f64]) -> f64 {
        let likelihood = self.games.iter().map(|(first, second, sum)| {
            let edge = self.edge(point, first, second);
            sum.points * log_logistic(edge) + (sum.weight - sum.points) * log_logistic(-edge)
        });
        let held = self.sums(point).into_iter().map(|sum| sum * sum / 2.0);
        likelihood.sum::<f64>() - held.sum::<f64>()
    }

    fn newton_step(&self, point: &[f64]) -> Option<Vec<f64>> {
        let mut gradient = vec![0.0; point.len()];
        let mut curvature = Matrix::zero(point.len());
        for (first, second, sum) in self.games.iter() {
            let expected = logistic(self.edge(point, first, second));
            let surprise = sum.points - sum.weight * expected;
            let bend = sum.weight * expected * (1.0 - expected);
            let terms = self.terms(first, second);
            for (index, &(row, sign)) in terms.iter().enumerate() {
                gradient[row] += sign * surprise;
                for &(column, other_sign) in &terms[..=index] {
                    curvature.add(row, column, sign * other_sign * bend);
                }
            }
        }
        self.hold(point, &mut gradient, &mut curvature);
        curvature.solve(gradient)
    }

    /// Adds what holds the sum of each group at 0.
    fn hold(&self, point: &[f64], gradient: &mut [f64], curvature: &mut Matrix) {
        let sums = self.sums(point);
        for (row, &group) in self.groups.iter().enumerate() {
            gradient[row] -= sums[group];
            for (column, _) in
                self.groups[..=row].iter().enumerate().filter(|&(_, other)| *other == group)
            {
                curvature.add(row, column, 1.0);
            }
        }
    }

    /// The sum of each group, under the number that names the group.
    fn sums(&self, point: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.groups.len()];
        for (&group, strength) in self.groups.iter().zip(point) {
            sums[group] += strength;
        }
        sums
    }

    /// The unknowns that decide a game, each with its sign.
    fn terms(&self, first: usize, second: usize) -> Vec<(usize, f64)> {
        let first_move = self.has_first_move.then_some((self.groups.len(), 1.0));
        [(first, 1.0), (second, -1.0)].into_iter().chain(first_move).collect()
    }

    /// By how much the first player is ahead.
    fn edge(&self, point: &[f64], first: usize, second: usize) -> f64 {
        let first_move = if self.has_first_move { point[self.groups.len()] } else { 0.0 };
        point[first] - point[second] + first_move
    }
}

/// The score expected of a player who is ahead by `edge`.
fn logistic(edge: f64) -> f64 {
    1.0 / (1.0 + (-edge).exp())
}

/// The logarithm of [`logistic`], with all digits wherever the edge lies.
fn log_logistic(edge: f64) -> f64 {
    edge.min(0.0) - (-edge.abs()).exp().ln_1p()
}
