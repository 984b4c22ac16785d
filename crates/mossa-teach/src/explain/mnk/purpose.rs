//! m,n,k-games: what a move that threatens nothing is for: the stones of the other side in whose way it stands, and its
//! own that it joins. Other moves with the same purpose are those that a player would ask about.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side, values};
use mossa_search::{Line, Task};

use crate::explain::{
    Facts, Findings, Request,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    names,
    quiet::close,
    stones::Stones,
    until,
};

/// Fewer stones on a line are nothing to stand in the way of.
const LEAST_BLOCKED: usize = 2;

/// Stones in whose way a move stands are named in so many directions.
const MOST_BLOCKED: usize = 2;

/// So many moves with the same purpose, and that a player thinks of first, are looked at that were not yet, each with
/// so many positions.
const MOST_LOOKED_AT: usize = 2;
const NODES_A_LOOK: u64 = 60_000;
const LOOKS_PART: f64 = 0.65;

/// What moves do is told together of so many at most: a list of more says nothing.
const MOST_TOGETHER: usize = 6;

/// The most stones of one side that share an open line with a cell in one direction, those nearest to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) stones: Vec<u32>,
    /// One of the open lines that hold them and the cell.
    pub(super) line: Vec<u32>,
}

/// What a stone on a cell is for, those with the most stones first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::explain) struct Purpose {
    /// Stones of the other side, two or more, in each direction.
    pub(super) blocked: Vec<Group>,
    /// Stones of its own, in each direction.
    pub(super) joined: Vec<Group>,
}

impl Purpose {
    pub(in crate::explain) fn new(stones: &Stones, cell: u32, side: Side) -> Self {
        let mut blocked = ways(stones, cell, !side);
        blocked.retain(|group| group.stones.len() >= LEAST_BLOCKED);
        Self { blocked, joined: ways(&stones.with(cell, side), cell, side) }
    }

    /// How many stones of the other side it stands in the way of on one line.
    pub(super) fn n_blocked(&self) -> usize {
        self.blocked.first().map_or(0, |group| group.stones.len())
    }

    /// How many stones of its own stand on one line with it, itself included.
    pub(super) fn n_joined(&self) -> usize {
        self.joined.first().map_or(0, |group| group.stones.len()) + 1
    }

    /// "stands in the way of X's i7 and h8", with the move as subject.
    pub(super) fn blocks(&self, stones: &Stones, victim: Side) -> Option<String> {
        let named = self.blocked.iter().take(MOST_BLOCKED);
        let named =
            named.map(|group| format!("{}'s {}", names::side(victim), cells(stones, group)));
        let named: Vec<String> = named.collect();
        (!named.is_empty()).then(|| format!("stands in the way of {}", named.join(" and of ")))
    }

    /// "makes pairs in 2 directions, with f8 and with g7".
    pub(super) fn builds(&self, stones: &Stones) -> Option<String> {
        let most = self.joined.first()?.stones.len();
        let (first, rest): (Vec<&Group>, Vec<&Group>) =
            self.joined.iter().partition(|group| group.stones.len() == most);
        let with = |groups: &[&Group]| {
            names::list(groups.iter().map(|group| format!("with {}", cells(stones, group))), "and")
        };
        let ways = match first.len() {
            1 => format!("makes {} {}", names::group(most + 1, 1), with(&first)),
            count => format!(
                "makes {} in {count} directions, {}",
                names::group(most + 1, count),
                with(&first)
            ),
        };
        let is_pair = |group: &&&Group| group.stones.len() == 1;
        let pairs: Vec<&Group> = rest.iter().filter(is_pair).copied().collect();
        let more = match pairs.len() {
            0 => String::new(),
            count => format!(", and {} {}", names::group(2, count), with(&pairs)),
        };
        Some(format!("{ways}{more}"))
    }

    /// What a move does in a row of a table, where that is anything.
    pub(in crate::explain) fn brief(&self, stones: &Stones, side: Side) -> Option<String> {
        let told: Vec<String> =
            self.blocks(stones, !side).into_iter().chain(self.builds(stones)).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// "it stands in the way of X's i7 and h8, and it makes a pair with g7".
    pub(super) fn words(&self, stones: &Stones, side: Side) -> Option<String> {
        match (self.blocks(stones, !side), self.builds(stones)) {
            (None, None) => None,
            (Some(does), None) | (None, Some(does)) => Some(format!("it {does}")),
            (Some(blocks), Some(builds)) => Some(format!("it {blocks}, and it {builds}")),
        }
    }

    /// What becomes of the most stones that it stands in the way of.
    fn harm(&self, stones: &Stones, cell: u32, victim: Side) -> Option<String> {
        let group = self.blocked.first()?;
        let run = stones.run();
        let all = lines_with(stones, &group.stones, victim);
        let left = all.iter().filter(|line| !line.contains(&cell)).count();
        let named = cells(stones, group);
        Some(match left {
            0 => format!("{named} can no longer become {run} in a row together."),
            left => format!(
                "{named} had {} to become {run} in a row together, and {} left.",
                ways_to(all.len()),
                if left == 1 { "one is".to_owned() } else { format!("{left} are") }
            ),
        })
    }
}

/// "one way", "3 ways".
pub(super) fn ways_to(count: usize) -> String {
    if count == 1 { "one way".to_owned() } else { format!("{count} ways") }
}

/// The stones of a group.
pub(super) fn cells(stones: &Stones, group: &Group) -> String {
    names::cells(stones, &group.stones)
}

/// In each direction the most stones of `side` on an open line through a cell, the cell itself left out, and of those
/// the nearest; the most first.
fn ways(stones: &Stones, cell: u32, side: Side) -> Vec<Group> {
    let windows = stones.open_windows_through(cell, side);
    let way = |line: &[u32]| line.get(1).map_or(0, |next| next - line[0]);
    let far = |group: &Group| -> usize {
        let at = |of: u32| group.line.iter().position(|&it| it == of).unwrap_or(0);
        group.stones.iter().map(|&of| at(of).abs_diff(at(cell))).sum()
    };
    let mut found: Vec<Group> = Vec::new();
    for line in windows {
        let is_stone = |of: &u32| *of != cell && stones.is_owned(*of, side);
        let group = Group { stones: line.iter().copied().filter(is_stone).collect(), line };
        if group.stones.is_empty() {
            continue;
        }
        let rank = |group: &Group| (group.stones.len(), std::cmp::Reverse(far(group)));
        match found.iter_mut().find(|known| way(&known.line) == way(&group.line)) {
            Some(known) if rank(&group) > rank(known) => *known = group,
            Some(_) => {}
            None => found.push(group),
        }
    }
    found.sort_by_key(|group| std::cmp::Reverse(group.stones.len()));
    found
}

/// The open lines of `side` that hold all of some stones.
pub(super) fn lines_with(stones: &Stones, group: &[u32], side: Side) -> Vec<Vec<u32>> {
    let Some(&first) = group.first() else { return Vec::new() };
    let holds = |line: &Vec<u32>| group.iter().all(|cell| line.contains(cell));
    stones.open_windows_through(first, side).into_iter().filter(holds).collect()
}

impl Request<'_> {
    /// The other cells that stand in the way of the same stones of the other side, those nearest to them first.
    pub(super) fn same_purpose(&self, stones: &Stones, cell: u32) -> Vec<u32> {
        let purpose = Purpose::new(stones, cell, self.mover());
        let Some(group) = purpose.blocked.first() else { return Vec::new() };
        let mut cells = in_the_way(stones, &group.stones, !self.mover());
        cells.retain(|&of| of != cell);
        cells
    }

    /// Cells that a player thinks of first: where the most own stones stand on one line, and in the way of the most of
    /// the other side's.
    fn first_thoughts(&self, stones: &Stones) -> Vec<u32> {
        let thoughts = [self.mover(), !self.mover()].map(|side| {
            let groups = stones.groups(side);
            let group = groups.first().filter(|group| group.len() >= LEAST_BLOCKED)?;
            in_the_way(stones, group, side).first().copied()
        });
        thoughts.into_iter().flatten().collect()
    }

    /// Looks at moves with the purpose of the best one, and at those that a player thinks of first, for which the engine
    /// had no time: a player asks why not they.
    pub(in crate::explain) fn look_at_same_purpose(&mut self, findings: &mut Findings) {
        let stones = Stones::new(self.spec, self.game).filter(|_| findings.proven().is_none());
        let (GameSpec::Mnk(_), Some(stones)) = (self.spec, stones) else { return };
        let Some(cell) = stones.cell_of(findings.best().mv()) else { return };
        let nearest = self.same_purpose(&stones, cell).into_iter().take(MOST_LOOKED_AT);
        for cell in nearest.chain(self.first_thoughts(&stones)) {
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

    /// What the best move is for, and what it leads to.
    pub(in crate::explain) fn purpose(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
        let cell = stones.cell_of(findings.best().mv())?;
        let purpose = Purpose::new(stones, cell, self.mover());
        let words = purpose.words(stones, self.mover()).or_else(|| self.between(stones, cell))?;
        let harm = purpose.harm(stones, cell, !self.mover());
        let harm = harm.map_or_else(String::new, |harm| format!(" {harm}"));
        Some(format!("{words}.{harm}"))
    }

    /// In the way of which single stones of the other side's a stone stands that joins none of its own.
    fn between(&self, stones: &Stones, cell: u32) -> Option<String> {
        let mut near: Vec<u32> =
            ways(stones, cell, !self.mover()).into_iter().flat_map(|group| group.stones).collect();
        near.sort_unstable();
        let named = names::list(near.iter().map(|&of| names::cell(stones, of)), "and");
        let other = names::side(!self.mover());
        (!near.is_empty()).then(|| {
            format!("it joins no stone yet, but {other}'s {named} can no longer build through it")
        })
    }

    /// What moves that look about equal do, those together that do the same.
    pub(in crate::explain) fn in_common(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
        let mut kinds: Vec<([String; 2], Vec<String>)> = Vec::new();
        let close = close(findings);
        if close.len() < 2 || close.len() > MOST_TOGETHER {
            return None;
        }
        for line in &close {
            let kind = self.kind(stones, line)?;
            let name = self.name(line);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, names)) => names.push(name),
                None => kinds.push((kind, vec![name])),
            }
        }
        if let [([_, all], _)] = &kinds[..] {
            let they = if close.len() == 2 { "Both" } else { "They all" };
            // What worse moves do as well is no reason.
            let is_shared = |line: &Line| {
                findings.is_worse(line)
                    && is_looked_at(line)
                    && !findings.is_glance(line)
                    && self.kind(stones, line).is_some_and(|[_, it]| it == *all)
            };
            let n = findings.lines.iter().take(MOST_CLOSE_LOOKS).filter(|it| is_shared(it)).count();
            return Some(match n {
                0 => format!("{they} {all}."),
                1 => format!(
                    "{they} {all}: that alone is no reason, for one move that looks worse does so, too."
                ),
                n => format!(
                    "{they} {all}: that alone is no reason, for {n} moves that look worse do so, too."
                ),
            });
        }
        let told = kinds.into_iter().map(|([one, all], named)| {
            let kind = if named.len() == 1 { one } else { all };
            format!("{} {kind}", names::list(named, "and"))
        });
        Some(format!("What they do: {}.", told.collect::<Vec<String>>().join("; ")))
    }

    /// The most that a move does, in few words, for one move and for several.
    pub(super) fn kind(&self, stones: &Stones, line: &Line) -> Option<[String; 2]> {
        let mover = self.mover();
        let facts = Facts::new(stones, line.mv(), mover)?;
        let other = names::side(!mover);
        let purpose = Purpose::new(stones, facts.cell, mover);
        let (theirs, own) = (purpose.n_blocked(), purpose.n_joined());
        let blocking = ["stands", "stand"]
            .map(|verb| format!("{verb} in the way of {theirs} of {other}'s stones"));
        let building = [("makes", 1), ("make", 2)]
            .map(|(verb, count)| format!("{verb} {}", names::group(own, count)));
        let both = |verbs: [&str; 2], what: &str| verbs.map(|verb| format!("{verb} {what}"));
        Some(match () {
            () if !facts.threatens.is_empty() => both(["threatens", "threaten"], "to win"),
            () if !facts.spoils.is_empty() => {
                both(["takes", "take"], &format!("a double threat from {other}"))
            }
            () if facts.prepares_fork() => both(["prepares", "prepare"], "a double threat"),
            () if theirs == own => {
                [0, 1].map(|number| format!("{} and {}", blocking[number], building[number]))
            }
            () if theirs > own => blocking,
            () if own > 1 => building,
            () if stones.begun_through(facts.cell, !mover) > 0 => {
                both(["stands", "stand"], &format!("in the way of single stones of {other}'s"))
            }
            () => both(["stands", "stand"], "apart"),
        })
    }
}

/// The free cells on open lines that hold all of some stones of a side, those nearest to them first.
fn in_the_way(stones: &Stones, group: &[u32], side: Side) -> Vec<u32> {
    let mut cells: Vec<u32> = lines_with(stones, group, side).concat();
    cells.retain(|&of| stones.is_free(of));
    cells.sort_unstable();
    cells.dedup();
    let columns = stones.columns();
    let far = |of: u32| {
        let apart = |at: &u32| {
            let rows = (at / columns).abs_diff(of / columns);
            rows.max((at % columns).abs_diff(of % columns))
        };
        group.iter().map(apart).sum::<u32>()
    };
    cells.sort_by_key(|&cell| far(cell));
    cells
}
