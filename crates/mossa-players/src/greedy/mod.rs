//! `greedy`: looks one ply ahead and takes what is best there.
//!
//! In Othello that is the most discs ([`othello`]). In the other games it is to win now, else to
//! keep the opponent from winning with the next move, else the best position after the move: by
//! its windows in games with lines ([`lines`]), while in games of sticks all look alike
//! ([`sticks`]).

use mossa_games::GameSpec;
use mossa_kernel::Player;

use crate::{PlayerKind, Settings};

mod lines;
mod othello;
mod sticks;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

/// The entry in the list of players.
pub(crate) struct Greedy;

impl PlayerKind for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn help(&self) -> &'static str {
        "Looks one ply ahead. Othello: the move after which it has the most discs. Other games: \
         wins if it can, else plays where the opponent could win (sticks: so that the opponent \
         cannot), else takes the best position after its move. With lines, each stretch of K cells \
         without a stone of the other side counts 10^t for its t stones, twice if it is diagonal, \
         and own less opponent's is the value; heaps of sticks all look alike. Ties go to the \
         first move: lowest row, then lowest column; lowest number."
    }

    fn games(&self) -> &'static str {
        "every game"
    }

    fn build(
        &self,
        game: &GameSpec,
        _settings: &Settings,
        _seed: u64,
    ) -> Result<Box<dyn Player>, String> {
        Ok(match game {
            GameSpec::Mnk(rules) => Box::new(lines::GreedyLines::marking(*rules)),
            GameSpec::Connect(rules) => Box::new(lines::GreedyLines::dropping(*rules)),
            GameSpec::Othello(_) => Box::new(othello::GreedyOthello),
            GameSpec::Sticks(rules) => {
                Box::new(sticks::GreedySticks { is_misere: rules.is_misere() })
            }
        })
    }
}
