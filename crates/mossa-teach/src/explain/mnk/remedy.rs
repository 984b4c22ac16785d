//! m,n,k-games: the reason in a sentence: what the other side threatens, what the best move does about it, and what
//! happens otherwise.

use super::{blocks, threatened::Menace};
use crate::explain::{Findings, Request, Story, facts::Facts, names, stones::Stones, story::Step};

/// What the best move does about double threats of the other side's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    /// It makes two threats itself.
    First,
    /// It takes them all away.
    Takes,
    /// It threatens to win, and a later move of the line, counted from 0, takes them away or makes two threats.
    Gains(usize),
}

impl Request<'_> {
    /// The reason, where the other side threatens to make two threats at once.
    pub(in crate::explain) fn answer_to_menace(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
    ) -> Option<String> {
        let menace = Menace::new(stones, !self.mover())?;
        let first = story.steps().first()?;
        let threat = self.threat(stones, &menace, findings.lines.len());
        let (name, words) = (self.title(findings.best()), remedy(story, &menace)?);
        let does = match words {
            Remedy::First => format!("{name} comes first: it {}", first.facts.words(stones)),
            Remedy::Takes => format!("{name} {}", takes_words(first, &menace)),
            Remedy::Gains(number) => gains_words(story, number),
        };
        let blocked = blocks::told(stones, &first.facts, self.mover());
        let blocked = blocked.map_or_else(String::new, |blocked| format!(" {blocked}"));
        Some(format!("{threat} {does}.{blocked}"))
    }

    /// "O threatens a double threat at c5: two threats at once, to be completed at a5 or f5, of which X can stop only
    /// one. 24 of X's 29 moves lose to it."
    fn threat(&self, stones: &Stones, menace: &Menace, all: usize) -> String {
        let (w, m) = (names::side(menace.winner), names::side(self.mover()));
        let cells = names::list(menace.forks.iter().map(|&cell| names::cell(stones, cell)), "or");
        let at = match menace.forks[..] {
            [fork] => {
                let after = stones.with(fork, menace.winner);
                let wins: Vec<u32> = after.wins(menace.winner).iter().map(|win| win.cell).collect();
                format!(", {}", names::completed_at(&after, &wins))
            }
            _ => String::new(),
        };
        let lost = match menace.n_careless(stones) {
            0 => String::new(),
            1 => format!(" One of {m}'s {all} moves loses to it."),
            lost => format!(" {lost} of {m}'s {all} moves lose to it."),
        };
        format!(
            "{w} threatens a double threat at {cells}: a stone there makes two threats at once{at}, and {m} can stop \
             only one.{lost}"
        )
    }
}

impl Menace {
    /// After how many moves of the other side's the winner makes two threats at once with the next stone: those that leave
    /// it a cell for that and neither threaten to win, nor only where that very stone stops it.
    pub(super) fn n_careless(&self, stones: &Stones) -> usize {
        let is_careless = |cell: &u32| {
            let mut after = stones.with(*cell, !self.winner);
            let forks = after.forks(self.winner);
            match &after.wins(!self.winner)[..] {
                [] => !forks.is_empty(),
                [win] => forks.contains(&win.cell),
                _ => false,
            }
        };
        stones.open_cells().filter(is_careless).count()
    }
}

/// What the line does about double threats of the side that does not move first; `None` where it does not show it.
pub(super) fn remedy(story: &Story, menace: &Menace) -> Option<Remedy> {
    let is_gone = |facts: &Facts| facts.left.iter().all(|left| !menace.forks.contains(left));
    let first = story.steps().first()?;
    if first.facts.is_double() || first.facts.completes.is_some() {
        return Some(Remedy::First);
    }
    if is_gone(&first.facts) {
        return Some(Remedy::Takes);
    }
    let own = story.steps().iter().enumerate().step_by(2);
    for (number, step) in own {
        let is_last = step.facts.left.is_empty();
        let takes = is_last && (!step.facts.spoils.is_empty() || step.facts.is_forced());
        if number > 0 && (takes || step.facts.is_double()) {
            return Some(Remedy::Gains(number));
        }
        if step.facts.threatens.is_empty() {
            return None;
        }
    }
    None
}

/// What a move does that takes all double threats away.
fn takes_words(step: &Step, menace: &Menace) -> String {
    let facts = &step.facts;
    let after = step.after();
    let own = facts.side;
    let cells =
        |cells: &[u32]| names::list(cells.iter().map(|&cell| names::cell(&after, cell)), "or");
    let takes = if menace.forks == [facts.cell] { "takes that cell" } else { "takes that away" };
    let threats: Vec<u32> = facts.threatens.iter().map(|win| win.cell).collect();
    match () {
        () if !threats.is_empty() => {
            format!("{takes} and threatens to win at {} itself", cells(&threats))
        }
        () if facts.prepares_fork() => format!(
            "{takes} and prepares a double threat of {}'s own at {}",
            names::side(own),
            cells(&facts.forks)
        ),
        () => takes.to_owned(),
    }
}

/// "e3 threatens to win at d3, so O must answer there first; then X has time for f5, which ...".
fn gains_words(story: &Story, number: usize) -> String {
    let steps = story.steps();
    let cell = |step: &Step| names::cell(&step.before, step.facts.cell);
    let own = steps[..number].iter().step_by(2);
    let forcing: Vec<String> = own
        .map(|step| {
            let threats =
                step.facts.threatens.iter().map(|win| names::cell(&step.before, win.cell));
            format!("{} threatens to win at {}", cell(step), names::list(threats, "or"))
        })
        .collect();
    let (mover, other) = (names::side(steps[0].side), names::side(!steps[0].side));
    let last = &steps[number];
    let times = if number > 2 { "there each time" } else { "there" };
    let forcing = names::list(forcing, "and then");
    let ending = if last.facts.is_forced() && !last.facts.is_double() {
        format!(
            "then {mover} stops {other} at {}, and no double threat is left to {other}",
            cell(last)
        )
    } else {
        format!(
            "then {mover} has time for {}, which {}",
            cell(last),
            last.facts.words(&last.before)
        )
    };
    format!("{forcing}, so {other} must answer {times} first; {ending}")
}
