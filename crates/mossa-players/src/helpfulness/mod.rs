//! `helpfulness`: marks the cell that helps most, one's own lines and against the opponent's.
//!
//! One of the five classics: greedy, no search. What a cell is worth is found out in [`groups`];
//! here the cells queue up by it.

use std::{cmp::Reverse, collections::BinaryHeap};

use mossa_games::{GameSpec, mnk};
use mossa_kernel::{Budget, Choice, Game, GameResult, Move, Player, PlayerError, Value, View};

use crate::{Parameter, PlayerKind, Range, Settings};

mod groups;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use groups::{Credit, Groups};

/// The key of a cell that wins at once: above everything else.
const WIN_LEVEL: u64 = 2_000_000_000;

/// The key of a cell that would win at once for the opponent: above everything but a win.
///
/// On no board does helpfulness come near: with K up to 200 a cell lies in at most 4K = 800 groups,
/// and each gives at most 2 (K + 1) to it, together less than 330,000. Bonuses of at most
/// [`LARGEST_BONUS`], one for each group, add 800,000,000 at most. (A group gives one for each
/// player only when K is 2, and then a cell lies in 8.)
const BLOCK_LEVEL: u64 = 1_000_000_000;

/// The largest bonus that keeps helpfulness below the two winning levels.
const LARGEST_BONUS: u64 = 1_000_000;

/// How many positions this player looks at: the one it is asked about.
const POSITIONS: u64 = 1;

const PARAMETERS: &[Parameter] = &[Parameter {
    name: "double_bonus",
    help: "what a cell gains for each group in which a player could threaten to win on two cells \
           at once; 2K unless told otherwise",
    range: Range::Number { default: None, min: 0, max: LARGEST_BONUS },
}];

/// The entry in the list of players.
pub(crate) struct Helpfulness;

impl PlayerKind for Helpfulness {
    fn name(&self) -> &'static str {
        "helpfulness"
    }

    fn help(&self) -> &'static str {
        "Marks the most helpful cell, without searching. A group is K cells in a row; a cell gains \
         for each player 1 for each group through it without a mark of the other, and 1 for each \
         mark of that player there. A cell of a group in which a player could make two winning \
         cells at once gains double_bonus. Winning comes before everything, then preventing that \
         the opponent wins. Ties go to the cell with more of one's own marks in its groups, then \
         more of the opponent's, then the first in reading order."
    }

    fn games(&self) -> &'static str {
        "mnk, without `exact`"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn build(
        &self,
        game: &GameSpec,
        settings: &Settings,
        _seed: u64,
    ) -> Result<Box<dyn Player>, String> {
        let GameSpec::Mnk(rules) = *game else {
            return Err("it only knows how to mark free cells".to_owned());
        };
        if rules.is_exact() {
            return Err("it takes every K in a row for a win, however long the row".to_owned());
        }
        let default = 2 * u64::from(rules.run());
        let double_bonus = settings.number("double_bonus", PARAMETERS).unwrap_or(default);
        Ok(Box::new(HelpfulnessPlayer { rules, double_bonus }))
    }
}

struct HelpfulnessPlayer {
    rules: mnk::Spec,
    double_bonus: u64,
}

/// A free cell in the queue. The greatest is marked: fields are compared in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    own_marks: u64,
    opponent_marks: u64,
    /// The first of several cells is the greatest.
    cell: Reverse<u32>,
}

impl Entry {
    fn new(cell: u32, credit: &Credit) -> Self {
        let key = match credit.wins_for {
            [true, _] => WIN_LEVEL,
            [false, true] => BLOCK_LEVEL,
            [false, false] => credit.helpfulness,
        };
        let [own_marks, opponent_marks] = credit.marks;
        Self { key, own_marks, opponent_marks, cell: Reverse(cell) }
    }

    fn mv(&self) -> Move {
        Move(self.cell.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "keys are far below 2^53")]
    fn value(&self) -> Value {
        match self.key {
            WIN_LEVEL => Value::exact(GameResult::Win, Some(1)),
            key => Value::score(key as f64),
        }
    }
}

impl Player for HelpfulnessPlayer {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        if game.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        let View::Board(board) = game.position().view() else { return Err(PlayerError::WrongGame) };
        if (board.rows, board.columns) != (self.rules.rows(), self.rules.columns()) {
            return Err(PlayerError::WrongGame);
        }
        let mover = game.position().side_to_move();
        let mut groups = Groups::new(&board, self.rules.run(), mover, self.double_bonus);
        let is_complete = groups.visit_all(|| budget.is_spent(0));
        let free = (0..).zip(&board.cells).filter(|(_, owner)| owner.is_none());
        let entries = free.map(|(cell, _)| Entry::new(cell, groups.credit(cell)));
        if is_complete {
            answer(entries.collect()).ok_or(PlayerError::WrongGame)
        } else {
            // Out of time: the best so far is played, but half-finished sums are nobody's numbers.
            let best = entries.max().ok_or(PlayerError::WrongGame)?;
            Ok(Choice::bare(best.mv()))
        }
    }
}

/// The head of the queue, and the number of everybody in it.
fn answer(entries: Vec<Entry>) -> Option<Choice> {
    let candidates = entries.iter().map(|entry| (entry.mv(), entry.value())).collect();
    let best = BinaryHeap::from(entries).pop()?;
    Some(Choice {
        mv: best.mv(),
        value: Some(best.value()),
        line: vec![best.mv()],
        nodes: POSITIONS,
        candidates,
    })
}
