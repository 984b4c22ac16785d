//! Files that are never half written.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// A path with something after its name.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// Writes a file in one go: whatever happens, there is the old one or the new one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = beside(path, ".new");
    let mut file = File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

/// Writes a file that the user named.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, bytes).map_err(|error| {
        let name = mossa_kernel::excerpt(&path.to_string_lossy());
        Failure::Outside(format!("cannot write `{name}`: {error}"))
    })
}
