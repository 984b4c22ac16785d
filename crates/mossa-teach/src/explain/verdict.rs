//! Who wins, in a sentence or two.

use mossa_kernel::{Estimate, Exact, GameResult, Side, Value};

use super::{Findings, names};

/// A chance to win this far from one half is more than a slight advantage, and this far a great one.
pub(super) const CLEAR: f64 = 0.2;
const GREAT: f64 = 0.35;

/// Chances this near to one half are called even.
pub(super) const EVEN: f64 = 0.04;

/// Who wins, and how sure that is; `name` is the best move, and a line of `told` moves is told.
pub(super) fn words(findings: &Findings, mover: Side, name: &str, told: usize) -> String {
    let best = findings.best();
    match &best.value {
        Value::Exact(exact) if findings.is_proven => proven(exact, mover),
        Value::Exact(_) => format!(
            "{0} does not lose: it is proven that {name} leads to a draw at least. Whether {0} can win \
             is not known.",
            names::side(mover)
        ),
        Value::Estimate(_) if findings.is_first_impression() => {
            impression(&best.value, mover, best.depth)
        }
        Value::Estimate(estimate) => believed(*estimate, mover, best.depth, told),
    }
}

/// By how much the side to move is ahead, from -0.5 to 0.5, and who is.
pub(super) fn lead(value: &Value, mover: Side) -> (f64, Side) {
    let lead = crate::chance(value) - 0.5;
    (lead, if lead > 0.0 { mover } else { !mover })
}

fn impression(value: &Value, mover: Side, depth: u32) -> String {
    let (lead, ahead) = lead(value, mover);
    let how = if lead.abs() < CLEAR {
        "the chances look about even".to_owned()
    } else {
        format!("{} seems to be ahead", names::side(ahead))
    };
    format!(
        "At first sight {how}. That is no more than a first impression: the engine looked only {} \
         ahead.",
        names::counted(depth, "move")
    )
}

fn believed(estimate: Estimate, mover: Side, depth: u32, told: usize) -> String {
    let (lead, ahead) = lead(&Value::Estimate(estimate), mover);
    let named = if lead.abs() <= EVEN { mover } else { ahead };
    let how = match lead.abs() {
        lead if lead <= EVEN => "The chances look even".to_owned(),
        lead if lead < CLEAR => format!("{} looks slightly better", names::side(named)),
        lead if lead < GREAT => format!("{} looks clearly better", names::side(named)),
        _ => format!("{} looks close to winning", names::side(named)),
    };
    let number = estimate.winning_chance.map_or_else(String::new, |chance| {
        let chance = if named == mover { chance } else { 1.0 - chance };
        let percent = (100.0 * chance).clamp(1.0, 99.0);
        format!(", with a chance of about {percent:.0} % for {}", names::side(named))
    });
    format!(
        "{how}{number}. This is a belief, not a proof: the engine looked {} ahead{}.",
        names::counted(depth, "move"),
        if told > depth as usize { ", and further in some lines" } else { "" }
    )
}

fn proven(exact: &Exact, mover: Side) -> String {
    let (m, other) = (names::side(mover), names::side(!mover));
    let margin = exact.margin.filter(|&margin| margin != 0).map(i32::unsigned_abs);
    let by = margin
        .map_or(String::new(), |margin| format!(" by at least {}", names::counted(margin, "disc")));
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
                    " {m} can hold out for {at_most}{}, both sides' together.",
                    names::counted(plies, "more move")
                )
            });
            format!(
                "{m} is to move and loses{by} if {other} plays right, whatever {m} does. This is \
                 proven.{length}"
            )
        }
    }
}
