//! Why a position is won, lost or even, in words.

use std::{net::SocketAddr, time::Duration};

use axum::{
    Json,
    extract::{ConnectInfo, Query, State},
};
use mossa_engines::{Options, engine};
use mossa_teach::explain::{Request, Section};
use serde::{Deserialize, Serialize};

use crate::{
    Shared,
    refusal::Refusal,
    request::Where,
    thinking::{Purpose, Stop},
};

/// How long an explanation is thought about, at most and when nothing is said.
const TIME: Duration = Duration::from_secs(4);

/// Memory for it, in megabytes.
const MEMORY: usize = 64;

/// How an explanation is asked for.
#[derive(Deserialize)]
pub struct Patience {
    #[serde(default)]
    time_ms: Option<u64>,
}

/// What there is to read.
#[derive(Serialize)]
pub struct ExplanationJson {
    sections: Vec<Section>,
}

/// Answers with words, as soon as they are found.
pub async fn explain(
    State(app): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<Where>,
    Query(patience): Query<Patience>,
) -> Result<Json<ExplanationJson>, Refusal> {
    let place = query.place()?;
    app.guard.charge(address.ip(), place.size())?;
    let time = patience.time_ms.map_or(TIME, Duration::from_millis).min(TIME);
    let search = move |stop: &Stop| {
        let options = Options { memory_mb: MEMORY, ..Options::default() };
        let mut engine = engine(&place.spec, options);
        stop.budget(time, |budget| {
            let (spec, game) = (&place.spec, &place.game);
            Request { spec, game, engine: engine.as_mut(), threads: 1, budget }.explain()
        })
    };
    let explanation = app.searches.run(Purpose::Analysis, search).await??;
    Ok(Json(ExplanationJson { sections: explanation.sections }))
}
