//! How long a player may think, as said on the command line, and the clock it is handed.

use std::time::{Duration, Instant};

use mossa_kernel::Budget;

/// The longest time for one move: a day.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

/// How late a move of a match may be before it loses the game: what a busy machine may cost.
const MARGIN: Duration = Duration::from_millis(50);

/// Limits for one move; any mix of them.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// Milliseconds for a move
    #[arg(long, value_name = "T", value_parser = read_milliseconds)]
    time_ms: Option<u64>,

    /// Positions to look at
    #[arg(long, value_name = "N", value_parser = read_count)]
    nodes: Option<u64>,

    /// Plies to look ahead
    #[arg(long, value_name = "D", value_parser = read_depth)]
    depth: Option<u32>,
}

fn read_milliseconds(text: &str) -> Result<u64, String> {
    read(text, 1, LONGEST_MS)
}

fn read_count(text: &str) -> Result<u64, String> {
    read(text, 1, u64::MAX)
}

fn read_depth(text: &str) -> Result<u32, String> {
    read(text, 1, 1_000).map(|depth| depth as u32)
}

fn read(text: &str, min: u64, max: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {min} to {max}"))
}

impl Limits {
    /// These limits, with so many milliseconds where nothing was said.
    pub fn or_time(self, milliseconds: u64) -> Self {
        if self.time_ms.is_none() && self.nodes.is_none() && self.depth.is_none() {
            Self { time_ms: Some(milliseconds), ..self }
        } else {
            self
        }
    }

    /// These limits for the moves of a match.
    pub fn for_match(self) -> mossa_arena::Limits {
        mossa_arena::Limits {
            time: self.time_ms.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            margin: MARGIN,
        }
    }

    /// Calls `think` with a budget whose clock starts now; returns how long it took, too.
    pub fn think<R>(self, think: impl FnOnce(&Budget<'_>) -> R) -> (R, Duration) {
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let budget = Budget {
            time: self.time_ms.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            elapsed: &elapsed,
        };
        let result = think(&budget);
        (result, start.elapsed())
    }
}
