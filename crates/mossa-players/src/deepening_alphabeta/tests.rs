//! What the specification says about this player, sentence by sentence, and a plain twin.

use mossa_kernel::{Budget, Choice, Move, PlayerError, keys::mix};

use super::twin;
use crate::trials::{
    answer, build, choose, game, random_game, refusal, run_out_of_time, show, show_value,
};

const NAME: &str = "deepening-alphabeta";

fn at_depth(depth: u32) -> String {
    format!("{NAME}:depth={depth},table=4096")
}

/// Budgets that only count positions.
fn nodes(limit: u64) -> Budget<'static> {
    Budget { nodes: Some(limit), ..Budget::UNLIMITED }
}

#[test]
fn decides_as_plain_minimax_does() {
    let mut compared = 0;
    for (spec, run, deepest, positions) in [
        ("connect:3,3,3", 3, 9, 200),
        ("connect:4,4,3", 3, 5, 150),
        ("connect:4,5,4", 4, 5, 150),
        ("connect:6,7,4", 4, 5, 300),
        ("connect:5,8,4", 4, 3, 150),
        ("connect:9,2,3", 3, 7, 80),
        ("connect:12,1,4", 4, 12, 12),
        ("connect:1,8,3", 3, 5, 60),
        ("connect:3,9,2", 2, 3, 30),
        ("connect:2,2,1", 1, 3, 4),
        ("connect:9,10,5", 5, 2, 150),
    ] {
        let cells = game(spec, "").position().diagram().matches('.').count();
        for seed in 0..positions {
            let mixed = mix(seed);
            let game = random_game(spec, (mixed >> 40) as usize % cells, seed);
            let depth = 1 + (mixed >> 20) as u32 % deepest;
            let table = [0, 1, 64, 4096][mixed as usize % 4];
            let player = format!("{NAME}:depth={depth},table={table}");
            let choice = choose(&player, spec, &game, &Budget::UNLIMITED);
            let (mv, numbers) = twin::decide(&game, run, depth);
            let shown = format!("{spec} {} depth {depth}", game.position().diagram());
            assert_eq!(choice.candidates, numbers, "{shown}");
            assert_eq!(choice.mv, mv, "{shown}");
            show(&game, &choice);
            compared += 1;
        }
    }
    assert!(compared >= 1_000, "{compared}");
}

#[test]
fn sentence_by_sentence() {
    for (what, spec, depth, diagram, expected) in [
        ("the middle first", "connect:1,7,7", 1, "", "4: 4 10, 3 10, 5 10, 2 10, 6 10, 1 10, 7 10"),
        ("the left middle first", "connect:1,6,6", 1, "", "3: 3 10, 4 10, 2 10, 5 10, 1 10, 6 10"),
        ("better than the middle", "connect:3,3,3", 1, "", "1: 2 20, 1 40, 3 40"),
        (
            "full columns skipped",
            "connect:2,5,4",
            1,
            "..O../..X.. X",
            "2: 2 180, 4 180, 1 90, 5 90",
        ),
        ("a win", "connect:1,5,3", 1, "XX.OO X", "3: 3 win 1"),
        (
            "a win found first is the shortest",
            "connect:4,4,3",
            9,
            "..../..../O.../OXX. X",
            "4: 2 340, 3 340, 1 300, 4 win 1",
        ),
        ("a loss", "connect:1,7,3", 3, "X.OO.X. X", "5: 5 loss 2, 2 loss 2, 7 loss 2"),
        ("beyond the horizon", "connect:1,7,3", 1, "X.OO.X. X", "5: 5 0, 2 -90, 7 -100"),
        ("a draw", "connect:1,3,3", 9, "X.O X", "2: 2 draw"),
        ("a draw in the end", "connect:1,3,3", 9, "", "2: 2 draw, 1 draw, 3 draw"),
    ] {
        assert_eq!(answer(&at_depth(depth), spec, diagram), expected, "{what}");
    }
}

#[test]
fn small_boards_are_solved() {
    // Found out beforehand by exhaustive search with a program that shares nothing with this one.
    for (spec, value) in [
        ("connect:4,4,4", "draw"),
        ("connect:3,3,3", "draw"),
        ("connect:4,3,3", "draw"),
        ("connect:3,4,3", "win 9"),
        ("connect:3,5,3", "win 9"),
        ("connect:4,4,3", "win 9"),
        ("connect:4,4,2", "win 3"),
        ("connect:5,1,2", "draw"),
    ] {
        let game = game(spec, "");
        let choice = choose(NAME, spec, &game, &Budget::UNLIMITED);
        assert_eq!(show_value(choice.value.unwrap()), value, "{spec}");
    }
}

#[test]
fn the_most_central_open_column_when_no_iteration_was_finished() {
    for (spec, diagram, limit, column) in [
        ("connect:6,7,4", "", 0, 3),
        ("connect:6,7,4", "", 6, 3),
        ("connect:2,5,4", "..O../..X.. X", 3, 1),
        ("connect:2,4,4", ".OX./.XO. X", 1, 0),
    ] {
        let game = game(spec, diagram);
        let choice = choose(NAME, spec, &game, &nodes(limit));
        let bare = Choice { nodes: limit, ..Choice::bare(Move(column)) };
        assert_eq!(choice, bare, "{spec} {diagram}");
    }
}

#[test]
fn the_move_of_the_last_finished_iteration() {
    let (spec, game) = ("connect:6,7,4", random_game("connect:6,7,4", 9, 1));
    let answer = |depth| choose(&at_depth(depth), spec, &game, &Budget::UNLIMITED);
    let mut moves = std::collections::HashSet::new();
    for depth in 1..6 {
        let (finished, next) = (answer(depth), answer(depth + 1));
        moves.insert(finished.mv);
        for limit in [finished.nodes, u64::midpoint(finished.nodes, next.nodes), next.nodes - 1] {
            let player = format!("{NAME}:table=4096");
            let choice = choose(&player, spec, &game, &nodes(limit));
            assert_eq!(choice.nodes, limit, "all that was granted is used");
            assert_eq!(show(&game, &choice), show(&game, &finished), "depth {depth}");
        }
    }
    assert!(moves.len() > 1, "the iterations disagree, or this test could not fail");
}

#[test]
fn a_win_in_sight_ends_the_iteration() {
    let game = game("connect:4,4,3", "..../..../O.../OXX. X");
    // Columns 2, 3 and 1 are looked at in vain; the fourth position wins.
    let choice = choose(NAME, "connect:4,4,3", &game, &nodes(4));
    assert_eq!(show(&game, &choice), "4: 2 340, 3 340, 1 300, 4 win 1");
    // Mirrored, the win is found third, and time is up before the number of the last column.
    let game = self::game("connect:4,4,3", "..../..../...O/.XXO X");
    let choice = choose(NAME, "connect:4,4,3", &game, &nodes(3));
    assert_eq!(show(&game, &choice), "1: 2 340, 3 340, 1 win 1");
}

#[test]
fn deepening_ends_when_the_result_is_known() {
    for (spec, diagram) in [
        ("connect:6,7,4", "......./......./......./......./OO...../OXXX... X"),
        ("connect:1,200,3", &format!("X.OO.X{} X", ".".repeat(194))),
        ("connect:1,3,3", ""),
    ] {
        let choice = choose(NAME, spec, &game(spec, diagram), &nodes(1_000_000));
        assert!(choice.nodes < 100_000, "{spec}: {} positions", choice.nodes);
    }
}

#[test]
fn depth_is_limited_by_parameter_and_budget() {
    let (spec, game) = ("connect:6,7,4", game("connect:6,7,4", ""));
    let answer =
        |player: &str, depth| choose(player, spec, &game, &Budget { depth, ..Budget::UNLIMITED });
    let three = answer(&at_depth(3), None);
    assert_eq!(answer(&at_depth(3), Some(5)), three);
    assert_eq!(answer(&at_depth(5), Some(3)), three);
    assert_eq!(answer(NAME, Some(3)), three);
    assert_ne!(answer(&at_depth(5), None), three);
    assert_eq!(three.line.len(), 3);
}

#[test]
fn the_table_spares_work_and_changes_nothing() {
    let (spec, mut game) = ("connect:6,7,4", game("connect:6,7,4", ""));
    game.play_text("44435").unwrap();
    let answer = |table: u32| {
        let player = format!("{NAME}:depth=8,table={table}");
        let choice = choose(&player, spec, &game, &Budget::UNLIMITED);
        (choice.mv, choice.candidates, choice.nodes)
    };
    let (mv, candidates, without) = answer(0);
    for table in [1, 7, 1_000, 100_000] {
        let (same_mv, same_candidates, with) = answer(table);
        assert_eq!((same_mv, &same_candidates), (mv, &candidates));
        assert!(with <= without, "{table} entries: {with} positions, not {without}");
    }
    assert!(answer(100_000).2 < without / 2);
}

/// How much alpha-beta cuts off, where plain minimax would look at 7 + 49 + ... + 7^6 positions, once
/// for each iteration. Another number here means another search.
#[test]
fn the_work_is_known() {
    let (spec, game) = ("connect:6,7,4", game("connect:6,7,4", ""));
    let player = format!("{NAME}:depth=6,table=0");
    assert_eq!(choose(&player, spec, &game, &Budget::UNLIMITED).nodes, 11_574);
}

/// What a player remembers of its last moves changes neither its answer nor the work for it.
#[test]
fn a_player_answers_the_same_again() {
    let spec = "connect:6,7,4";
    let mut player = build(&format!("{NAME}:table=500"), spec);
    let games: Vec<_> = (0..6).map(|seed| random_game(spec, 5 + seed as usize, seed)).collect();
    let mut ask = |game| player.choose(game, &nodes(5_000), &mut |_| ()).unwrap();
    let first: Vec<_> = games.iter().map(&mut ask).collect();
    let again: Vec<_> = games.iter().map(&mut ask).collect();
    assert_eq!(first, again);
}

#[test]
fn defaults_ranges_and_games() {
    for (player, spec, problem) in [
        ("deepening-alphabeta", "connect:6,7,4", "none"),
        ("deepening-alphabeta:depth=1,table=0", "connect:6,7,4", "none"),
        ("deepening-alphabeta:depth=1000", "connect:6,7,4", "none"),
        (
            "deepening-alphabeta:depth=0",
            "connect4",
            "`depth` is `0`; it must be a number from 1 to 1000",
        ),
        (
            "deepening-alphabeta:table=67108865",
            "connect4",
            "`table` is `67108865`; it must be a number from 0 to 67108864",
        ),
        (
            "deepening-alphabeta:width=3",
            "connect4",
            "it has no parameter `width`; it has `depth`, `table`",
        ),
        (
            "deepening-alphabeta",
            "gomoku",
            "it cannot play mnk:15,15,5: it only knows how to drop stones into columns",
        ),
    ] {
        assert_eq!(refusal(player, spec), problem, "{player}");
    }
    assert_eq!(
        super::PARAMETERS[1].range,
        crate::Range::Number { default: Some(1 << 20), min: 0, max: 1 << 26 }
    );
}

#[test]
fn no_move_without_its_game() {
    let mut player = build(&at_depth(1), "connect:1,3,2");
    let mut ask = |spec, diagram| {
        player.choose(&game(spec, diagram), &Budget::UNLIMITED, &mut |_| ()).unwrap_err()
    };
    assert_eq!(ask("connect:1,3,2", "XXO"), PlayerError::GameOver);
    assert_eq!(ask("connect:1,3,3", "XOX O"), PlayerError::GameOver);
    assert_eq!(ask("connect:2,3,2", ""), PlayerError::WrongGame);
    assert_eq!(ask("sticks:11,2", ""), PlayerError::WrongGame);
}

#[test]
fn a_legal_move_whenever_the_clock_runs_out() {
    for (spec, plies, readings) in [
        ("connect:6,7,4", 8, 60),
        ("connect:6,7,4", 30, 20),
        ("connect:100,100,30", 5_000, 220),
        ("connect:1,1,1", 0, 4),
    ] {
        let game = random_game(spec, plies, 5);
        let choices = run_out_of_time(&format!("{NAME}:table=1000"), spec, &game, readings);
        let thinkers = choices.iter().filter(|choice| choice.value.is_some()).count();
        assert!(thinkers > 0 && choices[0].value.is_none(), "{spec}: the clock decides");
    }
}
