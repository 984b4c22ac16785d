//! The server as a stranger meets it: over a socket, with good requests and bad ones.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::mpsc,
    time::Duration,
};

use mossa_web::{Options, serve};
use proptest::{prelude::*, sample::Index, test_runner::TestRunner};

/// A server on a free port; it ends with the test.
fn server(token: Option<&str>, data: Option<PathBuf>) -> SocketAddr {
    let (tell, told) = mpsc::channel();
    let options =
        Options { address: "127.0.0.1:0".parse().unwrap(), token: token.map(str::to_owned), data };
    std::thread::spawn(move || serve(options, |address| tell.send(address).unwrap()));
    told.recv().unwrap()
}

struct Reply {
    status: u16,
    text: String,
}

/// Sends bytes as they are and reads the answer to its end.
fn raw(address: SocketAddr, request: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // Who is refused may find the door shut before all is said.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let mut part = [0; 1 << 13];
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(length) => bytes.extend(&part[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    Reply { status, text }
}

fn get(address: SocketAddr, path: &str) -> Reply {
    get_with(address, path, "")
}

fn get_with(address: SocketAddr, path: &str, headers: &str) -> Reply {
    let host = format!("Host: {address}\r\n");
    let host = if headers.to_lowercase().contains("host:") { "" } else { &host };
    let request = format!("GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
    raw(address, request.as_bytes())
}

fn post(address: SocketAddr, path: &str, body: &str, headers: &str) -> Reply {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n{headers}\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    raw(address, request.as_bytes())
}

/// The value of a field of JSON, taken as text.
fn field(text: &str, name: &str) -> String {
    let begin = text.find(&format!("\"{name}\":\"")).unwrap() + name.len() + 4;
    text[begin..].split('"').next().unwrap().to_owned()
}

#[test]
fn pages_and_positions_are_there() {
    let address = server(None, None);
    for (path, expected) in [
        ("/", "Every move has a value"),
        ("/board?spec=connect4&moves=44435", "connect:6,7,4"),
        ("/board", "connect:6,7,4"),
        ("/archive", "Archive"),
        ("/ranking", "Ranking"),
        ("/static/mossa.css", "--accent"),
        ("/static/pictures.css", "svg.felt"),
        ("/static/board.js", "import"),
        ("/api/view?spec=othello&moves=f5", "\"legal\":[\"f4\",\"d6\",\"f6\"]"),
        ("/api/view?spec=sticks&moves=", "\"lost\":[true,false,false,true"),
        ("/api/view?spec=tictactoe&moves=a1+a2+b1+b2+c1", "\"winner\":\"first\""),
        ("/export?spec=connect4&moves=44&format=text", "mossa game 1"),
        ("/export?spec=connect4&moves=44&format=svg", "<svg"),
    ] {
        let reply = get(address, path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        assert!(reply.text.contains(expected), "{path}: {}", reply.text);
        assert!(reply.text.contains("content-security-policy: default-src 'none'"), "{path}");
    }
    let home = get(address, "/").text.len();
    let all: usize = ["mossa.css", "pictures.css", "theme.js", "home.js", "server.js", "icon.svg"]
        .iter()
        .map(|name| get(address, &format!("/static/{name}")).text.len())
        .sum();
    assert!(home + all < 150_000, "the first page takes {} bytes", home + all);
}

#[test]
fn bad_requests_are_refused_with_words() {
    let address = server(None, None);
    let long = "a1 ".repeat(100_000);
    for (path, status) in [
        ("/nowhere".to_owned(), 404),
        ("/static/../Cargo.toml".to_owned(), 404),
        ("/static/%2e%2e%2fCargo.toml".to_owned(), 404),
        ("/static/mossa.css%00".to_owned(), 404),
        ("//etc/passwd".to_owned(), 404),
        ("/game/nothing".to_owned(), 404),
        ("/archive/99999999999999999999".to_owned(), 400),
        ("/archive/-1".to_owned(), 404),
        ("/api/view?spec=chess".to_owned(), 400),
        ("/api/view".to_owned(), 400),
        ("/api/view?spec=connect4&moves=8".to_owned(), 400),
        ("/api/view?spec=connect4&moves=%ff%fe".to_owned(), 400),
        ("/api/view?spec=mnk:1000000,1000000,5".to_owned(), 400),
        ("/api/view?spec=tictactoe&start=XXX".to_owned(), 400),
        ("/api/view?spec=tictactoe&player=nobody".to_owned(), 400),
        ("/api/analysis?spec=tictactoe&moves=a1+a2+b1+b2+c1".to_owned(), 400),
        ("/api/analysis?spec=tictactoe&time_ms=-5".to_owned(), 400),
        ("/api/review?spec=tictactoe".to_owned(), 400),
        ("/api/games/none/events".to_owned(), 404),
        ("/export?spec=tictactoe&format=exe".to_owned(), 400),
        (format!("/board?spec=gomoku&moves={}", "x".repeat(5_000)), 400),
    ] {
        let reply = get(address, &path);
        assert_eq!(reply.status, status, "{path}: {}", reply.text);
    }
    for body in ["", "{", "null", "[]", "{\"text\":5}", &format!("{{\"text\":\"{long}\"}}")] {
        let reply = post(address, "/api/paste", body, "");
        assert!(
            (400..500).contains(&reply.status),
            "{}: {}",
            reply.status,
            &reply.text[..200.min(reply.text.len())]
        );
    }
    let reply = post(address, "/api/games", r#"{"spec":"connect4","clock":[-1,0]}"#, "");
    assert_eq!(reply.status, 400);
    let reply = post(address, "/api/games", r#"{"spec":"connect4","second":"chess"}"#, "");
    assert_eq!(reply.status, 400);
    assert_eq!(get(address, "/").status, 200, "it is still there");
}

#[test]
fn other_sites_cannot_use_it() {
    let address = server(None, None);
    let port = address.port();
    for host in
        ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example", "[::1]:1", ""]
    {
        let reply = get_with(address, "/", &format!("Host: {host}\r\n"));
        assert!(matches!(reply.status, 403 | 400), "{host}: {}", reply.text);
    }
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}")] {
        assert_eq!(get_with(address, "/", &format!("Host: {host}\r\n")).status, 200, "{host}");
    }
    let doubled = get_with(address, "/", &format!("Host: {address}\r\nHost: evil.example\r\n"));
    assert!(matches!(doubled.status, 403 | 400), "{}", doubled.text);
    let body = r#"{"spec":"tictactoe"}"#;
    for headers in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        assert_eq!(post(address, "/api/games", body, headers).status, 403, "{headers}");
        assert_eq!(get_with(address, "/api/view?spec=tictactoe", headers).status, 403, "{headers}");
    }
    let own = format!("Origin: http://{address}\r\nSec-Fetch-Site: same-origin\r\n");
    assert_eq!(post(address, "/api/games", body, &own).status, 200);
    // A form of another site sends no JSON.
    let form = format!(
        "POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(raw(address, form.as_bytes()).status, 415);
}

#[test]
fn a_token_is_asked_for() {
    let token = "abcdefghij0123456789";
    let address = server(Some(token), None);
    assert_eq!(get(address, "/").status, 403);
    assert_eq!(get(address, "/?token=wrong").status, 403);
    assert_eq!(get_with(address, "/", "Cookie: mossa_token=wrong\r\n").status, 403);
    let welcome = get(address, &format!("/board?spec=gomoku&token={token}"));
    assert_eq!(welcome.status, 303);
    assert!(welcome.text.contains("location: /board?spec=gomoku\r\n"), "{}", welcome.text);
    assert!(welcome.text.contains("HttpOnly; SameSite=Strict"), "{}", welcome.text);
    let elsewhere = get(address, &format!("//evil.example/?token={token}"));
    assert!(!elsewhere.text.contains("location: //"), "{}", elsewhere.text);
    let cookie = format!("Cookie: a=b; mossa_token={token}\r\n");
    assert_eq!(get_with(address, "/", &cookie).status, 200);
}

#[test]
fn large_and_slow_requests_end() {
    let address = server(None, None);
    let huge = "x".repeat(10 << 20);
    let reply = post(address, "/api/paste", &format!("{{\"text\":\"{huge}\"}}"), "");
    assert!(matches!(reply.status, 413 | 0), "{}", reply.status);
    let mut head = format!("GET / HTTP/1.1\r\nHost: {address}\r\n");
    head += &"X-Filler: y\r\n".repeat(20_000);
    assert!(matches!(raw(address, head.as_bytes()).status, 431 | 400 | 0));
    // One byte and then silence: the connection is closed by the server.
    assert_eq!(raw(address, b"G").status, 0);
    assert_eq!(get(address, "/").status, 200, "it is still there");
}

#[test]
fn floods_of_large_boards_are_slowed_down() {
    let address = server(None, None);
    let statuses: Vec<u16> =
        (0..60).map(|_| get(address, "/api/view?spec=mnk:200,200,5").status).collect();
    assert!(statuses.iter().all(|status| matches!(status, 200 | 429)), "{statuses:?}");
    assert!(statuses.contains(&200));
}

#[test]
fn a_move_on_a_large_board_takes_few_bytes() {
    let address = server(None, None);
    let letters = |column: u8| {
        let letter = |number: u8| char::from(b'a' + number);
        match column / 26 {
            0 => letter(column).to_string(),
            before => format!("{}{}", letter(before - 1), letter(column % 26)),
        }
    };
    let moves: Vec<String> = (0..3_000_u32)
        .map(|cell| format!("{}{}", letters((cell % 200) as u8), cell / 200 + 1))
        .collect();
    let path = format!("/api/view?spec=mnk:200,200,200&moves={}", moves.join("+"));
    let whole = get(address, &path);
    let change = get(address, &format!("{path}&since=2999"));
    assert_eq!((whole.status, change.status), (200, 200), "{}", change.text);
    assert!(whole.text.len() > 50_000, "{}", whole.text.len());
    assert!(change.text.len() < 3_000, "{}", change.text.len());
    let late = get(address, &format!("{path}&since=3001"));
    assert!(late.text.contains("<svg"), "there was no such picture");
}

#[test]
fn a_position_is_explained() {
    let address = server(None, None);
    let reply = get(address, "/api/explain?spec=tictactoe&moves=a1+b1");
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(
        reply.text.contains("\"title\":") && reply.text.contains("\"text\":"),
        "{}",
        reply.text
    );
    assert_eq!(get(address, "/api/explain?spec=tictactoe&moves=a1+a1").status, 400);
}

/// A bot that learns knows of its game when the next one begins.
#[test]
fn bots_learn_from_games_of_the_page() {
    let data = std::env::temp_dir().join(format!("mossa-web-learn-{}", std::process::id()));
    let address = server(None, Some(data.clone()));
    let new = r#"{"spec":"mnk:2,2,2","first":"engine","second":"random","learn":true}"#;
    let made = post(address, "/api/games", new, "");
    assert!(made.text.contains("engine:experience="), "{}", made.text);
    let archive = || mossa_store::Archive::open(&data).ok().flatten();
    let known = || archive().and_then(|archive| archive.count_known().ok()).unwrap_or_default();
    for _ in 0..1_000 {
        if !known().is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let known = known();
    assert_eq!(known.len(), 1, "{known:?}");
    assert_eq!(known[0].0, "mnk:2,2,2");
    assert!(get(address, "/archive").text.contains("/archive/1?do=review"));
    let stored = get(address, "/archive/1?do=review").text;
    assert!(stored.contains("Game 1: engine:"), "{stored}");
    let _ = std::fs::remove_dir_all(data);
}

#[test]
fn a_game_is_played_by_those_who_hold_its_keys() {
    let address = server(None, None);
    let made = post(
        address,
        "/api/games",
        r#"{"spec":"tictactoe","first":"person","second":"person"}"#,
        "",
    );
    assert_eq!(made.status, 200, "{}", made.text);
    let id = field(&made.text, "id");
    let keys = made.text.split("\"keys\":[\"").nth(1).unwrap();
    let first = keys.split('"').next().unwrap().to_owned();
    let second = keys.split('"').nth(2).unwrap().to_owned();
    let play = |key: &str, mv: &str, after: usize| {
        let body = format!(r#"{{"key":"{key}","move":"{mv}","after":{after}}}"#);
        post(address, &format!("/api/games/{id}/move"), &body, "")
    };
    assert_eq!(play(&second, "a1", 0).status, 403, "not O's turn");
    assert_eq!(play("", "a1", 0).status, 403);
    assert_eq!(play(&first, "z9", 0).status, 400);
    assert_eq!(play(&first, "a1", 7).status, 409, "a click that comes late");
    for (key, mv, after) in
        [(&first, "a1", 0), (&second, "a2", 1), (&first, "b1", 2), (&second, "b2", 3)]
    {
        let reply = play(key, mv, after);
        assert_eq!(reply.status, 200, "{}", reply.text);
    }
    let back = |key: &str| {
        let body = format!(r#"{{"key":"{key}"}}"#);
        post(address, &format!("/api/games/{id}/back"), &body, "").status
    };
    assert_eq!(back(&first), 403, "O made the last move");
    assert_eq!(back(""), 403);
    assert_eq!(back(&second), 200);
    assert_eq!(play(&second, "b2", 3).status, 200);
    let won = play(&first, "c1", 4);
    assert!(won.text.contains("\"winner\":\"first\""), "{}", won.text);
    assert_eq!(play(&second, "c2", 5).status, 409);
    assert_eq!(back(&first), 409, "a game that is over is over");
}

#[test]
fn a_bot_answers_and_the_game_outlives_the_server() {
    let data = std::env::temp_dir().join(format!("mossa-web-{}", std::process::id()));
    let address = server(None, Some(data.clone()));
    let made = post(
        address,
        "/api/games",
        r#"{"spec":"connect4","first":"person","second":"greedy"}"#,
        "",
    );
    let id = field(&made.text, "id");
    let keys = made.text.split("\"keys\":[\"").nth(1).unwrap();
    let first = keys.split('"').next().unwrap();
    let body = format!(r#"{{"key":"{first}","move":"4"}}"#);
    assert_eq!(post(address, &format!("/api/games/{id}/move"), &body, "").status, 200);
    let moves = |address| {
        let state = get(address, &format!("/api/games/{id}")).text;
        state.split("\"moves\":[").nth(1).unwrap().split(']').next().unwrap().matches('"').count()
            / 2
    };
    for _ in 0..500 {
        if moves(address) == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(moves(address), 2);
    // Another server with the same folder, as after a crash.
    let again = server(None, Some(data.clone()));
    assert_eq!(moves(again), 2);
    let _ = std::fs::remove_dir_all(data);
}

#[test]
fn an_analysis_is_a_stream_that_ends() {
    let address = server(None, None);
    let reply = get(address, "/api/analysis?spec=tictactoe&time_ms=3000");
    assert_eq!(reply.status, 200);
    assert!(reply.text.contains("text/event-stream"));
    assert!(
        reply.text.contains("\"done\":true"),
        "{}",
        &reply.text[reply.text.len().saturating_sub(300)..]
    );
    let review = get(address, "/api/review?spec=tictactoe&moves=a1+b1+b2");
    assert!(review.text.contains("event: review"), "{}", review.text);
    assert!(review.text.contains("\"grade\":\"blunder\""), "{}", review.text);
}

/// Requests as they go over the wire, with some bytes that are not as they should be.
#[test]
fn strange_bytes_do_no_harm() {
    let address = server(None, None);
    let body = r#"{"spec":"connect4","moves":"44","second":"greedy"}"#;
    let length = body.len();
    let good = [
        format!(
            "GET /board?spec=othello&moves=f5 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        ),
        format!("GET /api/view?spec=tictactoe HTTP/1.0\r\nHost: {address}\r\n\r\n"),
        format!(
            "POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ),
        format!(
            "POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n"
        ),
    ];
    let change = (any::<Index>(), prop::collection::vec(any::<u8>(), 0..4), 0..3_usize);
    let requests =
        (prop::sample::select(good.to_vec()), prop::collection::vec(change, 1..4), any::<bool>());
    let tried = TestRunner::new(ProptestConfig::with_cases(150)).run(
        &requests,
        |(good, changes, twice)| {
            let mut bytes = good.into_bytes();
            if twice {
                bytes.extend_from_within(..);
            }
            for (at, new, gone) in changes {
                let at = at.index(bytes.len());
                let end = (at + gone).min(bytes.len());
                bytes.splice(at..end, new);
            }
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            let _ = stream.write_all(&bytes);
            // Whoever says no more is not waited for.
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.take(1 << 20).read_to_end(&mut answer);
            let answer = String::from_utf8_lossy(&answer);
            prop_assert!(!answer.starts_with("HTTP/1.1 5"), "{answer}");
            Ok(())
        },
    );
    tried.unwrap();
    assert_eq!(get(address, "/").status, 200, "it is still there");
}
