//! Values that were computed elsewhere.
//!
//! The tables lie outside the repository, at `../shared/data` or `$MOSSA_DATA`; without them the tests
//! that need them say so and pass.

use mossa_kernel::{Budget, Exact, GameResult};
use mossa_search::{Aim, Task};

use crate::{data::text, exact, game, naive::Size, solver, stones_left, think, value};

/// Boards that take longer than this are left out.
const NODES: u64 = 50_000;

/// 1, 0 or -1 for whoever is to move.
fn sign(value: Exact) -> i32 {
    match value.result {
        GameResult::Win => 1,
        GameResult::Draw => 0,
        GameResult::Loss => -1,
    }
}

/// Rows, columns and run; the value for the first player; how many stones there are at the end.
const EMPTY_BOARDS: [(Size, i32, u32); 16] = [
    ([4, 4, 3], 1, 9),
    ([3, 4, 3], 1, 9),
    ([5, 4, 3], 1, 11),
    ([6, 4, 3], 1, 11),
    ([6, 5, 3], 1, 9),
    ([2, 5, 3], 0, 10),
    ([8, 3, 3], 0, 24),
    ([4, 4, 4], 0, 16),
    ([5, 4, 4], 0, 20),
    ([6, 4, 4], 0, 24),
    ([4, 5, 4], 0, 20),
    ([5, 5, 4], 0, 25),
    ([6, 5, 4], 0, 30),
    ([4, 6, 4], -1, 24),
    ([3, 6, 4], 0, 18),
    ([5, 5, 5], 0, 25),
];

#[test]
fn empty_boards() {
    for (size, expected, stones) in EMPTY_BOARDS {
        let value = value(&mut *solver(size, 4), &game(size, &[]));
        assert_eq!(sign(value), expected, "{size:?}");
        assert_eq!(value.plies, (expected != 0).then_some(stones), "{size:?}");
    }
}

#[test]
fn all_empty_boards_that_are_quick() {
    let Some(text) = text("connect/board_values.tsv") else { return };
    let mut n_settled = 0;
    for row in text.lines().skip(1) {
        let numbers: Vec<i32> =
            row.split('\t').take(5).map(|cell| cell.parse().unwrap_or(0)).collect();
        let [columns, rows, run, expected, stones] = numbers[..] else { panic!("{row}") };
        let size = [rows, columns, run].map(i32::cast_unsigned).map(|number| number as usize);
        if run > rows.max(columns) || (rows + 1) * columns > 128 {
            continue;
        }
        let budget = Budget { nodes: Some(NODES), ..Budget::UNLIMITED };
        let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: 1 };
        let report = think(&mut *solver(size, 4), &game(size, &[]), &task);
        if report.is_settled {
            let value = exact(report.lines[0].value);
            assert_eq!(sign(value), expected, "{row}");
            assert_eq!(value.plies, (expected != 0).then_some(stones.cast_unsigned()), "{row}");
            n_settled += 1;
        }
    }
    assert!(n_settled >= 100, "{n_settled}");
}

/// Compares the first lines of a file: columns, the leftmost of which is `first`, and the score, counted
/// as the stones that the winner has left, the last one included.
fn compare_scores(name: &str, size: Size, first: u32, n_lines: usize) {
    let Some(text) = text(name) else { return };
    let mut engine = solver(size, 4);
    let mut n_compared = 0;
    for line in text.lines().take(n_lines) {
        let (columns, expected) = line.split_once(' ').expect("columns and a score");
        let digits = columns.chars().filter_map(|digit| digit.to_digit(10));
        let moves: Vec<usize> = digits.map(|digit| (digit - first) as usize).collect();
        let value = value(&mut *engine, &game(size, &moves));
        let score = stones_left(size, &moves, value);
        assert_eq!(Ok(score), expected.trim().parse(), "{name}: {line}");
        n_compared += 1;
    }
    assert_eq!(n_compared, n_lines, "{name}");
}

#[test]
fn late_positions_of_connect_four() {
    compare_scores("connect/testsets/Test_L3_R1", [6, 7, 4], 1, 50);
}

#[test]
fn positions_from_the_middle_of_connect_four() {
    compare_scores("connect/testsets/Test_L2_R1", [6, 7, 4], 1, 50);
}

#[test]
fn early_wins_of_connect_four() {
    compare_scores("connect/testsets/Test_L1_R1", [6, 7, 4], 1, 50);
}

#[test]
fn late_positions_of_other_boards() {
    compare_scores("connect/other_boards/9x5_endgame_L1.txt", [5, 9, 4], 0, 30);
    compare_scores("connect/other_boards/10x6_endgame_L1.txt", [6, 10, 4], 0, 30);
}
