//! The slow, obvious twin of every search: looks at everything, remembers all of it.

use std::collections::HashMap;

use mossa_games::GameSpec;
use mossa_kernel::{Exact, GameResult, Move, Position, Value, Visit};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::Report;

/// A result and its distance: the shortest win, the longest loss; 0 for draws.
pub(crate) type Truth = (GameResult, u32);

/// The values of all positions looked at so far, to the side to move.
pub(crate) struct BruteForce<P> {
    known: HashMap<P, Truth>,
}

impl<P: Position> BruteForce<P> {
    /// Knows nothing yet.
    pub(crate) fn new() -> Self {
        Self { known: HashMap::new() }
    }

    /// What a position is worth to the side to move.
    pub(crate) fn truth(&mut self, position: &P) -> Truth {
        if let Some(outcome) = position.outcome() {
            let result = match outcome.winner {
                None => GameResult::Draw,
                Some(side) if side == position.side_to_move() => GameResult::Win,
                Some(_) => GameResult::Loss,
            };
            return (result, 0);
        }
        if let Some(truth) = self.known.get(position) {
            return *truth;
        }
        let replies = moves(position).into_iter().map(|mv| self.truth_of_move(position, mv));
        let best = replies.max_by_key(|&(result, plies)| match result {
            GameResult::Win => (result, -i64::from(plies)),
            _ => (result, i64::from(plies)),
        });
        let truth = best.expect("a game that is not over has moves");
        self.known.insert(position.clone(), truth);
        truth
    }

    /// What a move is worth to the side that makes it.
    pub(crate) fn truth_of_move(&mut self, position: &P, mv: Move) -> Truth {
        let (result, plies) = self.truth(&after(position, mv));
        match result {
            GameResult::Loss => (GameResult::Win, plies + 1),
            GameResult::Draw => (GameResult::Draw, 0),
            GameResult::Win => (GameResult::Loss, plies + 1),
        }
    }

    /// Checks a value that claims to be proven: the result, and the distance as far as it is told.
    pub(crate) fn check(&mut self, position: &P, mv: Move, exact: Exact) {
        let (result, plies) = self.truth_of_move(position, mv);
        let context = || format!("{mv:?} in {}: {exact:?}, is {plies}", position.diagram());
        assert_eq!(exact.result, result, "{}", context());
        match exact.plies {
            Some(bound) if exact.at_most => assert!(bound >= plies, "{}", context()),
            Some(told) => assert_eq!(told, plies, "{}", context()),
            None => assert!(!exact.at_most, "{}", context()),
        }
    }
}

/// Checks that every line of a report can be played, and that every proven value is true.
pub(crate) fn check<P: Position>(position: &P, report: &Report, truths: &mut BruteForce<P>) {
    for line in &report.lines {
        let mut end = position.clone();
        for &mv in &line.moves {
            assert!(end.outcome().is_none() && end.is_legal(mv), "{line:?}");
            end.play(mv);
        }
        if let Value::Exact(value) = line.value {
            truths.check(position, line.mv(), value);
        }
    }
}

/// All legal moves.
pub(crate) fn moves<P: Position>(position: &P) -> Vec<Move> {
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    moves
}

/// The position after a move.
pub(crate) fn after<P: Position>(position: &P, mv: Move) -> P {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// Positions that are not over, from random games, the start among them.
pub(crate) fn positions<P: Position>(start: &P, games: u64) -> Vec<P> {
    let mut positions = vec![start.clone()];
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = start.clone();
        let length = rng.random_range(1..30);
        for _ in 0..length {
            let next = after(&position, position.random_move(&mut rng));
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        positions.push(position);
    }
    positions
}

/// A proven value.
pub(crate) fn exact(value: Value) -> Exact {
    match value {
        Value::Exact(exact) => exact,
        Value::Estimate(_) => panic!("{value:?} should be proven"),
    }
}

/// Does something with the game of a spec.
pub(crate) fn visit<V: Visit>(spec: &str, action: V) -> V::Out {
    spec.parse::<GameSpec>().expect("a valid spec").visit(action)
}
