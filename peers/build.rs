//! Finds the connect-four example that the crate `minimax` ships and writes a module that points
//! at it, so that the peer is compiled from its own published source, unmodified and not copied.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// The crate whose example is wanted.
const PEER: &str = "minimax";

/// Lints are for our own code: the example is compiled as its authors wrote it.
const NO_LINTS: &str =
    "warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction";

fn main() -> Result<()> {
    let metadata = read_metadata()?;
    let example = peer_folder(&metadata)?.join("examples").join("connect4.rs");
    ensure!(example.is_file(), "{PEER} no longer ships {}", example.display());
    write_module(&example)?;

    // A new lock file may name another version; a missing example means a cleaned registry.
    let workspace_root = metadata["workspace_root"].as_str().context("no workspace root")?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", Path::new(workspace_root).join("Cargo.lock").display());
    println!("cargo::rerun-if-changed={}", example.display());
    Ok(())
}

/// Asks cargo where the dependencies of this package lie.
fn read_metadata() -> Result<Value> {
    // Filtered to the target, so that cargo needs no package that this build did not download.
    let output = Command::new(env::var_os("CARGO").context("cargo did not name itself")?)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform"])
        .arg(env::var("TARGET")?)
        .arg("--manifest-path")
        .arg(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("Cargo.toml"))
        .output()
        .context("cargo metadata did not start")?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")
}

/// The source folder of the peer, of which the dependencies must hold exactly one version.
fn peer_folder(metadata: &Value) -> Result<PathBuf> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let mut manifests = packages
        .iter()
        .filter(|package| package["name"] == PEER)
        .filter_map(|package| package["manifest_path"].as_str());
    let manifest = manifests.next().with_context(|| format!("{PEER} is no dependency"))?;
    ensure!(manifests.next().is_none(), "several versions of {PEER} among the dependencies");
    let folder = Path::new(manifest).parent().context("a manifest lies in a folder")?;
    Ok(folder.to_path_buf())
}

/// Writes the one-module file that `src/minimax_peer.rs` includes.
///
/// A `mod` with a path is needed, as the example opens with inner attributes that a direct
/// `include!` would refuse; and a path attribute takes only a literal, hence the generated file.
fn write_module(example: &Path) -> Result<()> {
    let example = example.to_str().context("the source folder has a name in UTF-8")?;
    let module = format!("#[path = {example:?}]\n#[allow({NO_LINTS})]\nmod example;\n");
    let target = Path::new(&env::var("OUT_DIR")?).join("minimax_connect4.rs");
    fs::write(&target, module).with_context(|| format!("cannot write {}", target.display()))
}
