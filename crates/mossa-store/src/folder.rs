//! Where data go when nobody says so.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;

use crate::StoreError;

/// The variable that names a folder for data.
pub const FOLDER_VARIABLE: &str = "MOSSA_DATA_DIR";

/// Our folder among those of all programs.
const OWN: &str = "mossa";

/// The name of the database.
const FILE: &str = "mossa.db";

/// The database in a folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// The folder that was named, or that the variable names, or the usual one of this system:
/// `$XDG_DATA_HOME/mossa`, which mostly is `~/.local/share/mossa`.
///
/// # Errors
/// Says so where no folder is known at all.
pub fn data_folder(named: Option<&Path>) -> Result<PathBuf, StoreError> {
    let set = std::env::var_os(FOLDER_VARIABLE);
    let usual = || etcetera::choose_base_strategy().ok().map(|folders| folders.data_dir());
    choose(named, set, usual).ok_or(StoreError::NoFolder)
}

fn choose(
    named: Option<&Path>,
    set: Option<OsString>,
    usual: impl FnOnce() -> Option<PathBuf>,
) -> Option<PathBuf> {
    let set = set.filter(|folder| !folder.is_empty()).map(PathBuf::from);
    named.map(Path::to_owned).or(set).or_else(|| usual().map(|folder| folder.join(OWN)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_comes_first() {
        let usual = || Some(PathBuf::from("data"));
        let folder = |named: Option<&str>, set: Option<&str>| {
            choose(named.map(Path::new), set.map(OsString::from), usual).unwrap()
        };
        assert_eq!(folder(Some("a"), Some("b")), Path::new("a"));
        assert_eq!(folder(None, Some("b")), Path::new("b"));
        assert_eq!(folder(None, Some("")), Path::new("data/mossa"));
        assert_eq!(folder(None, None), Path::new("data/mossa"));
        assert_eq!(choose(None, None, || None), None);
    }
}
