//! Programs from Debian's packages that tests and benchmarks run.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// Every program that is needed beside the Rust toolchain: command, Debian package, and why.
const PACKAGES: &[(&str, &str, &str)] = &[
    ("valgrind", "valgrind", "counts the instructions of the benchmark"),
    ("chromium", "chromium", "is the browser that opens the pages"),
    ("chromedriver", "chromium-driver", "lets the tests use the browser"),
    ("npm", "npm", "fetches the accessibility checker axe-core"),
];

/// What installs packages; also the words of the advice to those who may not.
const INSTALL: [&str; 4] = ["apt-get", "install", "-y", "--no-install-recommends"];

/// Sees to it that every program of the table is there: installs what is missing, or, without the
/// rights to do so, fails with the command that a person has to run.
pub fn provide() -> Result<()> {
    let search_path = env::var_os("PATH").unwrap_or_default();
    let missing = missing(PACKAGES, |command| is_on_path(command, &search_path));
    if missing.is_empty() {
        return Ok(());
    }
    for (command, package, why) in PACKAGES.iter().filter(|row| missing.contains(&row.1)) {
        eprintln!("missing: {command} (package {package}), which {why}");
    }
    if !is_root()? {
        bail!("install what is missing and try again:\n\n    {}\n", advice(&missing));
    }
    process::run(apt_get().arg("update"))?;
    process::run(apt_get().args(&INSTALL[1..]).args(&missing))
}

/// The packages of those commands that are not there.
fn missing(
    packages: &[(&str, &'static str, &str)],
    is_there: impl Fn(&str) -> bool,
) -> Vec<&'static str> {
    let mut missing: Vec<_> =
        packages.iter().filter(|row| !is_there(row.0)).map(|row| row.1).collect();
    // One package may bring several commands.
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// Whether a folder of the search path holds the command.
fn is_on_path(command: &str, search_path: &OsStr) -> bool {
    env::split_paths(search_path).any(|folder| folder.join(command).is_file())
}

/// The command for somebody who has to become root first.
fn advice(missing: &[&str]) -> String {
    format!("sudo {} {}", INSTALL.join(" "), missing.join(" "))
}

/// The standard library does not tell who we are; this program does, wherever there is a shell.
fn is_root() -> Result<bool> {
    Ok(process::read(Command::new("id").arg("-u"))?.trim() == "0")
}

/// `apt-get` that asks no questions and leaves standard output to our own results.
fn apt_get() -> Command {
    let mut command = Command::new(INSTALL[0]);
    command.env("DEBIAN_FRONTEND", "noninteractive").stdout(io::stderr());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[(&str, &str, &str)] =
        &[("there", "a", "is there"), ("two", "c", "is not"), ("three", "c", "nor is this")];

    #[test]
    fn each_missing_package_is_named_once() {
        let missing = missing(TABLE, |command| command == "there");
        assert_eq!(missing, ["c"]);
        assert_eq!(advice(&missing), "sudo apt-get install -y --no-install-recommends c");
    }

    #[test]
    fn commands_are_looked_for_on_the_search_path() {
        let search_path = env::join_paths(["/nowhere", "/bin"]).expect("no colons inside");
        assert!(is_on_path("sh", &search_path));
        assert!(!is_on_path("no-such-command", &search_path));
        assert!(!is_on_path("sh", OsStr::new("/nowhere")));
    }
}
