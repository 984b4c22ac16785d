//! What cargo knows about this workspace: its folders, its packages and who depends on whom.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process;

/// The part of `cargo metadata` that the chores need.
#[derive(Debug, Deserialize)]
pub struct Workspace {
    /// The folder of the checkout.
    #[serde(rename = "workspace_root")]
    pub root: PathBuf,
    /// Where cargo builds, wherever the user has moved it.
    #[serde(rename = "target_directory")]
    pub target: PathBuf,
    /// The members.
    pub packages: Vec<Package>,
}

/// A member of the workspace.
#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    pub manifest_path: PathBuf,
    pub dependencies: Vec<Dependency>,
}

/// What a member depends on.
#[derive(Debug, Deserialize)]
pub struct Dependency {
    pub name: String,
    /// `dev`, `build`, or nothing for a normal dependency.
    pub kind: Option<String>,
}

impl Workspace {
    /// Asks cargo about the workspace of the current folder.
    pub fn load() -> Result<Self> {
        let metadata = ["metadata", "--no-deps", "--format-version", "1"];
        let metadata = process::read(Command::new(cargo()).args(metadata))?;
        serde_json::from_str(&metadata).context("cargo metadata has another form than expected")
    }

    /// Cargo, to be run at the root.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(cargo());
        command.current_dir(&self.root);
        command
    }
}

/// The cargo that runs us, so that one toolchain does everything.
fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_tells_what_we_ask_for() {
        let workspace = Workspace::load().expect("the tests run inside the workspace");
        let this = workspace.packages.iter().find(|package| package.name == "xtask");
        let this = this.expect("we are a member ourselves");
        assert_eq!(this.manifest_path, workspace.root.join("xtask/Cargo.toml"));
        assert!(this.dependencies.iter().any(|found| found.name == "anyhow"));
    }
}
