//! Values in a word: `~120` believed, `win/7` proven in 7 plies, `win+12` by 12 discs.

use std::fmt::Write;

use mossa_kernel::{Estimate, Exact, GameResult, Value, excerpt};

pub(super) fn read_value(text: &str) -> Result<Value, String> {
    let refuse = || format!("`{}` is not a value such as `~120` or `win/7`", excerpt(text));
    if let Some(estimate) = text.strip_prefix('~') {
        let (score, chance) = match estimate.split_once('@') {
            Some((score, chance)) => (score, Some(chance)),
            None => (estimate, None),
        };
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        let score = number(score).ok_or_else(refuse)?;
        let winning_chance = chance.map(|text| number(text).ok_or_else(refuse)).transpose()?;
        return Ok(Value::Estimate(Estimate { score, winning_chance }));
    }
    let results = [GameResult::Win, GameResult::Draw, GameResult::Loss];
    let result = results.into_iter().find(|result| text.starts_with(result.name()));
    let result = result.ok_or_else(refuse)?;
    let mut rest = &text[result.name().len()..];
    let mut exact = Exact { result, plies: None, at_most: false, margin: None };
    if let Some(at) = rest.find(['+', '-']) {
        exact.margin = Some(rest[at..].parse().map_err(|_| refuse())?);
        rest = &rest[..at];
    }
    if let Some(plies) = rest.strip_prefix('/') {
        let bound = plies.strip_prefix("<=");
        exact.at_most = bound.is_some();
        let plies = bound.unwrap_or(plies);
        exact.plies = Some(plies.parse().map_err(|_| refuse())?);
    } else if !rest.is_empty() {
        return Err(refuse());
    }
    Ok(Value::Exact(exact))
}

pub(super) fn write_value(value: &Value) -> String {
    let mut text = String::new();
    let written = match value {
        Value::Estimate(Estimate { score, winning_chance: None }) => write!(text, "~{score}"),
        Value::Estimate(Estimate { score, winning_chance: Some(chance) }) => {
            write!(text, "~{score}@{chance}")
        }
        Value::Exact(Exact { result, plies, at_most, margin }) => {
            let bound = if *at_most { "<=" } else { "" };
            let plies = plies.map_or_else(String::new, |plies| format!("/{bound}{plies}"));
            let margin = margin.map_or_else(String::new, |margin| format!("{margin:+}"));
            write!(text, "{}{plies}{margin}", result.name())
        }
    };
    written.expect("a string takes any text");
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_word_is_read_or_refused(word in "\\PC*", near in "(~|win|draw|loss)[0-9/<=+@.-]{0,9}") {
            let _ = read_value(&word);
            let _ = read_value(&near);
        }

        #[test]
        fn values_print_back(score in -1e9..1e9_f64, plies in prop::option::of(0..99_u32), margin in prop::option::of(-64..64_i32), at_most: bool) {
            for result in [GameResult::Win, GameResult::Draw, GameResult::Loss] {
                let at_most = at_most && plies.is_some();
                let value = Value::Exact(Exact { result, plies, at_most, margin });
                prop_assert_eq!(read_value(&write_value(&value)), Ok(value));
            }
            prop_assert_eq!(read_value(&write_value(&Value::score(score))), Ok(Value::score(score)));
        }
    }
}
