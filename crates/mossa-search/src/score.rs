//! What a search believes or knows of a position, as one number.
//!
//! ```text
//!   -WIN        -COUNTED       -BELIEVED       0       BELIEVED       COUNTED        WIN
//!    |  lost in n  | lost by m    |  estimates  |  estimates  |  won by m   |  won in n  |
//! ```
//!
//! The bands do not touch, so a number alone tells a proven win from an estimate. A proven draw and
//! an estimate of zero are both 0; which of them it is, a search keeps beside the score.

use std::ops::Neg;

use mossa_kernel::{Estimate, Exact, GameResult, Outcome, Side, Value};

/// The worth of a position to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A win on the spot. A win in n plies is worth n less.
const WIN: i32 = 1_000_000;

/// Wins by distance are above this: no game lasts longer than 200 x 200 moves, and passes.
const DISTANT_WIN: i32 = WIN - 100_000;

/// A win by m is worth m more than this.
const COUNTED: i32 = 800_000;

/// Estimates stay within this.
const BELIEVED: i32 = 500_000;

impl Score {
    /// Neither side is better. Proven or not, that is for the context to say.
    pub const DRAW: Self = Self(0);

    /// Better than everything.
    pub const BEST: Self = Self(WIN + 1);

    /// Worse than everything.
    pub const WORST: Self = Self(-WIN - 1);

    /// The largest estimate.
    pub const LARGEST_ESTIMATE: i32 = BELIEVED - 110_000;

    /// The side to move wins in so many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - plies.cast_signed())
    }

    /// The side to move loses in so many plies; 0 when the game is over.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies.cast_signed() - WIN)
    }

    /// The game ends with so many more for the side to move, in games that count.
    #[inline]
    pub const fn counted(margin: i32) -> Self {
        Self(margin.signum() * COUNTED + margin)
    }

    /// A guess, in units of the game's own.
    #[inline]
    pub fn estimate(units: i32) -> Self {
        Self(units.clamp(-Self::LARGEST_ESTIMATE, Self::LARGEST_ESTIMATE))
    }

    /// What a finished game is worth to the side that would be to move.
    #[inline]
    pub fn of_outcome(outcome: Outcome, to_move: Side) -> Self {
        let sign = match outcome.winner {
            None => return Self::DRAW,
            Some(winner) if winner == to_move => 1,
            Some(_) => -1,
        };
        match outcome.margin {
            Some(margin) => Self::counted(sign * i32::from(margin)),
            None => Self(sign * WIN),
        }
    }

    /// The number behind it.
    #[inline]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// The score of such a number.
    #[inline]
    pub const fn from_number(number: i32) -> Self {
        Self(number)
    }

    /// Whether the score says by itself that it is proven: a win or a loss.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > BELIEVED
    }

    /// In how many plies the game is won or lost; `None` for everything else.
    pub const fn plies(self) -> Option<u32> {
        if self.0.abs() > DISTANT_WIN { Some((WIN - self.0.abs()).unsigned_abs()) } else { None }
    }

    /// The same result seen from `plies` earlier in the game, for the same side: that much further
    /// away, if it is a distance.
    #[inline]
    #[must_use]
    pub const fn earlier(self, plies: u32) -> Self {
        if self.0.abs() > DISTANT_WIN {
            Self(self.0 - self.0.signum() * plies.cast_signed())
        } else {
            self
        }
    }

    /// The inverse of [`earlier`](Self::earlier).
    #[inline]
    #[must_use]
    pub const fn later(self, plies: u32) -> Self {
        if self.0.abs() > DISTANT_WIN {
            Self(self.0 + self.0.signum() * plies.cast_signed())
        } else {
            self
        }
    }

    /// A proven score as a mere belief, no longer decisive but still beyond every estimate: what is
    /// left of a loss when not all moves were looked at.
    #[inline]
    #[must_use]
    pub const fn doubted(self) -> Self {
        if self.is_decisive() {
            // 1,000,000 - n becomes 500,000 - n, or less for wins by count.
            let kept = self.0.abs() - (WIN - BELIEVED);
            let floor = Self::LARGEST_ESTIMATE + 1;
            Self(self.0.signum() * if kept < floor { floor } else { kept })
        } else {
            self
        }
    }

    /// The next better score.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next worse score.
    #[inline]
    #[must_use]
    pub const fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// As a value for the outside. `is_proven` tells a proven draw from an estimate,
    /// `is_shortest` a distance that is known to be the shortest from an upper bound.
    pub fn to_value(
        self,
        is_proven: bool,
        is_shortest: bool,
        chance: impl Fn(i32) -> Option<f64>,
    ) -> Value {
        let result = match self.0.signum() {
            1 => GameResult::Win,
            -1 => GameResult::Loss,
            _ => GameResult::Draw,
        };
        if let Some(plies) = self.plies() {
            let at_most = !is_shortest;
            Value::Exact(Exact { result, plies: Some(plies), at_most, margin: None })
        } else if self.is_decisive() {
            // The winner might do better still, unless that was looked at, too.
            let margin = is_proven.then_some(self.0 - self.0.signum() * COUNTED);
            Value::Exact(Exact { result, plies: None, at_most: false, margin })
        } else if is_proven && self == Self::DRAW {
            Value::exact(GameResult::Draw, None)
        } else {
            let winning_chance = chance(self.0);
            Value::Estimate(Estimate { score: f64::from(self.0), winning_chance })
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
