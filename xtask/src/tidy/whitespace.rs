//! White space that nobody sees: at the ends of lines and files, and tabs in Rust.

use super::{Finding, tree::File, tree::Tree};

/// Finds white space that should not be there, or a last line break that should.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.files.iter().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_rust = file.extension() == Some("rs");
    // Not `lines`, which would swallow a carriage return.
    for (index, line) in file.text.split('\n').enumerate() {
        if line.ends_with(char::is_whitespace) {
            findings.push(Finding::new(&file.path, index + 1, "trailing white space"));
        }
        if is_rust && line.contains('\t') {
            findings.push(Finding::new(&file.path, index + 1, "a tab"));
        }
    }
    let n_lines = file.lines().count().max(1);
    // An empty file has no line to end.
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        findings.push(Finding::new(&file.path, n_lines, "no newline at the end"));
    }
    if file.text.ends_with("\n\n") || file.text == "\n" {
        findings.push(Finding::new(&file.path, n_lines, "an empty line at the end"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    fn findings(path: &str, text: &str) -> Vec<String> {
        shown(&check(&Tree::of(&[(path, text)])))
    }

    #[test]
    fn ends_of_lines_are_looked_at() {
        assert_eq!(findings("a.md", "a\nb \n"), ["a.md:2: trailing white space"]);
        assert_eq!(findings("a.md", "a\r\nb\n"), ["a.md:1: trailing white space"]);
    }

    #[test]
    fn ends_of_files_are_looked_at() {
        assert_eq!(findings("a.md", "a\nb"), ["a.md:2: no newline at the end"]);
        assert_eq!(findings("a.md", "a\n\n"), ["a.md:2: an empty line at the end"]);
        assert_eq!(findings("a.md", "\n"), ["a.md:1: an empty line at the end"]);
    }

    #[test]
    fn tabs_are_found_in_rust_alone() {
        assert_eq!(findings("a.rs", "fn a() {\n\tb();\n}\n"), ["a.rs:2: a tab"]);
        assert_eq!(findings("Makefile", "a:\n\tb\n"), [""; 0]);
        assert_eq!(findings("empty.txt", ""), [""; 0]);
    }
}
