//! No file and no function is too long.

use proc_macro2::Span;
use syn::visit::{self, Visit};

use super::{Finding, tree::File, tree::Tree};

/// Lines of a file and of a function beyond which we think of splitting them.
const LONG: (usize, usize) = (400, 40);

/// Lines that must not be exceeded.
const TOO_LONG: (usize, usize) = (800, 100);

/// What may be longer all the same, and why: `path` for a file, `path name` for a function.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// The files that people write and read as code.
const SOURCES: [&str; 5] = ["css", "html", "js", "py", "rs"];

/// Finds what is too long, and warns of what is long.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for extension in SOURCES {
        for file in tree.with_extension(extension) {
            findings.extend(judge(file, 1, "file", file.lines().count(), LONG.0, TOO_LONG.0));
        }
    }
    for file in tree.with_extension("rs") {
        check_functions(file, &mut findings);
    }
    findings
}

fn check_functions(file: &File, findings: &mut Vec<Finding>) {
    let mut functions = Functions::default();
    match syn::parse_file(&file.text) {
        Ok(syntax) => functions.visit_file(&syntax),
        Err(error) => {
            let line = error.span().start().line;
            findings.push(Finding::new(&file.path, line, format!("does not parse: {error}")));
        }
    }
    for function in functions.found {
        let Function { name, line, length } = &function;
        findings.extend(judge(file, *line, name, *length, LONG.1, TOO_LONG.1));
    }
}

/// Sets a length against its limits.
fn judge(
    file: &File,
    line: usize,
    name: &str,
    length: usize,
    long: usize,
    too_long: usize,
) -> Option<Finding> {
    let what = format!("{name} has {length} lines, more than");
    let key = if name == "file" { file.path.clone() } else { format!("{} {name}", file.path) };
    let is_excepted = EXCEPTIONS.iter().any(|(exception, _)| *exception == key);
    if length > too_long && !is_excepted {
        Some(Finding::new(&file.path, line, format!("{what} {too_long}")))
    } else if length > long {
        Some(Finding::warning(&file.path, line, format!("{what} {long}")))
    } else {
        None
    }
}

/// A function with a body.
struct Function {
    name: String,
    line: usize,
    length: usize,
}

/// Collects functions and methods, nested ones included.
#[derive(Default)]
struct Functions {
    found: Vec<Function>,
}

impl Functions {
    /// Measures from `fn` to the closing brace: attributes and documentation may be long.
    fn add(&mut self, signature: &syn::Signature, closing_brace: Span) {
        let line = signature.fn_token.span.start().line;
        let length = closing_brace.end().line - line + 1;
        self.found.push(Function { name: signature.ident.to_string(), line, length });
    }
}

impl<'syntax> Visit<'syntax> for Functions {
    fn visit_item_fn(&mut self, item: &'syntax syn::ItemFn) {
        self.add(&item.sig, item.block.brace_token.span.close());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'syntax syn::ImplItemFn) {
        self.add(&item.sig, item.block.brace_token.span.close());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'syntax syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.add(&item.sig, block.brace_token.span.close());
        }
        visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::shown;

    /// A function `name` of so many lines.
    fn function(name: &str, length: usize) -> String {
        format!("fn {name}() {{\n{}}}\n", "    ();\n".repeat(length - 2))
    }

    fn findings(text: &str) -> Vec<String> {
        shown(&check(&Tree::of(&[("a.rs", text)])))
    }

    #[test]
    fn files_are_measured() {
        assert_eq!(findings(&"//\n".repeat(400)), [""; 0]);
        assert_eq!(
            findings(&"//\n".repeat(401)),
            ["a.rs:1: warning: file has 401 lines, more than 400"]
        );
        assert_eq!(findings(&"//\n".repeat(801)), ["a.rs:1: file has 801 lines, more than 800"]);
    }

    #[test]
    fn functions_are_measured_wherever_they_stand() {
        let (long, too_long) = (function("long", 41), function("too_long", 101));
        let fine = function("fine", 40);
        let text = format!("{fine}/// Text.\nimpl A {{\n{long}}}\ntrait B {{\n{too_long}}}\n");
        assert_eq!(
            findings(&text),
            [
                "a.rs:43: warning: long has 41 lines, more than 40",
                "a.rs:86: too_long has 101 lines, more than 100",
            ]
        );
    }

    #[test]
    fn a_function_within_another_counts_for_both() {
        let text = format!("fn outer() {{\n{}}}\n", function("inner", 101));
        assert_eq!(
            findings(&text),
            [
                "a.rs:1: outer has 103 lines, more than 100",
                "a.rs:2: inner has 101 lines, more than 100",
            ]
        );
    }

    #[test]
    fn what_is_no_rust_is_reported() {
        let found = findings("fn main() {}\nfn (\n");
        assert!(found.len() == 1 && found[0].starts_with("a.rs:2: does not parse"), "{found:?}");
    }
}
