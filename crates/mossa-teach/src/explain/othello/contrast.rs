//! Othello: what sets a worse move apart from the best one, where nothing is proven: one thing, the plainest there is.

use mossa_kernel::{Exact, Move, Value};

use super::{
    access::other_goes_to,
    believed::SOON,
    discs::{corners, legal},
    firm::Unit,
    gauge::{Gauge, Margin},
    harm::{self, Harm, MOST_SHOWN},
    late::Late,
};
use crate::explain::{DiscFacts, Findings, Request, Story};

/// A corner that is lost within so many moves is seen at a glance, and within more only where nothing else is wrong.
const CORNER_SOON: usize = 5;
const CORNER_LATER: usize = 10;

/// The same of a want of safe moves.
const SHORT_SOON: usize = 4;

/// A corner that is lost with so late a move of the best line, counted from 0, is lost only later.
const LATE: usize = 4;

/// What goes wrong after a worse move, and not after the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contrast {
    /// The other side takes a corner with this move of its line, counted from 0.
    Corner(usize),
    /// It lets the other side take this corner at once, which that gets only later after the best one.
    Given(Move),
    /// It stands beside this empty corner.
    Beside(Move),
    /// It takes a corner that can wait: after the best one and the answer the mover can still go there, and the other side
    /// cannot before.
    Waits,
    /// The mover takes a corner with this move of the best line, counted from 0, and none as soon in its own.
    Missed(usize),
    /// The mover must pass before this move of its line, or has no safe move.
    Short(Harm),
    /// The other side answers with a move that the best one takes or closes, and that is good for something.
    Answer,
    /// It stands on the edge right beside this empty corner.
    Edge(Move),
    /// The other side answers with the best move itself.
    Taken,
    /// It opens more squares to the other side that were closed.
    Opens,
    /// The other side answers with a move that the best one closes.
    Closed,
    /// Something that can be counted on the board is worse.
    Count(Gauge),
    /// Something goes wrong only later.
    Late(Late),
    /// It is proven how it ends.
    Proven(Exact),
}

impl Request<'_> {
    /// What sets a worse move apart, by its place in the list.
    pub(super) fn contrast(
        &self,
        findings: &Findings,
        best: &Story,
        index: usize,
    ) -> Option<Contrast> {
        let reply = self.line_after(findings, index);
        let short = |most: usize| match self.harm(best, &reply) {
            Some(harm @ (Harm::Pass(at) | Harm::Short(at, _))) if at <= most => {
                Some(Contrast::Short(harm))
            }
            _ => None,
        };
        let count = |margin| self.count_against(findings, index, margin).map(Contrast::Count);
        let proven = match findings.lines[index].value {
            Value::Exact(exact) => Some(Contrast::Proven(exact)),
            Value::Estimate(_) => None,
        };
        self.corner_against(findings, best, index)
            .or_else(|| self.corner_waits(best, &reply).map(|_| Contrast::Waits))
            .or_else(|| self.corner_missed(best, &reply).map(Contrast::Missed))
            .or_else(|| short(SHORT_SOON))
            .or_else(|| count(Margin::Clear))
            .or_else(|| self.answer_gain(best, &reply).map(|_| Contrast::Answer))
            .or_else(|| count(Margin::Slight))
            .or_else(|| self.corner_lost(findings, best, index, CORNER_LATER).map(Contrast::Corner))
            .or_else(|| short(MOST_SHOWN))
            .or(proven)
            .or_else(|| {
                let last = self.last_count_against(findings, index);
                // What is nearly as good may be called so.
                last.filter(|_| findings.is_far(&findings.lines[index])).map(Contrast::Count)
            })
            .or_else(|| self.main_count_against(findings, index).map(Contrast::Count))
            .or_else(|| self.late(findings, index).map(Contrast::Late))
            .or_else(|| self.edge_risk(best, &reply).map(Contrast::Edge))
            .or_else(|| (reply.moves.get(1) == best.moves.first()).then_some(Contrast::Taken))
            .or_else(|| self.opened_beside(best, &reply).map(|_| Contrast::Opens))
            .or_else(|| self.closed_answer(best, &reply).map(|_| Contrast::Closed))
    }

    /// The corner that a worse move costs soon, gives away or stands beside.
    pub(super) fn corner_against(
        &self,
        findings: &Findings,
        best: &Story,
        index: usize,
    ) -> Option<Contrast> {
        let mv = findings.lines[index].mv();
        // What the mover plays later after the best move as well is no fault.
        let is_late = best.moves.iter().skip(2).step_by(2).any(|&own| own == mv);
        let beside = || {
            let risk = self.risk(findings, mv).filter(|risk| !risk.is_given && !is_late)?;
            Some(risk.corner)
        };
        let lost = self.corner_lost(findings, best, index, CORNER_SOON);
        let given = self.corner_given(findings, best, index);
        // What can be taken at once is said so, whenever the engine expects it.
        let line = &findings.lines[index].moves;
        let lost = lost.filter(|&at| at == 1 || given.is_none_or(|corner| line[at] != corner));
        lost.map(Contrast::Corner)
            .or_else(|| given.map(Contrast::Given))
            .or_else(|| beside().map(Contrast::Beside))
    }

    /// The answer to a worse move, where the best one does not allow it, then or later.
    pub(super) fn closed_answer(&self, best: &Story, reply: &Story) -> Option<Move> {
        let answer = *reply.moves.get(1).filter(|&&mv| mv != Move::PASS)?;
        let after = self.reached(&best.moves[..1])?;
        let is_closed = after.outcome().is_none() && !after.position().is_legal(answer);
        (is_closed && !other_goes_to(&best.moves, answer)).then_some(answer)
    }

    /// What it is good for.
    pub(super) fn answer_gain(&self, best: &Story, reply: &Story) -> Option<String> {
        let answer = self.closed_answer(best, reply)?;
        self.news(&self.reached(&reply.moves[..1])?, answer, &best.moves)
    }

    /// The corner that a worse move takes, where it does not run away.
    pub(super) fn corner_waits(&self, best: &Story, reply: &Story) -> Option<Move> {
        let corner = *reply.moves.first()?;
        let is_corner = reply.turns().first()?.takes_corner && !best.turns().first()?.takes_corner;
        let is_answered = best.moves.get(1).is_some_and(|&mv| mv != Move::PASS);
        let can_go = |played: usize, side| {
            let game = best.moves.get(..played).and_then(|moves| self.reached(moves));
            game.is_some_and(|game| legal(&game, side).contains(&corner))
        };
        let waits = !can_go(1, !self.mover()) && can_go(2, self.mover());
        (is_corner && is_answered && waits).then_some(corner)
    }

    /// With which of the next moves of the best line the mover takes a corner, and the other side none.
    pub(super) fn corner_won(&self, best: &Story) -> Option<usize> {
        let soon = || best.turns().iter().take(SOON);
        let is_theirs = soon().any(|turn| turn.takes_corner && turn.side != self.mover());
        let won = soon().position(|turn| turn.takes_corner && turn.side == self.mover());
        won.filter(|&at| at > 0 && !is_theirs)
    }

    /// The same where a worse line brings none.
    fn corner_missed(&self, best: &Story, reply: &Story) -> Option<usize> {
        let won = self.corner_won(best)?;
        let is_long = reply.turns().len() > won;
        let mut soon = reply.turns().iter().take(SOON);
        let is_won = soon.any(|turn| turn.takes_corner && turn.side == self.mover());
        (is_long && !is_won).then_some(won)
    }

    /// The line that the engine expects after a move.
    pub(super) fn line_after(&self, findings: &Findings, index: usize) -> Story {
        Story::tell(self.spec, self.game, &findings.lines[index].moves)
    }

    /// With which move of its line the other side takes a corner that it does not get after the best move.
    pub(super) fn corner_lost(
        &self,
        findings: &Findings,
        best: &Story,
        index: usize,
        most: usize,
    ) -> Option<usize> {
        let reply = &self.line_after(findings, index);
        let length = best.moves.len().min(reply.moves.len());
        let answer = reply.turns().get(1).is_some_and(|turn| turn.takes_corner);
        let is_new = |at: usize| !other_goes_to(&best.moves, reply.moves[at]);
        let at_once = (answer && is_new(1)).then_some(1);
        let later = match self.harm(best, reply) {
            Some(Harm::Corner(at)) if at <= most => Some(at),
            _ => None,
        };
        let risked = || {
            let corner = self.risk(findings, findings.lines[index].mv())?.corner;
            self.taken_at(reply, corner).filter(|&at| at <= most && is_new(at))
        };
        let at = at_once.or(later).or_else(risked)?;
        // A corner for a corner is no reason.
        let n_lost = |story: &Story| harm::corners(story, SOON.max(at), !self.mover());
        (!self.brings_corners(best, reply, length) && n_lost(reply) > n_lost(best)).then_some(at)
    }

    /// The corner that a move lets the other side take at once, where the best one gives none or closes it, and loses that
    /// one late.
    fn corner_given(&self, findings: &Findings, best: &Story, index: usize) -> Option<Move> {
        let mv = findings.lines[index].mv();
        let given = self.risk(findings, mv).filter(|risk| risk.is_given).map(|risk| risk.corner);
        let corner = given.or_else(|| self.corner_left(findings, mv))?;
        let at = best.moves.iter().position(|&mv| mv == corner);
        at.is_none_or(|at| at >= LATE).then_some(corner)
    }

    /// The corner that the best move closes to the other side, and another one leaves open.
    pub(super) fn corner_left(&self, findings: &Findings, mv: Move) -> Option<Move> {
        let [best, own] =
            [findings.best().mv(), mv].map(|mv| DiscFacts::new(self.spec, self.game, mv));
        let (denied, left) = (best?.denies, own?.leaves);
        let is_left = |corner: &Move| {
            let name = self.game.position().show_move(*corner);
            denied.contains(&name) && left.contains(&name)
        };
        let mut all = corners(self.spec, self.game).into_iter();
        all.find(is_left).filter(|_| Unit::of(self.spec) == Unit::Corner)
    }
}
