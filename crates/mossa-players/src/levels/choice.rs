//! How a level chooses among what it has looked at.

use mossa_games::GameSpec;
use mossa_kernel::{Choice, Game, Move, Outcome, Value};
use rand::{RngExt, rngs::Xoshiro256PlusPlus};

use super::{
    belief::{self, Eyes},
    looks::{Candidate, Looks},
    table::Strength,
};

/// A move whose loss is more than so many times the temperature is never played: nobody of that
/// strength would.
const CUT_OFF: f64 = 3.5;

/// The part of the temperature that is there in the simplest position; the rest comes with how much
/// values change when one looks deeper.
const CALM: f64 = 0.5;

/// Values that change by so much on average, as chances, make a position as complex as most are.
const USUAL_UNREST: f64 = 0.08;

/// How many times the usual counts at most.
const MOST_UNREST: f64 = 2.0;

/// Chooses one move.
pub(super) struct Chooser<'g> {
    pub(super) game: &'g Game,
    pub(super) spec: &'g GameSpec,
    pub(super) strength: &'g Strength,
    pub(super) eyes: Eyes<'g>,
    pub(super) rng: Xoshiro256PlusPlus,
}

/// A move as the level sees it.
struct Seen<'l> {
    candidate: &'l Candidate,
    /// How many plies it was followed.
    depth: usize,
    /// The chance to win that it seems to offer.
    chance: f64,
}

impl Chooser<'_> {
    /// Chooses among what was looked at: at least one move.
    pub(super) fn choose(mut self, looks: &Looks) -> Choice {
        let considered = &looks.candidates[..looks.n_considered];
        let mut seen: Vec<Seen<'_>> =
            considered.iter().map(|candidate| self.see(candidate)).collect();
        let told = |seen: &Seen<'_>| (seen.candidate.mv, seen.value());
        let mut candidates: Vec<(Move, Value)> = seen.iter().map(told).collect();
        if !self.eyes.is_blind() {
            self.keep_sound(&mut seen, &looks.candidates);
        }
        let chosen = self.draw(&seen, self.strength.temperature * self.complexity(considered));
        let Seen { candidate, depth, .. } = seen[chosen];
        if candidates.iter().all(|(mv, _)| *mv != candidate.mv) {
            candidates.push(told(&seen[chosen]));
        }
        Choice {
            mv: candidate.mv,
            value: Some(seen[chosen].value()),
            line: candidate.line.iter().copied().take(depth).collect(),
            nodes: looks.nodes,
            candidates,
        }
    }

    /// Follows a move as far as attention lasts.
    fn see<'l>(&mut self, candidate: &'l Candidate) -> Seen<'l> {
        let reach = self.strength.depth as usize;
        let mut depth = 1;
        while depth < reach && self.rng.random_bool(self.strength.attention) {
            depth += 1;
        }
        Seen { candidate, depth, chance: self.eyes.chance(candidate, depth) }
    }

    /// Leaves only wins on the spot, if there are any, else only moves that do not let the other side
    /// win on the spot, if there are any; even such as were not considered.
    fn keep_sound<'l>(&self, seen: &mut Vec<Seen<'l>>, all: &'l [Candidate]) {
        let wins = |candidate: &Candidate| belief::is_won_at_once(&candidate.values[0]);
        let can_win = all.iter().any(wins);
        let is_sound = |candidate: &Candidate| {
            if can_win { wins(candidate) } else { !self.lets_win(candidate) }
        };
        if seen.iter().any(|seen| is_sound(seen.candidate)) {
            seen.retain(|seen| is_sound(seen.candidate));
        } else if let Some(candidate) = all.iter().find(|candidate| is_sound(candidate)) {
            let chance = self.eyes.chance(candidate, 1);
            *seen = vec![Seen { candidate, depth: 1, chance }];
        }
    }

    /// Whether the other side can win at once after this move.
    fn lets_win(&self, candidate: &Candidate) -> bool {
        if !matches!(self.spec, GameSpec::Othello(_)) {
            return belief::is_lost_at_once(&candidate.values[0]);
        }
        // In Othello values say by how much, not when.
        let mut after = self.game.position().boxed_clone();
        after.play_legal(candidate.mv);
        let other = after.side_to_move();
        let wins = |outcome: Outcome| outcome.winner == Some(other);
        after.outcome().is_some_and(wins)
            || after.moves().into_iter().any(|reply| {
                let mut end = after.boxed_clone();
                end.play_legal(reply);
                end.outcome().is_some_and(wins)
            })
    }

    /// Draws a move: the more it seems to lose against the best, the less likely.
    fn draw(&mut self, seen: &[Seen<'_>], temperature: f64) -> usize {
        let best = seen.iter().map(|seen| seen.chance).fold(f64::MIN, f64::max);
        let weight = |seen: &Seen<'_>| {
            let loss = (best - seen.chance) / temperature;
            if loss > CUT_OFF { 0.0 } else { (-loss).exp() }
        };
        let weights: Vec<f64> = seen.iter().map(weight).collect();
        let mut left = self.rng.random::<f64>() * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        // Rounding: the last that can be drawn.
        weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
    }

    /// How complex a position is, 1 for most: where the first look is right, people err less.
    fn complexity(&self, considered: &[Candidate]) -> f64 {
        if considered.iter().all(|candidate| candidate.values.len() < 2) {
            return 1.0;
        }
        let change = |candidate: &Candidate| {
            let deepest = self.eyes.chance(candidate, candidate.values.len());
            (deepest - self.eyes.chance(candidate, 1)).abs()
        };
        let count = u32::try_from(considered.len()).unwrap_or(u32::MAX);
        let unrest = considered.iter().map(change).sum::<f64>() / f64::from(count);
        CALM + (1.0 - CALM) * (unrest / USUAL_UNREST).min(MOST_UNREST)
    }
}

impl Seen<'_> {
    /// What the level saw.
    fn value(&self) -> Value {
        let value = *self.candidate.value(self.depth);
        if belief::is_beyond(&value, self.depth) { belief::as_value(self.chance) } else { value }
    }
}
