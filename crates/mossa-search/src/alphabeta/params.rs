//! The numbers of the alpha-beta search, each with what it does.

/// How the search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// How far the first guess of an iteration's score may be off either way before the window is
    /// widened; in units of the game's evaluation.
    pub aspiration: i32,
    /// Aspiration begins at this depth: shallow scores jump.
    pub aspiration_depth: u32,
    /// Positions with fewer plies to go are not looked up in the table, nor remembered: where
    /// evaluation is cheap, the way to memory costs more than it saves.
    pub table_depth: i32,
    /// Threads share out the moves of positions with at least so many plies to go: nearer to the
    /// horizon, to say so takes longer than what is spared.
    pub shared_depth: i32,
    /// From this move of a position on, in order of promise, moves are first searched a ply less
    /// deep; `usize::MAX` for never.
    pub reduce_from: usize,
    /// Positions with fewer plies to go are never reduced.
    pub reduce_depth: i32,
    /// How deep a position with a single legal move is searched, when only a move is wanted.
    pub forced_depth: u32,
    /// By how many plies each look goes deeper than the last when a value is to be proven.
    pub solving_step: u32,
    /// The greatest depth.
    pub deepest: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            aspiration: 40,
            aspiration_depth: 4,
            table_depth: 1,
            shared_depth: 5,
            reduce_from: usize::MAX,
            reduce_depth: 3,
            forced_depth: 4,
            solving_step: 2,
            deepest: 1000,
        }
    }
}

impl Params {
    /// By how many plies a position's move number `number`, counted from 0, is searched less deep at
    /// first.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize) -> i32 {
        if number < self.reduce_from || depth < self.reduce_depth {
            return 0;
        }
        // One ply for the first of them, one more each time their number doubles twice.
        1 + i32::from(number >= 4 * self.reduce_from.max(1) && depth > self.reduce_depth + 2)
    }

    /// These numbers without anything that could miss a shorter win.
    #[must_use]
    pub(super) fn without_reductions(self) -> Self {
        Self { reduce_from: usize::MAX, ..self }
    }
}
