//! m,n,k-games: which other moves a player would ask about where nothing is proven, and which are hardly behind.

use mossa_kernel::{Move, values};
use mossa_search::Line;

use super::{
    Facts, Findings, Request,
    beside::is_nearly_close,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    leaves::Contrast,
    names,
    purpose::Purpose,
    quiet::close,
    stones::Stones,
};

/// So many other moves are told of.
const MOST_TOLD: usize = 2;

/// So many moves are named that are hardly behind.
const MOST_NAMED: usize = 6;

/// A move that is clearly worse to the engine, by its place in the list, and what it has in common with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rival {
    pub(super) index: usize,
    pub(super) likeness: Likeness,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It stands in the way of the same stones.
    Blocks,
    /// It takes the same double threats from the other side.
    Takes,
    /// It stands in the way of more stones than the best one.
    BlocksMore,
    /// What is said of it is said of a move that looks as good as the best one, too.
    SoundsAlike,
    /// It is the best of those that are clearly worse.
    NextBest,
}

impl Request<'_> {
    /// The moves that a player would ask about where nothing is proven: one with the same purpose, or that sounds as
    /// good, and the next best.
    pub(super) fn asked_about(&self, stones: &Stones, findings: &Findings) -> Vec<Rival> {
        let best = findings.best();
        let Some(facts) = Facts::new(stones, best.mv(), self.mover()) else { return Vec::new() };
        if stones.falls() || findings.proven().is_some() || facts.is_forced() {
            return Vec::new();
        }
        let is_quiet = facts.is_quiet();
        let hardly: Vec<Move> =
            self.alike_and_near(stones, findings).iter().map(|it| it.mv()).collect();
        let is_worse = |line: &Line| {
            is_looked_at(line)
                && !findings.is_glance(line)
                && findings.is_worse(line)
                && !values::is_exact(&line.value)
                && !is_nearly_close(stones, findings, line)
                && !hardly.contains(&line.mv())
        };
        let cells = self.same_purpose(stones, facts.cell);
        let blocks =
            |line: &Line| stones.cell_of(line.mv()).is_some_and(|cell| cells.contains(&cell));
        let takes = |line: &Line| {
            let other = Facts::new(stones, line.mv(), self.mover());
            let takes_all =
                |other: Facts| facts.spoils.iter().all(|fork| other.spoils.contains(fork));
            !facts.spoils.is_empty() && other.is_some_and(takes_all)
        };
        let blocked = |cell: u32| {
            let blocked = Purpose::new(stones, cell, self.mover()).blocked;
            blocked.map_or(0, |group| group.stones.len())
        };
        let most = blocked(facts.cell);
        let blocks_more = |line: &Line| {
            is_quiet && stones.cell_of(line.mv()).is_some_and(|cell| blocked(cell) > most)
        };
        let sounds_alike = |line: &Line| is_quiet && self.sounds_alike(stones, findings, line);
        let is_far = |line: &Line| !is_quiet || findings.is_far(line);
        let first = |wanted: &dyn Fn(&Line) -> bool| {
            let lines = findings.lines.iter().take(MOST_CLOSE_LOOKS);
            lines.into_iter().position(|line| is_worse(line) && wanted(line))
        };
        // One that teaches something rather than one of which nothing is known.
        let is_plain = |line: &Line| {
            let cell = stones.cell_of(line.mv());
            let contrast = |cell| Contrast::new(stones, facts.cell, cell, self.mover());
            cell.and_then(contrast).is_some()
        };
        let plainest = |wanted: &dyn Fn(&Line) -> bool| {
            first(&|line: &Line| wanted(line) && is_plain(line)).or_else(|| first(wanted))
        };
        let found = [
            (first(&takes), Likeness::Takes),
            (first(&blocks).filter(|_| facts.spoils.is_empty()), Likeness::Blocks),
            (first(&blocks_more), Likeness::BlocksMore),
            (plainest(&sounds_alike), Likeness::SoundsAlike),
            (plainest(&is_far), Likeness::NextBest),
        ];
        let mut rivals: Vec<Rival> = Vec::new();
        for (index, likeness) in found {
            if let Some(index) = index.filter(|at| rivals.iter().all(|it| it.index != *at)) {
                rivals.push(Rival { index, likeness });
            }
        }
        rivals.truncate(MOST_TOLD);
        rivals
    }

    /// Whether the same is said of a move as of one that looks as good as the best one.
    fn sounds_alike(&self, stones: &Stones, findings: &Findings, line: &Line) -> bool {
        let kind = self.kind(stones, line);
        close(findings).into_iter().any(|good| self.kind(stones, good) == kind)
    }

    /// Moves of which the same is said as of those that look about equal, and that the engine likes hardly less.
    pub(super) fn alike_and_near<'f>(
        &self,
        stones: &Stones,
        findings: &'f Findings,
    ) -> Vec<&'f Line> {
        let best = Facts::new(stones, findings.best().mv(), self.mover());
        if stones.falls() || !best.is_some_and(|facts| facts.is_quiet()) {
            return Vec::new();
        }
        let is_near = |line: &&Line| {
            is_looked_at(line)
                && !findings.is_glance(line)
                && findings.is_worse(line)
                && !findings.is_far(line)
                && !values::is_exact(&line.value)
                && self.sounds_alike(stones, findings, line)
        };
        findings.lines.iter().take(MOST_CLOSE_LOOKS).filter(is_near).collect()
    }

    /// That they are no worse for any reason that is known.
    pub(super) fn hardly_behind(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let near = self.alike_and_near(stones, findings);
        let least = near.iter().map(|line| findings.percent_behind(line)).max_by(f64::total_cmp)?;
        let shown = near.iter().take(MOST_NAMED).map(|line| self.name(line));
        let named = match near.len() {
            count if count > MOST_NAMED => {
                names::list(shown.chain([format!("{} more", count - MOST_NAMED)]), "and")
            }
            _ => names::list(shown, "and"),
        };
        let one = near.len() == 1;
        let these = if close(findings).len() == 1 { "" } else { " as one of these" };
        Some(format!(
            "{} {} the same{these} and {} {least:.0} % behind: no reason is known for that.",
            names::title(&named),
            if one { "does" } else { "do" },
            if one { "is" } else { "are at most" },
        ))
    }
}
