//! What the instruments share: positions drawn by seed, CPU time and medians, and the one peer that
//! several of them ask.

pub mod measurement;
pub mod minimax_peer;
pub mod positions;
