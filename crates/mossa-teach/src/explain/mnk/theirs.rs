//! m,n,k-games, where nothing is proven: what the other side could do after the preferred move, and how a line that is
//! expected stands where it stops.

use mossa_kernel::Side;

use super::{leaves::some_cells, prospects::Tally, purpose::Purpose};
use crate::explain::{Findings, Request, Story, names, stones::Stones};

impl Request<'_> {
    /// What the other side could do with its next stone.
    pub(in crate::explain) fn theirs(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
    ) -> Option<String> {
        let (mover, other) = (self.mover(), !self.mover());
        let best = stones.cell_of(findings.best().mv())?;
        let after = stones.with(best, mover);
        if !after.clone().forks(other).is_empty() || !after.wins(other).is_empty() {
            return None;
        }
        let (o, name) = (names::side(other), names::cell(stones, best));
        let prepared = after.preparers(other);
        if !prepared.is_empty() {
            let own = after.preparers(mover).len();
            let own = match own {
                0 => String::new(),
                own => format!(
                    " If {o} does not answer, {} has {} for that.",
                    names::side(mover),
                    names::counted(own as u64, "such cell")
                ),
            };
            return Some(format!(
                "What {o} could do then: prepare a double threat at {}.{own}",
                some_cells(&after, &prepared)
            ));
        }
        let threatens = |cell: &u32| !after.with(*cell, other).wins(other).is_empty();
        let threats: Vec<u32> = after.open_cells().filter(threatens).collect();
        if !threats.is_empty() {
            return Some(format!(
                "What {o} could do then: threaten to win with a stone at {}, so that {} must answer; it prepares no \
                 double threat with one stone.",
                some_cells(&after, &threats),
                names::side(mover)
            ));
        }
        let joins = |cell: &u32| -> Vec<usize> {
            let joined = Purpose::new(&after, *cell, other).joined;
            joined.iter().map(|group| group.stones.len()).collect()
        };
        // Of cells that are as good the one that is played below.
        let expected = story.steps().get(1).map(|step| step.facts.cell);
        let most = after.open_cells().max_by_key(|cell| (joins(cell), Some(*cell) == expected))?;
        let builds = Purpose::new(&after, most, other).builds(&after)?;
        let builds = builds.strip_prefix("makes ")?;
        Some(format!(
            "What {o} could do: after {name} no stone of {o}'s prepares a double threat yet; the most that one can make, \
             at {}, is {builds}.",
            names::cell(&after, most)
        ))
    }

    /// How a line that is only expected stands where it stops.
    pub(in crate::explain) fn line_end(
        &self,
        findings: &Findings,
        story: &Story,
    ) -> Option<String> {
        let stones = story.last_stones().filter(|stones| !stones.falls())?;
        if findings.proven().is_some() || story.is_over() {
            return None;
        }
        let next = story.end.position().side_to_move();
        let side = names::side(next);
        let cells = |cells: &[u32]| some_cells(&stones, cells);
        let at = |side: Side| -> Vec<u32> {
            stones.wins(side).into_iter().map(|win| win.cell).collect()
        };
        let forks = stones.clone().forks(next);
        let waits = match [at(next), at(!next)] {
            [own, _] if !own.is_empty() => format!("{side} is to move and wins at {}", cells(&own)),
            [_, theirs] if !theirs.is_empty() => {
                format!("{side} is to move and must stop a threat at {}", cells(&theirs))
            }
            _ if !forks.is_empty() => {
                format!("{side} is to move and can make two threats at once at {}", cells(&forks))
            }
            _ => {
                let tally = Tally::new(&stones, self.mover(), next == self.mover());
                let counts = Side::BOTH.map(|side| self.has_words(&stones, &tally, side));
                return Some(format!(
                    "Here the line stops; nothing is won yet, and no threat is open. {}. {side} is to move.",
                    counts.join("; ")
                ));
            }
        };
        Some(format!("Here the line stops; nothing is won yet: {waits}."))
    }

    /// "X has 2 threes and 4 pairs, and could prepare a double threat on 9 cells".
    fn has_words(&self, stones: &Stones, tally: &Tally, side: Side) -> String {
        let index = usize::from(side != self.mover());
        let groups = tally.sizes().into_iter().filter_map(|own| {
            let count = tally.groups[index][own] as usize;
            match count {
                0 => None,
                1 => Some(names::group(own, 1)),
                count => Some(format!("{count} {}", names::group(own, count))),
            }
        });
        let groups: Vec<String> = groups.collect();
        let has =
            if groups.is_empty() { "no group yet".to_owned() } else { names::list(groups, "and") };
        let n = stones.preparers(side).len();
        let prepares = match n {
            0 => "cannot prepare a double threat with one stone".to_owned(),
            n => format!("could prepare a double threat on {}", names::counted(n as u64, "cell")),
        };
        format!("{} has {has} and {prepares}", names::side(side))
    }
}
