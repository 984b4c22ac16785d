//! `cargo xtask peers`: Mossa measured beside other libraries, among them OpenSpiel and BitBully.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::{process, workspace::Workspace};

/// What is measured in Python: the group of measurements, the package, and the release that our
/// figures compare with. A newer one is a change of the figures.
const PACKAGES: [(&str, &str, &str); 2] =
    [("playouts", "open_spiel", "2.0.2"), ("connect4", "bitbully", "0.0.79")];

/// Measure playouts, search and solving beside other game libraries
#[derive(Debug, clap::Args)]
pub struct Peers {
    /// What to measure, of playouts, search, solve, connect4, mcts and threads, separated by
    /// commas; everything unless told otherwise
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// Other arguments for the measuring program itself, as in `--rounds 3 --check`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Peers {
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode> {
        let mut measure = workspace.cargo();
        measure.args(["run", "--release", "--package", "mossa-peers", "--"]);
        if !self.only.is_empty() {
            measure.arg("--only").arg(self.only.join(","));
        }
        // They take a while to install, so only those that are asked for.
        let packages = self.packages();
        if !packages.is_empty() {
            let python = provide_python(&workspace.target.join("peers-venv"), &packages)?;
            measure.arg("--python").arg(python);
        }
        process::run(measure.args(&self.arguments))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The packages that the measurements need, with their releases.
    fn packages(&self) -> Vec<(&'static str, &'static str)> {
        let is_asked = |group| self.only.is_empty() || self.only.iter().any(|only| only == group);
        let packages = PACKAGES.iter().filter(|(group, ..)| is_asked(group));
        packages.map(|&(_, package, release)| (package, release)).collect()
    }
}

/// The Python of an environment that has the packages, which are installed first where they lack.
fn provide_python(environment: &Path, packages: &[(&str, &str)]) -> Result<PathBuf> {
    let python = environment.join("bin").join("python");
    for (package, release) in packages {
        if has_package(&python, package, release) {
            continue;
        }
        process::run(Command::new("python3").args(["-m", "venv"]).arg(environment))
            .context("on Debian the package python3-venv is needed")?;
        // The measuring scripts need the compiled modules alone, none of what surrounds them.
        let requirement = format!("{package}=={release}");
        let install = ["-m", "pip", "install", "--no-deps", &requirement];
        process::run(Command::new(&python).args(install))?;
    }
    Ok(python)
}

/// Whether the environment is complete: an interrupted installation leaves the folder behind.
fn has_package(python: &Path, package: &str, release: &str) -> bool {
    let question = format!(
        "from importlib.metadata import version\n\
         raise SystemExit(version('{package}') != '{release}')"
    );
    process::capture(Command::new(python).args(["-c", &question]))
        .is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_environment_that_is_not_there_has_nothing() {
        assert!(!has_package(Path::new("no/such/python"), "bitbully", "0.0.79"));
    }

    #[test]
    fn only_what_is_asked_for_is_installed() {
        let packages = |only: &[&str]| {
            let only = only.iter().map(ToString::to_string).collect();
            let packages = Peers { only, arguments: Vec::new() }.packages();
            packages.iter().map(|(package, _)| *package).collect::<Vec<_>>()
        };
        assert_eq!(packages(&[]), ["open_spiel", "bitbully"]);
        assert_eq!(packages(&["search", "connect4"]), ["bitbully"]);
        assert_eq!(packages(&["playouts"]), ["open_spiel"]);
        assert!(packages(&["threads"]).is_empty());
    }
}
