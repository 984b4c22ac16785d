//! The commands, one file each.

mod games;
mod moves;
mod perft;
mod show;

pub use games::Games;
pub use moves::Moves;
pub use perft::Perft;
pub use show::Show;
