//! The small plate with what a move is worth: solid where that is proven, dashed where it is not.

use super::MoveLabel;
use crate::{element::Element, text};

pub const RULES: &[&str] = &[
    ".badge text{font-weight:600}",
    ".exact.good rect{fill:$good}",
    ".exact.even rect{fill:$even}",
    ".exact.bad rect{fill:$bad}",
    ".exact text{fill:$on-tone;font-weight:700}",
    ".guess .base{fill:$paper;stroke-dasharray:3 2.2}",
    ".guess text{font-style:italic}",
    ".guess.good .base{stroke:$good}",
    ".guess.even .base{stroke:$even}",
    ".guess.bad .base{stroke:$bad}",
    ".good .tint{fill:$good}",
    ".even .tint{fill:$even}",
    ".bad .tint{fill:$bad}",
    // On the board itself, so with a rim that sets it off from lines.
    ".minor text{fill:$ink;font-style:normal;font-weight:600;paint-order:stroke;stroke:$paper;stroke-width:3;stroke-opacity:.75}",
];

/// How far an estimate's color covers its plate at most, so that the text stays readable.
const MOST_TINT: f64 = 0.4;

/// A plate of a size around a center; the text shrinks to fit.
pub fn draw(label: &MoveLabel, center: (f64, f64), width: f64, height: f64) -> Element {
    let (x, y) = (center.0 - width / 2.0, center.1 - height / 2.0);
    let plate = || Element::rectangle(x, y, width, height).set("rx", height * 0.3);
    let certainty = if label.is_exact { "exact" } else { "guess" };
    let rank = if label.is_minor { " minor" } else { "" };
    let mut badge = Element::group(&format!("badge {certainty} {}{rank}", label.tone.class()));
    if label.is_exact {
        badge.push(plate());
    } else if !label.is_minor {
        let tint = MOST_TINT * label.strength.clamp(0.0, 1.0);
        badge.push(plate().class("base").set("stroke-width", height * 0.07));
        badge.push(plate().class("tint").set("fill-opacity", tint));
    }
    let share = if label.is_minor { 0.52 } else { 0.66 };
    let size = text::fitting_size(&label.text, height * share, width * 0.86);
    badge.push(Element::words(center.0, center.1 + size * 0.35, size, &label.text));
    badge
}
