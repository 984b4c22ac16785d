//! What the numbers should be, for a tree in which every position has as many moves.
//!
//! Such a tree of depth d with b moves each has b^d leaves, and minimax looks at all of them. Alpha-beta
//! looks at no fewer than b^⌈d/2⌉ + b^⌊d/2⌋ - 1, and at just so many if the best move always comes
//! first: then it looks as far ahead twice with the same effort.

use mossa_kernel::{Game, PlayerError, Position, Visit};

/// The tree that b is measured in has at most so many leaves.
const MOST_LEAVES: u64 = 10_000_000;

/// What theory expects of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theory {
    /// How many moves it looks ahead, or until all games are over if that is sooner.
    pub depth: u32,
    /// b: how many moves a position has. A tree with as many everywhere has as many leaves as the true
    /// one, looking `measured_depth` moves ahead.
    pub branching: f64,
    /// How many moves ahead b was measured.
    pub measured_depth: u32,
    /// b^d, the leaves of minimax.
    pub full: f64,
    /// b^⌈d/2⌉ + b^⌊d/2⌋ - 1, the leaves of alpha-beta at its best.
    pub best: f64,
}

impl Theory {
    /// What follows for a greater depth, this one being for `asked` moves ahead; `None` where to measure
    /// anew could tell more.
    pub fn deeper(&self, asked: u32, depth: u32) -> Option<Self> {
        if self.depth < asked {
            return Some(*self);
        }
        (self.measured_depth < self.depth)
            .then(|| Self::new(self.branching, self.measured_depth, depth))
    }

    fn new(branching: f64, measured_depth: u32, depth: u32) -> Self {
        let power = |exponent: u32| branching.powi(exponent.cast_signed());
        Self {
            depth,
            branching,
            measured_depth,
            full: power(depth),
            best: power(depth.div_ceil(2)) + power(depth / 2) - 1.0,
        }
    }
}

/// Measures b and says what follows.
pub struct Measure<'m> {
    pub game: &'m Game,
    pub depth: u32,
}

impl Visit for Measure<'_> {
    type Out = Result<Theory, PlayerError>;

    #[expect(clippy::cast_precision_loss, reason = "there are at most ten million")]
    fn visit<P: Position>(self, _start: P) -> Self::Out {
        let position = self.game.position_as::<P>().ok_or(PlayerError::WrongGame)?;
        let (mut branching, mut measured) = (position.move_count() as f64, 1);
        for depth in 1..=self.depth {
            let mut counted = Leaves { all: 0, open: 0 };
            if !counted.count(&mut position.clone(), depth) {
                break;
            }
            branching = (counted.all as f64).powf(1.0 / f64::from(depth));
            measured = depth;
            if counted.open == 0 {
                return Ok(Theory::new(branching, measured, depth));
            }
        }
        Ok(Theory::new(branching, measured, self.depth))
    }
}

/// Leaves of a tree.
struct Leaves {
    all: u64,
    /// Those where the game is not over.
    open: u64,
}

impl Leaves {
    /// Counts the leaves below a position; `false` when there are too many.
    fn count<P: Position>(&mut self, position: &mut P, depth: u32) -> bool {
        if position.outcome().is_some() {
            self.all += 1;
        } else if depth == 0 {
            self.all += 1;
            self.open += 1;
        } else {
            let mut moves = Vec::new();
            position.each_move(|mv| moves.push(mv));
            for mv in moves {
                let undo = position.play(mv);
                let is_counted = self.count(position, depth - 1);
                position.undo(mv, undo);
                if !is_counted {
                    return false;
                }
            }
        }
        self.all <= MOST_LEAVES
    }
}

/// The b of a tree of this depth with b moves everywhere that has as many nodes: the solution of
/// `1 + b + b² + … + b^depth = nodes`. `None` where there is none.
#[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
pub fn effective_branching(nodes: u64, depth: u32) -> Option<f64> {
    let nodes = nodes as f64;
    if depth == 0 || nodes < 2.0 {
        return None;
    }
    let size = |b: f64| (0..depth).fold(1.0, |sum, _| 1.0 + b * sum);
    let (mut low, mut high) = (0.0, nodes);
    // Each step halves the interval; after sixty nothing is left of it.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if size(middle) < nodes { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_trees_have_their_own_branching() {
        for (nodes, depth, expected) in [(15, 3, 2.0), (1 + 7 + 49, 2, 7.0), (10, 9, 1.0)] {
            let found = effective_branching(nodes, depth).unwrap();
            assert!((found - expected).abs() < 1e-9, "{found}");
        }
        assert_eq!(effective_branching(1, 4), None);
        assert_eq!(effective_branching(9, 0), None);
        assert!(effective_branching(u64::MAX, 1).unwrap() > 1e19);
    }

    #[test]
    fn what_is_too_large_is_measured_once() {
        let whole = Theory::new(4.0, 9, 9);
        assert_eq!(whole.deeper(9, 10), None);
        assert_eq!(whole.deeper(12, 13), Some(whole));
        assert_eq!(Theory::new(10.0, 2, 3).deeper(3, 4), Some(Theory::new(10.0, 2, 4)));
    }

    #[test]
    fn alpha_beta_at_its_best_looks_twice_as_far() {
        let theory = Theory::new(10.0, 4, 4);
        assert_eq!((theory.full, theory.best), (10_000.0, 199.0));
        let odd = Theory::new(10.0, 3, 3);
        assert_eq!((odd.full, odd.best), (1_000.0, 109.0));
    }
}
