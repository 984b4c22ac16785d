//! Othello: what comes of moves that hand over a corner or stand diagonally beside an empty one.

use mossa_kernel::Move;

use super::{DiscFacts, Findings, Request, Story, discs::corners, firm::Unit};

/// What a risky move does to an empty corner.
pub(super) struct Risk {
    pub(super) corner: Move,
    /// Whether the other side can take it at once.
    pub(super) is_given: bool,
    pub(super) how: &'static str,
}

impl Request<'_> {
    /// The corner that a move hands over or stands beside, where the best one does nothing of the kind.
    pub(super) fn risk(&self, findings: &Findings, mv: Move) -> Option<Risk> {
        let facts = |mv| DiscFacts::new(self.spec, self.game, mv);
        let (best, own) = (facts(findings.best().mv())?, facts(mv)?);
        let is_given = !own.gives.is_empty() && best.gives.is_empty() && best.leaves.is_empty();
        let named = match &own.beside {
            _ if is_given => own.gives.first(),
            beside => beside.as_ref().filter(|_| best.beside.is_none()),
        };
        let show = |mv: &Move| self.game.position().show_move(*mv);
        let all = corners(self.spec, self.game).into_iter();
        let corner = all.filter(|_| Unit::of(self.spec) == Unit::Corner);
        let corner = corner.into_iter().find(|corner| Some(&show(corner)) == named)?;
        Some(Risk { corner, is_given, how: own.beside_how })
    }

    /// With which move of a line, counted from 0, the other side takes a corner.
    pub(super) fn taken_at(&self, reply: &Story, corner: Move) -> Option<usize> {
        let mut moves = reply.moves.iter().zip(reply.turns());
        moves.position(|(mv, turn)| *mv == corner && turn.side != self.mover())
    }
}
