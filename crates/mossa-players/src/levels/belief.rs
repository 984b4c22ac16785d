//! What a level believes a move is worth, as a chance to win.

use mossa_kernel::{Estimate, Exact, GameResult, Value};
use mossa_search::Score;

use super::{looks::Candidate, table::Strength};

/// A win or loss that lies a ply beyond what is seen is felt only to this part, one two plies beyond
/// to this part of that, and so on: what is built up shows before it can be counted out.
const FELT: f64 = 0.6;

/// What a ply is worth to somebody who sees a win or loss coming: sooner is better, or later.
const PLY: f64 = 0.005;

/// Distances beyond this are all the same.
const FARTHEST: u32 = 40;

/// With so many discs more, to somebody who looks at nothing else, the odds to win are e to 1.
const DISCS: f64 = 8.0;

/// Who looks so far ahead counts discs at the end exactly.
const COUNTING_DEPTH: usize = 4;

/// How much of the chance to win it is worth to win by one disc more.
const DISC: f64 = 0.1 / 64.0;

/// How somebody of some strength sees a position.
pub(super) struct Eyes<'s> {
    strength: &'s Strength,
    /// Whether threats to win in one are not seen this time.
    is_blind: bool,
    /// The chance that the position seems to offer as long as no win or loss is seen.
    base: f64,
}

impl<'s> Eyes<'s> {
    /// To see a position with whose moves a first look gave these values.
    pub(super) fn new<'v>(
        strength: &'s Strength,
        is_blind: bool,
        values: impl Iterator<Item = &'v Value>,
    ) -> Self {
        let open = values.filter_map(|value| match value {
            Value::Estimate(estimate) => Some(believed(estimate, strength.unit)),
            Value::Exact(_) => None,
        });
        let base = open.max_by(f64::total_cmp).unwrap_or(0.5);
        Self { strength, is_blind, base }
    }

    /// Whether threats to win in one are not seen this time. Who sees them does something about them.
    pub(super) fn is_blind(&self) -> bool {
        self.is_blind
    }

    /// The chance to win that a move seems to offer to somebody who follows it so many plies.
    pub(super) fn chance(&self, candidate: &Candidate, depth: usize) -> f64 {
        let value = candidate.value(depth);
        let chance = match value {
            _ if self.is_blind && is_lost_at_once(value) => self.base,
            Value::Exact(exact) => self.proven(exact, depth),
            Value::Estimate(estimate) => believed(estimate, self.strength.unit),
        };
        let impression = candidate.impression.unwrap_or(chance);
        chance + (impression - chance) * self.strength.naive
    }

    fn proven(&self, exact: &Exact, depth: usize) -> f64 {
        let sign = match exact.result {
            GameResult::Win => 1.0,
            GameResult::Draw => return 0.5,
            GameResult::Loss => -1.0,
        };
        match (exact.plies, exact.margin) {
            (Some(plies), _) => self.distant(sign, plies, depth),
            (None, Some(margin)) if depth < COUNTING_DEPTH => by_discs(margin),
            (None, margin) => {
                let discs = margin.unwrap_or(0).unsigned_abs().min(64);
                0.5 + sign * (0.4 + DISC * f64::from(discs))
            }
        }
    }

    /// A win or loss in so many plies. A look of some plies sees one ply further: whether the side to
    /// move there wins at once.
    fn distant(&self, sign: f64, plies: u32, depth: usize) -> f64 {
        let certain = 0.5 + sign * (0.5 - PLY * f64::from(plies.min(FARTHEST)));
        let beyond = plies.saturating_sub(depth as u32 + 1).min(FARTHEST);
        self.base + (certain - self.base) * FELT.powi(beyond.cast_signed())
    }
}

fn believed(estimate: &Estimate, unit: Option<f64>) -> f64 {
    if estimate.score.abs() > f64::from(Score::LARGEST_ESTIMATE) {
        // A win or loss with some moves not looked at: as good as certain.
        return if estimate.score > 0.0 { 1.0 - PLY } else { PLY };
    }
    match (unit, estimate.winning_chance) {
        (Some(unit), _) => logistic(estimate.score / unit),
        (None, Some(chance)) => chance,
        (None, None) => 0.5,
    }
}

/// The chance to win of somebody who has so many discs more and looks at nothing else.
pub(super) fn by_discs(difference: i32) -> f64 {
    logistic(f64::from(difference) / DISCS)
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// A chance as a value, for whoever asks what the level saw.
pub(super) fn as_value(chance: f64) -> Value {
    let chance = chance.clamp(0.001, 0.999);
    let score = (100.0 * (chance / (1.0 - chance)).ln()).round() + 0.0;
    Value::Estimate(Estimate { score, winning_chance: Some(chance) })
}

/// Whether a win or loss lies beyond a look of so many plies.
pub(super) fn is_beyond(value: &Value, depth: usize) -> bool {
    matches!(value, Value::Exact(Exact { plies: Some(plies), .. }) if *plies as usize > depth + 1)
}

/// Whether the move wins on the spot.
pub(super) fn is_won_at_once(value: &Value) -> bool {
    matches!(value, Value::Exact(Exact { result: GameResult::Win, plies: Some(1), .. }))
}

/// Whether the other side wins with its next move, or has won.
pub(super) fn is_lost_at_once(value: &Value) -> bool {
    matches!(value, Value::Exact(Exact { result: GameResult::Loss, plies: Some(..=2), .. }))
}
