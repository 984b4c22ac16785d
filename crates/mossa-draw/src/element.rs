//! Elements of a picture: a name, attributes, content. Whatever goes in, well-formed XML comes out.

use std::fmt::Write;

/// An element with all that is in it.
#[derive(Clone, Debug)]
pub struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Element {
    pub fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), content: String::new() }
    }

    /// An element that only holds others.
    pub fn group(class: &str) -> Self {
        Self::new("g").set("class", class)
    }

    pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self::new("rect").set("x", x).set("y", y).set("width", width).set("height", height)
    }

    pub fn circle(x: f64, y: f64, radius: f64) -> Self {
        Self::new("circle").set("cx", x).set("cy", y).set("r", radius)
    }

    pub fn path(data: impl Into<String>) -> Self {
        Self::new("path").set("d", data.into())
    }

    /// A line of text; where it stands on its line follows from the class.
    pub fn words(x: f64, y: f64, size: f64, words: &str) -> Self {
        Self::new("text").set("x", x).set("y", y).set("font-size", size).text(words)
    }

    pub fn set(mut self, name: &str, value: impl Attribute) -> Self {
        write!(self.attributes, " {name}=\"").expect("a string takes any text");
        value.write(&mut self.attributes);
        self.attributes.push('"');
        self
    }

    pub fn class(self, class: &str) -> Self {
        self.set("class", class)
    }

    pub fn text(mut self, text: &str) -> Self {
        escape(text, &mut self.content);
        self
    }

    /// Content that is written as it is: our own style sheets, which have no markup in them.
    pub fn verbatim(mut self, text: &str) -> Self {
        debug_assert!(!text.contains(['<', '&']), "markup in {text}");
        self.content.push_str(text);
        self
    }

    pub fn with(mut self, child: Self) -> Self {
        self.push(child);
        self
    }

    pub fn push(&mut self, child: Self) {
        child.render(&mut self.content);
    }

    pub fn extend(&mut self, children: impl IntoIterator<Item = Self>) {
        children.into_iter().for_each(|child| self.push(child));
    }

    pub fn render(self, out: &mut String) {
        let Self { name, attributes, content } = self;
        let written = if content.is_empty() {
            write!(out, "<{name}{attributes}/>")
        } else {
            write!(out, "<{name}{attributes}>{content}</{name}>")
        };
        written.expect("a string takes any text");
    }
}

/// What an attribute may be.
pub trait Attribute {
    /// Writes the value as it stands between quotes.
    fn write(self, out: &mut String);
}

impl Attribute for &str {
    fn write(self, out: &mut String) {
        escape(self, out);
    }
}

impl Attribute for String {
    fn write(self, out: &mut String) {
        escape(&self, out);
    }
}

impl Attribute for f64 {
    fn write(self, out: &mut String) {
        number(self, out);
    }
}

impl Attribute for u32 {
    fn write(self, out: &mut String) {
        write!(out, "{self}").expect("a string takes any text");
    }
}

/// Writes a coordinate with at most two decimals, and none that are zero.
pub fn number(value: f64, out: &mut String) {
    // Not a number would make the whole picture unreadable; nothing can be drawn there anyway.
    let value = if value.is_finite() { value } else { 0.0 };
    let start = out.len();
    write!(out, "{value:.2}").expect("a string takes any text");
    let kept = out[start..].trim_end_matches('0').trim_end_matches('.').len();
    out.truncate(start + kept);
    if &out[start..] == "-0" {
        out.replace_range(start.., "0");
    }
}

/// A list of numbers with words between them: `shape(&[("M", 1.0), (" ", 2.0)])` is `M1 2`.
pub fn shape(parts: &[(&str, f64)]) -> String {
    let mut data = String::new();
    for &(before, value) in parts {
        data.push_str(before);
        number(value, &mut data);
    }
    data
}

/// Writes text so that no character of it is taken for markup; what XML forbids altogether becomes
/// the replacement character.
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rendered(element: Element) -> String {
        let mut text = String::new();
        element.render(&mut text);
        text
    }

    #[test]
    fn numbers_are_short() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (-20.0, "-20"),
            (100.0, "100"),
            (2.0 / 3.0, "0.67"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(shape(&[("", value)]), expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in any::<String>()) {
            let element = Element::new("text").set("title", text.clone()).text(&text);
            let svg = rendered(element);
            let document = roxmltree::Document::parse(&svg).expect("well-formed");
            let expected: String = text
                .chars()
                .map(|c| match c {
                    '\t' | '\n' | '\r' => ' ',
                    '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
                    c => c,
                })
                .collect();
            let root = document.root_element();
            prop_assert_eq!(root.attribute("title"), Some(&expected[..]));
            prop_assert_eq!(root.text().unwrap_or(""), expected);
        }
    }
}
