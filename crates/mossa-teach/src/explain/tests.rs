//! Explanations say what is true, in every family.

use std::{collections::HashMap, time::Duration};

use mossa_engines::Options;
use proptest::prelude::*;

use super::*;

fn explained(spec: &str, moves: &str) -> Explanation {
    explained_with(spec, moves, 100_000)
}

fn explained_with(spec: &str, moves: &str, nodes: u64) -> Explanation {
    let spec: GameSpec = spec.parse().unwrap();
    let mut game = spec.start();
    game.play_text(moves).unwrap();
    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
    explained_within(&spec, &game, &budget)
}

fn explained_within(spec: &GameSpec, game: &Game, budget: &Budget<'_>) -> Explanation {
    let options = Options { memory_mb: 4, ..Options::default() };
    let mut engine = mossa_engines::engine(spec, options);
    Request { spec, game, engine: engine.as_mut(), threads: 1, budget }.explain().unwrap()
}

/// The result for the side to move, by trying everything.
pub(super) fn truth(game: &mut Game, known: &mut HashMap<u64, GameResult>) -> GameResult {
    let side = game.position().side_to_move();
    if let Some(outcome) = game.outcome() {
        return match outcome.winner {
            None => GameResult::Draw,
            Some(winner) if winner == side => GameResult::Win,
            Some(_) => GameResult::Loss,
        };
    }
    let key = game.position().key();
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let mut best = GameResult::Loss;
    for mv in game.position().moves() {
        best = best.max(truth_of_move(game, mv, known));
    }
    known.insert(key, best);
    best
}

fn truth_of_move(game: &mut Game, mv: Move, known: &mut HashMap<u64, GameResult>) -> GameResult {
    game.play(mv).unwrap();
    let result = truth(game, known);
    game.take_back();
    match result {
        GameResult::Win => GameResult::Loss,
        GameResult::Draw => GameResult::Draw,
        GameResult::Loss => GameResult::Win,
    }
}

/// All that is said of a position after some moves, with so many positions to look at.
pub(super) fn told(spec: &str, moves: &str, nodes: u64) -> String {
    text(&explained_with(spec, moves, nodes))
}

pub(super) fn text(explanation: &Explanation) -> String {
    let mut text = String::new();
    for section in &explanation.sections {
        text += section.title;
        text += "\n";
        for block in &section.blocks {
            match block {
                Block::Text(words) => text += words,
                Block::Lines(lines) => text += &lines.join("\n"),
                Block::Table { rows, .. } => {
                    text += &rows.iter().map(|row| row.join(" | ")).collect::<Vec<_>>().join("\n");
                }
            }
            text += "\n";
        }
    }
    text
}

#[test]
fn the_reason_is_named() {
    for (spec, moves, expected) in [
        ("tictactoe", "a1 a2 b1 b2", "X plays c1 and completes the row a1 b1 c1."),
        ("tictactoe", "a1 a2 b1", "X threatens to complete the row a1 b1 c1 at c1."),
        ("tictactoe", "", "a draw. This is proven."),
        ("tictactoe", "a1 b1 b2 c3 a2", "X can win at"),
        ("connect4", "4455", "makes 2 threats at once"),
        ("connect4", "112233", "completes the row from column 1 to 4 at height 1."),
        ("gomoku", "h8 a1 h9 a3 h10 a5", "makes 2 threats at once, to be completed at h7 or h12"),
        ("othello:4x4", "", "proven"),
        ("sticks:11,2", "", "11 = 3 x 3 + 2. Take 2 and leave 9"),
        ("othello", "f5d6", "This is a belief, not a proof"),
    ] {
        let told = text(&explained(spec, moves));
        assert!(told.contains(expected), "{spec} {moves}:\n{told}");
    }
}

#[test]
fn a_finished_game_is_over() {
    let over = explained("tictactoe", "a1 a2 b1 b2 c1");
    assert!(text(&over).contains("The game is over: X (first player) wins"));
    assert!(over.value.is_none() && over.marks.is_empty());
}

#[test]
fn who_runs_out_of_moves_is_counted() {
    let explanation = explained("connect4", "4444443");
    let told = text(&explanation);
    let spec: GameSpec = "connect4".parse().unwrap();
    let mut game = spec.start();
    game.play_text("4444443").unwrap();
    let before_last = explanation.line.split_last().unwrap().1;
    for &mv in before_last {
        game.play(mv).unwrap();
    }
    let cell = Stones::new(&spec, &game).unwrap().cell_of(explanation.line[33]).unwrap();
    let place = format!("column {} at height {}", cell % 7 + 1, 6 - cell / 7);
    assert!(told.contains(&format!("X wins in the end with {place}")), "{told}");
    assert!(told.contains("an even number. O is to move, so when they are all filled it is O"));
}

#[test]
fn what_is_not_proven_is_not_counted() {
    let spec: GameSpec = "connect:6,6,4".parse().unwrap();
    let game = spec.start();
    let budget = Budget { nodes: Some(2_000), ..Budget::UNLIMITED };
    let told = text(&explained_within(&spec, &game, &budget));
    assert!(!told.contains("moves only") && told.contains("not a proof"), "{told}");
}

/// Wins, threats and dangers are those that the rules know.
fn check_facts(spec: &GameSpec, game: &Game) {
    let wins = |game: &Game, side: Side| {
        let moves = game.position().moves().into_iter().filter(|&mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            after.outcome().is_some_and(|outcome| outcome.winner == Some(side))
        });
        moves.collect::<Vec<Move>>()
    };
    let stones = Stones::new(spec, game).unwrap();
    let mover = game.position().side_to_move();
    for mv in game.position().moves() {
        let mut after = game.clone();
        after.play(mv).unwrap();
        let facts = Facts::new(&stones, mv, mover).unwrap();
        let is_won = after.outcome().is_some_and(|outcome| outcome.winner == Some(mover));
        assert_eq!(facts.completes.is_some(), is_won);
        if after.outcome().is_none() {
            assert_eq!(
                facts.allows.len(),
                wins(&after, !mover).len(),
                "{}",
                game.position().diagram()
            );
            // Whatever is answered to a double threat, the next move wins.
            let is_won = |reply: Move| {
                let mut after = after.clone();
                after.play(reply).unwrap();
                after.outcome().is_none() && !wins(&after, mover).is_empty()
            };
            if facts.is_double() && after.position().moves().len() > 1 {
                assert!(
                    after.position().moves().into_iter().all(is_won),
                    "{}",
                    after.position().diagram()
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn facts_are_what_the_rules_know(
        spec in prop::sample::select(vec![
            "mnk:3,4,3", "mnk:5,5,4,exact", "mnk:1,8,3", "mnk:6,6,5", "connect:4,5,3", "connect:5,4,4",
            "connect:6,7,4",
        ]),
        choices in prop::collection::vec(0..1000_usize, 0..20),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        for choice in choices {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            check_facts(&spec, &game);
            game.play(moves[choice % moves.len()]).unwrap();
        }
    }
}

#[test]
fn odd_boards_are_explained() {
    for spec in [
        "mnk:1,1,1",
        "mnk:1,7,3",
        "mnk:9,1,4",
        "mnk:5,5,4,exact",
        "connect:1,5,2",
        "connect:5,1,3",
        "othello:4x6,dirs=hv",
        "sticks:1+3+5,misere",
        "mnk:30,30,6",
        "connect:30,30,8",
    ] {
        let explanation = explained(spec, "");
        assert!(!explanation.sections.is_empty(), "{spec}");
        assert!(explanation.sections.iter().all(|section| !section.blocks.is_empty()), "{spec}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// However little was looked at, what is said to be proven is so, and nothing is said beside a proof
    /// that is only believed.
    #[test]
    fn what_is_called_proven_is_true(
        spec in prop::sample::select(vec![
            "tictactoe", "mnk:3,4,3", "mnk:4,4,3,exact", "mnk:4,4,4", "mnk:3,5,4", "connect:4,4,3",
            "connect:4,4,4", "othello:4x4",
        ]),
        choices in prop::collection::vec(0..1000_usize, 6..12),
        nodes in prop::sample::select(vec![1_u64, 30, 300, 3_000]),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        for choice in choices {
            let moves = game.position().moves();
            if !moves.is_empty() {
                game.play(moves[choice % moves.len()]).unwrap();
            }
        }
        prop_assume!(game.outcome().is_none());
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        let explanation = explained_within(&spec, &game, &budget);
        let told = text(&explanation);
        let mut known = HashMap::new();
        if let Some(result) = explanation.value.as_ref().and_then(result) {
            prop_assert_eq!(result, truth(&mut game, &mut known), "{}", told);
            let moves = told.split("The moves").nth(1).and_then(|rest| rest.split("How it").next());
            prop_assert!(moves.is_some_and(|moves| !moves.contains('%')), "{}", told);
        }
        for (mv, value) in &explanation.values {
            if let Some(result) = result(value) {
                prop_assert_eq!(result, truth_of_move(&mut game, *mv, &mut known), "{}", told);
            }
            // Whatever is called tempting is worse.
            let name = game.position().show_move(*mv);
            if told.lines().any(|line| line.starts_with(&format!("{name} turns")))
                && let Some(best) = &explanation.value
            {
                prop_assert!(values::rank(value) < values::rank(best), "{}", told);
            }
        }
    }
}

#[test]
fn a_tiny_game_is_solved_whatever_the_clock_says() {
    for (spec, expected) in
        [("tictactoe", "a draw. This is proven."), ("othello:4x4", "loses by at least 10 discs")]
    {
        let spec: GameSpec = spec.parse().unwrap();
        let late = || Duration::from_mins(1);
        let time = Some(Duration::from_millis(10));
        let budget = Budget { time, elapsed: &late, ..Budget::UNLIMITED };
        let told = text(&explained_within(&spec, &spec.start(), &budget));
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn a_short_look_is_a_first_impression() {
    let spec: GameSpec = "gomoku".parse().unwrap();
    let budget = Budget { nodes: Some(10), ..Budget::UNLIMITED };
    let told = text(&explained_within(&spec, &spec.start(), &budget));
    let (verdict, _) = told.split_once("Why").unwrap();
    assert!(verdict.contains("first impression") && !verdict.contains('%'), "{told}");
}

#[test]
fn the_line_is_as_long_as_the_verdict_says() {
    for (spec, moves) in [
        ("connect4", "4444443"),
        ("connect4", "44444437"),
        ("connect:4,5,4", "33"),
        ("mnk:4,4,3", ""),
        ("tictactoe", "a1 b1"),
    ] {
        let explanation = explained(spec, moves);
        let Some(Value::Exact(exact)) = explanation.value else { panic!("{spec} {moves}") };
        if let (Some(plies), false) = (exact.plies, exact.at_most) {
            assert_eq!(explanation.line.len(), plies as usize, "{spec} {moves}");
        }
    }
}

#[test]
fn moves_are_numbered_as_they_are_told() {
    let told = text(&explained("mnk:4,4,3", ""));
    assert!(!told.contains("Each move of X's threatens"), "the first only prepares: {told}");
    assert!(told.contains("The point of the line below is move 3, "), "{told}");
}

#[test]
fn moves_that_do_the_same_stand_in_one_row() {
    let told = text(&explained("tictactoe", "a1 a2 b1"));
    assert!(told.contains("the other 5 | loss in 2 | lets X win at once at c1"), "{told}");
    let mirrored = text(&explained("othello", ""));
    assert!(mirrored.contains("d3 ") && mirrored.contains("All moves are mirror images"));
}

#[test]
fn a_game_of_discs_ends_with_its_count() {
    let told = text(&explained("othello:4x4", ""));
    assert!(told.contains("The game ends with 3 for X and 11 for O. The 2 empty squares count"));
}
