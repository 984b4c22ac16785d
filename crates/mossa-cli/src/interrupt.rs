//! Ctrl-C: a clean end with code 130, and a game in progress is not lost.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use mossa_games::Record;

use crate::{failure::Failure, play};

/// What is to be kept when the program is interrupted.
#[derive(Clone, Default)]
pub struct Interrupt {
    kept: Arc<Mutex<Option<String>>>,
}

impl Interrupt {
    /// Begins to listen. Without a handler the exit code would depend on who asks.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        // A failure to install one leaves the default, which ends the program just as well.
        let _ = ctrlc::set_handler(move || {
            let farewell = heard.farewell();
            // Nobody may be left to read it.
            let _ = write!(anstream::stderr(), "\n{farewell}");
            std::process::exit(130)
        });
        interrupt
    }

    /// Remembers how a game stands.
    pub fn keep(&self, record: &Record) {
        let text = (!record.moves.is_empty()).then(|| record.to_string());
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Saves what is to be kept and says where.
    pub fn farewell(&self) -> Failure {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        Failure::Interrupted(kept.map(|text| save_somewhere(&text)))
    }
}

/// Saves a game here, or where temporary files go.
fn save_somewhere(text: &str) -> String {
    let places = [Path::new(""), &std::env::temp_dir()].map(play::free_file);
    let is_saved = |path: &&PathBuf| play::save(Path::new(path), text).is_ok();
    match places.iter().find(is_saved) {
        Some(path) => format!("game saved; `mossa play --load {}` goes on with it", path.display()),
        None => format!("the game could not be saved; here it is:\n{text}"),
    }
}
