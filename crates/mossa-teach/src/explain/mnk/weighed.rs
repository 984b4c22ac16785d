//! m,n,k-games, where nothing is proven: what can be counted on the board after each move that was looked at. A count is a
//! reason only where all of the moves that look best are better by it than most of those that look clearly worse.

use std::collections::HashMap;

use mossa_games::GameSpec;
use mossa_kernel::{Move, Side, values};
use mossa_search::Line;

use super::natural::MOST_ORDERED;
use crate::explain::{
    Facts, Findings, Request,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    names,
    quiet::close,
    stones::Stones,
};

/// Fewer worse moves than this may be worse by any count by chance.
const LEAST_WORSE: usize = 4;

/// Of three worse moves so many must be worse by one of the counts.
const LEAST_TOLD: [usize; 2] = [2, 3];

/// A second count must tell so many more.
const LEAST_MORE: usize = 2;

/// A single move is clearly worse by a count that differs by so much.
const LEAST_CLEAR: usize = 2;

/// What is counted after a move; the plainest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Count {
    /// Lines through it that hold another stone of the mover's and none of the other side's.
    Begun,
    /// Lines through it that the other side had begun and could complete.
    Closed,
    /// Both together.
    Both,
    /// On how many cells the mover could prepare a double threat next.
    Prepared,
    /// On how many cells the other side could; fewer are better.
    Left,
}

impl Count {
    pub(super) const ALL: [Self; 5] =
        [Self::Begun, Self::Closed, Self::Both, Self::Prepared, Self::Left];

    /// After a stone of `side` on a free cell.
    pub(super) fn of(self, stones: &Stones, cell: u32, side: Side) -> usize {
        match self {
            Self::Begun => stones.begun_through(cell, side),
            Self::Closed => stones.begun_through(cell, !side),
            Self::Both => stones.begun_through(cell, side) + stones.begun_through(cell, !side),
            Self::Prepared => stones.with(cell, side).preparers(side).len(),
            Self::Left => stones.with(cell, side).preparers(!side).len(),
        }
    }

    /// Whether it is about cells for the stone after this one.
    pub(super) fn is_for_later(self) -> bool {
        matches!(self, Self::Prepared | Self::Left)
    }

    /// Whether a number is better than another.
    fn is_better(self, number: usize, than: usize) -> bool {
        if self == Self::Left { number < than } else { number > than }
    }

    /// The head of its column.
    fn head(self, [m, other]: [char; 2]) -> String {
        match self {
            Self::Begun => format!("{m}'s lines"),
            Self::Closed => format!("{other}'s lines"),
            Self::Both => "lines".to_owned(),
            Self::Prepared => format!("{m}'s cells"),
            Self::Left => format!("{other}'s cells"),
        }
    }

    /// What the numbers below it are.
    fn meaning(self, sides: [char; 2], run: u32) -> String {
        let [m, other] = sides;
        match self {
            Self::Prepared => format!("cells where {m}'s next stone would prepare a double threat"),
            Self::Left => format!("cells where {other}'s next stone would prepare a double threat"),
            _ => format!("lines of {run} through the cell that {}", self.lines(sides)),
        }
    }

    /// Which lines are counted.
    fn lines(self, [m, other]: [char; 2]) -> String {
        match self {
            Self::Closed => {
                format!("hold a stone of {other}'s and none of {m}'s, and that {m} closes")
            }
            Self::Both => {
                format!("hold stones of one side only: {m}'s go on, {other}'s are closed")
            }
            _ => format!("hold a stone of {m}'s already and none of {other}'s"),
        }
    }

    /// "through e7 run 4 lines of 5 that ...", "after e7 O's next stone could prepare a double threat on 4 cells".
    fn told_of(self, named: &str, number: &str, sides: [char; 2], run: u32) -> String {
        let [m, other] = sides;
        match self {
            Self::Prepared | Self::Left => {
                let who = if self == Self::Left { other } else { m };
                let cells = match number {
                    "0" => "no cell".to_owned(),
                    "1" => "1 cell".to_owned(),
                    number => format!("{number} cells"),
                };
                format!("after {named} {who}'s next stone could prepare a double threat on {cells}")
            }
            _ => format!("through {named} run {number} lines of {run} that {}", self.lines(sides)),
        }
    }

    /// The same of others, which are worse.
    fn told_of_others(self, named: &str) -> String {
        match self {
            Self::Prepared => format!("after {named} on fewer"),
            Self::Left => format!("after {named} on more"),
            _ => format!("through {named} fewer"),
        }
    }
}

/// What was counted, and which of it sets the best moves apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::explain) struct Weighed {
    pub(super) reasons: Vec<Count>,
    pub(super) numbers: HashMap<Move, [Option<usize>; Count::ALL.len()]>,
    pub(super) best: Vec<Move>,
    pub(super) worse: Vec<Move>,
}

impl Weighed {
    pub(super) fn number(&self, mv: Move, count: Count) -> Option<usize> {
        let at = Count::ALL.iter().position(|&it| it == count)?;
        self.numbers.get(&mv)?[at]
    }

    /// Whether a move is worse by a count than each of the best ones.
    pub(super) fn is_worse(&self, mv: Move, count: Count) -> bool {
        let own = self.number(mv, count);
        let is_better = |&good: &Move| {
            let numbers = self.number(good, count).zip(own);
            numbers.is_some_and(|(good, own)| count.is_better(good, own))
        };
        self.best.iter().all(is_better)
    }

    fn is_told(&self, mv: Move, counts: &[Count]) -> bool {
        counts.iter().any(|&count| self.is_worse(mv, count))
    }

    fn n_told(&self, counts: &[Count]) -> usize {
        self.worse.iter().filter(|&&mv| self.is_told(mv, counts)).count()
    }

    /// The one or two counts that tell most of the worse moves, where these are enough.
    fn choose(&self) -> Vec<Count> {
        let all = Count::ALL.into_iter().map(|count| vec![count]);
        let pairs = Count::ALL.into_iter().enumerate().flat_map(|(at, first)| {
            // What is in the sum already says nothing beside it.
            let is_own = move |second: &Count| *second != Count::Both && first != Count::Both;
            Count::ALL[at + 1..]
                .iter()
                .copied()
                .filter(is_own)
                .map(move |second| vec![first, second])
        });
        let mut chosen: (usize, Vec<Count>) = (0, Vec::new());
        for counts in all.chain(pairs) {
            let told = self.n_told(&counts);
            let more = if counts.len() > chosen.1.len().max(1) { LEAST_MORE } else { 1 };
            if told >= chosen.0 + more {
                chosen = (told, counts);
            }
        }
        let is_enough = self.worse.len() >= LEAST_WORSE
            && chosen.0 * LEAST_TOLD[1] >= self.worse.len() * LEAST_TOLD[0];
        if is_enough { chosen.1 } else { Vec::new() }
    }
}

impl Request<'_> {
    /// Counts after the moves that were looked at, where the best one threatens nothing.
    pub(in crate::explain) fn weigh(&self, findings: &mut Findings) {
        let stones = Stones::new(self.spec, self.game).filter(|_| findings.proven().is_none());
        let (GameSpec::Mnk(_), Some(stones)) = (self.spec, stones) else { return };
        let best = findings.best();
        let is_quiet =
            Facts::new(&stones, best.mv(), self.mover()).is_some_and(|facts| facts.is_quiet());
        if !is_quiet || values::is_exact(&best.value) || findings.lines.len() > MOST_ORDERED {
            return;
        }
        let seen = findings.lines.iter().take(MOST_CLOSE_LOOKS).filter(|line| {
            is_looked_at(line) && !findings.is_glance(line) && !values::is_exact(&line.value)
        });
        let seen: Vec<&Line> = seen.collect();
        let numbers = seen.iter().filter_map(|line| {
            let cell = stones.cell_of(line.mv())?;
            let facts = Facts::new(&stones, line.mv(), self.mover())?;
            // Whoever must be answered at once needs no cells for later.
            let tells = |count: Count| !count.is_for_later() || facts.is_quiet();
            let number = |count: Count| tells(count).then(|| count.of(&stones, cell, self.mover()));
            Some((line.mv(), Count::ALL.map(number)))
        });
        let numbers: HashMap<Move, _> = numbers.collect();
        let is_known = |mv: &Move| numbers.contains_key(mv);
        let best = close(findings).into_iter().map(Line::mv).filter(is_known).collect();
        let worse = seen.iter().filter(|line| findings.is_far(line)).map(|line| line.mv());
        let worse = worse.collect();
        let mut weighed = Weighed { reasons: Vec::new(), numbers, best, worse };
        weighed.reasons = weighed.choose();
        findings.weighed = weighed;
    }

    /// What sets the best moves apart from those that look clearly worse.
    pub(in crate::explain) fn set_apart(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
        let weighed = &findings.weighed;
        let sides = [self.mover(), !self.mover()].map(names::side);
        let all = weighed.worse.len();
        let best = match weighed.best.len() {
            1 => self.name(findings.best()),
            count => format!("each of the {count} best moves"),
        };
        let told = weighed.reasons.iter().enumerate().map(|(at, &count)| {
            let numbers = weighed.best.iter().filter_map(|&mv| weighed.number(mv, count));
            let (least, most) = (numbers.clone().min()?, numbers.max()?);
            let number = match count {
                _ if least == most => least.to_string(),
                Count::Left => format!("at most {most}"),
                _ => format!("at least {least}"),
            };
            let n = weighed.n_told(&[count]);
            let others = match (at, n == all) {
                (0, true) => format!("all {all} moves that look clearly worse"),
                (0, false) => format!("{n} of the {all} moves that look clearly worse"),
                (_, true) => format!("all {all} of those"),
                (_, false) => format!("{n} of those"),
            };
            Some(format!(
                "{}; {}",
                count.told_of(&best, &number, sides, stones.run()),
                count.told_of_others(&others)
            ))
        });
        let told: Option<Vec<String>> = told.collect();
        let told = told.filter(|told| !told.is_empty())?.join(". And ");
        let both = weighed.n_told(&weighed.reasons);
        let rest = match all - both {
            0 => String::new(),
            1 => " Of one of them this tells nothing.".to_owned(),
            rest => format!(" Of {rest} of them this tells nothing."),
        };
        Some(format!("What can be counted: {told}.{rest}"))
    }

    /// The heads of columns for what is told of it.
    pub(in crate::explain) fn weighed_heads(&self, findings: &Findings) -> Vec<String> {
        let sides = [self.mover(), !self.mover()].map(names::side);
        findings.weighed.reasons.iter().map(|count| count.head(sides)).collect()
    }

    /// What stands in them for one move.
    pub(in crate::explain) fn weighed_cells(findings: &Findings, line: &Line) -> Vec<String> {
        let number = |&count: &Count| {
            let number = findings.weighed.number(line.mv(), count);
            number.map_or_else(String::new, |number| number.to_string())
        };
        findings.weighed.reasons.iter().map(number).collect()
    }

    /// What the columns mean.
    pub(in crate::explain) fn weighed_legend(&self, findings: &Findings) -> Option<String> {
        let sides = [self.mover(), !self.mover()].map(names::side);
        let run = Stones::new(self.spec, self.game)?.run();
        let told = findings
            .weighed
            .reasons
            .iter()
            .map(|count| format!("{}: {}.", count.head(sides), count.meaning(sides, run)));
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// By what a worse move is clearly worse, where that is counted.
    pub(super) fn outweighed(
        &self,
        stones: &Stones,
        findings: &Findings,
        line: &Line,
    ) -> Option<String> {
        let (weighed, best) = (&findings.weighed, findings.best());
        let sides = [self.mover(), !self.mover()].map(names::side);
        weighed.reasons.iter().filter(|&&count| weighed.is_worse(line.mv(), count)).find_map(
            |&count| {
                let [own, better] = [line, best].map(|line| weighed.number(line.mv(), count));
                let (own, better) =
                    own.zip(better).filter(|(own, better)| own.abs_diff(*better) >= LEAST_CLEAR)?;
                let told = count.told_of("it", &own.to_string(), sides, stones.run());
                let place = if count.is_for_later() { "after" } else { "through" };
                Some(format!("{}, {place} {} {better}.", names::sentence(&told), self.name(best)))
            },
        )
    }
}
