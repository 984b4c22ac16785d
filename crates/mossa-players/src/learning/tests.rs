//! Who is to blame, by hand.

use mossa_games::GameSpec;

use super::*;

/// A game of tic-tac-toe; each move with what the mover thought of it.
fn record(moves: &[(&str, Option<Value>)], reason: Option<Reason>) -> Record {
    let spec: GameSpec = "tictactoe".parse().unwrap();
    let mut game = spec.start();
    let mut played = Vec::new();
    for (name, value) in moves {
        game.play_text(name).unwrap();
        let mv = *game.history().last().unwrap();
        played.push(Played { mv, milliseconds: Some(1), value: *value });
    }
    let given_up = reason.map(|reason| Outcome::win(!game.position().side_to_move(), reason));
    let players = [String::new(), String::new()];
    Record { spec, start: None, players, outcome: game.outcome().or(given_up), moves: played }
}

const LOST: Option<Value> = Some(Value::exact(GameResult::Loss, None));
const WON: Option<Value> = Some(Value::exact(GameResult::Win, None));

/// The numbers of the moves that are to blame, and how much.
fn blamed(record: &Record, memory: &dyn Memory) -> Vec<(usize, u64)> {
    let lessons = lessons(record, memory).into_iter().enumerate();
    lessons.filter(|(_, lesson)| lesson.blame > 0).map(|(at, lesson)| (at, lesson.blame)).collect()
}

/// X wins: a1 b1 a2 b2 a3, O's moves are number 1 and 3, and O could have stopped X with a3.
fn game(thoughts: [Option<Value>; 5]) -> Record {
    let names = ["a1", "b1", "a2", "b2", "a3"];
    record(&names.into_iter().zip(thoughts).collect::<Vec<_>>(), None)
}

#[test]
fn a_forced_move_is_not_to_blame() {
    // X threatens to complete the first row at c1.
    let spec: GameSpec = "tictactoe".parse().unwrap();
    let mut game = spec.start();
    game.play_text("a1 b2 b1").unwrap();
    let position = game.position();
    let name = |name: &str| position.read_move(name).unwrap();
    assert!(!had_choice(position, name("c1")), "every other move loses at once");
    assert!(had_choice(position, name("a2")), "c1 was better");
    let start = spec.start();
    assert!(had_choice(start.position(), name("a1")));
}

#[test]
fn the_last_move_is_to_blame_unless_all_was_lost() {
    let empty = Notebook::default();
    assert_eq!(blamed(&game([None; 5]), &empty), [(1, 4), (3, 8)]);
    assert_eq!(blamed(&game([None, None, None, LOST, None]), &empty), [(1, 8)], "the loser knew");
    assert_eq!(blamed(&game([None, None, WON, None, None]), &empty), [(1, 8)], "the winner knew");
    assert_eq!(blamed(&game([None, LOST, WON, LOST, WON]), &empty), [], "lost from the start");
}

#[test]
fn blame_goes_back_when_the_same_move_loses_again() {
    let notebook = Notebook::default();
    let game = game([None; 5]);
    for expected in [[(1, 4), (3, 8)], [(1, 8), (3, 8)], [(1, 8), (3, 8)]] {
        assert_eq!(blamed(&game, &notebook), expected);
        notebook.note(&lessons(&game, &notebook));
    }
}

#[test]
fn turned_boards_share_their_lessons() {
    let empty = Notebook::default();
    let spot = |names: [&str; 5]| {
        let moves: Vec<(&str, Option<Value>)> =
            names.into_iter().map(|name| (name, None)).collect();
        lessons(&record(&moves, None), &empty)
    };
    assert_eq!(spot(["a1", "b1", "a2", "b2", "a3"]), spot(["c3", "b3", "c2", "b2", "c1"]));
    assert_ne!(spot(["a1", "b1", "a2", "b2", "a3"]), spot(["a1", "b1", "a2", "c3", "a3"]));
}

#[test]
fn only_moves_teach_that_somebody_chose_and_that_decided() {
    let empty = Notebook::default();
    let mut opened = game([None; 5]);
    (0..4).for_each(|index| opened.moves[index].milliseconds = None);
    let taught = lessons(&opened, &empty);
    assert_eq!((taught.len(), taught[0].blame), (1, 0));
    let short = [("a1", None), ("b1", None)];
    assert_eq!(lessons(&record(&short, Some(Reason::Time)), &empty), []);
    assert_eq!(lessons(&record(&short, None), &empty), [], "unfinished");
    assert_eq!(blamed(&record(&short, Some(Reason::Resign)), &empty), [(0, 8)]);
    let draw = ["a1", "b1", "c1", "b2", "a2", "a3", "b3", "c3", "c2"].map(|name| (name, None));
    let taught = lessons(&record(&draw, None), &empty);
    assert!(taught.iter().all(|lesson| lesson.result == GameResult::Draw && lesson.blame == 0));
}

#[test]
fn a_notebook_adds_up() {
    let notebook = Notebook::default();
    let game = game([None; 5]);
    let taught = lessons(&game, &notebook);
    notebook.note(&taught);
    notebook.note(&taught);
    let tally = |lesson: &Lesson| {
        let page = notebook.recall(lesson.spot);
        page.iter().find(|(mv, _)| *mv == lesson.mv).unwrap().1
    };
    assert_eq!(tally(&taught[0]), Tally { wins: 2, ..Tally::default() });
    assert_eq!(tally(&taught[3]), Tally { losses: 2, blamed: 16, ..Tally::default() });
}
