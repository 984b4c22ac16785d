//! The workbench: play and analyze every game in the browser.
//!
//! Pages are rendered here and boards are drawn by `mossa-draw`; a page holds a little plain
//! JavaScript that asks for positions and listens to what the engine finds. All files are part of
//! the program.
//!
//! | file | what |
//! |---|---|
//! | `server` | connections: how many, how slow, until when |
//! | `guard` | who may ask: hosts, origins, the token, how much work at once |
//! | `routes` | which address is answered by what |
//! | `request`, `refusal` | what is asked, and how it is refused |
//! | `view`, `patch` | a position as the page shows it, or only what has changed |
//! | `thinking` | searches: so many at once, the others wait in line |
//! | `analysis`, `review`, `explain` | what the engine finds, as it finds it, and in words |
//! | `tables` | games being played: seats, clocks, bots, everybody who watches |
//! | `paste` | what a pasted text may be |
//! | `pages`, `assets` | pages, style sheets and scripts |
//! | `fuzz` | tests: requests, orders and texts that nobody thought of |

mod analysis;
mod assets;
mod explain;
#[cfg(test)]
mod fuzz;
mod guard;
mod pages;
mod paste;
mod patch;
mod refusal;
mod request;
mod review;
mod routes;
mod server;
mod tables;
mod thinking;
mod view;

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

pub use server::{ServeError, serve};

/// How the workbench is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub address: SocketAddr,
    /// What a browser must know to be let in; demanded wherever others could reach us.
    pub token: Option<String>,
    /// Where games are stored; `None` stores nothing.
    pub data: Option<PathBuf>,
}

/// All that requests share.
struct App {
    options: Options,
    searches: thinking::Searches,
    tables: tables::Tables,
    store: Option<mossa_store::Store>,
    guard: guard::Guard,
}

/// A handle to it.
type Shared = Arc<App>;
