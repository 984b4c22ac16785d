//! Every Rust file is formatted.
//!
//! All files are handed to rustfmt one by one: `cargo fmt` follows `mod` lines from the crate
//! roots, and does not see the modules that the macro `games!` declares in `mossa-games`.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::{Finding, tree::Tree};
use crate::{process, workspace::Workspace};

/// Finds places that rustfmt would change.
pub fn check(workspace: &Workspace, tree: &Tree) -> Result<Vec<Finding>> {
    let output = process::capture(rustfmt(workspace, tree).arg("--check"))?;
    let report = String::from_utf8_lossy(&output.stdout);
    let mut findings: Vec<Finding> =
        report.lines().filter_map(|line| parse_difference(&workspace.root, line)).collect();
    if !output.status.success() && findings.is_empty() {
        let errors = String::from_utf8_lossy(&output.stderr);
        findings.push(Finding::new("rustfmt.toml", 1, format!("rustfmt failed: {errors}")));
    }
    Ok(findings)
}

/// Formats all files.
pub fn fix(workspace: &Workspace, tree: &Tree) -> Result<()> {
    process::run(&mut rustfmt(workspace, tree))
}

/// Rustfmt over every Rust file of the tree.
fn rustfmt(workspace: &Workspace, tree: &Tree) -> Command {
    let mut command = Command::new("rustfmt");
    command.current_dir(&workspace.root).args(["--edition", "2024", "--config-path"]);
    command.arg(&workspace.root);
    command.args(tree.with_extension("rs").map(|file| &file.path));
    command
}

/// Reads `Diff in PATH:LINE:` of rustfmt's report.
fn parse_difference(root: &Path, line: &str) -> Option<Finding> {
    let (path, line) = line.strip_prefix("Diff in ")?.strip_suffix(':')?.rsplit_once(':')?;
    let path = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
    let what = "not formatted (cargo xtask tidy --fix)";
    Some(Finding::new(path.to_string_lossy(), line.parse().ok()?, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_read_from_the_report() {
        let finding = parse_difference(Path::new("/checkout"), "Diff in /checkout/a/b.rs:12:");
        let finding = finding.expect("the form that rustfmt uses");
        assert_eq!(finding.to_string(), "a/b.rs:12: not formatted (cargo xtask tidy --fix)");
        assert_eq!(parse_difference(Path::new("/checkout"), "-    Diff in x"), None);
    }

    #[test]
    fn rustfmt_is_asked_about_files_that_no_module_names() {
        let folder = std::env::temp_dir().join(format!("mossa-tidy-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        std::fs::write(folder.join("rustfmt.toml"), "max_width = 90\n").expect("a new file");
        std::fs::write(folder.join("alone.rs"), "fn  main( ) { }\n").expect("a new file");
        let workspace =
            Workspace { root: folder.clone(), target: folder.clone(), packages: Vec::new() };
        let found = check(&workspace, &Tree::of(&[("alone.rs", "")]));
        std::fs::remove_dir_all(&folder).expect("our own folder");
        let found = crate::tidy::shown(&found.expect("rustfmt starts"));
        assert_eq!(found, ["alone.rs:1: not formatted (cargo xtask tidy --fix)"]);
    }
}
