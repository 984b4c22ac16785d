//! How far long work has come, on standard error, where somebody watches.

use std::{
    io::{IsTerminal, Write},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// How often the line is written anew.
const PACE: Duration = Duration::from_millis(200);

/// What the line says, given how long the work has taken.
type Words = dyn Fn(Duration) -> String + Send;

/// A line that is kept up to date, and gone when the work is done. In a pipe there is none.
pub struct Progress {
    words: Arc<Mutex<Option<Box<Words>>>>,
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Nothing is said before there is something to say.
    pub fn begin() -> Self {
        let words: Arc<Mutex<Option<Box<Words>>>> = Arc::default();
        if !std::io::stderr().is_terminal() {
            return Self { words, writer: None };
        }
        let (end, is_over) = mpsc::channel();
        let shown = words.clone();
        let start = Instant::now();
        let write = move || {
            while is_over.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                let words = shown.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(words) = words.as_ref() {
                    write_line(&words(start.elapsed()));
                }
            }
            write_line("");
        };
        Self { words, writer: Some((end, std::thread::spawn(write))) }
    }

    /// What to say from now on.
    pub fn say(&self, words: impl Fn(Duration) -> String + Send + 'static) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, writer)) = self.writer.take() {
            drop(end);
            // A writer that failed has nothing to clean up.
            let _ = writer.join();
        }
    }
}

/// Writes over the line that was there.
fn write_line(text: &str) {
    let width = terminal_size::terminal_size_of(std::io::stderr())
        .map_or(80, |(width, _)| usize::from(width.0));
    // A longer one would leave its beginning behind, and a terminal puts `^C` after it.
    let text: String = text.chars().take(width.saturating_sub(3)).collect();
    // What cannot be told on the side does not stop the work.
    let _ = write!(anstream::stderr(), "\r\x1b[K{text}");
}
