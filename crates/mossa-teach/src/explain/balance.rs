//! Othello: how many moves both sides have right after a move, each counted as if it were that side's turn.

use mossa_kernel::Move;

use super::{Findings, Request, Story, discs::choices, names, outlook::FEW};

/// Balances that differ by less convince nobody, where they speak for the best move or against another.
const LEAST_AHEAD: i64 = 2;
const LEAST_BEHIND: i64 = 3;

/// So many moves fewer are clearly fewer.
const LEAST_FEWER: usize = 2;

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
        let leads = || worse.iter().map(|(_, choice)| lead(*choice));
        let (most, least) = (leads().max()?, leads().min()?);
        Some(format!(
            "Right after {} {m} has {}, each counted as if it were that side's turn; after {others} {m} has {} than \
             {other}.",
            self.name(findings.best()),
            choice_words(best, other),
            range([most, least])
        ))
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
                " Right after {} {m} has {}, each counted as if it were that side's turn (after {} {} and {}). {FEW}",
                self.first_name(reply),
                choice_words(worse, other),
                self.name(findings.best()),
                best[0],
                best[1]
            )
        })
    }
}

fn choice_words([own, theirs]: [usize; 2], other: char) -> String {
    format!("{} to choose from and {other} {theirs}", names::counted(own as u64, "move"))
}

/// "2 more to 1 fewer", "0 to 3 fewer", "2 more".
fn range([most, least]: [i64; 2]) -> String {
    let word = if most > 0 { "more" } else { "fewer" };
    match (most.abs(), least.abs()) {
        (0, 0) => "no more".to_owned(),
        (from, _) if most == least => format!("{from} {word}"),
        (from, to) if most > 0 && least < 0 => format!("{from} more to {to} fewer"),
        (from, to) => format!("{from} to {to} {word}"),
    }
}

/// By how much the first of two counts is ahead.
pub(super) fn lead([own, theirs]: [usize; 2]) -> i64 {
    i64::try_from(own).unwrap_or(0) - i64::try_from(theirs).unwrap_or(0)
}
