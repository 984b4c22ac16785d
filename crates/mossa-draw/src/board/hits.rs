//! What a page hooks its events to: one group a legal move, with the move's name and a stone that
//! shows when the cell is pointed at.

use mossa_games::Labels;
use mossa_kernel::Move;

use super::{Scene, sheet::Sheet, stones};
use crate::element::Element;

pub const RULES: &[&str] = &[
    ".hit{cursor:pointer;outline:none}",
    ".target{fill-opacity:0}",
    ".hit .preview{opacity:0;pointer-events:none}",
    ".hit:hover .preview{opacity:.55}",
    ".hit:focus-visible .preview{opacity:.55}",
    ".badge{pointer-events:none}",
];

/// Beyond this many moves a page finds the cell by the measures in the group's attributes.
const MOST: usize = 2_500;

/// All legal moves as things to be clicked.
pub fn draw(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Element {
    let (x, y) = sheet.origin();
    let mut group = Element::group("hits")
        .set("data-x", x)
        .set("data-y", y)
        .set("data-cell", sheet.cell)
        .set("data-rows", sheet.view.rows)
        .set("data-columns", sheet.view.columns);
    let moves = scene.position.moves();
    if moves.len() <= MOST {
        // One stone, shown wherever it is wanted.
        let (stone, class) = stones::preview(sheet, scene.position.side_to_move());
        group.push(Element::new("defs").with(stone.set("id", stone_id(scene))));
        group.extend(moves.into_iter().filter_map(|mv| hit(sheet, scene, mv, &class)));
    }
    group
}

fn hit(sheet: &Sheet<'_>, scene: &Scene<'_>, mv: Move, class: &str) -> Option<Element> {
    let cell = sheet.cell_of(mv)?;
    let (x, y) = sheet.center(cell);
    let half = sheet.cell / 2.0;
    let target = match sheet.labels {
        Labels::Columns => {
            Element::rectangle(x - half, sheet.origin().1, sheet.cell, sheet.extent().1)
        }
        Labels::Squares | Labels::None => {
            Element::rectangle(x - half, y - half, sheet.cell, sheet.cell)
        }
    };
    let name = scene.position.show_move(mv);
    let first = sheet.center(0);
    let stone = Element::new("use")
        .class(&format!("preview {class}"))
        .set("href", format!("#{}", stone_id(scene)))
        .set("x", x - first.0)
        .set("y", y - first.1);
    let group = Element::group("hit")
        .set("data-move", name.clone())
        .set("tabindex", "0")
        .set("role", "button")
        .set("aria-label", name);
    Some(group.with(target.class("target")).with(stone))
}

fn stone_id(scene: &Scene<'_>) -> String {
    format!("{}-preview", scene.options.safe_id())
}
