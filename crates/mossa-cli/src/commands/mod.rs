//! The commands, one file each.

mod choose;
mod contest;
mod games;
mod moves;
mod perft;
mod play;
mod players;
mod show;

pub use choose::Choose;
pub use contest::Match;
pub use games::Games;
pub use moves::Moves;
pub use perft::Perft;
pub use play::Play;
pub use players::Players;
pub use show::Show;
