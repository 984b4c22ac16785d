//! Pictures in files: `--out x.svg`, shared by all commands that draw.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use mossa_draw::{Options, Theme};

use crate::{failure::Failure, files};

/// Where a picture goes.
#[derive(Debug, clap::Args)]
pub struct Picture {
    /// Write a picture to this file, `x.svg`; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// The colors of the picture; `auto` follows the system of whoever looks at it
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub theme: ThemeName,
}

/// The themes that a file can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ThemeName {
    Auto,
    Light,
    Dark,
}

impl Picture {
    /// How a picture is drawn that goes into a file.
    pub fn options(&self) -> Options {
        Options::file(match self.theme {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        })
    }

    /// Whether the picture itself goes where answers are printed.
    pub fn is_printed(&self) -> bool {
        self.out.as_deref() == Some(Path::new("-"))
    }

    /// Writes what `draw` draws, where a picture was asked for, and says where it is.
    pub fn write(
        &self,
        out: &mut impl Write,
        draw: impl FnOnce(&Options) -> String,
    ) -> Result<(), Failure> {
        let Some(path) = &self.out else { return Ok(()) };
        if self.is_printed() {
            out.write_all(draw(&self.options()).as_bytes())?;
            return Ok(());
        }
        if ending(path) != "svg" {
            return Err(Failure::input(
                format!(
                    "`{}` does not end in .svg",
                    mossa_kernel::excerpt(&path.to_string_lossy())
                ),
                "pictures are written as SVG: name the file x.svg",
            ));
        }
        write_file(path, draw(&self.options()).as_bytes())
    }
}

/// The ending of a file's name in small letters, empty where it has none.
pub fn ending(path: &Path) -> String {
    path.extension().map_or_else(String::new, |end| end.to_string_lossy().to_ascii_lowercase())
}

/// Writes a file and says so, beside what is printed.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let name = path.display();
    files::replace(path, bytes)
        .map_err(|error| Failure::Outside(format!("cannot write `{name}`: {error}")))?;
    writeln!(anstream::stderr(), "wrote {name}")?;
    Ok(())
}
