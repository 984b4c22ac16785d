//! Taking turns where more games are played at once than there are processors.
//!
//! Left to the system, each of fifty games on a processor waits for a fifth of a second, again and again, and now and then for
//! much longer, and may be waiting when its time is up. So only as many games think at once as there are processors. The others
//! stand in a line, and whoever has thought for a moment goes to its end: everybody waits equally long, and briefly.

use std::{
    cell::Cell,
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Thread},
    time::Duration,
};

use crate::referee::Clock;

/// How long a game thinks before others have their turn. Each change costs some microseconds, and what was in the caches.
const TURN: Duration = Duration::from_millis(1);

/// The processors, and who waits for one.
#[derive(Debug)]
pub(crate) struct Processors {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    line: VecDeque<Arc<Waiting>>,
}

/// A thread in the line.
#[derive(Debug)]
struct Waiting {
    thread: Thread,
    is_called: AtomicBool,
}

impl Processors {
    /// For so many games at once; `None` where each has a processor of its own.
    pub(crate) fn among(games: usize) -> Option<Self> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        (games > processors).then(|| Self::new(processors))
    }

    fn new(free: usize) -> Self {
        Self { state: Mutex::new(State { free, line: VecDeque::new() }) }
    }

    /// Waits for a processor.
    fn enter(&self) {
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            return;
        }
        let waiting = state.wait();
        drop(state);
        waiting.until_called();
    }

    /// Gives a processor to whoever waits longest.
    fn leave(&self) {
        let mut state = self.state();
        if !state.call_next() {
            state.free += 1;
        }
    }

    /// Lets others think first, if there are any, and waits until all of them had their turn.
    fn give_way(&self) {
        let mut state = self.state();
        if state.call_next() {
            let waiting = state.wait();
            drop(state);
            waiting.until_called();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Lets the first one in the line go, if there is one.
    fn call_next(&mut self) -> bool {
        let next = self.line.pop_front();
        if let Some(next) = &next {
            next.is_called.store(true, Ordering::Release);
            next.thread.unpark();
        }
        next.is_some()
    }

    /// Goes to the end of the line.
    fn wait(&mut self) -> Arc<Waiting> {
        let waiting = Waiting { thread: thread::current(), is_called: AtomicBool::new(false) };
        let waiting = Arc::new(waiting);
        self.line.push_back(Arc::clone(&waiting));
        waiting
    }
}

impl Waiting {
    fn until_called(&self) {
        while !self.is_called.load(Ordering::Acquire) {
            thread::park();
        }
    }
}

/// A player's time to think about one move, in which it lets others think now and then.
pub(crate) struct Thinking<'h> {
    clock: &'h Clock,
    processors: Option<&'h Processors>,
    turn_begun: Cell<Duration>,
}

impl<'h> Thinking<'h> {
    /// Begins when there is a processor: until then nobody's time runs.
    pub(crate) fn begin(clock: &'h Clock, processors: Option<&'h Processors>) -> Self {
        if let Some(processors) = processors {
            processors.enter();
        }
        Self { clock, processors, turn_begun: Cell::new(clock()) }
    }

    /// What time it is, after others had their turn.
    pub(crate) fn now(&self) -> Duration {
        let now = (self.clock)();
        let Some(processors) = self.processors else { return now };
        if now.saturating_sub(self.turn_begun.get()) < TURN {
            return now;
        }
        processors.give_way();
        let now = (self.clock)();
        self.turn_begun.set(now);
        now
    }
}

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        if let Some(processors) = self.processors {
            processors.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Barrier,
        atomic::{AtomicU64, AtomicUsize},
    };

    use super::*;

    /// Threads that look at a clock which goes on by a tenth of a millisecond with every look; returns how many thought at
    /// once at most, and by how many turns of others anybody was kept waiting at most.
    fn think(processors: usize, threads: usize, looks: u64) -> (usize, u64) {
        let processors = Processors::new(processors);
        let microseconds: &'static AtomicU64 = Box::leak(Box::default());
        let turns = AtomicU64::new(0);
        let (thinking, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let longest = AtomicU64::new(0);
        let clock = move || Duration::from_micros(microseconds.fetch_add(100, Ordering::SeqCst));
        let start = Barrier::new(threads);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    start.wait();
                    let mine = Thinking::begin(&clock, Some(&processors));
                    for _ in 0..looks {
                        let now = thinking.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        (0..100).for_each(|_| std::hint::spin_loop());
                        thinking.fetch_sub(1, Ordering::SeqCst);
                        let (begun, before) = (mine.turn_begun.get(), turns.load(Ordering::SeqCst));
                        mine.now();
                        if mine.turn_begun.get() != begun {
                            let now = turns.fetch_add(1, Ordering::SeqCst);
                            longest.fetch_max(now - before, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
        assert!(processors.state().line.is_empty(), "nobody is left waiting");
        (most.into_inner(), longest.into_inner())
    }

    #[test]
    fn no_more_think_at_once_than_there_are_processors() {
        for (processors, threads) in [(1, 8), (2, 9), (3, 3)] {
            let (most, _) = think(processors, threads, 2_000);
            assert!((1..=processors).contains(&most), "{most} on {processors}");
        }
    }

    #[test]
    fn everybody_waits_for_one_turn_of_each_other() {
        let (_, longest) = think(1, 8, 2_000);
        assert!((1..8).contains(&longest), "{longest} turns of seven others");
    }

    #[test]
    fn whoever_is_alone_does_not_wait() {
        assert_eq!(think(1, 1, 2_000).0, 1);
        assert!(Processors::among(1).is_none());
        assert!(Processors::among(10_000).is_some());
    }

    #[test]
    fn a_processor_is_given_back_after_a_move() {
        let processors = Processors::new(1);
        let clock = move || Duration::ZERO;
        for _ in 0..3 {
            drop(Thinking::begin(&clock, Some(&processors)));
        }
        assert_eq!(processors.state().free, 1);
    }
}
