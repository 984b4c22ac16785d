//! What is shown on a board beside the stones: the caller says what, the drawing says how.

use mossa_games::{GameSpec, Labels};
use mossa_kernel::{Estimate, Exact, Game, GameResult, Move, Value, View};

/// Everything that may be shown on a board. What is left empty is not drawn; what is not on the board
/// is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// The move that led here.
    pub last: Option<Move>,
    /// The cells of the winner's line.
    pub winning: Vec<u32>,
    /// Moves to be marked as possible.
    pub legal: Vec<Move>,
    /// What moves are worth.
    pub labels: Vec<MoveLabel>,
    /// How the game might go on: stones in a lighter tone, numbered from 1. Drawn as far as it is legal.
    pub line: Vec<Move>,
    /// Cells that a sentence is about, each kind with its own shape.
    pub highlights: Vec<Highlight>,
    /// A sentence below the board.
    pub caption: Option<String>,
    /// A name for the picture, for those who do not see it; the spec where there is none.
    pub title: Option<String>,
    /// What is to be seen, in words; where there is none, who has stones where.
    pub description: Option<String>,
}

impl Overlay {
    /// How a game stands: the last move, the winner's line, and legal moves where they are not
    /// obvious.
    pub fn of_game(spec: &GameSpec, game: &Game) -> Self {
        let position = game.position();
        let mut legal = position.moves();
        legal.retain(|&mv| mv != Move::PASS && spec.family().labels == Labels::Squares);
        // Where every free cell may be played, marks would say nothing.
        if let View::Board(board) = position.view()
            && legal.len() == board.cells.iter().filter(|cell| cell.is_none()).count()
        {
            legal.clear();
        }
        let winning =
            if position.outcome().is_some() { position.winning_line() } else { Vec::new() };
        Self { last: game.history().last().copied(), winning, legal, ..Self::default() }
    }
}

/// What a move is worth, in a few characters on its cell.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveLabel {
    /// The move.
    pub mv: Move,
    /// The text; four characters are easy to read, more become small.
    pub text: String,
    /// Good or bad.
    pub tone: Tone,
    /// Whether it is proven. Estimates look different.
    pub is_exact: bool,
    /// How strongly an estimate is colored, from 0 to 1.
    pub strength: f64,
    /// Whether it is one of many: then it is a small number without a plate.
    pub is_minor: bool,
}

impl MoveLabel {
    /// The label of a value, for the side that plays the move.
    pub fn of_value(mv: Move, value: &Value) -> Self {
        match value {
            Value::Exact(exact) => {
                let tone = match exact.result {
                    GameResult::Win => Tone::Good,
                    GameResult::Draw => Tone::Even,
                    GameResult::Loss => Tone::Bad,
                };
                Self {
                    mv,
                    text: exact_text(exact),
                    tone,
                    is_exact: true,
                    strength: 1.0,
                    is_minor: false,
                }
            }
            Value::Estimate(estimate) => {
                let lean = estimate.winning_chance.map_or_else(
                    || estimate.score / (1.0 + estimate.score.abs()),
                    |chance| 2.0 * chance - 1.0,
                );
                let tone = Tone::of(lean);
                let strength = lean.abs().clamp(0.0, 1.0);
                Self {
                    mv,
                    text: estimate_text(estimate),
                    tone,
                    is_exact: false,
                    strength,
                    is_minor: false,
                }
            }
        }
    }
}

impl MoveLabel {
    /// What the text means, for the legend: "wins in 7 moves".
    pub(crate) fn meaning(&self) -> String {
        let number = |text: &str| {
            let count = text.trim_start_matches('≤');
            let at_most = if count.len() < text.len() { "at most " } else { "" };
            let moves = if count == "1" { "move" } else { "moves" };
            format!("{at_most}{count} {moves}")
        };
        let (certainty, text) = (if self.is_exact { "proven" } else { "estimate" }, &self.text[..]);
        let means = match (self.is_exact, text.chars().next()) {
            (true, Some('W')) if text.len() > 1 => format!("wins in {}", number(&text[1..])),
            (true, Some('L')) if text.len() > 1 => format!("loses in {}", number(&text[1..])),
            (true, Some('W')) => "wins".to_owned(),
            (true, Some('L')) => "loses".to_owned(),
            (true, Some('D')) => "draws".to_owned(),
            (true, Some('+')) => format!("wins by {}", &text[1..]),
            (true, Some('−')) => format!("loses by {}", text.trim_start_matches('−')),
            (false, _) if text.ends_with('%') => "chance to win".to_owned(),
            _ => return certainty.to_owned(),
        };
        format!("{certainty}: {means}")
    }
}

/// `W7`, `L≤4`, `+12`, `D`.
fn exact_text(exact: &Exact) -> String {
    let letter = match exact.result {
        GameResult::Win => 'W',
        GameResult::Draw => return "D".to_owned(),
        GameResult::Loss => 'L',
    };
    match (exact.plies, exact.margin) {
        (Some(plies), _) => format!("{letter}{}{plies}", if exact.at_most { "≤" } else { "" }),
        (None, Some(margin)) => signed(f64::from(margin), 0),
        (None, None) => letter.to_string(),
    }
}

/// `63%`, `+120`, `−1.5`: that it is an estimate shows by how it is drawn.
fn estimate_text(estimate: &Estimate) -> String {
    let score = estimate.score;
    match estimate.winning_chance {
        Some(chance) => format!("{:.0}%", 100.0 * chance),
        None if score.abs() >= 9999.5 => format!("{}k", signed(score / 1000.0, 0)),
        None if score.abs() >= 10.0 || score == 0.0 => signed(score, 0),
        None => signed(score, 1),
    }
}

/// A number with its sign, a minus that is as wide as a plus.
fn signed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.chars().all(|digit| digit == '0' || digit == '.');
    match value {
        _ if is_zero => digits,
        value if value < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Whether something is good for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// It is.
    Good,
    /// Neither good nor bad.
    Even,
    /// It is not.
    Bad,
}

impl Tone {
    /// What a number from -1 to 1 says.
    pub fn of(lean: f64) -> Self {
        /// Less than this is nothing.
        const NOTABLE: f64 = 0.04;
        match lean {
            lean if lean > NOTABLE => Self::Good,
            lean if lean < -NOTABLE => Self::Bad,
            _ => Self::Even,
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Even => "even",
            Self::Bad => "bad",
        }
    }
}

/// Cells that a sentence is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// What they are: each kind has a shape and a color of its own.
    pub kind: HighlightKind,
    /// The cells, numbered row by row from the top left.
    pub cells: Vec<u32>,
    /// What the legend says about them.
    pub legend: String,
}

impl Highlight {
    /// Cells of a kind, called by the kind's name in the legend.
    pub fn new(kind: HighlightKind, cells: Vec<u32>) -> Self {
        Self { kind, cells, legend: kind.name().to_owned() }
    }
}

/// What highlighted cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HighlightKind {
    /// Whoever plays there threatens to win.
    Threat,
    /// Whoever plays there threatens twice.
    DoubleThreat,
    /// Whoever does not play there loses.
    Block,
    /// A good move.
    Best,
    /// A bad move.
    Mistake,
}

impl HighlightKind {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Threat, Self::DoubleThreat, Self::Block, Self::Best, Self::Mistake];

    /// What the legend calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Threat => "threat",
            Self::DoubleThreat => "double threat",
            Self::Block => "block",
            Self::Best => "best move",
            Self::Mistake => "mistake",
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Threat => "threat",
            Self::DoubleThreat => "double",
            Self::Block => "block",
            Self::Best => "best",
            Self::Mistake => "mistake",
        }
    }
}
