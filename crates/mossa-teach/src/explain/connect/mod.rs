//! Connect X: winning cells that hang in the air, and who runs out of harmless moves.
//!
//! | file | what |
//! |---|---|
//! | `parity`, `hanging` | who runs out of harmless moves, what becomes of winning cells |
//! | `doubts` | what speaks against a move that sounds good |
//! | `prevent`, `making` | why the loser does not take the cells that decide, and how the winner does |
//! | `squeeze` | who has no choice left |

mod doubts;
pub(super) mod hanging;
#[cfg(test)]
mod hanging_tests;
mod making;
pub(super) mod parity;
mod prevent;
mod squeeze;
