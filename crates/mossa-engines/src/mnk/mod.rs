//! m,n,k-games: live lines, threats and forced replies.
//!
//! | file | what |
//! |---|---|
//! | `geometry` | where lines run, and the windows of K cells on them |
//! | `window` | the stones on one window, and what it adds to all sums |
//! | `promises` | how promising the windows through a cell look |
//! | `counts` | how many of these windows miss how many stones, and what that forces |
//! | `sums` | both for all cells, kept up to date: for lines of any length |
//! | `patterns` | the same, looked up in a table: for lines of up to five |
//! | `lines` | one of these, and what it says of the whole board |
//! | `neighborhood` | the cells near stones |
//! | `cells` | sets of cells |
//! | `chain` | wins by one four after another |
//! | `knowledge` | verdicts, candidates and evaluation, for the search |
//! | `weights` | every number there is to tune |

mod cells;
mod chain;
mod counts;
mod geometry;
mod knowledge;
mod lines;
mod neighborhood;
mod patterns;
mod promises;
mod sums;
#[cfg(test)]
mod tests;
mod weights;
mod window;

use mossa_games::mnk::{Board, Spec, Stones, VisitMnk};
use mossa_search::Params;

use self::{knowledge::LineKnowledge, weights::Weights};
use crate::{Engine, Options, VisitKnowledge, engine::Seat};

/// The engine for an m,n,k-game.
pub(crate) fn new(spec: &Spec, options: Options) -> Box<dyn Engine> {
    spec.visit_mnk(Seating { spec: *spec, options })
}

/// Seats the engine at the board that is fastest.
struct Seating {
    spec: Spec,
    options: Options,
}

impl VisitMnk for Seating {
    type Out = Box<dyn Engine>;

    fn visit<S: Stones>(self, _start: Board<S>) -> Box<dyn Engine> {
        let weights = Weights::default();
        let for_play = LineKnowledge::for_play(self.spec, weights);
        let for_proof = LineKnowledge::for_proof(self.spec, weights);
        let params = Params {
            reduce_from: weights.reduce_from,
            reduce_depth: weights.reduce_depth,
            ..Params::default()
        };
        Box::new(Seat::<Board<S>, _>::new(for_play, for_proof, params, self.options))
    }
}

/// What an open line of so many cells is worth to the engine, by how many stones it holds, in eighths: to the side to move
/// a little more. Its estimate is the sum for one side less that for the other. For those who explain it.
pub fn line_worths(run: u32, is_to_move: bool) -> Vec<i64> {
    let weights = Weights::default();
    let eighths = if is_to_move { weights.tempo_eighths } else { 8 };
    weights.worths(run as usize).into_iter().map(|worth| eighths * i64::from(worth)).collect()
}

/// Calls `action` with what is known about an m,n,k-game.
pub(crate) fn visit_knowledge<V: VisitKnowledge>(spec: &Spec, action: V) -> V::Out {
    spec.visit_mnk(Lending { spec: *spec, action })
}

struct Lending<V> {
    spec: Spec,
    action: V,
}

impl<V: VisitKnowledge> VisitMnk for Lending<V> {
    type Out = V::Out;

    fn visit<S: Stones>(self, start: Board<S>) -> V::Out {
        self.action.visit(start, LineKnowledge::for_proof(self.spec, Weights::default()))
    }
}
