//! What stands below a board: a sentence, and what the shapes on the board mean.

use super::{Highlight, HighlightKind, MoveLabel, Overlay, Tone, badge, layers};
use crate::{element::Element, text};

/// Sizes at scale 1.
const CAPTION: f64 = 15.0;
const LEGEND: f64 = 13.0;
const LINE: f64 = 21.0;
const MARGIN: f64 = 16.0;

/// One entry of the legend.
enum Entry<'o> {
    Highlight(HighlightKind, &'o str),
    Value { is_exact: bool },
}

impl Entry<'_> {
    fn words(&self) -> &str {
        match self {
            Self::Highlight(_, words) => words,
            Self::Value { is_exact: true } => "proven",
            Self::Value { is_exact: false } => "estimate",
        }
    }
}

/// Everything below a board.
pub struct Footer<'o> {
    caption: Vec<String>,
    /// Lines of entries, each with where it begins, and how wide they are.
    legend: Vec<(Vec<(f64, Entry<'o>)>, f64)>,
    scale: f64,
    width: f64,
    pub height: f64,
}

impl<'o> Footer<'o> {
    pub fn new(overlay: &'o Overlay, has_cells: bool, scale: f64, width: f64) -> Self {
        let room = width - 2.0 * MARGIN * scale;
        let caption = overlay.caption.as_deref().unwrap_or("");
        let caption = text::wrap(caption, CAPTION * scale, room);
        let legend = flow(entries(overlay, has_cells), scale, room);
        let lines = caption.len() + legend.len();
        let lines = f64::from(u32::try_from(lines).unwrap_or(u32::MAX));
        let height = if lines > 0.0 { (lines * LINE + 12.0) * scale } else { 0.0 };
        Self { caption, legend, scale, width, height }
    }

    pub fn draw(&self, top: f64) -> Vec<Element> {
        let mut body = Vec::new();
        let mut y = top + CAPTION * self.scale;
        for line in &self.caption {
            let words = Element::words(self.width / 2.0, y, CAPTION * self.scale, line);
            body.push(words.class("caption"));
            y += LINE * self.scale;
        }
        for (line, width) in &self.legend {
            let left = (self.width - width) / 2.0;
            for (x, entry) in line {
                body.push(self.draw_entry(left + x, y, entry));
            }
            y += LINE * self.scale;
        }
        body
    }

    fn draw_entry(&self, x: f64, y: f64, entry: &Entry<'_>) -> Element {
        let (size, scale) = (LEGEND * self.scale, self.scale);
        let center = (x + 10.0 * scale, y - size * 0.35);
        let symbol = match *entry {
            Entry::Highlight(kind, _) => layers::highlight(kind, center, 20.0 * scale),
            Entry::Value { is_exact } => {
                let text = if is_exact { "W5" } else { "60%" }.to_owned();
                let (mv, tone) = (mossa_kernel::Move::PASS, Tone::Good);
                let label = MoveLabel { mv, text, tone, is_exact, strength: 0.5 };
                badge::draw(&label, (center.0 + 4.0 * scale, center.1), 30.0 * scale, 16.0 * scale)
            }
        };
        let words = Element::words(x + symbol_width(entry) * scale, y, size, entry.words());
        Element::group("legend").with(symbol).with(words.class("start"))
    }
}

fn symbol_width(entry: &Entry<'_>) -> f64 {
    match entry {
        Entry::Highlight(..) => 26.0,
        Entry::Value { .. } => 36.0,
    }
}

fn entries(overlay: &Overlay, has_cells: bool) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let shown = |highlight: &&Highlight| has_cells && !highlight.cells.is_empty();
    for highlight in overlay.highlights.iter().filter(shown) {
        let is_new = entries.iter().all(|entry| {
            !matches!(entry, Entry::Highlight(kind, words)
                if *kind == highlight.kind && *words == highlight.legend)
        });
        if is_new {
            entries.push(Entry::Highlight(highlight.kind, &highlight.legend));
        }
    }
    for is_exact in [true, false] {
        if overlay.labels.iter().any(|label| label.is_exact == is_exact) {
            entries.push(Entry::Value { is_exact });
        }
    }
    entries
}

/// Puts entries side by side as long as there is room.
fn flow(entries: Vec<Entry<'_>>, scale: f64, room: f64) -> Vec<(Vec<(f64, Entry<'_>)>, f64)> {
    const BETWEEN: f64 = 16.0;
    let mut lines: Vec<(Vec<(f64, Entry<'_>)>, f64)> = Vec::new();
    for entry in entries {
        let words = text::width(entry.words(), LEGEND * scale);
        let width = symbol_width(&entry) * scale + words;
        match lines.last_mut() {
            Some((line, end)) if *end + BETWEEN * scale + width <= room => {
                line.push((*end + BETWEEN * scale, entry));
                *end += BETWEEN * scale + width;
            }
            _ => lines.push((vec![(0.0, entry)], width)),
        }
    }
    lines
}
