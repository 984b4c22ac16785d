//! How a request is refused: one sentence what is wrong, one what to do.

use std::fmt::Display;

use axum::{
    Json,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use mossa_games::SpecError;
use mossa_kernel::{MoveError, PlayerError, PositionError};
use mossa_players::PlayerSpecError;
use serde::Serialize;

/// A request that is not answered as asked.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    error: String,
    hint: String,
}

#[derive(Serialize)]
struct RefusalJson {
    error: String,
    hint: String,
}

impl Refusal {
    /// The request makes no sense.
    pub fn bad(error: impl Display, hint: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error: format!("{error}"), hint: hint.into() }
    }

    /// There is no such thing.
    pub fn missing(error: impl Display) -> Self {
        let hint = "begin at the first page".to_owned();
        Self { status: StatusCode::NOT_FOUND, error: format!("{error}"), hint }
    }

    /// Not for this one.
    pub fn forbidden(error: impl Display, hint: impl Into<String>) -> Self {
        Self { status: StatusCode::FORBIDDEN, error: format!("{error}"), hint: hint.into() }
    }

    /// It is somebody else's turn, or the game has gone on.
    pub fn conflict(error: impl Display) -> Self {
        let hint = "look at the board again".to_owned();
        Self { status: StatusCode::CONFLICT, error: format!("{error}"), hint }
    }

    /// There is such an address, but not for this.
    pub fn wrong_method() -> Self {
        Self {
            status: StatusCode::METHOD_NOT_ALLOWED,
            error: "this cannot be done that way".to_owned(),
            hint: "use the page".to_owned(),
        }
    }

    /// Too much at once.
    pub fn busy() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            error: "busy: too many searches are waiting".to_owned(),
            hint: "try again in a few seconds".to_owned(),
        }
    }

    /// Too many requests from one address.
    pub fn too_many() -> Self {
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            error: "too many requests".to_owned(),
            hint: "wait a second".to_owned(),
        }
    }

    /// Something of ours failed.
    pub fn broken(error: impl Display) -> Self {
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            error: format!("{error}"),
            hint: "the terminal that runs mossa may tell more".to_owned(),
        }
    }
}

impl Refusal {
    /// What is wrong and what to do, for a page.
    pub fn words(&self) -> String {
        format!("{}; {}.", self.error, self.hint)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self { status, error, hint } = self;
        let retry = [(header::RETRY_AFTER, "2")];
        let body = Json(RefusalJson { error, hint });
        match status {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                (status, retry, body).into_response()
            }
            _ => (status, body).into_response(),
        }
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        Self::bad(&error, error.hint.clone())
    }
}

impl From<PlayerSpecError> for Refusal {
    fn from(error: PlayerSpecError) -> Self {
        Self::bad(&error, error.hint.clone())
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        let hint = match &error {
            MoveError::Illegal { instead, .. } if !instead.is_empty() => {
                format!("legal there: {}", instead.join(" "))
            }
            _ => "leave out what cannot be played".to_owned(),
        };
        Self::bad(error, hint)
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        Self::bad(error, "rows from the top, separated by /, then the side to move: X.O/.X./..O X")
    }
}

impl From<PlayerError> for Refusal {
    fn from(error: PlayerError) -> Self {
        Self::bad(error, "ask in a position where somebody is to move")
    }
}
