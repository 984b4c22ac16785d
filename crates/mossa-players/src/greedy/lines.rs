//! `greedy` in games with lines: m,n,k-games and Connect X.
//!
//! A *threat* is a cell where the opponent would win, were it the opponent's move. With one threat
//! the block is forced. With several there is no defense; the first of them is blocked all the
//! same, as the rule says, and the numbers tell that the game is lost.

use mossa_games::{connect, mnk};
use mossa_kernel::{
    BoardView, Budget, Choice, Game, GameResult, Move, Player, PlayerError, Side, Value, View,
};

use crate::{
    meter::Meter,
    windows::{self, DIRECTIONS, Windows},
};

/// How many cells are looked at between two glances at the clock.
const CELLS_BETWEEN_GLANCES: usize = 64;

/// The player, with the rules of its game.
pub(super) struct GreedyLines {
    rows: u32,
    columns: u32,
    run: u32,
    /// Whether more than `run` in a row do not win. Windows count as ever: only winning differs.
    is_exact: bool,
    /// Whether stones fall; then a move is a column, not a cell.
    has_gravity: bool,
}

/// A legal move and what it does at once.
struct Prospect {
    mv: Move,
    cell: u32,
    wins: bool,
    blocks: bool,
    /// Whether it marks the last free cell.
    fills: bool,
}

impl Player for GreedyLines {
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
        if (board.rows, board.columns) != (self.rows, self.columns) {
            return Err(PlayerError::WrongGame);
        }
        let mover = game.position().side_to_move();
        let mut prospects = self.prospects(&board);
        let are_lines_seen = self.see_lines(&mut prospects, &board, mover, budget);
        let at_once = prospects.iter().position(|prospect| prospect.wins);
        let at_once = at_once.or_else(|| prospects.iter().position(|prospect| prospect.blocks));
        if !are_lines_seen {
            let mv = prospects.get(at_once.unwrap_or(0)).ok_or(PlayerError::WrongGame)?.mv;
            return Ok(Choice::bare(mv));
        }
        let scores = self.scores(&prospects, &board, mover, budget);
        answer(&prospects, &scores, at_once).ok_or(PlayerError::WrongGame)
    }
}

impl GreedyLines {
    pub(super) fn marking(rules: mnk::Spec) -> Self {
        Self {
            rows: rules.rows(),
            columns: rules.columns(),
            run: rules.run(),
            is_exact: rules.is_exact(),
            has_gravity: false,
        }
    }

    pub(super) fn dropping(rules: connect::Spec) -> Self {
        Self {
            rows: rules.rows(),
            columns: rules.columns(),
            run: rules.run(),
            is_exact: false,
            has_gravity: true,
        }
    }

    /// All legal moves, the lowest first.
    fn prospects(&self, board: &BoardView) -> Vec<Prospect> {
        let is_free = |cell: &u32| board.cells[*cell as usize].is_none();
        let columns = self.columns;
        let fills = board.cells.iter().filter(|owner| owner.is_none()).count() == 1;
        let plain = |mv, cell| Prospect { mv: Move(mv), cell, wins: false, blocks: false, fills };
        if self.has_gravity {
            let lowest_free =
                |column| (0..self.rows).rev().map(|row| row * columns + column).find(is_free);
            (0..columns).filter_map(|column| Some(plain(column, lowest_free(column)?))).collect()
        } else {
            (0..self.rows * columns).filter(is_free).map(|cell| plain(cell, cell)).collect()
        }
    }

    /// Finds out which moves win and which ones block; `false` when time is up.
    fn see_lines(
        &self,
        prospects: &mut [Prospect],
        board: &BoardView,
        mover: Side,
        budget: &Budget<'_>,
    ) -> bool {
        for (index, prospect) in prospects.iter_mut().enumerate() {
            if index.is_multiple_of(CELLS_BETWEEN_GLANCES) && budget.is_spent(0) {
                return false;
            }
            prospect.wins = self.makes_line(board, prospect.cell, mover);
            prospect.blocks = self.makes_line(board, prospect.cell, !mover);
        }
        true
    }

    /// What the board is worth to the mover after each of the moves; of the first ones only, when
    /// time is up.
    fn scores(
        &self,
        prospects: &[Prospect],
        board: &BoardView,
        mover: Side,
        budget: &Budget<'_>,
    ) -> Vec<i64> {
        let values = Windows::of(board, self.run).values_after(mover);
        let mut meter = Meter::new(budget);
        let in_time = prospects.iter().take_while(|_| meter.enter());
        in_time.map(|prospect| values[prospect.cell as usize]).collect()
    }

    /// Whether a stone of `side` on a free cell would make a line.
    fn makes_line(&self, board: &BoardView, cell: u32, side: Side) -> bool {
        DIRECTIONS.into_iter().any(|(down, right)| {
            let length = 1
                + self.stones_beyond(board, cell, (down, right), side)
                + self.stones_beyond(board, cell, (-down, -right), side);
            if self.is_exact { length == self.run } else { length >= self.run }
        })
    }

    /// How many stones of `side` follow a cell without a gap.
    fn stones_beyond(
        &self,
        board: &BoardView,
        cell: u32,
        (down, right): (i32, i32),
        side: Side,
    ) -> u32 {
        let (mut row, mut column) = (cell / self.columns, cell % self.columns);
        let mut stones = 0;
        loop {
            // A step over the upper or left edge wraps round to a huge number.
            row = row.wrapping_add_signed(down);
            column = column.wrapping_add_signed(right);
            let is_on_board = row < self.rows && column < self.columns;
            if !is_on_board || board.at(row, column) != Some(side) {
                return stones;
            }
            stones += 1;
        }
    }
}

/// The choice: what has to be done at once, or else the best score, and the first in a tie.
fn answer(prospects: &[Prospect], scores: &[i64], at_once: Option<usize>) -> Option<Choice> {
    // Of several greatest, `max_by_key` takes the last one it sees.
    let best_score = (0..scores.len()).rev().max_by_key(|&index| scores[index]);
    let chosen = at_once.or(best_score).unwrap_or(0);
    let threats = prospects.iter().filter(|prospect| prospect.blocks).count();
    let value = |index: usize| value_of(&prospects[index], threats, scores.get(index).copied());
    let mv = prospects.get(chosen)?.mv;
    Some(Choice {
        mv,
        value: value(chosen),
        line: vec![mv],
        nodes: scores.len() as u64,
        candidates: (0..prospects.len())
            .filter_map(|index| Some((prospects[index].mv, value(index)?)))
            .collect(),
    })
}

/// What a move is worth, in a position where the opponent threatens to win with so many moves.
///
/// A win is proven, so is a draw with the last cell, and so is a move that leaves a threat: it loses
/// in two plies.
fn value_of(prospect: &Prospect, threats: usize, score: Option<i64>) -> Option<Value> {
    let threats_left = threats - usize::from(prospect.blocks);
    if prospect.wins {
        Some(Value::exact(GameResult::Win, Some(1)))
    } else if threats_left > 0 {
        Some(Value::exact(GameResult::Loss, Some(2)))
    } else if prospect.fills {
        Some(Value::exact(GameResult::Draw, None))
    } else {
        score.map(windows::shown)
    }
}
