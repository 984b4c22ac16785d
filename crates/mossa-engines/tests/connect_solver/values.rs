//! Values of positions and of all their moves.

use mossa_engines::{Options, engine};
use mossa_kernel::{Budget, Exact, Value};
use mossa_search::{Aim, Report, Task};

use crate::{
    BOARDS, exact, game, is_true, mirrored,
    naive::{Grid, Naive, Size},
    random_moves, solve, solver, spec, think, value, value_of_move, worth,
};

/// Columns with their values, by column.
fn by_column(report: &Report) -> Vec<(usize, Exact)> {
    let mut values: Vec<_> =
        report.lines.iter().map(|line| (line.mv().index(), exact(line.value))).collect();
    values.sort_by_key(|&(column, _)| column);
    values
}

fn grid(size: Size, moves: &[usize]) -> Grid {
    let mut grid = Grid::new(size);
    for &column in moves {
        grid.play(column);
    }
    grid
}

#[test]
fn trying_everything_finds_the_same() {
    for size in BOARDS.into_iter().chain([[6, 5, 4], [4, 8, 4], [6, 6, 4], [7, 8, 6], [8, 6, 2]]) {
        let (mut naive, mut engine) = (Naive::default(), solver(size, 1));
        for seed in 0..25 {
            let moves = random_moves(size, 6 + seed as usize % 6, 100 + seed);
            let mut grid = grid(size, &moves);
            if grid.free() > 12 {
                continue;
            }
            let game = game(size, &moves);
            assert_eq!(value(&mut *engine, &game), naive.value(&mut grid), "{size:?} {moves:?}");
        }
    }
}

/// 1,000 positions: the values of all moves are those of the positions behind them, the value of
/// the position is the best of them, and a mirror changes nothing.
#[test]
fn all_moves_are_worth_what_comes_after_them() {
    for size in BOARDS {
        let (mut all, mut single) = (solver(size, 1), solver(size, 1));
        for seed in 0..200 {
            let moves = random_moves(size, 6 + seed as usize % 9, seed);
            let game = game(size, &moves);
            let report = solve(&mut *all, &game, usize::MAX);
            let values = by_column(&report);
            let columns: Vec<usize> = values.iter().map(|&(column, _)| column).collect();
            assert_eq!(columns, grid(size, &moves).open(), "{size:?} {moves:?}");
            for &(column, value) in &values {
                let truth = value_of_move(&mut *single, size, &moves, column);
                assert_eq!(value, truth, "{size:?} {moves:?} {column}");
            }
            let worths: Vec<_> = report.lines.iter().map(|line| worth(exact(line.value))).collect();
            assert!(worths.is_sorted_by(|a, b| a >= b), "{size:?} {moves:?}: {worths:?}");
            assert_eq!(worth(value(&mut *single, &game)), worths[0], "{size:?} {moves:?}");

            let mirror = crate::game(size, &mirrored(size, &moves));
            let mut seen = by_column(&solve(&mut *all, &mirror, usize::MAX));
            seen.reverse();
            let turned = values.iter().map(|&(column, value)| (size[1] - 1 - column, value));
            assert_eq!(seen, turned.collect::<Vec<_>>(), "{size:?} {moves:?}");
        }
    }
}

/// Early positions, where mirror images count as the same.
#[test]
fn mirrors_change_nothing_early() {
    for (size, stones) in [([5, 5, 4], 5), ([4, 6, 4], 4), ([6, 4, 4], 3), ([5, 6, 3], 4)] {
        for seed in 0..6 {
            let moves = random_moves(size, size[0] * size[1] - stones, seed);
            let [values, mut seen] = [moves.clone(), mirrored(size, &moves)]
                .map(|moves| by_column(&solve(&mut *solver(size, 4), &game(size, &moves), 9)));
            seen.reverse();
            let turned = values.iter().map(|&(column, value)| (size[1] - 1 - column, value));
            assert_eq!(seen, turned.collect::<Vec<_>>(), "{size:?} {moves:?}");
        }
    }
}

/// Neither memory nor threads make a difference, and with one thread not even to the nodes.
#[test]
fn values_depend_on_nothing_else() {
    for size in BOARDS {
        for seed in 0..12 {
            let moves = random_moves(size, 18, 1000 + seed);
            let game = game(size, &moves);
            let lines = if seed % 2 == 0 { 1 } else { usize::MAX };
            let first = solve(&mut *solver(size, 1), &game, lines);
            assert_eq!(solve(&mut *solver(size, 1), &game, lines), first, "{size:?} {moves:?}");
            let values = by_column_or_best(&first, lines);
            for (memory_mb, threads) in [(16, 1), (1024, 1), (1, 2), (16, 3)] {
                let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines, threads };
                let mut engine = solver(size, memory_mb);
                // The second time over with what the table remembers.
                for _ in 0..2 {
                    let report = think(&mut *engine, &game, &task);
                    assert!(report.is_settled);
                    let found = by_column_or_best(&report, lines);
                    assert_eq!(found, values, "{size:?} {moves:?} {memory_mb} {threads}");
                }
            }
        }
    }
}

/// Which of several best moves comes first may differ, their value not.
fn by_column_or_best(report: &Report, lines: usize) -> Vec<(usize, Exact)> {
    if lines == 1 { vec![(0, exact(report.lines[0].value))] } else { by_column(report) }
}

/// Who wins, asked alone or for all moves.
#[test]
fn deciding_agrees_with_solving() {
    for size in BOARDS {
        let (mut decider, mut scorer) = (solver(size, 1), solver(size, 1));
        for seed in 0..40 {
            let moves = random_moves(size, 8 + seed as usize % 9, 2000 + seed);
            let game = game(size, &moves);
            let lines = if seed % 2 == 0 { 1 } else { usize::MAX };
            let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Decide, lines, threads: 1 };
            let report = think(&mut *decider, &game, &task);
            assert!(report.is_settled, "{size:?} {moves:?}");
            let best = exact(report.lines[0].value).result;
            assert_eq!(best, value(&mut *scorer, &game).result, "{size:?} {moves:?}");
            for line in &report.lines {
                let truth = value_of_move(&mut *scorer, size, &moves, line.mv().index());
                assert_eq!(exact(line.value).result, truth.result, "{size:?} {moves:?}");
                assert!(is_true(line.value, truth), "{size:?} {moves:?} {line:?} {truth:?}");
            }
        }
    }
}

/// What is decided within the depth is found out; beyond it nothing false is claimed.
#[test]
fn depth_is_a_promise() {
    let mut decided = [0; 2];
    for size in BOARDS {
        let mut single = solver(size, 1);
        for seed in 0..12 {
            let moves = random_moves(size, 9 + seed as usize % 4, 3000 + seed);
            let game = game(size, &moves);
            let free = (size[0] * size[1] - moves.len()) as u32;
            let truth = value(&mut *single, &game);
            let last = truth.plies.unwrap_or(free);
            for depth in [0, 1, last.saturating_sub(1), last, last + 1, free, u32::MAX] {
                let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
                let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: 1 };
                let mut engine = solver(size, 1);
                let report = think(&mut *engine, &game, &task);
                let line = &report.lines[0];
                let shown = format!("{size:?} {moves:?} {depth} {truth:?} {line:?}");
                if depth >= last {
                    assert_eq!(line.value, Value::Exact(truth), "{shown}");
                }
                assert!(is_true(line.value, truth), "{shown}");
                decided[usize::from(matches!(line.value, Value::Exact(_)))] += 1;
                let whole = Task { lines: usize::MAX, ..task };
                for line in &think(&mut *engine, &game, &whole).lines {
                    let truth = value_of_move(&mut *single, size, &moves, line.mv().index());
                    let last = truth.plies.unwrap_or(free);
                    assert!(is_true(line.value, truth), "{shown} {line:?}");
                    let is_exact = line.value == Value::Exact(truth);
                    assert!(is_exact || depth < last, "{shown} {line:?}");
                }
            }
        }
    }
    assert!(decided[0] > 20 && decided[1] > 20, "{decided:?}");
}

/// In play, too, what is called exact is, whichever of the best moves the seed chooses.
#[test]
fn play_claims_nothing_false() {
    let mut n_settled = 0;
    for size in BOARDS {
        let mut single = solver(size, 1);
        for seed in 0..24 {
            let moves = random_moves(size, 8 + seed as usize % 12, 10_000 + seed);
            let game = game(size, &moves);
            for (lines, nodes) in [(1, 3_000), (1, 60), (usize::MAX, 3_000), (2, 60)] {
                let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
                let task = Task { lines, ..Task::play(&budget) };
                let options = Options { memory_mb: 1, seed: seed % 3, book: false };
                let report = think(&mut *engine(&spec(size), options), &game, &task);
                let shown = format!("{size:?} {moves:?} {report:?}");
                assert!(report.nodes <= nodes, "{shown}");
                for line in &report.lines {
                    let truth = value_of_move(&mut *single, size, &moves, line.mv().index());
                    assert!(is_true(line.value, truth), "{truth:?}, {shown}");
                }
                if report.is_settled {
                    let best = value(&mut *single, &game);
                    assert_eq!(report.lines[0].value, Value::Exact(best), "{shown}");
                    n_settled += 1;
                }
            }
        }
    }
    assert!(n_settled > 100, "{n_settled}");
}
