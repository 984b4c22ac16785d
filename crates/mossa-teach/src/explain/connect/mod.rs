//! Connect X: winning cells that hang in the air, and who runs out of harmless moves.
//!
//! | file | what |
//! |---|---|
//! | `parity`, `hanging` | who runs out of harmless moves, what becomes of winning cells |
//! | `heights` | who runs out of them, by the height of a winning cell |
//! | `reasons` | what is said of a proven position, in which order |
//! | `apart` | what the best move does that the worse ones do not |
//! | `doubts` | what speaks against a move that sounds good |
//! | `prevent`, `making` | why the loser does not take the cells that decide, and how the winner does |
//! | `played_out` | where nothing is proven, games played on to the end |
//! | `squeeze` | who has no choice left |

mod apart;
#[cfg(test)]
mod apart_tests;
mod doubts;
pub(super) mod hanging;
#[cfg(test)]
mod hanging_tests;
mod heights;
mod making;
pub(super) mod parity;
mod played_out;
#[cfg(test)]
mod played_out_tests;
mod prevent;
mod reasons;
mod squeeze;

use mossa_kernel::Move;

use crate::explain::names;

/// Moves in a sentence: "column 4", "columns 4, 1 and 2".
fn columns(moves: &[Move]) -> String {
    let named = names::list(moves.iter().map(|mv| (mv.0 + 1).to_string()), "and");
    format!("{} {named}", if moves.len() == 1 { "column" } else { "columns" })
}
