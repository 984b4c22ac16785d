//! Words for people: wrapped paragraphs, values.

use std::io::{self, Write};

use mossa_kernel::{Exact, GameResult, Value};

/// Writes a paragraph, each line indented.
pub fn write_wrapped(out: &mut impl Write, indent: &str, text: &str) -> io::Result<()> {
    let options = textwrap::Options::new(width()).initial_indent(indent).subsequent_indent(indent);
    textwrap::wrap(text, options).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// As wide as the terminal, but no wider than is good to read.
fn width() -> usize {
    const READABLE: usize = 90;
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.unwrap_or(READABLE).min(READABLE)
}

/// A value in a few characters. What is only believed begins with `~`.
pub fn value(value: &Value) -> String {
    match value {
        Value::Estimate(estimate) => format!("~{}", estimate.score),
        Value::Exact(Exact { result: GameResult::Draw, .. }) => "draw".to_owned(),
        Value::Exact(Exact { result, plies, at_most, .. }) => match plies {
            Some(plies) => {
                format!("{} in {}{plies}", result.name(), if *at_most { "at most " } else { "" })
            }
            None => result.name().to_owned(),
        },
    }
}
