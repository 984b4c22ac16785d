//! Alpha-beta: iterative-deepening principal-variation search, the workhorse.
//!
//! Each iteration searches one ply deeper than the last and profits from it: the table remembers
//! the best move of every position, and good moves first is what makes alpha-beta fast. A first
//! move is searched with the whole window, all others only to show that they are no better.
//!
//! **Exactness.** Beside every score the search carries whether it is *proven*: whether nothing
//! below was cut off at the horizon and guessed. A win or a loss is always proven, a draw only if
//! every line that matters was seen to its end. As iterations go by depth, a win in n plies found
//! at a depth of at least n is the shortest; the table keeps distances relative to its positions.
//! With reductions that does not hold, so a result found with them is looked at once more without.
//!
//! **Threads.** All threads search the same tree and share the table. So that they do not search
//! the same moves at the same time, each says what it is busy with, and others put that off (the
//! idea of ABDADA, in the simple form of Tom Kerrigan). Whoever finishes an iteration first has
//! finished it for all. One thread alone always searches the same tree.

mod line;
mod meter;
mod moves;
mod ordering;
mod params;
mod root;
mod shared;
mod worker;

use std::sync::{Arc, atomic};

use mossa_kernel::{Budget, Position, Value};

pub use params::Params;

use self::{ordering::Ordering, root::Root, shared::Shared, worker::Worker};
use crate::{Aim, Knowledge, Line, Report, Search, Table, Task};

/// Enough for lines of [`Params::deepest`] plies.
const STACK_BYTES: usize = 16 << 20;

/// Alpha-beta search with what a game's engine knows.
pub struct AlphaBeta<P, K> {
    knowledge: K,
    params: Params,
    table: Arc<Table>,
    megabytes: usize,
    /// What the main thread remembers of good moves from search to search.
    ordering: Option<Ordering>,
    position: std::marker::PhantomData<fn(P)>,
}

impl<P: Position, K: Knowledge<P>> AlphaBeta<P, K> {
    /// A search with a table of so many megabytes, or as many as there are.
    pub fn new(knowledge: K, params: Params, megabytes: usize) -> Self {
        let (table, megabytes) = largest_table(megabytes);
        let table = Arc::new(table);
        Self {
            knowledge,
            params,
            table,
            megabytes,
            ordering: None,
            position: std::marker::PhantomData,
        }
    }

    /// Deepens until the budget is spent or nothing is left to find out.
    fn deepen(
        worker: &mut Worker<'_, P, K>,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let deepest = deepest(&worker.params, task);
        let mut root = Root::new(worker, task.lines, task.aim, deepest);
        let has_no_choice = task.aim == Aim::Play && root.moves.len() == 1;
        while root.may_deepen() && root.deepen_together(worker) {
            root.complete_lines(worker);
            let report = root.report(worker);
            watch(&report);
            if report.is_settled {
                return Self::look_again(worker, task, report, watch);
            }
            if has_no_choice && root.depth >= worker.params.forced_depth {
                return report;
            }
            if is_hardly_worth_it(task.budget) {
                break;
            }
        }
        root.report(worker)
    }

    /// A win or loss that was found with reductions, or by a verdict without a shortest distance, need
    /// not be the shortest: where a search without these can tell, the rest of the budget goes to one.
    /// What is known is kept until it does.
    fn look_again(
        worker: &mut Worker<'_, P, K>,
        task: &Task<'_>,
        known: Report,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let may_be_nearer =
            |line: &Line| matches!(line.value, Value::Exact(exact) if exact.at_most);
        if !known.lines.iter().any(may_be_nearer) || !worker.insist_on_shortest() {
            return known;
        }
        let deepest = deepest(&worker.params, task);
        let mut root = Root::new(worker, task.lines, task.aim, deepest);
        while root.may_deepen() && root.deepen(worker) {
            if root.is_settled() {
                root.complete_lines(worker);
                let report = root.report(worker);
                watch(&report);
                return report;
            }
        }
        Report { nodes: worker.nodes(), is_settled: false, ..known }
    }
}

/// The depth at which a search ends.
fn deepest(params: &Params, task: &Task<'_>) -> u32 {
    task.budget.depth.unwrap_or(u32::MAX).min(params.deepest)
}

/// Whether too little of a game clock's share is left for another iteration.
fn is_hardly_worth_it(budget: &Budget<'_>) -> bool {
    budget.clock.is_some()
        && budget.time_to_use().is_some_and(|time| (budget.elapsed)() > time * 3 / 5)
}

/// The largest table of at most so many megabytes that memory has room for.
fn largest_table(megabytes: usize) -> (Table, usize) {
    let mut megabytes = megabytes.max(1);
    loop {
        if let Ok(table) = Table::new(megabytes) {
            return (table, megabytes);
        }
        assert!(megabytes > 1, "a megabyte of memory");
        megabytes /= 2;
    }
}

impl<P: Position, K: Knowledge<P>> Search<P> for AlphaBeta<P, K> {
    fn search(&mut self, position: &P, task: &Task<'_>, watch: &mut dyn FnMut(&Report)) -> Report {
        self.table.grow_older();
        let threads = task.threads.max(1);
        let shared = Arc::new(Shared::new(self.table.clone(), threads));
        let mut ordering =
            self.ordering.take().unwrap_or_else(|| Ordering::new(position, &self.knowledge));
        ordering.fade();
        let params = match task.aim {
            Aim::Play => self.params,
            Aim::Solve | Aim::Decide => self.params.without_reductions(),
        };
        for number in 1..threads {
            let (position, knowledge) = (position.clone(), self.knowledge.clone());
            let (ordering, shared) = (ordering.clone(), shared.clone());
            let (n_lines, aim, deepest) = (task.lines, task.aim, deepest(&params, task));
            help(move || {
                let mut worker = Worker::new(position, knowledge, ordering, shared, params, None);
                let mut root = Root::new(&mut worker, n_lines, aim, deepest);
                // Every other helper is a ply ahead, so that not all begin with the same moves.
                root.depth = (number % 2) as u32;
                while root.may_deepen() && root.deepen_together(&mut worker) && !root.is_settled() {
                }
            });
        }
        let (knowledge, budget) = (self.knowledge.clone(), Some(task.budget));
        let mut worker =
            Worker::new(position.clone(), knowledge, ordering, shared.clone(), params, budget);
        let report = Self::deepen(&mut worker, task, watch);
        // Nobody waits for the helpers: they stop within some positions and own all they use.
        shared.stop.store(true, atomic::Ordering::Relaxed);
        self.ordering = Some(worker.ordering);
        report
    }

    fn forget(&mut self) {
        self.ordering = None;
        // A helper that has not noticed yet that it was stopped may still hold the old table.
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            None => self.table = Arc::new(largest_table(self.megabytes).0),
        }
    }
}

/// Starts a thread that searches the same tree until it is told to stop. One that cannot be
/// started is done without.
fn help(work: impl FnOnce() + Send + 'static) {
    let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
}
