//! A process that stores games is killed at random instants, again and again, and the next one goes
//! on with the same store: nothing that was reported stored may be missing, and nothing be there
//! twice.
//!
//! `MOSSA_KILLS` says how often; `cargo xtask test` does it a hundred times.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may fail like the test")]

use std::{
    collections::HashSet,
    env, fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use mossa_games::{GameSpec, Played, Record};
use mossa_kernel::{Game, keys::mix};
use mossa_store::{Archive, Filter, NewGame, Order, Origin, Store};

/// Tells the child which folder to write to.
const FOLDER: &str = "MOSSA_TEST_STORE";

/// How often a child is killed unless the variable says otherwise.
const KILLS: u64 = 10;

fn random_game(seed: u64) -> NewGame {
    let spec: GameSpec = "connect4".parse().unwrap();
    let mut game: Game = spec.start();
    let mut random = mix(seed);
    while game.outcome().is_none() {
        let moves = game.position().moves();
        random = mix(random);
        game.play(moves[random as usize % moves.len()]).unwrap();
    }
    let moves =
        game.history().iter().map(|&mv| Played { mv, milliseconds: Some(seed), value: None });
    let record = Record {
        spec,
        start: None,
        players: ["one".to_owned(), format!("another {}", seed % 5)],
        outcome: game.outcome(),
        moves: moves.collect(),
    };
    let origin = Origin::Match { id: NewGame::new_id(), pair: seed };
    NewGame {
        id: NewGame::new_id(),
        record,
        played: 0,
        origin,
        seed: Some(seed),
        limits: String::new(),
        lessons: Vec::new(),
    }
}

/// What the child does: stores games for ever, some one by one and some in bundles, and prints the
/// id of each one when it is reported stored. A test only so that the other one can start it: where
/// nobody has said into which folder, it is over at once.
#[test]
fn store_for_ever() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let store = Store::open(Path::new(&folder)).unwrap();
    let mut out = std::io::stdout().lock();
    for seed in 0.. {
        let bundle: Vec<NewGame> =
            (0..=seed % 7).map(|index| random_game(seed * 10 + index)).collect();
        let tickets: Vec<_> =
            bundle.iter().map(|game| (game.id, store.add(game.clone()))).collect();
        for (id, ticket) in tickets {
            ticket.wait().unwrap();
            // One call, so that what the parent reads are whole lines and what was cut off.
            out.write_all(format!("stored {id} \n").as_bytes()).unwrap();
            out.flush().unwrap();
        }
    }
}

/// Lets a child work for a while, kills it, and returns what it reported. Half of them are killed
/// some time after their first game, the others at any time, even before they have opened the store.
fn run_and_kill(folder: &Path, microseconds: u64, has_begun: bool) -> Vec<String> {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "store_for_ever", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let id = |line: String| {
        let rest = line.split_once("stored ").and_then(|(_, rest)| rest.split_once(' '));
        rest.map(|(id, _)| id.to_owned())
    };
    let mut reported = Vec::new();
    if has_begun {
        reported.extend(lines.by_ref().find_map(id));
        assert_eq!(reported.len(), 1, "the child stores games");
    }
    std::thread::sleep(Duration::from_micros(microseconds));
    child.kill().unwrap(); // SIGKILL: nobody gets to say goodbye.
    reported.extend(lines.filter_map(id));
    child.wait().unwrap();
    reported
}

/// How often to kill.
fn kills() -> u64 {
    env::var("MOSSA_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS)
}

#[test]
fn a_store_can_be_killed_while_it_is_made() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("killed-early");
    for kill in 0..kills() {
        let _ = fs::remove_dir_all(&folder);
        let reported = run_and_kill(&folder, mix(!kill) % 20_000, false).len() as u64;
        // One after the other: what one leaves behind must not disturb the next.
        for more in 1..=2 {
            Store::open(&folder).unwrap().add(random_game(more)).wait().unwrap();
            let archive = Archive::open(&folder).unwrap().unwrap();
            archive.check().unwrap();
            assert!(archive.count(&Filter::default()).unwrap() >= reported + more);
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn nothing_reported_stored_is_lost() {
    let kills = kills();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("killed");
    let _ = fs::remove_dir_all(&folder);
    let mut reported = Vec::new();
    for kill in 0..kills {
        reported.extend(run_and_kill(&folder, mix(kill) % 100_000, kill % 2 == 1));
        let Some(archive) = Archive::open(&folder).unwrap() else { continue };
        archive.check().unwrap();
        let mut stored = HashSet::new();
        let games = archive.each_game(&Filter::default(), Order::Oldest, None, |game| {
            let record = game.record()?;
            assert_eq!(record.moves.len(), game.summary.moves as usize);
            assert!(stored.insert(game.summary.id.to_string()), "no game is there twice");
            Ok::<(), mossa_games::RecordError>(())
        });
        assert_eq!(games.unwrap().unwrap(), stored.len() as u64, "every record can be read");
        let lost: Vec<&String> = reported.iter().filter(|id| !stored.contains(*id)).collect();
        assert!(lost.is_empty(), "after {} kills: {lost:?}", kill + 1);
    }
    assert!(reported.len() as u64 > kills);
    println!("{} games reported stored, none lost after {kills} kills", reported.len());
    let _ = fs::remove_dir_all(&folder);
}
