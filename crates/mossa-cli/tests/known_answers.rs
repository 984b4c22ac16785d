//! Counts that are known, asked of the program itself.
//!
//! The tables with many rows lie outside the repository, at `../shared/data` or `$MOSSA_DATA`;
//! without them their tests say so and pass. What the repository promises on its own is here too.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::{fs, path::PathBuf, process::Command};

/// The number that `mossa perft` prints.
fn perft(spec: &str, depth: &str) -> u64 {
    let output = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(["perft", spec, depth, "--json"])
        .output()
        .expect("mossa runs");
    let json: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("mossa prints JSON");
    json["nodes"].as_u64().expect("a number of nodes")
}

/// The rows of a table with verified answers, without its header.
fn rows(name: &str) -> Vec<Vec<String>> {
    let root = std::env::var_os("MOSSA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(text) = fs::read_to_string(root.join(name)) else {
        eprintln!("skipped: {name} is not here; set MOSSA_DATA to the folder that has it");
        return Vec::new();
    };
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

#[test]
fn othello_standard_board_to_depth_10() {
    for row in rows("othello/perft.tsv") {
        if row[0].parse::<u32>().is_ok_and(|depth| depth <= 10) {
            assert_eq!(perft("othello", &row[0]).to_string(), row[1], "depth {}", row[0]);
        }
    }
}

#[test]
fn othello_other_sizes_and_directions() {
    for row in rows("othello/perft_variants.tsv") {
        let [height, width, directions, depth, expected] = &row[..] else { panic!("{row:?}") };
        let spec = format!("othello:{height}x{width},dirs={}", directions.to_lowercase());
        assert_eq!(perft(&spec, depth).to_string(), *expected, "{spec} depth {depth}");
    }
}

#[test]
fn connect_four_to_depth_10() {
    let known = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_686_266, 39_452_034, 269_175_990];
    for (depth, expected) in (1..).zip(known) {
        assert_eq!(perft("connect4", &depth.to_string()), expected, "depth {depth}");
    }
}

/// The same game on a wider word, and on the general board: counts that do not depend on height.
#[test]
fn other_boards_agree_where_they_must() {
    assert_eq!(perft("connect:6,7,4", "7"), 823_536);
    assert_eq!(perft("connect:20,7,4", "6"), 117_649);
    assert_eq!(perft("connect:40,7,4", "6"), 117_649);
    assert_eq!(perft("mnk:3,3,3,exact", "9"), 255_168);
    assert_eq!(perft("tictactoe", "9"), 255_168);
}
