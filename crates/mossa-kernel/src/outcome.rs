//! How a game ended.

use std::fmt;

use crate::Side;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Which rule ended the game.
    pub reason: Reason,
    /// By how much, in games that count: discs, the empty squares given to the winner.
    pub margin: Option<u16>,
}

impl Outcome {
    /// A win without a margin.
    #[inline]
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Self { winner: Some(winner), reason, margin: None }
    }

    /// A draw without a margin.
    #[inline]
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, margin: None }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} ({side} player) wins", side.letter())?,
            None => f.write_str("draw")?,
        }
        match self.margin {
            Some(margin) if self.winner.is_some() => write!(f, " by {margin}, {}", self.reason),
            _ => write!(f, ", {}", self.reason),
        }
    }
}

/// What ended a game: a rule, or somebody's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The winner completed a line.
    Line,
    /// The board is full.
    Full,
    /// Neither side can move and the discs are counted.
    Count,
    /// The last stick was taken.
    Last,
    /// More sticks were taken than were left.
    Overshoot,
    /// The side to move has no move, and the rules count that as a result.
    Stuck,
    /// The loser gave up.
    Resign,
    /// The loser took too long.
    Time,
    /// The loser broke the rules.
    Illegal,
    /// The loser had no move to offer.
    Crash,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Line,
        Self::Full,
        Self::Count,
        Self::Last,
        Self::Overshoot,
        Self::Stuck,
        Self::Resign,
        Self::Time,
        Self::Illegal,
        Self::Crash,
    ];

    /// Whether the rules themselves ended the game, not somebody's decision or failure.
    pub const fn is_by_rules(self) -> bool {
        !matches!(self, Self::Resign | Self::Time | Self::Illegal | Self::Crash)
    }

    /// The name that scripts and stored games use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Full => "full",
            Self::Count => "count",
            Self::Last => "last",
            Self::Overshoot => "overshoot",
            Self::Stuck => "stuck",
            Self::Resign => "resign",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "a line is complete",
            Self::Full => "the board is full",
            Self::Count => "nobody can move",
            Self::Last => "the last one is taken",
            Self::Overshoot => "more was taken than was left",
            Self::Stuck => "no move is left",
            Self::Resign => "the other side resigned",
            Self::Time => "the other side took too long",
            Self::Illegal => "the other side broke the rules",
            Self::Crash => "the other side had no move to offer",
        })
    }
}
