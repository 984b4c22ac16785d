//! Quoting strangers' text in messages.

use std::fmt::Write;

/// The longest piece of somebody's input that a message repeats.
const EXCERPT_CHARS: usize = 40;

/// Whether a character would break a line, or change how others on it are shown.
fn is_treacherous(c: char) -> bool {
    let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c.is_control() || is_invisible
}

/// The text on one line: control characters escaped, so that no input can disguise itself.
pub fn one_line(text: &str) -> String {
    text.chars()
        .flat_map(|c| if is_treacherous(c) { c.escape_unicode().collect() } else { vec![c] })
        .collect()
}

/// The text, fit for one line of an error message: control characters escaped, long text cut.
pub fn excerpt(text: &str) -> String {
    let mut shown = one_line(&text.chars().take(EXCERPT_CHARS).collect::<String>());
    let left_out = text.chars().count().saturating_sub(EXCERPT_CHARS);
    if left_out > 0 {
        let _ = write!(shown, "… ({left_out} characters more)"); // A string takes any text.
    }
    shown
}

/// The known name that somebody may have meant by a mistyped one.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    /// How alike two names must be, from 0 to 1, for one to be offered for the other.
    const ALIKE: f64 = 0.75;
    /// Likeness costs time that grows with both lengths, and nobody mistypes at such length.
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    let likeness = |known: &str| strsim::jaro(known, name);
    let best = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) >= ALIKE).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt("e4"), "e4");
        assert_eq!(excerpt("a\nb\u{1b}[31m"), "a\\u{a}b\\u{1b}[31m");
        assert_eq!(
            excerpt(&"a".repeat(100_000)),
            format!("{}… (99960 characters more)", "a".repeat(40))
        );
    }
}
