//! A line of moves as a table: who plays what, and what it does.

use std::ops::Range;

use mossa_kernel::{Game, Side, View};

use super::{
    Block, names,
    story::{Decision, Step, Story},
};
use crate::explain::connect::hanging::points_of_draw;
use crate::explain::mnk::{beside::shuts, pairs::Pair};
use crate::explain::othello::discs::FOR_GOOD;

/// At most so many rows are told from the beginning of a line, and so many from its end.
const MOST_FIRST: usize = 10;
const MOST_LAST: usize = 8;

/// Fewer moves than this are not left out: a reader could not replay the line for so little.
const LEAST_HIDDEN: usize = 4;

/// So many quiet moves are named one by one.
const MOST_QUIET: usize = 24;

impl Story {
    /// Its moves as a table, who plays what and what it does, and how the game ends.
    pub(super) fn blocks(&self, start: &Game) -> Vec<Block> {
        let header = ["", "", "move", "what it does"];
        let pairs = self.pair_answers();
        let (mut rows, mut spans) = (Vec::new(), Vec::new());
        let mut index = 0;
        while index < self.moves.len() {
            let quiet = self.quiet_from(index);
            let from = index;
            if quiet > 1 {
                rows.push(self.quiet_row(start, index, quiet, &pairs));
                index += quiet;
            } else {
                rows.push(self.row(start, index, pairs[index]));
                index += 1;
            }
            spans.push(from..index);
        }
        // One line that says that one is left out would be no shorter.
        if rows.len() > MOST_FIRST + MOST_LAST + 1 {
            let n_rows = rows.len();
            let points = [self.points(), points_of_draw(self)].concat();
            let in_full = self.told_in_full();
            let is_kept = |row: usize| {
                let is_end = row < MOST_FIRST || row >= n_rows - MOST_LAST;
                let is_needed = in_full.is_some_and(|last| spans[row].start <= last);
                is_end || is_needed || points.iter().any(|point| spans[row].contains(point))
            };
            let hidden = hidden(&spans, is_kept);
            rows = cut(rows, |row| !hidden[row]);
        }
        let table = Block::Table { header: header.map(str::to_owned).to_vec(), rows };
        [table].into_iter().chain(self.ending().map(Block::Text)).collect()
    }

    /// The moves that a reason may speak of: those with which the winner got the cells that decide, and the
    /// double threat.
    pub(super) fn points(&self) -> Vec<usize> {
        let Some(winner) = self.end.outcome().and_then(|outcome| outcome.winner) else {
            return Vec::new();
        };
        let born = |cell| self.born(cell, winner).checked_sub(1);
        let mut points: Vec<usize> = match self.decision(winner) {
            Some(Decision::Zugzwang(cell)) => born(cell).into_iter().collect(),
            Some(Decision::Fork(fork, number)) => {
                let wins = fork.facts.threatens.iter().chain(&fork.facts.stacked);
                wins.filter_map(|win| born(win.cell)).chain([number - 1]).collect()
            }
            None => Vec::new(),
        };
        points.extend(self.forced_from(winner).map(|forced| forced.number - 1));
        points
    }

    /// How many moves in a row from here on neither threaten nor stop nor give away anything. The first move of a line
    /// is always told.
    fn quiet_from(&self, index: usize) -> usize {
        // Of a line that is only expected each move is told, where lines are blocked and begun in turn.
        let is_expected =
            !self.is_over() && self.steps().first().is_some_and(|it| !it.before.falls());
        if index == 0 || is_expected {
            return 0;
        }
        // Moves into the only column that is left stand together.
        let only = self.only_column(index);
        let is_quiet = |index: &usize| match (self.steps().get(*index), self.turns().get(*index)) {
            (Some(step), _) => {
                let has_more = only.is_none() && self.remark(*index).is_some();
                let is_used = self.makes(*index).or_else(|| self.opens(*index)).is_some()
                    || self.use_of(*index).is_some();
                let shuts = shuts(&step.before, step.facts.cell, step.side);
                let is_plain = step.facts.is_quiet() && !is_used && !shuts;
                is_plain && !has_more && self.only_column(*index) == only
            }
            (None, Some(turn)) => turn.is_quiet(),
            (None, None) => false,
        };
        (index..self.moves.len()).take_while(is_quiet).count()
    }

    fn row(&self, start: &Game, index: usize, pair: Option<Pair>) -> Vec<String> {
        let what = match (self.steps().get(index), self.turns().get(index)) {
            (Some(step), _) => self.deed(index, step, pair),
            (None, Some(turned)) if index == 0 => turned.words(),
            // What corners are good for is told once.
            (None, Some(turned)) if self.turns()[..index].iter().any(|it| it.takes_corner) => {
                turned.words_in_line().replace(FOR_GOOD, "")
            }
            (None, Some(turned)) => turned.words_in_line(),
            (None, None) => String::new(),
        };
        vec![
            (index + 1).to_string(),
            names::side(Self::side_of(start, index)).to_string(),
            start.position().show_move(self.moves[index]),
            what,
        ]
    }

    /// What a move does in a game of lines, for what decides in the end, and whether there was a choice.
    fn deed(&self, index: usize, step: &Step, pair: Option<Pair>) -> String {
        let made = self.makes(index);
        let remark = self.remark(index);
        let is_quiet = step.facts.is_quiet();
        // Where stones fall, the best line through a cell says little.
        let tells = index == 0 && made.is_none() || !step.before.falls();
        let words = (!is_quiet || tells).then(|| step.facts.words(&step.before));
        let used = self.use_of(index).filter(|_| is_quiet);
        let opened = self.opens(index);
        let deeds: Vec<String> = words.into_iter().chain(made).chain(opened).chain(used).collect();
        let deeds = (!deeds.is_empty()).then(|| deeds.join("; it also "));
        let pair = pair.map(|pair| half(step, pair));
        let told: Vec<String> = pair.into_iter().chain(deeds).chain(remark).collect();
        if told.is_empty() { "a quiet move".to_owned() } else { told.join("; ") }
    }

    /// Several moves of which there is nothing to say.
    fn quiet_row(
        &self,
        start: &Game,
        index: usize,
        count: usize,
        pairs: &[Option<Pair>],
    ) -> Vec<String> {
        let moves = &self.moves[index..index + count];
        let side = |at: usize| names::side(Self::side_of(start, at));
        let named = (index..).zip(moves).take(MOST_QUIET);
        let shown = named.map(|(at, &mv)| {
            let name = start.position().show_move(mv);
            let pair = pairs[at].zip(self.steps().get(at));
            let pair = pair.map(|(pair, step)| format!(" ({})", half(step, pair)));
            format!("{} {name}{}", side(at), pair.unwrap_or_default())
        });
        let shown: Vec<String> = shown.collect();
        let more = if count > MOST_QUIET { " …" } else { "" };
        let what = match self.only_column(index) {
            Some(column) => format!("only column {column} is left"),
            None if self.turns().is_empty() => "quiet moves, without a threat".to_owned(),
            None => "no corner is given or taken".to_owned(),
        };
        vec![
            format!("{}-{}", index + 1, index + count),
            String::new(),
            String::new(),
            format!("{what}: {}{more}", shown.join(", ")),
        ]
    }

    fn side_of(start: &Game, index: usize) -> Side {
        let first = start.position().side_to_move();
        if index.is_multiple_of(2) { first } else { !first }
    }

    /// How the game ends: the count of discs, or that nobody can complete a line any more.
    fn ending(&self) -> Option<String> {
        if self.turns().is_empty() { self.hopeless() } else { self.score() }
    }

    /// Where nobody can win any more, why.
    fn hopeless(&self) -> Option<String> {
        let is_won = self.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
        let stones = self.steps().last().map(Step::after)?;
        let hopes = Side::BOTH.into_iter().any(|side| stones.has_hope(side));
        match self.end.outcome() {
            _ if is_won => None,
            Some(_) => Some("The board is full, and nobody has a line: a draw.".to_owned()),
            None if hopes => None,
            None => Some(format!(
                "From here on nobody can complete {} in a row any more: every such line has stones of \
                 both sides. So it is a draw, whatever is played.",
                stones.run()
            )),
        }
    }

    /// Why a margin is larger than the difference of the discs, where it is.
    pub(super) fn counts_empty(&self) -> Option<&'static str> {
        let (outcome, View::Board(board)) = (self.end.outcome()?, self.end.position().view())
        else {
            return None;
        };
        let is_empty = board.cells.iter().any(Option::is_none);
        (!self.turns().is_empty() && is_empty && outcome.winner.is_some())
            .then_some(" Squares that stay empty count for the winner.")
    }

    /// How a game of discs ends.
    fn score(&self) -> Option<String> {
        let (outcome, View::Board(board)) = (self.end.outcome()?, self.end.position().view())
        else {
            return None;
        };
        let [x, o] = Side::BOTH.map(|side| board.count(side));
        let count = format!("The game ends with {x} for X and {o} for O");
        let empty = board.cells.len() - x - o;
        let counted = if empty == 1 {
            "The empty square counts".to_owned()
        } else {
            format!("The {empty} empty squares count")
        };
        Some(match (outcome.winner, outcome.margin) {
            (Some(winner), Some(margin)) if empty > 0 => format!(
                "{count}. {counted} for the winner, so {} wins by {margin}.",
                names::side(winner)
            ),
            _ => format!("{count}."),
        })
    }
}

/// "the other half of the pair e2+e4".
fn half(step: &Step, pair: Pair) -> String {
    let [first, second] = pair.map(|cell| names::cell(&step.before, cell));
    format!("the other half of the pair {first}+{second}")
}

/// Which rows are left out: those that are not kept, where enough moves in a row are hidden.
pub(super) fn hidden(spans: &[Range<usize>], is_kept: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut hidden = vec![false; spans.len()];
    let mut row = 0;
    while row < spans.len() {
        let n_rows = (row..spans.len()).take_while(|&row| !is_kept(row)).count();
        let n_moves: usize = spans[row..row + n_rows].iter().map(Range::len).sum();
        hidden[row..row + n_rows].fill(n_moves >= LEAST_HIDDEN);
        row += n_rows + 1;
    }
    hidden
}

/// Leaves out rows, with a note in their place.
fn cut(rows: Vec<Vec<String>>, is_kept: impl Fn(usize) -> bool) -> Vec<Vec<String>> {
    let mut kept = Vec::new();
    let mut is_gap = false;
    for (number, row) in rows.into_iter().enumerate() {
        if is_kept(number) {
            kept.push(row);
        } else if !is_gap {
            let note = "(moves in between are left out)".to_owned();
            kept.push(vec![String::new(), String::new(), "…".to_owned(), note]);
        }
        is_gap = !is_kept(number);
    }
    kept
}
