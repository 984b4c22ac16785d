//! What the specification says about this player, game by game, and a plain twin.

use mossa_kernel::{Budget, PlayerError, keys::mix};

use super::twin;
use crate::trials::{answer, build, choose, game, random_game, refusal, run_out_of_time, show};

const NAME: &str = "greedy";

/// Compares the player with its twin in random positions of a game.
fn compare(spec: &str, positions: u64, longest: u64) -> u64 {
    for seed in 0..positions {
        let game = random_game(spec, (mix(seed) % longest) as usize, seed);
        let choice = choose(NAME, spec, &game, &Budget::UNLIMITED);
        let (mv, numbers) = twin::decide(&spec.parse().unwrap(), &game);
        let shown = format!("{spec} {}", game.position().diagram());
        assert_eq!(choice.candidates, numbers, "{shown}");
        assert_eq!(choice.mv, mv, "{shown}");
        show(&game, &choice);
    }
    positions
}

#[test]
fn decides_as_the_specification_says_with_marks() {
    let compared = compare("mnk:3,3,3", 150, 9)
        + compare("mnk:4,5,4", 250, 20)
        + compare("mnk:6,7,4", 250, 40)
        + compare("mnk:6,6,4,exact", 250, 36)
        + compare("mnk:1,12,3,exact", 100, 12)
        + compare("mnk:12,2,3", 100, 20)
        + compare("mnk:4,4,2", 20, 4)
        + compare("mnk:2,2,1", 2, 1)
        + compare("mnk:12,12,6", 60, 90);
    assert!(compared >= 1_000, "{compared}");
}

#[test]
fn decides_as_the_specification_says_with_columns() {
    let compared = compare("connect:6,7,4", 500, 42)
        + compare("connect:4,4,4", 200, 16)
        + compare("connect:3,9,3", 150, 27)
        + compare("connect:12,1,3", 20, 12)
        + compare("connect:1,12,4", 100, 12)
        + compare("connect:10,10,5", 100, 100);
    assert!(compared >= 1_000, "{compared}");
}

#[test]
fn decides_as_the_specification_says_with_discs() {
    let compared = compare("othello:8x8", 400, 60)
        + compare("othello:4x4", 200, 14)
        + compare("othello:6x4", 200, 22)
        + compare("othello:6x6,dirs=hv", 200, 30)
        + compare("othello:10x10", 50, 90);
    assert!(compared >= 1_000, "{compared}");
}

#[test]
fn decides_as_the_specification_says_with_sticks() {
    let compared = compare("sticks:30,3", 200, 20)
        + compare("sticks:25,7", 200, 10)
        + compare("sticks:9,20", 20, 3)
        + compare("sticks:20,4,misere", 100, 12)
        + compare("sticks:40,take=3/4/9", 200, 14)
        + compare("sticks:30,take=2/5,misere", 100, 12)
        + compare("sticks:3+4+5", 200, 9)
        + compare("sticks:1+2+2+3+4", 200, 11)
        + compare("sticks:9+8+7,take=2/3/7", 200, 9)
        + compare("sticks:5+4+3,2,misere", 100, 9);
    assert!(compared >= 1_000, "{compared}");
}

/// Checks answers to positions: what for, the game, the position, the move and all numbers.
fn check(answers: &[(&str, &str, &str, &str)]) {
    for &(what, spec, diagram, expected) in answers {
        assert_eq!(answer(NAME, spec, diagram), expected, "{what}");
    }
}

#[test]
fn sentence_by_sentence_with_discs() {
    check(&[
        ("ties: lowest row, then column", "othello", "", "d3: d3 4, c4 4, f5 4, e6 4"),
        ("most discs", "othello:4x4", ".OX./XOO./..../.... X", "d2: a1 4, d2 5, a3 4, c3 4"),
        ("a pass", "othello:4x4", "XO../..../..../XO.O O", "pass: pass 3"),
    ]);
}

#[test]
fn sentence_by_sentence_with_marks() {
    let lost = "a2: a1 loss 2, b1 loss 2, c1 loss 2, d1 loss 2, a2 loss 2, d2 loss 2, b3 loss 2, \
                c3 loss 2";
    check(&[
        (
            "win now",
            "mnk:3,3,3",
            "XX./OO./... X",
            "c1: c1 win 1, c2 90, a3 loss 2, b3 loss 2, c3 loss 2",
        ),
        (
            "block a win",
            "mnk:3,3,3",
            "X../OO./..X X",
            "c2: b1 loss 2, c1 loss 2, c2 90, a3 loss 2, b3 loss 2",
        ),
        ("two wins of the opponent: the first is blocked", "mnk:3,4,3", "..../.OO./X..X X", lost),
        (
            "the best evaluation",
            "mnk:3,3,3",
            "",
            "b2: a1 40, b1 20, c1 40, a2 20, b2 60, c2 20, a3 40, b3 20, c3 40",
        ),
        ("a draw", "mnk:3,3,3", "XOX/XOO/O.X X", "b3: b3 draw"),
        ("three are more than two", "mnk:1,5,2", "OX.XO X", "c1: c1 win 1"),
        ("three are not two", "mnk:1,5,2,exact", "OX.XO X", "c1: c1 draw"),
    ]);
}

#[test]
fn sentence_by_sentence_with_columns() {
    check(&[
        ("win now", "connect:4,4,3", "..../..../OO../XX.. X", "3: 1 -20, 2 30, 3 win 1, 4 60"),
        (
            "block a win",
            "connect:4,4,3",
            "..../..../.O../XO.X X",
            "2: 1 loss 2, 2 200, 3 loss 2, 4 loss 2",
        ),
        ("the best evaluation", "connect:3,3,3", "", "1: 1 40, 2 20, 3 40"),
    ]);
}

#[test]
fn sentence_by_sentence_with_sticks() {
    check(&[
        ("win now", "sticks:11,3", "3 X", "3: 1 loss 2, 2 loss 2, 3 win 1"),
        ("do not let the opponent win", "sticks:11,3", "5 X", "1: 1 0, 2 loss 2, 3 loss 2"),
        ("the lowest loses", "sticks:8,take=1/3/7", "8 X", "3: 1 loss 2, 3 0, 7 loss 2"),
        ("more than are left", "sticks:11,3", "1 X", "1: 1 win 1, 2 loss 1, 3 loss 1"),
        ("the lowest move", "sticks:11,3", "4 X", "1: 1 loss 2, 2 loss 2, 3 loss 2"),
        ("nothing to choose", "sticks:11,3", "9 X", "1: 1 0, 2 0, 3 0"),
        ("the last one loses", "sticks:11,3,misere", "2 X", "1: 1 0, 2 loss 1"),
        ("heaps", "sticks:2+1", "2+1 X", "1:1: 1:1 0, 1:2 loss 2, 2:1 loss 2"),
    ]);
}

#[test]
fn no_move_without_its_game() {
    for (mine, over, others) in [
        ("mnk:1,3,2", "XXO", "mnk:2,3,2"),
        ("connect:1,3,2", "XXO", "sticks:11,2"),
        ("othello:4x4", "XXXX/XXXX/XXXX/XXXX X", "sticks:11,2"),
        ("sticks:11,2", "0 X", "othello:4x4"),
    ] {
        let mut player = build(NAME, mine);
        let mut ask = |game| player.choose(&game, &Budget::UNLIMITED, &mut |_| ()).unwrap_err();
        assert_eq!(ask(game(mine, over)), PlayerError::GameOver, "{mine}");
        assert_eq!(ask(game(others, "")), PlayerError::WrongGame, "{mine}");
    }
    assert_eq!(refusal("greedy:depth=1", "othello"), "it has no parameter `depth`, nor any other");
}

/// All positions one ply ahead are looked at, and no more than the budget grants.
#[test]
fn positions_are_counted() {
    for (spec, moves) in [("mnk:3,3,3", 9), ("connect4", 7), ("othello", 4), ("sticks:11,3", 3)] {
        let game = game(spec, "");
        for limit in 0..=moves + 1 {
            let budget = Budget { nodes: Some(limit), ..Budget::UNLIMITED };
            let choice = choose(NAME, spec, &game, &budget);
            assert!(choice.nodes <= limit);
            assert_eq!(choice.candidates.len() == moves as usize, limit >= moves, "{spec}");
        }
    }
}

#[test]
fn a_legal_move_whenever_the_clock_runs_out() {
    for (spec, plies, readings) in [
        ("mnk:100,100,30", 3_000, 400),
        ("mnk:3,3,3", 2, 8),
        ("connect:100,100,30", 3_000, 120),
        ("othello:26x26", 100, 60),
        ("sticks:1000000,500", 0, 60),
        ("sticks:200+200+200", 2, 60),
    ] {
        let game = random_game(spec, plies, 5);
        let choices = run_out_of_time(NAME, spec, &game, readings);
        assert!(choices[0].value.is_none(), "{spec}: out of time at once");
        assert!(choices.last().unwrap().value.is_some(), "{spec}: time enough");
    }
}

/// A win is seen before anything is evaluated, however many moves there are.
#[test]
fn many_moves_are_no_trouble() {
    for (spec, diagram, expected) in [
        ("sticks:1000000000,10000", "20001 X", "1"),
        ("sticks:1000000000,10000", "10000 X", "10000"),
        ("sticks:10000+10000+10000", "0+10000+0 X", "2:10000"),
        ("sticks:10000+10000+10000", "1+10000+0 X", "2:1"),
    ] {
        let game = game(spec, diagram);
        let choice = choose(NAME, spec, &game, &Budget::UNLIMITED);
        assert_eq!(game.position().show_move(choice.mv), expected, "{spec} {diagram}");
    }
}
