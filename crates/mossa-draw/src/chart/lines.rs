//! The lines of a chart, and the legend that names them.

use super::{Line, Plot};
use crate::{
    element::{Element, number, shape},
    text,
};

/// How many colors there are before they begin again.
const COLORS: usize = 7;
/// A line with more points than this shows none of them.
const MOST_POINTS: usize = 80;
/// Half the size of a point.
const REACH: f64 = 5.0;
const SIZE: f64 = 15.0;
const SAMPLE: f64 = 34.0;
const BETWEEN: f64 = 22.0;

/// The shape of points: with it lines can be told apart without colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Wedge,
    Bar,
    Plus,
}

const SHAPES: [Shape; COLORS] = [
    Shape::Circle,
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::Wedge,
    Shape::Bar,
    Shape::Plus,
];

impl Shape {
    /// The corners, for a shape that reaches 1 from its middle; none for the circle.
    fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Self::Circle => &[],
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => &[(-1.1, 0.8), (1.1, 0.8), (0.0, -1.2)],
            Self::Wedge => &[(-1.1, -0.8), (1.1, -0.8), (0.0, 1.2)],
            Self::Diamond => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
            Self::Bar => &[(-0.45, -1.3), (0.45, -1.3), (0.45, 1.3), (-0.45, 1.3)],
            Self::Plus => &[
                (-0.45, -1.3),
                (0.45, -1.3),
                (0.45, -0.45),
                (1.3, -0.45),
                (1.3, 0.45),
                (0.45, 0.45),
                (0.45, 1.3),
                (-0.45, 1.3),
                (-0.45, 0.45),
                (-1.3, 0.45),
                (-1.3, -0.45),
                (-0.45, -0.45),
            ],
        }
    }

    pub fn path(self, x: f64, y: f64, reach: f64) -> String {
        if self == Self::Circle {
            let arc = |to: f64| shape(&[("a", reach), (" ", reach), (" 0 1 0 ", to), (" ", 0.0)]);
            let start = shape(&[("M", x - reach), (" ", y)]);
            return start + &arc(2.0 * reach) + &arc(-2.0 * reach) + "z";
        }
        let mut data = String::new();
        for (right, down) in self.corners() {
            let before = if data.is_empty() { "M" } else { "L" };
            data += &shape(&[(before, x + right * reach), (" ", y + down * reach)]);
        }
        data + "z"
    }
}

fn class(index: usize) -> String {
    format!("line c{}", index % COLORS + 1)
}

/// A line with its points; each point says where it is when pointed at.
pub fn draw(plot: &Plot, line: &Line, index: usize, interactive: bool) -> Element {
    let places: Vec<_> =
        line.points.iter().filter_map(|&point| Some((point, plot.at(point)?))).collect();
    let mut data = String::new();
    for (_, (x, y)) in &places {
        data.push_str(if data.is_empty() { "M" } else { "L" });
        number(*x, &mut data);
        data.push(' ');
        number(*y, &mut data);
    }
    let mut group = Element::group(&class(index));
    let stroke = if line.is_dashed { "dashed" } else { "solid" };
    group.push(Element::path(data).class(stroke));
    if places.len() <= MOST_POINTS {
        for ((x, y), (left, top)) in places {
            let data = SHAPES[index % SHAPES.len()].path(left, top, REACH);
            let kind = if line.is_dashed { "hollow" } else { "point" };
            let tip = Element::new("title").text(&format!("{}: {y} at {x}", line.name));
            let point = Element::path(data).class(kind).with(tip);
            group.push(if interactive { point.set("data-x", x) } else { point });
        }
    }
    group
}

/// An entry of the legend and where it stands.
pub struct Entry {
    name: String,
    index: usize,
    is_dashed: bool,
    x: f64,
    pub row: u32,
}

impl Entry {
    pub fn draw(&self, top: f64) -> Element {
        let y = top + f64::from(self.row) * super::LEGEND_LINE;
        let middle = y - SIZE * 0.35;
        let line = shape(&[("M", self.x), (" ", middle), ("h", SAMPLE)]);
        let point = SHAPES[self.index % SHAPES.len()].path(self.x + SAMPLE / 2.0, middle, REACH);
        let words = Element::words(self.x + SAMPLE + 8.0, y, SIZE, &self.name);
        Element::group(&class(self.index))
            .with(Element::path(line).class(if self.is_dashed { "dashed" } else { "solid" }))
            .with(Element::path(point).class(if self.is_dashed { "hollow" } else { "point" }))
            .with(words.class("start"))
    }
}

/// Names of all lines, side by side as far as there is room. A single line needs none.
pub fn legend(lines: &[Line], room: f64) -> Vec<Entry> {
    if lines.len() < 2 {
        return Vec::new();
    }
    let (mut x, mut row) = (0.0, 0);
    let mut entries = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let name = text::shorten(&line.name, SIZE, room - SAMPLE - 8.0);
        let width = SAMPLE + 8.0 + text::width(&name, SIZE);
        if x > 0.0 && x + width > room {
            (x, row) = (0.0, row + 1);
        }
        entries.push(Entry { name, index, is_dashed: line.is_dashed, x: x + super::RIGHT, row });
        x += width + BETWEEN;
    }
    entries
}
