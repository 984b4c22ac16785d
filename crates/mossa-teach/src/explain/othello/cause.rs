//! Othello: what the best moves have at once and others lack, told by a count that anybody can check on the board.

use mossa_kernel::Move;

use super::{firm::Unit, outlook::FEW};
use crate::explain::{DiscFacts, Findings, Request, names};

/// A count tells something where at least half of the moves that lag behind in it do so by so many.
const LEAST_LAG: usize = 2;

/// A count that does not set the best moves apart from all others must do so from two in so many.
const OTHERS: usize = 3;

/// At most so many squares are named.
const MOST_NAMED: usize = 4;

/// Something of which it is good that there is little after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Little {
    /// Moves of the other side's that open no corner.
    Safe,
    /// Moves of the other side's.
    Moves,
}

/// How few of something the best moves leave, beside others that leave more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cause {
    pub(super) what: Little,
    /// The moves that it sets apart, by their places in the list, the best one first.
    pub(super) group: Vec<usize>,
    /// The most that one of the group leaves.
    pub(super) most: usize,
    /// The moves that leave more, by their places in the list, with how much.
    pub(super) worse: Vec<(usize, usize)>,
    /// Whether these are all that are not among the best.
    pub(super) is_all: bool,
}

impl Request<'_> {
    /// By what count the best moves stand out, the plainest first.
    pub(super) fn cause(&self, findings: &Findings, is_ending: bool) -> Option<Cause> {
        let kinds = [Little::Safe, Little::Moves];
        // Where all moves that are left are safe, it is enough to count moves.
        let best = DiscFacts::new(self.spec, self.game, findings.best().mv());
        let is_unsafe = best.is_some_and(|facts| facts.safe.len() < facts.replies);
        let is_used = |what: &Little| match what {
            Little::Safe => Unit::of(self.spec) == Unit::Corner && (is_unsafe || is_ending),
            Little::Moves => !is_ending,
        };
        let causes =
            kinds.into_iter().filter(is_used).filter_map(|what| self.by_count(findings, what));
        // Of two that set apart as many, the first.
        causes.rev().max_by_key(|cause| (cause.is_all, cause.worse.len()))
    }

    /// What sets all moves apart that are as good as the best one.
    fn by_count(&self, findings: &Findings, what: Little) -> Option<Cause> {
        let group = findings.peers();
        let count = |index: usize| self.little(findings.lines[index].mv(), what);
        let best = group.iter().map(|&index| count(index)).collect::<Option<Vec<usize>>>()?;
        let (most, least) = (best.iter().copied().max()?, best.iter().copied().min()?);
        let others: Vec<usize> =
            (0..findings.lines.len()).filter(|index| !group.contains(index)).collect();
        // What hands over a corner is worse for that, whatever it leaves.
        let is_plain = |index: &usize| !self.is_worse_near_corners(findings, *index);
        let plain: Vec<usize> = others.iter().copied().filter(is_plain).collect();
        let counts = |indices: &[usize]| -> Option<Vec<(usize, usize)>> {
            indices.iter().map(|&index| Some((index, count(index)?))).collect()
        };
        let (all, plain) = (counts(&others)?, counts(&plain)?);
        let is_more = |&&(_, n): &&(usize, usize)| n > most;
        let is_all = all.iter().all(|it| is_more(&it));
        let worse: Vec<(usize, usize)> = all.iter().filter(is_more).copied().collect();
        let lagging = worse.iter().filter(|&&(_, n)| n >= most + LEAST_LAG).count();
        let is_apart = lagging > 0 && 2 * lagging >= worse.len();
        let is_best = plain.iter().all(|&(_, n)| n >= least);
        let n_plain = plain.iter().filter(is_more).count();
        let is_much = n_plain * OTHERS >= plain.len() * (OTHERS - 1);
        // What does not tell the next best move apart is no reason.
        let lag = if what == Little::Safe && most < LEAST_LAG { 1 } else { LEAST_LAG };
        let is_next = plain.first().is_none_or(|&(_, n)| n >= most + lag);
        (is_apart && is_best && is_much && is_next).then_some(Cause {
            what,
            group,
            most,
            worse,
            is_all,
        })
    }

    /// How much of something there is after a move.
    pub(super) fn little(&self, mv: Move, what: Little) -> Option<usize> {
        let facts = || DiscFacts::new(self.spec, self.game, mv);
        match what {
            Little::Safe => facts().map(|facts| facts.safe.len()),
            Little::Moves => facts().map(|facts| facts.replies),
        }
    }

    /// The same in words.
    pub(super) fn cause_words(&self, findings: &Findings, cause: &Cause) -> String {
        let &Cause { what, most, .. } = cause;
        let other = names::side(!self.mover());
        let n_best = cause.group.len();
        let (it, leaves, at_most) = match n_best {
            1 => ("It".to_owned(), "leaves", ""),
            2 => ("Both".to_owned(), "leave", "at most "),
            n => (format!("Each of the {n}"), "leaves", "at most "),
        };
        let some = |n: usize| if n == 0 { "no".to_owned() } else { format!("{at_most}{n}") };
        let worse = self.more_words(findings, cause);
        let plural =
            |word: &str, n: usize| if n == 1 { word.to_owned() } else { format!("{word}s") };
        match what {
            Little::Safe => format!(
                "{it} {leaves} {other} {} safe {}{}; {worse}. {FEW}",
                some(most),
                plural("move", most),
                self.safe_names(findings, n_best)
            ),
            Little::Moves => format!(
                "{it} {leaves} {other} {} {}; {worse}. {FEW}",
                some(most),
                plural("move", most)
            ),
        }
    }

    /// The few safe moves that the best move leaves, by name.
    fn safe_names(&self, findings: &Findings, n_best: usize) -> String {
        let facts = DiscFacts::new(self.spec, self.game, findings.best().mv());
        let safe = facts.map_or_else(Vec::new, |facts| facts.safe);
        if n_best > 1 || safe.is_empty() || safe.len() > MOST_NAMED {
            return String::new();
        }
        let named = safe.iter().map(|&mv| self.game.position().show_move(mv));
        format!(", {}", names::list(named, "and"))
    }

    /// Which moves leave more than the best: "f2 and d3 leave more (11 to 12)".
    fn more_words(&self, findings: &Findings, cause: &Cause) -> String {
        let Cause { worse, is_all, .. } = cause;
        let range = range(worse);
        let named = worse.iter().map(|&(index, _)| self.name(&findings.lines[index]));
        let who = match (worse.len(), *is_all) {
            (1, true) => "the other move leaves".to_owned(),
            (_, true) => "every other move leaves".to_owned(),
            (1, _) => format!("{} leaves", names::list(named, "and")),
            (n, _) if n <= MOST_NAMED => format!("{} leave", names::list(named, "and")),
            (n, _) => format!("{n} of the other moves leave"),
        };
        format!("{who} more ({range}){}", self.rest_words(findings, cause))
    }

    /// What is to be said of the moves that leave no more than the best.
    fn rest_words(&self, findings: &Findings, cause: &Cause) -> String {
        let is_rest = |index: &usize| {
            !cause.group.contains(index) && !cause.worse.iter().any(|(worse, _)| worse == index)
        };
        let rest = (0..findings.lines.len()).filter(is_rest);
        let (risky, plain): (Vec<usize>, Vec<usize>) =
            rest.partition(|&index| self.is_worse_near_corners(findings, index));
        let facts = |index: usize| {
            DiscFacts::new(self.spec, self.game, findings.lines[index].mv())
                .filter(|facts| facts.gives.is_empty() && facts.leaves.is_empty())
        };
        let (beside, open): (Vec<usize>, Vec<usize>) =
            risky.into_iter().partition(|&index| facts(index).is_some());
        let how = beside.first().and_then(|&index| facts(index)).map_or("", |it| it.beside_how);
        let (other, corner) = (names::side(!self.mover()), Unit::of(self.spec).one());
        let part = |indices: Vec<usize>, [one, many]: [String; 2]| {
            let named = indices.iter().map(|&index| self.name(&findings.lines[index]));
            match indices.len() {
                0 => None,
                1 => Some(format!("{} {one}", names::list(named, "and"))),
                n if n <= MOST_NAMED => Some(format!("{} {many}", names::list(named, "and"))),
                n => Some(format!("{n} {many}")),
            }
        };
        let parts = [
            part(plain, ["leaves", "leave"].map(|leaves| format!("{leaves} no more"))),
            part(
                open,
                [("leaves", "lets"), ("leave", "let")].map(|(leaves, lets)| {
                    format!("{leaves} no more, but {lets} {other} take {corner}")
                }),
            ),
            part(
                beside,
                [("leaves", "stands"), ("leave", "stand")].map(|(leaves, stands)| {
                    format!(
                        "{leaves} no more, but {stands} {how} beside {corner} that is empty, which helps {other} to get there"
                    )
                }),
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!("; {}", parts.join("; ")) }
    }

    /// Whether a move hands over a corner or stands beside one, where none of the best moves does so and it is not played
    /// later in the best line.
    pub(super) fn is_worse_near_corners(&self, findings: &Findings, index: usize) -> bool {
        let mv = findings.lines[index].mv();
        let mut later = findings.best().moves.iter().skip(2).step_by(2);
        let are_plain = findings.peers().iter().all(|&peer| self.is_plain(findings, peer));
        !self.is_plain(findings, index) && are_plain && !later.any(|&own| own == mv)
    }

    /// Whether a move neither hands over a corner nor stands beside an empty one.
    pub(super) fn is_plain(&self, findings: &Findings, index: usize) -> bool {
        let facts = DiscFacts::new(self.spec, self.game, findings.lines[index].mv());
        facts.is_some_and(|facts| {
            facts.gives.is_empty() && facts.leaves.is_empty() && facts.beside.is_none()
        })
    }
}

/// The least and the most of some counts: "11 to 12".
pub(super) fn range(counts: &[(usize, usize)]) -> String {
    let counts = || counts.iter().map(|&(_, n)| n);
    let (low, high) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
