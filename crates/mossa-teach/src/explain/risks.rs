//! Othello: what comes of moves that hand over a corner or stand diagonally beside an empty one.

use mossa_kernel::Move;

use super::{
    DiscFacts, Findings, Request, Story,
    discs::corners,
    firm::Unit,
    names,
    quick::{QUICK, rounded_percent},
    trials::{Trial, is_clearly_more},
};

/// A corner must be taken more often in one of so many games, or the count convinces nobody.
const LEAST_SHARE: usize = 3;

/// What a risky move does to an empty corner.
pub(super) struct Risk {
    pub(super) corner: Move,
    /// Whether the other side can take it at once.
    pub(super) is_given: bool,
    how: &'static str,
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

    /// What comes of it in quick games.
    pub(super) fn risk_beside(&self, findings: &Findings, reply: &Story, corner: Move) -> String {
        let (name, at) = (self.first_name(reply), self.game.position().show_move(corner));
        let other = names::side(!self.mover());
        let mv = reply.moves.first().copied().unwrap_or(Move::PASS);
        let does = match self.risk(findings, mv) {
            Some(Risk { is_given: true, .. }) => format!("it gives the corner {at} away"),
            risk => format!(
                "it stands {} beside the empty corner {at}, which helps {other} to get there",
                risk.map_or("", |risk| risk.how)
            ),
        };
        let Some((n_games, counts)) = self.taken_more(findings, mv, corner) else {
            return format!("{does}.");
        };
        let [worse, best] = counts.map(|count| rounded_percent(count, n_games));
        format!(
            "{does}: {other} gets it in {worse} % of the {QUICK} after {name}, in {best} % after {}.",
            self.name(findings.best())
        )
    }

    /// With which move of a line, counted from 0, the other side takes a corner.
    pub(super) fn taken_at(&self, reply: &Story, corner: Move) -> Option<usize> {
        let mut moves = reply.moves.iter().zip(reply.turns());
        moves.position(|(mv, turn)| *mv == corner && turn.side != self.mover())
    }

    /// How many quick games there are after a move, and in how many the other side takes a corner, and after the best
    /// move, where these are clearly fewer.
    pub(super) fn taken_more(
        &self,
        findings: &Findings,
        mv: Move,
        corner: Move,
    ) -> Option<(usize, [usize; 2])> {
        let index = findings.lines.iter().position(|line| line.mv() == mv)?;
        let [worse, best] = [index, 0].map(|index| findings.trials(index));
        let (worse, best) = worse.zip(best)?;
        let place = corners(self.spec, self.game).into_iter().position(|mv| mv == corner)?;
        let holds = |trial: &Trial| trial.holds(place, !self.mover());
        let is_more = is_clearly_more([worse, best], holds);
        let counts = [worse, best].map(|trials| trials.iter().filter(|it| holds(it) > 0.0).count());
        let is_told = is_more && counts[0] >= counts[1] + worse.len() / LEAST_SHARE;
        is_told.then_some((worse.len(), counts))
    }
}
