//! Any request at all is answered, and does no harm to a game that it does not know.

use std::{
    net::{IpAddr, Ipv4Addr},
    path::Path,
};

use axum::{
    body::Body,
    http::{HeaderValue, Method, Request, StatusCode, header},
};
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::json;

use super::{
    ADDRESS, Answer, Change, RUNTIME, SPECS, app, ask, cases, change, nuisance, order, panics,
    send, texts::encode,
};
use crate::Shared;

/// All addresses; `{}` is a name.
const PATHS: [&str; 20] = [
    "/",
    "/board",
    "/game/{}",
    "/archive",
    "/archive/{}",
    "/ranking",
    "/export",
    "/static/{}",
    "/api/view",
    "/api/analysis",
    "/api/review",
    "/api/explain",
    "/api/paste",
    "/api/games",
    "/api/games/{}",
    "/api/games/{}/events",
    "/api/games/{}/view",
    "/api/games/{}/move",
    "/api/games/{}/back",
    "/api/games/{}/resign",
];

/// What addresses and bodies say.
const FIELDS: [&str; 24] = [
    "spec", "start", "moves", "player", "threats", "time_ms", "format", "game", "page", "by",
    "key", "side", "token", "text", "first", "second", "clock", "move", "after", "since", "learn",
    "length", "turn", "",
];

const METHODS: [&str; 8] = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "MOSSA"];

/// A workbench with a store, a game that anybody may harm, and one that nobody knows of.
struct Scene {
    app: Shared,
    open: String,
    hidden: String,
}

impl Scene {
    async fn new(data: &Path) -> Self {
        let app = app(Some(data.to_owned()));
        let create = async |spec: &str| {
            let made = order(&app, "/api/games", &json!({ "spec": spec })).await;
            made.json()["id"].as_str().unwrap().to_owned()
        };
        let (open, hidden) = (create("connect4").await, create("othello").await);
        Self { app, open, hidden }
    }

    /// A request, looked at with suspicion.
    async fn try_out(&self, parts: &Parts) -> Result<(), TestCaseError> {
        let Some(request) = self.request(parts) else { return Ok(()) };
        let state = format!("/api/games/{}", self.hidden);
        let [a, b, c, d] = parts.from.to_be_bytes();
        let known = ask(&self.app, &state).await.json();
        let answer = send(&self.app, IpAddr::V4(Ipv4Addr::new(a, b, c, d)), request).await;
        check(&answer, parts.method)?;
        prop_assert_eq!(ask(&self.app, &state).await.json(), known);
        prop_assert_eq!(ask(&self.app, "/").await.status, StatusCode::OK);
        Ok(())
    }

    /// The request, or nothing where no connection would have let it through.
    fn request(&self, parts: &Parts) -> Option<Request<Body>> {
        let path = parts.path.replace("{open}", &self.open);
        let mut query = parts.query.clone();
        if path.contains("/explain") && !query.contains("time_ms") {
            // Nobody here waits for a good explanation.
            query += "&time_ms=5";
        }
        let uri = if query.is_empty() { path } else { format!("{path}?{query}") };
        let method = Method::from_bytes(parts.method.as_bytes()).ok()?;
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in &parts.headers {
            request = request.header(*name, HeaderValue::from_bytes(value).ok()?);
        }
        request.body(Body::from(parts.body.clone())).ok()
    }
}

/// A request, in parts.
#[derive(Clone, Debug)]
struct Parts {
    method: &'static str,
    path: String,
    query: String,
    headers: Vec<(&'static str, Vec<u8>)>,
    body: String,
    from: u32,
}

/// A value that a field may have: one that makes sense, or not.
fn value() -> impl Strategy<Value = String> + Clone {
    let sensible = [
        "4", "44435", "a1 b2", "f5", "b1", "pass", "2", "greedy", "random", "person", "text",
        "svg", "rating", "5",
    ];
    prop_oneof![
        3 => prop::sample::select(&SPECS[..]).prop_map(str::to_owned),
        3 => prop::sample::select(sensible.to_vec()).prop_map(str::to_owned),
        3 => nuisance(),
    ]
}

/// A field that makes sense, with a value that does, or anything.
fn field() -> impl Strategy<Value = (String, String)> + Clone {
    prop_oneof![
        4 => prop::sample::select(&SPECS[..]).prop_map(|spec| ("spec".to_owned(), spec.to_owned())),
        2 => Just(("time_ms".to_owned(), "5".to_owned())),
        4 => (prop::sample::select(&FIELDS[..]), value()).prop_map(|(name, value)| (name.to_owned(), value)),
        1 => (nuisance(), nuisance()),
    ]
}

fn path() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        4 => Just("{open}".to_owned()),
        1 => Just("1".to_owned()),
        1 => Just("board.js".to_owned()),
        2 => nuisance().prop_map(|text| encode(&text)),
    ];
    let known = (prop::sample::select(&PATHS[..]), name)
        .prop_map(|(path, name): (&str, String)| path.replace("{}", &name));
    prop_oneof![
        8 => known.clone(),
        1 => (known, change()).prop_map(|(path, change): (String, Change)| change.of(&path)),
        1 => "(/[a-z.%0-9]{0,5}){0,6}",
    ]
}

fn query() -> impl Strategy<Value = String> {
    let pairs = prop::collection::vec(field(), 0..5).prop_map(|fields| {
        let pairs: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
            .collect();
        pairs.join("&")
    });
    prop_oneof![6 => pairs.clone(), 1 => (pairs, change()).prop_map(|(text, change)| change.of(&text)), 1 => "[ -~]{0,30}"]
}

/// A value of JSON.
fn json_value() -> impl Strategy<Value = String> + Clone {
    let numbers = [
        "0",
        "-1",
        "1e308",
        "1e999",
        "18446744073709551616",
        "0.1",
        "[60,1]",
        "[1e-9,0]",
        "[0,0]",
        "[-1,5]",
        "null",
        "true",
        "{}",
        "[]",
        "[[[[]]]]",
    ];
    prop_oneof![
        3 => value().prop_map(|text| serde_json::Value::from(text).to_string()),
        2 => prop::sample::select(numbers.to_vec()).prop_map(str::to_owned),
        1 => any::<u64>().prop_map(|number| number.to_string()),
        1 => any::<f64>().prop_map(|number| number.to_string()),
    ]
}

fn body() -> impl Strategy<Value = String> {
    let pair = prop_oneof![
        2 => prop::sample::select(&SPECS[..]).prop_map(|spec| format!("\"spec\":\"{spec}\"")),
        1 => Just("\"second\":\"greedy\"".to_owned()),
        3 => (prop::sample::select(&FIELDS[..]), json_value()).prop_map(|(name, value)| format!("\"{name}\":{value}")),
    ];
    let object =
        prop::collection::vec(pair, 0..6).prop_map(|pairs| format!("{{{}}}", pairs.join(",")));
    prop_oneof![
        5 => object.clone(),
        1 => (object, change()).prop_map(|(text, change): (String, Change)| change.of(&text)),
        1 => json_value(),
        1 => nuisance(),
        1 => (1..2_000_usize).prop_map(|depth| "[".repeat(depth)),
    ]
}

fn headers() -> impl Strategy<Value = Vec<(&'static str, Vec<u8>)>> {
    let names = [
        "host",
        "origin",
        "sec-fetch-site",
        "cookie",
        "content-type",
        "content-length",
        "if-none-match",
        "accept",
        "range",
        "connection",
        "transfer-encoding",
        "expect",
        "x-forwarded-for",
        "accept-encoding",
        "last-event-id",
    ];
    let strange = (prop::sample::select(names.to_vec()), prop::collection::vec(any::<u8>(), 0..30));
    let usual = prop::sample::select(vec![
        ("content-type", "application/json"),
        ("origin", "http://127.0.0.1:8080"),
    ])
    .prop_map(|(name, value)| (name, value.as_bytes().to_vec()));
    let others = prop::collection::vec(prop_oneof![3 => usual, 1 => strange], 0..4);
    (prop::bool::weighted(0.95), prop::bool::weighted(0.8), others).prop_map(
        |(has_host, has_kind, others)| {
            let host = has_host.then(|| ("host", ADDRESS.to_string().into_bytes()));
            let kind = has_kind.then(|| ("content-type", b"application/json".to_vec()));
            host.into_iter().chain(kind).chain(others).collect()
        },
    )
}

fn parts() -> impl Strategy<Value = Parts> {
    let method =
        prop_oneof![4 => Just("GET"), 4 => Just("POST"), 2 => prop::sample::select(&METHODS[..])];
    (method, path(), query(), headers(), body(), any::<u32>()).prop_map(
        |(method, path, query, headers, body, from)| Parts {
            method,
            path,
            query,
            headers,
            body,
            from,
        },
    )
}

/// What no answer may be.
fn check(answer: &Answer, method: &str) -> Result<(), TestCaseError> {
    let status = answer.status;
    let is_busy = status == StatusCode::SERVICE_UNAVAILABLE;
    prop_assert!(!status.is_server_error() || is_busy, "{status}: {}", answer.text());
    prop_assert!(answer.headers.contains_key("content-security-policy"), "{status}");
    prop_assert!(answer.headers.contains_key("x-content-type-options"), "{status}");
    if status.is_client_error() && method != "HEAD" {
        prop_assert!(answer.body.len() > 10, "{status} without words");
    }
    if answer
        .headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
    {
        prop_assert!(!answer.text().contains("<script>"), "{}", answer.text());
    }
    Ok(())
}

#[test]
fn any_request_is_answered() {
    let data = std::env::temp_dir().join(format!("mossa-fuzz-{}", std::process::id()));
    let scene = RUNTIME.block_on(Scene::new(&data));
    let tried = TestRunner::new(cases(400)).run(&parts(), |parts| {
        let before = panics();
        RUNTIME.block_on(scene.try_out(&parts))?;
        prop_assert_eq!(panics(), before);
        Ok(())
    });
    drop(scene);
    let _ = std::fs::remove_dir_all(data);
    tried.unwrap();
}
