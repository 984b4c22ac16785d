//! Othello: boards some moves later side by side, with the squares to which each side can go, so that counts of what comes
//! later can be seen.

use mossa_kernel::{Move, View};
use mossa_search::Line;

use super::{
    discs::legal,
    later::{Fault, FaultKind},
};
use crate::explain::{Block, Findings, Request, names};

/// So many worse moves are shown beside the best one.
const MOST_BESIDE: usize = 2;

/// Wider boards have no room beside each other.
const MOST_COLUMNS: u32 = 10;

/// Between two boards.
const GAP: &str = "     ";

impl Request<'_> {
    /// Boards for worse moves against which is told that there is too little to choose from later, and for the best move;
    /// nothing where that is told of none.
    pub(in crate::explain) fn later_boards(&self, findings: &Findings) -> Vec<Block> {
        if findings.is_proven {
            return Vec::new();
        }
        let mut told = self.told_later(findings);
        told.truncate(MOST_BESIDE);
        let mut blocks = Vec::new();
        while let Some(&(_, played)) = told.first() {
            let (together, rest): (Vec<_>, Vec<_>) =
                told.into_iter().partition(|&(_, other)| other == played);
            told = rest;
            let lines =
                [findings.best()].into_iter().chain(together.into_iter().map(|(line, _)| line));
            let boards: Option<Vec<Vec<String>>> =
                lines.map(|line| self.later_board(line, played)).collect();
            blocks.extend(boards.map(|boards| Block::Lines(beside(&boards))));
        }
        if !blocks.is_empty() {
            let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
            let legend =
                format!("So it may look then (+ only {m} can go there, - only {other}, * both):");
            blocks.insert(0, Block::Text(legend));
        }
        blocks
    }

    /// The worse moves of which that is told, each with the number of moves after which it is.
    fn told_later<'f>(&self, findings: &'f Findings) -> Vec<(&'f Line, usize)> {
        let told = |(index, fault): (usize, Option<Fault>)| match fault?.kind {
            FaultKind::Choice(played) => Some((&findings.lines[index], played)),
            _ => None,
        };
        self.lone(findings).into_iter().filter_map(told).collect()
    }

    /// The board after so many moves of a line; `None` where it is too wide or the line too short.
    pub(super) fn later_board(&self, line: &Line, played: usize) -> Option<Vec<String>> {
        let end = self.reached(line.moves.get(..played)?)?;
        let View::Board(board) = end.position().view() else { return None };
        if board.columns > MOST_COLUMNS {
            return None;
        }
        let [own, theirs] = [self.mover(), !self.mover()].map(|side| legal(&end, side));
        let cell = |cell: u32| match board.cells[cell as usize] {
            Some(side) => names::side(side),
            None => match [&own, &theirs].map(|moves| moves.contains(&Move(cell))) {
                [true, true] => '*',
                [true, false] => '+',
                [false, true] => '-',
                [false, false] => '.',
            },
        };
        let letters = ('a'..).take(board.columns as usize).map(String::from);
        let more = names::counted((played - 1) as u64, "more move");
        let head = format!("after {} and {more}", self.name(line));
        let mut lines = vec![head, format!("   {}", letters.collect::<Vec<_>>().join(" "))];
        lines.extend((0..board.rows).map(|row| {
            let cells =
                (0..board.columns).map(|column| cell(row * board.columns + column).to_string());
            format!("{:<2} {}", row + 1, cells.collect::<Vec<_>>().join(" "))
        }));
        lines.push(format!(
            "{}: {}, {}: {}",
            names::side(self.mover()),
            own.len(),
            names::side(!self.mover()),
            theirs.len()
        ));
        Some(lines)
    }
}

/// Boards as tall as each other, side by side.
fn beside(boards: &[Vec<String>]) -> Vec<String> {
    let widths: Vec<usize> = boards
        .iter()
        .map(|lines| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0))
        .collect();
    let rows = boards.iter().map(Vec::len).max().unwrap_or(0);
    let row = |row: usize| {
        let cells = boards.iter().zip(&widths).map(|(lines, &width)| {
            format!("{:<width$}", lines.get(row).map_or("", String::as_str))
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}
