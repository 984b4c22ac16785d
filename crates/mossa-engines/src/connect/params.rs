//! The numbers behind the evaluation of Connect X, and what they mean.

/// How many units of the evaluation change the odds of winning by a factor of e.
const UNITS_PER_LOGIT: f64 = 100.0;

/// What each observation about a position adds to its evaluation, in hundredths of a logit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Params {
    /// To be on the move.
    pub(super) tempo: i32,
    /// To win when only poisoned cells are left, on a full board; less in proportion on an emptier
    /// one, where much may still change.
    pub(super) zugzwang: i32,
    /// A free cell where a stone would complete a line.
    pub(super) threat: i32,
    /// Two of them, one above the other.
    pub(super) stacked: i32,
    /// A window with two free cells and stones of one side on all others.
    pub(super) two_short: i32,
    /// A window without stones of the opponent.
    pub(super) live: i32,
}

impl Params {
    /// Rounded from logistic regressions of results on positions, over some thousand games of the
    /// engine against itself on 6x7 with runs of 4, 9x10 and 12x13 with runs of 5.
    pub(super) const BEST: Self =
        Self { tempo: 15, zugzwang: 240, threat: 20, stacked: 15, two_short: 13, live: 4 };
}

/// What both sides have on the board: the opponent's already subtracted from ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) zugzwang: i32,
    pub(super) threats: i32,
    pub(super) stacked: i32,
    /// The worth of windows without stones of the other side.
    pub(super) potential: i32,
    /// How full the board is, in thousandths.
    pub(super) fill: i32,
}

impl Balance {
    /// The estimate for the side to move.
    #[inline]
    pub(super) fn estimate(self, params: &Params) -> i32 {
        params.tempo
            + self.zugzwang * (params.zugzwang * self.fill / 1000)
            + self.threats * params.threat
            + self.stacked * params.stacked
            + self.potential
    }
}

/// The chance to win that goes with an estimate.
pub(super) fn winning_chance(estimate: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(estimate) / UNITS_PER_LOGIT).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_fair_and_grow() {
        assert!((winning_chance(0) - 0.5).abs() < 1e-12);
        for estimate in [1, 50, 300, 100_000] {
            let (better, worse) = (winning_chance(estimate), winning_chance(-estimate));
            assert!((better + worse - 1.0).abs() < 1e-12, "{estimate}");
            assert!(better > winning_chance(estimate - 1) || better > 0.999);
        }
    }
}
