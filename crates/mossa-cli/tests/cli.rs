//! The program as a user meets it: commands and what they print, character by character.
//!
//! `TRYCMD=overwrite cargo test -p mossa-cli --test cli` writes down what is printed now; read the
//! difference before you commit it.

#[test]
fn printed_as_recorded() {
    // Nobody's own games are touched.
    let data = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-data");
    trycmd::TestCases::new()
        .default_bin_name("mossa")
        // Whatever terminal this runs in.
        .env("COLUMNS", "")
        .env("MOSSA_DATA_DIR", data.to_string_lossy())
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/*.md");
}
