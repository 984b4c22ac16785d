//! Line charts: a value over the moves of a game, positions over depth. Lines differ in color and in
//! the shape of their points.

mod axis;
mod game;
mod lines;
#[cfg(test)]
mod tests;

use crate::{
    Options, Tone,
    element::{Element, shape},
    frame::Frame,
    text,
};
pub use axis::Axis;
use axis::Scale;

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What is to be seen, in words, for those who do not see it.
    pub description: String,
    /// Left to right.
    pub x: Axis,
    /// Bottom to top.
    pub y: Axis,
    /// The lines.
    pub lines: Vec<Line>,
    /// Points to look at.
    pub marks: Vec<Mark>,
    /// A line across at this height: the border between good and bad.
    pub base: Option<f64>,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the legend calls it.
    pub name: String,
    /// Its points, from left to right. What the axes cannot show is left out.
    pub points: Vec<(f64, f64)>,
    /// Whether it is drawn dashed: theory beside what was measured.
    pub is_dashed: bool,
}

/// A point to look at, with a word about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where on the first axis.
    pub x: f64,
    /// Where on the second.
    pub y: f64,
    /// A few characters.
    pub text: String,
    /// Whether it is good or bad: each has a shape of its own.
    pub tone: Tone,
}

pub const RULES: &[&str] = &[
    ".title{font-weight:600}",
    ".grid{stroke:$rule;stroke-width:1;fill:none}",
    ".axis{stroke:$faint;stroke-width:1.5;fill:none}",
    ".base{stroke:$ink;stroke-width:1.5;stroke-dasharray:2 3}",
    ".line path{fill:none;stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}",
    ".line .dashed{stroke-dasharray:8 6;stroke-width:2}",
    ".line .hollow{fill:$paper;stroke-width:2}",
    ".c1 path{stroke:$line-1}",
    ".c2 path{stroke:$line-2}",
    ".c3 path{stroke:$line-3}",
    ".c4 path{stroke:$line-4}",
    ".c5 path{stroke:$line-5}",
    ".c6 path{stroke:$line-6}",
    ".c7 path{stroke:$line-7}",
    ".c1 .point{fill:$line-1}",
    ".c2 .point{fill:$line-2}",
    ".c3 .point{fill:$line-3}",
    ".c4 .point{fill:$line-4}",
    ".c5 .point{fill:$line-5}",
    ".c6 .point{fill:$line-6}",
    ".c7 .point{fill:$line-7}",
    ".mark path{stroke:$paper;stroke-width:1.5}",
    ".mark text{font-weight:600;stroke:$paper;stroke-width:4;paint-order:stroke;stroke-linejoin:round}",
    ".mark.good path{fill:$good}",
    ".mark.even path{fill:$even}",
    ".mark.bad path{fill:$bad}",
    ".mark.good text{fill:$good}",
    ".mark.bad text{fill:$bad}",
];

/// Measures.
const WIDTH: f64 = 800.0;
const PLOT_HEIGHT: f64 = 340.0;
const TOP: f64 = 56.0;
const RIGHT: f64 = 28.0;
const BELOW: f64 = 62.0;
const TITLE: f64 = 19.0;
const LABEL: f64 = 15.0;
const TICK: f64 = 14.0;
const LEGEND_LINE: f64 = 26.0;

/// The plot: where numbers are on the picture.
struct Plot {
    x: Scale,
    y: Scale,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Plot {
    fn new(chart: &Chart) -> Self {
        let points = || chart.lines.iter().flat_map(|line| line.points.iter().copied());
        let marks = || chart.marks.iter().map(|mark| (mark.x, mark.y));
        let all = || points().chain(marks());
        let x = Scale::new(&chart.x, all().map(|point| point.0));
        let y = Scale::new(&chart.y, all().map(|point| point.1));
        let widest = y.ticks.iter().map(|tick| text::width(&tick.1, TICK)).fold(0.0, f64::max);
        let left = widest.min(WIDTH / 3.0) + 52.0;
        Self { x, y, left, right: WIDTH - RIGHT, top: TOP, bottom: TOP + PLOT_HEIGHT }
    }

    /// The place of a point; `None` where the axes do not reach.
    fn at(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let across = self.x.part(x)?;
        let up = self.y.part(y)?;
        let x = self.left + across * (self.right - self.left);
        Some((x, self.bottom - up * (self.bottom - self.top)))
    }
}

/// Draws a chart.
pub fn chart(chart: &Chart, options: &Options) -> String {
    let plot = Plot::new(chart);
    let legend = lines::legend(&chart.lines, WIDTH - 2.0 * RIGHT);
    let rows = legend.iter().map(|entry| entry.row + 1).max().unwrap_or(0);
    let height = plot.bottom + BELOW + f64::from(rows) * LEGEND_LINE;
    let title = text::shorten(&chart.title, TITLE, WIDTH - 2.0 * RIGHT);
    let mut body = vec![
        Element::words(WIDTH / 2.0, 31.0, TITLE, &title).class("title"),
        grid(&plot),
        axis_labels(&plot, chart),
    ];
    if let Some((_, y)) = chart.base.and_then(|base| Some((0.0, plot_height(&plot, base)?))) {
        let data = shape(&[("M", plot.left), (" ", y), ("H", plot.right)]);
        body.push(Element::path(data).class("base"));
    }
    for (index, line) in chart.lines.iter().enumerate() {
        body.push(lines::draw(&plot, line, index, options.interactive));
    }
    body.extend(chart.marks.iter().filter_map(|mark| draw_mark(&plot, mark)));
    body.extend(legend.iter().map(|entry| entry.draw(plot.bottom + BELOW + 10.0)));
    let frame = Frame {
        options,
        kind: "chart",
        width: WIDTH,
        height,
        shown_width: WIDTH,
        title: &chart.title,
        description: &chart.description,
        rules: RULES,
    };
    frame.write(body)
}

fn plot_height(plot: &Plot, value: f64) -> Option<f64> {
    let up = plot.y.part(value)?;
    Some(plot.bottom - up * (plot.bottom - plot.top))
}

/// Lines across and down, and the numbers at their ends.
fn grid(plot: &Plot) -> Element {
    let mut group = Element::group("ticks");
    let mut across = String::new();
    for (value, name) in &plot.y.ticks {
        let Some(y) = plot_height(plot, *value) else { continue };
        across.push_str(&shape(&[("M", plot.left), (" ", y), ("H", plot.right)]));
        let words = Element::words(plot.left - 10.0, y + TICK * 0.35, TICK, name);
        group.push(words.class("end faint"));
    }
    for (value, name) in &plot.x.ticks {
        let Some(part) = plot.x.part(*value) else { continue };
        let x = plot.left + part * (plot.right - plot.left);
        across.push_str(&shape(&[("M", x), (" ", plot.bottom), ("v", 5.0)]));
        group.push(Element::words(x, plot.bottom + 23.0, TICK, name).class("faint"));
    }
    let frame = shape(&[("M", plot.left), (" ", plot.top), ("V", plot.bottom), ("H", plot.right)]);
    group.push(Element::path(across).class("grid"));
    group.push(Element::path(frame).class("axis"));
    group
}

fn axis_labels(plot: &Plot, chart: &Chart) -> Element {
    let middle = f64::midpoint(plot.left, plot.right);
    let x = text::shorten(&chart.x.label, LABEL, plot.right - plot.left);
    let y = text::shorten(&chart.y.label, LABEL, plot.bottom - plot.top);
    let center = f64::midpoint(plot.top, plot.bottom);
    let turned = Element::words(0.0, 0.0, LABEL, &y)
        .set("transform", shape(&[("translate(20 ", center), (") rotate(", -90.0)]) + ")");
    Element::group("axes").with(Element::words(middle, plot.bottom + 46.0, LABEL, &x)).with(turned)
}

fn draw_mark(plot: &Plot, mark: &Mark) -> Option<Element> {
    const REACH: f64 = 8.0;
    let (x, y) = plot.at((mark.x, mark.y))?;
    // Up for good, down for bad, so that the shape tells it as well.
    let (data, below) = match mark.tone {
        Tone::Good => (triangle(x, y, -REACH), false),
        Tone::Even => (lines::Shape::Diamond.path(x, y, REACH), false),
        Tone::Bad => (triangle(x, y, REACH), true),
    };
    // Close to an edge the word goes to the other side.
    let below = if below { y < plot.bottom - 30.0 } else { y < plot.top + 30.0 };
    let words_at = if below { y + 26.0 } else { y - 15.0 };
    let room = text::width(&mark.text, TICK) / 2.0;
    let middle = x.clamp(room.min(WIDTH / 2.0), (WIDTH - room).max(WIDTH / 2.0));
    let words = Element::words(middle, words_at, TICK, &mark.text);
    let tip = format!("{} at {}", mark.text, mark.x);
    Some(
        Element::group(&format!("mark {}", mark.tone.class()))
            .with(Element::new("title").text(&tip))
            .with(Element::path(data))
            .with(words),
    )
}

fn triangle(x: f64, y: f64, reach: f64) -> String {
    let width = reach.abs();
    shape(&[
        ("M", x - width),
        (" ", y - reach * 0.7),
        ("h", 2.0 * width),
        ("l", -width),
        (" ", reach * 1.6),
    ]) + "z"
}
