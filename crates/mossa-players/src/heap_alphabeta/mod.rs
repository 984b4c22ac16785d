//! `heap-alphabeta`: the classic for m,n,k-games.
//!
//! | file | what |
//! |---|---|
//! | [`grid`] | the marks, and walks along lines |
//! | [`candidates`] | the free cells next to a mark, kept up to date |
//! | [`evaluate`] | what a run is worth |
//! | [`board`] | all of that together: mark and unmark |
//! | [`heap`] | the candidates, most promising first |
//! | [`table`] | what was found out before |
//! | [`search`] | alpha-beta and the loop at its root |

use mossa_games::{GameSpec, mnk::Spec};
use mossa_kernel::{
    AnyPosition, BoardView, Budget, Choice, Game, Move, Player, PlayerError, Side, View,
};

use crate::{Parameter, PlayerKind, Range, Settings};

mod board;
mod candidates;
mod evaluate;
mod grid;
mod heap;
mod search;
mod table;
#[cfg(test)]
mod tests;

use board::Board;
use search::{Search, value_of};
use table::Table;

/// The entry in the list of players.
pub(crate) struct HeapAlphabeta;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "depth",
        help: "how many plies to look ahead, the move itself included",
        range: Range::Number { default: Some(4), min: 1, max: 64 },
    },
    Parameter {
        name: "width",
        help: "how many of the most promising candidates to look at in each position",
        range: Range::Number { default: Some(10), min: 1, max: 40_000 },
    },
    Parameter {
        name: "table",
        help: "how many positions to remember before all are forgotten",
        range: Range::Number { default: Some(1 << 20), min: 1, max: 1 << 22 },
    },
];

impl PlayerKind for HeapAlphabeta {
    fn name(&self) -> &'static str {
        "heap-alphabeta"
    }

    fn help(&self) -> &'static str {
        "A classic: alpha-beta to a fixed depth. Only free cells next to a mark are candidates; \
         they are taken from a heap by the runs that a mark would complete there for either side, \
         and only the most promising few are looked at. A leaf is worth the sum of those runs, \
         ours less theirs; a run with a gap in it is not seen. The first candidate found to win \
         is played. What was found out is kept: when a position comes up that was part of an \
         earlier search of the same player, the move found then is played at once and forgotten. \
         So a reply that was foreseen is answered without thinking, by a search that ended as \
         many plies sooner as were played since. Where exactly K in a row win, longer runs count \
         for nothing."
    }

    fn games(&self) -> &'static str {
        "m,n,k-games"
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
        let GameSpec::Mnk(spec) = *game else {
            return Err("it looks for rows of marks on a board where every free cell is open to \
                        both"
                .to_owned());
        };
        let number =
            |name| settings.number(name, PARAMETERS).expect("every parameter has a default");
        Ok(Box::new(HeapAlphabetaPlayer {
            spec,
            depth: number("depth") as u32,
            width: number("width") as usize,
            table: Table::new(number("table") as usize),
        }))
    }
}

/// The player, with what it remembers from move to move.
struct HeapAlphabetaPlayer {
    spec: Spec,
    depth: u32,
    width: usize,
    table: Table,
}

impl Player for HeapAlphabetaPlayer {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let position = game.position();
        let View::Board(view) = position.view() else { return Err(PlayerError::WrongGame) };
        if (view.rows, view.columns) != (self.spec.rows(), self.spec.columns()) {
            return Err(PlayerError::WrongGame);
        }
        if position.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        if view.stones().next().is_none() {
            return Ok(Choice::bare(center(&view)));
        }
        let remembered = self.take_remembered(position);
        Ok(remembered.unwrap_or_else(|| self.think(&view, position.side_to_move(), budget)))
    }
}

impl HeapAlphabetaPlayer {
    /// The move found for this very position in an earlier search. It is forgotten: should the
    /// position come up again, it is thought about.
    fn take_remembered(&mut self, position: &dyn AnyPosition) -> Option<Choice> {
        let entry = self.table.remove(position.key())?;
        let value = value_of(entry.score);
        // Another position might have the same key.
        position.is_legal(entry.best).then(|| Choice {
            value: Some(value),
            candidates: vec![(entry.best, value)],
            ..Choice::bare(entry.best)
        })
    }

    fn think(&mut self, view: &BoardView, to_move: Side, budget: &Budget<'_>) -> Choice {
        let mut board = Board::new(self.spec, view, to_move);
        let mut depth = self.depth.min(budget.depth.unwrap_or(u32::MAX));
        for row in 0..view.rows as usize {
            if budget.is_spent(0) {
                // The most promising of the cells evaluated so far has to do.
                depth = 0;
                break;
            }
            board.evaluate_row(row);
        }
        Search::new(board, &mut self.table, budget, self.width, depth).choose()
    }
}

/// The move on an empty board.
fn center(view: &BoardView) -> Move {
    Move(view.rows / 2 * view.columns + view.columns / 2)
}
