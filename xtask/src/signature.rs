//! `cargo xtask signature`: whether the search still does what it did.
//!
//! `mossa bench` searches fixed positions and makes one number of everything that it finds. The number
//! is kept in a file beside the program: a change that is meant to change the search changes the file
//! with it, and everybody sees that; one that is not must leave it alone.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{process, workspace::Workspace};

/// Where the signature is kept.
const FILE: &str = "crates/mossa-cli/bench.signature";

/// Check that the search finds what it found before; fails when the signature is another
#[derive(Debug, clap::Args)]
pub struct Signature {
    /// Write the new signature down instead
    #[arg(long)]
    write: bool,
}

/// What `mossa bench --json` prints.
#[derive(Debug, PartialEq, Deserialize)]
struct Answer {
    signature: String,
    nodes: u64,
    ms: f64,
}

impl Signature {
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode> {
        process::run(workspace.cargo().args(["build", "--release", "--package", "mossa-cli"]))?;
        let program = workspace.target.join("release").join("mossa");
        let answer = process::read(Command::new(program).args(["bench", "--json"]))?;
        let answer = parse(&answer)?;
        println!("{} ({} positions, {:.0} ms)", answer.signature, answer.nodes, answer.ms);
        let file = workspace.root.join(FILE);
        if self.write {
            fs::write(&file, format!("{}\n", answer.signature))
                .with_context(|| format!("cannot write {FILE}"))?;
            return Ok(ExitCode::SUCCESS);
        }
        let kept = fs::read_to_string(&file).with_context(|| format!("cannot read {FILE}"))?;
        Ok(match complaint(&kept, &answer.signature) {
            None => ExitCode::SUCCESS,
            Some(complaint) => {
                eprintln!("{complaint}");
                ExitCode::FAILURE
            }
        })
    }
}

fn parse(answer: &str) -> Result<Answer> {
    serde_json::from_str(answer).with_context(|| format!("{answer:?} is no answer of a bench"))
}

/// What is to be said when the signature is not the one that was kept.
fn complaint(kept: &str, found: &str) -> Option<String> {
    let kept = kept.trim();
    (kept != found).then(|| {
        format!(
            "the search has changed: its signature was {kept} and is {found}; if that is meant, \
             `cargo xtask signature --write` writes it to {FILE}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_signature_is_complained_about() {
        assert_eq!(complaint("0a1b\n", "0a1b"), None);
        let complaint = complaint("0a1b\n", "0a1c").expect("they differ");
        assert!(complaint.contains("was 0a1b and is 0a1c"), "{complaint}");
        assert!(complaint.contains("signature --write"), "{complaint}");
    }

    #[test]
    fn the_answer_of_a_bench_is_read() {
        let answer = parse(r#"{"signature":"0a1b","nodes":7,"ms":1.5}"#).expect("it is one");
        assert_eq!(answer, Answer { signature: "0a1b".to_owned(), nodes: 7, ms: 1.5 });
        assert!(parse("0a1b").is_err());
    }
}
