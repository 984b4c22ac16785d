//! What stands below a board: a sentence, and what the shapes on the board mean.

use super::{Drawing, Highlight, HighlightKind, MoveLabel, Overlay, Tone, badge, layers};
use crate::{
    element::{Element, shape},
    text,
};

/// Sizes at scale 1.
const CAPTION: f64 = 15.0;
const LEGEND: f64 = 13.0;
const LINE: f64 = 21.0;
const MARGIN: f64 = 16.0;

/// One entry of the legend.
struct Entry<'o> {
    symbol: Symbol<'o>,
    words: String,
}

/// What an entry is about.
enum Symbol<'o> {
    /// The stones of a side, by its number.
    Stone(u8),
    Highlight(HighlightKind),
    Value(&'o MoveLabel),
    /// The words say it all.
    None,
}

impl Symbol<'_> {
    /// At scale 1.
    fn width(&self) -> f64 {
        match self {
            Self::Stone(_) => 22.0,
            Self::Highlight(_) => 26.0,
            Self::Value(_) => 40.0,
            Self::None => 0.0,
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
    pub fn new(overlay: &'o Overlay, drawing: &Drawing) -> Self {
        let (scale, width) = (drawing.scale, drawing.width);
        let room = width - 2.0 * MARGIN * scale;
        let caption = overlay.caption.as_deref().unwrap_or("");
        let caption = text::wrap(caption, CAPTION * scale, room);
        let legend = flow(entries(overlay, drawing), scale, room);
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
        let symbol = match entry.symbol {
            Symbol::Stone(number) => Some(stone(number, center, 16.0 * scale)),
            Symbol::Highlight(kind) => Some(layers::highlight(kind, center, 20.0 * scale)),
            Symbol::Value(label) => {
                let center = (center.0 + 7.0 * scale, center.1);
                Some(badge::draw(label, center, 34.0 * scale, 16.0 * scale))
            }
            Symbol::None => None,
        };
        let words =
            Element::words(x + entry.symbol.width() * scale, y, size, &entry.words).class("start");
        let mut group = Element::group("legend");
        if let Some(symbol) = symbol {
            group.push(symbol);
        }
        group.with(words)
    }
}

/// A stone as it looks on the board.
fn stone(number: u8, (x, y): (f64, f64), size: f64) -> Element {
    let point = format!("{}h.01", shape(&[("M", x), (" ", y)]));
    let coat = |name: &str, size: f64| {
        Element::path(point.clone()).class(&format!("{name}{number}")).set("stroke-width", size)
    };
    Element::group("key").with(coat("rim", size)).with(coat("face", size * 0.9))
}

fn entries<'o>(overlay: &'o Overlay, drawing: &Drawing) -> Vec<Entry<'o>> {
    let mut entries: Vec<Entry<'o>> = Vec::new();
    // Whoever reads of X and O must know which stones are theirs.
    if let (Some(colors), Some(_)) = (drawing.colors, &overlay.caption) {
        for (number, (letter, color)) in (1..).zip(["X", "O"].into_iter().zip(colors)) {
            let words = format!("{letter} is {color}");
            entries.push(Entry { symbol: Symbol::Stone(number), words });
        }
    }
    if drawing.has_line {
        entries.push(Entry { symbol: Symbol::None, words: line_words(overlay.line.len()) });
    }
    let has_cells = drawing.class != "heaps";
    let shown = |highlight: &&Highlight| has_cells && !highlight.cells.is_empty();
    for Highlight { kind, legend, .. } in overlay.highlights.iter().filter(shown) {
        let is_known = |entry: &Entry<'_>| {
            matches!(entry.symbol, Symbol::Highlight(known) if known == *kind)
                && entry.words == *legend
        };
        if !entries.iter().any(is_known) {
            entries.push(Entry { symbol: Symbol::Highlight(*kind), words: legend.clone() });
        }
    }
    entries.extend(value_entries(&overlay.labels));
    entries
}

/// What the numbers of a line of so many moves are.
fn line_words(moves: usize) -> String {
    match moves {
        1 => "1: the move to play".to_owned(),
        2 => "1, 2: how it goes on".to_owned(),
        _ => "1, 2, 3: how it goes on".to_owned(),
    }
}

/// An example of each kind of value that is shown.
fn value_entries(labels: &[MoveLabel]) -> impl Iterator<Item = Entry<'_>> {
    let proven = [Tone::Good, Tone::Even, Tone::Bad].map(|tone| (true, Some(tone)));
    let kinds = proven.into_iter().chain([(false, None)]);
    let examples = kinds.filter_map(|(is_exact, tone)| {
        let is_kind = |label: &&MoveLabel| {
            label.is_exact == is_exact && tone.is_none_or(|tone| label.tone == tone)
        };
        labels.iter().find(is_kind)
    });
    examples.map(|label| Entry { symbol: Symbol::Value(label), words: label.meaning() })
}

/// Puts entries side by side as long as there is room.
fn flow(entries: Vec<Entry<'_>>, scale: f64, room: f64) -> Vec<(Vec<(f64, Entry<'_>)>, f64)> {
    const BETWEEN: f64 = 16.0;
    let mut lines: Vec<(Vec<(f64, Entry<'_>)>, f64)> = Vec::new();
    for entry in entries {
        let words = text::width(&entry.words, LEGEND * scale);
        let width = entry.symbol.width() * scale + words;
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
