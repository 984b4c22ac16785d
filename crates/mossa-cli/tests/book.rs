//! Books in the making: they can be stopped at any moment, and gone on with.

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
    command.args(arguments.split(' ')).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap()
}

const BUILD: &str = "book build connect:4,5,4 --plies 0-2,4 --file small.book";

#[test]
fn a_book_is_the_same_however_it_is_made() {
    let folder = folder("book_made");
    let known = fs::read("tests/data/connect-4x5x4.book").unwrap();
    for threads in ["", " --threads 2", " --json"] {
        let output = mossa(&folder, &format!("{BUILD}{threads}"));
        assert!(output.status.success(), "{}", said(&output));
        assert!(said(&output).contains("small.book"), "{}", said(&output));
        assert_eq!(fs::read(folder.join("small.book")).unwrap(), known);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
        fs::remove_file(folder.join("small.book")).unwrap();
    }
}

/// The log of the book, as it would be just before the end.
fn whole_log(folder: &Path) -> Vec<u8> {
    // A folder in the book's place lets everything be computed, and nothing be written.
    fs::create_dir(folder.join("small.book")).unwrap();
    let output = mossa(folder, BUILD);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    fs::remove_dir(folder.join("small.book")).unwrap();
    fs::read(folder.join("small.book.part")).unwrap()
}

#[test]
fn work_goes_on_where_it_stopped() {
    let folder = folder("book_resumed");
    let known = fs::read("tests/data/connect-4x5x4.book").unwrap();
    let log = whole_log(&folder);
    for cut in [0, 1, 23, 24, 25, 100, 1000, log.len() - 1, log.len()] {
        fs::write(folder.join("small.book.part"), &log[..cut]).unwrap();
        let output = mossa(&folder, BUILD);
        assert!(output.status.success(), "{cut}: {}", said(&output));
        assert_eq!(fs::read(folder.join("small.book")).unwrap(), known, "{cut}");
        assert!(!folder.join("small.book.part").exists());
        fs::remove_file(folder.join("small.book")).unwrap();
    }
}

#[test]
fn a_book_grows_from_an_earlier_one() {
    let folder = folder("book_grown");
    let known = fs::read("tests/data/connect-4x5x4.book").unwrap();
    for plies in ["4", "2", "0-2,4"] {
        let build = format!("book build connect:4,5,4 --plies {plies} --file small.book");
        let output = mossa(&folder, &build);
        assert!(output.status.success(), "{}", said(&output));
    }
    assert_eq!(fs::read(folder.join("small.book")).unwrap(), known);
    // A book of another board is replaced, and nothing is taken from it.
    let other = "book build connect:4,5,3 --plies 2 --file small.book";
    let fresh = "book build connect:4,5,3 --plies 2 --file fresh.book";
    assert!(mossa(&folder, other).status.success() && mossa(&folder, fresh).status.success());
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("small.book"), read("fresh.book"));
}

#[test]
fn what_the_log_knows_is_not_solved_again() {
    let folder = folder("book_log");
    let log = whole_log(&folder);
    // With one record gone from the middle only that position is solved again.
    fs::write(folder.join("small.book.part"), [&log[..240], &log[264..]].concat()).unwrap();
    fs::create_dir(folder.join("small.book")).unwrap();
    assert_eq!(mossa(&folder, BUILD).status.code(), Some(3));
    let again = fs::read(folder.join("small.book.part")).unwrap();
    assert_eq!(again, [&log[..240], &log[264..], &log[240..264]].concat());
}

#[test]
fn foreign_files_are_left_alone() {
    let folder = folder("book_foreign");
    for (name, text) in
        [("small.book", "a letter"), ("small.book.part", "a diary of some length..")]
    {
        fs::write(folder.join(name), text).unwrap();
        let output = mossa(&folder, BUILD);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert_eq!(fs::read(folder.join(name)).unwrap(), text.as_bytes());
        fs::remove_file(folder.join(name)).unwrap();
    }
    let log = whole_log(&folder);
    let output = mossa(&folder, "book build connect:4,5,3 --plies 1 --file small.book");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("another board"), "{}", said(&output));
    assert_eq!(fs::read(folder.join("small.book.part")).unwrap(), log);
}

#[test]
fn a_wrong_score_is_found() {
    let folder = folder("book_wrong");
    let mut log = whole_log(&folder);
    // The last record is the empty board, a draw: let it be won.
    let last = log.len() - 24;
    log[last + 16] = 1;
    let sum = crc32fast::hash(&log[last..last + 20]);
    log[last + 20..].copy_from_slice(&sum.to_le_bytes());
    fs::write(folder.join("small.book.part"), log).unwrap();
    assert!(mossa(&folder, BUILD).status.success());
    let output = mossa(&folder, "book check small.book --sample 1000");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).ends_with("194 positions: 193 right, 1 wrong\n"), "{}", said(&output));
}
