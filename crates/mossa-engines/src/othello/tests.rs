//! Whatever is counted, by its slow twin and by what must hold on every board.

use std::collections::HashSet;

use mossa_games::{
    Rules,
    othello::{OthelloPosition, Spec, VisitOthello},
    symmetry,
    word::Word,
};
use mossa_kernel::{BoardView, Move, Side, View};
use mossa_search::{Knowledge, MoveSink, Scope, Score};
use proptest::prelude::*;

use super::{LAST_SQUARES, OthelloKnowledge, ending, geometry::Geometry, twin::Twin};

/// Walks from the start, and then does something with the position, unless the game is over.
struct AtEnd<'c, T> {
    choices: &'c [u16],
    test: T,
}

/// Something to be asserted of a position.
trait Assert {
    fn check<P: OthelloPosition>(self, position: P);
}

impl<T: Assert> VisitOthello for AtEnd<'_, T> {
    type Out = ();

    fn visit<P: OthelloPosition>(self, start: P) {
        let mut position = start;
        for &choice in self.choices {
            if position.outcome().is_some() {
                return;
            }
            step(&mut position, choice);
        }
        if position.outcome().is_none() {
            self.test.check(position);
        }
    }
}

fn step<P: OthelloPosition>(position: &mut P, choice: u16) {
    let count = position.moves().count();
    let mv = match count {
        0 => Move::PASS,
        _ => Move(position.moves().nth(u32::from(choice) % count)),
    };
    position.play(mv);
}

fn check(parameters: &str, choices: &[u16], test: impl Assert) {
    Spec::parse(parameters).unwrap().visit_othello(AtEnd { choices, test });
}

const DIRECTIONS: [&str; 6] = ["h", "v", "hv", "hd", "vd", "hvd"];

fn any_board(sizes: &'static [&'static str]) -> impl Strategy<Value = String> {
    let directions = prop::sample::select(&DIRECTIONS[..]);
    (prop::sample::select(sizes), directions)
        .prop_map(|(size, letters)| format!("{size},dirs={letters}"))
}

fn any_walk(longest: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..longest)
}

fn same_turn<P: OthelloPosition>(position: &P, owner: impl Fn(u32) -> Option<Side>) -> P {
    let spec = position.spec();
    let view = View::Board(BoardView::new(spec.rows(), spec.columns(), owner));
    position.set_up(&view, Some(position.side_to_move())).unwrap()
}

fn owner<P: OthelloPosition>(position: &P, square: u32) -> Option<Side> {
    let View::Board(board) = position.view() else { unreachable!() };
    board.cells[square as usize]
}

struct LikeTwin;

impl Assert for LikeTwin {
    fn check<P: OthelloPosition>(self, position: P) {
        let knowledge = OthelloKnowledge::new(position.spec());
        let counted = knowledge.shared.counter.features(&position);
        assert_eq!(counted, Twin::new(&position).features(), "{}", position.diagram());
    }
}

/// Turned boards are worth the same, and what is good for one side is bad for the other.
struct Fair;

impl Assert for Fair {
    fn check<P: OthelloPosition>(self, position: P) {
        let spec = position.spec();
        let mut knowledge = OthelloKnowledge::new(spec);
        let estimate = knowledge.evaluate(&position);
        for turn in 0..position.symmetries() {
            let back = |square: u32| {
                (0..spec.rows() * spec.columns())
                    .find(|&from| {
                        symmetry::map_cell(from, spec.rows(), spec.columns(), turn) == square
                    })
                    .unwrap()
            };
            let turned = same_turn(&position, |square| owner(&position, back(square)));
            assert_eq!(knowledge.evaluate(&turned), estimate, "{}", turned.diagram());
        }
        let swapped = same_turn(&position, |square| owner(&position, square).map(|side| !side));
        let counter = &knowledge.shared.counter;
        let negated = counter.features(&swapped).map(|count| -count);
        assert_eq!(negated, counter.features(&position));
        assert!(estimate.abs() <= Score::LARGEST_ESTIMATE);
    }
}

/// Discs that are called stable keep their color, whatever is played.
struct StaysStable<'c> {
    further: &'c [u16],
}

fn stable<P: OthelloPosition>(geometry: &Geometry<P::Word>, position: &P) -> [P::Word; 2] {
    let (ours, theirs) = (position.ours(), position.theirs());
    let safe = geometry.safe(geometry.board & !(ours | theirs));
    let mut stable = [ours, theirs].map(|discs| geometry.stable(discs, &safe));
    if position.side_to_move() == Side::Second {
        stable.reverse();
    }
    stable
}

impl Assert for StaysStable<'_> {
    fn check<P: OthelloPosition>(self, mut position: P) {
        let geometry = Geometry::new(position.spec());
        let mut before = stable(&geometry, &position);
        for &choice in self.further {
            if position.outcome().is_some() {
                return;
            }
            step(&mut position, choice);
            let now = stable(&geometry, &position);
            for (before, now) in before.iter().zip(now) {
                assert!((*before & !now).is_empty(), "{}", position.diagram());
            }
            before = now;
        }
    }
}

/// The same, and no continuation is left out.
struct StaysStableAlways;

impl Assert for StaysStableAlways {
    fn check<P: OthelloPosition>(self, position: P) {
        fn search<P: OthelloPosition>(position: &P, claimed: [P::Word; 2], seen: &mut HashSet<P>) {
            let mut owned = [position.ours(), position.theirs()];
            if position.side_to_move() == Side::Second {
                owned.reverse();
            }
            for (claimed, owned) in claimed.iter().zip(owned) {
                assert!((*claimed & !owned).is_empty(), "{}", position.diagram());
            }
            if position.outcome().is_none() && seen.insert(position.clone()) {
                position.each_move(|mv| {
                    let mut after = position.clone();
                    after.play(mv);
                    search(&after, claimed, seen);
                });
            }
        }
        let claimed = stable(&Geometry::new(position.spec()), &position);
        search(&position, claimed, &mut HashSet::new());
    }
}

/// Every move is listed once; a pass is forced.
struct ListsAll;

impl Assert for ListsAll {
    fn check<P: OthelloPosition>(self, position: P) {
        let mut knowledge = OthelloKnowledge::new(position.spec());
        for depth in [0, 20] {
            knowledge.verdict(&position, depth);
            let mut listed = Vec::new();
            let scope = knowledge.moves(&position, &mut MoveSink::new(&mut listed));
            let mut moves: Vec<Move> = listed.iter().map(|&(mv, _)| mv).collect();
            moves.sort_unstable();
            let mut legal = Vec::new();
            position.each_move(|mv| legal.push(mv));
            assert_eq!(moves, legal);
            assert_eq!(scope == Scope::Forced, legal == [Move::PASS]);
        }
    }
}

/// The last squares are searched as the rules say.
struct EndsRight;

fn minimax<P: OthelloPosition>(position: &P) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, position.side_to_move());
    }
    let mut best = Score::WORST;
    position.each_move(|mv| {
        let mut after = position.clone();
        after.play(mv);
        best = best.max(-minimax(&after));
    });
    best
}

impl Assert for EndsRight {
    fn check<P: OthelloPosition>(self, mut position: P) {
        let mut knowledge = OthelloKnowledge::new(position.spec());
        while position.outcome().is_none() {
            let empty = knowledge.empty(&position);
            if empty.count() <= LAST_SQUARES + 2 {
                let margin = Score::counted(ending::margin(&position, empty));
                assert_eq!(margin, minimax(&position), "{}", position.diagram());
                let verdict = knowledge.verdict(&position, 0);
                assert_eq!(verdict, (empty.count() <= LAST_SQUARES).then_some(margin));
            }
            step(&mut position, 7);
        }
    }
}

proptest! {
    #[test]
    fn small_boards_are_counted_as_by_hand(
        board in any_board(&["4x4", "4x6", "6x6", "8x8", "4x8", "8x6"]),
        choices in any_walk(64),
    ) {
        check(&board, &choices, LikeTwin);
        check(&board, &choices, Fair);
        check(&board, &choices, ListsAll);
    }

    #[test]
    fn stable_discs_stay(
        board in any_board(&["4x4", "6x6", "8x8", "10x4", "10x10"]),
        choices in any_walk(70),
        further in prop::collection::vec(any::<u16>(), 90),
    ) {
        check(&board, &choices, StaysStable { further: &further });
    }

    #[test]
    fn stable_discs_stay_in_every_line(
        board in any_board(&["4x4"]),
        choices in prop::collection::vec(any::<u16>(), 4..10),
    ) {
        check(&board, &choices, StaysStableAlways);
    }

    #[test]
    fn endings_are_exact(
        board in any_board(&["4x4", "6x4", "6x6", "8x8", "10x8"]),
        choices in any_walk(60),
    ) {
        check(&board, &choices, EndsRight);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn large_boards_are_counted_as_by_hand(
        board in any_board(&["10x10", "16x12", "4x26", "26x4", "26x26"]),
        choices in any_walk(700),
    ) {
        check(&board, &choices, LikeTwin);
        check(&board, &choices, Fair);
        check(&board, &choices, ListsAll);
    }
}

#[test]
fn chances_are_even_for_equals_and_grow() {
    let chance = |estimate| super::weights::winning_chance(estimate);
    assert!((chance(0) - 0.5).abs() < 1e-9);
    let chances: Vec<f64> = (-6_400..=6_400).step_by(100).map(chance).collect();
    assert!(chances.is_sorted() && chances[0] > 0.0 && chances[128] < 1.0, "{chances:?}");
}
