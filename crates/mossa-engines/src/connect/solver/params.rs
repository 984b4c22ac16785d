//! The numbers of the solver, found by counting nodes on hard positions; see `docs/connect-solver.md`.

use mossa_games::connect::Spec;
use mossa_kernel::keys::mix;

/// What can be tuned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    /// What a move promises for each cell where its side could complete a line next.
    pub(super) playable: u32,
    /// For each such cell that is one above a playable one.
    pub(super) one_higher: u32,
    /// For each such cell anywhere, the others included.
    pub(super) anywhere: u32,
    /// From positions with at most so many stones on, it pays to look for mirror images.
    mirrored_from: i32,
    /// So many stones later, mirror images do not meet any more.
    mirrored_for: i32,
}

impl Params {
    pub(super) const BEST: Self =
        Self { playable: 1, one_higher: 2, anywhere: 2, mirrored_from: 4, mirrored_for: 18 };

    /// Up to how many stones positions are the same as their mirror image, when the search begins
    /// with so many.
    pub(super) fn mirrored_until(&self, stones: i32) -> i32 {
        if stones <= self.mirrored_from { stones + self.mirrored_for } else { -1 }
    }
}

/// Preferences are less than this.
pub(super) const PREFERENCES: u32 = 1024;

/// How welcome a stone on a cell is among equals: the center comes first, then the higher row. Threads
/// other than the first mix in a preference of their own, so that they do not all do the same.
#[inline]
pub(super) fn preference(spec: Spec, bit: u32, thread: u32) -> u32 {
    let (column, row) = (bit / (spec.rows() + 1), bit % (spec.rows() + 1));
    let from_center = (2 * column + 1).abs_diff(spec.columns());
    let whim = if thread == 0 { 0 } else { mix(u64::from(column) << 8 | u64::from(thread)) % 3 };
    (spec.columns() - from_center + whim as u32) * spec.rows() + row
}
