//! Matches: who meets whom from which opening, under which clock, and what it says about them.
//!
//! Games come in pairs: each opening is played twice with sides swapped, so that luck of the
//! opening cancels out. The referee trusts nobody: a move that is illegal, late or missing loses the
//! game, the match goes on, and the fault is counted. Nothing here prints or reads a clock of its
//! own.

mod contest;
mod openings;
mod referee;
mod turns;

pub use contest::{Contest, FinishedGame, Progress, Standing};
pub use openings::{OpeningError, RandomOpenings, read_openings};
pub use referee::{Clock, Faults, Limits};
