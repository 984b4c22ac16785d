//! m,n,k-games: how two moves differ on the board at once: what one leaves open to the other side and the other does
//! not, what a threat costs, how many lines they stand on.

use mossa_kernel::Side;

use super::{names, prospects::Tally, purpose::lines_with, quiet::BEGUN, stones::Stones};

/// So many lines more tell something.
const LEAST_MORE: usize = 2;

/// What speaks on the board for a move and against another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contrast {
    /// The other threatens to win, and when that is stopped these stones of the mover's share no open line any more.
    Spends { stones: Vec<u32>, answer: u32 },
    /// The other leaves these stones of the other side open lines, and the move none.
    Leaves { stones: Vec<u32>, lines: Vec<Vec<u32>>, n_closed: usize },
    /// Through how many open lines of the other side's and of the mover's own that hold stones both run, the move first.
    Lines { closed: [usize; 2], joined: [usize; 2] },
}

impl Contrast {
    /// What speaks for a stone of `side` on one cell and against one on another.
    pub(super) fn new(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<Self> {
        spent(stones, good, bad, side)
            .or_else(|| left(stones, good, bad, side))
            .or_else(|| counted(stones, good, bad, side))
    }

    /// The same in a sentence.
    pub(super) fn words(&self, stones: &Stones, good: u32, bad: u32, side: Side) -> String {
        let [name, rival] = [good, bad].map(|cell| names::cell(stones, cell));
        let [m, other] = [side, !side].map(names::side);
        match self {
            Self::Spends { stones: group, answer } => format!(
                "It spends a threat: {other} stops it at {}, and then no open line holds {m}'s {} any more; {name} \
                 keeps that threat for later.",
                names::cell(stones, *answer),
                names::cells(stones, group)
            ),
            Self::Leaves { stones: group, lines, n_closed } => {
                let left = match &lines[..] {
                    [line] => format!("an open line, {}", names::line(stones, line)),
                    lines => format!("{} open lines", lines.len()),
                };
                let closed = match n_closed {
                    1 => "it".to_owned(),
                    2 => "both lines that they share now".to_owned(),
                    closed => format!("all {closed} lines that they share now"),
                };
                format!(
                    "After {rival} {other}'s {} still share {left}; {name} closes {closed}.",
                    names::cells(stones, group)
                )
            }
            Self::Lines { closed, joined } => {
                let told = |[more, less]: [usize; 2], [a, b]: [&str; 2], verb: &str, what: &str| {
                    let less = if less == 0 { "none".to_owned() } else { less.to_string() };
                    let on = if verb.ends_with("on") { "on " } else { "" };
                    format!(
                        "{a} {verb} {} {what}, {b} {on}{less}",
                        names::counted(more as u64, "open line")
                    )
                };
                let both = [&name[..], &rival[..]];
                let closing =
                    |pair, of| told(pair, of, "closes", &format!("that {other} has begun"));
                let joining =
                    |pair, of| told(pair, of, "stands on", &format!("with stones of {m}'s"));
                let turned = |[a, b]: [usize; 2]| [b, a];
                let back = [both[1], both[0]];
                let words = match (is_more(*closed), is_more(*joined)) {
                    (true, true) => {
                        format!("{}; {}", closing(*closed, both), joining(*joined, both))
                    }
                    (true, false) if joined[0] >= joined[1] => closing(*closed, both),
                    (true, false) => {
                        format!(
                            "{}, although {}",
                            closing(*closed, both),
                            joining(turned(*joined), back)
                        )
                    }
                    (false, _) if closed[0] >= closed[1] => joining(*joined, both),
                    (false, _) => {
                        format!(
                            "{}, although {}",
                            joining(*joined, both),
                            closing(turned(*closed), back)
                        )
                    }
                };
                format!("{}.", names::title(&words))
            }
        }
    }
}

fn is_more([good, bad]: [usize; 2]) -> bool {
    good >= bad + LEAST_MORE
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

/// The most stones of the other side that one move leaves an open line and the other does not; `None` where that goes
/// both ways.
fn left(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<Contrast> {
    let most = |closing: u32, leaving: u32| {
        let (closed, open) = (stones.with(closing, side), stones.with(leaving, side));
        let windows = stones.open_windows(!side).into_iter().filter(|line| line.contains(&closing));
        let groups = windows.map(|line| -> Vec<u32> {
            line.into_iter().filter(|&cell| stones.is_owned(cell, !side)).collect()
        });
        let told = groups.filter(|group| {
            group.len() >= BEGUN
                && lines_with(&closed, group, !side).is_empty()
                && !lines_with(&open, group, !side).is_empty()
        });
        told.reduce(|a, b| if b.len() > a.len() { b } else { a })
    };
    let group = most(good, bad)?;
    if most(bad, good).is_some_and(|other| other.len() >= group.len()) {
        return None;
    }
    let lines = lines_with(&stones.with(bad, side), &group, !side);
    let n_closed = lines_with(stones, &group, !side).len();
    Some(Contrast::Leaves { stones: group, lines, n_closed })
}

/// Lines through both cells, where they speak for the first one, and the engine counts more after it.
fn counted(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<Contrast> {
    let closed = [good, bad].map(|cell| stones.begun_through(cell, !side));
    let joined = [good, bad].map(|cell| stones.begun_through(cell, side));
    let [better, worse] =
        [good, bad].map(|cell| Tally::new(&stones.with(cell, side), side, false).lead());
    let is_worth = (is_more(closed) || is_more(joined)) && better > worse;
    let sum = |at: usize| closed[at] + joined[at];
    (is_worth && sum(0) > sum(1)).then_some(Contrast::Lines { closed, joined })
}
