//! Connect X: live lines, threats and forced replies.
//!
//! Two ways to know the threats: `bits` reads them off the words of a position, fast enough to solve
//! small boards; `counted` keeps counts up to date from move to move, for the others, and knows
//! more about who will get which cells in the end. Both leave the end to `zugzwang`. What it all
//! comes to is a sum, or for boards that were learned the word of a small network, `net`.

mod bits;
pub mod book;
mod counted;
mod large;
mod marks;
mod net;
mod order;
mod params;
mod quick;
mod seat;
mod shape;
mod solver;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;
mod values;
mod waiting;
#[cfg(test)]
mod waiting_tests;
mod windows;
mod words;
mod worth;
mod zugzwang;

use std::sync::Arc;

use mossa_games::{
    connect::{Bits, Size, Spec, Stacks, VisitConnect},
    word::Word,
};
use mossa_kernel::Position;
use mossa_search::{AlphaBeta, Knowledge, Params as SearchParams, Search};

use self::{
    bits::BitsKnowledge,
    book::Book,
    counted::CountedKnowledge,
    large::TwoWays,
    params::Params,
    seat::{Shelf, SolverSeat},
};
use crate::{Engine, Options, VisitKnowledge, engine::Seat};

/// On boards of more than 64 bits, longer lines than this are counted: reading them off the words
/// takes more time there.
const LONGEST_READ: u32 = 4;

/// The engine for a game of Connect X, with the book that comes with the program.
pub(crate) fn new(spec: &Spec, options: Options) -> Box<dyn Engine> {
    let book = if options.book { Shelf::Embedded } else { Shelf::Empty };
    spec.visit_connect(Seating { spec: *spec, options, book })
}

/// The engine for a game of Connect X, with a book for this game.
pub(crate) fn with_book(spec: &Spec, options: Options, book: Arc<Book>) -> Box<dyn Engine> {
    spec.visit_connect(Seating { spec: *spec, options, book: Shelf::Given(book) })
}

/// Evaluation is cheap, so the last ply stays out of the table; and moves are ordered so well by
/// themselves that a proof needs few shallow looks before it.
fn search_params() -> SearchParams {
    SearchParams { table_depth: 2, solving_step: 4, ..SearchParams::default() }
}

/// Where windows are counted, games are long and far from solved: late moves are looked at less
/// deep, which wins matches there.
fn counted_search_params() -> SearchParams {
    SearchParams { reduce_from: 4, ..search_params() }
}

struct Seating {
    spec: Spec,
    options: Options,
    book: Shelf,
}

impl Seating {
    fn seat<S: Size>(self, size: S, play: impl Search<Bits<S>> + 'static) -> Box<dyn Engine> {
        Box::new(SolverSeat::new(size, play, self.options, self.book))
    }

    /// The search where windows are counted.
    fn two_ways<P: Position>(&self) -> TwoWays<P> {
        TwoWays::new(self.counting(), counted_search_params(), self.options, self.spec)
    }

    fn counting(&self) -> CountedKnowledge {
        CountedKnowledge::new(self.spec, Params::counted(self.spec), self.options.seed)
    }
}

impl VisitConnect for Seating {
    type Out = Box<dyn Engine>;

    fn bits<S: Size>(self, start: Bits<S>) -> Box<dyn Engine> {
        if S::Word::BITS > u64::BITS && self.spec.run() > LONGEST_READ {
            let play = self.two_ways();
            return self.seat(start.size(), play);
        }
        let knowledge = BitsKnowledge::new(&start, &Params::READ, self.options.seed);
        let play = AlphaBeta::new(knowledge, search_params(), self.options.memory_mb);
        self.seat(start.size(), play)
    }

    fn stacks(self, _start: Stacks) -> Box<dyn Engine> {
        // All that the knowledge leaves out loses at once: it proves as well as it plays, if only its
        // verdicts are as near as can be.
        let mut for_proof = self.counting();
        Knowledge::<Stacks>::insist_on_shortest(&mut for_proof);
        let play = self.two_ways::<Stacks>();
        Box::new(Seat::with(play, for_proof, counted_search_params(), self.options))
    }
}

/// Calls `action` with what is known about a game of Connect X: on boards in machine words what is
/// read off them, for the evaluation alone needs no counts.
pub(crate) fn visit_knowledge<V: VisitKnowledge>(spec: &Spec, action: V) -> V::Out {
    spec.visit_connect(Lending { spec: *spec, action })
}

struct Lending<V> {
    spec: Spec,
    action: V,
}

impl<V: VisitKnowledge> VisitConnect for Lending<V> {
    type Out = V::Out;

    fn bits<S: Size>(self, start: Bits<S>) -> V::Out {
        let knowledge = BitsKnowledge::new(&start, &Params::READ, Options::default().seed);
        self.action.visit(start, knowledge)
    }

    fn stacks(self, start: Stacks) -> V::Out {
        let params = Params::counted(self.spec);
        let mut knowledge = CountedKnowledge::new(self.spec, params, Options::default().seed);
        Knowledge::<Stacks>::insist_on_shortest(&mut knowledge);
        self.action.visit(start, knowledge)
    }
}
