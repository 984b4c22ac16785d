//! What is decided, and the numbers behind it, with an empty memory.

use mossa_kernel::{PlayerError, Side};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    twin::{Twin, WON, best_of},
    *,
};
use crate::Range;

/// The name of the move that a new player chooses.
fn chosen(name: &str, game: &Game, spec: &str) -> String {
    game.position().show_move(choose(&mut *player(name, spec), game).mv)
}

#[test]
fn an_empty_board_is_opened_in_the_middle() {
    for (spec, middle) in [
        ("mnk:3,3,3", "b2"),
        ("mnk:1,1,1", "a1"),
        ("mnk:1,2,2", "b1"),
        ("mnk:2,1,2", "a2"),
        ("mnk:4,6,4", "d3"),
        ("mnk:15,15,5", "h8"),
        ("mnk:100,100,30", "ay51"),
        ("mnk:5,9,1", "e3"),
    ] {
        let choice = choose(&mut *player("heap-alphabeta", spec), &start(spec));
        assert_eq!(start(spec).position().show_move(choice.mv), middle, "{spec}");
        assert_eq!(choice, Choice::bare(choice.mv));
    }
}

/// What lies between the first and the last row of a board of 7 x 7 that is empty there.
const EMPTY_ROWS: &str = "......./......./......./......./.......";

#[test]
fn wins_are_taken_and_threats_are_met() {
    let row_7x7 = |first: &str, last: &str| format!("{first}/{EMPTY_ROWS}/{last}");
    for (spec, diagram, expected) in [
        ("mnk:3,3,3", "XX./OO./...".to_owned(), "c1"),
        ("mnk:3,3,3", "XX./O../...".to_owned(), "c1"),
        ("mnk:3,3,3", "O.X/.OX/...".to_owned(), "c3"),
        // A double threat, which also meets one.
        ("mnk:3,3,3", "X../.O./O.X".to_owned(), "c1"),
        // Four can be completed at either end, though every other move wins a little later.
        ("mnk:7,7,5", row_7x7(".XXXX..", "OO.O.O."), "a1"),
        // Four against four, each with one free end: the mover wins.
        ("mnk:7,7,5", row_7x7("OOOO...", "XXXX..."), "e7"),
        ("mnk:7,7,5", row_7x7("XXXX...", "OOOO..."), "e1"),
        // Four with one free end is met there.
        ("mnk:7,7,5", row_7x7("XOOOO..", "X..X..X"), "f1"),
        // Three with two free ends is met at one of them.
        ("mnk:7,7,5", row_7x7("..OOO..", "X.X...X"), "b1"),
    ] {
        let game = at(spec, &diagram);
        assert_eq!(chosen("heap-alphabeta", &game, spec), expected, "{diagram}");
    }
}

#[test]
fn double_threats_of_the_opponent_are_prevented() {
    // A corner would lose by force.
    let game = at("mnk:3,3,3", "X../.O./..X");
    let choice = choose(&mut *player("heap-alphabeta", "mnk:3,3,3"), &game);
    for (mv, number) in numbers(&choice) {
        let is_corner = [0, 2, 6, 8].contains(&mv.0);
        assert_eq!(number == -WON, is_corner, "{mv:?}");
    }
    assert!(choice.value.map(number) > Some(-WON));
}

#[test]
fn a_sure_win_may_be_put_off() {
    // a7 and f7 win at once, but e1 is as promising and comes first: no reply stops both.
    let game = at("mnk:7,7,5", &format!("OOOO.../{EMPTY_ROWS}/.XXXX.."));
    let choice = choose(&mut *player("heap-alphabeta", "mnk:7,7,5"), &game);
    let expected = game.position().read_move("e1").unwrap();
    assert_eq!(numbers(&choice), [(expected, WON)]);
}

#[test]
fn ties_go_to_the_first_in_row_major_order() {
    // Around a lone mark in the middle all corners are worth the same, and all sides are.
    let game = at("mnk:5,5,5", "...../...../..X../...../.....");
    let choice = choose(&mut *player("heap-alphabeta:depth=1", "mnk:5,5,5"), &game);
    let best = choice.candidates.iter().map(|&(_, value)| number(value)).max().unwrap();
    let tied = choice.candidates.iter().filter(|&&(_, value)| number(value) == best);
    let tied: Vec<Move> = tied.map(|&(mv, _)| mv).collect();
    assert!(tied.len() > 1, "{choice:?}");
    assert_eq!(Some(&choice.mv), tied.iter().min());
}

#[test]
fn only_the_width_most_promising_are_looked_at() {
    let spec = "mnk:7,7,5";
    let game = at(spec, "......./......./.OXX.../......./....O../......./.......");
    for width in [1, 3, 10, 40_000] {
        let choice =
            choose(&mut *player(&format!("heap-alphabeta:width={width},depth=2"), spec), &game);
        let n_candidates = Twin::new(spec, &game).candidates().len();
        assert_eq!(choice.candidates.len(), width.min(n_candidates));
    }
}

#[test]
fn depth_one_is_the_sum_after_the_move() {
    let spec = "mnk:6,6,4";
    let game = at(spec, "....../..X.../..XO../...O../....../......");
    let choice = choose(&mut *player("heap-alphabeta:depth=1,width=40", spec), &game);
    for (mv, number) in numbers(&choice) {
        let mut after = game.clone();
        after.play(mv).unwrap();
        assert_eq!(number, Twin::new(spec, &after).leaf(Side::First), "{mv:?}");
    }
}

#[test]
fn the_number_of_a_win_and_of_a_loss() {
    let won = at("mnk:3,3,3", "XX./OO./...");
    let choice = choose(&mut *player("heap-alphabeta", "mnk:3,3,3"), &won);
    assert_eq!(choice.value.map(number), Some(WON));
    let lost = at("mnk:3,3,3", "X.X/..O/XO.");
    let choice = choose(&mut *player("heap-alphabeta", "mnk:3,3,3"), &lost);
    assert_eq!(choice.value.map(number), Some(-WON));
}

#[test]
fn a_draw_is_worth_nothing() {
    let game = at("mnk:3,3,3", "XOX/XOO/OX.");
    let choice = choose(&mut *player("heap-alphabeta", "mnk:3,3,3"), &game);
    assert_eq!((choice.value.map(number), choice.line), (Some(0), vec![Move(8)]));
}

/// Boards of many shapes, with how many positions of each are compared at which settings.
const BOARDS: &[(&str, u32)] = &[
    ("mnk:3,3,3", 150),
    ("mnk:4,4,3", 150),
    ("mnk:4,4,4", 100),
    ("mnk:5,5,4", 150),
    ("mnk:6,7,4", 150),
    ("mnk:7,7,5", 150),
    ("mnk:9,9,5", 60),
    ("mnk:15,15,5", 10),
    ("mnk:1,9,3", 60),
    ("mnk:9,1,4", 60),
    ("mnk:2,8,3", 60),
    ("mnk:2,2,2", 20),
    ("mnk:3,4,2", 20),
    ("mnk:8,8,8", 30),
    ("mnk:5,5,4,exact", 60),
    ("mnk:1,12,3,exact", 60),
];

#[test]
fn decisions_and_numbers_are_those_of_the_twin() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut compared = 0;
    for &(spec, positions) in BOARDS {
        for _ in 0..positions {
            let game = random_position(spec, &mut random);
            let (depth, width) = (random.random_range(1..=4), random.random_range(1..=5));
            let name = format!("heap-alphabeta:depth={depth},width={width},table=50000");
            let choice = choose(&mut *player(&name, spec), &game);
            let expected = Twin::new(spec, &game).decide(width, depth);
            let shown = format!("{spec} {} {name}", game.position().diagram());
            assert_eq!(numbers(&choice), expected, "{shown}");
            let (mv, value) = best_of(&expected);
            assert_eq!((choice.mv, choice.value.map(number)), (mv, Some(value)), "{shown}");
            check_line(&game, &choice);
            compared += 1;
        }
    }
    assert!(compared >= 1_000);
}

/// The line begins with the move and can be played.
fn check_line(game: &Game, choice: &Choice) {
    assert_eq!(choice.line.first(), Some(&choice.mv));
    let mut game = game.clone();
    for &mv in &choice.line {
        game.play(mv).unwrap();
    }
}

#[test]
fn the_line_of_a_won_position_is_played_to_its_end() {
    // X wins by making a four with two ends.
    let game = at(
        "mnk:9,9,5",
        "O......../........./........./........./...XXX.../........./\
                                ........./O......../O........",
    );
    let choice = choose(&mut *player("heap-alphabeta", "mnk:9,9,5"), &game);
    assert_eq!((choice.value.map(number), choice.line.len()), (Some(WON), 3));
}

#[test]
fn defaults_and_ranges() {
    let range = |name: &str| {
        let parameters = super::super::PARAMETERS.iter();
        parameters.clone().find(|parameter| parameter.name == name).unwrap().range
    };
    for (name, expected, bad) in [
        ("depth", 4, ["0", "65", "x"]),
        ("width", 10, ["0", "40001", "-1"]),
        ("table", 1 << 20, ["0", "4194305", "1.5"]),
    ] {
        let Range::Number { default, .. } = range(name) else { panic!("a number") };
        assert_eq!(default, Some(expected), "{name}");
        for value in bad {
            let refusal = format!("heap-alphabeta:{name}={value}").parse::<PlayerSpec>();
            assert!(refusal.unwrap_err().problem.contains(name), "{name}={value}");
        }
    }
    assert!("heap-alphabeta:length=3".parse::<PlayerSpec>().is_err());
}

#[test]
fn the_defaults_are_what_is_played() {
    let spec = "mnk:8,8,5";
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..5 {
        let game = random_position(spec, &mut random);
        let explicit = "heap-alphabeta:depth=4,width=10,table=1048576";
        let choices =
            ["heap-alphabeta", explicit].map(|name| choose(&mut *player(name, spec), &game));
        assert_eq!(choices[0], choices[1]);
    }
}

#[test]
fn other_games_are_refused() {
    let spec: PlayerSpec = "heap-alphabeta".parse().unwrap();
    for game in ["connect4", "othello", "sticks"] {
        let refusal = spec.build(&game.parse().unwrap(), 0).err().unwrap();
        assert!(refusal.hint.contains("m,n,k-games"), "{refusal}");
    }
    let mut player = player("heap-alphabeta", "mnk:3,3,3");
    for other in ["mnk:3,4,3", "sticks"] {
        let answer = player.choose(&start(other), &Budget::UNLIMITED, &mut |_| ());
        assert_eq!(answer, Err(PlayerError::WrongGame), "{other}");
    }
}

#[test]
fn nothing_is_chosen_after_the_end() {
    for (spec, diagram) in
        [("mnk:3,3,3", "XXX/OO./..."), ("mnk:3,3,3", "XOX/XOO/OXX"), ("mnk:1,3,1", ".X.")]
    {
        let answer = player("heap-alphabeta", spec).choose(
            &at(spec, diagram),
            &Budget::UNLIMITED,
            &mut |_| (),
        );
        assert_eq!(answer, Err(PlayerError::GameOver), "{diagram}");
    }
}
