//! Waiting, beside exhaustive search and beside the solver.

use mossa_games::{
    Rules,
    connect::{Bits, Size, Spec, Stacks, VisitConnect},
};
use mossa_kernel::{Budget, GameResult, Position, Value};
use mossa_search::{Exhaustive, Knowledge, Score, Task};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{counted::CountedKnowledge, params::Params, solver};
use crate::Options;

/// Every position of some games by chance in which nobody completes a line while there is another move.
fn positions<P: Position>(start: &P, games: u64) -> Vec<P> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = start.clone();
        while position.outcome().is_none() {
            positions.push(position.clone());
            let after = |mv| {
                let mut after = position.clone();
                after.play(mv);
                after
            };
            let tries = (0..20).map(|_| after(position.random_move(&mut rng)));
            let goes_on = |after: &P| after.outcome().is_none();
            position =
                tries.reduce(|kept, other| if goes_on(&kept) { kept } else { other }).unwrap();
        }
    }
    positions
}

fn knowledge(spec: Spec) -> CountedKnowledge {
    CountedKnowledge::new(spec, Params::counted(spec), 0)
}

/// A loss that knowledge with and without waiting see differently.
fn loss_by_waiting<P: Position>(
    patient: &mut CountedKnowledge,
    strict: &mut CountedKnowledge,
    position: &P,
) -> Option<Score> {
    patient.reset(position);
    strict.reset(position);
    let known = strict.verdict(position, 0);
    let said = patient.verdict(position, 0);
    assert!(known.is_none() || said == known, "{}", position.diagram());
    said.filter(|_| known.is_none())
}

fn pair(spec: Spec) -> [CountedKnowledge; 2] {
    let mut strict = knowledge(spec);
    Knowledge::<Stacks>::insist_on_shortest(&mut strict);
    [knowledge(spec), strict]
}

/// Who is said to lose by waiting does lose, and no later than said.
#[test]
fn losses_are_true() {
    let mut n_losses = 0;
    for (rows, columns) in [(4, 3), (3, 4), (4, 4), (5, 3), (5, 4), (4, 5), (6, 3), (3, 6), (7, 3)]
    {
        for run in 3..=4.min(rows.max(columns)) {
            let spec = Spec::parse(&format!("{rows},{columns},{run}")).unwrap();
            let ([mut patient, mut strict], mut twin) = (pair(spec), Exhaustive::new());
            for position in positions(&Stacks::new(spec), 150) {
                if let Some(said) = loss_by_waiting(&mut patient, &mut strict, &position) {
                    let truth = twin.score(&position);
                    let shown = position.diagram();
                    assert!(said < Score::DRAW && truth <= said, "{shown}: {truth:?} {said:?}");
                    n_losses += 1;
                }
            }
        }
    }
    assert!(n_losses > 300, "{n_losses}");
}

struct BesideSolver<'a>(&'a mut [u32; 2]);

impl VisitConnect for BesideSolver<'_> {
    type Out = ();

    fn bits<S: Size>(self, start: Bits<S>) {
        let spec = start.size().spec();
        let [mut patient, mut strict] = pair(spec);
        for position in positions(&start, 100) {
            patient.reset(&position);
            strict.reset(&position);
            if strict.verdict(&position, 0).is_some() {
                continue;
            }
            let said = patient.verdict(&position, 0).is_some();
            assert_eq!(said, solver::loses_by_waiting(&position), "{}", position.diagram());
            self.0[usize::from(said)] += 1;
        }
    }

    fn stacks(self, _start: Stacks) {
        panic!("a board of at most 128 bits");
    }
}

/// The solver, which reads the same off words, sees the same losses.
#[test]
fn the_solver_sees_the_same_losses() {
    let mut n_compared = [0; 2];
    for text in ["6,7,4", "9,10,5", "5,9,4", "8,8,5", "7,7,4", "10,8,4", "3,12,3", "12,4,4"] {
        Spec::parse(text).unwrap().visit_connect(BesideSolver(&mut n_compared));
    }
    assert!(n_compared.into_iter().all(|n| n > 300), "{n_compared:?}");
}

/// On a board that is too large for the solver, the engine tells a loss long before the end.
#[test]
fn a_loss_is_seen_far_ahead() {
    let spec = Spec::parse("12,13,5").unwrap();
    let mut game = mossa_games::GameSpec::Connect(spec).start();
    let moves = "12 2 10 9 9 10 9 10 5 10 10 10 10 10 10 10 10 9 9 7 5 9 9 9 9 9 9 5 9 7 5 5 5 5 5 5 5 5 5 10 \
                 12 2 2 2 2 2 2 2 2 6 1 6 7 7 7 7 7 7 7 6 6 6 6 6 6 6 6 6 6 2 2 1 7 7 7 8";
    game.play_text(moves).unwrap();
    let mut engine = super::new(&spec, Options { memory_mb: 16, ..Options::default() });
    let budget = Budget { nodes: Some(40_000), ..Budget::UNLIMITED };
    let report = engine.think(&game, &Task::play(&budget), &mut |_| {}).unwrap();
    let Value::Exact(exact) = report.best().unwrap().value else { panic!("{report:?}") };
    assert_eq!((exact.result, exact.at_most), (GameResult::Loss, true));
    assert!(exact.plies.unwrap() > 2 * report.depth, "{exact:?} {}", report.depth);
}
