//! The parts of the solver beside slow, obvious twins: cells one by one, games played out,
//! exhaustive search.

mod board;
mod exact;
mod state;

use mossa_games::{
    Rules,
    connect::{Bits, Size, Spec, VisitSize},
};
use mossa_kernel::Position;
use mossa_search::Score;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// Long and thin boards, and such as use 64 or 128 bits to the last.
const ODD_BOARDS: [[u32; 3]; 24] = [
    [1, 1, 1],
    [1, 2, 2],
    [2, 1, 2],
    [1, 32, 3],
    [1, 32, 32],
    [1, 64, 1],
    [1, 64, 4],
    [1, 64, 64],
    [63, 1, 4],
    [63, 1, 63],
    [127, 1, 2],
    [127, 1, 127],
    [31, 2, 31],
    [63, 2, 4],
    [3, 16, 4],
    [3, 32, 32],
    [7, 8, 4],
    [7, 8, 8],
    [7, 16, 5],
    [7, 16, 16],
    [15, 4, 4],
    [15, 8, 4],
    [15, 8, 15],
    [31, 4, 5],
];

/// Boards whose size is known at compile time.
const COMMON_BOARDS: [[u32; 3]; 4] = [[6, 7, 4], [7, 8, 4], [8, 8, 4], [9, 10, 5]];

fn spec([rows, columns, run]: [u32; 3]) -> Spec {
    Spec::parse(&format!("{rows},{columns},{run}")).unwrap()
}

/// Boards of at most 128 bits with sides up to 12, odd and common ones among them.
fn any_spec() -> impl Strategy<Value = Spec> {
    let sizes = (1..=12_u32, 1..=12_u32)
        .prop_map(|(rows, columns)| (rows, columns.min(128 / (rows + 1))))
        .prop_flat_map(|(rows, columns)| (Just(rows), Just(columns), 1..=rows.max(columns)))
        .prop_map(|(rows, columns, run)| spec([rows, columns, run]));
    prop_oneof![
        6 => sizes,
        3 => prop::sample::select(ODD_BOARDS.to_vec()).prop_map(spec),
        1 => prop::sample::select(COMMON_BOARDS.to_vec()).prop_map(spec),
    ]
}

/// Something to be done on the board of a size.
trait OnBits {
    fn run<S: Size>(self, start: Bits<S>);
}

struct Visitor<A>(A);

impl<A: OnBits> VisitSize for Visitor<A> {
    type Out = ();

    fn size<S: Size>(self, size: S) {
        self.0.run(Bits::new(size));
    }
}

fn on_bits(spec: Spec, action: impl OnBits) {
    spec.visit_size(Visitor(action)).expect("a board of at most 128 bits");
}

/// All unfinished positions of a random game, the first one first.
fn random_game<P: Position>(start: &P, seed: u64) -> Vec<P> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut position, mut positions) = (start.clone(), Vec::new());
    while position.outcome().is_none() {
        positions.push(position.clone());
        position.play(position.random_move(&mut rng));
    }
    positions
}

/// Like a random game, but lines are avoided for as long as that is possible.
fn long_game<P: Position>(start: &P, seed: u64) -> Vec<P> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut position, mut positions) = (start.clone(), Vec::new());
    while position.outcome().is_none() {
        let mut quiet = Vec::new();
        position.each_move(|mv| {
            let next = after(&position, mv.0);
            if next.outcome().is_none_or(|outcome| outcome.winner.is_none()) {
                quiet.push(next);
            }
        });
        positions.push(position);
        if quiet.is_empty() {
            break;
        }
        position = quiet.swap_remove(rng.random_range(0..quiet.len()));
    }
    positions
}

/// The position after a stone in a column.
fn after<P: Position>(position: &P, column: u32) -> P {
    let mut next = position.clone();
    next.play(mossa_kernel::Move(column));
    next
}

/// The solver's score of a win with a stone, by counting: what the winner still has in hand.
fn score_of_stone(n_cells: u32, number: u32) -> i32 {
    let is_winners = |stone: &u32| stone % 2 == number % 2;
    let in_all = (1..=n_cells).filter(is_winners).count();
    let before = (1..number).filter(is_winners).count();
    i32::try_from(in_all - before).unwrap()
}

/// What a distance is as the solver's score, on a board with so many stones.
fn as_solver_score(score: Score, spec: Spec, stones: u32) -> i32 {
    let number = |plies: u32| stones + plies;
    let n_cells = spec.rows() * spec.columns();
    score
        .plies()
        .map_or(0, |plies| score.number().signum() * score_of_stone(n_cells, number(plies)))
}
