//! m,n,k-games: threats, what they force, and how every attack is met.
//!
//! | file | what |
//! |---|---|
//! | `remedy` | what the other side threatens, and what the best move does about it |
//! | `proof` | what is proven by pairs of cells |
//! | `blocks` | which stones take a prepared double threat away |
//! | `uses` | what a quiet move is for in the line that is told |
//! | `beside` | moves that look as good as the preferred one |
//! | `purpose`, `compared` | whose way a move is in, and why not another with the same purpose |
//! | `asked` | which other moves a player would ask about |
//! | `leaves` | how two moves differ on the board at once |
//! | `prospects` | what the engine counts at the end of a line |
//! | `natural`, `threatened` | which moves come to mind, and what the winner threatens now |
//! | `course` | a line in one sentence, with what forces what |
//! | `room` | what room there is, and what stands ready |
//! | `played_out` | games played on to the end |
//! | `draws`, `guard`, `pairs` | how every attack is met |
//! | `holding`, `recipe` | which answers hold a draw, and a line that keeps to them |
//! | `weighed` | what is counted after each move, and which counts tell |
//! | `theirs` | what the other side could do, and how a line stands where it stops |
//! | `losses` | what happens after the moves that lose |
//! | `standing` | what the winner has now |
//! | `settle` | where a line that is told may end |
//! | `repeats` | what the reasons have told is not told again in the table |

mod asked;
pub(super) mod beside;
pub(super) mod blocks;
mod compared;
mod course;
mod draws;
mod guard;
mod holding;
pub(super) mod leaves;
mod losses;
#[cfg(test)]
mod losses_tests;
pub(super) mod natural;
#[cfg(test)]
mod natural_tests;
pub(super) mod pairs;
#[cfg(test)]
mod plans_tests;
pub(super) mod played_out;
mod proof;
pub(super) mod prospects;
#[cfg(test)]
mod prospects_tests;
pub(super) mod purpose;
mod recipe;
mod remedy;
pub(super) mod repeats;
mod room;
mod settle;
pub(super) mod standing;
mod theirs;
pub(super) mod threatened;
mod uses;
#[cfg(test)]
mod uses_tests;
pub(super) mod weighed;
#[cfg(test)]
mod weighed_tests;
