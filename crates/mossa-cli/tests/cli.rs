//! The program as a user meets it: commands and what they print, character by character.
//!
//! `TRYCMD=overwrite cargo test -p mossa-cli --test cli` writes down what is printed now; read the
//! difference before you commit it.

#[test]
fn printed_as_recorded() {
    trycmd::TestCases::new()
        .default_bin_name("mossa")
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/*.md");
}
