//! Known counts, and that all algorithms agree.

use std::sync::atomic::AtomicBool;

use mossa_kernel::Side;
use proptest::prelude::*;

use super::*;

fn run(spec: &str, moves: &str, depth: u32, name: &str) -> Row {
    let spec: GameSpec = spec.parse().unwrap();
    let mut game = spec.start();
    game.play_text(moves).unwrap();
    let lab = Lab { spec: &spec, game: &game, depth, playouts: 500, budget: &Budget::UNLIMITED };
    lab.run(name.parse().unwrap()).unwrap()
}

#[test]
fn tic_tac_toe_has_its_famous_numbers() {
    for depth in [9, 10, 40] {
        let minimax = run("tictactoe", "", depth, "minimax");
        assert_eq!((minimax.nodes, minimax.leaves), (549_946, 255_168));
        assert_eq!(minimax.value, Some(0.0));
        let alphabeta = run("tictactoe", "", depth, "alphabeta");
        assert_eq!(alphabeta.nodes, 18_297);
        assert_eq!(alphabeta.value, Some(0.0));
    }
    let remembered = run("tictactoe", "", 9, "minimax+table");
    // 5,478 positions can arise; each is searched once, and every other visit is a hit or a leaf.
    let searched = remembered.nodes - remembered.leaves - remembered.table_hits;
    assert_eq!(searched, 5_478 - 958);
}

#[test]
fn each_rung_needs_fewer_nodes_than_minimax() {
    for (spec, depth) in [("connect4", 6), ("mnk:5,5,4", 4), ("othello", 5), ("sticks:1+3+5", 7)] {
        let minimax = run(spec, "", depth, "minimax");
        for rung in LADDER.iter().filter(|rung| rung.algorithm.base != Base::Mcts).skip(1) {
            let row = run(spec, "", depth, rung.name);
            assert!(row.nodes < minimax.nodes, "{spec} {}: {row:?}", rung.name);
            assert_eq!(row.value, minimax.value, "{spec} {}", rung.name);
            assert!(row.cutoffs > 0, "{spec} {}", rung.name);
        }
    }
}

#[test]
fn theory_is_measured() {
    let spec: GameSpec = "tictactoe".parse().unwrap();
    let game = spec.start();
    let theory = |depth| {
        let budget = &Budget::UNLIMITED;
        Lab { spec: &spec, game: &game, depth, playouts: 1, budget }.theory().unwrap()
    };
    let whole = theory(20);
    assert_eq!((whole.depth, whole.measured_depth), (9, 9));
    assert!((whole.full - 255_168.0).abs() < 1e-3, "{whole:?}");
    assert!((theory(2).branching - 72_f64.sqrt()).abs() < 1e-9);
    let gomoku: GameSpec = "gomoku".parse().unwrap();
    let game = gomoku.start();
    let lab = Lab { spec: &gomoku, game: &game, depth: 8, playouts: 1, budget: &Budget::UNLIMITED };
    let theory = lab.theory().unwrap();
    assert_eq!((theory.depth, theory.measured_depth), (8, 2));
    assert!((theory.branching - f64::sqrt(225.0 * 224.0)).abs() < 1e-9);
}

#[test]
fn a_search_that_takes_too_long_is_stopped() {
    let spec: GameSpec = "gomoku".parse().unwrap();
    let game = spec.start();
    let budget = Budget { nodes: Some(5_000), ..Budget::UNLIMITED };
    let lab = Lab { spec: &spec, game: &game, depth: 8, playouts: 9_000, budget: &budget };
    for rung in LADDER {
        let row = lab.run(rung.algorithm).unwrap();
        assert_eq!(row.nodes, 5_000, "{}", rung.name);
        let is_search = rung.algorithm.base != Base::Mcts;
        assert_eq!((row.is_stopped, row.value.is_none()), (is_search, is_search), "{}", rung.name);
    }
    let stop = AtomicBool::new(true);
    let budget = Budget { stop: Some(&stop), ..Budget::UNLIMITED };
    let row = Lab { budget: &budget, ..lab }.run(LADDER[0].algorithm).unwrap();
    assert_eq!((row.nodes, row.is_stopped), (0, true));
}

#[test]
fn a_finished_game_is_refused() {
    let spec: GameSpec = "tictactoe".parse().unwrap();
    let mut game = spec.start();
    game.play_text("a1 b1 a2 b2 a3").unwrap();
    let lab = Lab { spec: &spec, game: &game, depth: 1, playouts: 1, budget: &Budget::UNLIMITED };
    assert_eq!(lab.run(LADDER[0].algorithm), Err(PlayerError::GameOver));
    assert_eq!(lab.theory(), Err(PlayerError::GameOver));
    let other: GameSpec = "connect4".parse().unwrap();
    let game = other.start();
    assert_eq!(Lab { game: &game, ..lab }.run(LADDER[0].algorithm), Err(PlayerError::WrongGame));
}

fn traced(spec: &str, depth: u32, name: &str, limit: usize) -> (Row, Trace) {
    let spec: GameSpec = spec.parse().unwrap();
    let game = spec.start();
    let lab = Lab { spec: &spec, game: &game, depth, playouts: 1, budget: &Budget::UNLIMITED };
    lab.run_traced(name.parse().unwrap(), limit).unwrap()
}

/// The value that follows from the children of a node.
fn chosen(trace: &Trace, index: usize) -> Option<f64> {
    let children = trace.nodes.iter().filter(|node| node.parent == Some(index));
    let values = children.filter_map(|node| node.value);
    if trace.nodes[index].is_maximizing() {
        values.reduce(f64::max)
    } else {
        values.reduce(f64::min)
    }
}

#[test]
fn a_trace_is_the_tree() {
    for name in ["minimax", "alphabeta", "+ordering", "alphabeta+table"] {
        let (row, trace) = traced("mnk:2,3,2", 6, name, 100_000);
        assert_eq!((trace.nodes.len() as u64, trace.n_searched), (row.nodes, row.nodes), "{name}");
        for (index, node) in trace.nodes.iter().enumerate() {
            assert_eq!(node.parent.is_none(), index == 0);
            assert_eq!(node.side == Side::First, node.is_maximizing());
            if let Some(value) = chosen(&trace, index) {
                assert_eq!(node.value, Some(value), "{name} {index} {node:?}");
            }
            if let Some(Reason::Cut { value, beta, n_skipped }) = node.reason {
                let (is_cut, bound) = if node.is_maximizing() {
                    (value >= beta, node.beta)
                } else {
                    (value <= beta, node.alpha)
                };
                assert!(is_cut && bound == Some(beta) && n_skipped < 6, "{node:?}");
            }
        }
        let count = |reason: fn(&Reason<f64>) -> bool| {
            trace.nodes.iter().filter(|node| node.reason.as_ref().is_some_and(reason)).count()
                as u64
        };
        assert_eq!(count(|reason| matches!(reason, Reason::Cut { .. })), row.cutoffs, "{name}");
        assert_eq!(count(|reason| matches!(reason, Reason::Table)), row.table_hits, "{name}");
    }
}

#[test]
fn a_short_trace_has_whole_levels() {
    for limit in [1, 2, 9, 10, 11, 100, 1_000] {
        let (row, trace) = traced("tictactoe", 5, "minimax", limit);
        assert!(trace.nodes.len() <= limit, "{limit}");
        let hidden: u64 = trace.nodes.iter().map(|node| node.n_hidden).sum();
        assert_eq!(trace.nodes.len() as u64 + hidden, row.nodes, "{limit}");
        // 1, 9, 72, 504 positions at each distance.
        let whole = [(1, 1), (10, 10), (82, 82), (586, 586)];
        let expected = whole.iter().rev().find(|level| level.0 < limit).map_or(1, |level| level.1);
        assert_eq!(trace.nodes.len(), expected, "{limit}");
    }
}

const SPECS: &[&str] = &[
    "tictactoe",
    "mnk:1,5,3",
    "mnk:4,3,3",
    "gomoku",
    "connect4",
    "connect:3,4,3",
    "connect:12,12,5",
    "connect:20,200,4",
    "othello",
    "othello:4x4",
    "sticks:9,3",
    "sticks:1+3+5",
    "sticks:7,take=2/3,misere",
    "mnk:20,70,5",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_algorithms_agree(
        which in prop::sample::select(SPECS),
        choices in prop::collection::vec(any::<u16>(), 0..30),
        depth in 1..6_u32,
    ) {
        let spec: GameSpec = which.parse().unwrap();
        let mut game = spec.start();
        for choice in choices {
            let moves = game.position().moves();
            let mv = moves[usize::from(choice) % moves.len()];
            let mut next = game.clone();
            next.play(mv).unwrap();
            if next.outcome().is_some() {
                break;
            }
            game = next;
        }
        // Wide boards only as deep as it takes no time.
        let width = game.position().moves().len();
        let most = match width {
            0..13 => 5,
            13..60 => 3,
            60..300 => 2,
            _ => 1,
        };
        let depth = depth.min(most);
        let lab = Lab { spec: &spec, game: &game, depth, playouts: 1, budget: &Budget::UNLIMITED };
        let expected = lab.run("minimax".parse().unwrap()).unwrap();
        let names = ["minimax+table", "minimax+ordering+table+deepening", "alphabeta",
            "+ordering", "alphabeta+table", "+table", "alphabeta+deepening", "+deepening",
            "pvs", "pvs+table", "pvs+ordering"];
        for name in names {
            let row = lab.run(name.parse().unwrap()).unwrap();
            prop_assert_eq!(row.value, expected.value, "{} {}", name, game.position().diagram());
            prop_assert!(row.best.is_some_and(|best| game.position().is_legal(best)));
        }
    }
}
