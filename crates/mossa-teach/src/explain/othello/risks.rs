//! Othello: what comes of moves that hand over a corner or stand diagonally beside an empty one.

use mossa_games::GameSpec;
use mossa_kernel::{Move, View};

use super::{
    discs::{corners, reachable},
    firm::Unit,
};
use crate::explain::{Request, Story, names};

impl Request<'_> {
    /// That the best move stands beside an empty corner itself, and why that is no harm: the line does not come to it.
    pub(super) fn own_risk(&self, best: &Story) -> Option<String> {
        let facts = best.turns().first().filter(|_| Unit::of(self.spec) == Unit::Corner)?;
        let show = |mv: Move| self.game.position().show_move(mv);
        let mv = *best.moves.first()?;
        let edge = || self.edge_beside(mv).map(|corner| (show(corner), "on the edge"));
        let beside = facts.beside.clone().map(|corner| (corner, facts.beside_how));
        let (corner, how) = beside.or_else(edge).filter(|_| facts.gives.is_empty())?;
        let other = names::side(!self.mover());
        let mut moves = best.moves.iter().zip(best.turns());
        let is_taken = moves.any(|(&mv, turn)| turn.side != self.mover() && show(mv) == corner);
        let end = self.reached(&best.moves)?;
        let is_open = reachable(&end, &corners(self.spec, self.game), !self.mover());
        let is_open = end.outcome().is_none() && is_open.into_iter().any(|mv| show(mv) == corner);
        if is_open {
            return Some(format!(
                "{} stands {how} beside the empty corner {corner}, which is a risk: at the end of the moves shown below {other} \
                 can take it. The engine thinks that the move is worth it.",
                show(mv)
            ));
        }
        (!is_taken).then(|| {
            format!(
                "{} stands {how} beside the empty corner {corner}, which is a risk: {other} can take {corner} if a disc of \
                 {other}'s stands behind it. In the line that the engine expects {other} does not get there.",
                show(mv)
            )
        })
    }

    /// The empty corner right beside which a move stands on the edge.
    fn edge_beside(&self, mv: Move) -> Option<Move> {
        let View::Board(board) = self.game.position().view() else { return None };
        let GameSpec::Othello(othello) = self.spec else { return None };
        let place = |mv: Move| (mv.0 / board.columns, mv.0 % board.columns);
        let is_plain = Unit::of(self.spec) == Unit::Corner && othello.lines_flipped() == [true; 3];
        let mut corners = corners(self.spec, self.game).into_iter().filter(|_| is_plain);
        corners.find(|&corner| {
            let ((row, column), (r, c)) = (place(mv), place(corner));
            let is_empty = board.cells[corner.0 as usize].is_none();
            is_empty && mv != Move::PASS && row.abs_diff(r) + column.abs_diff(c) == 1
        })
    }
}
