//! Style sheets, scripts and icons: part of the program.

use std::sync::LazyLock;

use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::refusal::Refusal;

/// A file.
struct Asset {
    name: &'static str,
    kind: &'static str,
    body: &'static str,
}

macro_rules! asset {
    ($name:literal, $kind:literal) => {
        Asset { name: $name, kind: $kind, body: include_str!(concat!("../static/", $name)) }
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

const ASSETS: &[Asset] = &[
    asset!("mossa.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    Asset { name: "theme.js", kind: SCRIPT, body: include_str!("../static/theme.js") },
    Asset { name: "home.js", kind: SCRIPT, body: include_str!("../static/home.js") },
    Asset { name: "board.js", kind: SCRIPT, body: include_str!("../static/board.js") },
    Asset { name: "explain.js", kind: SCRIPT, body: include_str!("../static/explain.js") },
    Asset { name: "files.js", kind: SCRIPT, body: include_str!("../static/files.js") },
    Asset { name: "keyboard.js", kind: SCRIPT, body: include_str!("../static/keyboard.js") },
    Asset { name: "seats.js", kind: SCRIPT, body: include_str!("../static/seats.js") },
    Asset { name: "views.js", kind: SCRIPT, body: include_str!("../static/views.js") },
    Asset { name: "keys.js", kind: SCRIPT, body: include_str!("../static/keys.js") },
    Asset { name: "tree.js", kind: SCRIPT, body: include_str!("../static/tree.js") },
    Asset { name: "server.js", kind: SCRIPT, body: include_str!("../static/server.js") },
    Asset { name: "picture.js", kind: SCRIPT, body: include_str!("../static/picture.js") },
    Asset { name: "panels.js", kind: SCRIPT, body: include_str!("../static/panels.js") },
];

/// The styles of all pictures.
const PICTURES: &str = "pictures.css";
static PICTURE_STYLE: LazyLock<String> = LazyLock::new(mossa_draw::page_style);

/// Changes whenever a file does, so that browsers may keep them.
pub static EDITION: LazyLock<String> = LazyLock::new(|| {
    let bodies = ASSETS.iter().map(|asset| asset.body).chain([PICTURE_STYLE.as_str()]);
    let hash = bodies.flat_map(str::bytes).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
});

/// Answers with a file.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    let (kind, body): (&'static str, &'static str) = if name == PICTURES {
        ("text/css; charset=utf-8", PICTURE_STYLE.as_str())
    } else {
        let found = ASSETS.iter().find(|asset| asset.name == name);
        let found = found.ok_or_else(|| Refusal::missing("there is no such file"))?;
        (found.kind, found.body)
    };
    let tag = format!("\"{}\"", EDITION.as_str());
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let cache = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag)];
    if known {
        return Ok((StatusCode::NOT_MODIFIED, cache).into_response());
    }
    Ok((cache, [(header::CONTENT_TYPE, kind)], body).into_response())
}
