//! Heaps of sticks: a row a heap, sticks in fives, and how many there are.

use mossa_games::GameSpec;
use mossa_kernel::Move;

use super::{Drawing, MoveLabel, Scene, badge, hits};
use crate::{
    element::{Element, shape},
    text,
};

const RULES: &[&str] = &[
    ".stick{stroke:$stick;stroke-linecap:round}",
    ".stick-rim{stroke:$stick-rim;stroke-linecap:round}",
    ".gone{fill:none;stroke:$faint;stroke-dasharray:4 3}",
    ".take{fill:$accent;fill-opacity:.16;stroke:$accent;stroke-dasharray:5 3}",
    ".step{font-weight:700}",
    ".count{font-weight:600}",
    ".preview rect{fill:$accent;fill-opacity:.6}",
];

/// Larger heaps are drawn in part.
const MOST_STICKS: u32 = 40;
const SHOWN_OF_MANY: u32 = 30;
/// More moves than this are not labeled.
const MOST_LABELS: usize = 60;
/// With more heaps than this, sticks are drawn shorter.
const MOST_TALL: usize = 6;

/// Measures.
const LEFT: f64 = 56.0;
const TOP: f64 = 30.0;
const PITCH: f64 = 15.0;
const GAP: f64 = 8.0;
const THICK: f64 = 8.0;
const SIZE: f64 = 15.0;
const NARROWEST: f64 = 460.0;

/// Where heaps and sticks are.
struct Rows<'h> {
    heaps: &'h [i32],
    /// The length of a stick.
    length: f64,
    /// From one heap to the next.
    step: f64,
    /// The heap that the last move took from, and how many, where these can be shown.
    gone: Option<(usize, u32)>,
    width: f64,
}

impl Rows<'_> {
    /// How many sticks a heap has, none where more were taken than there were.
    fn sticks(&self, heap: usize) -> u32 {
        u32::try_from(self.heaps[heap]).unwrap_or(0)
    }

    /// How many of them are drawn.
    fn shown(&self, heap: usize) -> u32 {
        let sticks = self.sticks(heap);
        if sticks <= MOST_STICKS { sticks } else { SHOWN_OF_MANY }
    }

    fn is_whole(&self, heap: usize) -> bool {
        self.shown(heap) == self.sticks(heap)
    }

    /// The middle of a stick.
    fn x(stick: u32) -> f64 {
        LEFT + f64::from(stick) * PITCH + f64::from(stick / 5) * GAP
    }

    fn y(&self, heap: usize) -> f64 {
        TOP + f64::from(u32::try_from(heap).unwrap_or(u32::MAX)) * self.step
    }

    /// How many sticks of a heap the last move took.
    fn gone(&self, heap: usize) -> u32 {
        self.gone.map_or(0, |(from, take)| if from == heap { take } else { 0 })
    }

    /// Where the number of sticks is written: behind those that are there and those that were.
    fn count_at(&self, heap: usize) -> f64 {
        match self.shown(heap) + self.gone(heap) {
            0 => LEFT - PITCH / 2.0,
            sticks => Self::x(sticks - 1) + 22.0,
        }
    }

    /// A box around some sticks of a heap.
    fn area(&self, heap: usize, from: u32, to: u32) -> Element {
        let (left, right) = (Self::x(from) - PITCH / 2.0, Self::x(to - 1) + PITCH / 2.0);
        Element::rectangle(left, self.y(heap) - 6.0, right - left, self.length + 12.0)
    }

    fn path(&self, heap: usize, from: u32, to: u32) -> String {
        let mut data = String::new();
        for stick in from..to {
            data.push_str(&shape(&[
                ("M", Self::x(stick)),
                (" ", self.y(heap)),
                ("v", self.length),
            ]));
        }
        data
    }
}

pub fn draw(scene: &Scene<'_>, heaps: &[i32]) -> Drawing {
    let is_tall = heaps.len() <= MOST_TALL;
    let (length, step) = if is_tall { (52.0, 94.0) } else { (24.0, 48.0) };
    let mut rows = Rows { heaps, length, step, gone: None, width: 0.0 };
    rows.gone = scene.overlay.last.and_then(|last| taken(&rows, scene, last));
    let widest = (0..heaps.len()).map(|heap| rows.count_at(heap)).fold(0.0, f64::max);
    rows.width = (widest + 120.0).max(NARROWEST);
    let mut body: Vec<Element> = (0..heaps.len()).map(|heap| draw_heap(&rows, heap)).collect();
    let line = line(&rows, scene);
    let has_line = !line.is_empty();
    body.extend(line);
    let (labels, labels_height) = labels(&rows, scene);
    body.extend(labels);
    if scene.options.interactive {
        body.push(targets(&rows, scene));
    }
    let mut rules = [RULES, badge::RULES].concat();
    if scene.options.interactive {
        rules.extend(hits::RULES);
    }
    let height = rows.y(heaps.len()) + labels_height;
    let (class, width) = ("heaps", rows.width);
    Drawing { class, colors: None, has_line, width, height, scale: 1.0, rules, body }
}

/// All rules there are.
pub fn all_rules() -> Vec<&'static str> {
    [RULES, badge::RULES, hits::RULES].concat()
}

fn draw_heap(rows: &Rows<'_>, heap: usize) -> Element {
    let shown = rows.shown(heap);
    let middle = rows.y(heap) + rows.length / 2.0 + SIZE * 0.35;
    let mut group = Element::group("heap");
    if rows.heaps.len() > 1 {
        let name = (heap + 1).to_string();
        group.push(Element::words(LEFT - 26.0, middle, SIZE, &name).class("faint"));
    }
    if shown > 0 {
        let data = rows.path(heap, 0, shown);
        let rim = Element::path(data.clone()).class("stick-rim");
        group.push(rim.set("stroke-width", THICK + 2.0));
        group.push(Element::path(data).class("stick").set("stroke-width", THICK));
    }
    let more = if rows.is_whole(heap) { "" } else { "… " };
    let left = rows.heaps[heap];
    let words = format!("{more}{}", with_separators(left));
    for stick in shown..shown + rows.gone(heap) {
        let x = Rows::x(stick) - THICK / 2.0;
        let outline = Element::rectangle(x, rows.y(heap) - 2.0, THICK, rows.length + 4.0);
        group.push(outline.set("rx", THICK / 2.0).class("gone"));
    }
    let x = rows.count_at(heap);
    group.push(Element::words(x, middle, SIZE + 3.0, &words).class("start count"));
    group
}

/// 1234567 as `1,234,567`.
fn with_separators(value: i32) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0 { format!("-{text}") } else { text }
}

/// The heap and the number taken, in a game of sticks.
fn decode(scene: &Scene<'_>, rows: &Rows<'_>, mv: Move) -> Option<(usize, u32)> {
    let GameSpec::Sticks(spec) = scene.spec else { return None };
    if mv == Move::PASS {
        return None;
    }
    let (heap, take) = spec.numbering().decode(mv);
    (take > 0 && (heap as usize) < rows.heaps.len()).then_some((heap as usize, take))
}

/// What the last move took, where there is room to show it.
fn taken(rows: &Rows<'_>, scene: &Scene<'_>, last: Move) -> Option<(usize, u32)> {
    let (heap, take) = decode(scene, rows, last)?;
    let is_shown = take <= MOST_STICKS && rows.sticks(heap) + take <= MOST_STICKS;
    (is_shown && rows.heaps[heap] >= 0).then_some((heap, take))
}

/// A line of play: boxes around what each move takes, numbered.
fn line(rows: &Rows<'_>, scene: &Scene<'_>) -> Vec<Element> {
    let mut position = scene.position.boxed_clone();
    let mut left: Vec<u32> = (0..rows.heaps.len()).map(|heap| rows.sticks(heap)).collect();
    let mut body = Vec::new();
    for (step, &mv) in (1_u32..).zip(&scene.overlay.line) {
        let Some((heap, take)) = decode(scene, rows, mv).filter(|_| position.is_legal(mv)) else {
            break;
        };
        position.play_legal(mv);
        let before = left[heap];
        let after = before.saturating_sub(take);
        left[heap] = after;
        if rows.is_whole(heap) && after < before {
            let middle = f64::midpoint(Rows::x(after), Rows::x(before - 1));
            let y = rows.y(heap) + rows.length + 20.0;
            let words = Element::words(middle, y, SIZE - 1.0, &step.to_string()).class("step");
            let area = rows.area(heap, after, before).class("take").set("rx", 5.0);
            body.push(Element::group("line").with(area).with(words));
        }
    }
    body
}

/// What moves are worth, side by side below the heaps, and how high that is.
fn labels(rows: &Rows<'_>, scene: &Scene<'_>) -> (Vec<Element>, f64) {
    const HEIGHT: f64 = 24.0;
    let top = rows.y(rows.heaps.len());
    let left = if rows.heaps.len() > 1 { LEFT - 26.0 } else { LEFT - THICK / 2.0 };
    let (mut x, mut y) = (left, top);
    let mut body = Vec::new();
    let mut all: Vec<&MoveLabel> = scene.overlay.labels.iter().take(MOST_LABELS).collect();
    all.sort_by_key(|label| decode(scene, rows, label.mv));
    for label in all {
        let name = text::shorten(&scene.position.show_move(label.mv), SIZE, 120.0);
        let (wide, value) =
            (text::width(&name, SIZE), (text::width(&label.text, SIZE) + 12.0).max(34.0));
        if x + wide + value + 24.0 > rows.width - 20.0 {
            x = left;
            y += HEIGHT + 8.0;
        }
        let words = Element::words(x, y + SIZE * 0.35, SIZE, &name).class("start");
        let center = (x + wide + 6.0 + value / 2.0, y);
        let mut group = Element::group("value").with(words);
        group.push(badge::draw(label, center, value, HEIGHT - 2.0));
        body.push(group);
        x += wide + value + 26.0;
    }
    let n_labels = scene.overlay.labels.len();
    if n_labels > MOST_LABELS {
        y += HEIGHT + 8.0;
        let words = format!("… {} more", n_labels - MOST_LABELS);
        body.push(Element::words(left, y, SIZE, &words).class("start faint"));
    }
    let height = if n_labels == 0 { 0.0 } else { y - top + HEIGHT + 8.0 };
    (body, height)
}

/// Each stick takes itself and all behind it when clicked.
fn targets(rows: &Rows<'_>, scene: &Scene<'_>) -> Element {
    let mut group = Element::group("hits");
    for mv in scene.position.moves() {
        let Some((heap, take)) = decode(scene, rows, mv) else { continue };
        let sticks = rows.sticks(heap);
        if !rows.is_whole(heap) || take > sticks {
            continue;
        }
        let from = sticks - take;
        let name = scene.position.show_move(mv);
        let preview = rows.area(heap, from, sticks).set("rx", 5.0);
        let hit = Element::group("hit")
            .set("data-move", name.clone())
            .set("tabindex", "0")
            .set("role", "button")
            .set("aria-label", format!("take {name}"));
        let area = rows.area(heap, from, from + 1).class("target");
        group.push(hit.with(area).with(Element::group("preview").with(preview)));
    }
    group
}
