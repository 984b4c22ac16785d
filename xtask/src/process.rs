//! Running other programs, with errors that say which one failed.

use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a program to its end and fails unless it succeeds. Its output goes where ours goes.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status =
        command.stdin(Stdio::null()).status().with_context(|| format!("cannot start {shown}"))?;
    if !status.success() {
        bail!("{shown} failed ({status})");
    }
    Ok(())
}

/// Runs a program to its end and returns what it wrote, whether it succeeded or not.
pub fn capture(command: &mut Command) -> Result<Output> {
    let shown = show(command);
    command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {shown}"))
}

/// Runs a program to its end and returns its standard output; fails unless it succeeds.
pub fn read(command: &mut Command) -> Result<String> {
    let output = capture(command)?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{} failed ({}): {}", show(command), output.status, errors.trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{} wrote no UTF-8", show(command)))
}

/// The command line, for people.
pub fn show(command: &Command) -> String {
    let mut shown = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        shown.push(' ');
        shown.push_str(&argument.to_string_lossy());
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_program_is_named() {
        let error = run(Command::new("sh").args(["-c", "exit 3"])).expect_err("it exits with 3");
        assert!(error.to_string().starts_with("sh -c exit 3 failed"), "{error}");
    }

    #[test]
    fn what_a_failing_program_complained_about_is_kept() {
        let error = read(Command::new("sh").args(["-c", "echo alas >&2; exit 1"])).expect_err("1");
        assert!(error.to_string().ends_with("alas"), "{error}");
    }
}
