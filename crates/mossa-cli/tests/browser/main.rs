//! The page in a real browser, as people use it.
//!
//! These tests need chromium and chromedriver. `cargo xtask test` provides them and says so by
//! `MOSSA_BROWSER`; a plain `cargo test` leaves them out.

mod harness;
mod pages;
mod people;
mod play;
mod screenshots;
mod tools;

use std::time::Duration;

/// How long to wait for what should come at once, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Keys that have no letter, as WebDriver writes them.
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
