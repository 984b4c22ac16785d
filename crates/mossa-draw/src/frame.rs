//! What all pictures have in common: the outermost element, the style, the words for those who do
//! not see it.

use crate::{
    Options, Theme, board, chart,
    element::{Element, shape},
    theme,
};

/// A picture about to be written.
pub struct Frame<'f> {
    pub options: &'f Options,
    /// What kind of picture it is, as a class for style sheets.
    pub kind: &'f str,
    pub width: f64,
    pub height: f64,
    /// The widest it is shown on its own; a page decides for itself.
    pub shown_width: f64,
    pub title: &'f str,
    pub description: &'f str,
    /// The rules of the style sheet.
    pub rules: &'f [&'f str],
}

/// Rules that all pictures use.
const RULES: &[&str] = &[
    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\
     fill:$ink;text-anchor:middle}",
    ".bg{fill:$paper}",
    ".start{text-anchor:start}",
    ".end{text-anchor:end}",
    ".faint{fill:$faint}",
];

impl Frame<'_> {
    /// The whole picture as text.
    pub fn write(&self, body: impl IntoIterator<Item = Element>) -> String {
        let id = self.options.safe_id();
        let scale = (self.shown_width / self.width).min(1.0);
        // An image has no parts; what can be clicked must not be hidden from those who listen.
        let role = if self.options.interactive { "group" } else { "img" };
        let mut svg = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("id", id.clone())
            .set("class", format!("mossa {}", self.kind))
            .set("viewBox", shape(&[("0 0 ", self.width), (" ", self.height)]))
            .set("width", (self.width * scale).round())
            .set("height", (self.height * scale).round())
            .set("role", role)
            .set("aria-labelledby", format!("{id}-title {id}-desc"));
        svg.push(Element::new("title").set("id", format!("{id}-title")).text(self.title));
        svg.push(Element::new("desc").set("id", format!("{id}-desc")).text(self.description));
        if self.options.theme != Theme::Page {
            let rules: Vec<&str> = RULES.iter().chain(self.rules).copied().collect();
            let style = theme::style(self.options.theme, &format!("#{id}"), &rules);
            svg.push(Element::new("style").verbatim(&style));
        }
        if self.options.background {
            svg.push(Element::rectangle(0.0, 0.0, self.width, self.height).class("bg"));
        }
        svg.extend(body);
        let mut text = String::new();
        svg.render(&mut text);
        text.push('\n');
        text
    }
}

/// The style sheet of a page with pictures: for each kind of them, its colors in light and dark, and
/// its rules. A page that allows no styles but its own files needs it.
pub fn page_style() -> String {
    let mut css = String::new();
    for (kind, rules) in board::all_rules().into_iter().chain([("chart", chart::RULES.to_vec())]) {
        let scope = format!("svg.{kind}");
        let rules: Vec<&str> = RULES.iter().copied().chain(rules).collect();
        css.push_str(&theme::style(Theme::Page, &scope, &rules));
    }
    css
}
