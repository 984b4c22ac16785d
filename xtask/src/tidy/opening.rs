//! Every Rust file opens with what it is.

use super::{Finding, tree::Tree};

/// Finds Rust files without documentation at their top.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let is_silent = |text: &str| !text.starts_with("//! ");
    tree.with_extension("rs")
        .filter(|file| is_silent(&file.text))
        .map(|file| Finding::new(&file.path, 1, "does not begin with `//!` and what it is"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    #[test]
    fn a_file_that_does_not_say_what_it_is_is_found() {
        let tree = Tree::of(&[
            ("good.rs", "//! Good.\n"),
            ("empty.rs", ""),
            ("late.rs", "\n//! Late.\n"),
            ("note.py", "pass\n"),
        ]);
        assert_eq!(
            shown(&check(&tree)),
            [
                "empty.rs:1: does not begin with `//!` and what it is",
                "late.rs:1: does not begin with `//!` and what it is",
            ]
        );
    }
}
