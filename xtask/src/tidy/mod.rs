//! `cargo xtask tidy`: what neither the compiler nor clippy checks, over the whole tree.

mod architecture;
mod format;
mod layers;
mod leftovers;
mod length;
mod links;
mod machine_paths;
mod opening;
mod tree;
mod unsafe_code;
mod whitespace;

use std::collections::BTreeSet;
use std::fmt;
use std::process::ExitCode;

use anyhow::Result;

use crate::workspace::Workspace;
use tree::Tree;

/// Check the form of every file; fails when something is found
#[derive(Debug, clap::Args)]
pub struct Tidy {
    /// Format the Rust files first
    #[arg(long)]
    fix: bool,
}

/// A check over the whole tree. Checks look at what they are given and never print.
type Check = fn(&Workspace, &Tree) -> Result<Vec<Finding>>;

/// All checks; each lives in a file of its own.
const CHECKS: &[Check] = &[
    format::check,
    |_, tree| Ok(length::check(tree)),
    |_, tree| Ok(opening::check(tree)),
    |_, tree| Ok(leftovers::check(tree)),
    |_, tree| Ok(whitespace::check(tree)),
    |workspace, tree| Ok(machine_paths::check(&workspace.root, tree)),
    |workspace, tree| Ok(layers::check(workspace, tree)),
    |workspace, tree| Ok(architecture::check(workspace, tree)),
    |_, tree| Ok(links::check(tree)),
    |_, tree| Ok(unsafe_code::check(tree)),
];

impl Tidy {
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode> {
        let mut tree = Tree::load(&workspace.root)?;
        if self.fix {
            format::fix(workspace, &tree)?;
            tree = Tree::load(&workspace.root)?;
        }
        // A set, since several checks may look at one file: sorted, and nothing twice.
        let mut findings = BTreeSet::new();
        for check in CHECKS {
            findings.extend(check(workspace, &tree)?);
        }
        for finding in &findings {
            println!("{finding}");
        }
        let n_failing = findings.iter().filter(|finding| finding.fails).count();
        let n_warnings = findings.len() - n_failing;
        eprintln!("{n_failing} to fix, {n_warnings} to consider");
        Ok(if n_failing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    path: String,
    line: usize,
    what: String,
    /// Whether the command fails over it, or only mentions it.
    fails: bool,
}

impl Finding {
    /// Something to be fixed. Lines count from 1.
    pub fn new(path: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.into(), line, what: what.into(), fails: true }
    }

    /// Something that is worth a thought, but allowed.
    pub fn warning(path: impl Into<String>, line: usize, what: impl fmt::Display) -> Self {
        let what = format!("warning: {what}");
        Self { path: path.into(), line, what, fails: false }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Findings as the user sees them, for the tests of the checks.
#[cfg(test)]
fn shown(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(Finding::to_string).collect()
}
