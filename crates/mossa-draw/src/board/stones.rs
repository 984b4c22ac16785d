//! Stones, discs and marks. All of a side are one path, so that a full board of 200x200 stays small: a
//! stone is a line of no length with a round end.

use std::fmt::Write;

use mossa_kernel::Side;

use super::{
    Scene,
    sheet::{Look, Sheet},
};
use crate::element::{Element, number, shape};

/// Diameters as parts of a cell.
const RIM: f64 = 0.88;
const FACE: f64 = 0.82;
/// In a frame, discs sit behind the holes.
const FRAMED_RIM: f64 = 0.82;
const FRAMED_FACE: f64 = 0.77;
/// The ring on discs of the first side, which tells them apart where colors do not.
const RING_OUTSIDE: f64 = 0.5;
const RING_INSIDE: f64 = 0.43;
/// How thick marks are drawn, and how far they reach from the middle.
const MARK: f64 = 0.11;
const REACH: f64 = 0.27;

/// Colors of stones.
pub fn rules(look: Look) -> &'static [&'static str] {
    match look {
        Look::Marks => &[],
        Look::Stones | Look::Felt => &[
            ".rim1{stroke:$black-rim;stroke-linecap:round}",
            ".face1{stroke:$black;stroke-linecap:round}",
            ".rim2{stroke:$white-rim;stroke-linecap:round}",
            ".face2{stroke:$white;stroke-linecap:round}",
            ".ink1{fill:$white}",
            ".ink2{fill:$black}",
        ],
        Look::Frame => &[
            ".rim1{stroke:$amber-rim;stroke-linecap:round}",
            ".face1{stroke:$amber;stroke-linecap:round}",
            ".rim2{stroke:$red-rim;stroke-linecap:round}",
            ".face2{stroke:$red;stroke-linecap:round}",
            ".ink1{fill:$black}",
            ".ink2{fill:$white}",
        ],
    }
}

/// All stones.
pub fn draw(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Vec<Element> {
    let mut body = Vec::new();
    for side in Side::BOTH {
        let cells: Vec<u32> =
            sheet.view.stones().filter(|stone| stone.1 == side).map(|stone| stone.0).collect();
        if !cells.is_empty() {
            let id = format!("{}-stones-{}", scene.options.safe_id(), side.index() + 1);
            body.push(of_side(sheet, side, &cells, Some(&id)));
        }
    }
    body
}

/// Some stones of a side; `id` saves writing where they are more than once.
pub fn of_side(sheet: &Sheet<'_>, side: Side, cells: &[u32], id: Option<&str>) -> Element {
    let number = side.index() + 1;
    let group = Element::group(&format!("side{number}"));
    if sheet.look == Look::Marks {
        let path = Element::path(marks(sheet, side, cells)).class(&format!("s{number}"));
        return group.with(path.set("stroke-width", MARK * sheet.cell));
    }
    let data = dots(sheet, cells.iter().copied());
    let coats: &[(&str, f64)] = match (sheet.look, side) {
        (Look::Frame, Side::First) => &[
            ("rim", FRAMED_RIM),
            ("face", FRAMED_FACE),
            ("rim", RING_OUTSIDE),
            ("face", RING_INSIDE),
        ],
        (Look::Frame, _) => &[("rim", FRAMED_RIM), ("face", FRAMED_FACE)],
        _ => &[("rim", RIM), ("face", FACE)],
    };
    let mut group = group;
    if let Some(id) = id {
        group.push(Element::new("defs").with(Element::path(data.clone()).set("id", id)));
    }
    for (coat, diameter) in coats {
        let element = match id {
            Some(id) => Element::new("use").set("href", format!("#{id}")),
            None => Element::path(data.clone()),
        };
        let element = element.class(&format!("{coat}{number}"));
        group.push(element.set("stroke-width", diameter * sheet.cell));
    }
    group
}

/// The shape of a stone in the first cell, to be used elsewhere, and the class that colors it there: rules
/// reach what is used only through the element that uses it.
pub fn preview(sheet: &Sheet<'_>, side: Side) -> (Element, String) {
    let number = side.index() + 1;
    if sheet.look == Look::Marks {
        let mark = Element::path(marks(sheet, side, &[0]));
        return (mark.set("stroke-width", MARK * sheet.cell), format!("s{number}"));
    }
    let diameter = if sheet.look == Look::Frame { FRAMED_RIM } else { RIM };
    let stone = Element::path(dots(sheet, std::iter::once(0)));
    (stone.set("stroke-width", diameter * sheet.cell), format!("face{number}"))
}

/// A point in the middle of each cell, to be drawn with a round line.
pub fn dots(sheet: &Sheet<'_>, cells: impl Iterator<Item = u32>) -> String {
    let mut data = String::new();
    for cell in cells {
        let (x, y) = sheet.center(cell);
        data.push('M');
        number(x, &mut data);
        data.push(' ');
        number(y, &mut data);
        // Not all programs draw a line of no length at all.
        data.push_str("h.01");
    }
    data
}

/// Crosses or noughts.
fn marks(sheet: &Sheet<'_>, side: Side, cells: &[u32]) -> String {
    let reach = REACH * sheet.cell;
    let mut data = String::new();
    for &cell in cells {
        let (x, y) = sheet.center(cell);
        let mark = match side {
            Side::First => shape(&[
                ("M", x - reach),
                (" ", y - reach),
                ("l", 2.0 * reach),
                (" ", 2.0 * reach),
                ("m0 ", -2.0 * reach),
                ("l", -2.0 * reach),
                (" ", 2.0 * reach),
            ]),
            Side::Second => {
                let arc =
                    |to: f64| shape(&[("a", reach), (" ", reach), (" 0 1 0 ", to), (" ", 0.0)]);
                let start = shape(&[("M", x - reach), (" ", y)]);
                format!("{start}{}{}", arc(2.0 * reach), arc(-2.0 * reach))
            }
        };
        write!(data, "{mark}").expect("a string takes any text");
    }
    data
}
