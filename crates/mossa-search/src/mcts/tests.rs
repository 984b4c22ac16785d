//! The search against brute force, its limits, and positions whose best move is plain to see.

use std::{cell::Cell, sync::atomic::AtomicBool, time::Duration};

use mossa_kernel::{Budget, GameResult, Move, Position, Value, Visit};

use super::Mcts;
use crate::{
    Report, Search, Task,
    brute_force::{BruteForce, after, check, exact, positions, visit},
};

fn nodes(nodes: u64) -> Budget<'static> {
    Budget { nodes: Some(nodes), ..Budget::UNLIMITED }
}

fn search<P: Position>(position: &P, budget: &Budget<'_>, seed: u64) -> Report {
    Mcts::new(4, seed).search(position, &Task::play(budget), &mut |_| {})
}

struct AgreesWithBruteForce {
    games: u64,
    enough: u64,
}

impl Visit for AgreesWithBruteForce {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut truths = BruteForce::new();
        for (seed, position) in (0..).zip(positions(&start, self.games)) {
            // With little time some moves are proven; with enough the position is.
            for limit in [1, 30, 300] {
                check(&position, &search(&position, &nodes(limit), seed), &mut truths);
            }
            let report = search(&position, &nodes(self.enough), seed);
            check(&position, &report, &mut truths);
            let best = report.best().expect("a line");
            let result = exact(best.value).result;
            assert_eq!(result, truths.truth(&position).0, "{}", position.diagram());
        }
    }
}

#[test]
fn proven_values_agree_with_brute_force() {
    for (spec, games) in [
        ("tictactoe", 60),
        ("mnk:3,4,3", 20),
        ("mnk:2,3,3", 20),
        ("mnk:1,1,1", 0),
        ("mnk:1,7,3", 10),
        ("connect:4,4,3", 20),
        ("connect:3,3,3", 20),
        ("othello:4x4", 3),
        ("sticks:15,3", 10),
        ("sticks:12,3,misere", 10),
        ("sticks:1+3+5,misere", 10),
        ("sticks:9,take=2/3", 10),
    ] {
        visit(spec, AgreesWithBruteForce { games, enough: 1_000_000 });
    }
}

/// What the best line says after so many iterations from the position that some moves lead to.
struct Best<'t> {
    moves: &'t str,
    iterations: u64,
}

impl Visit for Best<'_> {
    type Out = (String, Value);

    fn visit<P: Position>(self, start: P) -> (String, Value) {
        let mut position = start;
        for text in self.moves.split_whitespace() {
            let mv = position.read_move(text).expect("a move");
            position.play(mv);
        }
        let report = search(&position, &nodes(self.iterations), 1);
        let best = report.best().expect("a line");
        (position.show_move(best.mv()), best.value)
    }
}

#[test]
fn a_win_in_one_is_played_without_an_iteration() {
    let (mv, value) = visit("connect4", Best { moves: "4 1 4 1 4 1", iterations: 0 });
    assert_eq!((mv.as_str(), value), ("4", Value::exact(GameResult::Win, Some(1))));
    let (mv, value) = visit("gomoku", Best { moves: "a1 a2 b1 b2 c1 c2 d1 d2", iterations: 0 });
    assert_eq!((mv.as_str(), value), ("e1", Value::exact(GameResult::Win, Some(1))));
}

#[test]
fn a_threat_is_blocked() {
    let (mv, value) = visit("connect4", Best { moves: "4 1 4 1 4", iterations: 1_000 });
    assert_eq!(mv, "4");
    assert!(matches!(value, Value::Estimate(_)), "{value:?}");
    assert_eq!(visit("mnk:7,7,4", Best { moves: "a1 d7 b1 g7 c1", iterations: 3_000 }).0, "d1");
}

#[test]
fn a_sure_draw_is_better_than_hope_that_came_to_nothing() {
    // Everything loses but the corners, which draw.
    let (mv, _) = visit("tictactoe", Best { moves: "b2", iterations: 20_000 });
    assert!(["a1", "a3", "c1", "c3"].contains(&mv.as_str()), "{mv}");
}

#[test]
fn estimates_are_means() {
    let (_, value) = visit("connect4", Best { moves: "", iterations: 2_000 });
    let Value::Estimate(estimate) = value else { panic!("{value:?}") };
    let chance = estimate.winning_chance.expect("results are chances");
    assert!((0.5..0.95).contains(&chance), "the first player is better off: {chance}");
    assert!((estimate.score - (2.0 * chance - 1.0) * 100.0).abs() < 1e-3);
}

struct Limits;

impl Visit for Limits {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        for limit in [0, 1, 2, 77, 1_000] {
            let first = search(&start, &nodes(limit), 5);
            assert_eq!(first.nodes, limit);
            assert!(!first.lines.is_empty());
            assert_eq!(first, search(&start, &nodes(limit), 5), "the same seed");
        }
        let stop = AtomicBool::new(true);
        let budget = Budget { stop: Some(&stop), ..Budget::UNLIMITED };
        assert_eq!(search(&start, &budget, 1).nodes, 0);
        let ticks = Cell::new(0);
        let elapsed = || Duration::from_micros(ticks.replace(ticks.get() + 100));
        let time = Some(Duration::from_millis(10));
        let report = search(&start, &Budget { time, elapsed: &elapsed, ..Budget::UNLIMITED }, 1);
        assert!((1..1_000).contains(&report.nodes), "{}", report.nodes);
    }
}

#[test]
fn budgets_are_kept_and_seeds_repeat() {
    visit("connect4", Limits);
    visit("othello:6x6", Limits);
    visit("mnk:9,9,5", Limits);
}

#[test]
fn different_seeds_play_different_games() {
    struct Seeds;
    impl Visit for Seeds {
        type Out = ();
        fn visit<P: Position>(self, start: P) {
            let lines = |seed| search(&start, &nodes(500), seed).lines;
            assert_ne!(lines(1), lines(2));
        }
    }
    visit("connect4", Seeds);
}

#[test]
fn a_full_tree_goes_on() {
    struct Full;
    impl Visit for Full {
        type Out = ();
        fn visit<P: Position>(self, start: P) {
            let mut search = Mcts::new(0, 1);
            let budget = nodes(50_000);
            let mut watched = Vec::new();
            let report = search.search(&start, &Task::play(&budget), &mut |report| {
                watched.push(report.nodes);
            });
            assert_eq!(report.nodes, 50_000);
            assert!((990..=1000).contains(&report.table_fill), "{}", report.table_fill);
            assert!(search.tree.size_in_bytes() <= 2 << 20);
            assert!(watched.windows(2).all(|pair| pair[1] >= 2 * pair[0]), "{watched:?}");
            assert!(watched.len() >= 5, "{watched:?}");
            search.forget();
            assert_eq!(search.tree.size_in_bytes(), 0);
        }
    }
    visit("othello", Full);
}

#[test]
fn a_pass_is_a_move_like_others() {
    struct Pass;
    impl Visit for Pass {
        type Out = u32;
        fn visit<P: Position>(self, start: P) -> u32 {
            let mut truths = BruteForce::new();
            let mut passes = 0;
            for position in positions(&start, 300) {
                if position.is_legal(Move::PASS) {
                    passes += 1;
                    let report = search(&position, &nodes(10_000), 1);
                    assert_eq!(report.lines.len(), 1);
                    assert_eq!(report.lines[0].mv(), Move::PASS);
                    check(&position, &report, &mut truths);
                    assert!(after(&position, Move::PASS).outcome().is_none());
                }
            }
            passes
        }
    }
    assert!(visit("othello:4x4", Pass) > 3);
}

/// Searches for a millisecond of some clock.
struct Long<'c>(&'c dyn Fn() -> Duration);

impl Visit for Long<'_> {
    type Out = Report;

    fn visit<P: Position>(self, start: P) -> Report {
        let time = Some(Duration::from_millis(1));
        search(&start, &Budget { time, elapsed: self.0, ..Budget::UNLIMITED }, 1)
    }
}

#[test]
fn large_boards_and_long_games() {
    for spec in ["mnk:200,200,5", "connect:200,200,5", "othello:26x26", "sticks:100000,3"] {
        let (_, value) = visit(spec, Best { moves: "", iterations: 20 });
        assert!(matches!(value, Value::Estimate(_)), "{spec}: {value:?}");
    }
    // Too many moves to keep, or a game too long for a roll-out: still a move is found.
    let many = format!("sticks:10000{}", "+10000".repeat(63));
    let (_, value) = visit(&many, Best { moves: "", iterations: 3 });
    assert_eq!(value, Value::score(0.0));
    let ticks = Cell::new(0);
    let elapsed = || Duration::from_micros(ticks.replace(ticks.get() + 100));
    assert_eq!(visit("sticks:1000000000,1", Long(&elapsed)).lines.len(), 1);
}
