//! Othello: how many moves both sides have right after a move, each counted as if it were that side's turn.

use mossa_kernel::Move;

use super::{
    Findings, Request, Story,
    access::IN_HAND,
    discs::{choices, legal},
    names,
    outlook::FEW,
};

/// Balances that differ by less convince nobody, where they speak for the best move or against another.
const LEAST_AHEAD: i64 = 2;
const LEAST_BEHIND: i64 = 3;

/// So many moves fewer are clearly fewer.
const LEAST_FEWER: usize = 2;

/// How both sides' moves are counted.
pub(super) const TURN: &str = "(each counted as if it were that side's turn)";

/// At most so many moves are named.
const MOST_NAMED: usize = 5;

impl Request<'_> {
    /// The moves of the side to move and of the other right after a move.
    pub(super) fn choice_after(&self, mv: Move) -> Option<[usize; 2]> {
        let after = self.reached(&[mv]).filter(|after| after.outcome().is_none())?;
        Some([self.mover(), !self.mover()].map(|side| choices(&after, side)))
    }

    /// The worse moves after which the balance of both sides' moves is clearly worse than after the best one, with
    /// these, where those are most of them and the next best is among them.
    pub(super) fn outbalanced(&self, findings: &Findings) -> Option<Vec<(usize, [usize; 2])>> {
        let best = lead(self.choice_after(findings.best().mv())?);
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let worse = behind.iter().filter_map(|&index| {
            let choice = self.choice_after(findings.lines[index].mv())?;
            (lead(choice) + LEAST_AHEAD <= best).then_some((index, choice))
        });
        let worse: Vec<(usize, [usize; 2])> = worse.collect();
        let is_next = worse.first().map(|(index, _)| *index) == behind.first().copied();
        (is_next && 2 * worse.len() > behind.len()).then_some(worse)
    }

    /// The same in words.
    pub(super) fn balance_reason(&self, findings: &Findings) -> Option<String> {
        let worse = self.outbalanced(findings).filter(|worse| !worse.is_empty())?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let best = self.choice_after(findings.best().mv())?;
        let named = worse.iter().map(|(index, _)| self.name(&findings.lines[*index]));
        let others = match worse.len() {
            n if n == findings.lines.len() - 1 => "every other move".to_owned(),
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the other moves"),
        };
        let most = worse.iter().map(|(_, choice)| lead(*choice)).max()?;
        let [own, theirs] = self.alone_after(findings.best().mv())?;
        let alone = match (own.is_empty(), theirs.is_empty()) {
            (true, _) => String::new(),
            (_, true) => {
                format!(": only {m} to {} {IN_HAND}, only {other} to none", self.squares(&own))
            }
            _ => format!(
                ": only {m} to {} {IN_HAND}, only {other} to {}",
                self.squares(&own),
                self.squares(&theirs)
            ),
        };
        Some(format!(
            "Right after {} {m} can go to {}, {other} to {} {TURN}{alone}; after {others} {m} would have {} \
             {other}. {FEW}",
            self.name(findings.best()),
            names::counted(best[0] as u64, "square"),
            best[1],
            at_best(most)
        ))
    }

    /// The squares to which only the mover can go right after a move, and those to which only the other side can.
    pub(super) fn alone_after(&self, mv: Move) -> Option<[Vec<u32>; 2]> {
        let after = self.reached(&[mv])?;
        let [own, theirs] = [self.mover(), !self.mover()].map(|side| legal(&after, side));
        let only = |own: &[Move], others: &[Move]| {
            own.iter().filter(|mv| !others.contains(mv)).map(|mv| mv.0).collect::<Vec<u32>>()
        };
        Some([only(&own, &theirs), only(&theirs, &own)])
    }

    /// How many moves the mover would have right after the best move, and the fewest and the most after worse ones, where
    /// these are fewer each, and mostly clearly so.
    pub(super) fn most_choice(&self, findings: &Findings) -> Option<(usize, [usize; 2])> {
        let own = self.choice_after(findings.best().mv())?[0];
        let others = findings.behind().map(|(_, line)| Some(self.choice_after(line.mv())?[0]));
        let others = others.collect::<Option<Vec<usize>>>()?;
        let clear = others.iter().filter(|&&it| it + LEAST_FEWER <= own).count();
        let (least, most) = (*others.iter().min()?, *others.iter().max()?);
        (most < own && 2 * clear > others.len()).then_some((own, [least, most]))
    }

    /// The same in words.
    pub(super) fn most_choice_reason(&self, findings: &Findings) -> Option<String> {
        let (own, [least, most]) = self.most_choice(findings)?;
        let m = names::side(self.mover());
        let fewer = if least == most { least.to_string() } else { format!("{least} to {most}") };
        Some(format!(
            "Right after {} {m} has {own} moves to choose from, counted as if it were {m}'s turn again; after every \
             worse move fewer ({fewer}). {FEW}",
            self.name(findings.best())
        ))
    }

    /// Where the balance is clearly worse right after a worse move than after the best one.
    pub(super) fn balance_beside(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let best = self.choice_after(findings.best().mv())?;
        let worse = self.choice_after(*reply.moves.first()?)?;
        (lead(worse) + LEAST_BEHIND <= lead(best)).then(|| {
            format!(
                " Right after {} {m} can go to {}, {other} to {} {TURN}; right after {} {m} to {}, {other} to {}.",
                self.first_name(reply),
                names::counted(worse[0] as u64, "square"),
                worse[1],
                self.name(findings.best()),
                best[0],
                best[1]
            )
        })
    }
}

/// What the best of several balances is: "at most 2 more than", "at least 3 fewer than".
pub(super) fn at_best(most: i64) -> String {
    match most {
        1.. => format!("at most {most} more than"),
        0 => "no more than".to_owned(),
        _ => format!("at least {} fewer than", most.abs()),
    }
}

/// By how much the first of two counts is ahead.
pub(super) fn lead([own, theirs]: [usize; 2]) -> i64 {
    i64::try_from(own).unwrap_or(0) - i64::try_from(theirs).unwrap_or(0)
}
