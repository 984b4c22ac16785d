//! Othello: why a move is better than others, told by corners, by discs that can never be turned again, by
//! squares that are opened and closed, and by moves that are left.
//!
//! | file | what |
//! |---|---|
//! | `discs`, `firm` | what a move does, and discs that can never be turned again |
//! | `believed`, `against` | the reasons where nothing is proven, and what is wrong with worse moves |
//! | `together` | worse moves that fail to the same answer |
//! | `peers` | the best move beside those that come close to it |
//! | `contrast`, `gauge` | the one thing that sets a worse move apart, and what can be counted on the board |
//! | `gist`, `sum` | the reasons in one sentence, believed and proven |
//! | `outlook`, `merits`, `options` | why it stands so, what speaks for a proven move, what is as good |
//! | `contenders`, `beginners`, `rivals` | which other moves ask for a word, and why not they |
//! | `parting`, `harm`, `fate` | where lines part, and what goes wrong in them |
//! | `passes` | who must pass more often in one line than in another |
//! | `turning` | squares that end differently in two lines, and the moves that settle it |
//! | `kept` | squares that a move keeps from the other side or opens to it |
//! | `access` | squares to which a side can go after one move and not after another |
//! | `risks`, `offer`, `cornered` | moves beside corners, corners that are offered, and forced open |
//! | `ahead` | the board some moves later |
//! | `plight` | why a side stands badly or well whatever is played |
//! | `wish`, `cause` | what the other side wants, and what the best move has and others lack |
//! | `further`, `played` | lines that are played on, and proven ones in full |
//! | `late` | what sets a worse move apart only later |
//! | `balance` | moves of both sides at once |
//! | `regions` | squares named by what they make up |
//! | `asides` | why a corner is left alone or given away |

mod access;
#[cfg(test)]
mod access_tests;
mod against;
mod ahead;
mod asides;
mod balance;
mod beginners;
mod believed;
mod cause;
#[cfg(test)]
mod causes_tests;
mod contenders;
mod contrast;
mod cornered;
pub(super) mod discs;
#[cfg(test)]
mod discs_tests;
mod fate;
mod firm;
mod further;
pub(super) mod gauge;
mod gist;
#[cfg(test)]
mod gist_tests;
mod harm;
mod kept;
mod late;
#[cfg(test)]
mod late_tests;
#[cfg(test)]
mod later_tests;
mod merits;
mod offer;
mod options;
mod outlook;
mod parting;
mod passes;
mod peers;
mod played;
mod plight;
mod regions;
mod risks;
#[cfg(test)]
mod risks_tests;
mod rivals;
#[cfg(test)]
mod rivals_tests;
mod sum;
mod together;
#[cfg(test)]
mod together_tests;
mod turning;
mod wish;
