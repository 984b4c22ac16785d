//! Many positions at a time, for opening books: which there are, and their scores.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use mossa_games::{
    connect::{Bits, Size},
    word::Word,
};
use mossa_search::Aim;

use super::{
    Memory, Solver,
    board::Board,
    facts::Facts,
    meter::Meter,
    packed::Packed,
    prove::{Common, Goal, quick_nodes},
    search::{Stack, Worker},
    state::{Chased, State},
    table::{Bounds, Table},
};
use crate::connect::book::{Book, Solved, build::Batch};

/// So many nodes pass between two looks at whether to stop.
const STRETCH: u64 = 4096;

/// Mirror images share entries of the table as long as in a search from this many stones: what is
/// found out about one position is to be of use for all others.
const MIRRORED_AS_FROM: i32 = 0;

/// The position that a key stands for.
pub(super) fn state_of<S: Size>(board: &Board<S>, key: u128) -> State<S::Word> {
    let (columns, height) = (board.size.spec().columns(), board.size.spec().rows() + 1);
    let (mut ours, mut taken) = (S::Word::EMPTY, S::Word::EMPTY);
    for column in 0..columns {
        let part = key >> (column * height) & (u128::MAX >> (u128::BITS - height));
        for row in 0..part.checked_ilog2().unwrap_or(0) {
            let cell = S::Word::one(column * height + row);
            taken = taken | cell;
            if part >> row & 1 == 1 {
                ours = ours | cell;
            }
        }
    }
    State::of_stones(board, ours, taken)
}

/// Walks through positions, each once.
struct Walk<S: Size> {
    board: Board<S>,
    stones: i32,
    seen: HashSet<u128>,
    most: usize,
    keys: Vec<u128>,
}

impl<S: Size> Walk<S> {
    /// `None` when there are too many positions.
    fn walk(&mut self, state: &State<S::Word>) -> Option<()> {
        let key = state.smaller_key(&self.board);
        if !self.seen.insert(key) {
            return Some(());
        }
        if self.seen.len() > self.most {
            return None;
        }
        if state.stones == self.stones {
            let mut last = *state;
            if matches!(last.chase(&self.board), Chased::Quiet { .. }) {
                self.keys.push(key);
            }
            return Some(());
        }
        let mut rest = self.board.playable(state.taken) & !state.our_wins;
        while !rest.is_empty() {
            let others = rest.without_lowest();
            self.walk(&state.play(&self.board, rest & !others))?;
            rest = others;
        }
        Some(())
    }
}

impl<S: Size> Batch for Solver<S> {
    fn positions(&self, stones: u32, most: usize) -> Option<Vec<u128>> {
        let start = State::new(&self.board, &Bits::new(self.board.size));
        let stones = stones.cast_signed();
        let mut walk =
            Walk { board: self.board, stones, seen: HashSet::new(), most, keys: Vec::new() };
        walk.walk(&start)?;
        Some(walk.keys)
    }

    fn solve(
        &mut self,
        keys: &[u128],
        threads: usize,
        stop: &AtomicBool,
        found: &mut (dyn FnMut(Solved) + Send),
    ) {
        let (board, book) = (self.board, self.book.clone());
        let book = book.as_deref();
        match self.memory() {
            Memory::Narrow(table) => {
                table.share(threads > 1);
                Group { board, table, book, stop }.solve(keys, threads, found);
            }
            Memory::Wide(table) => {
                table.share(threads > 1);
                Group { board, table, book, stop }.solve(keys, threads, found);
            }
        }
    }

    fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }
}

/// Threads that share a table, each with a position of its own.
struct Group<'a, S: Size, E> {
    board: Board<S>,
    table: &'a Table<E>,
    book: Option<&'a Book>,
    stop: &'a AtomicBool,
}

impl<S: Size, E: Packed> Group<'_, S, E> {
    fn solve(&self, keys: &[u128], threads: usize, found: &mut (dyn FnMut(Solved) + Send)) {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(found);
        let work = || {
            while let Some(&key) = keys.get(next.fetch_add(1, Relaxed)) {
                let Some(score) = self.score(key) else { return };
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                (*found)(Solved { key, score });
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }

    /// The score of one position; `None` when the flag was raised.
    fn score(&self, key: u128) -> Option<i32> {
        if self.stop.load(Relaxed) {
            return None;
        }
        let mut look = |_| if self.stop.load(Relaxed) { 0 } else { STRETCH };
        let meter = Meter::new(&mut look);
        let facts = Facts::new(self.board, self.table, self.book, MIRRORED_AS_FROM);
        let mut stack = Stack::default();
        let mut worker = Worker::new(facts, meter, &mut stack, 0);
        let (node, is_same) = match facts.follow(state_of(&self.board, key)) {
            Ok(score) => return Some(score),
            Err(node) => node,
        };
        let common = Common::new(node.bounds);
        let quick = quick_nodes(Aim::Solve, self.board.n_cells() - node.state.stones);
        worker.narrow(&node, Goal::Score, quick, &common, &AtomicI32::new(0));
        let Bounds { low, high } = common.get();
        (low == high).then_some(if is_same { low } else { -low })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use mossa_games::{
        GameSpec,
        connect::{Stacks, VisitConnect},
    };
    use mossa_kernel::{Budget, Move, Position, Value};
    use mossa_search::{Aim, Task};

    use super::*;

    /// The slow, obvious twin: the scores of all unfinished positions.
    fn score<S: Size>(position: &Bits<S>, known: &mut HashMap<Bits<S>, i32>) -> i32 {
        if let Some(&score) = known.get(position) {
            return score;
        }
        let cells = position.size().board().count().cast_signed();
        let mut best = i32::MIN;
        for after in children(position) {
            let winner = after.outcome().map(|outcome| outcome.winner);
            best = best.max(match winner {
                Some(None) => 0,
                Some(Some(_)) => (cells + 2 - after.taken().count().cast_signed()) / 2,
                None => -score(&after, known),
            });
        }
        known.insert(position.clone(), best);
        best
    }

    fn children<S: Size>(position: &Bits<S>) -> Vec<Bits<S>> {
        let mut children = Vec::new();
        position.each_move(|mv: Move| {
            let mut child = position.clone();
            child.play(mv);
            children.push(child);
        });
        children
    }

    struct Compare {
        memory_mb: usize,
    }

    impl VisitConnect for Compare {
        type Out = ();

        fn stacks(self, _start: Stacks) {
            panic!("a small board");
        }

        /// Builds a book for each number of stones, and compares it, and what is found with it, with
        /// the twin.
        fn bits<S: Size>(self, start: Bits<S>) {
            let mut known = HashMap::new();
            score(&start, &mut known);
            let board = Board::new(start.size());
            let key_of = |position| State::new(&board, position).smaller_key(&board);
            let truth: HashMap<u128, i32> =
                known.iter().map(|(position, &score)| (key_of(position), score)).collect();
            for stones in 0..start.size().board().count() {
                let mut solver = Solver::new(start.size(), self.memory_mb, None, 0);
                let keys = solver.positions(stones, usize::MAX).unwrap();
                let mut scores = Vec::new();
                for threads in [1, 2] {
                    scores.clear();
                    Batch::solve(
                        &mut solver,
                        &keys,
                        threads,
                        &AtomicBool::new(false),
                        &mut |one| {
                            scores.push(one);
                        },
                    );
                    assert_eq!(scores.len(), keys.len(), "each position once");
                }
                assert!(scores.iter().all(|one| truth[&one.key] == one.score));
                let book = Arc::new(Book::new(start.size().spec(), scores).unwrap());
                check_positions(&known, &board, &book, stones);
                check_answers(&known, start.size(), &book);
            }
        }
    }

    /// What is not in the book is decided by forced moves.
    fn check_positions<S: Size>(
        known: &HashMap<Bits<S>, i32>,
        board: &Board<S>,
        book: &Book,
        stones: u32,
    ) {
        for position in known.keys().filter(|position| position.taken().count() == stones) {
            let mut state = State::new(board, position);
            let key: u128 = state.key(board).into();
            assert_eq!(state_of(board, key), state, "a key is the whole position");
            let is_quiet = matches!(state.chase(board), Chased::Quiet { .. });
            assert_eq!(book.get(key).is_some(), is_quiet);
        }
    }

    /// Answers with a book are those without: the score, and a move that keeps it.
    fn check_answers<S: Size>(known: &HashMap<Bits<S>, i32>, size: S, book: &Arc<Book>) {
        let mut solver = Solver::new(size, 1, Some(book.clone()), 0);
        let board = Board::new(size);
        for (position, &score) in known.iter().take(300) {
            let task = Task { aim: Aim::Solve, ..Task::play(&Budget::UNLIMITED) };
            let report = solver.solve(position, &task, &mut |_| {});
            let best = report.best().unwrap();
            let Value::Exact(exact) = best.value else { panic!("{best:?}") };
            let stones = position.taken().count().cast_signed();
            assert_eq!(exact.plies, board.plies(score, stones));
            let mut after = position.clone();
            after.play(best.mv());
            let kept = known.get(&after).map(|score| -score);
            let won = || after.outcome().is_some_and(|outcome| outcome.winner.is_some());
            assert_eq!(kept.unwrap_or_else(|| if won() { score } else { 0 }), score);
            assert!(report.is_settled);
        }
    }

    #[test]
    fn books_agree_with_the_slow_twin() {
        for spec in
            ["connect:3,4,3", "connect:2,5,2", "connect:1,6,3", "connect:6,1,2", "connect:3,3,3"]
        {
            let Ok(GameSpec::Connect(spec)) = spec.parse() else { panic!("{spec}") };
            spec.visit_connect(Compare { memory_mb: 1 });
        }
    }

    struct Stopped;
    impl VisitConnect for Stopped {
        type Out = ();
        fn stacks(self, _start: Stacks) {}
        fn bits<S: Size>(self, start: Bits<S>) {
            let mut solver = Solver::new(start.size(), 1, None, 0);
            let keys = solver.positions(2, 1000).unwrap();
            assert!(solver.positions(8, 1000).is_none(), "too many");
            let stop = AtomicBool::new(true);
            Batch::solve(&mut solver, &keys, 2, &stop, &mut |_| panic!("nothing is solved"));
        }
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let Ok(GameSpec::Connect(spec)) = "connect:9,9,4".parse() else { panic!() };
        spec.visit_connect(Stopped);
    }
}
