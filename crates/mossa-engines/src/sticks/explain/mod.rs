//! Why a position of sticks is won or lost, for somebody who knows no theory.
//!
//! "You" is the side to move, "they" the other. Nothing is printed here: the words go to whoever
//! asked.

use std::fmt;

use mossa_games::sticks::Spec;
use mossa_kernel::{Game, PlayerError};

use super::{
    engine::heaps_of,
    limits::Limits,
    rules::{Rules, Steps},
    theory::{Judged, Theory},
};
use crate::Options;

mod argue;
mod end;
mod example;
mod lone;
#[cfg(test)]
mod numbers_tests;
mod several;
#[cfg(test)]
mod tests;
mod winning;

/// An explanation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What to read one after the other.
    pub paragraphs: Vec<Paragraph>,
}

/// A part of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paragraph {
    /// Sentences, without line breaks: they may be wrapped anywhere between words.
    Text(String),
    /// Lines whose columns stand below each other: they must not be wrapped.
    Table(Vec<String>),
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for paragraph in &self.paragraphs {
            match paragraph {
                Paragraph::Text(text) => writeln!(f, "{text}")?,
                Paragraph::Table(lines) => {
                    lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
                }
            }
        }
        Ok(())
    }
}

/// How many moves, counts or numbers are named before it says "and more".
const MOST_NAMED: usize = 12;

/// Explains where a game stands: who wins, why, and by which moves.
///
/// # Errors
/// Refuses a finished game, and one that is not played by the rules of `spec`.
pub fn explain(spec: &Spec, game: &Game) -> Result<Explanation, PlayerError> {
    let sticks = heaps_of(spec, game)?;
    let mut theory = Theory::new(Rules::new(spec), Limits::new(Options::default()));
    theory.prepare(&sticks, &mut |_| true);
    theory.look_for_pattern(&sticks);
    let mut writer = Writer { theory: &theory, sticks: &sticks, paragraphs: Vec::new() };
    match &sticks[..] {
        &[heap] => writer.lone_heap(heap),
        _ => writer.several_heaps(),
    }
    writer.tell_example();
    Ok(Explanation { paragraphs: writer.paragraphs })
}

/// Writes an explanation.
struct Writer<'w> {
    theory: &'w Theory,
    sticks: &'w [u32],
    paragraphs: Vec<Paragraph>,
}

impl Writer<'_> {
    fn say(&mut self, text: impl Into<String>) {
        self.paragraphs.push(Paragraph::Text(text.into()));
    }

    fn rules(&self) -> &Rules {
        &self.theory.rules
    }

    /// The moves that certainly win, in the order of the rules.
    fn winning(&self) -> Vec<Judged> {
        let wins = |judged: &Judged| judged.verdict.is_some_and(|verdict| verdict.wins);
        self.theory.judge(self.sticks).into_iter().filter(wins).collect()
    }

    /// What may be taken at once: "1 to 3", "1, 3 or 4".
    fn takes(&self) -> String {
        let bundle = self.rules().bundle;
        match &self.rules().steps {
            Steps::UpTo(1) => bundle.to_string(),
            Steps::UpTo(limit) if bundle == 1 => format!("1 to {limit}"),
            Steps::UpTo(limit) => list((1..=*limit).map(|take| take * bundle), "or"),
            Steps::OneOf(takes) => list(takes.iter().map(|take| take * bundle), "or"),
        }
    }
}

/// "1, 3 or 4"; long lists are cut.
fn list<T: ToString>(items: impl IntoIterator<Item = T>, joint: &str) -> String {
    let mut items = items.into_iter();
    let mut named: Vec<String> =
        items.by_ref().take(MOST_NAMED).map(|item| item.to_string()).collect();
    if items.next().is_some() {
        return format!("{} and more", named.join(", "));
    }
    match named.pop() {
        None => "none".to_owned(),
        Some(last) if named.is_empty() => last,
        Some(last) => format!("{} {joint} {last}", named.join(", ")),
    }
}
