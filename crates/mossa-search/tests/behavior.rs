//! How the alpha-beta search behaves: it finds what plain minimax finds, keeps its limits, and does
//! the same thing twice.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, GameClock, GameResult, Move, Position, Value, Visit, keys::mix};
use mossa_search::{Aim, AlphaBeta, Knowledge, Params, Report, Score, Search, Task};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

/// Thinks that every position has some value, and that it is this one.
#[derive(Clone)]
struct Opinion;

impl<P: Position> Knowledge<P> for Opinion {
    fn evaluate(&mut self, position: &P) -> i32 {
        (mix(position.key()) % 401) as i32 - 200
    }
}

/// The slow, obvious twin: looks at everything, cuts nothing.
fn minimax<P: Position>(position: &P, depth: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.side_to_move());
    }
    if depth == 0 {
        return Score::estimate(Opinion.evaluate(position));
    }
    let mut best = Score::WORST;
    position.each_move(|mv| {
        let mut child = position.clone();
        child.play(mv);
        best = best.max(-minimax(&child, depth - 1).earlier(1));
    });
    best
}

fn search<P: Position>(position: &P, budget: &Budget<'_>, lines: usize) -> Report {
    let mut search = AlphaBeta::new(Opinion, Params::default(), 4);
    search.search(position, &Task { lines, ..Task::play(budget) }, &mut |_| {})
}

/// The score behind a value.
fn number(value: Value) -> i32 {
    match value {
        Value::Estimate(estimate) => estimate.score as i32,
        Value::Exact(exact) => {
            let score = match (exact.result, exact.plies, exact.margin) {
                (GameResult::Win, Some(plies), _) => Score::win_in(plies),
                (GameResult::Loss, Some(plies), _) => Score::loss_in(plies),
                (_, None, Some(margin)) => Score::counted(margin),
                _ => Score::DRAW,
            };
            score.number()
        }
    }
}

/// Whether a value tells all that minimax knows: how large a win is may be left open.
fn is_telling(value: Value) -> bool {
    !matches!(
        value,
        Value::Exact(Exact {
            result: GameResult::Win | GameResult::Loss,
            plies: None,
            margin: None,
            ..
        })
    )
}

/// In games in which a position always comes after the same number of moves, a search to some depth
/// finds exactly what minimax finds.
struct LikeMinimax(u32);

impl Visit for LikeMinimax {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..3 {
            let mut position = start.clone();
            while position.outcome().is_none() {
                for depth in 1..=self.0 {
                    compare(&position, depth);
                }
                position.play(position.random_move(&mut rng));
            }
        }
    }
}

fn compare<P: Position>(position: &P, depth: u32) {
    let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
    let shown = position.diagram();
    let check = |value: Value, twin: Score| {
        if is_telling(value) {
            assert_eq!(number(value), twin.number(), "{shown} depth {depth}");
        } else {
            assert!(twin.is_decisive(), "{shown} depth {depth}");
        }
    };
    check(search(position, &budget, 1).best().expect("a line").value, minimax(position, depth));
    let all = search(position, &budget, usize::MAX);
    if all.is_settled {
        return;
    }
    assert_eq!(all.lines.len() as u64, position.move_count());
    let mut twins = Vec::new();
    for line in &all.lines {
        let mut after = position.clone();
        after.play(line.mv());
        twins.push(-minimax(&after, depth - 1).earlier(1));
        check(line.value, twins[twins.len() - 1]);
    }
    assert!(twins.is_sorted_by(|a, b| a >= b), "{shown}: {twins:?}");
}

fn spec(text: &str) -> GameSpec {
    text.parse().expect("a good spec")
}

#[test]
fn it_finds_what_minimax_finds() {
    spec("connect4").visit(LikeMinimax(4));
    spec("mnk:4,4,3").visit(LikeMinimax(3));
    spec("mnk:15,15,5").visit(LikeMinimaxOnce);
    spec("othello:6x6").visit(LikeMinimax(3));
}

struct LikeMinimaxOnce;

impl Visit for LikeMinimaxOnce {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        compare(&start, 2);
    }
}

const GAMES: [&str; 8] = [
    "connect4",
    "connect:20,20,6",
    "gomoku",
    "tictactoe",
    "othello",
    "othello:10x10",
    "sticks:30,4",
    "sticks:5+6+7",
];

/// Searches within some limits.
struct Within<'b>(&'b Budget<'b>);

impl Visit for Within<'_> {
    type Out = Report;

    fn visit<P: Position>(self, start: P) -> Report {
        let report = search(&start, self.0, 1);
        let mv = report.best().expect("a move, whatever the limits").mv();
        assert!(start.is_legal(mv));
        report
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    for game in GAMES {
        for step in 0..20 {
            let nodes = Some(1 << step);
            let budget = Budget { nodes, depth: Some(12), ..Budget::UNLIMITED };
            let first = spec(game).visit(Within(&budget));
            assert_eq!(spec(game).visit(Within(&budget)), first, "{game}");
            assert!(first.nodes <= 1 << step, "{game}: {} of {}", first.nodes, 1 << step);
        }
    }
}

#[test]
fn a_move_comes_out_of_any_budget() {
    for game in GAMES {
        for nodes in 0..40 {
            spec(game).visit(Within(&Budget { nodes: Some(nodes), ..Budget::UNLIMITED }));
        }
        for depth in 0..3 {
            let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
            assert!(spec(game).visit(Within(&budget)).depth <= depth);
        }
    }
}

#[test]
fn the_clock_is_obeyed() {
    for game in GAMES {
        let readings = Cell::new(0);
        let elapsed = || {
            readings.set(readings.get() + 1);
            Duration::from_micros(100 * readings.get())
        };
        let time = Some(Duration::from_millis(20));
        let timed = Budget { time, elapsed: &elapsed, ..Budget::UNLIMITED };
        let report = spec(game).visit(Within(&timed));
        assert!(readings.get() <= 200, "{game}: {} readings", readings.get());
        assert!(readings.get() >= 170 || report.is_settled, "{game}: {} readings", readings.get());
        readings.set(0);
        let clock = GameClock { remaining: Duration::from_millis(100), increment: Duration::ZERO };
        let clocked = Budget { time: None, clock: Some(clock), ..timed };
        spec(game).visit(Within(&clocked));
        assert!(readings.get() <= 60, "{game}: {} readings", readings.get());
    }
}

#[test]
fn a_raised_flag_ends_the_search() {
    for game in GAMES {
        let stop = AtomicBool::new(false);
        let readings = Cell::new(0);
        let elapsed = || {
            readings.set(readings.get() + 1);
            stop.store(readings.get() >= 50, Ordering::Relaxed);
            Duration::from_micros(100 * readings.get())
        };
        let budget = Budget { elapsed: &elapsed, stop: Some(&stop), ..Budget::UNLIMITED };
        spec(game).visit(Within(&budget));
        assert!(readings.get() <= 52, "{game}: {} readings", readings.get());
    }
}

/// A line of play is legal from its first move to its last.
struct Lines;

impl Visit for Lines {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let budget = Budget { nodes: Some(3_000), depth: Some(20), ..Budget::UNLIMITED };
        let mut position = start;
        while position.outcome().is_none() {
            for line in search(&position, &budget, 3).lines {
                play_all(position.clone(), &line.moves);
            }
            position.play(position.random_move(&mut rng));
        }
    }
}

fn play_all(mut position: impl Position, moves: &[Move]) {
    for &mv in moves {
        assert!(position.outcome().is_none() && position.is_legal(mv));
        position.play(mv);
    }
}

/// One thread or several, of which whoever is first finishes an iteration for all, go deeper step by step,
/// as deep as they may and no deeper, and what they show can be played.
struct Together {
    aim: Aim,
    threads: usize,
    depth: u32,
}

impl Visit for Together {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let budget = Budget { depth: Some(self.depth), ..Budget::UNLIMITED };
        let task = Task { budget: &budget, aim: self.aim, lines: 2, threads: self.threads };
        let mut depths = Vec::new();
        let report =
            AlphaBeta::new(Opinion, Params::default(), 4)
                .search(&start, &task, &mut |report| depths.push(report.depth));
        assert!(depths.is_sorted_by(|one, next| one < next), "{depths:?}");
        assert_eq!(depths.last(), Some(&report.depth));
        assert!(report.depth == self.depth || report.is_settled, "{report:?}");
        assert!(report.depth <= self.depth, "{report:?}");
        for line in report.lines {
            play_all(start.clone(), &line.moves);
        }
    }
}

#[test]
fn threads_go_as_deep_as_they_may_and_no_deeper() {
    for game in GAMES {
        for threads in 1..=4 {
            for depth in 1..=3 {
                for aim in [Aim::Play, Aim::Solve] {
                    spec(game).visit(Together { aim, threads, depth });
                }
            }
        }
    }
}

#[test]
fn lines_can_be_played() {
    for game in ["connect4", "mnk:5,5,4", "othello:6x6", "sticks:30,4"] {
        spec(game).visit(Lines);
    }
}
