//! Where a picture goes, and its colors there.
//!
//! Light and dark pictures name their colors outright, so that any program can show them. The others
//! name custom properties as well, which a reader that knows them prefers.

use std::fmt::Write;

/// Where a picture goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The colors.
    pub theme: Theme,
    /// The id of the picture, and what all other ids in it begin with: different for each picture of
    /// a page.
    pub id: String,
    /// Whether cells tell the page which move they are (`data-move`) and show a stone when pointed at.
    pub interactive: bool,
    /// Whether the picture brings a background of its own.
    pub background: bool,
}

impl Options {
    /// For a file: a background, no hooks for scripts.
    pub fn file(theme: Theme) -> Self {
        Self { theme, id: "mossa".to_owned(), interactive: false, background: true }
    }

    /// For a page: the page's background and theme, and cells that can be clicked.
    pub fn page(id: &str) -> Self {
        Self { theme: Theme::Page, id: id.to_owned(), interactive: true, background: false }
    }

    /// The id, made of nothing but letters, digits, `-` and `_`.
    pub(crate) fn safe_id(&self) -> String {
        let is_allowed = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == '_';
        let id: String = self.id.chars().filter(is_allowed).collect();
        if id.starts_with(|c: char| c.is_ascii_alphabetic()) { id } else { format!("m{id}") }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::file(Theme::Auto)
    }
}

/// Which colors a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// What the reader's system prefers.
    Auto,
    /// What the page around it says: `data-theme="dark"` or `"light"` at its root element, else as
    /// [`Auto`](Self::Auto). The picture has no style of its own; the page has
    /// [`page_style`](crate::page_style).
    Page,
}

/// A color by its name, light and dark.
type Color = (&'static str, &'static str, &'static str);

/// All colors. Blue and vermilion stay apart for every kind of color vision; nothing is told by color
/// alone.
const COLORS: &[Color] = &[
    ("paper", "#ffffff", "#15181c"),
    ("ink", "#1c2126", "#e8eaed"),
    ("faint", "#5c6670", "#a3adb8"),
    ("rule", "#d5dae0", "#363d45"),
    // Sides as marks.
    ("first", "#0b5ea8", "#6cb6ff"),
    ("second", "#c2410c", "#ff9d5c"),
    // Sides as stones.
    ("black", "#1d1f22", "#0d0e10"),
    ("black-rim", "#000000", "#5a6068"),
    ("white", "#fbfbf8", "#f1f1ec"),
    ("white-rim", "#6d6a62", "#2a2a28"),
    ("wood", "#e8c48c", "#a8804a"),
    ("wood-line", "#6b5230", "#3d2b12"),
    ("felt", "#3c8a5d", "#2b6b47"),
    ("felt-line", "#215a3b", "#184731"),
    // Sides as discs in a frame.
    ("frame", "#2f5fa8", "#274d86"),
    ("hole", "#e9eef5", "#15181c"),
    ("amber", "#f7c844", "#f2c13a"),
    ("amber-rim", "#b98708", "#8f6a0c"),
    ("red", "#b3261e", "#c93a30"),
    ("red-rim", "#6d110c", "#7d1d16"),
    ("stick", "#b9793a", "#d9a066"),
    ("stick-rim", "#7a4a1c", "#8a5a28"),
    // What moves are worth.
    ("good", "#0b5ea8", "#79bdff"),
    ("even", "#5c6670", "#b4bcc6"),
    ("bad", "#b8440a", "#ffa366"),
    ("on-tone", "#ffffff", "#101316"),
    ("accent", "#d1490b", "#ff8f4d"),
    ("win", "#00875f", "#2fd6a4"),
    // Lines of a chart, in the order they are used.
    ("line-1", "#0b5ea8", "#6cb6ff"),
    ("line-2", "#c2410c", "#ff9d5c"),
    ("line-3", "#00795a", "#2fd6a4"),
    ("line-4", "#8a3a7c", "#e69fd6"),
    ("line-5", "#7a6200", "#e8d24a"),
    ("line-6", "#6b7580", "#b4bcc6"),
    ("line-7", "#1c2126", "#e8eaed"),
];

/// The style sheet: `rules` have `$name` where a color stands, and apply inside of `scope` only, for
/// a page may have several pictures. Each line is one rule.
pub fn style(theme: Theme, scope: &str, rules: &[&str]) -> String {
    let mut css = String::new();
    let mut line = |line: &str| {
        css.push('\n');
        css.push_str(line);
    };
    match theme {
        Theme::Light | Theme::Dark => {}
        Theme::Auto => {
            line(&format!("{scope}{{{}}}", properties(rules, false)));
            let dark = properties(rules, true);
            line(&format!("@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}"));
        }
        Theme::Page => {
            line(&format!("{scope}{{{}}}", properties(rules, false)));
            let dark = properties(rules, true);
            line(&format!(
                "@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) {scope}{{{dark}}}}}"
            ));
            line(&format!(":root[data-theme=dark] {scope}{{{dark}}}"));
        }
    }
    for rule in rules {
        line(&format!("{scope} {}", colored(rule, theme)));
    }
    css.push('\n');
    css
}

/// The colors that the rules use, as custom properties.
fn properties(rules: &[&str], is_dark: bool) -> String {
    let mut text = String::new();
    for (name, light, dark) in COLORS {
        let is_used = rules.iter().any(|rule| names(rule).any(|used| used == *name));
        if is_used {
            let color = if is_dark { dark } else { light };
            write!(text, "--{name}:{color};").expect("a string takes any text");
        }
    }
    text
}

/// The names of colors in a rule.
fn names(rule: &str) -> impl Iterator<Item = &str> {
    rule.split('$').skip(1).map(|rest| rest.split(is_end).next().unwrap_or(rest))
}

/// Whether a character ends the name of a color.
fn is_end(character: char) -> bool {
    !(character.is_ascii_alphanumeric() || character == '-')
}

/// A rule with its colors filled in, declaration by declaration.
fn colored(rule: &str, theme: Theme) -> String {
    let (selector, declarations) = rule.split_once('{').expect("a rule has declarations");
    let declarations = declarations.trim_end_matches('}');
    let mut text = format!("{selector}{{");
    for declaration in declarations.split(';').filter(|declaration| !declaration.is_empty()) {
        let Some(name) = names(declaration).next() else {
            write!(text, "{declaration};").expect("a string takes any text");
            continue;
        };
        let (_, light, dark) =
            COLORS.iter().find(|color| color.0 == name).expect("a rule names a color of the list");
        let plain = if theme == Theme::Dark { dark } else { light };
        let pattern = format!("${name}");
        write!(text, "{};", declaration.replace(&pattern, plain)).expect("a string takes any text");
        if matches!(theme, Theme::Auto | Theme::Page) {
            let property = declaration.replace(&pattern, &format!("var(--{name})"));
            write!(text, "{property};").expect("a string takes any text");
        }
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_themes_name_colors_outright() {
        let rules = [".a{fill:$paper;stroke-width:2}"];
        assert_eq!(style(Theme::Light, "#p", &rules), "\n#p .a{fill:#ffffff;stroke-width:2;}\n");
        assert_eq!(style(Theme::Dark, "#p", &rules), "\n#p .a{fill:#15181c;stroke-width:2;}\n");
    }

    #[test]
    fn the_others_follow_the_reader() {
        let css = style(Theme::Auto, "#p", &[".a{fill:$wood-line}"]);
        let expected = "\n#p{--wood-line:#6b5230;}\n\
            @media (prefers-color-scheme:dark){#p{--wood-line:#3d2b12;}}\n\
            #p .a{fill:#6b5230;fill:var(--wood-line);}\n";
        assert_eq!(css, expected);
        let css = style(Theme::Page, "#p", &[".a{fill:$ink}"]);
        assert!(css.contains(":root[data-theme=dark] #p{--ink:#e8eaed;}"), "{css}");
        assert!(css.contains(":root:not([data-theme=light]) #p"), "{css}");
    }

    #[test]
    fn ids_are_safe_in_every_place() {
        let id = |id: &str| Options::page(id).safe_id();
        assert_eq!(id("board-3"), "board-3");
        assert_eq!(id("3\"><script>"), "m3script");
        assert_eq!(id(""), "m");
    }
}
