//! Words for people: wrapped paragraphs, values, counts and times.

use std::{
    io::{self, Write},
    time::Duration,
};

use mossa_kernel::{Exact, GameResult, Value};

/// Writes a paragraph, each line indented.
pub fn write_wrapped(out: &mut impl Write, indent: &str, text: &str) -> io::Result<()> {
    let options = textwrap::Options::new(width()).initial_indent(indent).subsequent_indent(indent);
    textwrap::wrap(text, options).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// As wide as the terminal, or as `COLUMNS` says, but no wider than is good to read.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    readable(std::env::var("COLUMNS").ok().as_deref(), terminal)
}

/// The width that somebody wishes, else that of the terminal, within what can be read.
fn readable(wish: Option<&str>, terminal: Option<usize>) -> usize {
    const NARROWEST: usize = 24;
    const READABLE: usize = 90;
    let wish = wish.and_then(|wish| wish.trim().parse().ok()).filter(|&wish| wish > 0);
    wish.or(terminal).unwrap_or(READABLE).clamp(NARROWEST, READABLE)
}

/// A value in a few characters. What is only believed begins with `~`.
pub fn value(value: &Value) -> String {
    match value {
        Value::Estimate(estimate) => match estimate.winning_chance {
            None => format!("~{}", estimate.score),
            Some(chance) => format!("~{}, {:.0} %", estimate.score, 100.0 * chance),
        },
        Value::Exact(Exact { result: GameResult::Draw, .. }) => "draw".to_owned(),
        Value::Exact(Exact { result, plies, at_most, margin }) => match (plies, margin) {
            (Some(plies), _) => {
                format!("{} in {}{plies}", result.name(), if *at_most { "at most " } else { "" })
            }
            (None, Some(margin)) => format!("{} by {}", result.name(), margin.abs()),
            (None, None) => result.name().to_owned(),
        },
    }
}

/// "950", "12,345", "3.2 million", "1.25 billion".
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
pub fn count(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{},{:03}", number / 1_000, number % 1_000),
        1_000_000..1_000_000_000 => format!("{} million", digits(number as f64 / 1e6)),
        _ => format!("{} billion", digits(number as f64 / 1e9)),
    }
}

/// Three digits, however many of them are decimals.
fn digits(number: f64) -> String {
    let decimals = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.decimals$}")
}

/// "<1 ms", "3 ms", "1.5 s", "2:05 min", "3:02:05 h".
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0 if time.as_millis() < 1 => "<1 ms".to_owned(),
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3_600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02} h", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}

/// How many a second; `None` where the time is too short to tell.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "three digits of a quotient of positive numbers are shown"
)]
pub fn rate(number: u64, time: Duration) -> Option<String> {
    const SHORTEST: Duration = Duration::from_millis(1);
    (time >= SHORTEST).then(|| format!("{}/s", count((number as f64 / time.as_secs_f64()) as u64)))
}

/// "12,345 positions in 1.5 s (8,230/s)".
pub fn effort(nodes: u64, took: Duration) -> String {
    let rate = rate(nodes, took).map_or_else(String::new, |rate| format!(" ({rate})"));
    let s = if nodes == 1 { "" } else { "s" };
    format!("{} position{s} in {}{rate}", count(nodes), time(took))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_wide_as_there_is_room() {
        for (wish, terminal, width) in [
            (None, None, 90),
            (None, Some(40), 40),
            (Some("40"), None, 40),
            (Some("50"), Some(200), 50),
            (Some("300"), None, 90),
            (Some("1"), None, 24),
            (Some("0"), Some(60), 60),
            (Some("wide"), None, 90),
            (Some(""), Some(70), 70),
        ] {
            assert_eq!(readable(wish, terminal), width, "{wish:?} {terminal:?}");
        }
    }

    #[test]
    fn counts_and_times_are_short() {
        for (number, shown) in [
            (0, "0"),
            (999, "999"),
            (12_045, "12,045"),
            (3_210_000, "3.21 million"),
            (9_999_000, "10.0 million"),
            (123_456_789, "123 million"),
            (1_250_000_000, "1.25 billion"),
        ] {
            assert_eq!(count(number), shown);
        }
        for (milliseconds, shown) in
            [(3, "3 ms"), (1_540, "1.5 s"), (125_000, "2:05 min"), (10_925_000, "3:02:05 h")]
        {
            assert_eq!(time(Duration::from_millis(milliseconds)), shown);
        }
        assert_eq!(
            effort(12_345, Duration::from_millis(1_500)),
            "12,345 positions in 1.5 s (8,230/s)"
        );
        assert_eq!(effort(1, Duration::ZERO), "1 position in <1 ms");
    }
}
