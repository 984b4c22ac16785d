//! Connect X: who must play right below a winning cell in the end, by its height.

use mossa_kernel::{Move, Side};

use super::{columns, hanging};
use crate::explain::{Request, Story, names, stones::Stones, story::Decision};

/// Who must play right below a cell when all other columns are full, and its own is filled up to there.
pub(super) fn below_at_last(stones: &Stones, height: u32) -> Option<Side> {
    let below = height.checked_sub(2)?;
    let n_stones = stones.rows() * (stones.columns() - 1) + below;
    Some(if n_stones.is_multiple_of(2) { Side::First } else { Side::Second })
}

/// Moves, each with the height of the winning cell that decides after it.
type Waited = Vec<(Move, u32)>;

impl Request<'_> {
    /// Why somebody must play below a winning cell, where that decides after some of the worse moves, and what is
    /// different in the line that is told.
    pub(super) fn waiting(
        &self,
        stones: &Stones,
        story: &Story,
        worse: &[&Story],
    ) -> Option<String> {
        let other = !self.mover();
        let waited = worse.iter().filter_map(|story| match story.decision(other) {
            Some(Decision::Zugzwang(cell)) => Some((story.moves[0], stones.height(cell))),
            _ => None,
        });
        let waited: Waited = waited.collect();
        if waited.is_empty() {
            return None;
        }
        let moves: Vec<Move> = waited.iter().map(|(mv, _)| *mv).collect();
        let (m, o) = (names::side(self.mover()), names::side(other));
        let text = format!(
            "What is wrong with {}: in the end a winning cell of {o}'s decides, and nobody wants to play right below \
             it. So both fill the other columns first, and then it is {m} who runs out of other moves, has to do it \
             and loses.",
            columns(&moves),
        );
        Some(text + &self.by_height(stones, story, &waited))
    }

    /// Which heights help the other side, and at which it gets winning cells after worse moves and in the line that
    /// is told.
    fn by_height(&self, stones: &Stones, story: &Story, waited: &[(Move, u32)]) -> String {
        let other = !self.mover();
        let helps = |height: u32| below_at_last(stones, height) == Some(self.mover());
        let (plain, turned): (Waited, Waited) =
            waited.iter().copied().partition(|(_, height)| helps(*height));
        if plain.is_empty() {
            return String::new();
        }
        let kinds = ["even", "odd"];
        let [good, bad] = if plain[0].1.is_multiple_of(2) { kinds } else { [kinds[1], kinds[0]] };
        let (m, o) = (names::side(self.mover()), names::side(other));
        let columns_left = stones.columns() - 1;
        let n_stones = stones.rows() * columns_left;
        let parity = if n_stones.is_multiple_of(2) { "even" } else { "odd" };
        let moves: Vec<Move> = plain.iter().map(|(mv, _)| *mv).collect();
        let which = if turned.is_empty() {
            let these = if moves.len() == 1 { "this move" } else { "these moves" };
            format!("After {these}")
        } else {
            format!("After {}", columns(&moves))
        };
        let noun = if columns_left == 1 { "column holds" } else { "columns hold" };
        let rule = format!(
            " The height tells who that is: the other {columns_left} {noun} {n_stones} stones, an {parity} number, \
             and X began; so when these are full, {m} must play right below cells at {good} heights, and {o} right \
             below those at {bad} heights. {which} {o}'s winning cell is at an {good} height."
        );
        let contrast = contrast(stones, story, other, good, helps);
        let rest: Vec<Move> = turned.iter().map(|(mv, _)| *mv).collect();
        let rest = if rest.is_empty() {
            String::new()
        } else {
            format!(
                " After {} it is not, but other columns are not full then, and that turns the count around.",
                columns(&rest)
            )
        };
        rule + &rest + &contrast.unwrap_or_default()
    }
}

/// That a side gets no winning cell at a height that helps it in the line that is told, where that is so.
fn contrast(
    stones: &Stones,
    story: &Story,
    side: Side,
    good: &str,
    helps: impl Fn(u32) -> bool,
) -> Option<String> {
    let is_drawn =
        story.is_over() && story.end.outcome().is_none_or(|outcome| outcome.winner.is_none());
    let old = stones.later_wins(side).into_iter();
    let cells: Vec<u32> = old
        .chain(hanging::born(story, side).into_iter().map(|(_, win)| win))
        .map(|win| win.cell)
        .collect();
    let is_other = is_drawn && !cells.iter().any(|&cell| helps(stones.height(cell)));
    let s = names::side(side);
    let fills_itself = |&cell: &u32| match hanging::fate(story, cell, side) {
        hanging::Fate::Filled(number) => number.checked_sub(2).is_some_and(|below| {
            let below = &story.steps()[below];
            below.side == side && below.before.above(below.facts.cell) == Some(cell)
        }),
        hanging::Fate::Used(_) | hanging::Fate::Free => false,
    };
    is_other.then(|| {
        let only = names::list(cells.iter().map(|&cell| names::place(stones, cell)), "and");
        let them = if cells.len() == 1 { "it" } else { "them" };
        let only = match cells.len() {
            0 => String::new(),
            _ if cells.iter().all(fills_itself) => {
                format!(", only {only}, and {s} itself plays right below {them}")
            }
            _ => format!(", only {only}"),
        };
        format!(" In the line below {s} has none in the air at an {good} height{only}.")
    })
}
