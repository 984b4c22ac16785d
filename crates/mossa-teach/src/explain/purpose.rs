//! m,n,k-games: what a move that threatens nothing is for: the stones of the other side in whose way it stands, and its
//! own that it joins. Other moves with the same purpose are those that a player would ask about.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side, values};
use mossa_search::{Line, Task};

use super::{
    Facts, Findings, Request, findings::is_looked_at, names, quiet::close, stones::Stones, until,
};

/// Fewer stones on a line are nothing to stand in the way of.
const LEAST_BLOCKED: usize = 2;

/// So many moves with the same purpose are looked at that were not yet, each with so many positions.
const MOST_LOOKED_AT: usize = 2;
const NODES_A_LOOK: u64 = 60_000;
const LOOKS_PART: f64 = 0.65;

/// The most stones of one side that share an open line with a cell, those nearest to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) stones: Vec<u32>,
    /// One of the open lines that hold them and the cell.
    pub(super) line: Vec<u32>,
}

/// What a stone on a cell is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Purpose {
    /// Stones of the other side, two or more.
    pub(super) blocked: Option<Group>,
    /// Stones of its own.
    pub(super) joined: Option<Group>,
    /// As many of its own in other directions.
    pub(super) also: Vec<Group>,
}

impl Purpose {
    pub(super) fn new(stones: &Stones, cell: u32, side: Side) -> Self {
        let blocked = group(stones, cell, !side);
        let after = stones.with(cell, side);
        let joined = group(&after, cell, side).filter(|group| !group.stones.is_empty());
        let also = joined.as_ref().map(|group| elsewhere(&after, cell, side, group));
        Self {
            blocked: blocked.filter(|group| group.stones.len() >= LEAST_BLOCKED),
            joined,
            also: also.unwrap_or_default(),
        }
    }

    /// "stands in the way of X's a2, a3 and a6 ...; and joins O's e10 ...", with the move as subject.
    fn words(&self, stones: &Stones, cell: u32, side: Side) -> Option<String> {
        let blocked = self.blocked.as_ref().map(|group| blocked_words(stones, cell, group, !side));
        let joined = self.joined.as_ref().map(|group| {
            let (own, run) = (group.stones.len() + 1, stones.run());
            let groups = [group].into_iter().chain(&self.also);
            let lines = groups.map(|group| {
                let named = names::cells(stones, &group.stones);
                format!("with {named} on {}", names::line(stones, &group.line))
            });
            format!(
                "it brings {}'s stones to {own} of {run} on an open line, {}",
                names::side(side),
                names::list(lines, "and")
            )
        });
        match (blocked, joined) {
            (None, None) => None,
            (Some(blocked), None) => Some(format!("it {blocked}")),
            (None, Some(joined)) => Some(joined),
            (Some(blocked), Some(joined)) => Some(format!("it {blocked}; and {joined}")),
        }
    }
}

/// The fullest open line of `side` through a cell; the cell itself is no stone of it.
fn group(stones: &Stones, cell: u32, side: Side) -> Option<Group> {
    let line = stones.best_line(cell, side)?;
    let is_stone = |of: &u32| *of != cell && stones.is_owned(*of, side);
    Some(Group { stones: line.iter().copied().filter(is_stone).collect(), line })
}

/// In each other direction the stones nearest to the cell on an open line with as many as in a group.
fn elsewhere(after: &Stones, cell: u32, side: Side, group: &Group) -> Vec<Group> {
    let way = |line: &[u32]| line[1] - line[0];
    let mut known = vec![way(&group.line)];
    let mut found = Vec::new();
    let mut windows = after.open_windows(side);
    windows.retain(|line| line.contains(&cell));
    let stones = |line: &[u32]| -> Vec<u32> {
        line.iter().copied().filter(|&of| of != cell && after.is_owned(of, side)).collect()
    };
    windows.sort_by_key(|line| {
        let far = |of: &u32| {
            let [a, b] = [*of, cell].map(|of| line.iter().position(|&it| it == of).unwrap_or(0));
            a.abs_diff(b)
        };
        stones(line).iter().map(far).sum::<usize>()
    });
    for line in windows {
        let owned = stones(&line);
        if owned.len() == group.stones.len() && !known.contains(&way(&line)) {
            known.push(way(&line));
            found.push(Group { stones: owned, line });
        }
    }
    found
}

fn blocked_words(stones: &Stones, cell: u32, group: &Group, victim: Side) -> String {
    let (v, run) = (names::side(victim), stones.run() as usize);
    let named = names::cells(stones, &group.stones);
    let all = lines_with(stones, &group.stones, victim);
    let closed = all.iter().filter(|line| line.contains(&cell)).count();
    let danger = if group.stones.len() + 2 == run {
        format!(": with one more stone there {v} would threaten to win")
    } else {
        String::new()
    };
    let lines = match (closed, all.len()) {
        (1, 1) => "the only open line that holds them".to_owned(),
        (closed, all) if closed == all => format!("all {all} open lines that hold them"),
        (closed, all) => format!("{closed} of the {all} open lines that hold them"),
    };
    format!("stands in the way of {v}'s {named} (it closes {lines}){danger}")
}

/// The open lines of `side` that hold all of some stones.
pub(super) fn lines_with(stones: &Stones, group: &[u32], side: Side) -> Vec<Vec<u32>> {
    let holds = |line: &Vec<u32>| group.iter().all(|cell| line.contains(cell));
    stones.open_windows(side).into_iter().filter(holds).collect()
}

impl Request<'_> {
    /// The other cells that stand in the way of the same stones of the other side, those nearest to them first.
    pub(super) fn same_purpose(&self, stones: &Stones, cell: u32) -> Vec<u32> {
        let Some(group) = Purpose::new(stones, cell, self.mover()).blocked else {
            return Vec::new();
        };
        let mut cells: Vec<u32> = lines_with(stones, &group.stones, !self.mover()).concat();
        cells.retain(|&of| of != cell && stones.is_free(of));
        cells.sort_unstable();
        cells.dedup();
        let columns = stones.columns();
        let far = |of: u32| {
            let apart = |at: &u32| {
                let rows = (at / columns).abs_diff(of / columns);
                rows.max((at % columns).abs_diff(of % columns))
            };
            group.stones.iter().map(apart).sum::<u32>()
        };
        cells.sort_by_key(|&cell| far(cell));
        cells
    }

    /// Looks at moves with the purpose of the best one that the engine had no time for: a player asks why not they.
    pub(super) fn look_at_same_purpose(&mut self, findings: &mut Findings) {
        let stones = Stones::new(self.spec, self.game).filter(|_| findings.proven().is_none());
        let (GameSpec::Mnk(_), Some(stones)) = (self.spec, stones) else { return };
        let Some(cell) = stones.cell_of(findings.best().mv()) else { return };
        let nearest = self.same_purpose(&stones, cell).into_iter().take(MOST_LOOKED_AT);
        for cell in nearest {
            let mv = stones.move_at(cell);
            let Some(index) = findings.lines.iter().position(|line| line.mv() == mv) else {
                continue;
            };
            let known = &findings.lines[index];
            if is_looked_at(known) && !findings.is_glance(known) {
                continue;
            }
            if let Some(line) = self.look_at(mv) {
                findings.lines[index] = line;
            }
        }
        findings.sort();
    }

    /// A move, looked at alone.
    fn look_at(&mut self, mv: Move) -> Option<Line> {
        let game: Game = self.reached(&[mv]).filter(|game| game.outcome().is_none())?;
        let budget = Budget { nodes: Some(NODES_A_LOOK), ..until(self.budget, LOOKS_PART) };
        if budget.is_spent(0) {
            return None;
        }
        let found = self.engine.think(&game, &Task::play(&budget), &mut |_| {}).ok()?;
        let best = found.best()?;
        let moves = [&[mv], &best.moves[..]].concat();
        Some(Line { moves, value: values::of_move(&best.value), depth: best.depth + 1 })
    }

    /// What the best move is for.
    pub(super) fn purpose(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let best = findings.best();
        let cell = stones.cell_of(best.mv())?;
        let words = Purpose::new(stones, cell, self.mover()).words(stones, cell, self.mover())?;
        Some(format!("What {} does: {words}.", self.name(best)))
    }

    /// What moves that look about equal do, those together that do the same.
    pub(super) fn in_common(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let mut kinds: Vec<([String; 2], Vec<String>)> = Vec::new();
        let close = close(findings);
        for line in &close {
            let kind = self.kind(stones, line)?;
            let name = self.name(line);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, names)) => names.push(name),
                None => kinds.push((kind, vec![name])),
            }
        }
        if close.len() < 2 {
            return None;
        }
        if let [([_, all], _)] = &kinds[..] {
            return Some(format!("What they have in common: they {all}."));
        }
        let told = kinds.into_iter().map(|([one, all], named)| {
            let kind = if named.len() == 1 { one } else { all };
            format!("{} {kind}", names::list(named, "and"))
        });
        Some(format!("What they do: {}.", told.collect::<Vec<String>>().join("; ")))
    }

    /// The most that a move does, in few words, for one move and for several.
    pub(super) fn kind(&self, stones: &Stones, line: &Line) -> Option<[String; 2]> {
        let (mover, run) = (self.mover(), stones.run() as usize);
        let facts = Facts::new(stones, line.mv(), mover)?;
        let (m, other) = (names::side(mover), names::side(!mover));
        let Purpose { blocked, joined, .. } = Purpose::new(stones, facts.cell, mover);
        let theirs = blocked.map_or(0, |group| group.stones.len());
        let own = joined.map_or(0, |group| group.stones.len()) + 1;
        let closing = format!("an open line with {theirs} of {other}'s stones");
        let making = format!("{own} of {run} on an open line of {m}'s");
        let both = |verbs: [&str; 2], what: &str| verbs.map(|verb| format!("{verb} {what}"));
        let [closes, makes] = [["closes", "close"], ["makes", "make"]];
        Some(match () {
            () if !facts.threatens.is_empty() => both(["threatens", "threaten"], "to win"),
            () if !facts.spoils.is_empty() => {
                both(["takes", "take"], &format!("a double threat from {other}"))
            }
            () if facts.prepares_fork() => both(["prepares", "prepare"], "a double threat"),
            () if theirs == own => {
                let makes = both(makes, &making);
                [0, 1].map(|number| format!("{} {closing} and {}", closes[number], makes[number]))
            }
            () if theirs > own => both(closes, &closing),
            () if own > 1 => both(makes, &making),
            () if stones.begun_through(facts.cell, !mover) > 0 => {
                both(["stands", "stand"], &format!("in the way of single stones of {other}'s"))
            }
            () => both(["stands", "stand"], "apart"),
        })
    }
}
