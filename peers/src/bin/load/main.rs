//! The workbench under load: two hundred people, each with an open stream, play the weakest level in
//! all four families, and each waits a little before the next move.
//!
//! Told is how long it takes from a click to the bot's answer on the stream, and how much memory the
//! server has gained.

#![expect(clippy::print_stdout, reason = "a command-line tool: what it prints is what it is for")]

mod client;

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::Parser;
use client::{Client, Tally};

/// Play against a workbench with many clients at once
#[derive(Debug, Parser)]
struct Arguments {
    /// The program that serves
    #[arg(long, default_value = "target/release/mossa")]
    program: PathBuf,

    /// How many play at once
    #[arg(long, default_value_t = 200)]
    clients: u64,

    /// For how many seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

/// The games, in turn.
const GAMES: [&str; 4] = ["connect4", "gomoku", "othello", "sticks:21,3"];

/// The server, ended with us.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("mossa-load-{}", std::process::id()));
    let mut child = Command::new(&arguments.program)
        .args(["--bind", "127.0.0.1:0", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", arguments.program.display()))?;
    let output = child.stdout.take().context("it was started with a pipe")?;
    let server = Server(child);
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let address = line.split("http://").nth(1).context("it says where it is")?;
    let address = address.trim().trim_end_matches('/').to_owned();

    let before = memory(&server)?;
    let tally = Mutex::new(Tally::default());
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    std::thread::scope(|scope| {
        for number in 0..arguments.clients {
            let game = GAMES[number as usize % GAMES.len()];
            let (address, tally) = (&address, &tally);
            scope.spawn(move || Client::new(address, game, number).play_until(end, tally));
        }
    });
    let after = memory(&server)?;
    let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    println!("{} clients for {} s", arguments.clients, arguments.seconds);
    println!("{tally}");
    println!("memory: {before} MB before, {after} MB after");
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

/// How much memory the server has in use, in megabytes.
fn memory(server: &Server) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.0.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes / 1024)
}
