//! Searches: as many at once as there are processors, the others wait in line, and when the line is too
//! long a request is told that we are busy.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use mossa_kernel::Budget;
use tokio::sync::Semaphore;

use crate::refusal::Refusal;

/// How many analyses and how many moves of bots may wait.
const MOST_ANALYSES: usize = 32;
const MOST_MOVES: usize = 1_024;

/// The longest an analysis may take.
pub const LONGEST_ANALYSIS: Duration = Duration::from_secs(30);

/// The longest a bot may think about a move.
pub const LONGEST_MOVE: Duration = Duration::from_secs(10);

/// Two lines: one for analyses, which take seconds, one for moves of bots, which must not wait for
/// them.
pub struct Searches {
    analyses: Line,
    moves: Line,
}

struct Line {
    seats: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most: usize,
}

/// What a search is for.
#[derive(Clone, Copy)]
pub enum Purpose {
    /// To show what moves are worth.
    Analysis,
    /// To find a bot's move.
    Move,
}

impl Searches {
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let line =
            |most| Line { seats: Arc::new(Semaphore::new(cores)), waiting: Arc::default(), most };
        Self { analyses: line(MOST_ANALYSES), moves: line(MOST_MOVES) }
    }

    /// Runs a search on a thread of its own as soon as it is its turn. First come, first served.
    ///
    /// The search is told by its flag when nobody waits for it any more: when this is dropped.
    pub async fn run<R: Send + 'static>(
        &self,
        purpose: Purpose,
        search: impl FnOnce(&Stop) -> R + Send + 'static,
    ) -> Result<R, Refusal> {
        let line = match purpose {
            Purpose::Analysis => &self.analyses,
            Purpose::Move => &self.moves,
        };
        let seat = line.enter().await?;
        let stop = Stop::default();
        let guard = StopOnDrop(stop.clone());
        let result = tokio::task::spawn_blocking(move || {
            let result = search(&stop);
            drop(seat);
            result
        })
        .await;
        drop(guard);
        result.map_err(Refusal::broken)
    }
}

impl Line {
    async fn enter(&self) -> Result<tokio::sync::OwnedSemaphorePermit, Refusal> {
        let waiting = Waiting::begin(&self.waiting, self.most).ok_or_else(Refusal::busy)?;
        let seat = self.seats.clone().acquire_owned().await.map_err(Refusal::broken)?;
        drop(waiting);
        Ok(seat)
    }
}

/// A place in the line, given up when dropped.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn begin(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let before = count.fetch_add(1, Ordering::Relaxed);
        let waiting = Self(count.clone());
        (before < most).then_some(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Tells a search to end.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Calls `think` with a budget whose clock starts now.
    pub fn budget<R>(&self, time: Duration, think: impl FnOnce(&Budget<'_>) -> R) -> R {
        let begun = Instant::now();
        let elapsed = || begun.elapsed();
        think(&Budget {
            time: Some(time),
            elapsed: &elapsed,
            stop: Some(&self.0),
            ..Budget::UNLIMITED
        })
    }
}

/// Tells the search to end when nobody waits for it any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_search_that_nobody_waits_for_is_stopped() {
        let searches = Arc::new(Searches::new());
        let (tell, told) = std::sync::mpsc::channel();
        let own = searches.clone();
        let task = tokio::spawn(async move {
            own.run(Purpose::Analysis, move |stop| {
                stop.budget(Duration::from_mins(1), |budget| {
                    while !budget.is_spent(0) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    tell.send((budget.elapsed)()).unwrap();
                });
            })
            .await
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        task.abort();
        let took = tokio::task::spawn_blocking(move || told.recv().unwrap()).await.unwrap();
        assert!(took < Duration::from_secs(30));
    }

    #[test]
    fn a_line_has_an_end() {
        let count = Arc::default();
        let first = Waiting::begin(&count, 1);
        assert!(first.is_some() && Waiting::begin(&count, 1).is_none());
        drop(first);
        assert!(Waiting::begin(&count, 1).is_some());
    }
}
