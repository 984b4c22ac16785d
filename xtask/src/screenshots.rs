//! `cargo xtask screenshots`: every page, light and dark, on a desktop and on a phone.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;

use crate::{packages, process, workspace::Workspace};

/// Photograph every page of the workbench, to be looked at
#[derive(Debug, clap::Args)]
pub struct Screenshots {
    /// The folder to put them in
    #[arg(default_value = "target/screenshots")]
    folder: PathBuf,
}

impl Screenshots {
    /// Runs the browser test that takes them.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode> {
        packages::provide()?;
        let folder = std::path::absolute(&self.folder)?;
        let mut photograph = workspace.cargo();
        photograph
            .args(["test", "--package", "mossa-cli", "--test", "browser", "photographed"])
            .env("MOSSA_BROWSER", "chromedriver")
            .env("MOSSA_SCREENSHOTS", &folder);
        process::run(&mut photograph)?;
        println!("{}", folder.display());
        Ok(ExitCode::SUCCESS)
    }
}
