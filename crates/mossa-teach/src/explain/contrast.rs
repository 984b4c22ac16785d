//! Othello: what sets a worse move apart from the best one, where nothing is proven: one thing, the plainest there is.

use mossa_kernel::{Exact, Move, Value};

use super::{
    Findings, Request, Story,
    access::other_goes_to,
    freedom::Lead,
    harm::{Harm, MOST_SHOWN},
    trials::is_clearly_more,
};

/// A corner that is lost within so many moves is seen at a glance, and a want of safe moves within fewer.
const CORNER_SOON: usize = 10;
const SHORT_SOON: usize = 8;

/// A corner that is lost with so late a move of the best line, counted from 0, is lost only later.
const LATE: usize = 4;

/// A move is far worse where the best one's chance is more than so many times its own.
const FAR_BELOW: f64 = 2.0;

/// So many moves more at once are clearly more, where the counts over the first of these spans that is known agree.
const CLEARLY_MORE: usize = 3;
const LATER: [usize; 4] = [10, 8, 6, 4];

/// What goes wrong after a worse move, and not after the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contrast {
    /// The other side takes a corner with this move of its line, counted from 0.
    Corner(usize),
    /// It lets the other side take this corner at once, which that gets only later after the best one.
    Given(Move),
    /// It is far worse, and the other side takes a corner with this move of its line, counted from 0, which it gets only
    /// later after the best one.
    Sooner(usize),
    /// It hands a corner over or stands beside it, and in quick games the other side gets there far more often.
    Risk(Move),
    /// The mover must pass before this move of its line, or has no safe move.
    Short(Harm),
    /// The mover has clearly less to choose from, beside the other side, than after the best one.
    Choice([Lead; 2]),
    /// It leaves the other side so many moves at once, and the best one so many, which are clearly fewer.
    Wide([usize; 2]),
    /// It is proven how it ends, so that no games are needed to show it.
    Proven(Exact),
    /// Clearly fewer quick games are won.
    Tried,
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
        let harm = self.harm(best, &reply);
        let proven = match findings.lines[index].value {
            Value::Exact(exact) => Some(Contrast::Proven(exact)),
            Value::Estimate(_) => None,
        };
        let risk = || {
            let mv = findings.lines[index].mv();
            let corner = self.risk(findings, mv)?.corner;
            self.taken_more(findings, mv, corner).map(|_| Contrast::Risk(corner))
        };
        let short = |most: usize| match harm {
            Some(harm @ (Harm::Pass(at) | Harm::Short(at, _))) if at <= most => {
                Some(Contrast::Short(harm))
            }
            _ => None,
        };
        let corner = self.corner_lost(findings, best, index).map(Contrast::Corner);
        corner
            .or_else(|| if proven.is_none() { risk() } else { None })
            .or_else(|| self.corner_given(findings, best, index).map(Contrast::Given))
            .or_else(|| self.corner_sooner(findings, best, index).map(Contrast::Sooner))
            .or_else(|| short(SHORT_SOON))
            .or_else(|| findings.freedom.as_ref()?.less(index).map(Contrast::Choice))
            .or_else(|| short(MOST_SHOWN))
            .or(proven)
            .or_else(|| self.leaves_wide(best, &reply).map(Contrast::Wide))
            .or_else(|| self.is_tried_worse(findings, index).then_some(Contrast::Tried))
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
    ) -> Option<usize> {
        let reply = &self.line_after(findings, index);
        let length = best.moves.len().min(reply.moves.len());
        let answer = reply.turns().get(1).is_some_and(|turn| turn.takes_corner);
        let is_new = |at: usize| !other_goes_to(&best.moves, reply.moves[at]);
        let at_once = (answer && is_new(1)).then_some(1);
        let later = match self.harm(best, reply) {
            Some(Harm::Corner(at)) if at <= CORNER_SOON => Some(at),
            _ => None,
        };
        let risked = || {
            let corner = self.risk(findings, findings.lines[index].mv())?.corner;
            self.taken_at(reply, corner).filter(|&at| at < MOST_SHOWN && is_new(at))
        };
        let at = at_once.or(later).or_else(risked)?;
        (!self.brings_corners(best, reply, length)).then_some(at)
    }

    /// The corner that a move lets the other side take at once, where the best one gives none and loses that one late.
    fn corner_given(&self, findings: &Findings, best: &Story, index: usize) -> Option<Move> {
        let corner = self.risk(findings, findings.lines[index].mv()).filter(|risk| risk.is_given);
        let corner = corner?.corner;
        let at = best.moves.iter().position(|&mv| mv == corner);
        at.is_none_or(|at| at >= LATE).then_some(corner)
    }

    /// With which move of the line after a far worse move the other side takes the first corner, where the best line gives
    /// it that one later or never: nobody who reads of a chance that is gone is content with a count of moves.
    fn corner_sooner(&self, findings: &Findings, best: &Story, index: usize) -> Option<usize> {
        let line = &findings.lines[index];
        let is_far = FAR_BELOW * crate::chance(&line.value) < crate::chance(&findings.best().value);
        let reply = self.line_after(findings, index);
        let at = reply.turns().iter().position(|turn| turn.takes_corner)?;
        let is_theirs = reply.turns()[at].side != self.mover();
        let is_sooner = self.taken_at(best, reply.moves[at]).is_none_or(|late| late > at);
        let is_proven = matches!(line.value, Value::Exact(_));
        let is_told = is_far && !is_proven && is_theirs && is_sooner;
        (is_told && at < MOST_SHOWN).then_some(at)
    }

    /// How many moves a worse move and the best one leave at once, where the first leaves clearly more and its line does
    /// not make up for it.
    fn leaves_wide(&self, best: &Story, reply: &Story) -> Option<[usize; 2]> {
        let left = [reply, best].map(|story| story.turns().first().map_or(0, |turn| turn.replies));
        let lead = |story: &Story, span: usize| self.lead(story.moves.get(..span)?);
        let mut spans = LATER.into_iter();
        let leads = spans.find_map(|span| lead(reply, span).zip(lead(best, span)));
        let stays = leads.is_some_and(|(worse, better)| worse <= better);
        (left[0] >= left[1] + CLEARLY_MORE && stays).then_some(left)
    }

    /// Whether clearly fewer quick games are won after a worse move.
    fn is_tried_worse(&self, findings: &Findings, index: usize) -> bool {
        let trials = findings.trials(index).zip(findings.trials(0));
        trials.is_some_and(|(worse, best)| {
            is_clearly_more([best, worse], |trial| trial.won(self.mover()))
        })
    }
}
