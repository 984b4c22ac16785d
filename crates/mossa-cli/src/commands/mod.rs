//! The commands, one file each.

mod analyze;
mod archive;
mod bench;
pub mod book;
mod choose;
mod contest;
mod explain;
mod games;
mod moves;
mod page;
mod perft;
mod play;
mod players;
mod rank;
mod review;
mod show;
mod solve;
mod suite;

pub use analyze::Analyze;
pub use archive::Archive;
pub use bench::Bench;
pub use book::Book;
pub use choose::Choose;
pub use contest::Match;
pub use explain::Explain;
pub use games::Games;
pub use moves::Moves;
pub use page::Page;
pub use perft::Perft;
pub use play::Play;
pub use players::Players;
pub use rank::Rank;
pub use review::ReviewGame;
pub use show::Show;
pub use solve::Solve;
pub use suite::Suite;
