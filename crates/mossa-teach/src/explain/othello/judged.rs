//! Othello: which moves are about as good as the best one where nothing is proven, and the fewest counts that tell all
//! others from them.
//!
//! A count is a reason against a worse move only if it speaks for *all* of the best ones beside that move. So whatever is
//! said can be checked move by move, and nothing that is held against one move holds for one that is recommended.

use std::collections::HashMap;

use mossa_kernel::{Move, values};
use mossa_search::Line;

use super::counts::{Count, Counts};
use crate::explain::{Findings, Request};

/// Chances are compared by the logarithm of their odds: what is nearer to the best move than this cannot be called worse,
const LEAST_BEHIND: f64 = 0.18;

/// what is further behind than this cannot be called as good,
const MOST_BEHIND: f64 = 0.45;

/// and between two moves that are nearer to each other than this no line is drawn, unless it is far behind the best.
const LEAST_GAP: f64 = 0.05;
const CLEARLY_BEHIND: f64 = 0.3;

/// Chances beyond these are as good as certain.
const SURE: [f64; 2] = [0.005, 0.995];

/// A count that tells a single move from the best ones must differ by so much.
const CLEAR_LACK: i64 = 2;

/// So many counts are told.
const MOST_COUNTS: u32 = 3;

/// Moves that are as good as the first one by so many percent are never called worse, and may be told first instead, if more
/// can be said for them.
const SAME_PERCENT: f64 = 1.0;

/// What it costs a reader that a move is left without a reason, that one more is called as good and by how much it is
/// behind, that corners are told as well, and that the best move gives one or stands beside one.
const EFFORT_UNTOLD: f64 = 1.0;
const EFFORT_A_PEER: f64 = 0.2;
const EFFORT_BEHIND: f64 = 1.5;
const EFFORT_CORNERS: f64 = 0.6;
const EFFORT_RISKY: f64 = 1.0;

/// What is counted after each move.
#[derive(Clone, Debug, Default)]
struct Counted(HashMap<Move, Counts>);

impl Counted {
    fn number(&self, mv: Move, count: Count) -> Option<i64> {
        self.0.get(&mv)?.number(count)
    }

    /// Whether by a count all of the best moves are better than another.
    fn is_worse(&self, best: &[Move], mv: Move, count: Count) -> bool {
        let merit = |mv: Move| self.0.get(&mv)?.merit(count);
        let best: Option<Vec<i64>> = best.iter().map(|&mv| merit(mv)).collect();
        let least = best.and_then(|best| best.into_iter().min());
        least.zip(merit(mv)).is_some_and(|(least, own)| own < least)
    }

    /// The corner that a worse move gives or endangers, and no best one does.
    fn corner_reason(&self, best: &[Move], mv: Move) -> Option<Count> {
        [Count::Given, Count::Taken, Count::Beside]
            .into_iter()
            .find(|&count| self.is_worse(best, mv, count))
    }
}

/// The best moves, and what sets the others apart.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Judged {
    /// The moves that are about as good, the best one first; empty where nobody looked.
    pub(super) best: Vec<Move>,
    /// What sets others apart, first what does so from most.
    pub(super) reasons: Vec<Count>,
    counted: Counted,
}

impl Judged {
    /// What is counted after a move.
    pub(super) fn counts(&self, mv: Move) -> Option<&Counts> {
        self.counted.0.get(&mv)
    }

    /// A number of it.
    pub(super) fn number(&self, mv: Move, count: Count) -> Option<i64> {
        self.counted.number(mv, count)
    }

    /// Whether by a count all of the best moves are better than another.
    pub(super) fn is_worse(&self, mv: Move, count: Count) -> bool {
        self.counted.is_worse(&self.best, mv, count)
    }

    /// By how much a move is worse than all of the best ones by a count.
    fn lack(&self, mv: Move, count: Count) -> i64 {
        let merit = |mv: Move| self.counts(mv).and_then(|counts| counts.merit(count)).unwrap_or(0);
        let least = self.best.iter().map(|&mv| merit(mv)).min().unwrap_or(0);
        least - merit(mv)
    }

    /// The first count that tells this one of some moves from the best ones, and clearly so, while none of the others is
    /// better than these by it.
    pub(super) fn lone_reason(&self, mv: Move, others: &[Move]) -> Option<Count> {
        let mut counts = Count::ALL.into_iter().filter(|count| !count.is_corner());
        counts.find(|&count| {
            let is_clear = self.is_worse(mv, count) && self.lack(mv, count) >= CLEAR_LACK;
            is_clear && others.iter().all(|&other| self.lack(other, count) >= 0)
        })
    }

    /// Whether every one of some moves is worse than all of the best ones by one of the reasons.
    pub(super) fn tells_all(&self, moves: &[Move]) -> bool {
        let is_told = |&mv: &Move| self.reasons.iter().any(|&count| self.is_worse(mv, count));
        moves.iter().all(is_told)
    }

    /// What is told against a move: a corner before all.
    pub(super) fn reason(&self, mv: Move) -> Option<Count> {
        let told = || self.reasons.iter().copied().find(|&count| self.is_worse(mv, count));
        self.counted.corner_reason(&self.best, mv).or_else(told)
    }
}

impl Findings {
    /// How far a move is behind the best one, by the odds.
    fn odds_behind(&self, line: &Line) -> f64 {
        let odds = |line: &Line| {
            let chance = crate::chance(&line.value).clamp(SURE[0], SURE[1]);
            (chance / (1.0 - chance)).ln()
        };
        odds(self.best()) - odds(line)
    }

    /// How many moves may be called the best: below the last of them there is a step.
    fn ways_to_part(&self) -> Vec<usize> {
        let lines = &self.lines;
        let is_same = |line: &Line| self.percent_behind(line) <= SAME_PERCENT;
        let is_close = |line: &&Line| {
            (self.odds_behind(line) <= MOST_BEHIND || is_same(line))
                && !values::is_exact(&line.value)
                && !self.is_glance(line)
        };
        let all = 1 + lines[1..].iter().take_while(is_close).count();
        let is_step = |&n: &usize| {
            // Not all can be called as good where some are clearly behind.
            let last = &lines[n - 1];
            if n == lines.len() {
                return self.odds_behind(last) < CLEARLY_BEHIND || is_same(last);
            }
            let Some(next) = lines.get(n).filter(is_close) else { return true };
            let [last, next] = [last, next].map(|line| self.odds_behind(line));
            let is_clear = next >= CLEARLY_BEHIND || next - last >= LEAST_GAP;
            next >= LEAST_BEHIND && is_clear && !is_same(&lines[n])
        };
        (1..=all).filter(is_step).collect()
    }
}

impl Request<'_> {
    /// Finds out which moves are about as good as the best one, and what sets the others apart; of moves that are as good to
    /// a percent the one comes first for which that is plainest.
    pub(super) fn judge(&self, findings: &mut Findings) {
        let moves = findings.lines.iter().map(Line::mv);
        let counted = Counted(moves.filter_map(|mv| Some((mv, self.counts(mv)?))).collect());
        let is_same = |line: &Line| {
            findings.percent_behind(line).abs() <= SAME_PERCENT
                && !values::is_exact(&line.value)
                && !findings.is_glance(line)
        };
        let same = findings.lines.iter().take_while(|line| is_same(line)).count();
        let mut plainest: Option<(f64, usize, usize, Vec<Count>)> = None;
        for first in 0..same.max(1) {
            findings.put_first(first);
            for n in findings.ways_to_part() {
                let (effort, reasons) = plainest_reasons(findings, &counted, n);
                if plainest.as_ref().is_none_or(|(least, ..)| effort + f64::EPSILON < *least) {
                    plainest = Some((effort, first, n, reasons));
                }
            }
            findings.put_back(first);
        }
        let Some((_, first, n, reasons)) = plainest else { return };
        findings.put_first(first);
        let best = findings.lines[..n].iter().map(Line::mv).collect();
        findings.judged = Judged { best, reasons, counted };
    }
}

/// The counts that set most moves apart from the first `n` with the least to take in, and how much that is.
fn plainest_reasons(findings: &Findings, counted: &Counted, n: usize) -> (f64, Vec<Count>) {
    let best: Vec<Move> = findings.lines[..n].iter().map(Line::mv).collect();
    // What is proven to lose needs no other reason.
    let worse = findings.lines[n..].iter().filter(|line| !values::is_exact(&line.value));
    let (cornered, plain): (Vec<Move>, Vec<Move>) =
        worse.map(Line::mv).partition(|&mv| counted.corner_reason(&best, mv).is_some());
    // Whoever takes a corner now is not told that there will be one to take.
    let takes = best.iter().any(|&mv| counted.number(mv, Count::Taken) == Some(1));
    let is_told = |count: &Count| !(count.is_corner() || takes && *count == Count::Coming);
    let counts = Count::ALL.into_iter().filter(is_told);
    // Which of the plain moves each count sets apart.
    let against = counts.map(|count| {
        let is_worse = |&mv: &Move| counted.is_worse(&best, mv, count);
        (count, plain.iter().map(is_worse).collect::<Vec<bool>>())
    });
    let against: Vec<(Count, Vec<bool>)> =
        against.filter(|(_, told)| told.contains(&true)).collect();
    let chosen = |set: u32| against.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
    let effort = |set: u32| {
        let is_left = |&at: &usize| chosen(set).all(|(_, (_, told))| !told[at]);
        let left: f64 = (0..plain.len()).filter(is_left).map(|_| EFFORT_UNTOLD).sum();
        let told: f64 = chosen(set).map(|(_, (count, _))| count.effort()).sum();
        told + left
    };
    let sets = (0..1_u32 << against.len()).filter(|set| set.count_ones() <= MOST_COUNTS);
    let set = sets.min_by(|&a, &b| effort(a).total_cmp(&effort(b))).unwrap_or(0);
    let mut reasons: Vec<&(Count, Vec<bool>)> = chosen(set).map(|(_, it)| it).collect();
    reasons.sort_by_key(|(_, told)| told.iter().filter(|told| !**told).count());
    let is_risky = [Count::Given, Count::Beside]
        .into_iter()
        .any(|count| counted.number(best[0], count).is_some_and(|number| number > 0));
    let peer = |line: &Line| EFFORT_A_PEER + EFFORT_BEHIND * findings.odds_behind(line).abs();
    let all = effort(set)
        + findings.lines[1..n].iter().map(peer).sum::<f64>()
        + if cornered.is_empty() { 0.0 } else { EFFORT_CORNERS }
        + if is_risky { EFFORT_RISKY } else { 0.0 };
    (all, reasons.into_iter().map(|(count, _)| *count).collect())
}
