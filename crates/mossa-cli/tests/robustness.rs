//! Input that no snapshot can hold: too much of it, bytes that are no text, readers that leave.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may fail like the test")]

use std::{
    ffi::OsStr,
    io::{Read, Write},
    process::{Command, Output, Stdio},
};

fn mossa(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.args(arguments).stdin(Stdio::null());
    command.env("MOSSA_DATA_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/robustness-data"));
    command
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = mossa(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses early may leave the rest unread.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Refused with code 2 and one or two short lines, the first of which contains `expected`.
fn assert_refused(output: &Output, expected: &str) {
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty());
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].starts_with("error: ") && lines[0].contains(expected), "{message}");
    assert!(lines.len() <= 2 && lines[1..].iter().all(|line| line.starts_with("hint: ")));
    assert!(lines.iter().all(|line| line.chars().count() < 400), "{message}");
}

#[test]
fn a_hundred_kilobytes_of_moves() {
    for (game, word, expected) in [
        ("tictactoe", "a1 ", "move 2, a1, is illegal"),
        ("tictactoe", "a", "is not a move here"),
        ("tictactoe", "9", "is not a move here"),
        ("connect4", "1", "move 7, 1, is illegal"),
        ("connect:6,12,4", "1", "is not a move here"),
        ("othello", "f5", "move 2, f5, is illegal"),
        ("othello", "-- ", "move 1, pass, is illegal"),
        ("sticks", "2", "is not a move here"),
        ("sticks", "1 ", "the game is over"),
        ("sticks:1+3", "2:", "is not a move here"),
        ("mnk:200,200,5", "日本", "is not a move here"),
    ] {
        let moves = word.repeat(100_000 / word.len());
        assert_refused(&mossa(&["moves", game, "--moves", &moves]).output().unwrap(), expected);
        let output = with_input(&["moves", game, "--file", "-"], moves.as_bytes());
        assert_refused(&output, expected);
    }
}

#[test]
fn a_hundred_kilobytes_of_spec_and_diagram() {
    for spec in ["mnk:", "1", "sticks:1+", "othello:8x8,dirs=", "sticks:9,take=1/", "mnk:3,3,"] {
        let spec = format!("{spec}{}", "1".repeat(100_000));
        assert_refused(&mossa(&["moves", &spec]).output().unwrap(), "bad game");
    }
    for diagram in ["X", ".", "X/", "\n", "é"] {
        let diagram = diagram.repeat(100_000 / diagram.len());
        let output = mossa(&["moves", "gomoku", "--position", &diagram]).output().unwrap();
        assert_refused(&output, "bad position");
    }
}

#[test]
fn a_hundred_kilobytes_of_arguments() {
    let long = "a".repeat(100_000);
    let flag = format!("--{long}");
    for arguments in [vec![&long[..]], vec![&flag], vec!["perft", "tictactoe", &long]] {
        assert_refused(&mossa(&arguments).output().unwrap(), "");
    }
}

#[test]
fn large_games() {
    let output = mossa(&["perft", "mnk:200,200,200", "1"]).output().unwrap();
    assert_eq!(output.stdout, b"40000\n");
    let moves = "2 2 1 ".repeat(20_000);
    let output = with_input(&["moves", "sticks:1000000000,2", "--file", "-"], moves.as_bytes());
    assert_eq!(output.stdout, b"X to move: 1 2\n");
}

#[test]
fn a_file_without_end_is_not_read_to_the_end() {
    let mut child = mossa(&["moves", "tictactoe", "--file", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let chunk = [b' '; 1 << 13];
    while input.write_all(&chunk).is_ok() {}
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.starts_with("error: `-` is larger than 16 MiB"), "{message}");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn files_hold_moves_or_diagrams() {
    for (game, text, expected) in [
        ("tictactoe", "# a comment\na1 b1\r\na2\n", "O to move: c1 b2 c2 a3 b3 c3\n"),
        ("tictactoe", "\u{feff}X.O\n...\n...\nX\n", "X to move: b1 a2 b2 c2 a3 b3 c3\n"),
        ("tictactoe", "X.O/.../... X", "X to move: b1 a2 b2 c2 a3 b3 c3\n"),
        ("othello", "f5d6", "X to move: c3 c4 c5 c6 c7\n"),
        (
            "othello",
            "---------------------------OX------XO--------------------------- X; D3:+0; C4:+0;",
            "X to move: d3 c4 f5 e6\n",
        ),
        ("sticks", "1 X\n", "X to move: 1 2\n"),
    ] {
        let output = with_input(&["moves", game, "--file", "-"], text.as_bytes());
        let printed = String::from_utf8(output.stdout).unwrap();
        let sorted = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        assert_eq!(sorted(&printed), sorted(expected), "{game} {text:?}");
    }
    assert_refused(&with_input(&["moves", "othello", "--file", "-"], b"\xff\xfe"), "not text");
    assert_refused(&with_input(&["moves", "othello", "--file", "-"], b" \n"), "empty");
}

#[test]
fn a_reader_may_leave_early() {
    let mut child = mossa(&["show", "mnk:200,200,5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;

    let garbage = OsStr::from_bytes(b"\xff\xfe");
    let output = mossa(&[OsStr::new("moves"), garbage]).output().unwrap();
    assert_refused(&output, "UTF-8");
    let output =
        mossa(&[OsStr::new("moves"), OsStr::new("othello"), OsStr::new("--file"), garbage]);
    let output = { output }.output().unwrap();
    assert_eq!(output.status.code(), Some(3));
}

#[cfg(unix)]
#[test]
fn interrupted_it_ends_with_130() {
    let mut child = mossa(&["perft", "gomoku", "12"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Interrupts a command after a while; what it printed, having ended with 130.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> serde_json::Value {
    let child = mossa(arguments).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let printed = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(printed.lines().last().unwrap()).unwrap()
}

#[cfg(unix)]
#[test]
fn interrupted_it_says_what_it_knows() {
    let analysis = interrupted(&["analyze", "gomoku", "--time-ms", "600000", "--json"]);
    assert_eq!(analysis["final"], true);
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 225);
    let solution = interrupted(&["solve", "othello", "--json", "--memory-mb", "16"]);
    assert!(solution["value"].is_null());
    assert_eq!(solution["best"].as_array().unwrap().len(), 1);
    let mut random_match = vec!["match", "tictactoe", "random", "random", "--no-store", "--json"];
    random_match.extend(["--games", "100000000"]);
    let games = interrupted(&random_match)["games"].as_u64().unwrap();
    assert!(games > 0 && games.is_multiple_of(2), "{games}");
    let mut slow_match = vec!["match", "gomoku", "engine", "engine", "--no-store", "--json"];
    slow_match.extend(["--time-ms", "600000"]);
    assert_eq!(interrupted(&slow_match)["games"], 0, "it does not wait for a move");
}
