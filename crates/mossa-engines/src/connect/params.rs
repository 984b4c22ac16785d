//! The numbers behind the evaluation of Connect X, and what they mean.
//!
//! Columns are often filled in turn: one side plays somewhere, the other on top of it. So it matters
//! who is to move while the number of free cells is even, the *leader*, and who is the *follower*.
//! The follower may hope for the cells with an even number of cells above them, the leader for the
//! others, the *odd* ones.

use mossa_games::connect::Spec;

use super::{
    net::ENDS,
    worth::{Fitted, Halving, WindowWorth},
};

/// How many units of the evaluation change the odds of winning by a factor of e.
const UNITS_PER_LOGIT: f64 = 100.0;

/// Boards with more cells than this have numbers of their own: those for smaller ones lost matches on
/// 20x20.
const MOST_MIDDLE: u32 = 128;

/// Lines longer than this have numbers of their own on such boards: those that were fitted to lines of five
/// tell windows apart that lack up to four stones, and in a line of ten nearly all lack more for most
/// of the game.
const LONGEST_FITTED: u32 = 5;

/// With long lines, what the lowest threat of a column is worth to either side on a cell that the leader may
/// hope for.
const ODD_THREAT: i32 = 400;

/// What each observation about a position adds to its evaluation, in hundredths of a logit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Params {
    /// To be on the move.
    pub(super) tempo: i32,
    /// To win when only poisoned cells are left, on a full board; less in proportion on an emptier
    /// one, where much may still change.
    pub(super) zugzwang: i32,
    /// The same when cells count as threats where a stone makes a second threat above or below
    /// another of its side.
    pub(super) doubles: i32,
    /// The same when threats count that both sides may hope for.
    pub(super) outlook: i32,
    /// How much of these three counts on an empty board, in thousandths.
    pub(super) early: i32,
    /// What a side may hope for is asked of windows with at most so many free cells.
    pub(super) most_hoped: u32,
    /// A free cell where a stone would complete a line.
    pub(super) threat: i32,
    /// Two of them, one above the other.
    pub(super) stacked: i32,
    /// To be nearer to such a pair than the other side.
    pub(super) race: Race,
    /// How much of what windows and the lowest threats come to counts, in hundredths.
    pub(super) share: i32,
    /// Windows, the stretches of as many cells as make a line, where they are read off words.
    pub(super) lines: LineWorth,
    /// What the leader has and what the follower has, where windows are counted.
    pub(super) roles: [RoleWorth; 2],
}

/// What it is worth to have two threats one above the other: their side plays below them, stone upon stone
/// if it must; the other side stops the lower threat and cannot stop the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Race {
    pub(super) won: i32,
    /// Less for each free cell below the lower one: the other side has as many moves to win elsewhere.
    pub(super) a_cell: i32,
}

impl Race {
    /// Nobody asks.
    const NONE: Self = Self { won: 0, a_cell: 0 };
}

/// What windows are worth where only the simplest is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineWorth {
    /// A window with two free cells and stones of one side on all others.
    pub(super) two_short: i32,
    /// A window without stones of the opponent.
    pub(super) live: i32,
}

/// What a side has that leads or follows. Windows are such without stones of the opponent and with
/// at least one of its own; those with a single free cell count as threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoleWorth {
    /// More for the lowest threat of a column that cannot be reached yet: an even one, an odd one.
    pub(super) lowest: [i32; 2],
    /// The same where it is a threat that the side may only hope for.
    pub(super) hoped: [i32; 2],
    /// To have 0, 1, … windows, not up a column, whose free cells it may all hope for.
    pub(super) claims: [i32; 5],
    /// A window.
    pub(super) windows: WindowWorth,
}

impl RoleWorth {
    /// What it is worth to have so many windows whose free cells the side may all hope for.
    #[inline]
    pub(super) fn claimed(&self, count: u32) -> i32 {
        self.claims[(count as usize).min(self.claims.len() - 1)]
    }

    const NOTHING: Self = Self {
        lowest: [0; 2],
        hoped: [0; 2],
        claims: [0; 5],
        windows: WindowWorth::Fitted(Fitted::NOTHING),
    };
}

impl Params {
    /// Where windows are read off words. Rounded from logistic regressions of results on positions,
    /// over some thousand games of the engine against itself on 6x7 with runs of 4, 9x10 and 12x13
    /// with runs of 5.
    pub(super) const READ: Self = Self {
        tempo: 15,
        zugzwang: 240,
        doubles: 0,
        outlook: 0,
        early: 0,
        most_hoped: 0,
        threat: 20,
        stacked: 15,
        race: Race::NONE,
        share: 100,
        lines: LineWorth { two_short: 13, live: 4 },
        roles: [RoleWorth::NOTHING; 2],
    };

    /// Where windows are counted, on boards of this size.
    pub(super) fn counted(spec: Spec) -> &'static Self {
        if spec.rows() * spec.columns() <= MOST_MIDDLE {
            &Self::MIDDLE
        } else if spec.run() <= LONGEST_FITTED {
            &Self::LARGE
        } else {
            &Self::LONG
        }
    }

    /// Rounded from a logistic regression over 5,000 games of the engine against itself on 9x10 with
    /// runs of 5.
    pub(super) const MIDDLE: Self = Self {
        tempo: 18,
        zugzwang: 199,
        doubles: 120,
        outlook: 59,
        early: 0,
        most_hoped: 3,
        threat: -14,
        stacked: 0,
        race: Race::NONE,
        share: 100,
        lines: LineWorth { two_short: 0, live: 0 },
        roles: [
            RoleWorth {
                lowest: [30, 132],
                hoped: [5, 11],
                claims: [0, 27, 27, 46, 61],
                windows: WindowWorth::Fitted(Fitted {
                    up: [6, 2, 0],
                    level: [[8, 36], [5, 8], [4, 12]],
                    slanted: [[10, 13, 35, 0, 0], [11, 5, 6, 13, 0], [0, 0, 7, 8, 0]],
                    distant: 40,
                }),
            },
            RoleWorth {
                lowest: [-1, 79],
                hoped: [29, 10],
                claims: [0, 109, 140, 139, 144],
                windows: WindowWorth::Fitted(Fitted {
                    up: [2, -3, 3],
                    level: [[26, 12], [-1, 4], [6, 6]],
                    slanted: [[10, 19, 5, 0, 0], [2, 5, 5, 15, 0], [0, 7, 7, 7, 0]],
                    distant: 40,
                }),
            },
        ],
    };

    /// Rounded from a logistic regression over 830 games of the engine against itself on 12x13 with runs
    /// of 5. What is far off stands for longer runs, of which those games say nothing. On 20x20 windows
    /// came to so much that nothing else mattered, though the end decides there more than elsewhere: what
    /// weighs how much against what was found by matches.
    pub(super) const LARGE: Self = Self {
        tempo: 14,
        zugzwang: 245,
        doubles: 157,
        outlook: 32,
        early: 300,
        most_hoped: 3,
        threat: -1,
        stacked: 0,
        race: Race { won: 120, a_cell: 3 },
        share: 30,
        lines: LineWorth { two_short: 0, live: 0 },
        roles: [
            RoleWorth {
                lowest: [47, 87],
                hoped: [-6, 11],
                claims: [0, -1, -25, 9, 58],
                windows: WindowWorth::Fitted(Fitted {
                    up: [-9, 15, 2],
                    level: [[9, 16], [-1, 5], [-1, 7]],
                    slanted: [[5, 12, 26, 0, 0], [10, 5, 7, -1, 0], [0, -3, 3, 5, 0]],
                    distant: 40,
                }),
            },
            RoleWorth {
                lowest: [10, 44],
                hoped: [6, 10],
                claims: [0, 85, 101, 150, 117],
                windows: WindowWorth::Fitted(Fitted {
                    up: [-3, 7, 2],
                    level: [[9, 11], [3, 0], [5, 2]],
                    slanted: [[11, 16, 11, 0, 0], [9, 5, 6, 6, 0], [0, 0, 4, -8, 0]],
                    distant: 40,
                }),
            },
        ],
    };

    /// As for other large boards, but for windows and odd threats. What those are worth was found by matches on
    /// 50x50 with runs of 10. A threat of the follower on a cell that only the leader may hope for wins nothing, but
    /// takes away what the leader's own threat would win: so such windows count in full for the follower, and such
    /// threats as much as the leader's. The small game about the end tells only who wins with the threats that
    /// there are, not that one more would still win when the other side gets its next.
    pub(super) const LONG: Self = Self {
        roles: [
            RoleWorth {
                lowest: [Self::LARGE.roles[0].lowest[0], ODD_THREAT],
                windows: WindowWorth::Halving(Halving { nearest: 40, unhoped: 60, up: 30 }),
                ..Self::LARGE.roles[0]
            },
            RoleWorth {
                lowest: [Self::LARGE.roles[1].lowest[0], ODD_THREAT],
                windows: WindowWorth::Halving(Halving { nearest: 40, unhoped: 100, up: 30 }),
                ..Self::LARGE.roles[1]
            },
        ],
        ..Self::LARGE
    };
}

/// What both sides have on the board: the opponent's already subtracted from ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    /// Who wins when only poisoned cells are left: 1 for us, -1 for the opponent.
    pub(super) zugzwang: i32,
    /// The same with cells that would make two threats, one above the other.
    pub(super) doubles: i32,
    /// The same with threats that both sides may hope for.
    pub(super) outlook: i32,
    pub(super) threats: i32,
    pub(super) stacked: i32,
    /// What it is worth that a side is nearer to two of them.
    pub(super) race: i32,
    /// The worth of windows without stones of the other side, and of the lowest threats.
    pub(super) potential: i32,
    /// How full the board is, in thousandths.
    pub(super) fill: i32,
}

impl Balance {
    /// Who wins in the end, by each way to look at it.
    pub(super) fn ends(self) -> [i32; ENDS] {
        [self.zugzwang, self.doubles, self.outlook]
    }

    /// The estimate for the side to move.
    #[inline]
    pub(super) fn estimate(self, params: &Params) -> i32 {
        let ends = self.zugzwang * params.zugzwang
            + self.doubles * params.doubles
            + self.outlook * params.outlook;
        let counts = params.early + self.fill * (1000 - params.early) / 1000;
        params.tempo
            + ends * counts / 1000
            + self.threats * params.threat
            + self.stacked * params.stacked
            + self.race
            + self.potential * params.share / 100
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
