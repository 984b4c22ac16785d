//! The engine for boards in machine words: a search to play, a solver to prove.

use std::sync::Arc;

use mossa_games::{
    connect::{Bits, Size, Spec},
    word::Word,
};
use mossa_kernel::{Budget, Exact, Game, GameResult, PlayerError, Value};
use mossa_search::{Aim, Report, Search, Task};

use super::{
    book::Book,
    solver::{self, Proves},
};
use crate::{Engine, NotesError, Options, engine::open_position};

/// With at most so many free cells left, a game that is played may well be solved.
const SOLVABLE_CELLS: u32 = 42;

/// The part of a move's budget that may be spent on trying: one in so many. The search that follows
/// where it fails gets the rest.
const SOLVING_PART: u32 = 3;

/// Against the clock the solver's table has a megabyte for so many milliseconds of a move, and at least
/// the other number of them. When a table grows nobody looks at the clock, and fresh memory takes
/// about a millisecond a megabyte: with 64 MB, games were lost on time.
const MILLISECONDS_A_MEGABYTE: u128 = 25;
const LEAST_MEGABYTES: usize = 4;

/// Where opening knowledge comes from.
#[derive(Clone, Debug)]
pub(super) enum Shelf {
    /// There is none.
    Empty,
    /// What comes with the program.
    Embedded,
    /// A book for this game.
    Given(Arc<Book>),
}

impl Shelf {
    fn book(&self, spec: Spec) -> Option<Arc<Book>> {
        match self {
            Self::Empty => None,
            Self::Embedded => Book::embedded(spec),
            Self::Given(book) => Some(book.clone()),
        }
    }
}

/// A search and a solver side by side.
pub(super) struct SolverSeat<S: Size, P> {
    play: P,
    size: S,
    options: Options,
    shelf: Shelf,
    /// Made when it is needed: whoever does not solve waits for no book.
    solver: Option<Box<dyn Proves<S>>>,
    /// The same for moves against the clock, with the megabytes it was made for.
    hurried: Option<(usize, Box<dyn Proves<S>>)>,
}

impl<S: Size, P: Search<Bits<S>>> SolverSeat<S, P> {
    pub(super) fn new(size: S, play: P, options: Options, shelf: Shelf) -> Self {
        Self { play, size, options, shelf, solver: None, hurried: None }
    }

    fn solver(&mut self) -> &mut dyn Proves<S> {
        let make = || {
            let Options { memory_mb, seed, .. } = self.options;
            solver::new(self.size, memory_mb, self.shelf.book(self.size.spec()), seed)
        };
        self.solver.get_or_insert_with(make).as_mut()
    }

    /// The solver for a move within this budget.
    fn solver_within(&mut self, budget: &Budget<'_>) -> &mut dyn Proves<S> {
        let Some(time) = budget.time_to_use() else { return self.solver() };
        let Options { memory_mb, seed, .. } = self.options;
        let by_time = usize::try_from(time.as_millis() / MILLISECONDS_A_MEGABYTE);
        let megabytes = by_time.unwrap_or(usize::MAX).max(LEAST_MEGABYTES).min(memory_mb);
        // What it knows is worth more than a table of just the right size.
        self.hurried.take_if(|(size, _)| *size > 2 * megabytes || 2 * *size < megabytes);
        let make = || solver::new(self.size, megabytes, self.shelf.book(self.size.spec()), seed);
        self.hurried.get_or_insert_with(|| (megabytes, make())).1.as_mut()
    }

    /// Plays what is proven best if that can be found out in part of the time, else what the search
    /// believes.
    fn play(
        &mut self,
        position: &Bits<S>,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let Some(budget) = solving_part(position, task.budget) else {
            return self.play.search(position, task, watch);
        };
        let solving = Task { budget: &budget, ..*task };
        let proof = self.solver_within(task.budget).solve(position, &solving, &mut |_| {});
        if proof.is_settled {
            watch(&proof);
            return proof;
        }
        let left = task.budget.nodes.map(|nodes| nodes.saturating_sub(proof.nodes).max(1));
        let budget = Budget { nodes: left, ..*task.budget };
        let task = Task { budget: &budget, ..*task };
        let with_proof =
            |report: &Report| Report { nodes: report.nodes + proof.nodes, ..report.clone() };
        let mut watch = |report: &Report| watch(&with_proof(report));
        if !is_won(&proof) {
            return with_proof(&self.play.search(position, &task, &mut watch));
        }
        // Nothing is better than a win, and the rest of the time tells how soon it can be had.
        let nearer = self.solver_within(task.budget).solve(position, &task, &mut |_| {});
        let best =
            if is_won(&nearer) { nearer } else { Report { nodes: nearer.nodes, ..proof.clone() } };
        watch(&best);
        with_proof(&best)
    }
}

/// Whether the best move is known to win, be it in how many plies it may.
fn is_won(report: &Report) -> bool {
    let best = report.best().map(|line| line.value);
    matches!(best, Some(Value::Exact(Exact { result: GameResult::Win, .. })))
}

/// What may be spent on solving a position before it is searched; `None` if that is no use.
fn solving_part<'b, S: Size>(position: &Bits<S>, budget: &Budget<'b>) -> Option<Budget<'b>> {
    let free = (position.size().board() & !position.taken()).count();
    let is_limited = budget.time_to_use().is_some() || budget.nodes.is_some();
    let nodes = budget.nodes.map(|nodes| nodes / u64::from(SOLVING_PART));
    let is_worth_it = free <= SOLVABLE_CELLS && is_limited && budget.depth.is_none();
    (is_worth_it && nodes != Some(0)).then(|| Budget {
        time: budget.time_to_use().map(|time| time / SOLVING_PART),
        clock: None,
        nodes,
        ..*budget
    })
}

impl<S: Size, P: Search<Bits<S>>> Engine for SolverSeat<S, P> {
    fn think(
        &mut self,
        game: &Game,
        task: &Task<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        let position = open_position(game)?;
        Ok(match task.aim {
            Aim::Play => self.play(position, task, watch),
            Aim::Solve | Aim::Decide => self.solver().solve(position, task, watch),
        })
    }

    fn forget(&mut self) {
        self.play.forget();
        let hurried = self.hurried.as_mut().map(|(_, solver)| solver);
        for solver in self.solver.iter_mut().chain(hurried) {
            solver.forget();
        }
    }

    fn notes(&self) -> Option<Vec<u8>> {
        self.solver.as_ref().and_then(|solver| solver.notes())
    }

    fn read_notes(&mut self, notes: &[u8]) -> Result<(), NotesError> {
        self.solver().read_notes(notes)
    }
}
