//! Positions in the terminal.
//!
//! The text carries color codes throughout; the stream it is written to removes them where there
//! is no terminal to show them. In a pipe a board is plain ASCII.

use std::{env, fmt::Write, io::IsTerminal, ops::Range};

use anstyle::{Ansi256Color, AnsiColor, Style};
use mossa_games::{GameSpec, Labels, squares::column_name};
use mossa_kernel::{BoardView, Game, Move, Outcome, Side, Value, View};

use crate::text;

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// As much as needed, in plain ASCII.
    Pipe,
    /// A terminal.
    Terminal {
        /// Characters in a line.
        columns: usize,
        /// Lines.
        rows: usize,
        /// What it can show.
        skill: Skill,
    },
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Discs instead of letters.
    pub has_unicode: bool,
    /// Colors at all, and so a color to mark cells with.
    pub has_colors: bool,
    /// 256 colors instead of 16.
    pub has_many_colors: bool,
}

impl Room {
    /// What standard output offers.
    pub fn measure() -> Self {
        if !std::io::stdout().is_terminal() {
            return Self::Pipe;
        }
        let (columns, rows) = terminal_size::terminal_size()
            .map_or((80, 24), |(columns, rows)| (columns.0.into(), rows.0.into()));
        let variable = |name: &str| env::var(name).unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
        let locale = locale.iter().find(|locale| !locale.is_empty());
        let locale = locale.map_or(String::new(), |locale| locale.to_ascii_lowercase());
        let colors = anstream::AutoStream::choice(&std::io::stdout());
        let skill = Skill {
            has_colors: colors != anstream::ColorChoice::Never,
            has_unicode: locale.contains("utf-8") || locale.contains("utf8"),
            has_many_colors: variable("TERM").contains("256") || !variable("COLORTERM").is_empty(),
        };
        Self::Terminal { columns, rows, skill }
    }

    /// The width of a line, where there is a limit.
    pub fn columns(self) -> Option<usize> {
        match self {
            Self::Pipe => None,
            Self::Terminal { columns, .. } => Some(columns),
        }
    }

    fn has_colors(self) -> bool {
        matches!(self, Self::Terminal { skill: Skill { has_colors: true, .. }, .. })
    }

    fn symbol(self, side: Side) -> char {
        match (self, side) {
            (Self::Terminal { skill: Skill { has_unicode: true, .. }, .. }, Side::First) => '●',
            (Self::Terminal { skill: Skill { has_unicode: true, .. }, .. }, Side::Second) => '○',
            _ => side.letter(),
        }
    }

    fn style(self, side: Side) -> Style {
        let color = match (self, side) {
            (Self::Terminal { skill: Skill { has_many_colors: true, .. }, .. }, Side::First) => {
                Ansi256Color(214).into()
            }
            (Self::Terminal { skill: Skill { has_many_colors: true, .. }, .. }, Side::Second) => {
                Ansi256Color(75).into()
            }
            (_, Side::First) => AnsiColor::BrightYellow.into(),
            (_, Side::Second) => AnsiColor::BrightCyan.into(),
        };
        Style::new().bold().fg_color(Some(color))
    }

    /// A side's symbol in its color, followed by its letter where the symbol is another.
    pub fn side(self, side: Side) -> String {
        let (style, symbol) = (self.style(side), self.symbol(side));
        let disc = format!("{style}{symbol}{style:#}");
        if symbol == side.letter() { disc } else { format!("{disc} {}", side.letter()) }
    }
}

const LABEL: Style = Style::new().dimmed();
const LEGAL: Style = AnsiColor::Green.on_default();
const STICK: Style = AnsiColor::BrightYellow.on_default();

/// What stands before the stone of the last move, and before those of a winning line, where there
/// are no colors.
const LAST: char = '>';
const WINNING: char = '*';

/// A heap is drawn stick by stick up to this many.
const MOST_STICKS: usize = 25;

/// Lines of a screen that are not the board's: who plays, labels, status, the prompt and a message.
const OTHER_LINES: usize = 10;

/// The whole drawing: the board and two lines on how the game stands, whatever ended it.
pub fn game(spec: &GameSpec, game: &Game, outcome: Option<Outcome>, room: Room) -> String {
    let board = match game.position().view() {
        View::Board(board) => Board::new(spec, game, &board, room).draw(),
        View::Heaps(heaps) => draw_heaps(&heaps, room),
    };
    format!("{board}\n{}", status(spec, game, outcome, room))
}

/// Two lines on how a game stands, whatever ended it.
pub fn status(spec: &GameSpec, game: &Game, outcome: Option<Outcome>, room: Room) -> String {
    let position = game.position();
    let side = position.side_to_move();
    let mut status = match outcome {
        None => format!("{} ({side} player) to move{}", room.side(side), prospect(spec, game)),
        Some(outcome) => outcome.to_string(),
    };
    if let (GameSpec::Othello(_), View::Board(board)) = (spec, position.view()) {
        let counts = Side::BOTH.map(|side| format!("{} {}", room.side(side), board.count(side)));
        write!(status, "; {}", counts.join(", ")).expect("a string takes any text");
    }
    let after = match (game.history().len(), game.history().last()) {
        (count, Some(&last)) => format!(" after {count}: {}", last_move(game, last)),
        (_, None) => String::new(),
    };
    format!("{spec}{after}\n{status}\n")
}

/// A board with more columns than this is drawn only where it fits into a terminal as a whole.
const MOST_COLUMNS: u32 = 40;

/// Whether a board is so large that it would only be in the way of words about it.
pub fn is_too_large(game: &Game, room: Room) -> bool {
    let View::Board(board) = game.position().view() else { return false };
    let is_whole = match room {
        Room::Pipe => false,
        Room::Terminal { columns, rows, .. } => {
            board.columns as usize * 2 <= columns.saturating_sub(OTHER_LINES)
                && board.rows as usize <= rows.saturating_sub(OTHER_LINES)
        }
    };
    board.columns.max(board.rows) > MOST_COLUMNS && !is_whole
}

/// What theory says about the position, where it says anything.
fn prospect(spec: &GameSpec, game: &Game) -> String {
    match mossa_players::known_value(spec, game) {
        None => String::new(),
        Some(exact) => format!(": {}", text::value(&Value::Exact(exact))),
    }
}

fn last_move(game: &Game, last: Move) -> String {
    format!("{} played {}", !game.position().side_to_move(), game.position().show_move(last))
}

fn draw_heaps(heaps: &[i32], room: Room) -> String {
    let mut text = String::new();
    for (number, &left) in (1..).zip(heaps) {
        if heaps.len() > 1 {
            let label = format!("{number:>2}");
            write!(text, "{LABEL}{label}{LABEL:#}  ").expect("a string takes any text");
        }
        let sticks = usize::try_from(left).unwrap_or(0);
        let fitting = room.columns().map_or(MOST_STICKS, |columns| columns.saturating_sub(24) / 2);
        let most = fitting.min(MOST_STICKS);
        let shown = "| ".repeat(sticks.min(most));
        let more = if sticks > most { "... " } else { "" };
        writeln!(text, "{STICK}{shown}{STICK:#}{more}({left})").expect("a string takes any text");
    }
    text
}

/// A board about to be drawn.
struct Board<'b> {
    view: &'b BoardView,
    labels: Labels,
    /// Squares where a disc may be placed; only where that is not obvious.
    legal: Vec<u32>,
    winning: Vec<u32>,
    last: Vec<u32>,
    room: Room,
    /// Characters a cell takes.
    cell_width: usize,
    /// The columns that fit.
    columns: Range<u32>,
    /// The rows that fit.
    rows: Range<u32>,
}

impl<'b> Board<'b> {
    fn new(spec: &GameSpec, game: &Game, view: &'b BoardView, room: Room) -> Self {
        let position = game.position();
        let labels = spec.family().labels;
        let free = view.cells.iter().filter(|cell| cell.is_none()).count();
        let mut legal = position.moves();
        // Where every free cell is legal, or a move is a column, marks would say nothing.
        legal.retain(|&mv| labels == Labels::Squares && mv != Move::PASS);
        if legal.len() == free {
            legal.clear();
        }
        let mut board = Self {
            view,
            labels,
            legal: legal.into_iter().map(|mv| mv.0).collect(),
            winning: if position.outcome().is_some() { position.winning_line() } else { vec![] },
            last: game.history().last().map_or_else(Vec::new, |&mv| position.last_cells(mv)),
            room,
            cell_width: 0,
            columns: 0..view.columns,
            rows: 0..view.rows,
        };
        board.fit();
        board
    }

    /// Chooses how wide cells are drawn, and which part of the board if not all of it fits.
    fn fit(&mut self) {
        self.cell_width = self.column_label(self.view.columns - 1).len().max(1) + 1;
        let Room::Terminal { columns: width, rows: height, .. } = self.room else { return };
        let width = width.saturating_sub(self.row_label_width() + 2);
        // As wide as the labels need, else with a blank between cells, else without.
        let widths = [self.cell_width, 2, 1].into_iter();
        let fits = |cell_width: &usize| self.view.columns as usize * cell_width <= width;
        self.cell_width = widths.clone().find(fits).unwrap_or(1);
        let (rows, columns) = (self.view.rows, self.view.columns);
        let (row, column) =
            self.last.first().map_or((rows / 2, columns / 2), |c| (c / columns, c % columns));
        self.columns = window(columns, width / self.cell_width, column);
        self.rows = window(rows, height.saturating_sub(OTHER_LINES), row);
    }

    fn column_label(&self, column: u32) -> String {
        match self.labels {
            Labels::Squares => column_name(column),
            Labels::Columns => (column + 1).to_string(),
            Labels::None => String::new(),
        }
    }

    fn row_label_width(&self) -> usize {
        if self.labels == Labels::Squares { self.view.rows.to_string().len() } else { 0 }
    }

    fn draw(&self) -> String {
        let mut text = String::new();
        let header = self.header();
        if self.labels == Labels::Squares {
            text.push_str(&header);
        }
        for row in self.rows.clone() {
            let label =
                if self.labels == Labels::Squares { (row + 1).to_string() } else { String::new() };
            write!(text, "{LABEL}{label:>width$}{LABEL:#} ", width = self.row_label_width())
                .expect("a string takes any text");
            for column in self.columns.clone() {
                text.push_str(&self.cell(row, column));
            }
            text.push('\n');
        }
        if self.labels == Labels::Columns {
            text.push_str(&header);
        }
        if self.columns.len() < self.view.columns as usize
            || self.rows.len() < self.view.rows as usize
        {
            let (from, to) =
                (self.column_label(self.columns.start), self.column_label(self.columns.end - 1));
            let (top, bottom) = (self.rows.start + 1, self.rows.end);
            writeln!(
                text,
                "(columns {from} to {to}, rows {top} to {bottom}: more in a larger window)"
            )
            .expect("a string takes any text");
        }
        text
    }

    /// The names of the columns; every tenth where cells are too narrow for all.
    fn header(&self) -> String {
        const EVERY: usize = 10;
        let longest = self.column_label(self.view.columns - 1).len();
        let step = if self.cell_width <= longest { EVERY } else { 1 };
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
        let margin = if step == 1 { 0 } else { self.cell_width - 1 };
        let indent = " ".repeat(self.row_label_width() + 1 + margin);
        format!("{indent}{LABEL}{}{LABEL:#}\n", labels.trim_end())
    }

    fn cell(&self, row: u32, column: u32) -> String {
        let cell = row * self.view.columns + column;
        let (symbol, mut style) = match self.view.at(row, column) {
            Some(side) => (self.room.symbol(side), self.room.style(side)),
            None if self.legal.contains(&cell) => ('+', LEGAL),
            None => ('.', LABEL),
        };
        let mark = match (self.winning.contains(&cell), self.last.contains(&cell)) {
            (true, _) => WINNING,
            (false, true) => LAST,
            (false, false) => ' ',
        };
        if mark != ' ' {
            style = style.invert();
        }
        // Without colors the mark itself is shown, where a blank has room for it.
        let shown = if self.room.has_colors() { ' ' } else { mark };
        let blanks = " ".repeat(self.cell_width.saturating_sub(2));
        let gap = if self.cell_width > 1 { format!("{blanks}{shown}") } else { blanks };
        format!("{gap}{style}{symbol}{style:#}")
    }
}

/// The part of `0..length` that fits into `room`, with `center` in its middle where possible.
fn window(length: u32, room: usize, center: u32) -> Range<u32> {
    let room = u32::try_from(room.max(1)).unwrap_or(u32::MAX).min(length);
    let from = center.saturating_sub(room / 2).min(length - room);
    from..from + room
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(spec: &str, moves: &str, room: Room) -> String {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        anstream::adapter::strip_str(&super::game(&spec, &game, game.outcome(), room)).to_string()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let games = ["gomoku", "mnk:200,200,5", "connect4", "connect:20,200,4", "othello:26x26"];
        let skill = Skill { has_unicode: true, has_colors: true, has_many_colors: true };
        for (spec, columns) in
            games.into_iter().flat_map(|spec| [(spec, 40), (spec, 80), (spec, 500)])
        {
            let room = Room::Terminal { columns, rows: 30, skill };
            let text = drawn(spec, "", room);
            assert!(text.lines().count() <= 30, "{spec}: {text}");
            for line in text.lines().filter(|line| !line.starts_with('(')) {
                assert!(line.chars().count() <= columns, "{spec} at {columns}: {line}");
            }
        }
    }

    #[test]
    fn large_boards_are_left_out_where_they_do_not_fit() {
        let skill = Skill { has_unicode: true, has_colors: true, has_many_colors: true };
        let large = Room::Terminal { columns: 500, rows: 300, skill };
        let small = Room::Terminal { columns: 80, rows: 24, skill };
        for (spec, in_pipe, in_small) in
            [("mnk:200,200,5", true, true), ("gomoku", false, false), ("mnk:3,41,3", true, true)]
        {
            let game = spec.parse::<GameSpec>().unwrap().start();
            assert_eq!(is_too_large(&game, Room::Pipe), in_pipe, "{spec}");
            assert_eq!(is_too_large(&game, small), in_small, "{spec}");
            assert!(!is_too_large(&game, large), "{spec}");
        }
    }

    #[test]
    fn a_narrow_terminal_shows_the_last_move() {
        let skill = Skill { has_unicode: true, has_colors: true, has_many_colors: false };
        let text = drawn("mnk:3,200,3", "gr2", Room::Terminal { columns: 40, rows: 30, skill });
        assert!(text.contains('●'), "{text}");
        assert!(text.contains("to gr, rows 1 to 3: more in a larger window"), "{text}");
    }
}
