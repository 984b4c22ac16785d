//! One of many who play.

use std::{
    fmt,
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use mossa_kernel::keys::mix;
use serde_json::{Value, json};

/// The longest a client waits for an answer before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause between two moves, in milliseconds: from, and up to so many more.
const PAUSE: (u64, u64) = (200, 600);

/// What all clients found.
#[derive(Default)]
pub struct Tally {
    /// From click to reply, in microseconds.
    replies: Vec<u64>,
    games: u64,
    busy: u64,
    failures: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut replies = self.replies.clone();
        replies.sort_unstable();
        let at = |part: usize| match replies.len() {
            0 => "n/a".to_owned(),
            all => {
                let micros = replies[(all * part / 1000).min(all - 1)];
                format!("{}.{} ms", micros / 1000, micros / 100 % 10)
            }
        };
        writeln!(f, "{} games, {} moves answered", self.games, replies.len())?;
        writeln!(f, "click to reply: median {}, p99 {}, most {}", at(500), at(990), at(1000))?;
        write!(f, "busy {}, failures {}", self.busy, self.failures.len())?;
        self.failures.iter().take(5).try_for_each(|failure| write!(f, "\n  {failure}"))
    }
}

/// A client.
pub struct Client<'c> {
    address: &'c str,
    game: &'c str,
    chance: u64,
    connection: Option<BufReader<TcpStream>>,
}

impl<'c> Client<'c> {
    pub fn new(address: &'c str, game: &'c str, number: u64) -> Self {
        Self { address, game, chance: mix(number + 1), connection: None }
    }

    /// Plays game after game.
    pub fn play_until(mut self, end: Instant, tally: &Mutex<Tally>) {
        // Not everybody comes in the same moment.
        std::thread::sleep(Duration::from_millis(self.draw(1_000)));
        while Instant::now() < end {
            if let Err(error) = self.play(end, tally) {
                self.connection = None;
                let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                let text = format!("{}: {error:#}", self.game);
                if text.contains(" 503 ") {
                    tally.busy += 1;
                } else {
                    tally.failures.push(text);
                }
            }
        }
    }

    fn draw(&mut self, below: u64) -> u64 {
        self.chance = mix(self.chance);
        self.chance % below
    }

    fn play(&mut self, end: Instant, tally: &Mutex<Tally>) -> Result<()> {
        let new = json!({ "spec": self.game, "first": "person", "second": "engine:level=1" });
        let made = self.ask("POST", "/api/games", Some(&new))?;
        let (id, key) = (made["id"].clone(), made["keys"][0].clone());
        let id = id.as_str().context("a game has an id")?;
        let events = listen(self.address, id)?;
        let mut state = latest(&events, |_| true)?;
        loop {
            if !state["over"].is_null() || Instant::now() > end {
                tally.lock().unwrap_or_else(PoisonError::into_inner).games += 1;
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(PAUSE.0 + self.draw(PAUSE.1)));
            let moves = state["moves"].as_array().map_or(0, Vec::len);
            let mv = self.choose(&state)?;
            let clicked = Instant::now();
            let order = json!({ "key": key, "move": mv, "after": moves });
            self.ask("POST", &format!("/api/games/{id}/move"), Some(&order))?;
            let answered = |state: &Value| {
                let now = state["moves"].as_array().map_or(0, Vec::len);
                now > moves && (state["to_move"] == "first" || !state["over"].is_null())
            };
            state = latest(&events, answered)?;
            let took = clicked.elapsed().as_micros() as u64;
            tally.lock().unwrap_or_else(PoisonError::into_inner).replies.push(took);
        }
    }

    /// Any legal move.
    fn choose(&mut self, state: &Value) -> Result<String> {
        let names: Vec<&str> =
            state["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let path = format!("/api/view?spec={}&moves={}", self.game, names.join("+"));
        let view = self.ask("GET", &path, None)?;
        let legal = view["legal"].as_array().context("a view lists moves")?;
        let chosen = self.draw(legal.len().max(1) as u64) as usize;
        Ok(legal.get(chosen).and_then(Value::as_str).context("there is a move")?.to_owned())
    }

    /// Sends a request on a connection that stays open, and reads the answer.
    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let mut connection = match self.connection.take() {
            Some(open) => open,
            None => BufReader::new(connect(self.address)?),
        };
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        connection.get_mut().write_all(request.as_bytes())?;
        let mut head = String::new();
        connection.read_line(&mut head)?;
        let status = head.trim().to_owned();
        let mut length = 0;
        loop {
            let mut line = String::new();
            connection.read_line(&mut line)?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        connection.read_exact(&mut answer)?;
        self.connection = Some(connection);
        if !status.contains(" 200 ") {
            bail!("{method} {path}: {status} {}", String::from_utf8_lossy(&answer));
        }
        Ok(serde_json::from_slice(&answer)?)
    }
}

fn connect(address: &str) -> Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// The states of a game as they come; whoever has heard enough hangs up.
struct Events {
    told: Receiver<Value>,
    stream: TcpStream,
}

impl Drop for Events {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn listen(address: &str, id: &str) -> Result<Events> {
    let mut stream = connect(address)?;
    // A stream may be silent for long.
    stream.set_read_timeout(Some(6 * PATIENCE))?;
    write!(stream, "GET /api/games/{id}/events HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
    let (tell, told) = mpsc::channel();
    let reader = stream.try_clone()?;
    std::thread::spawn(move || {
        let mut moves = Vec::new();
        for line in BufReader::new(reader).lines().map_while(Result::ok) {
            let Some(data) = line.strip_prefix("data:") else { continue };
            let Ok(mut state) = serde_json::from_str::<Value>(data.trim()) else { continue };
            // Moves that were told before are not told again.
            moves.truncate(state["from"].as_u64().map_or(0, |from| from as usize));
            moves.extend(state["moves"].as_array().into_iter().flatten().cloned());
            state["moves"] = Value::Array(moves.clone());
            if tell.send(state).is_err() {
                return;
            }
        }
    });
    Ok(Events { told, stream })
}

/// The next state that fits.
fn latest(events: &Events, fits: impl Fn(&Value) -> bool) -> Result<Value> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match events.told.recv_timeout(PATIENCE) {
            Ok(state) if fits(&state) => return Ok(state),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    bail!("no answer came")
}
