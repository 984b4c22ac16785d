//! The durable memory: finished games, and what they taught, in one SQLite file, which survives whatever happens to us.
//!
//! Writing goes through a [`Store`]: one thread that puts the games of a few milliseconds into one
//! transaction. A game counts as stored when its [`Ticket`] says so, and then it is on the disk.
//! Reading goes through an [`Archive`], a connection of its own that cannot write. Whoever takes
//! games in from files or takes some out is an [`Editor`]. Many processes may do all of this at
//! once.
//!
//! A file that is not ours, that is newer than we are or damaged is never written to: a
//! [`StoreError`] says what is wrong, where, and what to do.

mod archive;
mod edit;
mod error;
mod experience;
mod filter;
mod folder;
mod game;
mod insert;
pub mod ranking;
mod schema;
mod store;

pub use archive::{Archive, Played};
pub use edit::{Editor, Taken};
pub use error::StoreError;
pub use experience::{Known, Lore};
pub use filter::{Filter, Finish, Order};
pub use folder::{FOLDER_VARIABLE, data_folder, file_in};
pub use game::{NewGame, Origin, StoredGame, Summary, Uuid};
pub use store::{Store, Ticket};
