//! Which of several equal columns comes first.

use mossa_games::connect::Spec;
use mossa_kernel::keys::mix;

/// A number for each column, too small to matter but among equals. Seed 0 has none: equal columns are
/// tried from left to right then.
pub(super) fn ties(spec: Spec, seed: u64) -> Vec<i32> {
    let tie = |column| if seed == 0 { 0 } else { (mix(seed ^ mix(column)) % 2) as i32 };
    (1..=u64::from(spec.columns())).map(tie).collect()
}
