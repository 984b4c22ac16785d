//! The numbers of the levels: each is written here and nowhere else.
//!
//! They were found from the top down: each level was weakened until the one above made two to three
//! points of four against it (`docs/levels.md`).

use mossa_games::GameSpec;

/// How well a level sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    /// How many plies it looks ahead, its own move included.
    pub(super) depth: u32,
    /// How many moves it considers, the best at first sight.
    pub(super) width: usize,
    /// How many positions it looks at in all, at most.
    pub(super) nodes: u64,
    /// With which probability it follows a move a ply further, as long as it can see.
    pub(super) attention: f64,
    /// By how much of a chance to win two moves may differ and still seem nearly alike: a loss of so
    /// much makes a move less likely by a factor of e.
    pub(super) temperature: f64,
    /// How often it does not see that somebody can win with the next move. From level 4 up: never.
    pub(super) blind: f64,
    /// How much it goes by what a move does for its own side alone, as beginners do: from 0 to 1.
    pub(super) naive: f64,
    /// By so much of the engine's own estimate the odds of winning grow by a factor of e; `None` where the
    /// engine's chances are fitted to games.
    pub(super) unit: Option<f64>,
}

/// How many levels see less than the engine.
const LEVELS: usize = 9;

/// The engine's estimates of m,n,k-games are sharper than the games of people: by so much of them the odds
/// grow by a factor of e.
const MNK_UNIT: f64 = 200.0;

/// One level of a family: depth, width, nodes, attention, temperature, blind, naive.
const fn row(
    depth: u32,
    width: usize,
    nodes: u64,
    attention: f64,
    temperature: f64,
    blind: f64,
    naive: f64,
) -> Strength {
    Strength { depth, width, nodes, attention, temperature, blind, naive, unit: None }
}

/// M,n,k-games.
const MNK: [Strength; LEVELS] = [
    row(1, 56, 400, 0.4, 0.28, 0.8, 0.5),
    row(1, 45, 400, 0.4, 0.25, 0.5, 0.35),
    row(1, 32, 400, 0.4, 0.22, 0.3, 0.2),
    row(1, 25, 500, 0.4, 0.2, 0.0, 0.1),
    row(2, 20, 600, 0.6, 0.135, 0.0, 0.0),
    row(2, 16, 800, 0.66, 0.098, 0.0, 0.0),
    row(3, 12, 1_000, 0.86, 0.064, 0.0, 0.0),
    row(4, 10, 1_400, 0.87, 0.046, 0.0, 0.0),
    row(6, 8, 2_500, 0.97, 0.01, 0.0, 0.0),
];

/// Connect X.
const CONNECT: [Strength; LEVELS] = [
    row(1, 16, 400, 0.4, 0.37, 0.9, 0.5),
    row(1, 16, 400, 0.4, 0.29, 0.6, 0.35),
    row(1, 16, 400, 0.4, 0.23, 0.3, 0.2),
    row(1, 16, 600, 0.4, 0.24, 0.0, 0.1),
    row(3, 16, 1_000, 0.62, 0.125, 0.0, 0.0),
    row(4, 16, 1_500, 0.77, 0.075, 0.0, 0.0),
    row(5, 16, 2_500, 0.87, 0.04, 0.0, 0.0),
    row(6, 16, 4_000, 0.935, 0.023, 0.0, 0.0),
    row(20, 16, 60_000, 0.994, 0.006, 0.0, 0.0),
];

/// Othello.
const OTHELLO: [Strength; LEVELS] = [
    row(1, 16, 400, 0.8, 0.038, 0.0, 0.85),
    row(1, 16, 400, 0.85, 0.044, 0.0, 0.45),
    row(2, 16, 400, 0.8, 0.067, 0.0, 0.33),
    row(2, 16, 600, 0.86, 0.046, 0.0, 0.22),
    row(2, 12, 1_000, 0.92, 0.026, 0.0, 0.1),
    row(3, 12, 2_000, 0.91, 0.03, 0.0, 0.0),
    row(4, 10, 3_000, 0.965, 0.011, 0.0, 0.0),
    row(6, 8, 6_000, 0.974, 0.009, 0.0, 0.0),
    row(8, 8, 10_000, 0.98, 0.007, 0.0, 0.0),
];

/// Sticks: theory tells how each move ends, and the depth how much of that is seen.
const STICKS: [Strength; LEVELS] = [
    row(1, 400, 400, 0.5, 0.5, 0.4, 0.0),
    row(1, 400, 400, 0.5, 0.3, 0.15, 0.0),
    row(1, 400, 400, 0.5, 0.21, 0.05, 0.0),
    row(2, 400, 400, 0.6, 0.17, 0.0, 0.0),
    row(2, 400, 400, 0.75, 0.13, 0.0, 0.0),
    row(3, 400, 400, 0.75, 0.1, 0.0, 0.0),
    row(4, 400, 400, 0.8, 0.08, 0.0, 0.0),
    row(5, 400, 400, 0.85, 0.06, 0.0, 0.0),
    row(6, 400, 400, 0.9, 0.042, 0.0, 0.0),
];

impl Strength {
    /// That of a level, from 1; those above the last are as strong as that.
    pub(super) fn of(level: u64, spec: &GameSpec) -> Self {
        let (rows, unit) = match spec {
            GameSpec::Mnk(_) => (&MNK, Some(MNK_UNIT)),
            GameSpec::Connect(_) => (&CONNECT, None),
            GameSpec::Othello(_) => (&OTHELLO, None),
            GameSpec::Sticks(_) => (&STICKS, None),
        };
        let index = (level.max(1) as usize - 1).min(LEVELS - 1);
        Self { unit, ..rows[index] }
    }
}
