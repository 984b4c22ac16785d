//! Connect X: live lines, threats and forced replies.
//!
//! Two ways to know the same: `bits` reads it off the words of a position, `counted` keeps counts up
//! to date from move to move.

mod bits;
mod counted;
mod params;
#[cfg(test)]
mod tests;
mod windows;
mod words;
mod zugzwang;

use mossa_games::{
    connect::{Bits, Size, Spec, Stacks, VisitConnect},
    word::Word,
};
use mossa_kernel::Position;
use mossa_search::{Knowledge, Params as SearchParams};

use self::{bits::BitsKnowledge, counted::CountedKnowledge};
use crate::{Engine, Options, engine::Seat};

/// On boards of more than 64 bits, longer lines than this are counted: reading them off the words
/// takes more time there.
const LONGEST_READ: u32 = 4;

/// The engine for a game of Connect X.
pub(crate) fn new(spec: &Spec, options: Options) -> Box<dyn Engine> {
    spec.visit_connect(Seating { spec: *spec, options })
}

/// Evaluation is cheap, so the last ply stays out of the table; and moves are ordered so well by
/// themselves that a proof needs few shallow looks before it.
fn search_params() -> SearchParams {
    SearchParams { table_depth: 2, solving_step: 4, ..SearchParams::default() }
}

struct Seating {
    spec: Spec,
    options: Options,
}

impl Seating {
    fn seat<P: Position, K: Knowledge<P>>(self, knowledge: K) -> Box<dyn Engine> {
        // All that the knowledge leaves out loses at once: it proves as well as it plays.
        let (for_play, for_proof) = (knowledge.clone(), knowledge);
        Box::new(Seat::<P, K>::new(for_play, for_proof, search_params(), self.options))
    }

    fn seat_counting<P: Position>(self) -> Box<dyn Engine> {
        let knowledge = CountedKnowledge::new(self.spec, params::Params::BEST);
        self.seat::<P, _>(knowledge)
    }
}

impl VisitConnect for Seating {
    type Out = Box<dyn Engine>;

    fn bits<S: Size>(self, start: Bits<S>) -> Box<dyn Engine> {
        if S::Word::BITS > u64::BITS && self.spec.run() > LONGEST_READ {
            return self.seat_counting::<Bits<S>>();
        }
        self.seat(BitsKnowledge::new(&start, params::Params::BEST))
    }

    fn stacks(self, _start: Stacks) -> Box<dyn Engine> {
        self.seat_counting::<Stacks>()
    }
}
