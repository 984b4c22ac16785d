//! Nothing is left half done: no placeholder macros, no skipped tests, no notes to oneself.

use proc_macro2::{TokenStream, TokenTree};

use super::{Finding, tree::File, tree::Tree};

/// Macros for code that is not finished.
const MACROS: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// Words of comments that ask for more work. Put together here, so as not to find themselves; with
/// the colon, since three crosses in a row are also a won game.
const NOTES: [&str; 3] = [concat!("FIX", "ME"), concat!("XX", "X:"), concat!("// XX", "X")];

/// Finds what is half done.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.with_extension("rs") {
        check_tokens(file, file.tokens(), &mut findings);
    }
    for file in &tree.files {
        check_notes(file, &mut findings);
    }
    findings
}

/// Looks at tokens rather than text: a word in a string or a comment does no harm.
fn check_tokens(file: &File, tokens: TokenStream, findings: &mut Vec<Finding>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for pair in tokens.windows(2) {
        if let Some(what) = judge(&pair[0], &pair[1]) {
            findings.push(Finding::new(&file.path, pair[0].span().start().line, what));
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            check_tokens(file, group.stream(), findings);
        }
    }
}

/// What is wrong with two tokens that stand side by side.
fn judge(first: &TokenTree, second: &TokenTree) -> Option<String> {
    match (first, second) {
        (TokenTree::Ident(name), TokenTree::Punct(bang)) if bang.as_char() == '!' => MACROS
            .iter()
            .find(|unfinished| name == **unfinished)
            .map(|name| format!("{name}! is left")),
        (TokenTree::Punct(hash), TokenTree::Group(attribute)) if hash.as_char() == '#' => {
            skips_a_test(attribute.stream()).then(|| "a test is ignored".to_owned())
        }
        _ => None,
    }
}

/// Whether an attribute is `ignore`, on its own or under a condition.
fn skips_a_test(attribute: TokenStream) -> bool {
    let is_ignore = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "ignore");
    let mut tokens = attribute.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(first), _) if is_ignore(&first) => true,
        (Some(TokenTree::Ident(first)), Some(TokenTree::Group(rest))) if first == "cfg_attr" => {
            rest.stream().into_iter().any(|token| is_ignore(&token))
        }
        _ => false,
    }
}

fn check_notes(file: &File, findings: &mut Vec<Finding>) {
    for (line, text) in file.lines() {
        if let Some(note) = NOTES.iter().find(|note| has_word(text, note)) {
            findings.push(Finding::new(&file.path, line, format!("the note `{note}` is left")));
        }
    }
}

/// Whether `word` stands in the line, not as the end of a longer word.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| !line[..start].ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    fn findings(text: &str) -> Vec<String> {
        shown(&check(&Tree::of(&[("a.rs", text)])))
    }

    #[test]
    fn unfinished_macros_are_found_at_any_depth() {
        let text = "fn a() {\n    todo!(\"x\")\n}\nmacro_rules! b { () => { dbg!(1) } }\n";
        assert_eq!(findings(text), ["a.rs:2: todo! is left", "a.rs:4: dbg! is left"]);
        assert_eq!(findings("fn a() { unimplemented!() }\n"), ["a.rs:1: unimplemented! is left"]);
    }

    #[test]
    fn ignored_tests_are_found() {
        assert_eq!(
            findings("#[test]\n#[ignore = \"slow\"]\nfn a() {}\n"),
            ["a.rs:2: a test is ignored"]
        );
        assert_eq!(
            findings("mod b {\n#[cfg_attr(windows, ignore)]\nfn a() {}\n}\n"),
            ["a.rs:2: a test is ignored"]
        );
    }

    #[test]
    fn notes_are_found() {
        for note in NOTES {
            let found = findings(&format!("fn a() {{}}\n//  {note} later\n"));
            assert_eq!(found, [format!("a.rs:2: the note `{note}` is left")]);
        }
    }

    #[test]
    fn boards_words_and_strings_are_none_of_this() {
        let board = concat!("/// `XX", "X/OO./...` is won\nfn a() { \"todo!(\"; ignore(#x); }\n");
        assert_eq!(findings(board), [""; 0]);
        assert_eq!(findings(concat!("// OXX", "X: four in a row\n")), [""; 0]);
    }
}
