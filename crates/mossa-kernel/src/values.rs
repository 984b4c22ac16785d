//! Values among each other: which is better, and how one looks from the other side.

use crate::{Estimate, Exact, GameResult, Outcome, Side, Value};

/// A number that is greater for a better value: wins above all, the sooner or the higher the better.
pub fn rank(value: &Value) -> f64 {
    /// Above every score that is only believed, and every distance.
    const PROVEN: f64 = 1e12;
    match value {
        Value::Estimate(estimate) => estimate.score,
        Value::Exact(exact) => {
            let later = f64::from(exact.plies.unwrap_or(0));
            let margin = f64::from(exact.margin.unwrap_or(0));
            match exact.result {
                GameResult::Win => PROVEN - later + margin,
                GameResult::Draw => 0.0,
                GameResult::Loss => later - PROVEN + margin,
            }
        }
    }
}

/// What a move is worth that leads to a position of this value for the other side.
pub fn of_move(value: &Value) -> Value {
    match *value {
        Value::Estimate(Estimate { score, winning_chance }) => Value::Estimate(Estimate {
            // Not -0, which would be shown.
            score: 0.0 - score,
            winning_chance: winning_chance.map(|chance| 1.0 - chance),
        }),
        Value::Exact(exact) => Value::Exact(Exact {
            result: match exact.result {
                GameResult::Win => GameResult::Loss,
                GameResult::Draw => GameResult::Draw,
                GameResult::Loss => GameResult::Win,
            },
            plies: exact.plies.map(|plies| plies + 1),
            margin: exact.margin.map(|margin| -margin),
            ..exact
        }),
    }
}

/// What a move is worth that ended the game, to the side that played it.
pub fn of_last_move(outcome: Outcome, mover: Side) -> Value {
    let (result, sign) = match outcome.winner {
        None => (GameResult::Draw, 0),
        Some(winner) if winner == mover => (GameResult::Win, 1),
        Some(_) => (GameResult::Loss, -1),
    };
    let margin = outcome.margin.filter(|_| sign != 0).map(|margin| sign * i32::from(margin));
    let plies = (sign != 0 && margin.is_none()).then_some(1);
    Value::Exact(Exact { result, plies, at_most: false, margin })
}

/// Whether a value is proven.
pub fn is_exact(value: &Value) -> bool {
    matches!(value, Value::Exact(_))
}

/// Whether a value is a proven win.
pub fn is_win(value: &Value) -> bool {
    matches!(value, Value::Exact(Exact { result: GameResult::Win, .. }))
}

/// Whether two proven values are the same, also in distance and margin.
pub fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Exact(a), Value::Exact(b)) => {
            (a.result, a.plies, a.margin.unwrap_or(0)) == (b.result, b.plies, b.margin.unwrap_or(0))
        }
        _ => false,
    }
}

/// Whether a value says of a move if it is as good as the best: a loss in at most as many plies as the
/// best move holds out may be one that comes sooner.
pub fn tells_beside(value: &Value, best: &Value) -> bool {
    let Value::Exact(exact) = value else { return false };
    !exact.at_most || !is_same(value, best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_margin(margin: i32) -> Value {
        let result = if margin > 0 { GameResult::Win } else { GameResult::Loss };
        Value::Exact(Exact { result, plies: None, at_most: false, margin: Some(margin) })
    }

    #[test]
    fn a_loss_that_may_come_sooner_is_not_yet_the_best() {
        let loss = |plies, at_most| {
            let (result, plies) = (GameResult::Loss, Some(plies));
            Value::Exact(Exact { result, plies, at_most, margin: None })
        };
        let best = loss(34, false);
        assert!(tells_beside(&loss(34, false), &best));
        assert!(!tells_beside(&loss(34, true), &best));
        assert!(tells_beside(&loss(32, true), &best), "worse in any case");
        assert!(tells_beside(&loss(34, true), &Value::exact(GameResult::Draw, None)));
        assert!(!tells_beside(&Value::score(-3.0), &best));
    }

    #[test]
    fn better_values_rank_higher() {
        let win = |plies| Value::exact(GameResult::Win, Some(plies));
        let loss = |plies| Value::exact(GameResult::Loss, Some(plies));
        let draw = Value::exact(GameResult::Draw, None);
        let falling =
            [win(1), win(3), Value::score(5e5), Value::score(0.5), draw, loss(8), loss(2)];
        for pair in falling.windows(2) {
            assert!(rank(&pair[0]) > rank(&pair[1]), "{pair:?}");
        }
        for pair in [by_margin(14), by_margin(2), draw, by_margin(-2), by_margin(-64)].windows(2) {
            assert!(rank(&pair[0]) > rank(&pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let loss = Value::exact(GameResult::Loss, Some(4));
        assert_eq!(of_move(&loss), Value::exact(GameResult::Win, Some(5)));
        assert_eq!(of_move(&by_margin(-6)), by_margin(6));
        assert!(is_same(&of_move(&by_margin(-6)), &by_margin(6)));
        assert!(!is_same(&by_margin(4), &by_margin(6)));
        assert!(!is_same(&Value::score(1.0), &Value::score(1.0)), "beliefs are never the same");
    }
}
