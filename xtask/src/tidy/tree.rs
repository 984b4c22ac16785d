//! The files that are ours: those that git tracks, and new ones that it does not ignore.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use proc_macro2::TokenStream;

use crate::process;

/// The files of a checkout.
#[derive(Debug, Default)]
pub struct Tree {
    /// Every path, relative to the root and with `/` between its parts.
    pub paths: BTreeSet<String>,
    /// Those among them that are text, in the order of their paths.
    pub files: Vec<File>,
}

/// A text file.
#[derive(Debug)]
pub struct File {
    pub path: String,
    pub text: String,
}

impl Tree {
    /// Reads all files of the checkout at `root`.
    pub fn load(root: &Path) -> Result<Self> {
        let list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
        let listed = process::read(Command::new("git").current_dir(root).args(list))?;
        let mut tree = Self::default();
        // Git still lists a file that was deleted a moment ago.
        let paths = listed.split_terminator('\0').filter(|path| root.join(path).is_file());
        tree.paths.extend(paths.map(str::to_owned));
        for path in &tree.paths {
            let bytes = fs::read(root.join(path)).with_context(|| format!("cannot read {path}"))?;
            if let Some(text) = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) {
                tree.files.push(File { path: path.clone(), text });
            }
        }
        Ok(tree)
    }

    /// The text file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The text files whose names end in a dot and this.
    pub fn with_extension(&self, extension: &str) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.extension() == Some(extension))
    }

    /// A tree in memory.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let paths = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let file =
            |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
        Self { paths, files: files.iter().map(file).collect() }
    }
}

impl File {
    /// What stands behind the last dot of the name.
    pub fn extension(&self) -> Option<&str> {
        Path::new(&self.path).extension()?.to_str()
    }

    /// The lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The Rust tokens with their places, comments left out; nothing where the text is not Rust,
    /// which the check of lengths reports.
    pub fn tokens(&self) -> TokenStream {
        self.text.parse().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn this_very_file_is_in_the_tree() {
        let root = Workspace::load().expect("the tests run inside the workspace").root;
        let tree = Tree::load(&root).expect("the tests run in a checkout");
        let this = tree.file("xtask/src/tidy/tree.rs").expect("we are here");
        assert_eq!(this.extension(), Some("rs"));
        assert_eq!(this.lines().next(), this.text.lines().next().map(|line| (1, line)));
        assert!(tree.paths.iter().all(|path| !path.starts_with("target/")));
    }
}
