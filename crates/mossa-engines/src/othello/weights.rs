//! What the things that are counted are worth, by how full the board is.

use super::features::{COUNT, Features};

/// How many stages of the game have weights of their own; between them the weights change evenly.
pub(super) const KNOTS: usize = 16;

/// The features, and what it is worth to be to move with an even and with an odd number of empty
/// squares.
pub(super) const TERMS: usize = COUNT + 2;

/// The weights, a row for each stage from the start of the game to the full board.
///
/// Fitted by least squares to 76,000 games of this evaluation against itself on the standard board,
/// with openings that were partly random, in nine rounds of ever deeper search; `fit.rs` is how.
/// On other games like these the estimates are off by 22 discs when a third of the board is full,
/// by 17 at two thirds and by 7 near the end (the disc difference: by 27, 29 and 15).
const TABLE: Table = [
    [176, 306, -240, 20271, 7041, -4274, -11172, 3736, 338, 330, -178, -1666],
    [176, 306, -240, 20278, 7044, -4276, -11175, 3737, 338, 330, -178, -1667],
    [147, 402, -348, 20277, 7003, -4277, -11062, 3739, 386, 189, -600, -1663],
    [347, 424, -593, 19996, 6893, -4258, -10757, 3702, 782, 81, -1117, -1703],
    [406, 475, -831, 19310, 6701, -4258, -10089, 3335, 1127, 122, -1520, -1803],
    [608, 406, -1055, 18127, 6500, -3835, -8965, 2683, 1264, 119, -1845, -1796],
    [704, 378, -1194, 16452, 6505, -3227, -7456, 1933, 1112, 101, -2146, -1954],
    [632, 348, -1311, 14248, 6480, -2657, -5905, 1496, 921, 95, -2384, -2042],
    [610, 334, -1270, 11777, 6164, -1995, -4634, 1320, 698, 34, -2600, -2006],
    [560, 298, -1358, 9551, 5740, -1207, -3551, 1104, 429, 77, -2572, -1978],
    [490, 171, -1435, 7824, 5686, -745, -2551, 992, 248, 109, -2606, -1664],
    [438, -53, -1504, 6082, 5448, -180, -1610, 948, 75, 111, -2571, -1088],
    [418, -385, -1564, 4331, 5572, 233, -478, 821, -217, 208, -2385, -841],
    [507, -1109, -1516, 2515, 5503, 632, 40, 744, -437, 257, -1428, 2347],
    [400, -2283, -1585, 1290, 4073, 670, -116, 736, -455, 274, 1721, 4214],
    [304, -2263, -1247, 436, 2014, 857, 434, 910, -340, 85, 1511, 2570],
];

/// One row a stage, in thousandths of a disc.
pub(super) type Table = [[i32; TERMS]; KNOTS];

/// Which stage a board with so many discs is in: the number of the row before, and how much of
/// the way to the next it has gone, in `span`ths.
pub(super) fn stage(discs: u32, squares: u32) -> (usize, i32, i32) {
    let span = squares - 4;
    let way = discs.clamp(4, squares) - 4;
    let steps = way * (KNOTS as u32 - 1);
    let row = (steps / span).min(KNOTS as u32 - 2);
    (row as usize, (steps - row * span).cast_signed(), span.cast_signed())
}

/// The weights for each number of discs.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    rows: Vec<[i32; TERMS]>,
}

impl Weights {
    pub(super) fn new(squares: u32) -> Self {
        Self::from_table(&TABLE, squares)
    }

    pub(super) fn from_table(table: &Table, squares: u32) -> Self {
        let row = |discs| {
            let (row, way, span) = stage(discs, squares);
            std::array::from_fn(|term| {
                let [before, after] = [table[row][term], table[row + 1][term]];
                before + (after - before) * way / span
            })
        };
        Self { rows: (0..=squares).map(row).collect() }
    }

    /// The worth of a position with so many discs on a board of `squares`, in hundredths of a disc.
    #[inline]
    pub(super) fn estimate(&self, features: &Features, discs: u32) -> i32 {
        let weights = &self.rows[discs as usize];
        let empties = self.rows.len() - 1 - discs as usize;
        let to_move = weights[COUNT + empties % 2];
        let sum: i32 = features.iter().zip(weights).map(|(count, weight)| count * weight).sum();
        (sum + to_move) / 10
    }
}

/// With an estimate of so many hundredths of a disc, the odds to win are e to 1. Fitted to the
/// results of 2,000 games, all stages together.
const EVEN_ODDS: f64 = 780.0;

/// How often a side with such an estimate wins.
pub(super) fn winning_chance(estimate: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(estimate) / EVEN_ODDS))
}
