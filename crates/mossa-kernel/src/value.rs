//! What a position or a move is worth: proven or estimated, and never one taken for the other.

/// A value, for the side to move where it was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Proven.
    Exact(Exact),
    /// Believed.
    Estimate(Estimate),
}

/// A proven result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins, seen from the side to move.
    pub result: GameResult,
    /// In how many plies; `None` for draws and where nobody counts them.
    pub plies: Option<u32>,
    /// Whether `plies` is only an upper bound of the shortest way.
    pub at_most: bool,
    /// By how much, in games that count; negative for a loss.
    pub margin: Option<i32>,
}

/// A guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number that the player gives to it, on a scale of its own.
    pub score: f64,
    /// The chance to win, from 0 to 1, where the scale was calibrated.
    pub winning_chance: Option<f64>,
}

/// How a game ends, seen from one side. A better result is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// The opponent wins.
    Loss,
    /// Nobody does.
    Draw,
    /// This side wins.
    Win,
}

impl GameResult {
    /// The name that scripts use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl Value {
    /// A win or loss in so many plies, or a draw.
    pub const fn exact(result: GameResult, plies: Option<u32>) -> Self {
        Self::Exact(Exact { result, plies, at_most: false, margin: None })
    }

    /// A number on the player's own scale.
    pub const fn score(score: f64) -> Self {
        Self::Estimate(Estimate { score, winning_chance: None })
    }
}
