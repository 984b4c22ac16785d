//! The two players of a game.

use std::{fmt, ops::Not};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who makes the first move of the game, drawn as `X`.
    First,
    /// The other one, drawn as `O`.
    Second,
}

impl Side {
    /// Both, the first player first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second: for tables with one row a side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name that scripts and stored games use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The letter that stands for this side in diagrams.
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'X',
            Self::Second => 'O',
        }
    }
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
