//! Othello: what comes of moves that hand over a corner or stand diagonally beside an empty one.

use mossa_kernel::Move;

use super::{
    DiscFacts, Findings, Request, Story,
    access::other_goes_to,
    discs::corners,
    firm::Unit,
    harm::MOST_SHOWN,
    names,
    quick::{QUICK, rounded_percent},
    trials::{Trial, is_clearly_more},
};

/// A corner must be taken more often in one of so many games, or the count convinces nobody.
const LEAST_SHARE: usize = 3;

/// What happens within so many moves is seen at a glance.
const SOON: usize = 8;

/// What a risky move does to an empty corner.
pub(super) struct Risk {
    pub(super) corner: Move,
    /// Whether the other side can take it at once.
    is_given: bool,
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

    /// What comes of it, where quick games or the line that the engine expects show it.
    pub(super) fn risk_words(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
    ) -> Option<String> {
        let mv = *reply.moves.first()?;
        let Risk { corner, is_given, how } = self.risk(findings, mv)?;
        let other = names::side(!self.mover());
        let (name, at) = (self.first_name(reply), self.game.position().show_move(corner));
        let does = if is_given {
            format!(" That gives the corner {at} away")
        } else {
            format!(
                " {name} stands {how} beside the empty corner {at}, which helps {other} to get there"
            )
        };
        // What the other side takes after the best move as well, only later, is no reason.
        let is_lost = other_goes_to(&best.moves, corner);
        let shown = |most: usize| match self.taken_at(reply, corner).filter(|_| !is_lost)? {
            0 | 1 => Some(String::new()),
            // What the other side could take at once is told with its answer.
            index if index <= most && is_given => {
                Some(format!(" {} {other} takes that corner.", self.goes_on(reply, index)))
            }
            index if index <= most => {
                Some(format!("{does}. {} {other} takes it.", self.goes_on(reply, index)))
            }
            _ => None,
        };
        let often = || {
            let (n_games, counts) = self.taken_more(findings, mv, corner)?;
            let [worse, best] = counts.map(|count| rounded_percent(count, n_games));
            Some(format!(
                "{does}: in {worse} % of the {QUICK} after {name} {other} took it, in {best} % after {}.",
                self.name(findings.best())
            ))
        };
        shown(SOON).or_else(often).or_else(|| shown(MOST_SHOWN))
    }

    /// With which move of a line, counted from 0, the other side takes a corner.
    fn taken_at(&self, reply: &Story, corner: Move) -> Option<usize> {
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
