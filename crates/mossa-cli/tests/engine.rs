//! What scripts get from `mossa analyze`, `solve` and `suite` with `--json`.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may fail like the test")]

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::{Value, json};

fn mossa(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(arguments)
        .env("MOSSA_DATA_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/engine-data"))
        .output()
        .expect("mossa runs")
}

/// The lines that are printed, each an object.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let output = mossa(arguments);
    let printed = String::from_utf8(output.stdout).expect("mossa prints text");
    printed.lines().map(|line| serde_json::from_str(line).expect("mossa prints JSON")).collect()
}

fn win(plies: u32) -> Value {
    json!({"kind": "exact", "result": "win", "plies": plies})
}

fn loss(plies: u32) -> Value {
    json!({"kind": "exact", "result": "loss", "plies": plies})
}

#[test]
fn an_analysis_ends_with_every_move_best_first() {
    for spec in ["connect4", "gomoku", "othello", "sticks:40,9", "mnk:30,30,5", "connect:9,10,5"] {
        let printed = lines(&["analyze", spec, "--nodes", "20000", "--json"]);
        let (last, before) = printed.split_last().unwrap();
        assert_eq!(last["final"], true, "{spec}");
        assert!(before.iter().all(|line| line.get("final").is_none()));
        assert!(before.iter().all(|line| line["moves"][0]["line"][0] == line["moves"][0]["move"]));
        let legal = &lines(&["moves", spec, "--json"])[0]["moves"];
        let sorted = |names: Vec<&Value>| {
            let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
            names.sort_unstable();
            names
        };
        let moves = last["moves"].as_array().unwrap();
        let listed = moves.iter().map(|entry| &entry["move"]).collect();
        assert_eq!(sorted(listed), sorted(legal.as_array().unwrap().iter().collect()), "{spec}");
        assert!(moves.iter().all(|entry| entry["value"]["kind"].is_string()), "{spec}");
    }
}

#[test]
fn an_analysis_knows_proofs_from_beliefs() {
    let printed = lines(&["analyze", "tictactoe", "--moves", "a1 b1 a2", "--json"]);
    let moves = printed.last().unwrap()["moves"].as_array().unwrap();
    assert_eq!(moves[0]["move"], "a3");
    assert!(moves[1..].iter().all(|entry| entry["value"] == loss(2)), "{moves:?}");
    let printed = lines(&["analyze", "sticks:10,3", "--json"]);
    let moves = &printed.last().unwrap()["moves"];
    let expected = json!([
        {"move": "2", "value": win(5)},
        {"move": "1", "value": loss(6)},
        {"move": "3", "value": loss(4)},
    ]);
    assert_eq!(*moves, expected);
}

#[test]
fn a_solution_has_all_best_moves() {
    for (spec, moves, value, best) in [
        ("tictactoe", "", json!({"kind": "exact", "result": "draw"}), "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("tictactoe", "a1", json!({"kind": "exact", "result": "draw"}), "b2"),
        ("tictactoe", "a1 b1", win(5), "a2 b2 a3"),
        ("tictactoe", "a1 b1 a2 a3 b2", loss(2), "c1 c2 b3 c3"),
        ("sticks:21,3", "", win(11), "1"),
        (
            "othello:4x4",
            "",
            json!({"kind": "exact", "result": "loss", "margin": -10}),
            "b1 a2 d3 c4",
        ),
        (
            "connect4",
            "4455",
            json!({"kind": "exact", "result": "win", "plies": 3, "score": 18}),
            "3 6",
        ),
    ] {
        let answer = &lines(&["solve", spec, "--moves", moves, "--json"])[0];
        assert_eq!(answer["value"], value, "{spec} {moves}");
        let mut found: Vec<&str> =
            answer["best"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let mut best: Vec<&str> = best.split(' ').collect();
        found.sort_unstable();
        best.sort_unstable();
        assert_eq!(found, best, "{spec} {moves}");
        assert!(answer.get("best_is_complete").is_none());
    }
}

#[test]
fn a_solution_that_a_limit_stops_is_none() {
    let output = mossa(&["solve", "gomoku", "--nodes", "500", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["value"].is_null());
    assert_eq!(answer["best"].as_array().unwrap().len(), 1);
}

/// A file of this test's own.
fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn suite(name: &str, text: &str, arguments: &[&str]) -> (Option<i32>, Value) {
    let file = file(name, text);
    let output = mossa(&[&["suite", &file, "--json"], arguments].concat());
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn suites_of_every_kind_are_run() {
    let connect = "112233 18\n2252111563365343671 10\n";
    let (code, answer) = suite("connect.txt", connect, &["--spec", "connect4"]);
    assert_eq!((code, &answer["right"], &answer["wrong"]), (Some(0), &json!(2), &json!(0)));
    assert!(answer["nodes"].as_u64().unwrap() > 0 && answer["cpu_ms"].is_number());
    let from_zero = ["--spec", "connect:6,10,4", "--columns-from", "0"];
    let (code, answer) = suite("connect10.txt", "001122 27\n", &from_zero);
    assert_eq!((code, &answer["right"]), (Some(0), &json!(1)), "{answer}");
    let board = "XXOO/XO../OOO./.... X".replace('/', "");
    let (code, answer) =
        suite("obf.txt", &format!("{board}; D2:+99; A4:-3;"), &["--spec", "othello:4x4"]);
    assert_eq!((code, &answer["positions"]), (Some(1), &json!(1)), "{answer}");
    assert_eq!(answer["failures"][0]["line"], 1);
    assert_eq!(answer["failures"][0]["expected"], "loss by 3");
    let table = "#id\tsource\nV1\tbook\t1\tB\th8a1i8a2j8a3\t3\tk8\tk8\n";
    let (code, answer) = suite("vcf.tsv", table, &["--spec", "gomoku"]);
    assert_eq!((code, &answer["right"]), (Some(0), &json!(1)), "{answer}");
}

#[test]
fn a_wrong_answer_is_told() {
    let (code, answer) = suite("wrong.txt", "112233 18\n4455 3\n", &["--spec", "connect4"]);
    assert_eq!((code, &answer["right"], &answer["wrong"]), (Some(1), &json!(1), &json!(1)));
    let failure = json!({
        "line": 2,
        "position": "4455",
        "expected": "score 3",
        "found": {"kind": "exact", "result": "win", "plies": 3, "score": 18},
    });
    assert_eq!(answer["failures"], json!([failure]));
}

#[test]
fn a_proof_goes_on_where_it_stopped() {
    let notes = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("resumed.notes");
    let _ = fs::remove_file(&notes);
    let notes = notes.to_str().unwrap();
    let solve = |limit: &[&str]| {
        let position = ["solve", "connect:5,6,4", "--moves", "3333", "--json", "--resume", notes];
        let output = mossa(&[&position, limit].concat());
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), answer)
    };
    let (code, answer) = solve(&["--nodes", "3000"]);
    assert_eq!((code, &answer["value"]), (Some(1), &Value::Null));
    let (code, resumed) = solve(&[]);
    assert_eq!(code, Some(0));
    let (_, from_notes) = solve(&[]);
    assert_eq!(from_notes["value"], resumed["value"]);
    assert!(from_notes["nodes"].as_u64() < resumed["nodes"].as_u64(), "{from_notes} {resumed}");
    let plain = lines(&["solve", "connect:5,6,4", "--moves", "3333", "--json"]);
    assert_eq!(plain[0]["value"], resumed["value"]);
}

#[test]
fn notes_that_are_of_no_use_are_refused_before_anything_is_done() {
    let code = |arguments: &[&str]| mossa(&[&["solve"], arguments].concat()).status.code();
    let text = file("no.notes", "just some text");
    assert_eq!(code(&["connect4", "--resume", &text]), Some(2));
    assert_eq!(code(&["tictactoe", "--resume", &text]), Some(2));
    assert_eq!(code(&["connect4", "--resume", "no such folder/x"]), Some(3));
}

#[test]
fn who_wins_takes_less_than_how_soon() {
    let solve = |more: &[&str]| {
        let arguments = ["solve", "connect:5,6,4", "--moves", "1634", "--json"];
        lines(&[&arguments, more].concat()).remove(0)
    };
    let (winner, score) = (solve(&["--winner"]), solve(&[]));
    assert_eq!(winner["value"]["result"], score["value"]["result"]);
    assert!(winner["nodes"].as_u64() < score["nodes"].as_u64(), "{winner} {score}");
}
