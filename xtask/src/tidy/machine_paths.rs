//! No file mentions where somebody keeps files: such a path is of no use to anybody else.

use std::path::Path;

use super::{Finding, tree::Tree};

/// Folders of people's own. Put together here, so as not to find themselves.
const PRIVATE: [&str; 2] = [concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Finds absolute paths into the checkout at `root` and into the folders of people.
pub fn check(root: &Path, tree: &Tree) -> Vec<Finding> {
    let mut private: Vec<String> = PRIVATE.map(str::to_owned).to_vec();
    // A checkout right below `/` has a name like `/app`, which may well be said in another sense.
    if root.components().count() > 2 {
        private.push(root.to_string_lossy().into_owned());
    }
    let mut findings = Vec::new();
    for file in &tree.files {
        for (line, text) in file.lines() {
            for path in private.iter().filter(|path| mentions(text, path)) {
                findings.push(Finding::new(&file.path, line, format!("the path `{path}`")));
            }
        }
    }
    findings
}

/// Whether the path stands in the line as a whole: neither within a longer relative path or
/// address, nor as the beginning of a longer name.
fn mentions(line: &str, path: &str) -> bool {
    let is_name = |character: char| character.is_alphanumeric() || "-_.".contains(character);
    line.match_indices(path).any(|(start, _)| {
        let after = &line[start + path.len()..];
        let ends = path.ends_with('/') || !after.starts_with(|next| is_name(next) && next != '.');
        ends && !line[..start].ends_with(is_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    #[test]
    fn private_paths_are_found() {
        let text = format!("one\nsee {}x and `/some/checkout`.\n", PRIVATE[1]);
        let tree = Tree::of(&[("a.md", &text)]);
        assert_eq!(
            shown(&check(Path::new("/some/checkout"), &tree)),
            [
                format!("a.md:2: the path `{}`", PRIVATE[1]),
                "a.md:2: the path `/some/checkout`".to_owned(),
            ]
        );
    }

    #[test]
    fn parts_of_other_paths_are_left_alone() {
        let text = format!(
            "https://example.org{} target{} /some/checkouts other/some/checkout\n",
            PRIVATE[1], PRIVATE[0]
        );
        let tree = Tree::of(&[("a.md", &text)]);
        assert_eq!(shown(&check(Path::new("/some/checkout"), &tree)), [""; 0]);
    }

    #[test]
    fn a_checkout_with_a_common_name_is_not_looked_for() {
        let tree = Tree::of(&[("a.md", "the route /app\n")]);
        assert_eq!(shown(&check(Path::new("/app"), &tree)), [""; 0]);
    }
}
