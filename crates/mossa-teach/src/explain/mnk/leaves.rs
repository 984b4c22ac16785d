//! m,n,k-games: how two moves differ on the board at once: what one leaves open to the other side and the other does
//! not, what a threat costs, in how many directions they build.

use mossa_kernel::Side;

use super::{
    purpose::{Purpose, lines_with, ways_to},
    threatened::Menace,
};
use crate::explain::{Facts, names, quiet::BEGUN, stones::Stones};

/// So many ways more to complete a line tell something.
const LEAST_MORE: usize = 2;

/// So many cells are named, and the rest only counted.
const MOST_NAMED: usize = 3;

/// What speaks on the board for a move and against another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contrast {
    /// The other threatens to win, and when that is stopped these stones of the mover's share no open line any more.
    Spends { stones: Vec<u32>, answer: u32 },
    /// These stones of the other side share so many open lines after the other move and so many fewer after the move;
    /// and on these cells the other side could prepare a double threat only after the other move.
    Leaves { stones: Vec<u32>, left: usize, kept: usize, then: Vec<u32> },
    /// The other joins own stones in fewer directions. Where it joins more of them on one line, no stone makes two
    /// threats at once there, and after the move none does either where that is quiet.
    Builds { good: Purpose, bad: Purpose, is_quiet: bool },
}

impl Contrast {
    /// What speaks for a stone of `side` on one cell and against one on another.
    pub(super) fn all(stones: &Stones, good: u32, bad: u32, side: Side) -> Vec<Self> {
        if let Some(spent) = spent(stones, good, bad, side) {
            return vec![spent];
        }
        let left = left(stones, good, bad, side);
        left.into_iter().chain(built(stones, good, bad, side)).collect()
    }

    /// The same in a sentence.
    pub(super) fn words(&self, stones: &Stones, good: u32, side: Side) -> String {
        let name = names::cell(stones, good);
        let [m, other] = [side, !side].map(names::side);
        let run = stones.run();
        match self {
            Self::Spends { stones: group, answer } => format!(
                "It spends a threat: {other} stops it at {}, and then {m}'s {} can no longer become {run} in a row \
                 together; {name} keeps that threat for later.",
                names::cell(stones, *answer),
                names::cells(stones, group)
            ),
            Self::Leaves { stones: group, left, kept, then } => {
                let after = match kept {
                    0 => format!("after {name} none"),
                    kept => format!("after {name} only {kept}"),
                };
                let then = match &then[..] {
                    [] => String::new(),
                    then => format!(
                        "; {other} could go on at {} and prepare a double threat",
                        some_cells(stones, then)
                    ),
                };
                format!(
                    "It leaves {other}'s {} {} to become {run} in a row together, {after}{then}.",
                    names::cells(stones, group),
                    ways_to(*left)
                )
            }
            Self::Builds { good, bad, is_quiet } => {
                let builds = match good.joined.len() {
                    1 => good.builds(stones).unwrap_or_default(),
                    ways => format!("builds in {ways} directions"),
                };
                match bad.joined.len() {
                    0 => format!("It joins no stone of {m}'s; {name} {builds}."),
                    // As little comes at once of the shorter rows of a quiet move.
                    _ if bad.n_joined() > good.n_joined() => {
                        let lack = if *is_quiet {
                            "Neither move prepares a double threat"
                        } else {
                            "It prepares no double threat"
                        };
                        format!("{lack}, and {name} {builds}.")
                    }
                    1 => {
                        format!("It builds in one direction only, {name} in {}.", good.joined.len())
                    }
                    ways => {
                        format!("It builds in {ways} directions, {name} in {}.", good.joined.len())
                    }
                }
            }
        }
    }
}

/// "a1, b2 or c3", "a1, b2, c3 or 4 other cells".
pub(in crate::explain) fn some_cells(stones: &Stones, cells: &[u32]) -> String {
    let shown = cells.iter().take(MOST_NAMED).map(|&cell| names::cell(stones, cell));
    match cells.len().saturating_sub(MOST_NAMED) {
        0 => names::list(shown, "or"),
        1 => names::list(cells.iter().map(|&cell| names::cell(stones, cell)), "or"),
        more => names::list(shown.chain([format!("{more} other cells")]), "or"),
    }
}

/// Stones of the mover's that a threat uses up.
fn spent(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<Contrast> {
    let after = stones.with(bad, side);
    let wins = after.wins(side);
    let [win] = &wins[..] else { return None };
    let group: Vec<u32> =
        win.line.iter().copied().filter(|&cell| stones.is_owned(cell, side)).collect();
    let stopped = after.with(win.cell, !side);
    let is_used = lines_with(&stopped, &group, side).is_empty();
    let is_kept = !lines_with(&stones.with(good, side), &group, side).is_empty();
    let is_other = stones.with(good, side).wins(side).is_empty();
    (group.len() >= BEGUN && is_used && is_kept && is_other)
        .then_some(Contrast::Spends { stones: group, answer: win.cell })
}

/// The most stones of the other side to which one move leaves clearly more open lines than the other; `None` where that
/// goes both ways.
fn left(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<Contrast> {
    let most = |closing: u32, leaving: u32| {
        let (closed, open) = (stones.with(closing, side), stones.with(leaving, side));
        let windows = stones.open_windows_through(closing, !side).into_iter();
        let groups = windows.map(|line| -> Vec<u32> {
            line.into_iter().filter(|&cell| stones.is_owned(cell, !side)).collect()
        });
        let told = groups.filter(|group| group.len() >= BEGUN).filter_map(|group| {
            let [kept, left] = [&closed, &open].map(|it| lines_with(it, &group, !side).len());
            let is_more = kept == 0 && left > 0 || left >= kept + LEAST_MORE;
            is_more.then_some((group, left, kept))
        });
        told.reduce(|a, b| if b.0.len() > a.0.len() { b } else { a })
    };
    let (group, left, kept) = most(good, bad)?;
    if most(bad, good).is_some_and(|(other, ..)| other.len() >= group.len()) {
        return None;
    }
    let [mut better, mut worse] = [good, bad].map(|cell| stones.with(cell, side));
    let on_line: Vec<u32> = lines_with(&worse, &group, !side).concat();
    let after_good = better.builders(good, !side);
    let mut then = worse.builders(good, !side);
    then.retain(|cell| on_line.contains(cell) && !after_good.contains(cell) && *cell != bad);
    // What even threatens to win does more than prepare something.
    let is_quiet = |after: &Stones, cell: u32| after.with(cell, !side).wins(!side).is_empty();
    then.retain(|&cell| is_quiet(&better, cell) && is_quiet(&worse, cell));
    Some(Contrast::Leaves { stones: group, left, kept, then })
}

/// In how many directions both moves build, where the first does in more.
fn built(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<Contrast> {
    let [better, worse] = [good, bad].map(|cell| Purpose::new(stones, cell, side));
    let is_more = better.joined.len() > worse.joined.len();
    let is_less = better.n_joined() >= worse.n_joined();
    let makes = |cell: u32| {
        let facts = Facts::new(stones, stones.move_at(cell), side)?;
        Some(!facts.threatens.is_empty() || facts.prepares_fork())
    };
    let (is_lame, is_quiet) = (!makes(bad)?, !makes(good)?);
    (is_more && (is_less || is_lame)).then_some(Contrast::Builds {
        good: better,
        bad: worse,
        is_quiet,
    })
}

/// That stones of the other side's need no stone in their way yet: whatever one more stone there threatens or prepares
/// is stopped by one stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoHurry {
    /// Where one more stone asks for an answer, and an answer; `None` where none does.
    pub(super) example: Option<[u32; 2]>,
}

impl NoHurry {
    /// After a stone of `side` on `good`, of stones of the other side's that lose no open line by it.
    pub(super) fn new(stones: &Stones, group: &[u32], good: u32, side: Side) -> Option<Self> {
        let after = stones.with(good, side);
        let lines = lines_with(&after, group, !side);
        if lines.is_empty() || lines.len() < lines_with(stones, group, !side).len() {
            return None;
        }
        let mut example = None;
        for cell in lines.concat().into_iter().filter(|&cell| after.is_free(cell)) {
            let more = after.with(cell, !side);
            let answer = match &more.wins(!side)[..] {
                [] => match Menace::new(&more, !side) {
                    Some(menace) => Some(*menace.stoppers.first()?),
                    None => None,
                },
                [win] => {
                    let mut stopped = more.with(win.cell, side);
                    let is_calm = stopped.wins(!side).is_empty() && stopped.forks(!side).is_empty();
                    Some(win.cell).filter(|_| is_calm)?.into()
                }
                _ => return None,
            };
            example = example.or(answer.map(|answer| [cell, answer]));
        }
        Some(Self { example })
    }

    pub(super) fn words(&self, stones: &Stones, side: Side, good: u32) -> String {
        let [m, other] = [side, !side].map(names::side);
        let name = names::cell(stones, good);
        match self.example {
            Some(cells) => {
                let [more, stop] = cells.map(|cell| names::cell(stones, cell));
                format!(
                    "That can wait: if {other} adds a stone there after {name}, say {more}, one stone of {m}'s still \
                     stops it, say {stop}."
                )
            }
            None => format!(
                "That can wait: one more stone of {other}'s there neither threatens to win nor prepares a double \
                 threat."
            ),
        }
    }
}
