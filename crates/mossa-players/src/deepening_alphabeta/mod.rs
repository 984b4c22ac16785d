//! `deepening-alphabeta`: minimax with alpha-beta for Connect X, deeper and deeper until time is up.
//!
//! One of the five classics. The search is in [`search`], the board it runs on in [`board`], its
//! memory in [`table`], and what leaves are worth in [`crate::windows`].

use mossa_games::{GameSpec, connect};
use mossa_kernel::{Budget, Choice, Game, GameResult, Move, Player, PlayerError, Value, View};

use crate::{Parameter, PlayerKind, Range, Settings, meter::Meter, windows};

mod board;
mod search;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use board::Board;
use search::{Found, Search, WON, best};
use table::Table;

/// The deepest search that can be asked for; one that needs more plies needs more than a lifetime.
const DEEPEST: u32 = 1_000;

/// How many entries the table has unless told otherwise: 24 MB.
const TABLE: u64 = 1 << 20;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "depth",
        help: "how many plies to look ahead at most; without it, only time ends the search, or \
               that the result is known",
        range: Range::Number { default: None, min: 1, max: DEEPEST as u64 },
    },
    Parameter {
        name: "table",
        help: "how many positions to remember while thinking about a move, 24 bytes each; it \
               changes how long a search takes, never what it finds",
        range: Range::Number { default: Some(TABLE), min: 0, max: 1 << 26 },
    },
];

/// The entry in the list of players.
pub(crate) struct DeepeningAlphabeta;

impl PlayerKind for DeepeningAlphabeta {
    fn name(&self) -> &'static str {
        "deepening-alphabeta"
    }

    fn help(&self) -> &'static str {
        "Minimax with alpha-beta, one ply deeper at a time until time is up; plays the best move of \
         the last finished iteration, or the most central open column if there is none. Columns \
         are tried from the center outwards, and in a tie the one tried first is played. At the \
         horizon, each stretch of X cells without a stone of the other side counts 10^t for its t \
         stones, twice if it is diagonal; own less opponent's is the value. A table of positions, \
         emptied before each move, spares searching one twice."
    }

    fn games(&self) -> &'static str {
        "connect"
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
        let GameSpec::Connect(rules) = *game else {
            return Err("it only knows how to drop stones into columns".to_owned());
        };
        let number = |name| settings.number(name, PARAMETERS);
        let entries = number("table").unwrap_or(TABLE) as usize;
        Ok(Box::new(DeepeningPlayer {
            rules,
            depth: number("depth").map_or(DEEPEST, |depth| depth as u32),
            table: Table::new(entries),
        }))
    }
}

struct DeepeningPlayer {
    rules: connect::Spec,
    depth: u32,
    table: Table,
}

impl Player for DeepeningPlayer {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        if game.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        let position = game.position();
        let View::Board(view) = position.view() else { return Err(PlayerError::WrongGame) };
        if (view.rows, view.columns) != (self.rules.rows(), self.rules.columns()) {
            return Err(PlayerError::WrongGame);
        }
        let board = Board::of(&view, self.rules.run(), position.side_to_move());
        self.search(board, budget).ok_or(PlayerError::WrongGame)
    }
}

impl DeepeningPlayer {
    /// The choice of the last finished iteration, or else the most central open column; `None` only
    /// when no column is open.
    fn search(&mut self, board: Board, budget: &Budget<'_>) -> Option<Choice> {
        let most_central = *board.open_columns().first()?;
        let free = board.free();
        self.table.forget();
        let mut search =
            Search { board, table: &mut self.table, meter: Meter::new(budget), lines: Vec::new() };
        let all_found = search.deepen(self.depth.min(budget.depth.unwrap_or(DEEPEST)));
        let nodes = search.meter.nodes();
        let Some(best) = best(&all_found) else {
            return Some(Choice { nodes, ..Choice::bare(Move(most_central)) });
        };
        let number = |found: &Found| (Move(found.column), value_of(found, free));
        Some(Choice {
            mv: Move(best.column),
            value: Some(value_of(best, free)),
            line: best.line.clone(),
            nodes,
            candidates: all_found.iter().map(number).collect(),
        })
    }
}

/// The value to tell, in a position with so many free cells.
///
/// Wins and losses are proven. Each iteration looks one ply further, so the first one that sees a
/// result sees it at its shortest forced distance. A search down to the last free cell leaves no
/// doubt either: what is not won or lost is drawn.
fn value_of(found: &Found, free: u32) -> Value {
    match found.value {
        WON => Value::exact(GameResult::Win, Some(found.depth)),
        value if value == -WON => Value::exact(GameResult::Loss, Some(found.depth)),
        _ if found.depth == free => Value::exact(GameResult::Draw, None),
        value => windows::shown(value),
    }
}
