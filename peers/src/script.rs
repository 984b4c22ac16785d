//! A peer that lives in Python: a process that answers requests.
//!
//! The process lives as long as the benchmark, so that its start-up comes once and each measurement
//! is a short request between those of the other contenders.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

/// A running script.
pub struct Script {
    /// Whose script it is, for messages.
    peer: &'static str,
    process: Child,
    /// Taken at the end, as closing it is what tells the script to leave.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Script {
    /// Starts a script, given as its source, with some Python.
    pub fn start(
        peer: &'static str,
        python: &Path,
        source: &str,
        arguments: &[&str],
    ) -> Result<Self> {
        let mut process = Command::new(python)
            .args(["-c", source])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        let requests = process.stdin.take();
        let answers = process.stdout.take().context("the script was started with a pipe")?;
        Ok(Self { peer, process, requests, answers: BufReader::new(answers) })
    }

    /// Sends a line and waits for the line of JSON that answers it.
    pub fn ask<T: DeserializeOwned>(&mut self, request: &str) -> Result<T> {
        let peer = self.peer;
        let requests = self.requests.as_mut().context("requests stay open until the end")?;
        writeln!(requests, "{request}").with_context(|| format!("the script of {peer} left"))?;
        let mut answer = String::new();
        let read = self.answers.read_line(&mut answer);
        read.with_context(|| format!("cannot read from the script of {peer}"))?;
        ensure!(!answer.is_empty(), "the script of {peer} left; its error stands above");
        serde_json::from_str(&answer)
            .with_context(|| format!("the script of {peer} answered {answer:?}"))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        drop(self.requests.take());
        // Nothing is left to do about a script that ends badly after its last answer.
        let _ = self.process.wait();
    }
}
