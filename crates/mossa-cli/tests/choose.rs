//! What scripts get from `mossa choose --json`.

use std::process::Command;

use serde_json::{Value, json};

fn choose(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .arg("choose")
        .args(arguments)
        .arg("--json")
        .output()
        .expect("mossa runs");
    serde_json::from_slice(&output.stdout).expect("mossa prints JSON")
}

/// X on 3-5, 4-4, 4-5, 5-5; O on 3-4, 5-2, 5-3, 5-4, 6-3 (row-column); X to move.
const WORKED_EXAMPLE: &str =
    "......../......../...OX.../...XX.../.OOOX.../..O...../......../........ X";

#[test]
fn the_worked_example_of_othello() {
    let moves = ["c2", "d2", "c3", "a5", "b6", "d6", "b7"];
    for (player, chosen, numbers) in [
        ("minimax", "c2", [4.0, 2.0, 4.0, 4.0, 2.0, 0.0, 2.0]),
        ("weighted-minimax", "a5", [2.0, 2.0, 2.0, 13.0, 2.0, 0.0, -2.0]),
    ] {
        let answer = choose(&["othello", "--player", player, "--position", WORKED_EXAMPLE]);
        assert_eq!(answer["move"], chosen);
        let expected: Vec<Value> = moves
            .iter()
            .zip(numbers)
            .map(|(name, score)| {
                let value = json!({"kind": "estimate", "score": score, "winning_chance": null});
                json!({"move": name, "value": value})
            })
            .collect();
        assert_eq!(answer["moves"], Value::Array(expected), "{player}");
        assert_eq!(answer["line"][0], chosen);
        assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
        assert!(answer["ms"].is_number());
    }
}

#[test]
fn proven_values_are_exact() {
    let answer = choose(&["sticks:11,2", "--player", "sticks-perfect"]);
    assert_eq!(answer["value"], json!({"kind": "exact", "result": "win", "plies": 7}));
    // Four in a row can be completed at once: the winning stone is the 7th, so 18 are still held.
    let answer = choose(&["connect4", "--player", "deepening-alphabeta", "--moves", "112233"]);
    assert_eq!(answer["move"], "4");
    let exact = json!({"kind": "exact", "result": "win", "plies": 1, "score": 18});
    assert_eq!(answer["value"], exact);
}

#[test]
fn the_seed_decides_what_is_left_to_chance() {
    let chosen = |seed: u32| {
        choose(&["gomoku", "--player", "random", "--seed", &seed.to_string()])["move"].clone()
    };
    assert_eq!(chosen(7), chosen(7));
    assert!((0..20).any(|seed| chosen(seed) != chosen(7)));
}
