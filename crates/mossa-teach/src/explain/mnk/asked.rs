//! m,n,k-games: which other moves a player would ask about where nothing is proven, and which are hardly behind.

use mossa_kernel::{Move, values};
use mossa_search::Line;

use super::{beside::is_nearly_close, leaves::Contrast, purpose::Purpose};
use crate::explain::{
    Facts, Findings, Request,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    names,
    quiet::close,
    stones::Stones,
};

/// So many other moves are told of.
const MOST_TOLD: usize = 3;

/// A move that is clearly worse to the engine, by its place in the list, and what it has in common with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::explain) struct Rival {
    pub(in crate::explain) index: usize,
    pub(super) likeness: Likeness,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It stands in the way of the same stones.
    Blocks,
    /// It takes the same double threats from the other side.
    Takes,
    /// It joins more own stones on one line than the best one, or prepares a double threat and the best one does not.
    Extends,
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
    pub(in crate::explain) fn asked_about(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Vec<Rival> {
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
        let purpose = |cell: u32| Purpose::new(stones, cell, self.mover());
        let best_purpose = purpose(facts.cell);
        let extends = |line: &Line| {
            let other = Facts::new(stones, line.mv(), self.mover());
            let prepares = other.as_ref().is_some_and(Facts::prepares_fork);
            let joins = |other: &Facts| purpose(other.cell).n_joined() > best_purpose.n_joined();
            is_quiet && (prepares || other.as_ref().is_some_and(joins))
        };
        let blocks_more = |line: &Line| {
            let blocked = |cell: u32| purpose(cell).n_blocked() > best_purpose.n_blocked();
            is_quiet && stones.cell_of(line.mv()).is_some_and(blocked)
        };
        let sounds_alike = |line: &Line| {
            is_quiet && findings.is_far(line) && self.sounds_alike(stones, findings, line)
        };
        let is_far = |line: &Line| !is_quiet || findings.is_far(line);
        let first = |wanted: &dyn Fn(&Line) -> bool| {
            findings.lines.iter().position(|line| is_worse(line) && wanted(line))
        };
        // One that teaches something rather than one of which nothing is known.
        let is_plain = |line: &Line| {
            let cell = stones.cell_of(line.mv());
            let contrasts = |cell| Contrast::all(stones, facts.cell, cell, self.mover());
            let has_use = |cell| {
                let purpose = purpose(cell);
                !purpose.joined.is_empty() || !purpose.blocked.is_empty()
            };
            cell.is_some_and(|cell| has_use(cell) && !contrasts(cell).is_empty())
        };
        let plainest = |wanted: &dyn Fn(&Line) -> bool| {
            first(&|line: &Line| wanted(line) && is_plain(line)).or_else(|| first(wanted))
        };
        let found = [
            (first(&takes), Likeness::Takes),
            (first(&blocks).filter(|_| facts.spoils.is_empty()), Likeness::Blocks),
            (plainest(&extends), Likeness::Extends),
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

    /// That any of the moves that look as good as the best one will do, where there are several.
    pub(in crate::explain) fn any_will_do(&self, findings: &Findings) -> Option<String> {
        let close = close(findings);
        let best = self.name(findings.best());
        let apart = close.iter().map(|line| findings.percent_behind(line));
        let apart = apart.max_by(f64::total_cmp).unwrap_or(0.0);
        let apart = if apart > 0.0 {
            format!(", at most {apart:.0} % apart")
        } else {
            ", with the same number".to_owned()
        };
        match close.len() {
            0 | 1 => None,
            count if count == findings.lines.len() => Some(format!(
                "Any move will do: all {count} look about equal to the engine{apart}, and {best} is only told as an \
                 example."
            )),
            _ => Some(format!(
                "Any of {} will do: they look about equal to the engine{apart}, and {best} is only told as an \
                 example.",
                names::list(close.iter().map(|line| self.name(line)), "and")
            )),
        }
    }

    /// Moves that do the same as the best ones and are hardly behind.
    pub(in crate::explain) fn hardly_behind(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
        let near = self.alike_and_near(stones, findings);
        let behind = near.iter().map(|line| findings.percent_behind(line));
        let behind = behind.max_by(f64::total_cmp)?;
        let named = names::list(near.iter().map(|line| self.name(line)), "and");
        Some(match near.len() {
            1 => format!("To the engine {named} is hardly behind ({behind:.0} %)."),
            _ => format!("To the engine {named} are hardly behind (at most {behind:.0} %)."),
        })
    }
}
