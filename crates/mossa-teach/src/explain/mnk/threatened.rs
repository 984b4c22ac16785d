//! m,n,k-games: what the winner threatens now, and why no stone of the loser's helps against it.

use std::collections::BTreeSet;

use mossa_kernel::Side;

use super::{blocks::takes, natural::Appeal};
use crate::explain::{Findings, Request, Story, names, stones::Stones, story::Step};

/// So many stones that stop everything are named, and of so many it is told how they fail.
const MOST_NAMED: usize = 6;
const MOST_TOLD: usize = 3;

/// Double threats that `winner` could make, were it to move, where nobody can complete a line at once.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::explain) struct Menace {
    pub(super) winner: Side,
    /// Where a stone makes one.
    pub(super) forks: Vec<u32>,
    /// Where a stone of the other side leaves none of them and no new one.
    pub(super) stoppers: Vec<u32>,
}

impl Menace {
    /// `None` where there is none, or stones fall.
    pub(in crate::explain) fn new(stones: &Stones, winner: Side) -> Option<Self> {
        let is_calm = Side::BOTH.into_iter().all(|side| stones.wins(side).is_empty());
        let forks = stones.clone().forks(winner);
        let first = *forks.first().filter(|_| is_calm && !stones.falls())?;
        // What stops them all stands on a line with each of them.
        let near = stones.cells_near(first).chain([first]);
        let near: BTreeSet<u32> = near.filter(|&cell| stones.is_open(cell)).collect();
        let stoppers = near.into_iter().filter(|&cell| takes(stones, cell, winner)).collect();
        Some(Self { winner, forks, stoppers })
    }

    /// "If X does nothing about it, O can make a double threat at d4 or f2. Only d4 and f2 stop both."
    pub(in crate::explain) fn words(&self, stones: &Stones, is_lost: bool) -> String {
        let (w, loser) = (names::side(self.winner), names::side(!self.winner));
        let named = |cells: &[u32], joint| {
            names::list(cells.iter().map(|&cell| names::cell(stones, cell)), joint)
        };
        let them = match self.forks.len() {
            1 => "it",
            2 => "both",
            _ => "all of them",
        };
        let stops = match self.stoppers.len() {
            0 => format!("No single stone of {loser}'s stops {them}"),
            1 => format!("Only {} stops {them}", named(&self.stoppers, "and")),
            count if count <= MOST_NAMED => {
                format!("Only {} stop {them}", named(&self.stoppers, "and"))
            }
            count => {
                let in_vain = if is_lost { ", and loses all the same" } else { "" };
                format!("A stone on any of {count} cells stops {them}{in_vain}")
            }
        };
        let forks = named(&self.forks, "or");
        format!(
            "If {loser} does nothing about it, {w} can make a double threat at {forks}. {stops}."
        )
    }
}

impl Request<'_> {
    /// What is threatened where the side to move loses, which stones stop that, and how these fail.
    pub(in crate::explain) fn menaced(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let menace = Menace::new(stones, !self.mover())?;
        let failures = if menace.stoppers.is_empty() {
            self.half_measure(stones, findings, story, replies).into_iter().collect()
        } else {
            self.failures(stones, findings, replies, &menace.stoppers)
        };
        Some([vec![menace.words(stones, true)], failures].concat().join(" "))
    }

    /// How stones that stop everything fail, where that is known.
    fn failures(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
        stoppers: &[u32],
    ) -> Vec<String> {
        let lines = findings.lines.iter().zip(replies).enumerate();
        let stops = lines.filter(|(_, (line, _))| {
            stones.cell_of(line.mv()).is_some_and(|cell| stoppers.contains(&cell))
        });
        let told = stops.filter_map(|(index, (line, reply))| {
            let name = self.title(line);
            // The line of the first move is told below.
            if index == 0 {
                return Some(format!("{name} fails as in the line below."));
            }
            let refutation = self.refutation(line, reply.as_ref()?);
            Some(format!("{name} fails: {refutation}."))
        });
        told.take(MOST_TOLD).collect()
    }

    /// Where no stone stops everything: how the one fails that stops most.
    fn half_measure(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let lines = findings.lines.iter().zip(replies).enumerate();
        let known = lines.filter_map(|(index, (line, reply))| {
            let reply = if index == 0 { story } else { reply.as_ref()? };
            let appeal = Appeal::of(stones, line, self.mover())?;
            (appeal.n_taken > 0).then_some((appeal, line, reply))
        });
        let (_, line, reply) =
            known.reduce(|a, b| if b.0.n_taken > a.0.n_taken { b } else { a })?;
        let facts = &reply.steps().first()?.facts;
        let (w, name) = (names::side(!self.mover()), self.title(line));
        let taken = names::list(facts.spoils.iter().map(|&cell| names::cell(stones, cell)), "and");
        let refutation = self.refutation(line, reply);
        let left = facts.left.iter().map(|&cell| names::cell(stones, cell));
        Some(if facts.left.is_empty() {
            format!("{name} takes {taken} from {w}; but {refutation}.")
        } else {
            let left = names::list(left, "and");
            format!("{name} takes {taken} from {w} and leaves {left}: {refutation}.")
        })
    }
}

/// What the loser could do itself if it ever got the time: "O could make a double threat at c5 or g9, too, but
/// does not get the time." `None` where it could not, or gets it.
pub(in crate::explain) fn too_late(stones: &Stones, story: &Story, winner: Side) -> Option<String> {
    let forks = stones.clone().forks(!winner);
    let is_all_forced = story.forced_from(winner).is_some_and(|forced| forced.is_all);
    let loser_acts = |step: &Step| step.side != winner && step.facts.is_double();
    let is_late = is_all_forced && !stones.falls() && !story.steps().iter().any(loser_acts);
    let cells = || names::list(forks.iter().map(|&cell| names::cell(stones, cell)), "or");
    (is_late && !forks.is_empty()).then(|| {
        format!(
            "{} could make a double threat at {}, too, but does not get the time.",
            names::side(!winner),
            cells()
        )
    })
}
