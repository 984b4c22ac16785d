//! Alpha-beta under iterative deepening.
//!
//! Values are always for the side to move: what is good for the one is bad for the other, so each
//! ply turns the sign (negamax).

use mossa_kernel::Move;

use super::{
    board::Board,
    table::{Bound, Table},
};
use crate::meter::Meter;

/// The value of a won position; a lost one has its negative. No sum of windows comes near.
pub(super) const WON: i64 = i64::MAX;

/// The value of a drawn position.
const DRAWN: i64 = 0;

/// What an iteration found out about a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) column: u32,
    pub(super) value: i64,
    /// The depth of the iteration that gave this value; later ones leave a decided column alone.
    pub(super) depth: u32,
    /// How the game might go on, beginning with this column.
    pub(super) line: Vec<Move>,
}

impl Found {
    /// Whether it leads to a forced win or loss.
    fn is_decided(&self) -> bool {
        self.value.abs() == WON
    }
}

/// A search in progress.
pub(super) struct Search<'s> {
    pub(super) board: Board,
    pub(super) table: &'s mut Table,
    pub(super) meter: Meter<'s>,
    /// For each number of plies left, the best line found last, the last move first.
    pub(super) lines: Vec<Vec<Move>>,
}

impl Search<'_> {
    /// Deepens ply by ply up to `limit` and returns what the last finished iteration found about
    /// every open column, the most central first; nothing if not even the first one was finished.
    pub(super) fn deepen(&mut self, limit: u32) -> Vec<Found> {
        let mut last_finished = Vec::new();
        for depth in 1..=limit.min(self.board.free()) {
            let Some(found) = self.iterate(depth, &last_finished) else { break };
            last_finished = found;
            if best(&last_finished).is_some_and(Found::is_decided) {
                break;
            }
        }
        last_finished
    }

    /// One iteration; `None` when time was up before it was finished.
    ///
    /// Each column is searched with a window of its own, as wide as can be: alpha-beta would find
    /// the same best move with less, but for the others it would know only that they are no
    /// better, and this player tells its number for each. An iteration that has found a win is
    /// finished, since nothing can be better; what time is left goes into the other numbers.
    fn iterate(&mut self, depth: u32, before: &[Found]) -> Option<Vec<Found>> {
        let mut all_found: Vec<Found> = Vec::new();
        for column in self.board.open_columns() {
            let known = before.iter().find(|found| found.column == column && found.is_decided());
            let found = match known {
                Some(known) => Some(known.clone()),
                None => self.search_column(column, depth),
            };
            match found {
                Some(found) => all_found.push(found),
                None if best(&all_found).is_some_and(|best| best.value == WON) => break,
                None => return None,
            }
        }
        Some(all_found)
    }

    fn search_column(&mut self, column: u32, depth: u32) -> Option<Found> {
        let value = self.value_of_drop(column, depth, -WON, WON)?;
        let mut line = self.lines.get(depth as usize - 1).cloned().unwrap_or_default();
        line.push(Move(column));
        line.reverse();
        Some(Found { column, value, depth, line })
    }

    /// What dropping a stone into a column is worth, seen `depth` plies deep, the drop included;
    /// `None` when time is up.
    fn value_of_drop(&mut self, column: u32, depth: u32, alpha: i64, beta: i64) -> Option<i64> {
        if !self.meter.enter() {
            return None;
        }
        let plies_left = depth - 1;
        self.clear_line(plies_left);
        let value = if self.board.drop(column) {
            Some(WON)
        } else if self.board.free() == 0 {
            Some(DRAWN)
        } else if plies_left == 0 {
            Some(-self.board.value())
        } else {
            self.value(plies_left, -beta, -alpha).map(|value| -value)
        };
        self.board.lift(column);
        value
    }

    /// What the position is worth, seen `depth` plies deep; `None` when time is up. A value between
    /// `alpha` and `beta` is exact; one at or beyond either is a bound.
    fn value(&mut self, depth: u32, mut alpha: i64, beta: i64) -> Option<i64> {
        let key = self.board.key();
        if let Some((value, bound)) = self.table.get(key, depth)
            && is_enough(value, bound, alpha, beta)
        {
            return Some(value);
        }
        let wanted = alpha;
        let mut best = -WON;
        let mut index = 0;
        while let Some(column) = self.board.column(index) {
            index += 1;
            if !self.board.has_room(column) {
                continue;
            }
            let value = self.value_of_drop(column, depth, alpha, beta)?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.keep_line(depth, column);
            }
            if alpha >= beta {
                break;
            }
        }
        self.table.put(key, depth, best, bound_of(best, wanted, beta));
        Some(best)
    }

    fn clear_line(&mut self, depth: u32) {
        let depth = depth as usize;
        if self.lines.len() <= depth {
            self.lines.resize(depth + 1, Vec::new());
        }
        self.lines[depth].clear();
    }

    /// The best line with `depth` plies left is now this column and the one that answers it.
    fn keep_line(&mut self, depth: u32, column: u32) {
        if let [.., reply, line] = &mut self.lines[..=depth as usize] {
            line.clone_from(reply);
            line.push(Move(column));
        }
    }
}

/// The best of the columns; the first, and so the most central, of several.
pub(super) fn best(all_found: &[Found]) -> Option<&Found> {
    all_found.iter().reduce(|best, found| if found.value > best.value { found } else { best })
}

/// Whether a stored value spares the search of a position between `alpha` and `beta`.
fn is_enough(value: i64, bound: Bound, alpha: i64, beta: i64) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    }
}

/// What the best value of a position says about the true one. Nothing is above a win or below a
/// loss, so these two are exact wherever they come up.
fn bound_of(best: i64, alpha: i64, beta: i64) -> Bound {
    match best {
        WON => Bound::Exact,
        _ if best >= beta => Bound::AtLeast,
        _ if best <= alpha && best != -WON => Bound::AtMost,
        _ => Bound::Exact,
    }
}
