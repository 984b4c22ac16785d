//! Tables of known answers, which lie outside the repository.

use std::{fs, path::PathBuf};

/// The text of a file in `../shared/data` or `$MOSSA_DATA`; without it, a test says so and passes.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub fn text(name: &str) -> Option<String> {
    let root = std::env::var_os("MOSSA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let text = fs::read_to_string(root.join(name)).ok();
    if text.is_none() {
        eprintln!("skipped: {name} is not here; set MOSSA_DATA to the folder that has it");
    }
    text
}
