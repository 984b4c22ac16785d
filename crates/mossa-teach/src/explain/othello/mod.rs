//! Othello: why a move is better than others, told by corners, by discs that can never be turned again, by
//! squares that are opened and closed, and by moves that are left.
//!
//! | file | what |
//! |---|---|
//! | `discs`, `firm` | what a move does, and discs that can never be turned again |
//! | `counts`, `judged` | what can be counted after a move, and the fewest counts that tell the best moves from all others |
//! | `believed`, `counted`, `objections` | the reasons where nothing is proven, and why not other moves |
//! | `later`, `further` | what goes wrong only later, in lines that are played on |
//! | `tries`, `ends` | what comes of a move on average, when it is played on many times |
//! | `outlook`, `merits`, `options` | why it stands so, what speaks for a proven move, what is as good |
//! | `sum` | the reasons of a proven position in one sentence |
//! | `contenders`, `beginners`, `rivals` | which other moves ask for a word, and why not they |
//! | `parting`, `harm`, `fate` | where lines part, and what goes wrong in them |
//! | `boards` | boards after the best move and another one, side by side |
//! | `besides` | in what else the best move is ahead of all others |
//! | `harvest`, `forced` | corners that are taken some moves later, and whether they could have been kept |
//! | `wanted` | a square that the other side wants, and cannot have after the best move |
//! | `passes` | who must pass more often in one line than in another |
//! | `turning` | squares that end differently in two lines, and the moves that settle it |
//! | `access` | squares to which a side can go after one move and not after another |
//! | `risks`, `offer`, `cornered` | moves beside corners, corners that are offered, and forced open |
//! | `plight` | why a side stands badly or well whatever is played |
//! | `wish`, `cause` | what the other side wants, and what the best move has and others lack |
//! | `played` | proven lines in full |
//! | `balance` | moves of both sides at once |
//! | `regions` | squares named by what they make up |
//! | `asides` | why a corner is left alone or given away |

mod access;
#[cfg(test)]
mod access_tests;
mod asides;
mod balance;
mod beginners;
mod believed;
mod besides;
mod boards;
mod cause;
#[cfg(test)]
mod causes_tests;
mod contenders;
mod cornered;
mod counted;
mod counts;
#[cfg(test)]
mod counts_tests;
pub(super) mod discs;
#[cfg(test)]
mod discs_tests;
pub(super) mod ends;
mod fate;
mod firm;
mod forced;
mod further;
mod harm;
mod harvest;
pub(super) mod judged;
mod later;
mod merits;
mod objections;
mod offer;
mod options;
mod outlook;
mod parting;
mod passes;
mod played;
mod plight;
mod regions;
mod risks;
#[cfg(test)]
mod risks_tests;
mod rivals;
#[cfg(test)]
pub(super) mod rivals_tests;
mod sum;
mod tries;
mod turning;
mod wanted;
#[cfg(test)]
mod wanted_tests;
mod wish;

/// So many moves of a line that is not proven stay as they are: reasons are counted up to there.
pub(super) const LEAST_TOLD: usize = counts::CORNERS_WITHIN;
