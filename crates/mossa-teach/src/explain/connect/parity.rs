//! Connect X: who runs out of harmless moves.
//!
//! A winning cell that hangs in the air decides many games: nobody wants to play below it, so both
//! sides fill the other columns until one of them has no other move.

use mossa_kernel::Side;

use super::making;
use crate::explain::{
    names,
    stones::{Completion, Stones},
    story::{Decision, Story},
};

/// How many hanging cells are told for each side.
const MOST_TOLD: usize = 3;

/// Why the loser had to play below the winning cell in the end, where that is what happened.
pub(in crate::explain) fn of_story(
    start: &Stones,
    story: &Story,
    winner: Side,
) -> Option<Vec<String>> {
    let Some(Decision::Zugzwang(cell)) = story.decision(winner) else { return None };
    let [.., given, last] = story.steps() else { return None };
    let line = last.facts.completes.as_ref()?;
    let loser = names::side(!winner);
    let (w, place) = (names::side(winner), names::place(start, cell));
    let harm = if given.before.completion(cell, !winner).is_some() {
        format!("let {loser} win there")
    } else {
        format!("let {loser} fill the cell")
    };
    let mut sentences = vec![format!(
        "In the line below {w} wins in the end with {place}, which completes {}. Until there is a stone \
         right below it, nobody can play there; and whoever puts that stone loses something: {loser} would \
         let {w} win at once, and {w} would {harm}.",
        names::line(&last.before, line)
    )];
    let born = story.born(cell, winner);
    sentences.push(if born == 0 {
        format!("{w} has this winning cell already.")
    } else {
        let made = making::of_line(start, story, line, winner);
        format!("{made}: with move {born} it is a winning cell.")
    });
    sentences.extend(story.prevention.clone());
    sentences.push(closed(story, &given.before, winner));
    sentences.extend(count(start, story));
    Some(sentences)
}

/// The columns that are left in the end, and why the loser can enter none of them.
fn closed(story: &Story, stones: &Stones, winner: Side) -> String {
    let (w, loser) = (names::side(winner), names::side(!winner));
    let shuns = |cell: u32| {
        let is_shut = !stones.with(cell, winner).wins(!winner).is_empty();
        if is_shut {
            format!("; nor does {w} enter it, for {loser} would win there, too")
        } else {
            String::new()
        }
    };
    let told = closings(story, stones, winner).into_iter().map(|(cell, win)| {
        let from =
            format!("column {} from height {} on", stones.column(cell) + 1, stones.height(cell));
        match win {
            Some(win) if stones.above(cell) == Some(win.cell) => {
                let after = stones.with(cell, !winner);
                let line = names::line(&after, &win.line);
                format!("{from} ({w} would complete {line} right above{})", shuns(cell))
            }
            Some(win) => format!("{from} ({w} would win at {})", names::place(stones, win.cell)),
            None => from,
        }
    });
    let told = names::list(told, "and");
    format!("So in this line {loser} may not enter {told}. All other columns are filled first.")
}

/// The cells that are open to the loser in the end, each with the line that the winner completes if the
/// loser plays there.
pub(in crate::explain) fn closings(
    story: &Story,
    stones: &Stones,
    winner: Side,
) -> Vec<(u32, Option<Completion>)> {
    let closing = |cell| {
        let mut win = stones.with(cell, !winner).wins(winner).into_iter().next();
        if let Some(win) = &mut win {
            story.lines.call(winner, win);
        }
        (cell, win)
    };
    stones.open_cells().map(closing).collect()
}

/// The arithmetic: how many cells there are to fill before somebody must play below a cell.
fn count(start: &Stones, story: &Story) -> Option<String> {
    let [first, .., given, _] = story.steps() else { return None };
    let others = start.n_free().checked_sub(given.before.n_free())?;
    let (m, u) = (names::side(first.side), names::side(given.side));
    let parity = if others.is_multiple_of(2) { "an even number" } else { "an odd number" };
    Some(format!(
        "The other free cells are {others}, {parity}. {m} is to move, so when they are all filled it is \
         {u} who must move, and {u} has only moves left that lose at once."
    ))
}

/// What hangs in the air for both sides, and whom it helps.
pub(in crate::explain) fn of_position(stones: &Stones) -> Vec<String> {
    if !stones.falls() {
        return Vec::new();
    }
    let mut sentences = Vec::new();
    for side in Side::BOTH {
        let hanging = stones.later_wins(side);
        if hanging.is_empty() {
            continue;
        }
        let places = hanging.iter().take(MOST_TOLD).map(|win| describe(stones, win));
        let more = hanging.len().saturating_sub(MOST_TOLD);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let (s, other) = (names::side(side), names::side(!side));
        sentences.push(format!(
            "{s} has {} that can be reached only later: {}{more}. {other} must not play right below.",
            names::counted(hanging.len() as u64, "winning cell"),
            names::list(places, "and"),
        ));
    }
    if !sentences.is_empty() && stones.rows().is_multiple_of(2) {
        sentences.push(
            "The columns have an even height. If the other columns are filled to the top, X tends \
             to get the cells at heights 1, 3, 5 and O those at 2, 4, 6: as a rule X can use \
             winning cells at odd heights, O at even ones."
                .to_owned(),
        );
    }
    sentences
}

/// Who can wait, where nothing hangs in the air yet: whoever fills the last cell.
pub(in crate::explain) fn last_word(stones: &Stones, mover: Side, ahead: Side) -> Option<String> {
    let free = stones.n_free();
    let last = if free.is_multiple_of(2) { !mover } else { mover };
    let kind = if free.is_multiple_of(2) { "even" } else { "odd" };
    let (l, m, other) = (names::side(last), names::side(mover), names::side(!last));
    (stones.falls() && last == ahead).then(|| {
        format!(
            "What speaks for {l}: {free} cells are free, an {kind} number, and {m} is to move, so {l} \
             fills the last one. If the game gets long, it is as a rule {other} who runs out of harmless \
             moves first."
        )
    })
}

fn describe(stones: &Stones, win: &Completion) -> String {
    let (place, line) = (names::place(stones, win.cell), names::line(stones, &win.line));
    format!("{place} (it completes {line})")
}
