//! What the user reads when something is wrong: one line `error: …`, at most one line `hint: …`.

use std::{fmt, io, process::ExitCode};

use mossa_games::SpecError;
use mossa_kernel::{MoveError, PlayerError};
use mossa_players::PlayerSpecError;
use mossa_store::StoreError;

/// The end of a command that did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input.
    Input {
        /// What is wrong.
        message: String,
        /// What to do instead.
        hint: Option<String>,
    },
    /// The disk, the terminal or another program failed.
    Outside(String),
    /// The answer is "no"; it has been printed.
    No,
    /// Ctrl-C, and what became of a game in progress.
    Interrupted(Option<String>),
    /// Nobody reads our output any more (`mossa show gomoku | head -3`): nothing to complain about.
    BrokenPipe,
}

impl Failure {
    /// Bad input, and what to do instead.
    pub fn input(message: impl fmt::Display, hint: impl Into<String>) -> Self {
        Self::Input { message: message.to_string(), hint: Some(hint.into()) }
    }

    /// The code that the process ends with.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::BrokenPipe => ExitCode::SUCCESS,
            Self::No => ExitCode::from(1),
            Self::Input { .. } => ExitCode::from(2),
            Self::Outside(_) => ExitCode::from(3),
            Self::Interrupted(_) => ExitCode::from(130),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenPipe | Self::No => Ok(()),
            Self::Interrupted(note) => note.iter().try_for_each(|note| writeln!(f, "{note}")),
            Self::Outside(message) => writeln!(f, "error: {message}"),
            Self::Input { message, hint } => {
                writeln!(f, "error: {message}")?;
                hint.iter().try_for_each(|hint| writeln!(f, "hint: {hint}"))
            }
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::input(&error, error.hint.clone())
    }
}

impl From<PlayerSpecError> for Failure {
    fn from(error: PlayerSpecError) -> Self {
        Self::input(&error, error.hint.clone())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Outside(format!("{error}\nhint: {}", error.advice()))
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        Self::input(error, "ask in a position where somebody is to move")
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        let hint = match &error {
            MoveError::Unreadable { .. } => {
                "`mossa games` tells how the moves of each game are written".to_owned()
            }
            MoveError::Illegal { instead, .. } if instead.is_empty() => {
                "leave out the moves after the end of the game".to_owned()
            }
            MoveError::Illegal { instead, more, .. } => {
                let more = if *more { " ..." } else { "" };
                format!("legal there: {}{more}", instead.join(" "))
            }
        };
        Self::input(error, hint)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Outside(format!("cannot write the output: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
