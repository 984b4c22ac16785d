//! What the engine keeps and says is compared with slow, obvious twins.

use mossa_games::{Rules, mnk::Spec};
use proptest::prelude::*;

mod chains;
mod judgment;
mod lines;
mod listing;

fn spec(parameters: &str) -> Spec {
    Spec::parse(parameters).unwrap()
}

/// Any rules on boards with sides of up to `largest`.
fn any_spec(largest: u32) -> impl Strategy<Value = Spec> {
    (1..=largest, 1..=largest, 1..=7_u32, prop::bool::ANY).prop_map(
        |(rows, columns, run, exact)| {
            let run = run.min(rows.max(columns));
            spec(&format!("{rows},{columns},{run}{}", if exact { ",exact" } else { "" }))
        },
    )
}
