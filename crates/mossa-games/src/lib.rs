//! The rules of Mossa's games: what a spec means, how moves are written, and for each family a
//! slow, obvious board and the fast ones that are tested against it.
//!
//! The list of families is at the end of this file, one line each: that line is all the rest of the
//! program needs to know a game. Nothing here thinks, prints or reads a clock.

mod games;
mod grid;
mod lines;
mod random;
mod record;
mod spec;
pub mod squares;
pub mod symmetry;
pub mod word;

pub use games::{Family, Form, Labels, Preset, Rules};
pub use record::{Played, Record, RecordError};
pub use spec::{Problem, SpecError, read_number, read_size, split_parameters};

games::games! {
    mnk => Mnk,
    connect => Connect,
    othello => Othello,
    sticks => Sticks,
}
