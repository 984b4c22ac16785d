//! A position of any game, drawn.
//!
//! Boards of squares and columns are drawn by `sheet`, heaps of sticks by `heaps`; what stands below
//! either of them, by `footer`.

use mossa_games::GameSpec;
use mossa_kernel::{AnyPosition, View};

mod badge;
mod describe;
mod footer;
mod heaps;
mod hits;
mod layers;
mod overlay;
mod sheet;
mod stones;
#[cfg(test)]
mod tests;

use crate::{Options, frame::Frame};
use footer::Footer;
pub use overlay::{Highlight, HighlightKind, MoveLabel, Overlay, Tone};

/// Draws a position of the game `spec`, and on it what `overlay` says.
pub fn board(
    spec: &GameSpec,
    position: &dyn AnyPosition,
    overlay: &Overlay,
    options: &Options,
) -> String {
    let title = overlay.title.clone().unwrap_or_else(|| spec.to_string());
    let description =
        overlay.description.clone().unwrap_or_else(|| describe::position(spec, position));
    let scene = Scene { spec, position, overlay, options };
    let view = position.view();
    let drawing = match &view {
        View::Board(view) => sheet::draw(&scene, view),
        View::Heaps(heaps) => heaps::draw(&scene, heaps),
    };
    let footer = Footer::new(overlay, &drawing);
    let frame = Frame {
        options,
        kind: &format!("board {}", drawing.class),
        width: drawing.width,
        height: drawing.height + footer.height,
        shown_width: SHOWN_WIDTH,
        title: &title,
        description: &description,
        rules: &drawing.rules,
    };
    frame.write(drawing.body.into_iter().chain(footer.draw(drawing.height)))
}

/// The kinds of boards, with all rules of each.
pub fn all_rules() -> Vec<(&'static str, Vec<&'static str>)> {
    sheet::all_rules().into_iter().chain([("heaps", heaps::all_rules())]).collect()
}

/// The widest a board is shown on its own: larger ones are scaled down.
const SHOWN_WIDTH: f64 = 960.0;

/// All that a drawing is made from.
struct Scene<'s> {
    spec: &'s GameSpec,
    position: &'s dyn AnyPosition,
    overlay: &'s Overlay,
    options: &'s Options,
}

/// A drawing, without what stands below it.
struct Drawing {
    /// The kind of board, for style sheets.
    class: &'static str,
    /// What the stones of both sides look like, where that does not say whose they are.
    colors: Option<[&'static str; 2]>,
    /// Whether a line of play can be seen.
    has_line: bool,
    width: f64,
    height: f64,
    /// How much larger words must be to be readable once the picture is scaled down.
    scale: f64,
    rules: Vec<&'static str>,
    body: Vec<crate::element::Element>,
}
