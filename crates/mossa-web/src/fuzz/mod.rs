//! Requests, orders and texts that nobody thought of. `PROPTEST_CASES` sets how many.

mod orders;
mod requests;
mod texts;

use std::{
    env,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    panic,
    path::PathBuf,
    sync::{
        LazyLock, Once,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    extract::ConnectInfo,
    http::{HeaderMap, Request, StatusCode, header},
};
use futures_util::StreamExt;
use mossa_games::GameSpec;
use proptest::{prelude::*, sample::Index};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::{Options, Shared, routes::routes, server};

/// Where the server believes to be.
const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Whoever waits longer for an answer gets none: no request may hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// So much of an answer is read: streams may go on for long.
const MOST_READ: usize = 1 << 16;

/// Games of all families, most of them small.
const SPECS: [&str; 12] = [
    "tictactoe",
    "connect4",
    "connect:4,5,3",
    "connect:5,4,5",
    "othello",
    "othello:4x6",
    "gomoku",
    "mnk:1,7,2",
    "mnk:4,3,3",
    "sticks",
    "sticks:3+4+5",
    "sticks:21,3",
];

/// How the threads of the server are called.
const WORKER: &str = "fuzzed";

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).thread_name(WORKER).enable_all().build().unwrap()
});

/// So many cases unless `PROPTEST_CASES` says otherwise.
fn cases(usual: u32) -> ProptestConfig {
    let usual = match env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(usual),
    };
    // A case may wait for a bot: what is left of it after some steps is small enough.
    ProptestConfig { max_shrink_iters: 200, ..usual }
}

/// How many tasks of the server have panicked so far. Such a panic would otherwise go unseen, and in the
/// program it ends everything.
fn panics() -> usize {
    static HOOK: Once = Once::new();
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_task = thread::current().name().is_some_and(|name| name.starts_with(WORKER));
            COUNT.fetch_add(usize::from(is_task), Ordering::SeqCst);
            usual(info);
        }));
    });
    COUNT.load(Ordering::SeqCst)
}

/// A workbench.
fn app(data: Option<PathBuf>) -> Shared {
    server::open(Options { address: ADDRESS, token: None, data }).unwrap()
}

/// What came back.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Sends a request from an address and reads what comes back, of a stream only how it begins.
async fn send(app: &Shared, from: IpAddr, mut request: Request<Body>) -> Answer {
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from, 50_000)));
    let answer = async {
        let response = match routes(app.clone()).oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let (parts, body) = response.into_parts();
        let is_stream = parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes() == b"text/event-stream");
        let mut stream = body.into_data_stream();
        let mut read = Vec::new();
        while let Some(Ok(part)) = stream.next().await {
            read.extend_from_slice(Bytes::as_ref(&part));
            if is_stream || read.len() > MOST_READ {
                break;
            }
        }
        Answer { status: parts.status, headers: parts.headers, body: read }
    };
    tokio::time::timeout(PATIENCE, answer).await.expect("every request is answered")
}

/// Sends an order as the page does.
async fn order(app: &Shared, path: &str, body: &serde_json::Value) -> Answer {
    let request = Request::post(path)
        .header(header::HOST, ADDRESS.to_string())
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()));
    send(app, ADDRESS.ip(), request.unwrap()).await
}

/// Asks as the page does.
async fn ask(app: &Shared, path: &str) -> Answer {
    let request = Request::get(path).header(header::HOST, ADDRESS.to_string()).body(Body::empty());
    send(app, ADDRESS.ip(), request.unwrap()).await
}

/// A game of some legal moves.
fn game(spec: &str, choices: &[Index]) -> mossa_kernel::Game {
    let mut game = spec.parse::<GameSpec>().unwrap().start();
    for choice in choices {
        let legal = game.position().moves();
        if game.outcome().is_some() || legal.is_empty() {
            break;
        }
        game.play(legal[choice.index(legal.len())]).unwrap();
    }
    game
}

/// A game with some moves: spec and choices.
fn played() -> impl Strategy<Value = (&'static str, Vec<Index>)> {
    (prop::sample::select(&SPECS[..]), prop::collection::vec(any::<Index>(), 1..30))
}

/// Words that get in the way.
fn nuisance() -> impl Strategy<Value = String> + Clone {
    let known = [
        "",
        " ",
        "0",
        "-1",
        "1e999",
        "NaN",
        "99999999999999999999",
        "null",
        "pass",
        "a0",
        "zz999",
        "a1",
        "４４",
        "٣",
        "\u{feff}",
        "\u{202e}",
        "é",
        "🙂",
        "\0",
        "\r\n",
        "../..",
        "%00",
        "<script>",
        "'\"",
        "mnk:200,200,5",
        "mnk:201,1,1",
        "connect:0,0,0",
        "othello:26x26",
        "sticks:1+1+1+1+1+1+1+1",
        "sticks:4294967295,4294967295",
        "engine:level=0",
        "engine:memory=99999999",
        "random",
        "greedy",
        "helpfulness",
        "on",
        "svg",
        "text",
        "X.O/.X./..O X",
        "//// X",
        "mossa game 1",
        "http://x/board?spec=tictactoe&moves=b2",
    ];
    prop_oneof![
        3 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => prop::collection::vec(any::<char>(), 0..20).prop_map(|chars| chars.into_iter().collect()),
        1 => ("[a-z0-9+,.:/ XO-]{0,6}", 1..400_usize).prop_map(|(part, times)| part.repeat(times)),
    ]
}

/// A small change of a text.
#[derive(Clone, Debug)]
enum Change {
    Drop(Index, Index),
    Insert(Index, String),
    Repeat(Index, Index),
    Upper,
    Wide,
}

fn change() -> impl Strategy<Value = Change> + Clone {
    prop_oneof![
        (any::<Index>(), any::<Index>()).prop_map(|(at, to)| Change::Drop(at, to)),
        (any::<Index>(), nuisance()).prop_map(|(at, text)| Change::Insert(at, text)),
        (any::<Index>(), "\\PC").prop_map(|(at, text)| Change::Insert(at, text)),
        (any::<Index>(), any::<Index>()).prop_map(|(at, to)| Change::Repeat(at, to)),
        Just(Change::Upper),
        Just(Change::Wide),
    ]
}

impl Change {
    /// The changed text.
    fn of(&self, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let place = |index: &Index| index.index(chars.len() + 1);
        let part = |a: &Index, b: &Index| {
            let (a, b) = (place(a), place(b));
            (a.min(b), a.max(b))
        };
        let collect = |parts: &[&[char]]| parts.concat().into_iter().collect();
        match self {
            Self::Drop(a, b) => {
                let (from, to) = part(a, b);
                collect(&[&chars[..from], &chars[to..]])
            }
            Self::Insert(at, new) => {
                let at = place(at);
                let new: Vec<char> = new.chars().collect();
                collect(&[&chars[..at], &new, &chars[at..]])
            }
            Self::Repeat(a, b) => {
                let (from, to) = part(a, b);
                collect(&[&chars[..to], &chars[from..]])
            }
            Self::Upper => text.to_uppercase(),
            // Digits as other scripts write them.
            Self::Wide => text
                .chars()
                .map(|c| {
                    c.to_digit(10).and_then(|digit| char::from_u32(0xff10 + digit)).unwrap_or(c)
                })
                .collect(),
        }
    }
}
