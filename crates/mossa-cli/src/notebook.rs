//! A file in which a long proof is written down, to be stopped and gone on with.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::Duration,
};

use mossa_engines::{Engine, NotesError};

use crate::{failure::Failure, files};

/// How long a proof goes on between two times that it is written down.
pub const EVERY: Duration = Duration::from_mins(2);

/// The file.
pub struct Notebook {
    path: PathBuf,
}

impl Notebook {
    /// Lets the engine go on from what is in the file, if there is one.
    pub fn open(path: &Path, engine: &mut dyn Engine) -> Result<Self, Failure> {
        let name = mossa_kernel::excerpt(&path.to_string_lossy());
        let notes = match fs::read(path) {
            Ok(notes) => notes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Better to know now than after days that nothing can be written there.
                files::replace(path, &[]).map_err(|error| cannot_write(path, &error))?;
                Vec::new()
            }
            Err(error) => return Err(Failure::Outside(format!("cannot read `{name}`: {error}"))),
        };
        match engine.read_notes(&notes) {
            Ok(()) => {}
            Err(NotesError::NoNotes) if notes.is_empty() => {}
            Err(error @ NotesError::Unused) => {
                return Err(Failure::input(error, "solve it without `--resume`"));
            }
            Err(error) => {
                let hint = "move it away to begin anew, or name another file";
                return Err(Failure::input(format!("`{name}`: {error}"), hint));
            }
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Writes down what the engine has found out.
    pub fn write(&self, engine: &dyn Engine) -> Result<(), Failure> {
        let Some(notes) = engine.notes() else { return Ok(()) };
        files::replace(&self.path, &notes).map_err(|error| cannot_write(&self.path, &error))
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let name = mossa_kernel::excerpt(&path.to_string_lossy());
    Failure::Outside(format!("cannot write `{name}`: {error}"))
}
