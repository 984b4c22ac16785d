//! Candidates on boards of all sizes, and an evaluation without prejudice.

use mossa_games::mnk::{Board, Spec, Stones, VisitMnk};
use mossa_kernel::{Move, Position};
use mossa_search::{Knowledge, MoveSink, Scope, Score};
use proptest::prelude::*;

use super::{
    super::{knowledge::LineKnowledge, weights::Weights},
    any_spec, spec,
};

/// Plays a random game and looks at each position with knowledge kept from move to move.
struct Play<'c> {
    choices: &'c [u16],
}

impl VisitMnk for Play<'_> {
    type Out = ();

    fn visit<S: Stones>(self, start: Board<S>) {
        let mut position = start;
        let mut kept = LineKnowledge::for_play(position.stones().spec(), Weights::default());
        kept.reset(&position);
        for &choice in self.choices {
            if position.outcome().is_some() {
                return;
            }
            let mut listed = Vec::new();
            let scope = kept.moves(&position, &mut MoveSink::new(&mut listed));
            assert!(!listed.is_empty());
            let numbers: Vec<i32> = listed.iter().map(|&(_, promise)| promise).collect();
            assert!(numbers.iter().all(|promise| promise.abs() <= 1_000_000));
            listed.sort_unstable();
            let mut fresh = LineKnowledge::for_play(position.stones().spec(), Weights::default());
            fresh.reset(&position);
            let mut again = Vec::new();
            assert_eq!(fresh.moves(&position, &mut MoveSink::new(&mut again)), scope);
            again.sort_unstable();
            assert_eq!(listed, again);
            assert_eq!(kept.evaluate(&position), fresh.evaluate(&position));
            assert!(kept.evaluate(&position).abs() <= Score::LARGEST_ESTIMATE);
            check_turned(&position, &mut fresh);
            let mv = listed[usize::from(choice) % listed.len()].0;
            assert!(position.is_legal(mv));
            kept.play(&position, mv);
            position.play(mv);
        }
    }
}

/// A turned or mirrored board is worth the same.
fn check_turned<S: Stones>(position: &Board<S>, knowledge: &mut LineKnowledge) {
    if position.move_space() > 400 {
        return;
    }
    let straight = knowledge.evaluate(position);
    for symmetry in 0..position.symmetries() {
        let mut turned = LineKnowledge::for_play(position.stones().spec(), Weights::default());
        for cell in 0..position.move_space() {
            if let Some(side) = position.stones().owner(cell) {
                turned.lines.place(position.map_move(Move(cell), symmetry).0, side);
            }
        }
        assert_eq!(turned.evaluate(position), straight);
        // Were the stones of the other color, the same would be said of the other side.
        let mut swapped = LineKnowledge::for_play(position.stones().spec(), Weights::default());
        for cell in 0..position.move_space() {
            if let Some(side) = position.stones().owner(cell) {
                swapped.lines.place(cell, !side);
            }
        }
        assert_eq!(swapped.evaluate_for(!position.side_to_move()), straight);
    }
}

fn play(spec: Spec, choices: &[u16]) {
    spec.visit_mnk(Play { choices });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn candidates_are_sensible(spec in any_spec(16), choices: [u16; 32]) {
        play(spec, &choices);
    }
}

#[test]
fn the_largest_boards_are_played() {
    for parameters in ["200,200,5", "200,200,10", "200,200,200", "1,200,200", "200,3,5,exact"] {
        play(spec(parameters), &[7, 3, 0, 9, 12, 5]);
    }
}

/// Plays some moves; how those that may follow are listed, and which they are.
struct Listed<'m>(&'m [&'m str]);

impl VisitMnk for Listed<'_> {
    type Out = (Scope, Vec<String>);

    fn visit<S: Stones>(self, start: Board<S>) -> Self::Out {
        let mut position = start;
        for name in self.0 {
            position.play(position.read_move(name).unwrap());
        }
        let mut knowledge = LineKnowledge::for_play(position.stones().spec(), Weights::default());
        knowledge.reset(&position);
        let mut listed = Vec::new();
        let scope = knowledge.moves(&position, &mut MoveSink::new(&mut listed));
        let mut names: Vec<String> = listed.iter().map(|&(mv, _)| position.show_move(mv)).collect();
        names.sort();
        (scope, names)
    }
}

fn listed(parameters: &str, moves: &[&str]) -> (Scope, String) {
    let (scope, names) = spec(parameters).visit_mnk(Listed(moves));
    (scope, names.join(" "))
}

#[test]
fn threats_are_answered() {
    let four = ["c3", "g3", "d3", "d5", "e3", "e6", "f3"];
    assert_eq!(listed("7,7,5", &four), (Scope::Forced, "b3".into()));
    let to_win = ["c3", "g3", "d3", "g4", "e3", "g5", "b3", "g6"];
    assert_eq!(listed("7,7,5", &to_win), (Scope::Forced, "a3 f3".into()));
    // An open three is stopped at its ends.
    let three = ["d5", "c7", "e5", "e7", "f5"];
    assert_eq!(listed("9,9,5", &three), (Scope::All, "c5 g5".into()));
    // Or by making fours.
    let three = ["d5", "c7", "e5", "d8", "f5", "e9", "i1"];
    assert_eq!(listed("9,9,5", &three), (Scope::All, "a5 b6 c5 g5".into()));
    // The game begins in the middle.
    assert_eq!(listed("9,9,5", &[]), (Scope::Likely, "e5".into()));
}

#[test]
fn chances_are_chances() {
    let knowledge = LineKnowledge::for_play(spec("15,15,5"), Weights::default());
    let chance = |estimate| {
        fn of<S: Stones>(_: &Board<S>, knowledge: &LineKnowledge, estimate: i32) -> Option<f64> {
            Knowledge::<Board<S>>::winning_chance(knowledge, estimate)
        }
        struct Ask<'k>(&'k LineKnowledge, i32);
        impl VisitMnk for Ask<'_> {
            type Out = Option<f64>;
            fn visit<S: Stones>(self, start: Board<S>) -> Option<f64> {
                of(&start, self.0, self.1)
            }
        }
        spec("15,15,5").visit_mnk(Ask(&knowledge, estimate)).unwrap()
    };
    assert!((chance(0) - 0.5).abs() < 1e-9);
    assert!((chance(300) + chance(-300) - 1.0).abs() < 1e-9);
    assert!(chance(300) > chance(100) && chance(Score::LARGEST_ESTIMATE) <= 1.0);
}
