//! Connect X: what becomes of winning cells, those that hang in the air now and those that come up in a
//! line.

use mossa_kernel::Side;

use crate::explain::{
    names,
    stones::{Completion, Stones},
    story::{Decision, Step, Story},
};

/// So many winning cells of a side are followed, and so many where nobody wins.
const MOST_FOLLOWED: usize = 3;
const MOST_IN_VAIN: usize = 2;

/// What becomes of a winning cell in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Fate {
    /// Its owner completes a line there, with this move, counted from 1.
    Used(usize),
    /// The other side fills it with this move.
    Filled(usize),
    /// It is free when the line ends.
    Free,
}

/// What becomes of a winning cell of `owner`'s.
pub(in crate::explain) fn fate(story: &Story, cell: u32, owner: Side) -> Fate {
    let taken = story.steps().iter().position(|step| step.facts.cell == cell);
    match taken {
        None => Fate::Free,
        Some(index) if story.steps()[index].side == owner => Fate::Used(index + 1),
        Some(index) => Fate::Filled(index + 1),
    }
}

/// The winning cells that both sides have from the beginning, and what becomes of them; the one that
/// decides is told elsewhere, and those to which nobody gets come last.
pub(in crate::explain) fn of_start(start: &Stones, story: &Story) -> Vec<String> {
    if !start.falls() || !story.is_over() {
        return Vec::new();
    }
    let decides = decisive_cells(story);
    let others = Side::BOTH.into_iter().flat_map(|side| {
        let wins = start.later_wins(side).into_iter();
        let wins = wins.filter(|win| !decides.contains(&win.cell)).take(MOST_FOLLOWED);
        wins.map(move |win| (side, win))
    });
    let (idle, used): (Vec<_>, Vec<_>) =
        others.partition(|(side, win)| fate(story, win.cell, *side) == Fate::Free);
    let told = used.into_iter().map(|(side, win)| {
        format!(
            "{} has a winning cell on the board already: {}. {}",
            names::side(side),
            described(start, &win),
            becomes(story, win.cell, side, "it")
        )
    });
    let idle = idle
        .iter()
        .map(|(side, win)| format!("{} for {}", names::place(start, win.cell), names::side(*side)));
    let idle: Vec<String> = idle.collect();
    let rest = match idle.len() {
        0 => None,
        1 => Some(format!(
            "One more winning cell stays free to the end of the line below: {}.",
            idle[0]
        )),
        _ => Some(format!(
            "Other winning cells stay free to the end of the line below: {}.",
            names::list(idle, "and")
        )),
    };
    told.chain(rest).collect()
}

/// What the line that the engine expects makes of the winning cells that are there; those that it does not
/// come to are not told.
pub(in crate::explain) fn expected(start: &Stones, story: &Story) -> Vec<String> {
    let falls = start.falls();
    let told = Side::BOTH.into_iter().flat_map(|side| {
        let wins = start.later_wins(side).into_iter().filter(move |_| falls);
        wins.take(MOST_FOLLOWED).map(move |win| (side, win.cell))
    });
    told.filter(|&(side, cell)| fate(story, cell, side) != Fate::Free)
        .map(|(side, cell)| becomes(story, cell, side, &names::place(start, cell)))
        .collect()
}

/// The winning cells that come up in a line that nobody wins, and what becomes of them.
pub(in crate::explain) fn of_draw(start: &Stones, story: &Story) -> Vec<String> {
    if !start.falls() {
        return Vec::new();
    }
    let told = Side::BOTH.into_iter().flat_map(|side| {
        let cells = born(story, side).into_iter().take(MOST_IN_VAIN);
        cells.map(move |(number, win)| (number, side, win))
    });
    let mut told: Vec<(usize, Side, Completion)> = told.collect();
    told.sort_by_key(|(number, ..)| *number);
    // Of a line of two moves the reader sees as much.
    if told.is_empty() && story.is_over() && story.moves.len() > 2 {
        let n_old = Side::BOTH.map(|side| start.later_wins(side).len()).into_iter().sum::<usize>();
        let more = if n_old > 0 { " another" } else { " a" };
        return vec![format!("In the line below nobody gets{more} winning cell in the air.")];
    }
    told.into_iter()
        .map(|(number, side, win)| {
            format!(
                "With move {number} {} gets a winning cell: {}. {}",
                names::side(side),
                described(start, &win),
                becomes(story, win.cell, side, "it")
            )
        })
        .collect()
}

/// The moves of a line that nobody wins of which its reasons speak, counted from 0: those that make or fill
/// winning cells, and those right below.
pub(in crate::explain) fn points_of_draw(story: &Story) -> Vec<usize> {
    let is_won = story.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
    let is_told = story.is_over() && !is_won;
    let first = story.steps().first().filter(|first| is_told && first.before.falls());
    let Some(first) = first else { return Vec::new() };
    let points = Side::BOTH.into_iter().flat_map(|side| {
        let old = first.before.later_wins(side).into_iter().map(|win| (0, win));
        let told = old.take(MOST_FOLLOWED).chain(born(story, side).into_iter().take(MOST_IN_VAIN));
        told.flat_map(move |(made, win)| {
            let taken = match fate(story, win.cell, side) {
                Fate::Filled(number) | Fate::Used(number) => [number, number - 1],
                Fate::Free => [0, 0],
            };
            [made, taken[0], taken[1]]
        })
    });
    points.filter_map(|number| number.checked_sub(1)).collect()
}

/// Which moves of a drawn line close the last line of each side.
pub(in crate::explain) fn last_closings(story: &Story) -> Option<String> {
    let last = story.last_stones()?;
    if Side::BOTH.into_iter().any(|side| last.has_hope(side)) {
        return None;
    }
    let told = Side::BOTH.into_iter().filter_map(|side| {
        let hopes = |step: &Step| step.before.begun(side, 0) > 0;
        let index = story.steps().iter().rposition(hopes)?;
        let step = &story.steps()[index];
        (step.side != side).then(|| {
            format!(
                "{}'s move {}, column {}, closes the last line of {}'s",
                names::side(step.side),
                index + 1,
                step.before.column(step.facts.cell) + 1,
                names::side(side)
            )
        })
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!(" In the line below {}.", names::list(told, "and")))
}

/// What becomes of the winning cells that `side` has or gets in a line that it does not win, as half a
/// sentence; `None` where the line does not tell.
pub(in crate::explain) fn in_vain(story: &Story, side: Side) -> Option<String> {
    let start = story.steps().first().map(|step| &step.before).filter(|start| start.falls())?;
    let (s, other) = (names::side(side), names::side(!side));
    let old = start.later_wins(side).into_iter().map(|win| (0, win));
    let cells: Vec<(usize, Completion)> = old.chain(born(story, side)).collect();
    let fates: Vec<Fate> = cells.iter().map(|(_, win)| fate(story, win.cell, side)).collect();
    if cells.is_empty() {
        return Some(format!("{s} gets no winning cell in the line that follows"));
    }
    let filled = cells.iter().zip(&fates).filter_map(|((_, win), fate)| match fate {
        Fate::Filled(number) => {
            Some(format!("{} (with move {number})", names::place(start, win.cell)))
        }
        Fate::Used(_) | Fate::Free => None,
    });
    let filled: Vec<String> = filled.collect();
    (filled.len() == cells.len()).then(|| {
        let cells = if cells.len() == 1 { "the only winning cell" } else { "all winning cells" };
        let filled = names::list(filled, "and");
        format!("in the line that follows {other} fills {cells} that {s} gets: {filled}")
    })
}

/// The winning cells for later that `side` gets in a line, each with the move that makes it, counted
/// from 1.
pub(super) fn born(story: &Story, side: Side) -> Vec<(usize, Completion)> {
    let steps = (1..).zip(story.steps()).filter(|(_, step)| step.side == side);
    steps
        .flat_map(|(number, step)| {
            step.facts.prepares.iter().cloned().map(move |win| (number, win))
        })
        .collect()
}

/// The cells with which the winner of a line decides it.
fn decisive_cells(story: &Story) -> Vec<u32> {
    let Some(winner) = story.end.outcome().and_then(|outcome| outcome.winner) else {
        return Vec::new();
    };
    match story.decision(winner) {
        Some(Decision::Zugzwang(cell)) => vec![cell],
        Some(Decision::Fork(fork, _)) => {
            fork.facts.threatens.iter().chain(&fork.facts.stacked).map(|win| win.cell).collect()
        }
        None => story.steps().last().map(|last| last.facts.cell).into_iter().collect(),
    }
}

fn described(stones: &Stones, win: &Completion) -> String {
    format!(
        "{}, which completes {}",
        names::place(stones, win.cell),
        names::line(stones, &win.line)
    )
}

/// What becomes of a winning cell, called `it`, in a sentence.
fn becomes(story: &Story, cell: u32, owner: Side, it: &str) -> String {
    let (s, other) = (names::side(owner), names::side(!owner));
    match fate(story, cell, owner) {
        Fate::Used(number) => format!("{s} completes {it} with move {number} of the line below."),
        Fate::Free => "Nobody plays there in the line below.".to_owned(),
        Fate::Filled(number) => {
            let below = number.checked_sub(2).and_then(|index| story.steps().get(index));
            let below = below.filter(|step| step.before.below(cell) == Some(step.facts.cell));
            match below.filter(|step| step.side == owner) {
                Some(step) => {
                    let why = why_below(step, other);
                    let number = number - 1;
                    format!(
                        "In the line below {s} plays right below {it} with move {number}{why}; then {other} \
                         fills it."
                    )
                }
                None => format!("{other} fills {it} with move {number} of the line below."),
            }
        }
    }
}

/// Why somebody plays right below a winning cell of its own, where the move itself shows it.
fn why_below(step: &Step, other: char) -> String {
    let mut rest = step.before.open_cells().filter(|&cell| cell != step.facts.cell).peekable();
    if let Some(stopped) = step.facts.stops.first() {
        let line = names::line(&step.before, &stopped.line);
        return format!(", to stop {other}, who would complete {line}");
    }
    if rest.peek().is_none() {
        return ", the only move that is left".to_owned();
    }
    let loses = |cell| !step.before.with(cell, step.side).wins(!step.side).is_empty();
    if rest.all(loses) {
        return format!(", since any other move would let {other} win at once");
    }
    if step.facts.threatens.len() > 1 {
        return ", which makes two threats at once".to_owned();
    }
    let made = step.facts.prepares.iter().map(|win| names::place(&step.before, win.cell));
    match step.facts.prepares.len() {
        0 => String::new(),
        1 => format!(", which makes {} a winning cell", names::list(made, "and")),
        _ => format!(", which makes {} winning cells", names::list(made, "and")),
    }
}
