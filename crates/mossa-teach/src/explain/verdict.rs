//! Who wins, in a sentence or two.

use mossa_kernel::{Exact, GameResult, Side, Value};

use super::names;

/// A chance to win this far from one half is more than a slight advantage, and this far a great one.
const CLEAR: f64 = 0.15;
const GREAT: f64 = 0.35;

/// Chances this near to one half are called even.
const EVEN: f64 = 0.04;

/// Who wins, and how sure that is.
pub(super) fn words(value: &Value, mover: Side, depth: u32) -> String {
    match value {
        Value::Exact(exact) => proven(exact, mover),
        Value::Estimate(estimate) => {
            let chance = crate::chance(value);
            let lead = chance - 0.5;
            let ahead = names::side(if lead > 0.0 { mover } else { !mover });
            let how = match lead.abs() {
                lead if lead <= EVEN => "The chances look even".to_owned(),
                lead if lead < CLEAR => format!("{ahead} looks slightly better"),
                lead if lead < GREAT => format!("{ahead} looks clearly better"),
                _ => format!("{ahead} looks close to winning"),
            };
            let number = match estimate.winning_chance {
                Some(chance) => format!(
                    ", with a chance of about {:.0} % for {}",
                    (100.0 * chance).clamp(1.0, 99.0),
                    names::side(mover)
                ),
                None => String::new(),
            };
            format!(
                "{how}{number}. This is a belief, not a proof: the engine looked {} ahead.",
                names::counted(depth, "move")
            )
        }
    }
}

fn proven(exact: &Exact, mover: Side) -> String {
    let (m, other) = (names::side(mover), names::side(!mover));
    let margin = exact.margin.filter(|&margin| margin != 0).map(i32::unsigned_abs);
    let by = margin.map_or(String::new(), |margin| format!(" by {margin} discs"));
    let at_most = if exact.at_most { "at most " } else { "" };
    match (exact.result, exact.plies) {
        (GameResult::Draw, _) => {
            "Nobody wins if both sides play right: a draw. This is proven.".to_owned()
        }
        (GameResult::Win, Some(1)) => format!("{m} is to move and wins at once."),
        (GameResult::Win, plies) => {
            let length = plies.map_or(String::new(), |plies| {
                format!(
                    " It takes {at_most}{plies} moves, both sides' together, {} of them {m}'s.",
                    plies.div_ceil(2)
                )
            });
            format!("{m} is to move and wins{by}, whatever {other} does. This is proven.{length}")
        }
        (GameResult::Loss, plies) => {
            let length = plies.map_or(String::new(), |plies| {
                format!(
                    " {m} can hold out for {}.",
                    names::counted(plies, &format!("{at_most}more move"))
                )
            });
            let length = if exact.at_most { String::new() } else { length };
            format!(
                "{m} is to move and loses{by} if {other} plays right, whatever {m} does. This is \
                 proven.{length}"
            )
        }
    }
}
