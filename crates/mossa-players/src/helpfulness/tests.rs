//! What the specification says about this player, sentence by sentence, and a plain twin.

use std::{cmp::Reverse, collections::HashMap};

use mossa_kernel::{Budget, PlayerError, keys::mix};

use super::{
    BLOCK_LEVEL, Entry, LARGEST_BONUS, WIN_LEVEL,
    twin::{self, SettledBy},
};
use crate::trials::{answer, build, choose, game, random_game, refusal, run_out_of_time, show};

const NAME: &str = "helpfulness";

#[test]
fn decides_as_the_specification_says() {
    let mut settled: HashMap<SettledBy, u32> = HashMap::new();
    for (spec, run, positions) in [
        ("mnk:3,3,3", 3, 150),
        ("mnk:4,5,4", 4, 150),
        ("mnk:5,5,3", 3, 100),
        ("mnk:6,7,4", 4, 250),
        ("mnk:8,8,5", 5, 200),
        ("mnk:1,14,4", 4, 100),
        ("mnk:14,1,5", 5, 50),
        ("mnk:2,12,6", 6, 50),
        ("mnk:4,4,2", 2, 20),
        ("mnk:3,2,1", 1, 3),
        ("mnk:11,10,4", 4, 60),
        ("mnk:12,12,7", 7, 60),
    ] {
        let cells = game(spec, "").position().diagram().matches('.').count();
        for seed in 0..positions {
            let mixed = mix(seed);
            let game = random_game(spec, (mixed >> 40) as usize % cells, seed);
            let (player, bonus) = match mixed % 3 {
                0 => (format!("{NAME}:double_bonus=3"), 3),
                _ => (NAME.to_owned(), 2 * u64::from(run)),
            };
            let choice = choose(&player, spec, &game, &Budget::UNLIMITED);
            let (mv, numbers, settled_by) = twin::decide(&game, run, bonus);
            assert_eq!(choice.candidates, numbers, "{spec} {}", game.position().diagram());
            assert_eq!(choice.mv, mv, "{spec} {}", game.position().diagram());
            show(&game, &choice);
            *settled.entry(settled_by).or_default() += 1;
        }
    }
    assert!(settled.values().sum::<u32>() >= 1_000, "{settled:?}");
    assert_eq!(settled.len(), 4, "each rule for ties was needed: {settled:?}");
}

#[test]
fn groups_and_marks_count() {
    for (what, player, spec, diagram, expected) in [
        (
            "each group without a mark counts for both",
            NAME,
            "mnk:3,3,3",
            "",
            "b2: a1 6, b1 4, c1 6, a2 4, b2 8, c2 4, a3 6, b3 4, c3 6",
        ),
        (
            "groups and marks; more of the opponent's marks",
            NAME,
            "mnk:3,3,3",
            ".../.X./... O",
            "a1: a1 6, b1 4, c1 6, a2 4, c2 4, a3 6, b3 4, c3 6",
        ),
        (
            "a mark counts in each group that it is in",
            NAME,
            "mnk:1,6,4",
            ".X...O X",
            // [a..d] and [b..e] give 1 + 1 each for X, [c..f] gives 1 + 1 for O.
            "c1: a1 2, c1 6, d1 6, e1 4",
        ),
    ] {
        assert_eq!(answer(player, spec, diagram), expected, "{what}");
    }
}

#[test]
fn double_threats_give_a_bonus() {
    for (what, player, spec, diagram, expected) in [
        (
            "double threats, the opponent's: 2K",
            NAME,
            "mnk:1,7,3",
            "...X... O",
            "c1: a1 2, b1 10, c1 18, e1 18, f1 10, g1 2",
        ),
        (
            "double threats, one's own",
            NAME,
            "mnk:2,7,3",
            "...X.../O...... X",
            "c1: a1 2, b1 10, c1 18, e1 18, f1 10, g1 2, b2 4, c2 6, d2 6, e2 6, f2 4, g2 2",
        ),
        (
            "another bonus",
            "helpfulness:double_bonus=100",
            "mnk:1,7,3",
            "...X... O",
            "c1: a1 2, b1 104, c1 206, e1 206, f1 104, g1 2",
        ),
        (
            "no bonus",
            "helpfulness:double_bonus=0",
            "mnk:1,7,3",
            "...X... O",
            "c1: a1 2, b1 4, c1 6, e1 6, f1 4, g1 2",
        ),
        (
            "no double threat between two marks of the other",
            NAME,
            "mnk:1,6,4",
            "OXX..O X",
            "d1: d1 3, e1 3",
        ),
        (
            "a double threat on one side",
            NAME,
            "mnk:1,8,4",
            "O.XX...O X",
            // [b..e] and [c..f] give 1 + 2 + 8: marking e leaves b and f. [d..g] gives 1 + 1, and
            // so does [e..h], for O.
            "e1: b1 11, e1 26, f1 15, g1 4",
        ),
        (
            "no double threat where one end is off the board and the other is taken",
            NAME,
            "mnk:1,5,4",
            "XX..O O",
            "c1: c1 3, d1 3",
        ),
    ] {
        assert_eq!(answer(player, spec, diagram), expected, "{what}");
    }
}

#[test]
fn a_win_comes_first_and_a_block_second() {
    for (what, player, spec, diagram, expected) in [
        ("a win before a block", NAME, "mnk:2,3,3", "XX./OO. X", "c1: c1 win 1, c2 1000000000"),
        (
            "a block before all else",
            NAME,
            "mnk:2,4,3",
            "X..X/OO.. X",
            "c2: b1 4, c1 4, c2 1000000000, d2 2",
        ),
        (
            "a block before the largest bonus",
            "helpfulness:double_bonus=1000000",
            "mnk:2,7,3",
            "...X.../OO...X. X",
            "c2: a1 2, b1 1000004, c1 2000006, e1 2000006, f1 1000004, g1 2, c2 1000000000, \
             d2 1000006, e2 2000006, g2 1000002",
        ),
    ] {
        assert_eq!(answer(player, spec, diagram), expected, "{what}");
    }
}

#[test]
fn the_queue_compares_key_own_marks_opponents_marks_and_order() {
    let entry = |key, own_marks, opponent_marks, cell| Entry {
        key,
        own_marks,
        opponent_marks,
        cell: Reverse(cell),
    };
    let descending = [
        entry(5, 0, 0, 9),
        entry(4, 7, 0, 8),
        entry(4, 6, 3, 7),
        entry(4, 6, 2, 3),
        entry(4, 6, 2, 4),
        entry(4, 6, 1, 0),
    ];
    assert!(descending.is_sorted_by(|greater, smaller| greater > smaller));
}

/// The most that a cell of the largest board can gain stays below a block, and a block below a win.
#[test]
fn no_helpfulness_reaches_the_winning_levels() {
    const LONGEST: u64 = 200;
    let groups = 4 * LONGEST;
    let most = groups * (2 * (LONGEST + 1) + LARGEST_BONUS);
    assert!(most < BLOCK_LEVEL && BLOCK_LEVEL < WIN_LEVEL);
}

#[test]
fn defaults_ranges_and_games() {
    for (player, spec, problem) in [
        ("helpfulness", "mnk:70,70,10", "none"),
        ("helpfulness:double_bonus=0", "tictactoe", "none"),
        (
            "helpfulness:double_bonus=1000001",
            "tictactoe",
            "`double_bonus` is `1000001`; it must be a number from 0 to 1000000",
        ),
        (
            "helpfulness",
            "mnk:15,15,5,exact",
            "it cannot play mnk:15,15,5,exact: it takes every K in a row for a win, however long \
             the row",
        ),
        (
            "helpfulness",
            "connect4",
            "it cannot play connect:6,7,4: it only knows how to mark free cells",
        ),
    ] {
        assert_eq!(refusal(player, spec), problem, "{player}");
    }
}

#[test]
fn no_move_without_its_game() {
    let mut player = build(NAME, "mnk:1,3,2");
    let mut ask = |spec, diagram| {
        player.choose(&game(spec, diagram), &Budget::UNLIMITED, &mut |_| ()).unwrap_err()
    };
    assert_eq!(ask("mnk:1,3,2", "XXO"), PlayerError::GameOver);
    assert_eq!(ask("mnk:1,3,3", "XOX O"), PlayerError::GameOver);
    assert_eq!(ask("mnk:2,3,2", ""), PlayerError::WrongGame);
    assert_eq!(ask("sticks:11,2", ""), PlayerError::WrongGame);
}

#[test]
fn a_legal_move_whenever_the_clock_runs_out() {
    for (spec, plies) in [("mnk:3,3,3", 3), ("mnk:100,100,30", 4_000), ("mnk:200,200,5", 500)] {
        let game = random_game(spec, plies, 5);
        // The clock is read once a row.
        let choices = run_out_of_time(NAME, spec, &game, 210);
        assert!(choices[0].value.is_none(), "{spec}: out of time at once");
        assert!(choices.last().unwrap().value.is_some(), "{spec}: time enough");
    }
}

/// What was seen before time was up is used: here a win in the first rows.
#[test]
fn the_best_so_far_is_played_when_time_is_up() {
    let rows = [".XX.................", "OO.................."];
    let empty = "....................";
    let diagram = format!("{}/{} X", rows.join("/"), [empty; 18].join("/"));
    let game = game("mnk:20,20,3", &diagram);
    for choice in run_out_of_time(NAME, "mnk:20,20,3", &game, 30).iter().skip(8) {
        assert_eq!(game.position().show_move(choice.mv), "d1");
    }
}
