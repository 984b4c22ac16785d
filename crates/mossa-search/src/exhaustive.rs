//! The slow, obvious twin of all searches: looks at everything, remembers everything.

use std::collections::HashMap;

use mossa_kernel::Position;

use crate::Score;

/// The values of all positions of a game that were asked about, and of all that follow from them.
#[derive(Clone, Debug, Default)]
pub struct Exhaustive<P> {
    scores: HashMap<P, Score>,
}

impl<P: Position> Exhaustive<P> {
    /// Knows nothing yet.
    pub fn new() -> Self {
        Self { scores: HashMap::new() }
    }

    /// The true score of a position, relative to it: who wins in how many plies, both sides
    /// playing as well as can be; or by how much, in games that count.
    pub fn score(&mut self, position: &P) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::of_outcome(outcome, position.side_to_move());
        }
        if let Some(&score) = self.scores.get(position) {
            return score;
        }
        let mut best = Score::WORST;
        let mut children = Vec::new();
        position.each_move(|mv| {
            let mut child = position.clone();
            child.play(mv);
            children.push(child);
        });
        for child in children {
            best = best.max(-self.score(&child).earlier(1));
        }
        self.scores.insert(position.clone(), best);
        best
    }

    /// How many unfinished positions are known.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// All unfinished positions that are known, with their scores, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Score)> {
        self.scores.iter().map(|(position, &score)| (position, score))
    }
}
