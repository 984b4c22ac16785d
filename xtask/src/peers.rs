//! `cargo xtask peers`: Mossa measured beside other libraries, OpenSpiel among them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::{process, workspace::Workspace};

/// The release of OpenSpiel that our figures compare with. A newer one is a change of the figures.
const OPEN_SPIEL: &str = "2.0.2";

/// Measure playouts, search and solving beside other game libraries
#[derive(Debug, clap::Args)]
pub struct Peers {
    /// What to measure, of playouts, search, solve, mcts and threads, separated by commas;
    /// everything unless told otherwise
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
        // Only the playouts are compared with OpenSpiel, which takes a while to install.
        if self.only.is_empty() || self.only.iter().any(|group| group == "playouts") {
            measure.arg("--python").arg(provide_python(&workspace.target.join("peers-venv"))?);
        }
        process::run(measure.args(&self.arguments))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The Python of an environment that has OpenSpiel, made first where there is none.
fn provide_python(environment: &Path) -> Result<PathBuf> {
    let python = environment.join("bin").join("python");
    if !has_open_spiel(&python) {
        process::run(Command::new("python3").args(["-m", "venv"]).arg(environment))
            .context("on Debian the package python3-venv is needed")?;
        // The measuring script needs the compiled module alone, none of what surrounds it.
        let release = format!("open_spiel=={OPEN_SPIEL}");
        let install = ["-m", "pip", "install", "--no-deps", &release];
        process::run(Command::new(&python).args(install))?;
    }
    Ok(python)
}

/// Whether the environment is complete: an interrupted installation leaves the folder behind.
fn has_open_spiel(python: &Path) -> bool {
    let question = format!(
        "from importlib.metadata import version\n\
         raise SystemExit(version('open_spiel') != '{OPEN_SPIEL}')"
    );
    process::capture(Command::new(python).args(["-c", &question]))
        .is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_environment_that_is_not_there_has_nothing() {
        assert!(!has_open_spiel(Path::new("no/such/python")));
    }
}
