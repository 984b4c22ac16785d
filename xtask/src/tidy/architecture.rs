//! The description of the architecture names every crate.

use super::{Finding, tree::Tree};
use crate::workspace::Workspace;

/// The description.
const DESCRIPTION: &str = "docs/ARCHITECTURE.md";

/// Finds crates under `crates/` that the description does not name.
pub fn check(workspace: &Workspace, tree: &Tree) -> Vec<Finding> {
    let Some(description) = tree.file(DESCRIPTION) else {
        return vec![Finding::new(DESCRIPTION, 1, "is missing")];
    };
    let crates = workspace.root.join("crates");
    let packages = workspace.packages.iter();
    packages
        .filter(|package| package.manifest_path.starts_with(&crates))
        .filter(|package| !names(&description.text, &package.name))
        .map(|package| {
            Finding::new(DESCRIPTION, 1, format!("does not name the crate {}", package.name))
        })
        .collect()
}

/// Whether the text has the name as a whole: `mossa-cli` is not named by `mossa-client`.
fn names(text: &str, name: &str) -> bool {
    let is_name = |character: char| character.is_alphanumeric() || "-_".contains(character);
    text.split(|character| !is_name(character)).any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tidy::shown, workspace::Package};

    fn findings(files: &[(&str, &str)]) -> Vec<String> {
        let package = |folder: &str, name: &str| Package {
            name: name.to_owned(),
            manifest_path: format!("/checkout/{folder}/{name}/Cargo.toml").into(),
            dependencies: Vec::new(),
        };
        let packages = vec![package("crates", "mossa-cli"), package("tools", "other")];
        let workspace = Workspace { root: "/checkout".into(), target: "/t".into(), packages };
        shown(&check(&workspace, &Tree::of(files)))
    }

    #[test]
    fn a_crate_without_description_is_found() {
        let message = "docs/ARCHITECTURE.md:1: does not name the crate mossa-cli";
        assert_eq!(findings(&[(DESCRIPTION, "See `mossa-client`.\n")]), [message]);
        assert_eq!(findings(&[(DESCRIPTION, "See `mossa-cli`.\n")]), [""; 0]);
    }

    #[test]
    fn the_description_has_to_be_there() {
        assert_eq!(findings(&[]), ["docs/ARCHITECTURE.md:1: is missing"]);
    }
}
