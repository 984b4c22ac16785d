//! How much room words take, about: there are no fonts here to measure.

/// The width of a character in ems, on the safe side for the fonts that browsers choose: most of
/// them, the wide ones of the alphabet and the signs, those of East Asia, and those of an `i`.
const USUAL: f64 = 0.57;
const BROAD: f64 = 0.86;
const WIDE: f64 = 1.05;
const NARROW: f64 = 0.32;

fn character_width(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '(' | ')' => NARROW,
        'm' | 'w' | 'M' | 'W' | '%' | '~' | '+' | '=' | '≤' | '−' | '…' | '@' => BROAD,
        _ if u32::from(character) < 0x1100 => USUAL,
        _ => WIDE,
    }
}

/// How wide a text is at a size.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(character_width).sum::<f64>() * size
}

/// Cuts a text into lines between words; a word that is too long for a line is cut off.
pub fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = shorten(word, size, room);
        match lines.last_mut() {
            Some(line) if width(line, size) + width(&word, size) + width(" ", size) <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// As much of a text as fits, with an ellipsis where some is missing.
pub fn shorten(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = WIDE * size;
    for character in text.chars() {
        used += character_width(character) * size;
        if used > room {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept
}

/// The size at which a text fits into `room`, `size` at most.
pub fn fitting_size(text: &str, size: f64, room: f64) -> f64 {
    let needed = width(text, size);
    if needed <= room { size } else { size * room / needed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        let lines = wrap("X plays h8 and wins with a double threat", 10.0, 80.0);
        assert_eq!(lines, ["X plays h8 and", "wins with a", "double threat"]);
        assert_eq!(wrap("", 10.0, 80.0), [""; 0]);
        assert_eq!(wrap(&"x".repeat(100), 10.0, 80.0).len(), 1);
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(shorten("short", 10.0, 80.0), "short");
        assert_eq!(shorten("this is too long", 10.0, 60.0), "this is to…");
        assert!(width(&shorten(&"日本".repeat(9), 10.0, 60.0), 10.0) <= 60.0);
    }
}
