//! Othello, where nothing is proven: in what else the best move is ahead of all others, which tells nothing of each of them but can be
//! seen.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{
    counted::{Range, tenths},
    counts::Count,
};
use crate::explain::{Findings, Request, names};

/// What is told, the plainest first, and how many of it.
const TOLD: [Count; 6] =
    [Count::Replies, Count::SafeReplies, Count::Opened, Count::KeptSafe, Count::Kept, Count::Lead];
const MOST_TOLD: usize = 1;

/// So many more moves of the other side ask for a word.
const CLEARLY_MORE: i64 = 2;

impl Request<'_> {
    /// That the best move is ahead of all others by something that can be seen on the board, where what is told so far is only
    /// what comes of the moves.
    pub(super) fn besides_words(&self, findings: &Findings) -> Option<String> {
        let judged = &findings.judged;
        if judged.reasons.is_empty() || judged.reasons.iter().any(|count| !count.is_tried()) {
            return None;
        }
        let best = findings.best().mv();
        let merit = |mv: Move, count: Count| judged.counts(mv)?.merit(count);
        let given = |mv: Move| judged.number(mv, Count::Given).unwrap_or(0);
        let gives_more = |mv: Move| given(mv) > given(best);
        let is_ahead = |&count: &Count| {
            let Some(own) = merit(best, count) else { return false };
            let others = findings.lines[1..].iter().map(Line::mv);
            let mut others = others.filter(|&mv| !gives_more(mv));
            others.all(|mv| merit(mv, count).is_none_or(|it| it < own))
        };
        let told: Vec<String> = TOLD
            .into_iter()
            .filter(is_ahead)
            .filter_map(|count| self.superlative(count, judged.number(best, count)?))
            .take(MOST_TOLD)
            .collect();
        let all = match findings.lines.iter().any(|line| gives_more(line.mv())) {
            true if given(best) > 0 => "of all moves that give no more corners away",
            true => "of all moves that give no corner away",
            false => "of all moves",
        };
        (!told.is_empty()).then(|| {
            format!("Besides, {all} {} {}.", self.name(findings.best()), names::list(told, "and"))
        })
    }

    /// Where averages tell, and the best move leaves the other side more moves at first than the next best one: what becomes of
    /// that, or what makes up for it.
    pub(super) fn more_replies_words(&self, findings: &Findings) -> Option<String> {
        let judged = &findings.judged;
        let next = Self::worse(findings).find(|line| !findings.is_glance(line))?;
        let is_told = judged.clearest_reason(next.mv()) == Some(Count::MeanLead);
        let [best, worse] = [findings.best(), next];
        let [own, theirs] = [best, worse].map(|line| judged.number(line.mv(), Count::Replies));
        let (own, theirs) = (own?, theirs?);
        if !is_told || own < theirs + CLEARLY_MORE {
            return None;
        }
        let [after_best, after_worse] =
            [best, worse].map(|line| self.mean_choices(findings, line.mv()));
        let ([m_best, other_best], [m_worse, other_worse]) = (after_best?, after_worse?);
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let [best, worse] = [best, worse].map(|line| self.name(line));
        let then = if other_best < other_worse {
            format!(
                "does not last: in the games that follow {other} can go to {} squares on average, after {worse} to {}",
                tenths(other_best),
                tenths(other_worse)
            )
        } else {
            format!(
                "counts less than what {m} can do: in the games that follow {m} can go to {} squares on average, after {worse} \
                 to {}",
                tenths(m_best),
                tenths(m_worse)
            )
        };
        Some(format!(
            "That {best} leaves {other} more moves at first than {worse} ({own} against {theirs}) {then}."
        ))
    }

    /// "leaves X fewest moves: 7".
    fn superlative(&self, count: Count, number: i64) -> Option<String> {
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let number_of = Range::one(number);
        Some(match count {
            Count::Replies => format!("leaves {other} fewest moves ({number})"),
            Count::SafeReplies => {
                format!("leaves {other} fewest moves that open no corner ({number})")
            }
            Count::Opened => format!("gives {other} fewest new moves ({number})"),
            Count::Kept => {
                format!("keeps {m} most moves whatever {other} answers (at least {number})")
            }
            Count::KeptSafe => format!(
                "keeps {m} most moves that open no corner whatever {other} answers (at least {number})"
            ),
            Count::Lead => format!(
                "is the one after which, whatever {other} answers, {m} can go to the most squares beside {other} ({})",
                number_of.lead(other)
            ),
            _ => return None,
        })
    }
}
