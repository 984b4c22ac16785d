//! The keyword `unsafe` stands in no crate but the one made for it.
//!
//! The compiler's lint forbids it too, but a crate can leave the workspace's lints out, and the
//! lint does not see a macro that nobody calls.

use proc_macro2::{TokenStream, TokenTree};

use super::{Finding, tree::File, tree::Tree};

/// Where it may stand.
const ALLOWED: &str = "crates/mossa-simd/";

/// Finds the keyword, in macros too.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.with_extension("rs").filter(|file| !file.path.starts_with(ALLOWED)) {
        check_tokens(file, file.tokens(), &mut findings);
    }
    findings
}

fn check_tokens(file: &File, tokens: TokenStream, findings: &mut Vec<Finding>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "unsafe" => {
                let line = word.span().start().line;
                findings.push(Finding::new(&file.path, line, format!("unsafe outside {ALLOWED}")));
            }
            TokenTree::Group(group) => check_tokens(file, group.stream(), findings),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    const BAD: &str =
        "fn a() {\n    unsafe { b() }\n}\nmacro_rules! c { () => { unsafe { d() } } }\n";

    #[test]
    fn the_keyword_is_found_in_code_and_macros() {
        assert_eq!(
            shown(&check(&Tree::of(&[("src/a.rs", BAD)]))),
            [
                "src/a.rs:2: unsafe outside crates/mossa-simd/",
                "src/a.rs:4: unsafe outside crates/mossa-simd/",
            ]
        );
    }

    #[test]
    fn its_own_crate_and_mere_words_are_left_alone() {
        let words = "//! unsafe\n#![forbid(unsafe_code)]\nconst A: &str = \"unsafe\";\n";
        let tree = Tree::of(&[("crates/mossa-simd/src/a.rs", BAD), ("src/b.rs", words)]);
        assert_eq!(shown(&check(&tree)), [""; 0]);
    }
}
