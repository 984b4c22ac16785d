//! A board of cells: its measures, its ground and its coordinates.

use mossa_games::{Labels, squares::column_name};
use mossa_kernel::{BoardView, Move};

use super::{Drawing, Scene, badge, hits, layers, stones};
use crate::{
    element::{Element, shape},
    text,
};

/// How a board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Crosses and noughts in cells.
    Marks,
    /// Stones where lines cross.
    Stones,
    /// Discs in a frame with holes.
    Frame,
    /// Discs on squares of felt.
    Felt,
}

/// Boards of the m,n,k-games up to this side have marks instead of stones.
const LARGEST_WITH_MARKS: u32 = 6;

/// A picture is at least so wide: there are words below it.
const NARROWEST: f64 = 280.0;

/// A board as wide as this is shown unscaled.
const UNSCALED: f64 = 860.0;

/// The size of coordinates at scale 1.
const LABEL: f64 = 14.0;

impl Look {
    fn of(scene: &Scene<'_>, view: &BoardView) -> Self {
        let family = scene.spec.family();
        let is_small = view.rows.max(view.columns) <= LARGEST_WITH_MARKS;
        match family.labels {
            Labels::Columns => Self::Frame,
            _ if family.name == "othello" => Self::Felt,
            _ if is_small => Self::Marks,
            _ => Self::Stones,
        }
    }

    /// The side of a cell.
    fn cell(self) -> f64 {
        match self {
            Self::Marks => 76.0,
            Self::Stones => 38.0,
            Self::Frame => 60.0,
            Self::Felt => 54.0,
        }
    }

    fn all_rules(self) -> Vec<&'static str> {
        [self.rules(), stones::rules(self), badge::RULES, layers::RULES].concat()
    }

    fn class(self) -> &'static str {
        match self {
            Self::Marks => "marks",
            Self::Stones => "stones",
            Self::Frame => "frame",
            Self::Felt => "felt",
        }
    }

    /// What the stones of both sides are called; marks are called by their own names.
    fn colors(self) -> Option<[&'static str; 2]> {
        match self {
            Self::Marks => None,
            Self::Stones | Self::Felt => Some(["black", "white"]),
            Self::Frame => Some(["yellow", "red"]),
        }
    }

    fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Marks => &[
                ".grid{stroke:$faint;stroke-width:3;stroke-linecap:round;fill:none}",
                ".tint-last{fill:$accent;fill-opacity:.13}",
                ".tint-win{fill:$win;fill-opacity:.28}",
                ".s1{stroke:$first;fill:none;stroke-linecap:round}",
                ".s2{stroke:$second;fill:none}",
            ],
            Self::Stones => &[
                ".ground{fill:$wood}",
                ".grid{stroke:$wood-line;fill:none;stroke-linecap:square}",
                ".star{stroke:$wood-line;stroke-linecap:round}",
            ],
            Self::Frame => &[".ground{fill:$frame}", ".hole{fill:$hole}"],
            Self::Felt => &[".ground{fill:$felt}", ".grid{stroke:$felt-line;fill:none}"],
        }
    }
}

/// All rules of each kind of board.
pub fn all_rules() -> Vec<(&'static str, Vec<&'static str>)> {
    let looks = [Look::Marks, Look::Stones, Look::Frame, Look::Felt];
    looks.map(|look| (look.class(), [look.all_rules(), hits::RULES.to_vec()].concat())).to_vec()
}

/// Where the cells of a board are.
pub struct Sheet<'s> {
    pub view: &'s BoardView,
    pub look: Look,
    pub labels: Labels,
    /// The side of a cell.
    pub cell: f64,
    /// Where the board begins.
    left: f64,
    top: f64,
    /// How much larger words must be, because the picture will be scaled down.
    pub scale: f64,
}

impl<'s> Sheet<'s> {
    fn new(scene: &Scene<'_>, view: &'s BoardView) -> Self {
        let look = Look::of(scene, view);
        let labels = scene.spec.family().labels;
        let cell = look.cell();
        let scale = (f64::from(view.columns.max(view.rows)) * cell / UNSCALED).max(1.0);
        let longest = view.rows.to_string();
        let margin = if labels == Labels::Squares {
            (text::width(&longest, LABEL) + 16.0) * scale
        } else {
            18.0 * scale
        };
        let width = f64::from(view.columns) * cell;
        // Whole numbers are shorter: a full board has many.
        let left = ((NARROWEST * scale - width) / 2.0).max(margin).round();
        let top = (if labels == Labels::Squares { 32.0 } else { 18.0 } * scale).round();
        Self { view, look, labels, cell, left, top, scale }
    }

    /// Width and height of all cells together.
    pub fn extent(&self) -> (f64, f64) {
        (f64::from(self.view.columns) * self.cell, f64::from(self.view.rows) * self.cell)
    }

    pub fn origin(&self) -> (f64, f64) {
        (self.left, self.top)
    }

    /// The middle of a cell.
    pub fn center(&self, cell: u32) -> (f64, f64) {
        let (row, column) = (cell / self.view.columns, cell % self.view.columns);
        let middle = |index: u32| (f64::from(index) + 0.5) * self.cell;
        (self.left + middle(column), self.top + middle(row))
    }

    pub fn has(&self, cell: u32) -> bool {
        (cell as usize) < self.view.cells.len()
    }

    /// The free cell that a move marks.
    pub fn cell_of(&self, mv: Move) -> Option<u32> {
        let is_free = |cell: &u32| self.view.cells.get(*cell as usize) == Some(&None);
        match self.labels {
            Labels::Columns if mv.0 < self.view.columns => {
                let cells = (0..self.view.rows).rev().map(|row| row * self.view.columns + mv.0);
                cells.into_iter().find(is_free)
            }
            Labels::Columns => None,
            Labels::Squares | Labels::None => Some(mv.0).filter(is_free),
        }
    }
}

pub fn draw(scene: &Scene<'_>, view: &BoardView) -> Drawing {
    let sheet = Sheet::new(scene, view);
    let (width, height) = sheet.extent();
    let right = sheet.left.max(22.0 * sheet.scale);
    let below = if sheet.labels == Labels::Columns { 36.0 } else { 20.0 } * sheet.scale;
    let mut body = vec![ground(&sheet, scene)];
    body.extend(coordinates(&sheet));
    body.extend(layers::below(&sheet, scene));
    body.extend(stones::draw(&sheet, scene));
    body.extend(layers::above(&sheet, scene));
    if scene.options.interactive {
        body.push(hits::draw(&sheet, scene));
    }
    let mut rules = sheet.look.all_rules();
    if scene.options.interactive {
        rules.extend(hits::RULES);
    }
    Drawing {
        class: sheet.look.class(),
        colors: sheet.look.colors(),
        has_line: !layers::line(&sheet, scene).is_empty(),
        width: sheet.left + width + right,
        height: sheet.top + height + below,
        scale: sheet.scale,
        rules,
        body,
    }
}

/// The board without stones.
fn ground(sheet: &Sheet<'_>, scene: &Scene<'_>) -> Element {
    let (x, y) = sheet.origin();
    let (width, height) = sheet.extent();
    let (cell, group) = (sheet.cell, Element::group("ground-layer"));
    let ground = || Element::rectangle(x, y, width, height).class("ground");
    match sheet.look {
        Look::Marks => group.with(Element::path(inner_lines(sheet)).class("grid")),
        Look::Stones => {
            let lines = crossing_lines(sheet);
            let grid = Element::path(lines).class("grid").set("stroke-width", cell * 0.035);
            let stars = Element::path(stars(sheet)).class("star").set("stroke-width", cell * 0.2);
            group.with(ground().set("rx", cell * 0.12)).with(grid).with(stars)
        }
        Look::Felt => {
            let frame = inner_lines(sheet) + &outline(sheet);
            let grid = Element::path(frame).class("grid").set("stroke-width", cell * 0.035);
            group.with(ground()).with(grid)
        }
        Look::Frame => {
            let id = format!("{}-hole", scene.options.safe_id());
            let pattern = Element::new("pattern")
                .set("id", id.clone())
                .set("patternUnits", "userSpaceOnUse")
                .set("x", x)
                .set("y", y)
                .set("width", cell)
                .set("height", cell)
                .with(Element::circle(cell / 2.0, cell / 2.0, cell * 0.42).class("hole"));
            let rim = cell * 0.12;
            let frame = Element::rectangle(x - rim, y - rim, width + 2.0 * rim, height + 2.0 * rim);
            let holes = Element::rectangle(x, y, width, height).set("fill", format!("url(#{id})"));
            group
                .with(Element::new("defs").with(pattern))
                .with(frame.class("ground").set("rx", cell * 0.2))
                .with(holes)
        }
    }
}

/// Lines between the cells.
fn inner_lines(sheet: &Sheet<'_>) -> String {
    let (x, y) = sheet.origin();
    let (width, height) = sheet.extent();
    let at = |index: u32| f64::from(index) * sheet.cell;
    let down = (1..sheet.view.columns)
        .map(|column| shape(&[("M", x + at(column)), (" ", y), ("v", height)]));
    let across =
        (1..sheet.view.rows).map(|row| shape(&[("M", x), (" ", y + at(row)), ("h", width)]));
    let lines: String = down.chain(across).collect();
    // A board of one cell has no lines; without any it would not be seen at all.
    if sheet.view.rows.min(sheet.view.columns) == 1 { lines + &outline(sheet) } else { lines }
}

fn outline(sheet: &Sheet<'_>) -> String {
    let (x, y) = sheet.origin();
    let (width, height) = sheet.extent();
    shape(&[("M", x), (" ", y), ("h", width), ("v", height), ("h", -width), ("z", 0.0)])
        .trim_end_matches('0')
        .to_owned()
}

/// Lines through the middle of the cells.
fn crossing_lines(sheet: &Sheet<'_>) -> String {
    let (rows, columns) = (sheet.view.rows, sheet.view.columns);
    let (width, height) = (sheet.extent().0 - sheet.cell, sheet.extent().1 - sheet.cell);
    let down = (0..columns).map(|column| {
        let (x, y) = sheet.center(column);
        shape(&[("M", x), (" ", y), ("v", height)])
    });
    let across = (0..rows).map(|row| {
        let (x, y) = sheet.center(row * columns);
        shape(&[("M", x), (" ", y), ("h", width)])
    });
    down.chain(across).collect()
}

/// The dots by which players find their way on a board of odd sides: the middle, and near the corners.
fn stars(sheet: &Sheet<'_>) -> String {
    /// How far from the edge.
    const INSET: u32 = 3;
    let (rows, columns) = (sheet.view.rows, sheet.view.columns);
    let is_odd = |side: u32| side % 2 == 1 && side > 4 * INSET;
    if !is_odd(rows) || !is_odd(columns) {
        return String::new();
    }
    let mut cells = vec![(rows / 2, columns / 2)];
    for row in [INSET, rows - 1 - INSET] {
        cells.extend([INSET, columns - 1 - INSET].map(|column| (row, column)));
    }
    let cells = cells.into_iter().map(|(row, column)| row * columns + column);
    stones::dots(sheet, cells)
}

/// The names of columns and rows: all of them, or so many that they do not touch.
fn coordinates(sheet: &Sheet<'_>) -> Option<Element> {
    const STEPS: [u32; 6] = [1, 2, 5, 10, 20, 50];
    let size = LABEL * sheet.scale;
    let (_, height) = sheet.extent();
    let name = |column: u32| match sheet.labels {
        Labels::Columns => (column + 1).to_string(),
        Labels::Squares | Labels::None => column_name(column),
    };
    let widest = text::width(&name(sheet.view.columns - 1), size) + size * 0.4;
    let fits = |step: &u32| f64::from(*step) * sheet.cell >= widest.max(size * 1.3);
    let step = STEPS.into_iter().find(fits).unwrap_or(100);
    // 1, 5, 10 and not 1, 6, 11: the first, and then what ends in a round number.
    let shown = move |count: u32| {
        (0..count).filter(move |index| step == 1 || *index == 0 || (index + 1) % step == 0)
    };
    let y = match sheet.labels {
        Labels::None => return None,
        Labels::Squares => sheet.top - size * 0.6,
        Labels::Columns => sheet.top + height + size * 1.6,
    };
    let mut group = Element::group("coordinates");
    for column in shown(sheet.view.columns) {
        let (x, _) = sheet.center(column);
        group.push(Element::words(x, y, size, &name(column)).class("faint"));
    }
    if sheet.labels == Labels::Squares {
        for row in shown(sheet.view.rows) {
            let (_, y) = sheet.center(row * sheet.view.columns);
            let x = sheet.left - size * 0.6;
            let words = Element::words(x, y + size * 0.35, size, &(row + 1).to_string());
            group.push(words.class("faint end"));
        }
    }
    Some(group)
}
