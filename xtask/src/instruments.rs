//! `cargo xtask clock`, `strength`, `levels` and `load`: the other instruments in `peers/`.

use std::process::ExitCode;

use anyhow::Result;

use crate::{process, workspace::Workspace};

/// An instrument and what it is told.
#[derive(Debug, clap::Args)]
pub struct Instrument {
    /// Arguments for the instrument itself; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Instrument {
    /// Builds the program of that name as it would be shipped, and runs it.
    pub fn run(&self, program: &str, workspace: &Workspace) -> Result<ExitCode> {
        let mut measure = workspace.cargo();
        measure.args(["run", "--release", "--package", "mossa-peers", "--bin", program, "--"]);
        process::run(measure.args(&self.arguments))?;
        Ok(ExitCode::SUCCESS)
    }
}
