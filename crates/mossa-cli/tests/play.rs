//! Games in a pipe, as scripts play them.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may fail like the test")]

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// Runs `mossa play` with lines typed into it.
fn play(arguments: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .arg("play")
        .args(arguments)
        .env("MOSSA_DATA_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/play-data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game may be over before all lines are read.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn printed(arguments: &[&str], lines: &str) -> String {
    let output = play(arguments, lines);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A file of this test's own.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn the_worked_game_of_sticks() {
    // The human takes 2, 1, 1, 1; the machine answers 2, 2, 2 and loses, as it must.
    let text = printed(&["sticks:11,2", "--second", "tree-minimax"], "2\n1\n1\n1\n");
    let expected = "1 X 2\n2 O 2\n3 X 1\n4 O 2\n5 X 1\n6 O 2\n7 X 1\nresult first last\n";
    assert_eq!(text, expected);
}

#[test]
fn wrong_input_is_explained_and_never_fatal() {
    let output = play(
        &["tictactoe", "--first", "human", "--second", "human"],
        "z9\na1\na1\n\n??\nb1\na2\nb2\na3\n",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "1 X a1\n2 O b1\n3 X a2\n4 O b2\n5 X a3\nresult first line\n");
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaints.matches("error: ").count(), 3, "{complaints}");
    assert!(!text.contains('\u{1b}') && !complaints.contains('\u{1b}'), "no escape codes");
}

#[test]
fn undo_redo_and_resign() {
    let text = printed(
        &["tictactoe", "--first", "human", "--second", "human"],
        "a1\nb1\nundo\nredo\nundo\nc3\nresign\n",
    );
    assert_eq!(text, "1 X a1\n2 O b1\n2 O c3\nresult second resign\n");
}

#[test]
fn an_end_of_input_leaves_the_game_unfinished() {
    assert_eq!(
        printed(&["connect4", "--first", "human", "--second", "human"], "44"),
        "1 X 4\n2 O 4\nresult unfinished\n"
    );
    assert_eq!(printed(&["connect4"], "quit\n"), "result unfinished\n");
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let path = file("saved.game");
    let save = format!("f5\nsave {}\nquit\n", path.display());
    let text = printed(&["othello", "--second", "greedy"], &save);
    assert!(text.contains("saved; `mossa play --load "), "{text}");
    let record = fs::read_to_string(&path).unwrap();
    assert!(record.starts_with("mossa game 1\nspec: othello:8x8\nfirst: human\nsecond: greedy\n"));
    let loaded = printed(&["--load", path.to_str().unwrap()], "undo\nresign\n");
    assert_eq!(loaded, "result second resign\n");
    let shown = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(["show", "othello", "--diagram", "--file", path.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(String::from_utf8(shown.stdout).unwrap().ends_with(" X\n"));
}

#[test]
fn saving_destroys_nothing() {
    let path = file("precious.txt");
    fs::write(&path, "not a game").unwrap();
    let save = format!("1\nsave {}\nquit\n", path.display());
    let output = play(&["connect4", "--second", "random"], &save);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("it exists and is no saved game"), "{complaint}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "not a game");
}

#[test]
fn two_players_are_watched() {
    for (game, first, second) in [
        ("tictactoe", "helpfulness", "greedy"),
        ("connect4", "greedy", "random"),
        ("othello:6x6", "minimax", "weighted-minimax:depth=2"),
        ("sticks:21,3", "sticks-perfect", "tree-minimax"),
        ("mnk:5,5,4", "heap-alphabeta:depth=2", "random"),
    ] {
        let players = [game, "--first", first, "--second", second, "--time-ms", "50"];
        let text = printed(&players, "");
        let moves = text.lines().count() - 1;
        assert!(text.lines().last().unwrap().starts_with("result "), "{text}");
        for (number, line) in (1..).zip(text.lines().take(moves)) {
            let side = if number % 2 == 1 { 'X' } else { 'O' };
            assert!(line.starts_with(&format!("{number} {side} ")), "{line}");
        }
    }
}

#[test]
fn wrong_players_and_files_are_refused() {
    for (arguments, expected) in [
        (vec!["connect4", "--second", "minimax"], "it cannot play connect:6,7,4"),
        (vec!["connect4", "--second", "nobody"], "there is no player called `nobody`"),
        (vec!["othello", "--second", "minimax:depth=0"], "`depth` is `0`"),
        (vec!["othello", "--second", "minimax:width=3"], "it has no parameter `width`"),
        (vec!["othello", "--time-ms", "0"], "expected a whole number"),
        (vec!["--load", "Cargo.toml"], "bad game record, line 1"),
        (vec![], "required arguments"),
    ] {
        let output = play(&arguments, "");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with("error: ") && message.contains(expected), "{message}");
    }
    let output = play(&["--load", "/nowhere/at/all"], "");
    assert_eq!(output.status.code(), Some(3));
}
