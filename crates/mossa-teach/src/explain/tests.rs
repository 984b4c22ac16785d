//! Explanations say what is true, in every family.

use mossa_engines::Options;
use proptest::prelude::*;

use super::*;

fn explained(spec: &str, moves: &str) -> Explanation {
    let spec: GameSpec = spec.parse().unwrap();
    let mut game = spec.start();
    game.play_text(moves).unwrap();
    let options = Options { memory_mb: 4, ..Options::default() };
    let mut engine = mossa_engines::engine(&spec, options);
    let budget = Budget { nodes: Some(100_000), ..Budget::UNLIMITED };
    Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget }
        .explain()
        .unwrap()
}

fn text(explanation: &Explanation) -> String {
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
        ("gomoku", "h8 a1 h9 a3 h10 a5", "makes 2 threats at once, at h7 and h12"),
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
    let options = Options { memory_mb: 4, ..Options::default() };
    let mut engine = mossa_engines::engine(&spec, options);
    let budget = Budget { nodes: Some(2_000), ..Budget::UNLIMITED };
    let request =
        Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
    let told = text(&request.explain().unwrap());
    assert!(!told.contains("only") && told.contains("not a proof"), "{told}");
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
        }
    }
}

proptest! {
    #[test]
    fn facts_are_what_the_rules_know(
        spec in prop::sample::select(vec![
            "mnk:3,4,3", "mnk:5,5,4,exact", "mnk:1,8,3", "mnk:6,6,5", "connect:4,5,3", "connect:5,4,4",
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
