//! `cargo xtask test`: every test there is, and one last line that sums them up.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::AddAssign;
use std::process::{ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::{packages, workspace::Workspace};

/// A part of the test run.
struct Stage {
    name: &'static str,
    run: fn(&Workspace) -> Result<Tally>,
}

/// All parts, in the order in which they run; another kind of tests is another line.
const STAGES: &[Stage] = &[Stage { name: "cargo test", run: cargo_tests }];

/// Runs all stages, whatever becomes of each, and sums them up.
pub fn run(workspace: &Workspace) -> Result<ExitCode> {
    packages::provide()?;
    let mut total = Tally::default();
    for stage in STAGES {
        // A stage that cannot even run must not keep the others from running.
        total += (stage.run)(workspace).unwrap_or_else(|error| {
            eprintln!("{}: {error:#}", stage.name);
            Tally { passed: 0, failed: 1 }
        });
    }
    println!("{total}");
    Ok(if total.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How many tests went well, and how many did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
}

impl Tally {
    /// No tests at all are a mistake too.
    fn is_success(self) -> bool {
        self.failed == 0 && self.passed > 0
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Runs `cargo test` and passes its output on while counting.
fn cargo_tests(workspace: &Workspace) -> Result<Tally> {
    let mut process = workspace
        .cargo()
        .args(["test", "--workspace", "--no-fail-fast"])
        // More than a plain `cargo test`, which people wait for, does.
        .env("MOSSA_KILLS", "100")
        .env("MOSSA_BROWSER", "chromedriver")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start cargo")?;
    let output = process.stdout.take().context("cargo was started with a pipe")?;
    let count = count_and_show(BufReader::new(output), &mut io::stdout().lock())?;
    let status = process.wait().context("cannot wait for cargo")?;
    Ok(count.finish(status.success()))
}

/// Copies `input` line by line and counts on the way.
fn count_and_show(mut input: impl BufRead, shown: &mut impl Write) -> Result<Count> {
    let mut count = Count::default();
    let mut line = Vec::new();
    // Bytes, as nobody promises that what tests print is text.
    while input.read_until(b'\n', &mut line).context("cannot read the tests' output")? > 0 {
        shown.write_all(&line).and_then(|()| shown.flush()).context("cannot show the output")?;
        count.read(String::from_utf8_lossy(&line).trim_end());
        line.clear();
    }
    Ok(count)
}

/// A count in progress over the output of test binaries.
#[derive(Debug, Default)]
struct Count {
    tally: Tally,
    /// Whether a binary has announced its tests and not yet summed them up.
    is_running: bool,
}

impl Count {
    /// Takes in a line of output.
    fn read(&mut self, line: &str) {
        if is_opening(line) {
            self.close_crashed();
            self.is_running = true;
        } else if let Some(tally) = parse_closing(line) {
            self.tally += tally;
            self.is_running = false;
        }
    }

    /// A binary that ends without summing up has crashed: one failure, as nobody knows how many of
    /// its tests did not run.
    fn close_crashed(&mut self) {
        self.tally.failed += u64::from(self.is_running);
        self.is_running = false;
    }

    /// The result, given whether cargo was content.
    fn finish(mut self, cargo_succeeded: bool) -> Tally {
        self.close_crashed();
        // Something failed that printed no closing line, as code that does not compile.
        if !cargo_succeeded && self.tally.failed == 0 {
            self.tally.failed = 1;
        }
        self.tally
    }
}

/// Whether the line is `running N tests`.
fn is_opening(line: &str) -> bool {
    let number = line.strip_prefix("running ").and_then(|rest| {
        rest.strip_suffix(" tests").or_else(|| rest.strip_suffix(" test"))?.parse::<u64>().ok()
    });
    number.is_some()
}

/// Reads `test result: ok. 3 passed; 0 failed; …`; the word in the middle may be colored.
fn parse_closing(line: &str) -> Option<Tally> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut counts = counts.split("; ");
    let passed = counts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = counts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some(Tally { passed, failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\nrunning 2 tests\ntest a ... ok\ntest b ... ok\n\n\
        test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n";
    const BAD: &str = "\nrunning 1 test\ntest c ... FAILED\n\n\
        test result: FAILED. 4 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out\n";
    const CRASHED: &str = "\nrunning 9 tests\ntest d ... ok\n";

    fn count(output: &str, cargo_succeeded: bool) -> (u64, u64) {
        let mut shown = Vec::new();
        let count = count_and_show(output.as_bytes(), &mut shown).expect("memory does not fail");
        assert_eq!(shown, output.as_bytes(), "the output is passed on unchanged");
        let tally = count.finish(cargo_succeeded);
        (tally.passed, tally.failed)
    }

    #[test]
    fn closing_lines_are_added_up() {
        assert_eq!(count(GOOD, true), (2, 0));
        assert_eq!(count(&[GOOD, BAD, GOOD].concat(), false), (8, 3));
    }

    #[test]
    fn a_crash_is_one_failure_wherever_it_comes() {
        assert_eq!(count(&[CRASHED, GOOD].concat(), false), (2, 1));
        assert_eq!(count(&[GOOD, CRASHED].concat(), false), (2, 1));
        assert_eq!(count(&[CRASHED, BAD, CRASHED].concat(), false), (4, 5));
    }

    #[test]
    fn code_that_does_not_compile_is_one_failure() {
        assert_eq!(count("", false), (0, 1));
        assert_eq!(count(GOOD, false), (2, 1));
    }

    #[test]
    fn colors_do_not_hide_a_closing_line() {
        let line = "test result: \u{1b}[32mok\u{1b}[m. 7 passed; 0 failed; 0 ignored";
        assert_eq!(parse_closing(line), Some(Tally { passed: 7, failed: 0 }));
    }

    #[test]
    fn other_lines_are_not_counted() {
        for line in ["test result", "test result: ok. many passed; 0 failed", "running late tests"]
        {
            assert_eq!((parse_closing(line), is_opening(line)), (None, false), "{line}");
        }
    }

    #[test]
    fn success_needs_a_test_that_passed() {
        assert!(Tally { passed: 1, failed: 0 }.is_success());
        assert!(!Tally { passed: 0, failed: 0 }.is_success());
        assert!(!Tally { passed: 5, failed: 1 }.is_success());
        assert_eq!(Tally { passed: 5, failed: 1 }.to_string(), "5 passed, 1 failed");
    }
}
