//! Limits: whatever runs out, and whenever, there is a legal move.

use std::{cell::Cell, time::Duration};

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::*;

/// What is chosen when every look at the clock takes a millisecond of so many; and how often the
/// clock was looked at.
fn choose_within(game: &Game, spec: &str, name: &str, milliseconds: u64) -> (Choice, u64) {
    let looks = Cell::new(0);
    let elapsed = || {
        looks.set(looks.get() + 1);
        Duration::from_millis(looks.get())
    };
    let time = Some(Duration::from_millis(milliseconds));
    let budget = Budget { time, elapsed: &elapsed, ..Budget::UNLIMITED };
    let choice = player(name, spec).choose(game, &budget, &mut |_| ()).unwrap();
    (choice, looks.get())
}

#[test]
fn there_is_a_legal_move_whenever_time_runs_out() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for spec in ["mnk:3,3,3", "mnk:1,7,3", "mnk:9,9,5", "mnk:15,15,5", "mnk:40,40,10"] {
        let game = random_position(spec, &mut random);
        for milliseconds in (0..100).chain((100..2_000).step_by(97)) {
            let (choice, looks) =
                choose_within(&game, spec, "heap-alphabeta:depth=6,table=100", milliseconds);
            assert!(game.position().is_legal(choice.mv), "{spec} {milliseconds}");
            assert!(looks <= milliseconds.max(1), "{spec}: {looks} looks, {milliseconds} ms");
        }
    }
}

#[test]
fn without_time_for_a_candidate_the_most_promising_is_played() {
    let spec = "mnk:7,7,5";
    // O threatens to complete five at f1; the board has seven rows to be evaluated.
    let game = at(spec, "XOOOO../......./..X..../..X..../......./......./......X");
    let expected = game.position().read_move("f1").unwrap();
    for milliseconds in [5, 9, 10] {
        let (choice, _) = choose_within(&game, spec, "heap-alphabeta", milliseconds);
        assert_eq!((choice.mv, choice.value, choice.nodes), (expected, None, 0));
        assert_eq!((choice.line, choice.candidates), (vec![expected], vec![]));
    }
}

#[test]
fn the_best_move_so_far_is_played() {
    let spec = "mnk:8,8,5";
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..20 {
        let game = random_position(spec, &mut random);
        let all = choose(&mut *player("heap-alphabeta", spec), &game);
        for nodes in [0, 1, 10, 100, 500, 1_000, 5_000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let answer = player("heap-alphabeta", spec).choose(&game, &budget, &mut |_| ());
            let choice = answer.unwrap();
            assert!(choice.nodes <= nodes);
            let n_done = choice.candidates.len();
            assert_eq!(choice.candidates, all.candidates[..n_done], "finished ones count in full");
            let best = numbers(&choice);
            if n_done > 0 {
                assert_eq!(choice.mv, twin::best_of(&best).0);
            }
        }
    }
}

#[test]
fn a_depth_limit_lowers_the_depth_and_never_raises_it() {
    let spec = "mnk:7,7,5";
    let game = at(spec, "......./......./..OX.../...X.../...O.../......./.......");
    let limited = |name: &str, depth| {
        let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
        player(name, spec).choose(&game, &budget, &mut |_| ()).unwrap()
    };
    let free = |name: &str| choose(&mut *player(name, spec), &game);
    assert_eq!(limited("heap-alphabeta", 2), free("heap-alphabeta:depth=2"));
    assert_eq!(limited("heap-alphabeta:depth=3", 9), free("heap-alphabeta:depth=3"));
    let blind = limited("heap-alphabeta", 0);
    assert_eq!((blind.nodes, blind.value), (0, None), "no ply to look ahead: the most promising");
    assert_eq!(blind.mv, free("heap-alphabeta:width=1").mv);
}

#[test]
fn the_largest_boards_are_played() {
    for spec in ["mnk:100,100,30", "mnk:200,200,5", "mnk:1,200,7", "mnk:200,1,200"] {
        let mut player = player("heap-alphabeta", spec);
        let mut game = start(spec);
        for _ in 0..6 {
            game.play(choose(&mut *player, &game).mv).unwrap();
        }
    }
}
