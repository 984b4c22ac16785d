//! Ctrl-C: a clean end with code 130, and a game in progress is not lost.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use mossa_games::Record;

use crate::{failure::Failure, play};

/// Something to be done.
type Act = Box<dyn Fn() + Send>;

/// What is to be kept when the program is interrupted.
#[derive(Clone, Default)]
pub struct Interrupt {
    kept: Arc<Mutex<Option<String>>>,
    last_act: Arc<Mutex<Option<Act>>>,
    flags: Arc<Flags>,
}

/// How a search that is under way hears of it.
#[derive(Default)]
struct Flags {
    /// Whether somebody answers to `stop`: then a first Ctrl-C does not end the program.
    is_heeded: AtomicBool,
    is_interrupted: AtomicBool,
    stop: AtomicBool,
}

impl Interrupt {
    /// Begins to listen. Without a handler the exit code would depend on who asks.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        // A failure to install one leaves the default, which ends the program just as well.
        let _ = ctrlc::set_handler(move || {
            if heard.is_first() {
                return;
            }
            let farewell = heard.farewell();
            if let Some(act) = &*heard.last_act.lock().unwrap_or_else(PoisonError::into_inner) {
                act();
            }
            // Nobody may be left to read it.
            let _ = write!(anstream::stderr(), "\n{farewell}");
            std::process::exit(130)
        });
        interrupt
    }

    /// Raises the flag for whoever heeds it; `false` where nobody does, or not for the first time.
    fn is_first(&self) -> bool {
        let was_interrupted = self.flags.is_interrupted.swap(true, Ordering::SeqCst);
        self.flags.stop.store(true, Ordering::SeqCst);
        self.flags.is_heeded.load(Ordering::SeqCst) && !was_interrupted
    }

    /// A flag that a first Ctrl-C raises, for a search that then says what it knows. A second one
    /// ends the program at once. The flag is lowered first, unless there was a Ctrl-C.
    pub fn stop_flag(&self) -> &AtomicBool {
        self.flags.is_heeded.store(true, Ordering::SeqCst);
        self.flags.stop.store(false, Ordering::SeqCst);
        // In this order: whichever way Ctrl-C comes in between, the flag ends up raised.
        if self.is_interrupted() {
            self.flags.stop.store(true, Ordering::SeqCst);
        }
        &self.flags.stop
    }

    /// Whether there was a Ctrl-C.
    pub fn is_interrupted(&self) -> bool {
        self.flags.is_interrupted.load(Ordering::SeqCst)
    }

    /// The end of a command that printed what it knows.
    pub fn result(&self) -> Result<(), Failure> {
        if self.is_interrupted() { Err(Failure::Interrupted(None)) } else { Ok(()) }
    }

    /// What is to be done before an end by Ctrl-C.
    pub fn before_end(&self, act: impl Fn() + Send + 'static) {
        *self.last_act.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
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
