//! What lies on a board below and above its stones: the last move, the winner's line, values, lines of
//! play, highlighted cells.

use mossa_kernel::Side;

use super::{
    HighlightKind, Scene, badge,
    sheet::{Look, Sheet},
    stones,
};
use crate::element::{Element, shape};

pub const RULES: &[&str] = &[
    ".last{fill:$accent;stroke:$paper}",
    ".last-ring{fill:none;stroke:$accent}",
    ".win-ring{fill:none;stroke:$win}",
    ".win-edge{fill:none;stroke:$paper}",
    ".legal{fill:$ink;fill-opacity:.32}",
    ".ghost{opacity:.62}",
    ".step{font-weight:700}",
    ".hl *{fill:none}",
    ".hl .edge{stroke:$paper}",
    ".threat .line{stroke:$accent}",
    ".double .line{stroke:$accent}",
    ".block .line{stroke:$first}",
    ".best .line{stroke:$win}",
    ".mistake .line{stroke:$accent}",
    ".halo{stroke:$paper;paint-order:stroke}",
];

/// Large boards show the last move by a ring around it, for a dot would not be seen.
const LARGE: f64 = 2.0;

/// What lies below the stones.
pub fn below(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Vec<Element> {
    if sheet.look != Look::Marks {
        return Vec::new();
    }
    let tint = |cell: u32, class: &str| {
        let (x, y) = sheet.center(cell);
        let side = sheet.cell - 5.0;
        Element::rectangle(x - side / 2.0, y - side / 2.0, side, side).set("rx", 6.0).class(class)
    };
    let winning = cells(sheet, &scene.overlay.winning);
    let mut body: Vec<Element> = winning.map(|cell| tint(cell, "tint-win")).collect();
    if body.is_empty() {
        body.extend(last_cells(sheet, scene).into_iter().map(|cell| tint(cell, "tint-last")));
    }
    body
}

/// What lies above the stones.
pub fn above(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Vec<Element> {
    let overlay = scene.overlay;
    let mut body = Vec::new();
    if sheet.look != Look::Marks {
        body.extend(cells(sheet, &overlay.winning).flat_map(|cell| winning(sheet, cell)));
        body.extend(last_cells(sheet, scene).into_iter().map(|cell| last(sheet, cell)));
    }
    let labeled: Vec<u32> =
        overlay.labels.iter().filter_map(|label| sheet.cell_of(label.mv)).collect();
    for cell in overlay.legal.iter().filter_map(|&mv| sheet.cell_of(mv)) {
        if !labeled.contains(&cell) {
            let (x, y) = sheet.center(cell);
            body.push(Element::circle(x, y, sheet.cell * 0.11).class("legal"));
        }
    }
    body.extend(line(sheet, scene));
    for mark in &overlay.highlights {
        let marks = cells(sheet, &mark.cells);
        body.extend(marks.map(|cell| highlight(mark.kind, sheet.center(cell), sheet.cell)));
    }
    for label in &overlay.labels {
        if let Some(cell) = sheet.cell_of(label.mv) {
            // A plate stays inside of its hole.
            let share = if sheet.look == Look::Frame { 0.78 } else { 0.9 };
            let (width, height) = (sheet.cell * share, (sheet.cell * 0.5).min(26.0));
            let badge = badge::draw(label, sheet.center(cell), width.min(58.0), height);
            body.push(if scene.options.interactive {
                badge.set("data-move", scene.position.show_move(label.mv))
            } else {
                badge
            });
        }
    }
    body
}

/// Those of the cells that are on the board.
fn cells(sheet: &Sheet<'_>, cells: &[u32]) -> impl Iterator<Item = u32> {
    cells.iter().copied().filter(|&cell| sheet.has(cell))
}

fn last_cells(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Vec<u32> {
    let last = scene.overlay.last.map_or_else(Vec::new, |mv| scene.position.last_cells(mv));
    cells(sheet, &last).collect()
}

fn last(sheet: &Sheet<'_>, cell: u32) -> Element {
    let (x, y) = sheet.center(cell);
    if sheet.scale > LARGE {
        let ring = Element::circle(x, y, 10.0 * sheet.scale).class("last-ring");
        return ring.set("stroke-width", 2.5 * sheet.scale);
    }
    let dot = Element::circle(x, y, sheet.cell * 0.13).class("last");
    dot.set("stroke-width", sheet.cell * 0.035)
}

fn winning(sheet: &Sheet<'_>, cell: u32) -> [Element; 2] {
    let (x, y) = sheet.center(cell);
    let ring = |class: &str, width: f64| {
        let ring = Element::circle(x, y, sheet.cell * 0.41).class(class);
        ring.set("stroke-width", sheet.cell * width)
    };
    [ring("win-edge", 0.17), ring("win-ring", 0.11)]
}

/// A line of play: lighter stones with numbers.
pub fn line(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Vec<Element> {
    let mut position = scene.position.boxed_clone();
    let mut body = Vec::new();
    let mut taken: Vec<u32> = Vec::new();
    for (number, &mv) in (1_u32..).zip(&scene.overlay.line) {
        if !position.is_legal(mv) {
            break;
        }
        let side = position.side_to_move();
        position.play_legal(mv);
        let cell = position.last_cells(mv).first().copied();
        if let Some(cell) = cell.filter(|&cell| sheet.has(cell) && !taken.contains(&cell)) {
            taken.push(cell);
            body.push(step(sheet, side, cell, number));
        }
    }
    body
}

fn step(sheet: &Sheet<'_>, side: Side, cell: u32, number: u32) -> Element {
    let (x, y) = sheet.center(cell);
    let digits = number.to_string();
    let height = crate::text::fitting_size(&digits, sheet.cell * 0.46, sheet.cell * 0.7);
    let stone = stones::of_side(sheet, side, &[cell], None);
    let words = Element::words(x, y + height * 0.35, height, &digits);
    let words = if sheet.look == Look::Marks {
        words.class("step halo").set("stroke-width", height * 0.25)
    } else {
        words.class(&format!("step ink{}", side.index() + 1))
    };
    Element::group("line").with(Element::group("ghost").with(stone)).with(words)
}

/// The shape of a highlight around the middle of a cell, with an edge that keeps it visible on any
/// ground.
pub fn highlight(kind: HighlightKind, (x, y): (f64, f64), cell: f64) -> Element {
    let circle = |radius: f64| Element::circle(x, y, cell * radius);
    let half = cell * 0.36;
    let square = || Element::rectangle(x - half, y - half, 2.0 * half, 2.0 * half);
    let diagonal = shape(&[
        ("M", x - half),
        (" ", y - half),
        ("l", 2.0 * half),
        (" ", 2.0 * half),
        ("m0 ", -2.0 * half),
        ("l", -2.0 * half),
        (" ", 2.0 * half),
    ]);
    let shapes: Vec<Element> = match kind {
        HighlightKind::Threat => {
            let dash = shape(&[("", cell * 0.2), (" ", cell * 0.13)]);
            vec![circle(0.36).set("stroke-dasharray", dash)]
        }
        HighlightKind::DoubleThreat => vec![circle(0.4), circle(0.25)],
        HighlightKind::Block => vec![square().set("rx", cell * 0.08)],
        // Around all that the cell may hold: a stone with a number, what the move is worth.
        HighlightKind::Best => vec![circle(0.46)],
        HighlightKind::Mistake => vec![Element::path(diagonal)],
    };
    let mut group = Element::group(&format!("hl {}", kind.class()));
    for shape in shapes {
        group.push(shape.clone().class("edge").set("stroke-width", cell * 0.15));
        group.push(shape.class("line").set("stroke-width", cell * 0.085));
    }
    group
}
