//! Positions in the terminal.
//!
//! The text carries color codes throughout; the stream it is written to removes them where there
//! is no terminal to show them. In a pipe a board is plain ASCII.

use std::{fmt::Write, ops::Range};

use anstyle::{AnsiColor, Style};
use mossa_games::{GameSpec, Labels, squares::column_name};
use mossa_kernel::{BoardView, Game, Move, Side, View};

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// As much as needed, in plain ASCII.
    Pipe,
    /// A terminal of so many columns.
    Terminal {
        /// Characters in a line.
        columns: usize,
    },
}

const LABEL: Style = Style::new().dimmed();
const FIRST: Style = AnsiColor::BrightYellow.on_default().bold();
const SECOND: Style = AnsiColor::BrightCyan.on_default().bold();
const LEGAL: Style = AnsiColor::Green.on_default();

/// A heap is drawn stick by stick up to this many.
const MOST_STICKS: usize = 50;

/// The whole drawing: the board and a line on how the game stands.
pub fn game(spec: &GameSpec, game: &Game, room: Room) -> String {
    let mut text = match game.position().view() {
        View::Board(board) => Board::new(spec, game, &board, room).draw(),
        View::Heaps(heaps) => draw_heaps(&heaps),
    };
    let position = game.position();
    let side = position.side_to_move();
    let to_move = || format!("{} ({side} player) to move", colored(side, side.letter()));
    let status = position.outcome().map_or_else(to_move, |outcome| outcome.to_string());
    let after = match (game.history().len(), game.history().last()) {
        (count, Some(&last)) => format!(" after {count}: {}", last_move(game, last)),
        (_, None) => String::new(),
    };
    writeln!(text, "\n{spec}{after}\n{status}").expect("a string takes any text");
    text
}

fn last_move(game: &Game, last: Move) -> String {
    format!("{} played {}", !game.position().side_to_move(), game.position().show_move(last))
}

fn colored(side: Side, symbol: char) -> String {
    let style = style_of(side);
    format!("{style}{symbol}{style:#}")
}

fn style_of(side: Side) -> Style {
    match side {
        Side::First => FIRST,
        Side::Second => SECOND,
    }
}

fn draw_heaps(heaps: &[i32]) -> String {
    let mut text = String::new();
    for (number, &left) in (1..).zip(heaps) {
        if heaps.len() > 1 {
            let label = format!("{number:>2}");
            write!(text, "{LABEL}{label}{LABEL:#}  ").expect("a string takes any text");
        }
        let sticks = usize::try_from(left).unwrap_or(0);
        let shown = "| ".repeat(sticks.min(MOST_STICKS));
        let more = if sticks > MOST_STICKS { "… " } else { "" };
        writeln!(text, "{FIRST}{shown}{FIRST:#}{more}({left})").expect("a string takes any text");
    }
    text
}

/// A board about to be drawn.
struct Board<'b> {
    view: &'b BoardView,
    /// How columns are named: letters, or numbers where a move is a column.
    are_numbers: bool,
    /// Squares where a disc may be placed; only where that is not obvious.
    legal: Vec<u32>,
    winning: Vec<u32>,
    last: Option<u32>,
    is_ascii: bool,
    /// Characters a cell takes.
    cell_width: usize,
    /// The columns that fit.
    columns: Range<u32>,
}

impl<'b> Board<'b> {
    fn new(spec: &GameSpec, game: &Game, view: &'b BoardView, room: Room) -> Self {
        let position = game.position();
        let are_numbers = spec.family().labels == Labels::Columns;
        let free = view.cells.iter().filter(|cell| cell.is_none()).count();
        let mut legal = position.moves();
        // Where every free cell is legal, or a move is a column, marks would say nothing.
        legal.retain(|&mv| !are_numbers && mv != Move::PASS);
        if legal.len() == free {
            legal.clear();
        }
        let mut board = Self {
            view,
            are_numbers,
            legal: legal.into_iter().map(|mv| mv.0).collect(),
            winning: if position.outcome().is_some() { position.winning_line() } else { vec![] },
            last: game.history().last().and_then(|&mv| position.last_cell(mv)),
            is_ascii: room == Room::Pipe,
            cell_width: 0,
            columns: 0..view.columns,
        };
        board.fit(room);
        board
    }

    /// Chooses how wide cells are drawn, and which columns if not all fit.
    fn fit(&mut self, room: Room) {
        self.cell_width = self.column_label(self.view.columns - 1).len() + 1;
        let Room::Terminal { columns: width } = room else { return };
        let width = width.saturating_sub(self.row_label_width() + 2);
        let columns = self.view.columns as usize;
        if columns * self.cell_width > width {
            self.cell_width = 1;
        }
        let fitting = u32::try_from(width.clamp(1, columns)).unwrap_or(self.view.columns);
        if self.cell_width == 1 && fitting < self.view.columns {
            let center = self.last.map_or(self.view.columns / 2, |cell| cell % self.view.columns);
            let left = center.saturating_sub(fitting / 2).min(self.view.columns - fitting);
            self.columns = left..left + fitting;
        }
    }

    fn column_label(&self, column: u32) -> String {
        if self.are_numbers { (column + 1).to_string() } else { column_name(column) }
    }

    fn row_label_width(&self) -> usize {
        if self.are_numbers { 0 } else { self.view.rows.to_string().len() }
    }

    fn draw(&self) -> String {
        let mut text = String::new();
        let header = self.header();
        if !self.are_numbers {
            text.push_str(&header);
        }
        for row in 0..self.view.rows {
            let label = if self.are_numbers { String::new() } else { (row + 1).to_string() };
            write!(text, "{LABEL}{label:>width$}{LABEL:#} ", width = self.row_label_width())
                .expect("a string takes any text");
            for column in self.columns.clone() {
                text.push_str(&self.cell(row, column));
            }
            text.push('\n');
        }
        if self.are_numbers {
            text.push_str(&header);
        }
        if self.columns.len() < self.view.columns as usize {
            let (from, to) =
                (self.column_label(self.columns.start), self.column_label(self.columns.end - 1));
            writeln!(text, "(columns {from} to {to}; a wider terminal shows more)")
                .expect("a string takes any text");
        }
        text
    }

    /// The names of the columns; every tenth where cells are too narrow for all.
    fn header(&self) -> String {
        const EVERY: usize = 10;
        let step = if self.cell_width == 1 { EVERY } else { 1 };
        let width = self.cell_width * step;
        let mut labels = String::new();
        for column in self.columns.clone().step_by(step) {
            let label = self.column_label(column);
            if step == 1 {
                write!(labels, "{label:>width$}").expect("a string takes any text");
            } else {
                write!(labels, "{label:<width$}").expect("a string takes any text");
            }
        }
        let indent = " ".repeat(self.row_label_width() + 1);
        format!("{indent}{LABEL}{}{LABEL:#}\n", labels.trim_end())
    }

    fn cell(&self, row: u32, column: u32) -> String {
        let cell = row * self.view.columns + column;
        let (symbol, mut style) = match self.view.at(row, column) {
            Some(side) => (self.symbol(side), style_of(side)),
            None if self.legal.contains(&cell) => ('+', LEGAL),
            None => ('.', LABEL),
        };
        if self.winning.contains(&cell) || self.last == Some(cell) {
            style = style.invert();
        }
        let blanks = " ".repeat(self.cell_width - 1);
        format!("{blanks}{style}{symbol}{style:#}")
    }

    fn symbol(&self, side: Side) -> char {
        match side {
            _ if self.is_ascii => side.letter(),
            Side::First => '●',
            Side::Second => '○',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(spec: &str, moves: &str, room: Room) -> String {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        anstream::adapter::strip_str(&super::game(&spec, &game, room)).to_string()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let games = ["gomoku", "mnk:200,200,5", "connect4", "connect:20,200,4", "othello:26x26"];
        for (spec, columns) in
            games.into_iter().flat_map(|spec| [(spec, 40), (spec, 80), (spec, 500)])
        {
            for line in
                drawn(spec, "", Room::Terminal { columns }).lines().filter(|l| !l.contains(' '))
            {
                assert!(line.chars().count() <= columns, "{spec} at {columns}: {line}");
            }
        }
    }

    #[test]
    fn a_narrow_terminal_shows_the_last_move() {
        let text = drawn("mnk:3,200,3", "gr2", Room::Terminal { columns: 40 });
        assert!(text.contains('●'), "{text}");
        assert!(text.contains("to gr; a wider terminal shows more"), "{text}");
    }
}
