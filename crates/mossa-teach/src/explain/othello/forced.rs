//! Othello: corners that a side loses in a line although it could have kept them.
//!
//! The engine gives a corner away where it thinks that all else is worse. Whoever reads of it sees a move that walks into
//! it, and does not believe that the corner is lost because of the first move. So only what could not be helped is told.

use mossa_kernel::Move;

use super::discs::{corners, legal, reachable};
use crate::explain::Request;

impl Request<'_> {
    /// Whether all corners that are taken within so many moves of a line were lost for want of anything better.
    pub(super) fn is_forced(&self, line: &[Move]) -> bool {
        let all = corners(self.spec, self.game);
        let is_taken = |at: &usize| all.contains(&line[*at]);
        (0..line.len()).filter(is_taken).all(|at| !self.could_be_kept(line, at))
    }

    /// Whether the corner that is taken with one move of a line could have been kept by a later move than the first one,
    /// without opening another one for it.
    pub(super) fn could_be_kept(&self, line: &[Move], at: usize) -> bool {
        let all = corners(self.spec, self.game);
        let before = |played: usize| self.reached(&line[..played]);
        let Some(taker) = before(at).map(|game| game.position().side_to_move()) else {
            return false;
        };
        for played in (1..at).rev() {
            let Some(game) = before(played) else { return false };
            if game.position().side_to_move() == taker {
                continue;
            }
            let open = reachable(&game, &all, taker);
            let keeps = |mv: &Move| {
                let mut after = game.clone();
                let is_played = after.play(*mv).is_ok() && after.outcome().is_none();
                let left = || reachable(&after, &all, taker);
                is_played && left().iter().all(|it| *it != line[at] && open.contains(it))
            };
            if legal(&game, !taker).iter().any(keeps) {
                return true;
            }
            // Before the corner was open there was nothing to be kept.
            if !open.contains(&line[at]) {
                return false;
            }
        }
        false
    }
}
