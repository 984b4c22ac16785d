//! Parameters of players: what can be set, and what was.

use std::collections::BTreeMap;

use mossa_kernel::excerpt;

/// Something about a player that can be set by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name before the `=`.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What it may be.
    pub range: Range,
}

/// What a parameter may be. All values are numbers; a flag is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// A whole number.
    Number {
        /// What it is unless said otherwise; `None` where the player computes it.
        default: Option<u64>,
        /// The smallest that makes sense.
        min: u64,
        /// The largest that makes sense.
        max: u64,
    },
    /// `on` or `off`, off unless said otherwise.
    Flag,
}

/// The parameters of one player as they were set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<&'static str, u64>,
}

impl Settings {
    /// Reads `key=value,key=value`.
    ///
    /// # Errors
    /// Says which part is wrong and what was expected.
    pub fn parse(text: &str, parameters: &'static [Parameter]) -> Result<Self, String> {
        let mut settings = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, "on"));
            let parameter = parameters
                .iter()
                .find(|parameter| parameter.name == name)
                .ok_or_else(|| unknown(name, parameters))?;
            let value = parameter.read(value)?;
            if settings.values.insert(parameter.name, value).is_some() {
                return Err(format!("`{name}` is set twice"));
            }
        }
        Ok(settings)
    }

    /// The number that was set, or the parameter's default; `None` without either.
    ///
    /// # Panics
    /// Panics when the player has no such parameter.
    pub fn number(&self, name: &str, parameters: &[Parameter]) -> Option<u64> {
        let parameter = parameters
            .iter()
            .find(|parameter| parameter.name == name)
            .expect("a player asks for its own parameters");
        self.values.get(name).copied().or(match parameter.range {
            Range::Number { default, .. } => default,
            Range::Flag => Some(0),
        })
    }

    /// Whether a flag was set.
    pub fn flag(&self, name: &str) -> bool {
        self.values.get(name).is_some_and(|&value| value != 0)
    }

    /// What was set, by name, in a form that [`Settings::parse`] reads.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.values.iter().map(|(&name, &value)| (name, value))
    }
}

impl Parameter {
    fn read(&self, text: &str) -> Result<u64, String> {
        let (min, max, expected) = match self.range {
            Range::Number { min, max, .. } => (min, max, format!("a number from {min} to {max}")),
            Range::Flag => (0, 1, "on or off".to_owned()),
        };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = match text {
            "on" if self.range == Range::Flag => Some(1),
            "off" if self.range == Range::Flag => Some(0),
            _ => text.parse().ok().filter(|_| is_number),
        };
        value
            .filter(|value| (min..=max).contains(value))
            .ok_or_else(|| format!("`{}` is `{}`; it must be {expected}", self.name, excerpt(text)))
    }
}

fn unknown(name: &str, parameters: &[Parameter]) -> String {
    let known: Vec<String> = parameters.iter().map(|known| format!("`{}`", known.name)).collect();
    let name = excerpt(name);
    if known.is_empty() {
        format!("it has no parameter `{name}`, nor any other")
    } else {
        format!("it has no parameter `{name}`; it has {}", known.join(", "))
    }
}
