//! The pages themselves.

mod archive;
mod board;
mod export;
mod headline;
mod home;
mod ranking;

use askama::Template;
use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use mossa_store::Archive;

pub use archive::archive;
pub use board::{board, stored, table};
pub use export::export;
pub use home::home;
pub use ranking::ranking;

use crate::{Shared, assets, refusal::Refusal};

#[derive(Template)]
#[template(path = "problem.html")]
struct Problem {
    edition: &'static str,
    title: &'static str,
    /// The words; every second part is something to be typed.
    parts: Vec<String>,
}

fn render(page: &impl Template) -> Result<Response, Refusal> {
    Ok(Html(page.render().map_err(Refusal::broken)?).into_response())
}

fn edition() -> &'static str {
    assets::EDITION.as_str()
}

fn problem(
    status: StatusCode,
    title: &'static str,
    refusal: &Refusal,
) -> Result<Response, Refusal> {
    let words = refusal.words();
    let parts = words.split('`').map(str::to_owned).collect();
    let page = Problem { edition: edition(), title, parts };
    let mut response = render(&page)?;
    *response.status_mut() = status;
    Ok(response)
}

fn open_archive(app: &Shared) -> Result<Option<Archive>, Refusal> {
    let Some(data) = &app.options.data else { return Ok(None) };
    Archive::open(data).map_err(Refusal::broken)
}
