//! The search against brute force, with tables large and tiny, and its limits.

use std::{cell::Cell, marker::PhantomData, sync::atomic::AtomicBool, time::Duration};

use mossa_kernel::{Budget, GameResult, Move, Position, Value, Visit};

use super::{ProofNumber, table::Table};
use crate::{
    Knowledge, Line, MoveSink, NoKnowledge, Scope, Score, Search, Task,
    brute_force::{BruteForce, after, check, exact, moves, positions, visit},
};

fn task<'b>(budget: &'b Budget<'b>, lines: usize) -> Task<'b> {
    Task { lines, ..Task::play(budget) }
}

/// A search with a table of so many buckets.
fn with_buckets<P: Position, K: Knowledge<P>>(buckets: usize, knowledge: K) -> ProofNumber<P, K> {
    ProofNumber { table: Table::of_buckets(buckets), knowledge, position: PhantomData }
}

/// Solves positions of a game and all their moves, and compares.
struct AgreesWithBruteForce {
    games: u64,
    buckets: usize,
}

impl Visit for AgreesWithBruteForce {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut truths = BruteForce::new();
        let mut search = with_buckets(self.buckets, NoKnowledge);
        for position in positions(&start, self.games) {
            let one = search.search(&position, &task(&Budget::UNLIMITED, 1), &mut |_| {});
            check(&position, &one, &mut truths);
            let best = exact(one.lines[0].value);
            assert_eq!(best.result, truths.truth(&position).0, "{}", position.diagram());
            let all = search.search(&position, &task(&Budget::UNLIMITED, 2), &mut |_| {});
            check(&position, &all, &mut truths);
            let mut listed: Vec<Move> = all.lines.iter().map(Line::mv).collect();
            let results: Vec<_> = all.lines.iter().map(|line| exact(line.value).result).collect();
            assert!(results.is_sorted_by(|before, next| before >= next), "{results:?}");
            listed.sort_unstable();
            let mut legal = moves(&position);
            legal.sort_unstable();
            assert_eq!(listed, legal);
        }
    }
}

/// One megabyte: more than enough for these.
const LARGE: usize = 10_000;

#[test]
fn small_boards_agree_with_brute_force() {
    for rows in 1..=3 {
        for columns in rows..=4 {
            for run in 1..=columns {
                let games = if rows * columns > 9 { 5 } else { 15 };
                let spec = format!("mnk:{rows},{columns},{run}");
                visit(&spec, AgreesWithBruteForce { games, buckets: LARGE });
            }
        }
    }
    for (spec, games) in [
        ("connect:4,4,3", 10),
        ("connect:4,4,4", 5),
        ("connect:3,4,4", 5),
        ("connect:3,3,3", 10),
        ("connect:2,4,2", 10),
        ("othello:4x4", 3),
        ("sticks:15,3", 10),
        ("sticks:12,3,misere", 10),
        ("sticks:1+3+5,misere", 10),
        ("sticks:9,take=2/3", 10),
    ] {
        visit(spec, AgreesWithBruteForce { games, buckets: LARGE });
    }
}

/// With room for a few entries nearly everything is lost again, and still it comes to an end.
#[test]
fn tiny_tables_cost_time_but_not_truth() {
    for (spec, games) in
        [("tictactoe", 20), ("mnk:2,4,3", 10), ("connect:3,3,3", 10), ("sticks:1+2+3,misere", 10)]
    {
        visit(spec, AgreesWithBruteForce { games, buckets: 1 });
        visit(spec, AgreesWithBruteForce { games, buckets: 10 });
    }
    visit("mnk:3,4,3", AgreesWithBruteForce { games: 3, buckets: 100 });
    visit("othello:4x4", AgreesWithBruteForce { games: 3, buckets: 100 });
}

/// The result and the length of the line for a start position.
struct Solve;

impl Visit for Solve {
    type Out = (GameResult, usize);

    fn visit<P: Position>(self, start: P) -> (GameResult, usize) {
        let mut search = ProofNumber::new(8, NoKnowledge);
        let report = search.search(&start, &task(&Budget::UNLIMITED, 1), &mut |_| {});
        (exact(report.lines[0].value).result, report.lines[0].moves.len())
    }
}

#[test]
fn known_games_have_their_known_values() {
    let (result, length) = visit("tictactoe", Solve);
    assert_eq!(result, GameResult::Draw);
    assert!(length > 4, "only {length} moves are known");
    assert_eq!(visit("mnk:3,4,3", Solve).0, GameResult::Win);
    assert_eq!(visit("connect:4,4,4", Solve).0, GameResult::Draw);
    assert_eq!(visit("othello:4x4", Solve).0, GameResult::Loss);
    assert_eq!(visit("sticks:1000,3", Solve).0, GameResult::Loss);
}

/// Sees a win on the next ply and says so, lists the rest backwards, and sometimes only a part of
/// it; checks that it is told of every move.
#[derive(Clone)]
struct Tactician<P> {
    scope: Scope,
    history: Vec<P>,
}

impl<P: Position> Knowledge<P> for Tactician<P> {
    fn reset(&mut self, root: &P) {
        self.history = vec![root.clone()];
    }

    fn play(&mut self, before: &P, mv: Move) {
        assert_eq!(self.history.last(), Some(before));
        self.history.push(after(before, mv));
    }

    fn undo(&mut self, before: &P, _mv: Move) {
        self.history.pop();
        assert_eq!(self.history.last(), Some(before));
    }

    fn verdict(&mut self, position: &P, _depth: i32) -> Option<Score> {
        assert_eq!(self.history.last(), Some(position));
        let wins = |mv| {
            let outcome = after(position, mv).outcome();
            outcome.is_some_and(|outcome| outcome.winner == Some(position.side_to_move()))
        };
        moves(position).into_iter().any(wins).then(|| Score::win_in(1))
    }

    fn moves(&mut self, position: &P, sink: &mut MoveSink<'_>) -> Scope {
        let listed = moves(position);
        let count = if self.scope == Scope::Likely { 1 } else { listed.len() };
        for &mv in &listed[..count] {
            sink.push(mv, mv.0.cast_signed());
        }
        self.scope
    }
}

#[test]
fn knowledge_is_kept_up_to_date_and_used() {
    struct Knowing;
    impl Visit for Knowing {
        type Out = ();
        fn visit<P: Position>(self, start: P) {
            let mut truths = BruteForce::new();
            for scope in [Scope::All, Scope::Forced, Scope::Likely] {
                let tactician = Tactician { scope, history: Vec::new() };
                let mut search = with_buckets(LARGE, tactician);
                for position in positions(&start, 5) {
                    let budget = Budget::UNLIMITED;
                    let report = search.search(&position, &task(&budget, 2), &mut |_| {});
                    check(&position, &report, &mut truths);
                    let best = exact(report.lines[0].value).result;
                    assert_eq!(best, truths.truth(&position).0);
                }
            }
        }
    }
    visit("tictactoe", Knowing);
    visit("connect:3,4,3", Knowing);
}

#[test]
fn budgets_are_kept_and_a_legal_move_is_given() {
    struct Limits;
    impl Visit for Limits {
        type Out = ();
        fn visit<P: Position>(self, start: P) {
            let mut search = ProofNumber::new(1, NoKnowledge);
            let mut run = |budget: &Budget<'_>| {
                search.forget();
                let report = search.search(&start, &task(budget, 1), &mut |_| {});
                assert!(start.is_legal(report.lines[0].mv()));
                assert!(matches!(report.lines[0].value, Value::Estimate(_)), "{report:?}");
                report.nodes
            };
            for limit in [1, 2, 50, 1_000] {
                assert_eq!(run(&Budget { nodes: Some(limit), ..Budget::UNLIMITED }), limit);
            }
            let stop = AtomicBool::new(true);
            assert_eq!(run(&Budget { stop: Some(&stop), ..Budget::UNLIMITED }), 1);
            let ticks = Cell::new(0);
            let elapsed = || Duration::from_micros(ticks.replace(ticks.get() + 100));
            let time = Some(Duration::from_millis(10));
            let in_time = run(&Budget { time, elapsed: &elapsed, ..Budget::UNLIMITED });
            assert!((2..1_000).contains(&in_time), "{in_time}");
        }
    }
    visit("connect4", Limits);
    visit("othello", Limits);
    visit("mnk:9,9,5", Limits);
}

#[test]
fn huge_games_are_given_up_without_harm() {
    struct Huge(u64);
    impl Visit for Huge {
        type Out = Value;
        fn visit<P: Position>(self, start: P) -> Value {
            let budget = Budget { nodes: Some(self.0), ..Budget::UNLIMITED };
            let mut search = ProofNumber::new(1, NoKnowledge);
            let report = search.search(&start, &task(&budget, 2), &mut |_| {});
            assert!(start.is_legal(report.lines[0].mv()));
            report.lines[0].value
        }
    }
    for (spec, limit) in [("mnk:200,200,5", 10), ("connect:200,200,5", 50), ("othello:26x26", 50)] {
        assert!(matches!(visit(spec, Huge(limit)), Value::Estimate(_)), "{spec}");
    }
    // One forced move after the other, more than can be followed.
    assert!(matches!(visit("sticks:1000000000,1", Huge(u64::MAX)), Value::Estimate(_)));
}
