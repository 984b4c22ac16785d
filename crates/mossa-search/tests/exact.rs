//! Exact values, with their distances, are those of the slow, obvious twin: on every small board,
//! with any table, any number of threads, and for every move.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Move, Position, Value, Visit};
use mossa_search::{Aim, AlphaBeta, Exhaustive, NoKnowledge, Params, Report, Score, Search, Task};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

/// Solves positions of random games, from the start on, and compares each with the twin.
struct Check {
    megabytes: usize,
    threads: usize,
    games: u64,
}

fn solve<P: Position>(position: &P, check: &Check, lines: usize) -> Report {
    let mut search = AlphaBeta::new(NoKnowledge, Params::default(), check.megabytes);
    let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines, threads: check.threads };
    search.search(position, &task, &mut |_| {})
}

fn exact(value: Value) -> Exact {
    match value {
        Value::Exact(exact) => exact,
        Value::Estimate(estimate) => panic!("{estimate:?} where an exact value was due"),
    }
}

fn expected(score: Score) -> Exact {
    exact(score.to_value(true, true, |_| None))
}

impl Visit for Check {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut twin = Exhaustive::new();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..self.games {
            let mut position = start.clone();
            while position.outcome().is_none() {
                self.compare(&position, &mut twin);
                position.play(position.random_move(&mut rng));
            }
        }
    }
}

impl Check {
    fn compare<P: Position>(&self, position: &P, twin: &mut Exhaustive<P>) {
        let shown = position.diagram();
        let report = solve(position, self, 1);
        assert!(report.is_settled, "{shown}: {report:?}");
        let best = report.best().expect("a line");
        assert_eq!(exact(best.value), expected(twin.score(position)), "{shown}");
        check_line(position, &best.moves, twin);
        let report = solve(position, self, usize::MAX);
        assert_eq!(report.lines.len() as u64, position.move_count(), "{shown}");
        for line in &report.lines {
            let mut after = position.clone();
            after.play(line.mv());
            let score = -twin.score(&after).earlier(1);
            assert_eq!(exact(line.value), expected(score), "{shown} {:?}", line.mv());
        }
    }
}

/// Every move of the line keeps the value, and the line of a won game goes to its end.
fn check_line<P: Position>(position: &P, line: &[Move], twin: &mut Exhaustive<P>) {
    let mut position = position.clone();
    let plies = twin.score(&position).plies();
    for &mv in line {
        let before = twin.score(&position);
        assert!(position.outcome().is_none() && position.is_legal(mv));
        position.play(mv);
        assert_eq!(-twin.score(&position).earlier(1), before, "{}", position.diagram());
    }
    if let Some(plies) = plies {
        assert_eq!(line.len() as u32, plies, "{}", position.diagram());
    }
}

fn check(spec: &str, games: u64) {
    let spec: GameSpec = spec.parse().expect("a good spec");
    for (megabytes, threads) in [(1, 1), (16, 1), (1, 2), (4, 3)] {
        spec.visit(Check { megabytes, threads, games });
    }
}

#[test]
fn small_boards() {
    for spec in [
        "mnk:1,1,1",
        "mnk:2,3,2",
        "mnk:3,3,3",
        "mnk:3,3,2,exact",
        "mnk:3,4,3",
        "mnk:2,6,4",
        "connect:3,3,3",
        "connect:4,3,3",
        "connect:1,9,3",
        "othello:4x4,dirs=hv",
        "sticks:13,3",
        "sticks:9,3,misere",
        "sticks:14,take=1/3/4",
    ] {
        check(spec, 2);
    }
}

#[test]
fn middle_boards() {
    for spec in ["connect:4,4,3", "connect:4,4,4", "othello:4x4"] {
        check(spec, 1);
    }
}

/// Searches to play, with late moves looked at less deep.
struct Reducing;

impl Visit for Reducing {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut twin = Exhaustive::new();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let params = Params { reduce_from: 1, reduce_depth: 2, ..Params::default() };
        for _ in 0..4 {
            let mut position = start.clone();
            while position.outcome().is_none() {
                let mut search = AlphaBeta::new(NoKnowledge, params, 4);
                let report = search.search(&position, &Task::play(&Budget::UNLIMITED), &mut |_| {});
                let best = report.best().expect("a line");
                assert_eq!(
                    exact(best.value),
                    expected(twin.score(&position)),
                    "{}",
                    position.diagram()
                );
                check_line(&position, &best.moves, &mut twin);
                position.play(position.random_move(&mut rng));
            }
        }
    }
}

#[test]
fn reductions_do_not_make_wins_longer_or_losses_shorter() {
    for spec in ["mnk:3,4,3", "connect:4,4,3", "connect:4,5,4"] {
        spec.parse::<GameSpec>().expect("a good spec").visit(Reducing);
    }
}

/// Stops after a few positions, and believes what is called settled.
struct Stopped;

impl Visit for Stopped {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut twin = Exhaustive::new();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        for _ in 0..20 {
            let mut position = start.clone();
            while position.outcome().is_none() {
                for nodes in 1..12 {
                    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
                    let mut search = AlphaBeta::new(NoKnowledge, Params::default(), 1);
                    let task = Task { aim: Aim::Solve, ..Task::play(&budget) };
                    let report = search.search(&position, &task, &mut |_| {});
                    let best = report.best().filter(|_| report.is_settled);
                    if let Some(best) = best {
                        let shown = position.diagram();
                        assert_eq!(exact(best.value), expected(twin.score(&position)), "{shown}");
                    }
                }
                position.play(position.random_move(&mut rng));
            }
        }
    }
}

#[test]
fn what_was_not_looked_at_is_not_ruled_out() {
    for spec in ["mnk:3,3,3", "connect:4,4,3", "othello:4x4"] {
        spec.parse::<GameSpec>().expect("a good spec").visit(Stopped);
    }
}
