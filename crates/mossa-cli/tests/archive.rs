//! What is kept, through the program: every command on games, and every way a store can be broken.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may fail like the test")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A folder of a test's own, without anything in it.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("archive").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `mossa` with its data in a folder and lines typed into it.
fn run_with(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(arguments)
        .env("MOSSA_DATA_DIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Not everybody reads to the end.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    run_with(folder, arguments, "")
}

/// What is printed by a command that succeeds.
#[track_caller]
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// The complaint of a command that fails with a code.
#[track_caller]
fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
    assert!(complaint.starts_with("error: "), "{complaint}");
    complaint
}

const GAMES: &str = "tests/data/three.games";

#[test]
fn games_are_listed_shown_and_ranked() {
    let folder = folder("listed");
    assert!(printed(&folder, &["archive", "list"]).starts_with("No games were kept yet"));
    assert!(printed(&folder, &["rank"]).starts_with("No games were kept yet"));
    assert_eq!(printed(&folder, &["archive", "import", GAMES]), "3 games taken in\n");
    let list = printed(&folder, &["archive", "list", "--game", "connect4", "--order", "oldest"]);
    let expected = "\
game  played            rules          first   second  result        moves
   1  2026-01-02 03:04  connect:6,7,4  greedy  random  first line        7
   2  2026-01-02 03:04  connect:6,7,4  random  greedy  first resign      2
2 games
";
    assert_eq!(list, expected);
    let count = |conditions: &[&str]| {
        let arguments = [&["archive", "list", "--json"], conditions].concat();
        let text = printed(&folder, &arguments);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["games"].as_array().unwrap().len() as u64, json["total"].as_u64().unwrap());
        json["total"].as_u64().unwrap()
    };
    for (conditions, expected) in [
        (vec![], 3),
        (vec!["--player", "random"], 2),
        (vec!["--player", "random", "--result", "won"], 1),
        (vec!["--player", "greedy", "--result", "lost", "--reason", "resign"], 1),
        (vec!["--player", "human", "--player", "greedy"], 0),
        (vec!["--result", "unfinished"], 1),
        (vec!["--result", "draw"], 0),
        (vec!["--until", "2026-01-02"], 2),
        (vec!["--since", "2026-01-02T03:04:06", "--until", "2026-01-02"], 1),
        (vec!["--since", "1d"], 1),
        (vec!["--match", "last"], 2),
        (vec!["--match", "019a0000-0000-7000"], 2),
    ] {
        assert_eq!(count(&conditions), expected, "{conditions:?}");
    }
    let shown = printed(&folder, &["archive", "show", "019a0000-0000-7000-8000-000000000001"]);
    let records = fs::read_to_string(GAMES).unwrap();
    let first = records.split("\n\nmossa game 1").next().unwrap();
    assert!(shown.starts_with(first), "{shown}");
    assert!(shown.ends_with("X (first player) wins, a line is complete\n"), "{shown}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(&folder, &["archive", "show", "1", "--json"])).unwrap();
    assert_eq!(json["seed"].as_u64(), Some(u64::MAX));
    assert_eq!(json["moves"][6]["value"]["result"], "win");
    assert_eq!(json["outcome"]["winner"], "first");
    let expected = "\
connect:6,7,4: 2 games, 100 ms
player  rating   +-  games  wins  draws  losses   score
greedy      +0  n/a      2     1      0       1  50.0 %
random      +0  n/a      2     1      0       1  50.0 %
";
    let ranked = printed(&folder, &["rank", "--by", "name"]);
    assert!(ranked.starts_with(expected), "{ranked}");
}

#[test]
fn what_is_exported_is_taken_in_again_and_never_twice() {
    let (one, other) = (folder("exported"), folder("taken_in"));
    let players = ["match", "othello:6x6", "greedy", "random", "--games", "6", "--nodes", "50"];
    printed(&one, &[&players[..], &["--concurrency", "2"]].concat());
    printed(&one, &["archive", "import", GAMES]);
    let file = one.join("all.games");
    printed(&one, &["archive", "export", "--out", file.to_str().unwrap()]);
    let text = printed(&one, &["archive", "export"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    for (taken, known) in [(9, 0), (0, 9)] {
        let said = printed(&other, &["archive", "import", "--json", file.to_str().unwrap()]);
        assert_eq!(said, format!("{{\"imported\":{taken},\"known\":{known}}}\n"));
    }
    assert_eq!(printed(&other, &["archive", "export"]), text);
    assert_eq!(printed(&other, &["archive", "check"]), "9 games, and all is well\n");
    let lines = printed(&one, &["archive", "export", "--json", "--match", "last"]);
    assert_eq!(lines.lines().count(), 2, "the match in the file came last");
    let from_pipe = run_with(&other, &["archive", "import", "-", "--as-new"], &text);
    assert_eq!(String::from_utf8(from_pipe.stdout).unwrap(), "9 games taken in\n");
    assert_eq!(printed(&other, &["archive", "check"]), "18 games, and all is well\n");
}

#[test]
fn deleting_asks_first() {
    let folder = folder("deleting");
    printed(&folder, &["archive", "import", GAMES]);
    let complaint = refused(&folder, &["archive", "delete", "1", "2"], 2);
    assert!(complaint.contains("2 games would be deleted"), "{complaint}");
    let complaint = refused(&folder, &["archive", "delete", "--yes"], 2);
    assert!(complaint.contains("nothing says which games"), "{complaint}");
    assert_eq!(printed(&folder, &["archive", "delete", "1", "1", "--yes"]), "1 game deleted\n");
    refused(&folder, &["archive", "show", "1"], 2);
    let all = printed(&folder, &["archive", "delete", "--all", "--yes", "--json"]);
    assert_eq!(all, "{\"deleted\":2}\n");
    assert!(printed(&folder, &["archive", "list"]).starts_with("No games were kept yet"));
}

#[test]
fn finished_games_are_kept_and_others_are_not() {
    let folder = folder("kept");
    let people = ["play", "tictactoe", "--first", "human", "--second", "human"];
    run_with(&folder, &people, "a1\nb1\n"); // Nobody finishes this one.
    run_with(&folder, &people, "a1\nb1\na2\nb2\na3\n");
    run_with(&folder, &[&people[..], &["--no-store"]].concat(), "a1\nresign\n");
    run_with(&folder, &people, "a1\nresign\n");
    let text = printed(&folder, &["archive", "export", "--json"]);
    let results: Vec<String> = text
        .lines()
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}", game["origin"], game["result"], game["reason"]).replace('"', "")
        })
        .collect();
    assert_eq!(results, ["play first line", "play first resign"]);
    // A finished game that is only looked at is not played again.
    let file = folder.join("done.game");
    fs::write(&file, printed(&folder, &["archive", "export", "1"])).unwrap();
    run(&folder, &["play", "--load", file.to_str().unwrap()]);
    let elsewhere = folder.join("elsewhere");
    let data = elsewhere.to_str().unwrap();
    printed(&folder, &["match", "tictactoe", "random", "greedy", "--games", "2", "--data", data]);
    assert_eq!(printed(&folder, &["archive", "check"]), "2 games, and all is well\n");
    assert_eq!(printed(&elsewhere, &["archive", "check"]), "2 games, and all is well\n");
}

/// A game goes on whatever is wrong with the store, and says so once.
#[track_caller]
fn goes_on(folder: &Path, expected: &str) {
    let games = [
        &["match", "tictactoe", "random", "greedy", "--games", "20"][..],
        &["play", "tictactoe", "--first", "random", "--second", "random"],
    ];
    for game in games {
        let output = run(folder, game);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{complaint}");
        assert!(!output.stdout.is_empty());
        assert!(complaint.starts_with("note: ") && complaint.contains(expected), "{complaint}");
        assert!(complaint.contains("hint: ") && complaint.lines().count() <= 3, "{complaint}");
    }
}

#[test]
fn a_broken_store_stops_no_game() {
    let folder = folder("broken");
    let file = folder.join("mossa.db");
    for (bytes, expected) in [
        ("my diary".repeat(100), "is not a database"),
        ("x".to_owned(), "is not a database"),
        (format!("SQLite format 3\0{}", "x".repeat(5_000)), "a database of another program"),
    ] {
        fs::write(&file, &bytes).unwrap();
        goes_on(&folder, expected);
        for command in [&["archive", "list"][..], &["rank"], &["archive", "import", GAMES]] {
            assert!(refused(&folder, command, 3).contains(expected));
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), bytes, "nothing is destroyed");
    }
    // The folder cannot be made where a file is.
    goes_on(&file, "cannot make the folder");
}

#[test]
#[cfg(unix)]
fn a_full_disk_stops_no_game() {
    let folder = folder("full");
    printed(&folder, &["archive", "import", GAMES]);
    // No file may grow beyond a few kilobytes, and whoever tries is told, not killed.
    let script = "trap '' XFSZ; ulimit -f 240; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_mossa")])
        .args(["match", "othello", "random", "random", "--games", "400"])
        .env("MOSSA_DATA_DIR", &folder)
        .output()
        .unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{complaint}");
    assert!(complaint.contains("there is no room for"), "{complaint}");
    assert!(complaint.contains("games were not kept"), "{complaint}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("400 games: "));
    let left = printed(&folder, &["archive", "check"]);
    assert!(left.ends_with("games, and all is well\n"), "{left}");
}

#[test]
fn wrong_input_is_refused() {
    let folder = folder("wrong");
    printed(&folder, &["archive", "import", GAMES]);
    for (arguments, expected) in [
        (vec!["archive", "show", "99"], "there is no game `99`"),
        (vec!["archive", "show", "zz"], "there is no game `zz`"),
        (vec!["archive", "show", ""], "there is no game ``"),
        (vec!["archive", "show", "019a"], "several games begin with `019a`"),
        (vec!["archive", "list", "--game", "chess"], "chess"),
        (vec!["archive", "list", "--result", "won"], "nobody is named"),
        (vec!["archive", "list", "--result", "maybe"], "maybe"),
        (vec!["archive", "list", "--since", "tomorrow"], "expected a date"),
        (vec!["archive", "list", "--match", "xyz"], "there is no match `xyz`"),
        (vec!["archive", "list", "--limit=-1"], "invalid value '-1'"),
        (vec!["archive", "import", "Cargo.toml"], "bad game in `Cargo.toml`, line 1"),
        (vec!["rank", "--by", "luck"], "luck"),
    ] {
        let complaint = refused(&folder, &arguments, 2);
        assert!(complaint.contains(expected), "{complaint}");
        assert!(complaint.contains("hint: "), "{complaint}");
    }
    refused(&folder, &["archive", "import", "/nowhere/at/all"], 3);
    let text = fs::read_to_string(GAMES).unwrap();
    let bad = run_with(&folder, &["archive", "import", "-"], &text.replace("  2  5", "  2  9"));
    let complaint = String::from_utf8(bad.stderr).unwrap();
    assert!(complaint.contains("line 32: `9` is not a move"), "{complaint}");
}

/// The moves of a game between two engines that look so far ahead.
fn moves_of(folder: &Path, spec: &str, first: &str, second: &str, depth: &str) -> (String, String) {
    let output =
        run(folder, &["play", spec, "--first", first, "--second", second, "--depth", depth]);
    assert_eq!(output.status.code(), Some(0));
    let [moves, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (moves, said)
}

#[test]
fn a_player_with_experience_does_not_lose_the_same_game_again() {
    let folder = folder("experience");
    let (plain, burnt) = ("engine", "engine:experience=on");
    for (spec, depth) in [("connect4", "2"), ("othello", "2"), ("mnk:11,11,5", "2")] {
        let lost = moves_of(&folder, spec, plain, plain, depth);
        assert!(lost.0.contains("result first"), "{spec}: {}", lost.0);
        assert_eq!(moves_of(&folder, spec, plain, plain, depth), lost, "again without experience");
        assert_eq!(moves_of(&folder, spec, plain, burnt, depth), lost, "nothing is known yet");
        let (other, said) = moves_of(&folder, spec, plain, burnt, depth);
        assert_ne!(other, lost.0);
        assert!(
            said.starts_with("experience: ") && said.contains(" lost here once, so "),
            "{said}"
        );
        // Where they part, the memory says why, and the player says the same when it is asked.
        let same = lost.0.lines().zip(other.lines()).take_while(|(one, two)| one == two);
        let names: Vec<&str> = same.filter_map(|(line, _)| line.split(' ').nth(2)).collect();
        let moves = names.join(" ");
        let shown = printed(&folder, &["experience", "show", spec, "--moves", &moves]);
        assert!(shown.starts_with("move  ") && shown.contains("Known of "), "{shown}");
        let asked = ["choose", spec, "--moves", &moves, "--player", burnt, "--depth", depth];
        let answer = printed(&folder, &[&asked[..], &["--json"]].concat());
        assert!(answer.contains("\"remark\":\"experience: "), "{answer}");
    }
    let all = printed(&folder, &["experience", "export"]).lines().count();
    let some = printed(&folder, &["experience", "export", "--game", "othello"]).lines().count();
    assert!(0 < some && some < all);
    let forgotten = printed(&folder, &["experience", "forget", "--game", "othello", "--json"]);
    assert_eq!(forgotten, format!("{{\"forgotten\":{some}}}\n"));
    let shown = printed(&folder, &["experience", "show", "othello"]);
    assert_eq!(
        shown,
        "Nothing was learned about this position.\nKnown of othello:8x8: moves 0, in positions 0.\n"
    );
    let lost = moves_of(&folder, "othello", plain, plain, "2");
    assert_eq!(moves_of(&folder, "othello", plain, burnt, "2"), lost, "it makes the mistake again");
    let complaint = refused(&folder, &["experience", "forget"], 2);
    assert!(complaint.contains("--game"), "{complaint}");
    printed(&folder, &["experience", "forget", "--all"]);
    assert_eq!(printed(&folder, &["experience", "export"]), "");
}

#[test]
fn experience_needs_a_store() {
    let folder = folder("no_experience");
    let game = ["play", "tictactoe", "--first", "engine:experience=on", "--second", "random"];
    let output = run(&folder, &[&game[..], &["--no-store", "--depth", "1"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "note: there is no experience where no games are kept\n");
    assert_eq!(output.status.code(), Some(0));
}
