//! Files that commands write: pictures, tables and trees.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may fail like the test")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn mossa(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

/// What a command writes to a file, and that it leaves nothing else behind.
fn written(folder: &Path, arguments: &str, file: &str) -> String {
    let output = mossa(folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments}: {message}");
    assert_eq!(message, format!("wrote {file}\n"), "{arguments}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "{arguments}");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    fs::remove_file(folder.join(file)).unwrap();
    text
}

/// How many elements of a picture have a class.
fn count(svg: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    assert!(document.root_element().has_tag_name("svg"));
    let has_class = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("class").is_some_and(|names| names.split(' ').any(|name| name == class))
    };
    document.descendants().filter(has_class).count()
}

#[test]
fn every_game_can_be_shown_as_a_picture() {
    let folder = folder("pictures_show");
    for (arguments, class) in [
        ("tictactoe --moves a1b2", "marks"),
        ("gomoku --moves h8 --theme dark", "stones"),
        ("connect4 --moves 4444 --theme light", "frame"),
        ("othello --moves f5d6", "felt"),
        ("sticks:3+5 --moves 2:2", "heaps"),
        ("mnk:200,200,5", "stones"),
        ("connect:1,200,4", "frame"),
    ] {
        let svg = written(&folder, &format!("show {arguments} --out board.svg"), "board.svg");
        assert_eq!(count(&svg, class), 1, "{arguments}");
        assert!(!svg.contains("data-move"), "{arguments}");
    }
}

#[test]
fn the_lab_draws_how_the_effort_grows() {
    let folder = folder("pictures_growth");
    let svg = written(&folder, "lab connect4 --depth 3 --out growth.svg", "growth.svg");
    // Six searches and two theories, each with its entry in the legend.
    assert_eq!(count(&svg, "line"), 16);
    assert_eq!(count(&svg, "hollow"), 2 * 3 + 2);
}

#[test]
fn the_lab_writes_what_the_ending_says() {
    let folder = folder("pictures_numbers");
    let lab = |file: &str| {
        let arguments = format!("lab sticks:5,2 --depth 3 --growth --algorithms pvs --out {file}");
        written(&folder, &arguments, file)
    };
    assert_eq!(lab("x.csv").lines().count(), 4);
    let numbers: serde_json::Value = serde_json::from_str(&lab("x.json")).unwrap();
    assert_eq!(numbers["growth"].as_array().unwrap().len(), 3);
    assert!(lab("x.md").starts_with("| algorithm |"));
    assert!(lab("x.tex").starts_with("\\begin{tabular}"));
}

#[test]
fn a_tree_is_written_as_numbers_and_as_a_picture() {
    let folder = folder("pictures_tree");
    let lab = |more: &str, file: &str| {
        written(&folder, &format!("lab tictactoe --depth 3 {more} --trace {file}"), file)
    };
    let trace: serde_json::Value = serde_json::from_str(&lab("", "tree.json")).unwrap();
    assert_eq!((&trace["algorithm"], &trace["searched"]), (&"alphabeta".into(), &171.into()));
    let nodes = trace["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 171);
    assert_eq!(nodes.iter().filter(|node| !node["cut"].is_null()).count(), 24);
    assert!(trace.get("note").is_none());
    let svg = lab("--algorithms minimax", "tree.svg");
    // 60 boxes and two of the legend; nothing is cut, much is left out.
    assert_eq!((count(&svg, "node"), count(&svg, "cut-edge")), (62, 0));
    assert!(svg.contains(" more<"));
    let svg = lab("--algorithms alphabeta --trace-nodes 200", "tree.svg");
    assert_eq!((count(&svg, "node"), svg.contains(" more<")), (173, false));
    assert!(count(&svg, "cut-edge") > 0);
}
