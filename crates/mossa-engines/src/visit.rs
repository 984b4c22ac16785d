//! The knowledge behind an engine, for those who bring a search of their own.

use mossa_games::GameSpec;
use mossa_kernel::{Position, Visit};
use mossa_search::{Knowledge, NoKnowledge};

/// Something to be done with a game and what its engine knows about it: the counterpart of
/// [`Visit`] for searches that want an evaluation.
pub trait VisitKnowledge {
    /// What comes back.
    type Out;

    /// Receives the start position, and knowledge that leaves no move out that could matter.
    fn visit<P: Position, K: Knowledge<P>>(self, start: P, knowledge: K) -> Self::Out;
}

/// Calls `action` with a game on its fastest board and with the knowledge there is about it. Of sticks,
/// whose engine plays by theory, nothing but the rules is known.
pub fn visit_knowledge<V: VisitKnowledge>(spec: &GameSpec, action: V) -> V::Out {
    match spec {
        GameSpec::Connect(connect) => crate::connect::visit_knowledge(connect, action),
        GameSpec::Mnk(mnk) => crate::mnk::visit_knowledge(mnk, action),
        GameSpec::Othello(othello) => crate::othello::visit_knowledge(othello, action),
        GameSpec::Sticks(_) => spec.visit(RulesAlone(action)),
    }
}

struct RulesAlone<V>(V);

impl<V: VisitKnowledge> Visit for RulesAlone<V> {
    type Out = V::Out;

    fn visit<P: Position>(self, start: P) -> V::Out {
        self.0.visit(start, NoKnowledge)
    }
}
