//! Scores of all positions of small boards, and of late ones on larger boards, beside exhaustive search.

use mossa_games::{
    connect::{Bits, Size},
    word::Word,
};
use mossa_kernel::{Budget, Exact, GameResult, Move, Position, Value};
use mossa_search::{Aim, Exhaustive, Report, Score, Task};

use super::{super::Solver, OnBits, long_game, on_bits, spec};

fn solve<S: Size>(solver: &mut Solver<S>, position: &Bits<S>, aim: Aim) -> Report {
    let task = Task { budget: &Budget::UNLIMITED, aim, lines: 1, threads: 1 };
    solver.solve(position, &task, &mut |_| {})
}

fn result_of(score: Score) -> GameResult {
    match score.number().signum() {
        1 => GameResult::Win,
        0 => GameResult::Draw,
        _ => GameResult::Loss,
    }
}

/// Compares the score, and who wins if that alone is asked.
fn compare<S: Size>(solvers: &mut [Solver<S>; 2], position: &Bits<S>, truth: Score) {
    let shown = || format!("{}\n{}", position.size().spec(), position.diagram());
    let [scorer, decider] = solvers;
    let report = solve(scorer, position, Aim::Solve);
    assert!(report.is_settled);
    assert_eq!(report.lines[0].value, truth.to_value(true, true, |_| None), "{}", shown());
    let Value::Exact(Exact { result, plies, at_most, .. }) =
        solve(decider, position, Aim::Decide).lines[0].value
    else {
        panic!("nothing decided: {}", shown())
    };
    assert_eq!(result, result_of(truth), "{}", shown());
    match (plies, truth.plies()) {
        (Some(told), Some(plies)) if at_most => assert!(told >= plies, "{}", shown()),
        (told, plies) => assert_eq!(told, plies, "{}", shown()),
    }
}

fn solvers<S: Size>(start: &Bits<S>) -> [Solver<S>; 2] {
    [0, 1].map(|seed| Solver::new(start.size(), 1, None, seed))
}

struct EveryPosition {
    /// At most so many, evenly from all.
    most: usize,
}

impl OnBits for EveryPosition {
    fn run<S: Size>(self, start: Bits<S>) {
        let mut twin = Exhaustive::new();
        twin.score(&start);
        let mut positions: Vec<(Bits<S>, Score)> =
            twin.iter().map(|(position, score)| (position.clone(), score)).collect();
        positions.sort_by_key(|(position, _)| (position.taken().count(), position.key()));
        let mut solvers = solvers(&start);
        let step = 1 + positions.len() / self.most;
        for (position, truth) in positions.into_iter().step_by(step) {
            compare(&mut solvers, &position, truth);
        }
    }
}

#[test]
fn every_position_of_small_boards() {
    let sides = (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns)));
    let thin = [(1, 5), (5, 1), (2, 5), (5, 2), (3, 5), (5, 3), (2, 6), (6, 2), (1, 9), (9, 1)];
    for (rows, columns) in sides.chain(thin) {
        for run in 1..=5.min(rows.max(columns)) {
            on_bits(spec([rows, columns, run]), EveryPosition { most: 4_000 });
        }
    }
}

struct LatePositions {
    games: u64,
    /// With at most so many free cells.
    free: u32,
}

impl OnBits for LatePositions {
    fn run<S: Size>(self, start: Bits<S>) {
        let mut twin = Exhaustive::new();
        let mut solvers = solvers(&start);
        let n_cells = start.size().board().count();
        for seed in 0..self.games {
            for position in long_game(&start, seed) {
                if n_cells - position.taken().count() <= self.free {
                    let truth = twin.score(&position);
                    compare(&mut solvers, &position, truth);
                }
            }
        }
    }
}

#[test]
fn late_positions_of_larger_boards() {
    for ([rows, columns], free) in [
        ([4, 5], 14),
        ([5, 4], 14),
        ([5, 5], 13),
        ([5, 6], 12),
        ([6, 6], 12),
        ([6, 7], 12),
        ([7, 9], 11),
        ([9, 5], 12),
        ([7, 8], 12),
        ([8, 8], 11),
        ([9, 10], 10),
        ([15, 8], 9),
    ] {
        for run in 4..=5 {
            on_bits(spec([rows, columns, run]), LatePositions { games: 5, free });
        }
    }
}

struct QuickWin;

impl OnBits for QuickWin {
    fn run<S: Size>(self, mut position: Bits<S>) {
        for column in [6, 5, 6, 9, 5, 9] {
            position.play(Move(column));
        }
        for aim in [Aim::Solve, Aim::Decide] {
            let mut solver = Solver::new(position.size(), 64, None, 0);
            // Who wins at all, asked first, takes hundreds of times as many.
            let budget = Budget { nodes: Some(1_000_000), ..Budget::UNLIMITED };
            let task = Task { budget: &budget, aim, lines: 0, threads: 1 };
            let report = solver.solve(&position, &task, &mut |_| {});
            let Value::Exact(exact) = report.lines[0].value else { panic!("{report:?}") };
            assert_eq!(exact.result, GameResult::Win);
            assert!(aim == Aim::Decide || exact.plies == Some(17) && !exact.at_most, "{exact:?}");
        }
    }
}

#[test]
fn a_quick_win_on_a_wide_board_is_found_soon() {
    on_bits(spec([6, 10, 4]), QuickWin);
}
