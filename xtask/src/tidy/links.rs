//! Links between our Markdown files lead somewhere, and every decision is linked from its list.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Parser, Tag};

use super::{Finding, tree::File, tree::Tree};

/// The folder of the decision records, and their list.
const DECISIONS: &str = "docs/adr/";
const LIST: &str = "docs/adr/README.md";

/// Finds relative links to nowhere, and decisions without a link.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        tree.with_extension("md").flat_map(|file| broken_links(file, tree)).collect();
    let linked: BTreeSet<String> = tree
        .file(LIST)
        .into_iter()
        .flat_map(relative_links)
        .filter_map(|link| resolve(LIST, &link.target))
        .collect();
    let decisions = tree.paths.iter().filter(|path| path.starts_with(DECISIONS) && *path != LIST);
    for decision in decisions.filter(|path| !linked.contains(*path)) {
        findings.push(Finding::new(decision, 1, format!("is not linked from {LIST}")));
    }
    findings
}

/// A link to a file of ours.
struct Link {
    line: usize,
    target: String,
}

fn broken_links(file: &File, tree: &Tree) -> Vec<Finding> {
    relative_links(file)
        .into_iter()
        .filter(|link| !resolve(&file.path, &link.target).is_some_and(|path| exists(tree, &path)))
        .map(|Link { line, target }| {
            Finding::new(&file.path, line, format!("the link `{target}` leads nowhere"))
        })
        .collect()
}

/// Links and pictures of the file that name neither another site nor a place in the file itself.
fn relative_links(file: &File) -> Vec<Link> {
    let mut links = Vec::new();
    for (event, range) in Parser::new(&file.text).into_offset_iter() {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            // A colon ends a scheme, as in `https:`, or is part of a Rust path in documentation.
            if !dest_url.contains(':') && !dest_url.starts_with('#') {
                let line = file.text[..range.start].matches('\n').count() + 1;
                links.push(Link { line, target: dest_url.into_string() });
            }
        }
    }
    links
}

/// The path below the root that a link in the file `from` means; nothing where it leads out.
fn resolve(from: &str, target: &str) -> Option<String> {
    let target = target.split_once('#').map_or(target, |(path, _)| path);
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        parts.clear();
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Whether a path is a file of the tree, or a folder with files.
fn exists(tree: &Tree, path: &str) -> bool {
    let folder = format!("{path}/");
    path.is_empty()
        || tree.paths.contains(path)
        || tree.paths.range(folder.clone()..).next().is_some_and(|next| next.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    fn findings(text: &str) -> Vec<String> {
        let other = ("docs/other.md", "");
        shown(&check(&Tree::of(&[("docs/a.md", text), other, ("src/main.rs", "")])))
    }

    #[test]
    fn links_to_nowhere_are_found() {
        let text = "[a](other.md)\n\n[b](gone.md)\n![c](../src/gone.png) [d][e]\n\n[e]: x.md#y\n";
        assert_eq!(
            findings(text),
            [
                "docs/a.md:3: the link `gone.md` leads nowhere",
                "docs/a.md:4: the link `../src/gone.png` leads nowhere",
                "docs/a.md:4: the link `x.md#y` leads nowhere",
            ]
        );
    }

    #[test]
    fn links_out_of_the_tree_lead_nowhere() {
        assert_eq!(
            findings("[a](../../b.md)\n"),
            ["docs/a.md:1: the link `../../b.md` leads nowhere"]
        );
    }

    #[test]
    fn good_links_and_code_are_left_alone() {
        let text = "[a](../src) [b](/docs/other.md#c) [c](#c) [d](https://example.org/e) \
                    [f](./other.md) `[g](gone.md)`\n\n    [h](gone.md)\n";
        assert_eq!(findings(text), [""; 0]);
    }

    #[test]
    fn every_decision_is_linked() {
        let list = (LIST, "[one](0001-one.md)\n");
        let tree = Tree::of(&[list, ("docs/adr/0001-one.md", ""), ("docs/adr/0002-two.md", "")]);
        let message = "docs/adr/0002-two.md:1: is not linked from docs/adr/README.md";
        assert_eq!(shown(&check(&tree)), [message]);
    }
}
