//! What the specification says about the player, sentence by sentence, and a plain twin.

use std::{cell::Cell, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::{AnyPosition, Budget, Choice, Game, GameResult, Move, PlayerError, Side, Value};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::*;
use crate::PlayerSpec;

fn game(spec: &str, moves: &str) -> Game {
    let mut game = spec.parse::<GameSpec>().unwrap().start();
    game.play_text(moves).unwrap();
    game
}

fn choose(player: &str, spec: &str, moves: &str, budget: &Budget<'_>) -> Choice {
    let player: PlayerSpec = player.parse().unwrap();
    let mut player = player.build(&spec.parse().unwrap(), 0).unwrap();
    let mut silence = |line: &str| panic!("nobody asked for {line}");
    player.choose(&game(spec, moves), budget, &mut silence).unwrap()
}

fn win(plies: u32) -> Value {
    Value::exact(GameResult::Win, Some(plies))
}

fn loss(plies: u32) -> Value {
    Value::exact(GameResult::Loss, Some(plies))
}

const UNKNOWN: Value = Value::score(0.0);

#[test]
fn the_worked_example() {
    let player: PlayerSpec = "tree-minimax".parse().unwrap();
    let mut machine = player.build(&"sticks:11,2".parse().unwrap(), 0).unwrap();
    let mut game = game("sticks:11,2", "");
    let mut left = vec![game.position().diagram()];
    let mut said = Vec::new();
    for human in [2, 1, 1, 1].map(Move) {
        game.play(human).unwrap();
        left.push(game.position().diagram());
        if game.outcome().is_none() {
            let choice = machine.choose(&game, &Budget::UNLIMITED, &mut |_| {}).unwrap();
            said.push((choice.mv, choice.value));
            game.play(choice.mv).unwrap();
            left.push(game.position().diagram());
        }
    }
    assert_eq!(left, ["11 X", "9 O", "7 X", "6 O", "4 X", "3 O", "1 X", "0 O"]);
    assert_eq!(game.outcome().unwrap().winner, Some(Side::First), "the machine loses");
    // It was lost after the first move, and the player says so.
    let two = |plies| (Move(2), Some(loss(plies)));
    assert_eq!(said, [two(6), two(4), two(2)]);
}

/// The candidates as text, `1 loss 2, 2 win 1`, and the move.
fn shown(player: &str, spec: &str) -> (String, String) {
    let choice = choose(player, spec, "", &Budget::UNLIMITED);
    let chosen = choice.candidates.iter().find(|(candidate, _)| *candidate == choice.mv);
    assert_eq!(choice.value, chosen.map(|&(_, value)| value), "value of the move");
    assert_eq!(choice.line, [choice.mv]);
    let name = |mv| game(spec, "").position().show_move(mv);
    let shown = choice.candidates.iter().map(|&(mv, value)| match value {
        Value::Exact(exact) => {
            format!("{} {} {}", name(mv), exact.result.name(), exact.plies.unwrap())
        }
        Value::Estimate(_) => {
            assert_eq!(value, UNKNOWN);
            format!("{} unknown", name(mv))
        }
    });
    (shown.collect::<Vec<_>>().join(", "), name(choice.mv))
}

#[test]
fn a_win_is_better_than_an_unknown_and_that_than_a_loss() {
    let table = [
        ("tree-minimax", "sticks:4,3", "1 loss 2, 2 loss 2, 3 loss 2", "3"),
        ("tree-minimax", "sticks:3,3", "1 loss 2, 2 loss 2, 3 win 1", "3"),
        ("tree-minimax", "sticks:5,3", "1 win 3, 2 loss 2, 3 loss 2", "1"),
        // An overshoot is legal and loses at once.
        ("tree-minimax", "sticks:2,3", "1 loss 2, 2 win 1, 3 loss 1", "2"),
        // Seven plies to the end: the default depth of 6 does not show it.
        ("tree-minimax", "sticks:11,2", "1 unknown, 2 unknown", "2"),
        ("tree-minimax:depth=7", "sticks:11,2", "1 unknown, 2 win 7", "2"),
        ("tree-minimax:depth=8", "sticks:11,2", "1 loss 8, 2 win 7", "2"),
        ("tree-minimax:depth=1", "sticks:5,3", "1 unknown, 2 unknown, 3 unknown", "3"),
        ("tree-minimax:depth=2", "sticks:5,3", "1 unknown, 2 loss 2, 3 loss 2", "1"),
        ("tree-minimax:depth=2", "sticks:6,3", "1 unknown, 2 unknown, 3 loss 2", "2"),
        // Other forms of the game.
        ("tree-minimax", "sticks:1,2,misere", "1 loss 1", "1"),
        ("tree-minimax", "sticks:2,2,misere", "1 win 2, 2 loss 1", "1"),
        ("tree-minimax", "sticks:6,take=4/5", "4 win 1, 5 win 1", "5"),
        // The last of the winning moves is played, though another wins sooner.
        (
            "tree-minimax:depth=7",
            "sticks:3+2+2",
            "1:1 loss 6, 1:2 loss 6, 1:3 win 5, 2:1 win 7, 2:2 loss 6, 3:1 win 7, 3:2 loss 6",
            "3:1",
        ),
    ];
    for (player, spec, candidates, mv) in table {
        assert_eq!(shown(player, spec), (candidates.into(), mv.into()), "{player} on {spec}");
    }
}

#[test]
fn a_search_cut_short_prefers_the_unknown_to_a_loss() {
    let [a, b, c] = [1, 2, 3].map(Move);
    let table = [
        (vec![(a, Grade::Loss(2)), (b, Grade::Loss(4))], None, b, Some(loss(4))),
        (vec![(a, Grade::Loss(2)), (b, Grade::Loss(4))], Some(c), c, None),
        (vec![(a, Grade::Unknown), (b, Grade::Loss(2))], Some(c), a, Some(UNKNOWN)),
        (vec![(a, Grade::Win(1)), (b, Grade::Unknown)], Some(c), a, Some(win(1))),
        (vec![(a, Grade::Win(1)), (b, Grade::Win(9))], Some(c), b, Some(win(9))),
        (vec![], Some(a), a, None),
    ];
    for (graded, interrupted, mv, value) in table {
        let choice = decide(&graded, interrupted, 7);
        assert_eq!((choice.mv, choice.value, choice.nodes), (mv, value, 7), "{graded:?}");
        assert_eq!(choice.candidates.len(), graded.len());
    }
}

#[test]
fn debug_tells_what_each_node_returned() {
    let player: PlayerSpec = "tree-minimax:debug".parse().unwrap();
    let mut player = player.build(&"sticks:2,2".parse().unwrap(), 0).unwrap();
    let mut lines = Vec::new();
    let mut report = |line: &str| lines.push(line.to_owned());
    let choice = player.choose(&game("sticks:2,2", ""), &Budget::UNLIMITED, &mut report).unwrap();
    assert_eq!(
        lines,
        [
            "    1 leaves 0 X: loss in 0",
            "    2 leaves -1 X: win in 0",
            "  1 leaves 1 O: loss in 1",
            "  2 leaves 0 O: win in 0",
            "2 X: win in 1",
        ]
    );
    assert_eq!(choice.nodes, 5, "one line a node");
    assert_eq!(choice, choose("tree-minimax", "sticks:2,2", "", &Budget::UNLIMITED));
}

/// Nodes of the complete tree: every position that can be reached within the depth counts, once
/// for each way to it; an end counts, by an overshoot too, and has nothing below it.
fn complete_tree(left: i64, limit: i64, depth: u32) -> u64 {
    if left <= 0 || depth == 0 {
        return 1;
    }
    1 + (1..=limit).map(|take| complete_tree(left - take, limit, depth - 1)).sum::<u64>()
}

#[test]
fn the_tree_is_complete() {
    for limit in 1..=5 {
        for left in [1, 2, 3, 4, 5, 7, 9, 12, 20, 1_000_000_000] {
            for depth in 1..=7 {
                let player = format!("tree-minimax:depth={depth}");
                let spec = format!("sticks:{left},{limit}");
                let choice = choose(&player, &spec, "", &Budget::UNLIMITED);
                assert_eq!(choice.nodes, complete_tree(left, limit, depth), "{player} on {spec}");
            }
        }
    }
}

#[test]
fn parameters_have_defaults_and_limits() {
    let by_default = choose("tree-minimax", "sticks:50,3", "", &Budget::UNLIMITED);
    assert_eq!(by_default, choose("tree-minimax:depth=6", "sticks:50,3", "", &Budget::UNLIMITED));
    assert_eq!(by_default.nodes, complete_tree(50, 3, 6));
    for good in ["depth=1", "depth=100", "debug", "debug=on,depth=3", "debug=off"] {
        assert!(format!("tree-minimax:{good}").parse::<PlayerSpec>().is_ok(), "{good}");
    }
    for bad in ["depth=0", "depth=101", "depth=six", "debug=2", "width=3"] {
        assert!(format!("tree-minimax:{bad}").parse::<PlayerSpec>().is_err(), "{bad}");
    }
}

#[test]
fn the_depth_of_the_budget_limits_the_own_depth() {
    for (own, limit, is_like) in [(6, 2, 2), (2, 6, 2), (4, 0, 1)] {
        let budget = Budget { depth: Some(limit), ..Budget::UNLIMITED };
        let limited = choose(&format!("tree-minimax:depth={own}"), "sticks:9,3", "", &budget);
        let player = format!("tree-minimax:depth={is_like}");
        assert_eq!(limited, choose(&player, "sticks:9,3", "", &Budget::UNLIMITED));
    }
}

#[test]
fn only_sticks_are_played_and_only_unfinished_games() {
    let player: PlayerSpec = "tree-minimax".parse().unwrap();
    for other in ["othello", "tictactoe", "connect:6,7,4"] {
        assert!(player.build(&other.parse().unwrap(), 0).is_err(), "{other}");
    }
    let mut player = player.build(&"sticks:11,2".parse().unwrap(), 0).unwrap();
    let mut ask = |game: &Game| player.choose(game, &Budget::UNLIMITED, &mut |_| {}).err();
    assert_eq!(ask(&game("sticks:2,2", "2")), Some(PlayerError::GameOver));
    assert_eq!(ask(&game("sticks:1,2", "2")), Some(PlayerError::GameOver), "by an overshoot");
    assert_eq!(ask(&game("sticks:1+2", "")), Some(PlayerError::WrongGame));
    assert_eq!(ask(&game("othello", "")), Some(PlayerError::WrongGame));
    assert_eq!(ask(&game("sticks:11,2", "")), None);
}

/// What is finished when the budget is spent are the first candidates of the whole search.
fn check_stopped(stopped: &Choice, whole: &Choice, spec: &str) {
    assert!(game(spec, "").position().is_legal(stopped.mv));
    let finished = stopped.candidates.len();
    assert_eq!(stopped.candidates, whole.candidates[..finished]);
    if let Some(value) = stopped.value {
        assert!(stopped.candidates.contains(&(stopped.mv, value)));
    } else {
        assert_eq!(stopped.mv, whole.candidates[finished].0, "the one it was looking at");
        let is_lost = |value: &Value| matches!(value, Value::Exact(exact) if exact.result == GameResult::Loss);
        assert!(stopped.candidates.iter().all(|(_, value)| is_lost(value)));
    }
}

#[test]
fn nodes_stop_the_search_anywhere() {
    for spec in ["sticks:5,6", "sticks:8,6", "sticks:30,6", "sticks:3+4,misere"] {
        let player = "tree-minimax:depth=4";
        let whole = choose(player, spec, "", &Budget::UNLIMITED);
        for nodes in 0..whole.nodes + 3 {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let stopped = choose(player, spec, "", &budget);
            assert_eq!(stopped.nodes, nodes.min(whole.nodes));
            check_stopped(&stopped, &whole, spec);
        }
    }
}

#[test]
fn the_clock_stops_the_search_anywhere() {
    for spec in ["sticks:15,6", "sticks:1000000000,6"] {
        let player = "tree-minimax:depth=5";
        let whole = choose(player, spec, "", &Budget::UNLIMITED);
        let mut stopped_short = 0;
        for limit in 0..200_u32 {
            let readings = Cell::new(0);
            let tick = || {
                readings.set(readings.get() + 1);
                Duration::from_secs(readings.get().into())
            };
            let time = Some(Duration::from_secs(limit.into()));
            let budget = Budget { time, elapsed: &tick, ..Budget::UNLIMITED };
            let stopped = choose(player, spec, "", &budget);
            check_stopped(&stopped, &whole, spec);
            stopped_short += u32::from(stopped.nodes < whole.nodes);
            assert!(readings.get() <= limit.max(1), "nothing goes on when time is up");
        }
        assert!(stopped_short >= 50, "{stopped_short}");
    }
}

#[test]
fn ten_thousand_moves_a_position_leave_time_to_answer() {
    let readings = Cell::new(0_u32);
    let tick = || {
        readings.set(readings.get() + 1);
        Duration::from_millis(readings.get().into())
    };
    let time = Some(Duration::from_millis(10));
    let budget = Budget { time, elapsed: &tick, ..Budget::UNLIMITED };
    let choice = choose("tree-minimax", "sticks:1000000000,10000", "", &budget);
    assert_eq!((choice.mv, choice.value), (Move(1), None));
    assert!(readings.get() <= 10);
}

// The twins: infinities from the point of view of the player at the root, one for the classic form
// in plain numbers, one for every form.

fn naive_value(left: i64, limit: i64, depth: u32, is_mine: bool) -> f64 {
    let (mine, yours) = (f64::INFINITY, f64::NEG_INFINITY);
    if left == 0 {
        return if is_mine { yours } else { mine };
    }
    if left < 0 {
        return if is_mine { mine } else { yours };
    }
    if depth == 0 {
        return 0.0;
    }
    let children = (1..=limit).map(|take| naive_value(left - take, limit, depth - 1, !is_mine));
    if is_mine { children.fold(yours, f64::max) } else { children.fold(mine, f64::min) }
}

fn naive_value_of(position: &dyn AnyPosition, depth: u32, me: Side) -> f64 {
    if let Some(outcome) = position.outcome() {
        return if outcome.winner == Some(me) { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    if depth == 0 {
        return 0.0;
    }
    let children = position.moves().into_iter().map(|mv| {
        let mut next = position.boxed_clone();
        next.play_legal(mv);
        naive_value_of(next.as_ref(), depth - 1, me)
    });
    if position.side_to_move() == me {
        children.fold(f64::NEG_INFINITY, f64::max)
    } else {
        children.fold(f64::INFINITY, f64::min)
    }
}

/// The last of the best moves, and a value for each. What is decided in n plies is what a tree of
/// depth n is the first to show.
fn naive_choice(
    moves: &[Move],
    depth: u32,
    value: impl Fn(Move, u32) -> f64,
) -> (Move, Vec<(Move, Value)>) {
    let at_depth = |mv| (mv, value(mv, depth));
    let mut best = at_depth(moves[0]);
    for candidate in moves.iter().copied().map(at_depth) {
        if candidate.1 >= best.1 {
            best = candidate;
        }
    }
    let candidates = moves.iter().map(|&mv| {
        let first = (1..=depth).find(|&plies| value(mv, plies) != 0.0);
        let shown = match first {
            None => UNKNOWN,
            Some(plies) if value(mv, plies) > 0.0 => win(plies),
            Some(plies) => loss(plies),
        };
        (mv, shown)
    });
    (best.0, candidates.collect())
}

fn check(choice: &Choice, expected: &(Move, Vec<(Move, Value)>), context: &str) {
    assert_eq!((choice.mv, &choice.candidates), (expected.0, &expected.1), "{context}");
}

#[test]
fn the_plain_twin_agrees_on_the_classic_form() {
    for limit in 1..=6_u32 {
        let moves: Vec<Move> = (1..=limit).map(Move).collect();
        for left in 1..=40 {
            for depth in [1, 2, 3, 4, 6] {
                let player = format!("tree-minimax:depth={depth}");
                let spec = format!("sticks:{left},{limit}");
                let expected = naive_choice(&moves, depth, |mv, depth| {
                    naive_value(left - i64::from(mv.0), limit.into(), depth - 1, false)
                });
                let choice = choose(&player, &spec, "", &Budget::UNLIMITED);
                check(&choice, &expected, &format!("{player} on {spec}"));
            }
        }
    }
}

#[test]
fn the_plain_twin_agrees_on_every_form() {
    let forms = [
        "sticks:11,2",
        "sticks:14,3,misere",
        "sticks:15,take=1/3/4",
        "sticks:12,take=2/5,misere",
        "sticks:1+2+3",
        "sticks:2+3+2,misere",
        "sticks:5+4,2",
        "sticks:1+1+1+1+2+2",
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for spec in forms {
        for _ in 0..30 {
            let mut game = game(spec, "");
            for _ in 0..rng.random_range(0..6) {
                let moves = game.position().moves();
                game.play(moves[rng.random_range(0..moves.len())]).unwrap();
                if game.outcome().is_some() {
                    game.take_back();
                }
            }
            let (depth, position) = (rng.random_range(1..=5), game.position());
            let expected = naive_choice(&position.moves(), depth, |mv, depth| {
                let mut next = position.boxed_clone();
                next.play_legal(mv);
                naive_value_of(next.as_ref(), depth - 1, position.side_to_move())
            });
            let player: PlayerSpec = format!("tree-minimax:depth={depth}").parse().unwrap();
            let mut player = player.build(&spec.parse().unwrap(), 0).unwrap();
            let choice = player.choose(&game, &Budget::UNLIMITED, &mut |_| {}).unwrap();
            check(&choice, &expected, &format!("depth {depth} on {spec}, {}", position.diagram()));
        }
    }
}
