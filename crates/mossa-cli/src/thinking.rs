//! How long a player may think, as said on the command line, and the clock it is handed.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use mossa_engines::Options;
use mossa_kernel::{Budget, GameClock, Waits};

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

/// A clock for a whole game.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Clock {
    /// A clock for the whole game, and what each move adds to it: `60+0.5`
    #[arg(long, value_name = "SECONDS+INCREMENT", value_parser = read_clock)]
    clock: Option<GameClock>,
}

/// What an engine thinks with.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Equipment {
    /// Threads to think with
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Megabytes for the table of what was found out
    #[arg(long, value_name = "M", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory_mb: u32,
}

impl Equipment {
    /// What an engine is made with.
    pub fn options(self) -> Options {
        Options { memory_mb: self.memory_mb as usize, ..Options::default() }
    }

    /// How many threads may think.
    pub fn threads(self) -> usize {
        self.threads.into()
    }
}

fn read_clock(text: &str) -> Result<GameClock, String> {
    let seconds = |text: &str| {
        let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
        seconds.map(Duration::from_secs_f64)
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(increment)) {
        (Some(remaining), Some(increment)) if remaining + increment > Duration::ZERO => {
            Ok(GameClock { remaining, increment })
        }
        _ => Err("expected seconds for the game and for each move, as in `60+0.5`".to_owned()),
    }
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
        if self.is_given() { self } else { Self { time_ms: Some(milliseconds), ..self } }
    }

    /// These limits, with so many positions, and so many milliseconds should they take long, where nothing
    /// was said. Counted in positions, thinking leads to the same answer each time.
    pub fn or_nodes(self, nodes: u64, milliseconds: u64) -> Self {
        let given = Self { time_ms: Some(milliseconds), nodes: Some(nodes), ..self };
        if self.is_given() { self } else { given }
    }

    /// These limits, with so many milliseconds where nothing was said and there is no clock.
    pub fn or_clock(self, clock: Clock, milliseconds: u64) -> Self {
        if clock.clock.is_some() { self } else { self.or_time(milliseconds) }
    }

    /// Whether anything was said.
    pub fn is_given(self) -> bool {
        self.time_ms.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// These limits in words: "100 ms, 5000 nodes".
    pub fn describe(self, clock: Option<Clock>) -> String {
        let clock =
            clock.and_then(|clock| clock.clock).map(|GameClock { remaining, increment }| {
                format!("{}+{} s", remaining.as_secs_f64(), increment.as_secs_f64())
            });
        let parts = [
            self.time_ms.map(|time| format!("{time} ms")),
            clock,
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// These limits for the moves of a match.
    pub fn for_match(self, clock: Clock) -> mossa_arena::Limits {
        mossa_arena::Limits {
            time: self.time_ms.map(Duration::from_millis),
            clock: clock.clock,
            nodes: self.nodes,
            depth: self.depth,
            margin: MARGIN,
        }
    }

    /// Calls `think` with a budget whose clock starts now; returns how long it took, too.
    pub fn think<R>(self, think: impl FnOnce(&Budget<'_>) -> R) -> (R, Duration) {
        self.think_with(Extras::default(), think)
    }

    /// As [`think`](Self::think), with what few commands have.
    pub fn think_with<R>(
        self,
        extras: Extras<'_>,
        think: impl FnOnce(&Budget<'_>) -> R,
    ) -> (R, Duration) {
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let budget = Budget {
            time: self.time_ms.map(Duration::from_millis),
            clock: extras.clock.and_then(|clock| clock.clock),
            nodes: self.nodes,
            depth: self.depth,
            elapsed: &elapsed,
            waits: extras.waits,
            stop: extras.stop,
        };
        let result = think(&budget);
        (result, start.elapsed())
    }
}

/// What a budget may have beyond limits.
#[derive(Clone, Copy, Default)]
pub struct Extras<'s> {
    /// The clock of the whole game.
    pub clock: Option<Clock>,
    /// How long the player was kept from its clock before.
    pub waits: Option<&'s Waits>,
    /// Ends the thinking when it is raised.
    pub stop: Option<&'s AtomicBool>,
}

/// Milliseconds for scripts, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_in_words() {
        let limits = Limits { time_ms: Some(100), nodes: None, depth: Some(3) };
        let clock = Clock { clock: read_clock("60+0.5").ok() };
        assert_eq!(limits.describe(None), "100 ms, depth 3");
        assert_eq!(limits.describe(Some(clock)), "100 ms, 60+0.5 s, depth 3");
    }

    #[test]
    fn clocks_are_seconds_and_an_increment() {
        let clock = |milliseconds: [u64; 2]| {
            let [remaining, increment] = milliseconds.map(Duration::from_millis);
            Ok(GameClock { remaining, increment })
        };
        assert_eq!(read_clock("60+0.5"), clock([60_000, 500]));
        assert_eq!(read_clock("2.5"), clock([2_500, 0]));
        assert_eq!(read_clock("0+1"), clock([0, 1_000]));
        for bad in ["", "+", "0", "0+0", "-1+1", "1+-1", "1+1+1", "nan", "inf+1", "1e9", "60s"] {
            assert!(read_clock(bad).is_err(), "{bad}");
        }
    }
}
