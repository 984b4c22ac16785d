//! Crates depend only on those below them.

use std::path::Path;

use super::{Finding, tree::File, tree::Tree};
use crate::workspace::{Package, Workspace};

/// Which crates of ours each crate may use, lowest first. Tests may use any.
const LAYERS: &[(&str, &[&str])] = &[
    ("mossa-kernel", &[]),
    ("mossa-simd", &[]),
    ("mossa-games", &["mossa-kernel", "mossa-simd"]),
    ("mossa-search", &["mossa-kernel", "mossa-simd"]),
    ("mossa-engines", &["mossa-kernel", "mossa-games", "mossa-search", "mossa-simd"]),
    ("mossa-players", &["mossa-kernel", "mossa-games", "mossa-search", "mossa-engines"]),
    ("mossa-stats", &[]),
    ("mossa-draw", &["mossa-kernel", "mossa-games"]),
    (
        "mossa-teach",
        &["mossa-kernel", "mossa-games", "mossa-search", "mossa-engines", "mossa-players"],
    ),
    ("mossa-store", &["mossa-kernel", "mossa-games", "mossa-stats"]),
    (
        "mossa-arena",
        &[
            "mossa-kernel",
            "mossa-games",
            "mossa-search",
            "mossa-engines",
            "mossa-players",
            "mossa-stats",
        ],
    ),
    (
        "mossa-web",
        &[
            "mossa-kernel",
            "mossa-games",
            "mossa-search",
            "mossa-engines",
            "mossa-players",
            "mossa-stats",
            "mossa-store",
            "mossa-teach",
            "mossa-draw",
        ],
    ),
    (
        "mossa-cli",
        &[
            "mossa-kernel",
            "mossa-games",
            "mossa-search",
            "mossa-engines",
            "mossa-players",
            "mossa-stats",
            "mossa-store",
            "mossa-arena",
            "mossa-teach",
            "mossa-draw",
            "mossa-web",
        ],
    ),
    (
        "mossa-peers",
        &[
            "mossa-kernel",
            "mossa-games",
            "mossa-search",
            "mossa-engines",
            "mossa-players",
            "mossa-stats",
            "mossa-arena",
        ],
    ),
    ("xtask", &[]),
];

/// Where the table is, for findings about it.
const TABLE: &str = "xtask/src/tidy/layers.rs";

/// Finds dependencies that the table does not allow.
pub fn check(workspace: &Workspace, tree: &Tree) -> Vec<Finding> {
    compare(LAYERS, workspace, tree)
}

fn compare(layers: &[(&str, &[&str])], workspace: &Workspace, tree: &Tree) -> Vec<Finding> {
    let packages = &workspace.packages;
    let is_ours = |name: &str| packages.iter().any(|package| package.name == name);
    let mut findings = Vec::new();
    for package in packages {
        let manifest = manifest(&workspace.root, package);
        let Some((_, allowed)) = layers.iter().find(|(name, _)| package.name == *name) else {
            let what = format!("{} is not among the layers: add it to {TABLE}", package.name);
            findings.push(Finding::new(manifest, 1, what));
            continue;
        };
        let uses = package.dependencies.iter().filter(|used| used.kind.as_deref() != Some("dev"));
        for used in uses.filter(|used| is_ours(&used.name)) {
            if !allowed.contains(&used.name.as_str()) {
                let line = line_of(tree, &manifest, &used.name);
                let what = format!("{} must not depend on {}", package.name, used.name);
                findings.push(Finding::new(&manifest, line, what));
            }
        }
    }
    for (name, _) in layers.iter().filter(|(name, _)| !is_ours(name)) {
        findings.push(Finding::new(TABLE, 1, format!("there is no crate {name}: remove it")));
    }
    findings
}

/// The path of the manifest below the root.
fn manifest(root: &Path, package: &Package) -> String {
    let path = &package.manifest_path;
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

/// The line of the manifest that names the dependency.
fn line_of(tree: &Tree, manifest: &str, dependency: &str) -> usize {
    let mut lines = tree.file(manifest).into_iter().flat_map(File::lines);
    lines.find(|(_, text)| text.starts_with(dependency)).map_or(1, |(line, _)| line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tidy::shown, workspace::Dependency};

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Package {
        let dependency = |(name, kind): &(&str, Option<&str>)| Dependency {
            name: (*name).to_owned(),
            kind: kind.map(str::to_owned),
        };
        Package {
            name: name.to_owned(),
            manifest_path: format!("/checkout/{name}/Cargo.toml").into(),
            dependencies: dependencies.iter().map(dependency).collect(),
        }
    }

    fn findings(layers: &[(&str, &[&str])], packages: Vec<Package>) -> Vec<String> {
        let workspace = Workspace { root: "/checkout".into(), target: "/t".into(), packages };
        let tree = Tree::of(&[("low/Cargo.toml", "[dependencies]\nhigh.workspace = true\n")]);
        shown(&compare(layers, &workspace, &tree))
    }

    #[test]
    fn a_dependency_upward_is_found() {
        let layers: &[(&str, &[&str])] = &[("low", &[]), ("high", &["low"])];
        let high = || package("high", &[("low", None), ("anyhow", None)]);
        let upward = package("low", &[("high", None)]);
        let message = "low/Cargo.toml:2: low must not depend on high";
        assert_eq!(findings(layers, vec![upward, high()]), [message]);
        let upward = package("low", &[("high", Some("build"))]);
        assert_eq!(findings(layers, vec![upward, high()]), [message]);
        let in_tests = package("low", &[("high", Some("dev"))]);
        assert_eq!(findings(layers, vec![in_tests, high()]), [""; 0]);
    }

    #[test]
    fn the_table_lists_exactly_the_crates() {
        let found = findings(&[("gone", &[])], vec![package("new", &[])]);
        assert_eq!(
            found,
            [
                format!("new/Cargo.toml:1: new is not among the layers: add it to {TABLE}"),
                format!("{TABLE}:1: there is no crate gone: remove it"),
            ]
        );
    }
}
