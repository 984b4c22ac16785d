//! Walks over a game's tree that need nothing but the rules: perft, distinct positions, playouts.

use std::collections::HashSet;

use rand::Rng;

use crate::{Outcome, Position};

/// Counts the positions `depth` moves ahead, each as often as it can be reached.
///
/// A pass counts as a move; a finished game counts once at every greater depth.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if IsSmall::<P>::YES {
        perft_by_copy(position, depth)
    } else {
        perft_by_undo(&mut position.clone(), depth)
    }
}

/// Whether copying a position is cheaper than taking a move back.
struct IsSmall<P>(std::marker::PhantomData<P>);

impl<P> IsSmall<P> {
    /// One cache line, and no memory of its own elsewhere.
    const YES: bool = size_of::<P>() <= 64 && !std::mem::needs_drop::<P>();
}

fn perft_by_copy<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    if depth == 1 {
        return position.move_count();
    }
    let mut leaves = 0;
    position.each_move(|mv| {
        let mut child = position.clone();
        child.play(mv);
        leaves += perft_by_copy(&child, depth - 1);
    });
    leaves
}

fn perft_by_undo<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    if depth == 1 {
        return position.move_count();
    }
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    let mut leaves = 0;
    for mv in moves {
        let undo = position.play(mv);
        leaves += perft_by_undo(position, depth - 1);
        position.undo(mv, undo);
    }
    leaves
}

/// How many different positions arise after exactly 0, 1, … `depth` moves.
///
/// The list ends early when no game lasts that long. `None` when a ply has more than `limit`
/// different positions: all of one ply are held in memory at once.
pub fn distinct_positions<P: Position>(start: &P, depth: u32, limit: usize) -> Option<Vec<u64>> {
    let mut ply = HashSet::from([start.clone()]);
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next = HashSet::new();
        for position in ply.iter().filter(|position| position.outcome().is_none()) {
            position.each_move(|mv| {
                if next.len() <= limit {
                    let mut child = position.clone();
                    child.play(mv);
                    next.insert(child);
                }
            });
            if next.len() > limit {
                return None;
            }
        }
        if next.is_empty() {
            break;
        }
        counts.push(next.len() as u64);
        ply = next;
    }
    Some(counts)
}

/// How a game of random moves went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The result.
    pub outcome: Outcome,
    /// How many moves it took.
    pub moves: u32,
}

/// Plays uniformly random moves to the end of the game.
#[inline]
pub fn playout<P: Position, R: Rng + ?Sized>(mut position: P, rng: &mut R) -> Playout {
    let mut moves = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return Playout { outcome, moves };
        }
        let mv = position.random_move(rng);
        position.play(mv);
        moves += 1;
    }
}
