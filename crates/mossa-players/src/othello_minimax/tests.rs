//! What the specification says about the two players, sentence by sentence, and a plain twin.

use std::{cell::Cell, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::{
    AnyPosition, Budget, Choice, Estimate, Game, Move, PlayerError, Side, Value, View,
};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::PlayerSpec;

const BOTH: [&str; 2] = ["minimax", "weighted-minimax"];

fn game(spec: &str, diagram: &str) -> Game {
    let mut game = spec.parse::<GameSpec>().unwrap().start();
    if !diagram.is_empty() {
        game.set_up(diagram).unwrap();
    }
    game
}

fn choose(player: &str, spec: &str, game: &Game, budget: &Budget<'_>) -> Choice {
    let player: PlayerSpec = player.parse().unwrap();
    let mut player = player.build(&spec.parse().unwrap(), 0).unwrap();
    player.choose(game, budget, &mut |_| {}).unwrap()
}

fn number(value: Value) -> i32 {
    match value {
        Value::Estimate(Estimate { score, winning_chance: None }) => {
            let number = score as i32;
            assert!((f64::from(number) - score).abs() < f64::EPSILON, "{score} is whole");
            number
        }
        other => panic!("{other:?} is no number of this player's own"),
    }
}

fn numbers(choice: &Choice) -> Vec<(Move, i32)> {
    choice.candidates.iter().map(|&(mv, value)| (mv, number(value))).collect()
}

/// The candidates as text, `c2 4, d2 2`, and the move.
fn shown(player: &str, spec: &str, diagram: &str) -> (String, String) {
    let game = game(spec, diagram);
    let choice = choose(player, spec, &game, &Budget::UNLIMITED);
    let name = |mv| game.position().show_move(mv);
    let numbers = numbers(&choice);
    let list: Vec<String> =
        numbers.iter().map(|&(mv, number)| format!("{} {number}", name(mv))).collect();
    let chosen = numbers.iter().find(|&&(mv, _)| mv == choice.mv);
    assert_eq!(choice.value.map(number), chosen.map(|&(_, number)| number), "value of the move");
    assert_eq!(choice.line.first(), Some(&choice.mv));
    (list.join(", "), name(choice.mv))
}

/// The worked example of the specification, rows and columns counted from 1: X on 3-5, 4-4, 4-5,
/// 5-5; O on 3-4, 5-2, 5-3, 5-4, 6-3.
const EXAMPLE: &str = "......../......../...OX.../...XX.../.OOOX.../..O...../......../........ X";

#[test]
fn the_worked_example() {
    let minimax = "c2 4, d2 2, c3 4, a5 4, b6 2, d6 0, b7 2";
    let weighted = "c2 2, d2 2, c3 2, a5 13, b6 2, d6 0, b7 -2";
    for depth in ["", ":depth=3"] {
        let player = format!("minimax{depth}");
        assert_eq!(shown(&player, "othello", EXAMPLE), (minimax.into(), "c2".into()));
        let player = format!("weighted-minimax{depth}");
        assert_eq!(shown(&player, "othello", EXAMPLE), (weighted.into(), "a5".into()));
    }
}

#[test]
fn depth_one_is_the_move_itself() {
    let (discs, mv) = shown("minimax:depth=1", "othello", EXAMPLE);
    // X has 4 + 1 + flips against 5 - flips: twice the number of flips.
    assert_eq!(discs, "c2 2, d2 2, c3 2, a5 6, b6 2, d6 2, b7 4");
    assert_eq!(mv, "a5");
}

#[test]
fn a_corner_is_taken_whatever_else_there_is() {
    let table = [
        // Both corners of the top row, the left one first.
        (".OXXO./....../....../...... X", "a1"),
        // The right one alone; elsewhere there is a move in a lower column.
        ("..XXO./XO..../....../...... X", "f1"),
        // The top row before the bottom row, whatever the column.
        ("..XXO./....../....../.OXX.. X", "f1"),
        // The bottom row, left before right; rows above offer moves, too.
        ("....../XO..../....../.OXXO. X", "a4"),
        ("....../XO..../....../..XXO. X", "f4"),
        // The second player knows the rule as well.
        ("....../OX..../....../..OOX. O", "f4"),
    ];
    for (diagram, corner) in table {
        for player in BOTH {
            let (numbers, mv) = shown(player, "othello:4x6", diagram);
            assert_eq!(mv, corner, "{player} on {diagram}");
            assert!(numbers.contains(&format!("{corner} ")), "{numbers} number the corner, too");
        }
    }
}

#[test]
fn a_corner_is_taken_although_its_number_is_lower() {
    // Two discs flipped inside are more than the one next to the corner.
    let diagram = ".OX.../....../XOO.../...... X";
    let (numbers, mv) = shown("minimax:depth=1", "othello:4x6", diagram);
    assert_eq!((numbers.as_str(), mv.as_str()), ("a1 2, d3 4", "a1"));
}

#[test]
fn a_pass_uses_up_a_ply() {
    let diagram = "XO../..../..../XO.O O";
    for (depth, number) in [(1, 1), (2, -2), (3, -2), (4, -5)] {
        let player = format!("minimax:depth={depth}");
        let expected = (format!("pass {number}"), "pass".to_owned());
        assert_eq!(shown(&player, "othello:4x4", diagram), expected, "depth {depth}");
    }
}

#[test]
fn a_finished_game_is_measured_like_any_other() {
    // After c1 nobody can move. Discs 3 to 1, though the margin is 14; corners 1 to 1.
    let diagram = "OX../..../..../...X O";
    for depth in [1, 2, 3, 9] {
        let player = format!("minimax:depth={depth}");
        assert_eq!(shown(&player, "othello:4x4", diagram).0, "c1 2");
        assert_eq!(shown(&format!("weighted-{player}"), "othello:4x4", diagram).0, "c1 -20");
    }
}

#[test]
fn ties_go_to_the_lowest_row_then_the_lowest_column() {
    // The four opening moves are mirror images of one another.
    for player in BOTH {
        for spec in ["othello", "othello:6x6", "othello:10x8"] {
            let game = game(spec, "");
            let choice = choose(player, spec, &game, &Budget::UNLIMITED);
            let numbers = numbers(&choice);
            assert!(numbers.iter().all(|&(_, number)| number == numbers[0].1), "{numbers:?}");
            assert_eq!(Some(choice.mv), numbers.iter().map(|&(mv, _)| mv).min());
        }
    }
}

#[test]
fn parameters_have_defaults_and_limits() {
    for player in BOTH {
        for good in ["", ":depth=1", ":depth=100"] {
            assert!(format!("{player}{good}").parse::<PlayerSpec>().is_ok());
        }
        for bad in [":depth=0", ":depth=101", ":depth=-1", ":depth=x", ":width=2"] {
            assert!(format!("{player}{bad}").parse::<PlayerSpec>().is_err(), "{player}{bad}");
        }
    }
}

#[test]
fn only_othello_is_played_and_only_the_game_it_was_made_for() {
    for name in BOTH {
        let player: PlayerSpec = name.parse().unwrap();
        for other in ["tictactoe", "connect:6,7,4", "sticks:11,2"] {
            assert!(player.build(&other.parse().unwrap(), 0).is_err(), "{name} on {other}");
        }
        let mut player = player.build(&"othello:4x6".parse().unwrap(), 0).unwrap();
        let mut ask = |game| player.choose(&game, &Budget::UNLIMITED, &mut |_| {});
        for other in ["othello", "othello:6x4", "othello:4x4", "sticks:11,2"] {
            assert_eq!(ask(game(other, "")), Err(PlayerError::WrongGame), "{name} on {other}");
        }
        let over = game("othello:4x6", "XXXXXX/XXXXXX/XXXXXX/XXXXXX O");
        assert_eq!(ask(over), Err(PlayerError::GameOver));
        assert!(ask(game("othello:4x6", "")).is_ok());
    }
}

#[test]
fn the_depth_of_the_budget_limits_the_own_depth() {
    let game = game("othello", EXAMPLE);
    for player in BOTH {
        for (own, limit, is_like) in [(5, 2, 2), (2, 5, 2), (4, 0, 1), (3, 3, 3)] {
            let budget = Budget { depth: Some(limit), ..Budget::UNLIMITED };
            let limited = choose(&format!("{player}:depth={own}"), "othello", &game, &budget);
            let player = format!("{player}:depth={is_like}");
            assert_eq!(limited, choose(&player, "othello", &game, &Budget::UNLIMITED));
        }
    }
}

#[test]
fn numbers_for_show_do_not_hold_up_a_corner() {
    let diagram = "......../......../..XO..../..OX..../......../......../......../.....XO. X";
    let game = game("othello", diagram);
    let choice = choose("minimax:depth=40", "othello", &game, &Budget::UNLIMITED);
    assert_eq!(game.position().show_move(choice.mv), "h8");
    assert_eq!(choice.nodes, super::POSITIONS_FOR_SHOW);
    let budget = Budget { nodes: Some(10), ..Budget::UNLIMITED };
    let choice = choose("minimax:depth=40", "othello", &game, &budget);
    assert_eq!((choice.nodes, choice.line.len()), (10, 1));
}

/// Whatever is finished when the budget is spent are the first candidates of the whole search, and
/// the move is the first of the best of them.
fn check_stopped(stopped: &Choice, whole: &Choice, game: &Game) {
    assert!(game.position().is_legal(stopped.mv));
    assert_eq!(stopped.candidates, whole.candidates[..stopped.candidates.len()]);
    let numbers = numbers(stopped);
    let best = numbers.iter().map(|&(_, number)| number).max();
    match numbers.iter().find(|&&(_, number)| Some(number) == best) {
        Some(&(mv, number)) => {
            assert_eq!((stopped.mv, stopped.value), (mv, Some(Value::score(number.into()))));
        }
        None => assert_eq!((stopped.mv, stopped.value), (whole.candidates[0].0, None)),
    }
}

#[test]
fn nodes_stop_the_search_anywhere() {
    let game = game("othello", EXAMPLE);
    for player in ["minimax:depth=4", "weighted-minimax:depth=4"] {
        let whole = choose(player, "othello", &game, &Budget::UNLIMITED);
        for nodes in (0..whole.nodes + 10).step_by(7) {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let stopped = choose(player, "othello", &game, &budget);
            assert_eq!(stopped.nodes, nodes.min(whole.nodes));
            check_stopped(&stopped, &whole, &game);
        }
    }
}

#[test]
fn the_clock_stops_the_search_anywhere() {
    let game = game("othello", EXAMPLE);
    for player in ["minimax:depth=5", "weighted-minimax:depth=5"] {
        let whole = choose(player, "othello", &game, &Budget::UNLIMITED);
        let mut stopped_short = 0;
        for limit in 0..100_u32 {
            let readings = Cell::new(0);
            let tick = || {
                readings.set(readings.get() + 1);
                Duration::from_secs(readings.get().into())
            };
            let time = Some(Duration::from_secs(limit.into()));
            let budget = Budget { time, elapsed: &tick, ..Budget::UNLIMITED };
            let stopped = choose(player, "othello", &game, &budget);
            check_stopped(&stopped, &whole, &game);
            stopped_short += u32::from(stopped.nodes < whole.nodes);
            assert!(readings.get() <= limit.max(1), "nothing goes on when time is up");
        }
        assert!(stopped_short >= 50, "{stopped_short}");
    }
}

// The twin: the full tree, one function for each side, the weights from distances.

fn naive_measure(position: &dyn AnyPosition, me: Side, is_weighted: bool) -> i32 {
    let View::Board(board) = position.view() else { unreachable!() };
    let mut sum = 0;
    for (square, side) in board.stones() {
        let (row, column) = (square / board.columns, square % board.columns);
        let on_edge = |at: u32, size: u32| at == 0 || at == size - 1;
        let corner_distance = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(bottom, right)| {
            let corner = (bottom * (board.rows - 1), right * (board.columns - 1));
            row.abs_diff(corner.0).max(column.abs_diff(corner.1))
        });
        let weight = match corner_distance.iter().min().unwrap() {
            _ if !is_weighted => 1,
            0 => 1000,
            1 => -10,
            _ if on_edge(row, board.rows) || on_edge(column, board.columns) => 10,
            _ => 1,
        };
        sum += if side == me { weight } else { -weight };
    }
    sum
}

/// The value for `me` and the first line that leads there; `me` maximizes, the other minimizes.
fn naive_value(
    position: &dyn AnyPosition,
    depth: u32,
    me: Side,
    is_weighted: bool,
) -> (i32, Vec<Move>) {
    let moves = position.moves();
    if depth == 0 || moves.is_empty() {
        return (naive_measure(position, me, is_weighted), Vec::new());
    }
    let mut best: Option<(i32, Vec<Move>)> = None;
    for mv in moves {
        let mut next = position.boxed_clone();
        next.play_legal(mv);
        let (value, rest) = naive_value(next.as_ref(), depth - 1, me, is_weighted);
        let is_better = match &best {
            None => true,
            Some((best, _)) if position.side_to_move() == me => value > *best,
            Some((best, _)) => value < *best,
        };
        if is_better {
            best = Some((value, [vec![mv], rest].concat()));
        }
    }
    best.expect("there was a move")
}

fn naive_choice(game: &Game, depth: u32, is_weighted: bool) -> (Move, Vec<(Move, i32)>, Vec<Move>) {
    let (position, me) = (game.position(), game.position().side_to_move());
    let mut candidates = Vec::new();
    let mut chosen: Option<(Move, i32, Vec<Move>, bool)> = None;
    for mv in position.moves() {
        let mut next = position.boxed_clone();
        next.play_legal(mv);
        let (value, rest) = naive_value(next.as_ref(), depth - 1, me, is_weighted);
        candidates.push((mv, value));
        let is_corner = is_corner(game, mv);
        let is_better = match chosen {
            None => true,
            Some((_, best, _, corner)) => !corner && (is_corner || value > best),
        };
        if is_better {
            chosen = Some((mv, value, [vec![mv], rest].concat(), is_corner));
        }
    }
    let (mv, _, line, _) = chosen.unwrap();
    (mv, candidates, line)
}

fn is_corner(game: &Game, mv: Move) -> bool {
    let name = game.position().show_move(mv);
    let View::Board(board) = game.position().view() else { unreachable!() };
    let (column, row) = name.split_at(1);
    let last = char::from(b'a' + board.columns as u8 - 1).to_string();
    (column == "a" || column == last) && (row == "1" || row == board.rows.to_string())
}

/// A position after some random moves; the game is not over.
fn random_position(spec: &str, rng: &mut Xoshiro256PlusPlus) -> Game {
    loop {
        let mut game = game(spec, "");
        for _ in 0..rng.random_range(0..game.position().diagram().len()) {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
        if game.outcome().is_some() {
            for _ in 0..rng.random_range(1..6) {
                game.take_back();
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Boards, how deep to look there, and how many positions to compare.
const BOARDS: &[(&str, u32, usize)] = &[
    ("othello:4x4", 6, 250),
    ("othello:4x6", 4, 200),
    ("othello:6x4,dirs=hv", 5, 150),
    ("othello:6x6,dirs=hd", 4, 100),
    ("othello:6x6", 3, 150),
    ("othello", 3, 150),
    ("othello:8x10", 3, 50),
    ("othello:12x12", 2, 30),
    ("othello:18x16", 2, 20),
];

#[test]
fn the_plain_twin_agrees() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut compared, mut corners, mut against_the_number, mut passes) = (0, 0, 0, 0);
    for &(spec, deepest, positions) in BOARDS {
        for _ in 0..positions {
            let game = random_position(spec, &mut rng);
            let depth = rng.random_range(1..=deepest);
            for player in BOTH {
                let expected = naive_choice(&game, depth, player == "weighted-minimax");
                let named = format!("{player}:depth={depth}");
                let choice = choose(&named, spec, &game, &Budget::UNLIMITED);
                let found = (choice.mv, numbers(&choice), choice.line.clone());
                assert_eq!(found, expected, "{named} on {}", game.position().diagram());
                let best = expected.1.iter().map(|&(_, number)| number).max();
                corners += usize::from(is_corner(&game, choice.mv));
                against_the_number += usize::from(choice.value.map(number) != best);
                passes += usize::from(choice.line.contains(&Move::PASS));
            }
            compared += 1;
        }
    }
    assert!(compared >= 1_000);
    assert!(corners > 300 && against_the_number > 30 && passes > 100, "all cases were met");
}
