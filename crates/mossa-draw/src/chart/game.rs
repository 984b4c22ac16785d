//! The value of a game over its moves.

use super::{Axis, Chart, Line, Mark};
use crate::Tone;

impl Chart {
    /// The chance of the first player after each move, beginning with that at the start, and moves to look at:
    /// by their number, with a word about each.
    pub fn of_game(title: &str, chances: &[f64], marks: &[(usize, String)]) -> Self {
        let points: Vec<(f64, f64)> =
            (0_u32..).map(f64::from).zip(chances.iter().copied()).collect();
        let marks = marks.iter().filter_map(|(number, text)| {
            let &(x, y) = points.get(*number)?;
            Some(Mark { x, y, text: text.clone(), tone: Tone::Bad })
        });
        let percent =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| (part, format!("{:.0} %", 100.0 * part)));
        let end = chances.last().map_or(50.0, |chance| 100.0 * chance);
        let description = format!(
            "How likely X was to win after each of {} moves; in the end {end:.0} %.",
            points.len().saturating_sub(1)
        );
        Self {
            title: title.to_owned(),
            description,
            x: Axis::new("move"),
            y: Axis {
                range: Some((0.0, 1.0)),
                ticks: percent.to_vec(),
                ..Axis::new("chance of X")
            },
            marks: marks.collect(),
            lines: vec![Line { name: "chance of X to win".to_owned(), points, is_dashed: false }],
            base: Some(0.5),
        }
    }
}
