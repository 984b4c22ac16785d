//! Which address is answered by what.

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{get, post},
};

use crate::{
    Shared, analysis, assets, explain, guard, pages, paste, refusal::Refusal, review, tables, view,
};

/// The largest body of a request.
const LARGEST_BODY: usize = 512 << 10;

/// All addresses.
pub fn routes(app: Shared) -> Router {
    Router::new()
        .route("/", get(pages::home))
        .route("/board", get(pages::board))
        .route("/game/{id}", get(pages::table))
        .route("/archive", get(pages::archive))
        .route("/archive/{number}", get(pages::stored))
        .route("/ranking", get(pages::ranking))
        .route("/export", get(pages::export))
        .route("/static/{name}", get(assets::asset))
        .route("/api/view", get(view::view))
        .route("/api/analysis", get(analysis::analysis))
        .route("/api/review", get(review::review))
        .route("/api/explain", get(explain::explain))
        .route("/api/paste", post(paste::paste))
        .route("/api/games", post(tables::create))
        .route("/api/games/{id}", get(tables::show))
        .route("/api/games/{id}/events", get(tables::events))
        .route("/api/games/{id}/view", get(tables::look))
        .route("/api/games/{id}/move", post(tables::play))
        .route("/api/games/{id}/back", post(tables::take_back))
        .route("/api/games/{id}/resign", post(tables::give_up))
        .fallback(async || Refusal::missing("there is no such page"))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}
