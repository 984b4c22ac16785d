//! Good moves first: the sooner a good reply is found, the sooner alpha-beta can stop.
//!
//! What is good is not known before the search; but a move that ended the search of one position often
//! does so in others. Two memories of such moves: *killers*, the last ones at the same distance from the
//! root, and *history*, how often each move did so anywhere.

use mossa_kernel::Move;

/// How many killers each distance has.
const KILLERS: usize = 2;

/// Moves that ended the search of some position.
#[derive(Debug, Default)]
pub struct Ordering {
    killers: Vec<[Option<Move>; KILLERS]>,
    history: Vec<u64>,
}

impl Ordering {
    /// Remembers a move that ended the search, `depth` moves above the horizon: the more there was to
    /// search, the more was saved.
    pub fn praise(&mut self, mv: Move, ply: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            killers.rotate_right(1);
            killers[0] = Some(mv);
        }
        if mv != Move::PASS {
            if self.history.len() <= mv.index() {
                self.history.resize(mv.index() + 1, 0);
            }
            self.history[mv.index()] += u64::from(depth) * u64::from(depth);
        }
    }

    /// Sorts moves: the one that was best before, then killers, then by history, else as they were.
    pub fn sort(&self, moves: &mut [Move], best_before: Option<Move>, ply: usize) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        moves.sort_by_key(|&mv| {
            let rank = match Some(mv) {
                first if first == best_before => 0,
                killer if killers.contains(&killer) => 1,
                _ => 2,
            };
            let praise = self.history.get(mv.index()).copied().unwrap_or(0);
            (rank, std::cmp::Reverse(praise))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_worked_comes_first() {
        let mut ordering = Ordering::default();
        let mut moves: Vec<Move> = (0..6).map(Move).collect();
        ordering.sort(&mut moves, None, 3);
        assert_eq!(moves, (0..6).map(Move).collect::<Vec<_>>());
        ordering.praise(Move(4), 3, 2);
        ordering.praise(Move(2), 1, 5);
        ordering.praise(Move(1), 1, 1);
        ordering.sort(&mut moves, Some(Move(5)), 3);
        assert_eq!(moves, [5, 4, 2, 1, 0, 3].map(Move));
    }
}
