//! Whatever the budget, there is a legal move, and nothing false is claimed.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use mossa_kernel::{Budget, Exact, GameResult, Move, Value};
use mossa_search::{Aim, Line, Report, Task};

use crate::{
    BOARDS, exact, game, is_true, naive::Size, random_moves, solve, solver, stones_left, think,
    value, value_of_move, worth,
};

/// A position and what each of its moves is worth, where that is known.
struct Problem {
    size: Size,
    moves: Vec<usize>,
    truths: Vec<(usize, Exact)>,
}

impl Problem {
    fn new(size: Size, free: usize, seed: u64) -> Self {
        let moves = random_moves(size, free, seed);
        let mut engine = solver(size, 4);
        let columns = game(size, &moves).position().moves().into_iter().map(Move::index);
        let truth = |column| (column, value_of_move(&mut *engine, size, &moves, column));
        let truths = columns.map(truth).collect();
        Self { size, moves, truths }
    }

    /// Every line can be played and tells the truth of its first move. What is called settled is
    /// the value of the position.
    fn check(&self, report: &Report, task: &Task<'_>, lines: usize) {
        let shown = format!("{:?} {:?} {:?} {lines}", self.size, self.moves, task.budget.nodes);
        assert!(!report.lines.is_empty(), "{shown}");
        assert!(task.budget.nodes.is_none_or(|limit| report.nodes <= limit), "{shown} {report:?}");
        for line in &report.lines {
            let mut game = game(self.size, &self.moves);
            for &mv in &line.moves {
                game.play(mv).expect("a legal move");
            }
            let truth = self.truths.iter().find(|&&(column, _)| column == line.mv().index());
            let (_, truth) = truth.expect("a legal move");
            assert!(is_true(line.value, *truth), "{shown} {line:?} {truth:?}");
        }
        let is_lost = |line: &Line| matches!(line.value, Value::Exact(exact) if exact.result == GameResult::Loss);
        let is_lost_last = report.lines.is_sorted_by_key(is_lost);
        assert!(is_lost_last, "{shown}: what is open may be better than what is lost, {report:?}");
        if report.is_settled {
            let best = self.truths.iter().map(|&(_, value)| worth(value)).max();
            let told = exact(report.lines[0].value);
            match task.aim {
                Aim::Decide => {
                    assert_eq!(Some(told.result), best.map(|(result, _)| result), "{shown}");
                }
                _ => assert_eq!(Some(worth(told)), best, "{shown} {report:?}"),
            }
            assert!(report.lines.len() >= lines.min(self.truths.len()), "{shown} {report:?}");
        }
    }

    fn think(&self, task: &Task<'_>) -> Report {
        let report = think(&mut *solver(self.size, 1), &game(self.size, &self.moves), task);
        self.check(&report, task, task.lines);
        report
    }
}

#[test]
fn nodes_are_never_exceeded() {
    for size in BOARDS {
        for seed in 0..4 {
            let problem = Problem::new(size, 14 + 2 * seed as usize, 6000 + seed);
            for nodes in [0, 1, 2, 3, 10, 100, 1000] {
                for (lines, aim) in
                    [(1, Aim::Solve), (usize::MAX, Aim::Solve), (1, Aim::Decide), (3, Aim::Decide)]
                {
                    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
                    problem.think(&Task { budget: &budget, aim, lines, threads: 1 });
                }
            }
        }
    }
}

/// The search stops at every single node once.
#[test]
fn stopping_anywhere_claims_nothing_false() {
    for size in BOARDS {
        for seed in 0..24 {
            let problem = Problem::new(size, 7 + seed as usize % 12, 7000 + seed);
            for lines in [1, usize::MAX] {
                let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines, threads: 1 };
                let all = problem.think(&task).nodes;
                for nodes in 0..(all + 1).min(80) {
                    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
                    problem.think(&Task { budget: &budget, ..task });
                }
            }
        }
    }
}

#[test]
fn stop_flags_and_clocks_are_obeyed() {
    for size in BOARDS {
        let problem = Problem::new(size, 20, 8000);
        let is_stopped = AtomicBool::new(true);
        let at_once = Budget { stop: Some(&is_stopped), ..Budget::UNLIMITED };
        let no_time = Budget { time: Some(Duration::ZERO), ..Budget::UNLIMITED };
        for budget in [at_once, no_time] {
            for (lines, threads) in [(1, 1), (usize::MAX, 1), (1, 2)] {
                let task = Task { budget: &budget, aim: Aim::Solve, lines, threads };
                let report = problem.think(&task);
                assert!(threads > 1 || report.nodes == 0, "{size:?} {report:?}");
            }
        }
        for looks in 1..40 {
            let (clock, is_stopped) = (Cell::new(0), AtomicBool::new(false));
            let elapsed = || {
                clock.set(clock.get() + 1);
                is_stopped.store(clock.get() > looks, Relaxed);
                Duration::from_millis(clock.get())
            };
            // Somebody raises the flag, or time runs out.
            let time = Some(Duration::from_millis(if looks % 2 == 0 { looks } else { 1_000_000 }));
            let budget =
                Budget { time, elapsed: &elapsed, stop: Some(&is_stopped), ..Budget::UNLIMITED };
            for (lines, aim) in [(1, Aim::Solve), (usize::MAX, Aim::Solve), (1, Aim::Decide)] {
                clock.set(0);
                problem.think(&Task { budget: &budget, aim, lines, threads: 1 });
            }
        }
    }
}

/// What is told on the way is true for the side to move, too.
#[test]
fn news_are_true() {
    let mut n_told = 0;
    for size in BOARDS {
        for seed in 0..6 {
            let moves = random_moves(size, 22 + seed as usize % 2, 8100 + seed);
            let game = game(size, &moves);
            let truth = value(&mut *solver(size, 1), &game);
            let score = stones_left(size, &moves, truth);
            let clock = Cell::new(0);
            let elapsed = || {
                clock.set(clock.get() + 1);
                Duration::from_secs(clock.get())
            };
            let budget = Budget { elapsed: &elapsed, ..Budget::UNLIMITED };
            let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: 1 };
            let mut watch = |report: &Report| {
                let Some((low, high)) = report.bounds else { return };
                assert!((low..=high).contains(&score), "{size:?} {moves:?} {low} {high} {score}");
                n_told += 1;
            };
            let report = solver(size, 1).think(&game, &task, &mut watch).expect("an open game");
            assert_eq!(report.lines[0].value, Value::Exact(truth));
        }
    }
    assert!(n_told > 30, "{n_told}");
}

/// Even from the start of large boards.
#[test]
fn hard_positions_get_a_legal_move() {
    for size in [[6, 7, 4], [7, 8, 4], [15, 8, 4], [7, 16, 5], [1, 64, 3], [63, 2, 5], [127, 1, 4]]
    {
        for nodes in [0, 1, 10, 1000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            for lines in [1, 2, usize::MAX] {
                let game = game(size, &[]);
                let task = Task { budget: &budget, aim: Aim::Solve, lines, threads: 1 };
                let report = think(&mut *solver(size, 1), &game, &task);
                assert!(report.nodes <= nodes, "{size:?} {report:?}");
                assert!(game.position().is_legal(report.lines[0].mv()), "{size:?}");
                let is_over = |line: &Line| {
                    let mut game = crate::game(size, &[]);
                    line.moves.iter().for_each(|&mv| game.play(mv).expect("a legal move"));
                    game.outcome().is_some()
                };
                for line in &report.lines {
                    // A claim so early in the game comes with its proof: a game to its end.
                    if line.is_settled() && exact(line.value).result != GameResult::Draw {
                        assert!(is_over(line) || report.nodes == nodes, "{size:?} {line:?}");
                    }
                }
            }
        }
    }
}

/// What was forgotten has to be found out again, the same way; what was not helps.
#[test]
fn forgetting_is_complete() {
    for size in BOARDS {
        let game = game(size, &random_moves(size, 22, 9000));
        let mut engine = solver(size, 1);
        let first = solve(&mut *engine, &game, 1);
        let again = solve(&mut *engine, &game, 1);
        assert!(again.nodes <= first.nodes, "{size:?}");
        for threads in [1, 2] {
            // Work of several threads leaves nothing behind either.
            let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines: 2, threads };
            think(&mut *engine, &game, &task);
            engine.forget();
            assert_eq!(solve(&mut *engine, &game, 1), first, "{size:?}");
        }
    }
}
