//! Othello, where nothing is proven: in what else the best move is ahead of all others, which tells nothing of each of them but can be
//! seen.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{counted::Range, counts::Count};
use crate::explain::{Findings, Request, names};

/// What is told, the plainest first, and how many of it.
const TOLD: [Count; 6] = [
    Count::Replies,
    Count::SafeReplies,
    Count::Opened,
    Count::KeptSafe,
    Count::Kept,
    Count::Lead,
];
const MOST_TOLD: usize = 1;

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
