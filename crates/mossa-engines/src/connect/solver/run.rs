//! One task for the solver, from its budget and threads to the report.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed},
    thread,
    time::Duration,
};

use mossa_games::{
    connect::{Bits, Size},
    word::Word,
};
use mossa_kernel::{Exact, GameResult, Move, Value, keys::mix};
use mossa_search::{Aim, Line, Pace, Report, Task};

use super::{
    board::Board,
    facts::{Facts, Node},
    meter::Meter,
    packed::Packed,
    prove::{Common, Goal, quick_nodes},
    search::{Stack, Worker},
    state::State,
    table::{Bounds, Table},
};
use crate::connect::book::Book;

/// Without a limit of time, so many nodes pass between two looks at anything else.
const STRETCH: u64 = 4096;

/// How often whoever watches is told.
const NEWS: Duration = Duration::from_millis(200);

/// To show how the game goes on, at least so many nodes may be searched.
const LEAST_FOR_LINE: u64 = 10_000;

/// One task.
pub(super) struct Run<'a, S: Size, E> {
    board: Board<S>,
    table: &'a Table<E>,
    book: Option<&'a Book>,
    task: &'a Task<'a>,
    /// Decides among equal moves, where one is to be played.
    seed: u64,
    stack: Stack<S::Word, E>,
    nodes: u64,
    /// What was found out about the score of the position, where that was asked for.
    known: Option<Bounds>,
}

impl<'a, S: Size, E: Packed> Run<'a, S, E> {
    pub(super) fn new(
        board: Board<S>,
        table: &'a mut Table<E>,
        book: Option<&'a Book>,
        task: &'a Task<'a>,
        seed: u64,
    ) -> Self {
        table.share(task.threads > 1);
        Self { board, table, book, task, seed, stack: Stack::default(), nodes: 0, known: None }
    }

    /// The answer.
    pub(super) fn solve(mut self, position: &Bits<S>, watch: &mut dyn FnMut(&Report)) -> Report {
        let state = State::new(&self.board, position);
        let goal = self.goal(&state);
        let mut lines = if self.task.lines > 1 {
            self.every_move(&state, goal, watch)
        } else {
            vec![self.best_move(&state, goal, watch)]
        };
        // What is still open is better than what is lost, however bad it may turn out.
        let worth = |bounds: Bounds| (bounds.high >= 0, bounds.low, bounds.high);
        lines.sort_by_key(|&(bounds, _)| std::cmp::Reverse(worth(bounds)));
        // A move that there was no time for could be better than all that were looked at.
        let n_moves = self.board.playable(state.taken).count() as usize;
        let is_complete = self.task.lines <= 1 || lines.len() == n_moves;
        let is_settled = is_complete
            && lines.iter().all(|&(bounds, _)| match goal {
                // Too long a win is no win within the depth, but it may be one all the same.
                Goal::Within(_) => bounds.low == bounds.high,
                goal => goal.is_reached(bounds),
            });
        let lines: Vec<Line> = lines.into_iter().map(|(_, line)| line).collect();
        Report {
            depth: lines.iter().map(|line| line.depth).min().unwrap_or(0),
            nodes: self.nodes,
            lines,
            is_settled,
            table_fill: self.table.fill(),
            bounds: self.known.map(|Bounds { low, high }| (low, high)),
        }
    }

    fn goal(&self, state: &State<S::Word>) -> Goal {
        match (self.task.budget.depth, self.task.aim) {
            (Some(depth), _) => {
                let last = state.stones.saturating_add_unsigned(depth).min(self.board.n_cells());
                Goal::Within(self.board.score_of_stone(last))
            }
            (None, Aim::Decide) => Goal::Winner,
            (None, _) => Goal::Score,
        }
    }

    fn best_move(
        &mut self,
        state: &State<S::Word>,
        goal: Goal,
        watch: &mut dyn FnMut(&Report),
    ) -> (Bounds, Line) {
        let bounds = self.bounds_of(state, goal, watch);
        self.known = Some(bounds);
        let is_varied = self.task.aim == Aim::Play && self.seed != 0;
        let columns = if is_varied && bounds.low == bounds.high {
            self.varied_line(state, bounds.low)
        } else {
            self.line(state, bounds.low, self.task.lines > 0)
        };
        // What a book says of a score takes no search, and then to find the move may take one.
        let columns = if !columns.is_empty() || !goal.is_reached(bounds) {
            columns
        } else if self.task.lines == 0 {
            // Only the value is asked for.
            vec![self.first_column(state)]
        } else {
            self.with_worker(state, u64::MAX, |worker| worker.first_of_line(state, bounds.low))
        };
        if !columns.is_empty() {
            return (bounds, self.line_of(columns, bounds, state));
        }
        // There was no time to find a move that keeps the score, and any other may lose at once.
        let low = bounds.low.min(-self.board.score_of_stone(state.stones + 2));
        let (columns, bounds) = (vec![self.first_column(state)], Bounds { low, ..bounds });
        (bounds, self.line_of(columns, bounds, state))
    }

    fn every_move(
        &mut self,
        state: &State<S::Word>,
        goal: Goal,
        watch: &mut dyn FnMut(&Report),
    ) -> Vec<(Bounds, Line)> {
        let cells = self.with_worker(state, u64::MAX, |worker| worker.ordered_cells(state));
        let mut lines = Vec::new();
        for cell in cells {
            if !lines.is_empty() && self.task.budget.is_spent(self.nodes) {
                break;
            }
            let bounds = self.bounds_after(state, cell, goal, watch);
            let mut columns = vec![self.board.column(cell)];
            let after = state.play(&self.board, cell);
            let is_over =
                !(state.our_wins & cell).is_empty() || self.board.playable(after.taken).is_empty();
            if !is_over && bounds.low == bounds.high {
                columns.extend(self.line(&after, -bounds.low, true));
            }
            lines.push((bounds, self.line_of(columns, bounds, state)));
        }
        lines
    }

    /// What a stone on a cell is worth to the side that puts it there.
    fn bounds_after(
        &mut self,
        state: &State<S::Word>,
        cell: S::Word,
        goal: Goal,
        watch: &mut dyn FnMut(&Report),
    ) -> Bounds {
        let exactly = |score| Bounds { low: score, high: score };
        if !(state.our_wins & cell).is_empty() {
            return exactly(self.board.score_of_stone(state.stones + 1));
        }
        let after = state.play(&self.board, cell);
        if self.board.playable(after.taken).is_empty() {
            return exactly(0);
        }
        // What is known of a single move's score is nothing to tell.
        let watch = &mut |report: &Report| watch(&Report { bounds: None, ..report.clone() });
        self.bounds_of(&after, goal, watch).turned()
    }

    /// The score of a position, as far as it can be found out.
    fn bounds_of(
        &mut self,
        state: &State<S::Word>,
        goal: Goal,
        watch: &mut dyn FnMut(&Report),
    ) -> Bounds {
        let facts = Facts::new(self.board, self.table, self.book, state.stones);
        match facts.follow(*state) {
            Ok(score) => Bounds { low: score, high: score },
            Err((node, is_same)) => {
                let bounds = self.narrow(&node, goal, &mut |report| {
                    let turned = report.bounds.map(|(low, high)| (-high, -low));
                    let bounds = if is_same { report.bounds } else { turned };
                    watch(&Report { bounds, ..report.clone() });
                });
                if is_same { bounds } else { bounds.turned() }
            }
        }
    }

    /// Narrows down the score of a node, with all threads.
    fn narrow(
        &mut self,
        node: &Node<S::Word, E>,
        goal: Goal,
        watch: &mut dyn FnMut(&Report),
    ) -> Bounds {
        let (task, before) = (self.task, self.nodes);
        let facts = Facts::new(self.board, self.table, self.book, node.state.stones);
        let n_free = self.board.n_cells() - node.state.stones;
        let team = Team {
            common: Common::new(node.bounds),
            quick_nodes: quick_nodes(task.aim, n_free),
            is_over: AtomicBool::new(false),
            others: AtomicU64::new(0),
        };
        let mut lead = || {
            let asked = AtomicI32::new(0);
            let mut clock = Clock::new(task);
            let mut look = |nodes| {
                let total = before + nodes + team.others.load(Relaxed);
                if team.common.answers(asked.load(Relaxed)) {
                    return 0;
                }
                if clock.is_time_for_news() {
                    let Bounds { low, high } = team.common.get();
                    let (table_fill, bounds) = (facts.table.fill(), Some((low, high)));
                    watch(&Report { nodes: total, table_fill, bounds, ..Report::default() });
                }
                clock.next_stretch(total)
            };
            let meter = Meter::new(&mut look);
            let mut worker = Worker::new(facts, meter, &mut self.stack, 0);
            worker.narrow(node, goal, team.quick_nodes, &team.common, &asked);
            self.nodes += worker.meter.nodes();
            team.is_over.store(true, Relaxed);
        };
        if task.threads > 1 {
            thread::scope(|scope| {
                for number in 1..task.threads {
                    let team = &team;
                    scope.spawn(move || team.help(facts, node, goal, number as u32));
                }
                lead();
            });
        } else {
            lead();
        }
        self.nodes += team.others.into_inner();
        team.common.get()
    }

    /// How the game goes on, or only its next move, when both sides keep the score; as far as that
    /// is found out quickly.
    fn line(&mut self, state: &State<S::Word>, score: i32, is_whole: bool) -> Vec<u32> {
        let allowed = self.nodes.max(LEAST_FOR_LINE);
        self.with_worker(state, allowed, |worker| {
            if is_whole { worker.line(state, score) } else { worker.first_of_line(state, score) }
        })
    }

    /// A line that begins with any of the moves that keep the score, as the seed will have it.
    fn varied_line(&mut self, state: &State<S::Word>, score: i32) -> Vec<u32> {
        let allowed = self.nodes.max(LEAST_FOR_LINE);
        let cells = self.with_worker(state, allowed, |worker| {
            let mut cells = worker.ordered_cells(state);
            cells.retain(|&cell| worker.keeps(state, cell, score) == Some(true));
            cells
        });
        if cells.is_empty() {
            return Vec::new();
        }
        let key: u128 = state.key(&self.board).into();
        let chance = mix(self.seed ^ mix(key as u64 ^ (key >> 64) as u64));
        let cell = cells[(chance % cells.len() as u64) as usize];
        let after = state.play(&self.board, cell);
        let is_over = !(state.our_wins & cell).is_empty();
        let rest = if is_over { Vec::new() } else { self.line(&after, -score, true) };
        [vec![self.board.column(cell)], rest].concat()
    }

    /// The move that looks best at first sight.
    fn first_column(&mut self, state: &State<S::Word>) -> u32 {
        let cells = self.with_worker(state, 1, |worker| worker.ordered_cells(state));
        self.board.column(cells[0])
    }

    /// Lets one thread work for at most so many nodes.
    fn with_worker<T>(
        &mut self,
        state: &State<S::Word>,
        allowed: u64,
        work: impl FnOnce(&mut Worker<'_, S, E>) -> T,
    ) -> T {
        let (before, mut clock) = (self.nodes, Clock::new(self.task));
        let mut look = |nodes: u64| {
            let left = allowed.saturating_sub(nodes);
            clock.next_stretch(before + nodes).min(left)
        };
        let meter = Meter::new(&mut look);
        let facts = Facts::new(self.board, self.table, self.book, state.stones);
        let mut worker = Worker::new(facts, meter, &mut self.stack, 0);
        let result = work(&mut worker);
        self.nodes += worker.meter.nodes();
        result
    }

    fn line_of(&self, columns: Vec<u32>, bounds: Bounds, state: &State<S::Word>) -> Line {
        let value = self.value(bounds, state.stones);
        let cells_left = (self.board.n_cells() - state.stones).unsigned_abs();
        let depth = match (value, self.task.budget.depth) {
            (Value::Exact(Exact { at_most: false, plies, .. }), _) => plies.unwrap_or(cells_left),
            (_, Some(depth)) if !self.task.budget.is_spent(self.nodes) => depth,
            _ => 0,
        };
        Line { moves: columns.into_iter().map(Move).collect(), value, depth }
    }

    /// What bounds on the score say of a position with so many stones.
    fn value(&self, bounds: Bounds, stones: i32) -> Value {
        let Bounds { low, high } = bounds;
        let at_most = low != high;
        let (result, nearest_draw) = match (low, high) {
            (1.., _) => (GameResult::Win, low),
            (_, ..=-1) => (GameResult::Loss, high),
            (0, 0) => (GameResult::Draw, 0),
            _ => return Value::score(0.0),
        };
        let plies = self.board.plies(nearest_draw, stones);
        Value::Exact(Exact { result, plies, at_most, margin: None })
    }
}

/// What threads at work on the same node share, beside the table.
struct Team {
    common: Common,
    /// How many nodes each may spend on looking for quick wins.
    quick_nodes: u64,
    is_over: AtomicBool,
    /// The nodes of all but the first thread.
    others: AtomicU64,
}

impl Team {
    /// What other threads do while the first narrows down the score of a node: the same, in another
    /// order.
    fn help<S: Size, E: Packed>(
        &self,
        facts: Facts<'_, S, E>,
        node: &Node<S::Word, E>,
        goal: Goal,
        number: u32,
    ) {
        let asked = AtomicI32::new(0);
        let counted = Cell::new(0);
        let count = |nodes| self.others.fetch_add(nodes - counted.replace(nodes), Relaxed);
        let mut look = |nodes| {
            count(nodes);
            let is_answered = self.common.answers(asked.load(Relaxed));
            if is_answered || self.is_over.load(Relaxed) { 0 } else { STRETCH }
        };
        let mut stack = Stack::default();
        let meter = Meter::new(&mut look);
        let mut worker = Worker::new(facts, meter, &mut stack, number);
        worker.narrow(node, goal, self.quick_nodes, &self.common, &asked);
        count(worker.meter.nodes());
    }
}

/// Looks at the budget, seldom enough to cost nothing.
struct Clock<'a> {
    task: &'a Task<'a>,
    /// Where time is limited.
    pace: Option<Pace>,
    last_news: Duration,
}

impl<'a> Clock<'a> {
    fn new(task: &'a Task<'a>) -> Self {
        let pace = task.budget.time_to_use().map(|_| Pace::new());
        Self { task, pace, last_news: Duration::ZERO }
    }

    /// How many nodes may follow after so many in all; 0 when the budget is spent.
    fn next_stretch(&mut self, nodes: u64) -> u64 {
        let budget = self.task.budget;
        match &mut self.pace {
            Some(pace) => pace.next_stretch(budget, nodes),
            None if budget.is_spent(nodes) => 0,
            None => budget.nodes.map_or(STRETCH, |limit| STRETCH.min(limit - nodes)),
        }
    }

    fn is_time_for_news(&mut self) -> bool {
        let now = (self.task.budget.elapsed)();
        let is_time = now >= self.last_news + NEWS;
        if is_time {
            self.last_news = now;
        }
        is_time
    }
}
