//! The Othello engine: mobility, anchors, stability and parity, weighed by how full the board is, and the
//! last squares by search.
//!
//! Everything works on sets of squares, for every size and for every choice of directions.

use std::sync::Arc;

use mossa_games::{
    othello::{OthelloPosition, Spec, VisitOthello},
    word::Word,
};
use mossa_kernel::Move;
use mossa_search::{Knowledge, MoveSink, Params, Scope, Score};

use crate::{Engine, Options, VisitKnowledge, engine::Seat};

mod ending;
mod features;
#[cfg(test)]
mod fit;
mod geometry;
mod order;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;
mod weights;

use features::Counter;
use geometry::Geometry;
use weights::Weights;

/// How the search goes about Othello: estimates are hundredths of a disc. To look at late moves less
/// closely scored 62 % in 300 games with 10,000 positions a move.
fn params() -> Params {
    Params { aspiration: 150, reduce_from: 3, ..Params::default() }
}

/// The engine for a board of one size and rule.
pub(crate) fn new(spec: &Spec, options: Options) -> Box<dyn Engine> {
    spec.visit_othello(Build(options))
}

struct Build(Options);

impl VisitOthello for Build {
    type Out = Box<dyn Engine>;

    fn visit<P: OthelloPosition>(self, start: P) -> Box<dyn Engine> {
        let knowledge = OthelloKnowledge::new(start.spec());
        Box::new(Seat::<P, _>::new(knowledge.clone(), knowledge, params(), self.0))
    }
}

/// Calls `action` with what is known about a board of one size and rule.
pub(crate) fn visit_knowledge<V: VisitKnowledge>(spec: &Spec, action: V) -> V::Out {
    spec.visit_othello(Lending(action))
}

struct Lending<V>(V);

impl<V: VisitKnowledge> VisitOthello for Lending<V> {
    type Out = V::Out;

    fn visit<P: OthelloPosition>(self, start: P) -> V::Out {
        let knowledge = OthelloKnowledge::<P::Word>::new(start.spec());
        self.0.visit(start, knowledge)
    }
}

/// With so many empty squares or fewer, a position is searched to the end instead of being
/// estimated. Positions of 14 to 16 empty squares are solved in a quarter of the time that it
/// takes without; from 6 on it costs more than it saves.
const LAST_SQUARES: u32 = 4;

/// With so many plies to go, it pays to count the replies to each move.
const REPLIES_FROM: i32 = 4;

/// What makes Othello engines strong, for boards of one size and rule.
#[derive(Clone, Debug)]
pub(crate) struct OthelloKnowledge<W> {
    shared: Arc<Tables<W>>,
    /// How far the search would still look ahead when it last asked for a verdict, which it does
    /// before it asks for moves.
    depth: i32,
}

#[derive(Debug)]
struct Tables<W> {
    counter: Counter<W>,
    weights: Weights,
}

impl<W: Word> OthelloKnowledge<W> {
    pub(crate) fn new(spec: Spec) -> Self {
        Self::with_weights(spec, Weights::new(spec.rows() * spec.columns()))
    }

    fn with_weights(spec: Spec, weights: Weights) -> Self {
        let counter = Counter::new(Geometry::new(spec));
        Self { shared: Arc::new(Tables { counter, weights }), depth: 0 }
    }

    #[inline]
    fn geometry(&self) -> &Geometry<W> {
        &self.shared.counter.geometry
    }

    #[inline]
    fn empty<P: OthelloPosition<Word = W>>(&self, position: &P) -> W {
        self.geometry().board & !(position.ours() | position.theirs())
    }
}

impl<P: OthelloPosition> Knowledge<P> for OthelloKnowledge<P::Word> {
    #[inline]
    fn verdict(&mut self, position: &P, depth: i32) -> Option<Score> {
        self.depth = depth;
        let empty = self.empty(position);
        (empty.count() <= LAST_SQUARES).then(|| Score::counted(ending::margin(position, empty)))
    }

    fn moves(&mut self, position: &P, moves: &mut MoveSink<'_>) -> Scope {
        let legal = position.moves();
        if legal.is_empty() {
            // Filling no square, a pass would otherwise cost a ply of looking ahead.
            moves.push(Move::PASS, 0);
            return Scope::Forced;
        }
        order::list(self.geometry(), position, self.depth >= REPLIES_FROM, moves);
        Scope::All
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        let discs = (position.ours() | position.theirs()).count();
        self.shared.weights.estimate(&self.shared.counter.features(position), discs)
    }

    fn winning_chance(&self, estimate: i32) -> Option<f64> {
        Some(weights::winning_chance(estimate))
    }
}
