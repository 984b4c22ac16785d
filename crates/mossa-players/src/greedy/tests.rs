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

#[test]
fn sentence_by_sentence() {
    for (what, spec, diagram, expected) in [
        (
            "the most discs; ties: lowest row, then column",
            "othello",
            "",
            "d3: d3 4, c4 4, f5 4, e6 4",
        ),
        ("more discs", "othello:4x4", ".OX./XOO./..../.... X", "x"),
        ("a pass", "othello:4x4", "XO../..../..../XO.O O", "pass: pass 3"),
        ("win now", "mnk:3,3,3", "XX./OO./... X", "c1: c1 win 1, c2 x"),
        ("block a win", "mnk:3,3,3", "X../OO./..X X", "x"),
        ("two wins of the opponent: the first is blocked", "mnk:3,4,3", "..../.OO./X..X X", "x"),
        ("the best evaluation", "mnk:3,3,3", "", "x"),
        ("a draw", "mnk:3,3,3", "XOX/XOO/O.X X", "b3: b3 draw"),
        ("six are not five", "mnk:1,8,4,exact", "XXX.X.OO O", "x"),
        ("six are more than four", "mnk:1,8,4", "XXX.X.OO O", "x"),
        ("win now", "connect:4,4,3", "..../..../OO../XX.. X", "3: x"),
        ("block a win", "connect:4,4,3", "..../..../XO../XO.. X", "x"),
        ("the best evaluation", "connect:3,3,3", "", "1: 1 40, 2 20, 3 40"),
        ("win now", "sticks:11,3", "3 X", "3: 1 loss 2, 2 loss 2, 3 win 1"),
        (
            "do not let the opponent win",
            "sticks:11,3",
            "5 X",
            "1: 1 0, 2 loss 2, 3 loss 2, 4 loss 2",
        ),
        ("more than are left", "sticks:11,3", "1 X", "1: 1 win 1, 2 loss 1, 3 loss 1"),
        ("the lowest move", "sticks:11,3", "4 X", "1: 1 loss 2, 2 loss 2, 3 loss 2"),
        ("nothing to choose", "sticks:11,3", "9 X", "1: 1 0, 2 0, 3 0"),
        ("the last one loses", "sticks:11,3,misere", "2 X", "1: 1 0, 2 loss 1"),
        ("heaps", "sticks:2+1", "2+1 X", "1:1: 1:1 0, 1:2 loss 2, 2:1 loss 2"),
    ] {
        assert_eq!(answer(NAME, spec, diagram), expected, "{what}");
    }
}
