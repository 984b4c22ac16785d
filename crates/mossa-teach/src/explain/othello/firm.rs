//! Othello: discs that can never be turned again, under every choice of directions.

use mossa_games::GameSpec;
use mossa_kernel::{BoardView, Game, Move, Side, View};

/// A board, and the lines along which its discs are turned.
pub(super) struct Firm {
    board: BoardView,
    /// Steps to the neighbor below or to the right, one for each kind of line on which discs are
    /// turned.
    steps: Vec<(i64, i64)>,
}

impl Firm {
    /// `None` in other games.
    pub(super) fn new(spec: &GameSpec, game: &Game) -> Option<Self> {
        let GameSpec::Othello(othello) = spec else { return None };
        let View::Board(board) = game.position().view() else { return None };
        let [rows, columns, diagonals] = othello.lines_flipped();
        let kinds = [(rows, (0, 1)), (columns, (1, 0)), (diagonals, (1, 1)), (diagonals, (1, -1))];
        let steps = kinds.into_iter().filter(|(is_used, _)| *is_used).map(|(_, step)| step);
        Some(Self { board, steps: steps.collect() })
    }

    /// Squares where a disc can never be turned, whatever lies around: no line of turning runs on in
    /// both directions. The corners, and with fewer kinds of lines more of the edge.
    pub(super) fn anchors(&self) -> Vec<Move> {
        let is_anchor = |cell: &u32| {
            self.steps.iter().all(|&step| {
                self.neighbor(*cell, step, 1).is_none() || self.neighbor(*cell, step, -1).is_none()
            })
        };
        (0..self.board.rows * self.board.columns).filter(is_anchor).map(Move).collect()
    }

    /// How many discs of each side can never be turned again. Some more may be so for reasons that are not
    /// looked at.
    pub(super) fn counts(&self) -> [usize; 2] {
        let firm = self.cells();
        Side::BOTH.map(|side| {
            let owned = self.board.cells.iter().zip(&firm);
            owned.filter(|(owner, is_firm)| **owner == Some(side) && **is_firm).count()
        })
    }

    /// For each square whether a disc lies there that can never be turned again: on each line of turning
    /// it stands at an end, or beside such a disc of its own side, or between two such discs, or the
    /// line is full.
    pub(super) fn cells(&self) -> Vec<bool> {
        let mut firm = vec![false; self.board.cells.len()];
        let full: Vec<Vec<bool>> = self.steps.iter().map(|&step| self.full(step)).collect();
        loop {
            let found: Vec<u32> = (0..self.board.rows * self.board.columns)
                .filter(|&cell| !firm[cell as usize] && self.is_held(cell, &full, &firm))
                .collect();
            if found.is_empty() {
                return firm;
            }
            for cell in found {
                firm[cell as usize] = true;
            }
        }
    }

    /// The sides of the board on which every disc is `side`'s and can never be turned again.
    pub(super) fn sides(&self, side: Side) -> Vec<&'static str> {
        let firm = self.cells();
        let (rows, columns) = (self.board.rows, self.board.columns);
        let holds =
            |cell: u32| firm[cell as usize] && self.board.cells[cell as usize] == Some(side);
        let [top, bottom] =
            [0, rows - 1].map(|row| (0..columns).all(|column| holds(row * columns + column)));
        let [left, right] =
            [0, columns - 1].map(|column| (0..rows).all(|row| holds(row * columns + column)));
        let held = [(top, "top"), (bottom, "bottom"), (left, "left"), (right, "right")];
        held.into_iter().filter(|(is_held, _)| *is_held).map(|(_, name)| name).collect()
    }

    fn is_held(&self, cell: u32, full: &[Vec<bool>], firm: &[bool]) -> bool {
        let Some(owner) = self.board.cells[cell as usize] else { return false };
        self.steps.iter().zip(full).all(|(&step, full)| {
            let sides = [1, -1].map(|sign| self.neighbor(cell, step, sign));
            let is_firm = |at: u32| firm[at as usize];
            let holds = |at: u32| is_firm(at) && self.board.cells[at as usize] == Some(owner);
            full[cell as usize]
                || sides.iter().any(|at| at.is_none_or(holds))
                || sides.iter().all(|at| at.is_some_and(is_firm))
        })
    }

    /// For each square whether its line in this direction has no empty square.
    fn full(&self, step: (i64, i64)) -> Vec<bool> {
        let mut full = vec![false; self.board.cells.len()];
        let cells = 0..self.board.rows * self.board.columns;
        for first in cells.filter(|&cell| self.neighbor(cell, step, -1).is_none()) {
            let line = || std::iter::successors(Some(first), |&at| self.neighbor(at, step, 1));
            let is_full = line().all(|cell| self.board.cells[cell as usize].is_some());
            for cell in line() {
                full[cell as usize] = is_full;
            }
        }
        full
    }

    fn neighbor(&self, cell: u32, (down, right): (i64, i64), sign: i64) -> Option<u32> {
        let (row, column) = (cell / self.board.columns, cell % self.board.columns);
        let row = u32::try_from(i64::from(row) + sign * down).ok()?;
        let column = u32::try_from(i64::from(column) + sign * right).ok()?;
        let is_inside = row < self.board.rows && column < self.board.columns;
        is_inside.then_some(row * self.board.columns + column)
    }
}

/// How many discs of each side, X first, can never be turned again.
pub(super) fn counts(spec: &GameSpec, game: &Game) -> [usize; 2] {
    Firm::new(spec, game).map_or([0, 0], |firm| firm.counts())
}

/// What the squares where discs can never be turned are called: corners, or where there are others,
/// the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Corner,
    Edge,
}

impl Unit {
    /// Of these rules.
    pub(super) fn of(spec: &GameSpec) -> Self {
        match spec {
            GameSpec::Othello(othello) => match othello.lines_flipped() {
                [true, true, _] => Self::Corner,
                _ => Self::Edge,
            },
            _ => Self::Corner,
        }
    }

    /// "the corner a1", "the corners a1 and h8".
    pub(super) fn the(self, squares: &[String]) -> String {
        let named = crate::explain::names::list(squares.iter().cloned(), "and");
        match (self, squares.len()) {
            (Self::Corner, 1) => format!("the corner {named}"),
            (Self::Corner, _) => format!("the corners {named}"),
            (Self::Edge, 1) => format!("the edge square {named}"),
            (Self::Edge, _) => format!("the edge squares {named}"),
        }
    }

    /// "a corner".
    pub(super) fn one(self) -> &'static str {
        match self {
            Self::Corner => "a corner",
            Self::Edge => "a firm edge square",
        }
    }

    /// "no corner", "1 corner", "2 corners".
    pub(super) fn counted(self, count: usize) -> String {
        match count {
            0 => format!("no {}", self.name()),
            count => crate::explain::names::counted(count as u64, self.name()),
        }
    }

    /// "corner".
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Edge => "firm edge square",
        }
    }
}

/// Where discs can never be turned under rules that know fewer lines than usual.
pub(super) fn rule(spec: &GameSpec) -> Option<String> {
    let GameSpec::Othello(othello) = spec else { return None };
    let (where_, why) = match othello.lines_flipped() {
        [true, true, true] => return None,
        [true, true, false] => {
            return Some(
                "Diagonals turn nothing here; a disc in a corner can still never be turned."
                    .to_owned(),
            );
        }
        [true, false, diagonals] => ("in the first or the last column", turning("rows", diagonals)),
        [false, true, diagonals] => ("in the first or the last row", turning("columns", diagonals)),
        [false, false, _] => ("anywhere on the edge", "along diagonals".to_owned()),
    };
    Some(format!(
        "Discs are turned only {why} here. So a disc {where_} can never be turned: these are firm edge \
         squares, and a corner is no better than the others of them."
    ))
}

fn turning(lines: &str, diagonals: bool) -> String {
    if diagonals { format!("along {lines} and diagonals") } else { format!("along {lines}") }
}
