//! What can be wrong with a store, in words that help.

use std::path::{Path, PathBuf};

use rusqlite::{Error, ErrorCode};

/// Why games cannot be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Nobody said where data go, and the system does not tell either.
    #[error("no folder for data is known: there is no home folder")]
    NoFolder,
    /// The folder is not there and cannot be made.
    #[error("cannot make the folder `{folder}`: {problem}")]
    Folder {
        /// Which one.
        folder: PathBuf,
        /// What the system says.
        problem: String,
    },
    /// The file holds something else.
    #[error("`{file}` is not a database")]
    NotADatabase {
        /// Which one.
        file: PathBuf,
    },
    /// A database, but not one of ours.
    #[error("`{file}` is a database of another program")]
    Foreign {
        /// Which one.
        file: PathBuf,
    },
    /// Ours, in a form that this program is too old for.
    #[error("`{file}` was written by a newer Mossa: it has format {found}, this one knows {known}")]
    Newer {
        /// Which one.
        file: PathBuf,
        /// The version of its form.
        found: i64,
        /// The latest version that we know.
        known: i64,
    },
    /// What was written there once cannot be read any more.
    #[error("`{file}` is damaged: {problem}")]
    Damaged {
        /// Which one.
        file: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// No room is left.
    #[error("there is no room for `{file}`: the disk is full, or the file may not grow")]
    Full {
        /// Which one.
        file: PathBuf,
    },
    /// The file or its folder cannot be written to.
    #[error("`{file}` cannot be written to")]
    ReadOnly {
        /// Which one.
        file: PathBuf,
    },
    /// Somebody else is writing, and does not stop.
    #[error("another program holds `{file}` for too long")]
    Busy {
        /// Which one.
        file: PathBuf,
    },
    /// The thread that writes is gone; a mistake of ours.
    #[error("nobody writes to the store any more")]
    Gone,
    /// Anything else.
    #[error("cannot use `{file}`: {problem}")]
    Other {
        /// Which one.
        file: PathBuf,
        /// What SQLite says.
        problem: String,
    },
}

impl StoreError {
    /// What to do about it, as a sentence without its period.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoFolder | Self::Folder { .. } => {
                "`--data DIR` or the variable MOSSA_DATA_DIR names a folder"
            }
            Self::NotADatabase { .. } | Self::Foreign { .. } => {
                "it was left as it is; move it away, or choose another folder with `--data DIR`"
            }
            Self::Newer { .. } => {
                "it was left as it is; use the newer Mossa, or another folder with `--data DIR`"
            }
            Self::Damaged { .. } => {
                "nothing was written to it; move it away and take in a backup with `mossa archive \
                 import`, or try `sqlite3 FILE .recover`"
            }
            Self::Full { .. } => "make room, or choose another folder with `--data DIR`",
            Self::ReadOnly { .. } => {
                "change its permissions, or choose another folder with `--data DIR`"
            }
            Self::Busy { .. } => "wait until the other program is done and try again",
            Self::Gone | Self::Other { .. } => "try another folder with `--data DIR`",
        }
    }

    /// What an error of SQLite means for the file.
    pub(crate) fn new(error: &Error, file: &Path) -> Self {
        let file = file.to_owned();
        let problem = error.to_string();
        let Some(code) = error.sqlite_error_code() else { return Self::Other { file, problem } };
        match code {
            ErrorCode::DiskFull => Self::Full { file },
            // A limit on the size of files makes writing fail without a code of its own.
            ErrorCode::SystemIoFailure if is_failed_write(error) => Self::Full { file },
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Self::ReadOnly { file },
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy { file },
            ErrorCode::NotADatabase => Self::NotADatabase { file },
            ErrorCode::DatabaseCorrupt => Self::Damaged { file, problem },
            ErrorCode::CannotOpen if file.exists() => Self::ReadOnly { file },
            _ => Self::Other { file, problem },
        }
    }
}

/// Whether the system refused to take what was to be written.
fn is_failed_write(error: &Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    [SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE]
        .iter()
        .any(|&write| code == Some(write))
}
