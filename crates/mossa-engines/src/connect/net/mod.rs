//! A small network that judges positions, trained on games of the engine against itself.
//!
//! ```text
//!   weights   what was learned, from a file     judge   sums kept up to date from move to move
//!   layout    which windows share what was learned
//! ```
//!
//! A window that somebody can still complete has a *look*: whose stones are in it, and where. To each
//! look of each window belongs a list of numbers, and these are added up over all windows. Two small
//! layers turn the sums, and what is known about the end of the game, into odds. All numbers are
//! integers, so that every machine comes to the same result. How it was trained, and what it is
//! worth, is told in `docs/connect-net.md`.

mod judge;
mod layout;
#[cfg(test)]
mod tests;
mod weights;

pub(super) use self::{judge::Judge, weights::Weights};

/// How many sums there are.
const WIDTH: usize = 32;

/// How many numbers each of the two layers has.
const HIDDEN: usize = 16;

/// How many answers to "who wins in the end?" the first layer is told.
pub(super) const ENDS: usize = 3;

/// What stands for 1 among the sums and the numbers of a layer.
const ONE: i32 = 64;

/// What stands for 1 among the weights of a layer.
const WEIGHT_ONE: i32 = 256;

/// No number that enters a layer is larger, and no weight: [`WIDTH`] products stay far below 2³¹.
const LARGEST_INPUT: i16 = 4095;
const LARGEST_WEIGHT: i16 = 4095;

/// Nor is anything larger that a layer begins with; at most six such numbers come together.
const LARGEST_BIAS: i32 = 1 << 26;

/// No estimate is further from zero: it is never surer than twenty logits.
const MOST_SURE: i32 = 2000;
