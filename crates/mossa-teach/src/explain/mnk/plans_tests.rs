//! m,n,k-games: pairs, plans, counts and images are what a slow look at the board finds.

use std::collections::{BTreeSet, HashMap};

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    beside::is_image,
    guard::{guard, guard_after},
    pairs::pairs_against,
};
use crate::explain::{
    claims_tests::{played, with_findings},
    tests::truth,
    *,
};

const SPECS: [&str; 8] = [
    "tictactoe",
    "mnk:3,4,3",
    "mnk:4,4,4",
    "mnk:4,4,3,exact",
    "mnk:5,5,5",
    "mnk:6,6,5,exact",
    "mnk:1,9,3",
    "mnk:4,6,4",
];

/// The lines that `side` can still complete, found cell by cell.
pub(super) fn slow_lines(spec: &GameSpec, stones: &Stones, side: Side) -> Vec<Vec<u32>> {
    let GameSpec::Mnk(mnk) = spec else { panic!("only for m,n,k") };
    let (rows, columns) = (stones.rows().cast_signed(), stones.columns().cast_signed());
    let run = stones.run().cast_signed();
    let at = |row: i32, column: i32| {
        let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        is_inside.then(|| (row * columns + column).cast_unsigned())
    };
    let mut lines = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cell = |step: i32| at(row + step * down, column + step * right);
                let cells: Option<Vec<u32>> = (0..run).map(cell).collect();
                let Some(cells) = cells else { continue };
                let grows = [cell(-1), cell(run)].into_iter().flatten();
                let is_long =
                    mnk.is_exact() && grows.into_iter().any(|end| stones.is_owned(end, side));
                if !is_long && !cells.iter().any(|&cell| stones.is_owned(cell, !side)) {
                    lines.push(cells);
                }
            }
        }
    }
    lines
}

/// An attacker who plays at random, and a defender who answers in pairs: the attacker never wins.
fn play_in_pairs(game: &Game, pairs: &[[u32; 2]], attacker: Side, choices: &[usize]) {
    let mut game = game.clone();
    let mut wanted: Option<u32> = None;
    for choice in choices {
        if game.outcome().is_some() {
            break;
        }
        let moves = game.position().moves();
        let mut mv = moves[choice % moves.len()];
        if game.position().side_to_move() == attacker {
            let other = |pair: &&[u32; 2]| pair.contains(&mv.0);
            let pair = pairs.iter().find(other);
            wanted = pair.and_then(|pair| pair.iter().copied().find(|&cell| cell != mv.0));
        } else if let Some(cell) = wanted.take().filter(|&cell| moves.contains(&Move(cell))) {
            mv = Move(cell);
        }
        game.play(mv).unwrap();
    }
    assert_ne!(game.outcome().and_then(|outcome| outcome.winner), Some(attacker));
}

/// A board with a move on it, the same for all that are turned, mirrored or moved.
fn pattern(stones: &Stones, cell: u32) -> Vec<(i32, i32, u8)> {
    let columns = stones.columns();
    let kind = |at: u32| match () {
        () if at == cell => Some(2),
        () if stones.is_owned(at, Side::First) => Some(0),
        () if stones.is_owned(at, Side::Second) => Some(1),
        () => None,
    };
    let marked = (0..stones.rows() * columns).filter_map(|at| {
        Some(((at / columns).cast_signed(), (at % columns).cast_signed(), kind(at)?))
    });
    let marked: Vec<(i32, i32, u8)> = marked.collect();
    let turned = (0..8).map(|map| {
        let turn = |&(row, column, kind): &(i32, i32, u8)| {
            let (row, column) = if map & 4 == 0 { (row, column) } else { (column, row) };
            let sign = |bit: i32, value: i32| if map & bit == 0 { value } else { -value };
            (sign(1, row), sign(2, column), kind)
        };
        let mut turned: Vec<(i32, i32, u8)> = marked.iter().map(turn).collect();
        let top = turned.iter().map(|place| place.0).min().unwrap_or(0);
        let left = turned.iter().map(|place| place.1).min().unwrap_or(0);
        for place in &mut turned {
            *place = (place.0 - top, place.1 - left, place.2);
        }
        turned.sort_unstable();
        turned
    });
    turned.min().unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn pairs_hold_the_attacker(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 0..12),
        rest in prop::collection::vec(0..1000_usize, 36),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        for attacker in Side::BOTH {
            let Some(pairs) = pairs_against(&stones, attacker) else { continue };
            let cells: BTreeSet<u32> = pairs.iter().flatten().copied().collect();
            prop_assert_eq!(cells.len(), 2 * pairs.len(), "no cell is in two pairs");
            prop_assert!(cells.iter().all(|&cell| stones.is_free(cell)));
            for line in slow_lines(&spec, &stones, attacker) {
                let is_held = |pair: &[u32; 2]| pair.iter().all(|cell| line.contains(cell));
                prop_assert!(pairs.iter().any(is_held), "{:?}", line);
            }
            // Whoever is to move: one more stone of the defender's does no harm.
            play_in_pairs(&game, &pairs, attacker, &rest);
        }
    }

    /// Who is held by a plan does not win by force.
    #[test]
    fn plans_are_sound(
        spec in prop::sample::select(vec![
            "tictactoe", "mnk:3,4,3", "mnk:4,4,4", "mnk:4,4,3,exact", "mnk:1,9,3", "mnk:3,5,3",
        ]),
        choices in prop::collection::vec(0..1000_usize, 5..10),
        rest in prop::collection::vec(0..1000_usize, 16),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none() && game.position().moves().len() <= 10);
        let stones = Stones::new(&spec, &game).unwrap();
        let attacker = game.position().side_to_move();
        let plan = guard(&stones, attacker);
        let result = truth(&mut game, &mut HashMap::new());
        prop_assert!(plan.is_none() || result != GameResult::Win);
        if let Some(plan) = plan {
            let mut after = game.clone();
            for &cell in plan.tries.iter().flatten() {
                after.play(Move(cell)).unwrap();
            }
            let end = Stones::new(&spec, &after).unwrap();
            prop_assert_eq!(plan.n_lines, slow_lines(&spec, &end, attacker).len());
            play_in_pairs(&after, &plan.pairs, attacker, &rest);
        }
    }

    /// Nor does who begins with a certain move and is held then.
    #[test]
    fn plans_after_a_move_hold(
        spec in prop::sample::select(vec![
            "tictactoe", "mnk:3,4,3", "mnk:4,4,4", "mnk:4,4,3,exact", "mnk:1,9,3", "mnk:3,5,3",
        ]),
        choices in prop::collection::vec(0..1000_usize, 5..10),
        rest in prop::collection::vec(0..1000_usize, 16),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none() && game.position().moves().len() <= 10);
        let stones = Stones::new(&spec, &game).unwrap();
        let attacker = game.position().side_to_move();
        for (mv, choice) in game.position().moves().into_iter().zip(&rest) {
            let wanted = stones.open_cells().nth(*choice % stones.n_free());
            let wanted = wanted.filter(|&cell| cell != mv.0);
            // Nobody tells how a move is met that ends the game, or lets the other side do so.
            let is_calm = stones.wins(attacker).is_empty()
                && stones.with(mv.0, attacker).wins(!attacker).is_empty();
            let plan = guard_after(&stones, mv.0, attacker, wanted);
            let Some(plan) = plan.filter(|_| is_calm) else { continue };
            let mut after = game.clone();
            after.play(mv).unwrap();
            let begins = plan.tries.first().is_some_and(|tried| tried[0] == mv.0);
            for &cell in plan.tries.iter().flatten().skip(1).filter(|_| begins) {
                after.play(Move(cell)).unwrap();
            }
            let end = Stones::new(&spec, &after).unwrap();
            prop_assert_eq!(plan.n_lines, slow_lines(&spec, &end, attacker).len());
            play_in_pairs(&after, &plan.pairs, attacker, &rest);
            game.play(mv).unwrap();
            let result = truth(&mut game, &mut HashMap::new());
            game.take_back();
            prop_assert!(result != GameResult::Loss, "the other side is held, too");
        }
    }

    #[test]
    fn stones_that_are_named_stand_on_open_lines(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 0..12),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let count = |stones: &Stones, line: &[u32], side| {
            line.iter().filter(|&&cell| stones.is_owned(cell, side)).count()
        };
        for side in Side::BOTH {
            let lines = slow_lines(&spec, &stones, side);
            let most = lines.iter().map(|line| count(&stones, line, side)).max().unwrap_or(0);
            for asset in stones.assets(side) {
                prop_assert_eq!(asset.stones.len(), most);
                let owns = |line: &&Vec<u32>| asset.stones.iter().all(|cell| line.contains(cell));
                prop_assert!(lines.iter().any(|line| owns(&line)));
            }
        }
    }

    #[test]
    fn images_are_mirrored(
        spec in prop::sample::select(vec!["mnk:7,9,4", "mnk:6,6,5", "mnk:3,9,3"]),
        choices in prop::collection::vec(0..1000_usize, 1..4),
        is_even: bool,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let choices = if is_even { [&choices[..], &choices[..]].concat() } else { choices };
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let free: Vec<u32> = stones.open_cells().collect();
        for &from in &free {
            for &to in &free {
                if is_image(&stones, from, to) {
                    prop_assert_eq!(pattern(&stones, from), pattern(&stones, to));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn lines_do_not_end_on_a_threat(
        spec in prop::sample::select(vec!["mnk:7,7,4", "mnk:9,9,5", "mnk:6,6,4,exact"]),
        choices in prop::collection::vec(0..1000_usize, 4..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |_, _, story, _| {
            assert!(!story.hangs() || story.moves.len() == 1);
        });
    }
}

#[test]
fn ends_of_stones_are_counted() {
    for (moves, expected) in [
        ("g8 a1 h8 a3 i8 a5", Some(2)),
        ("g8 f8 h8 a3 i8 a5", Some(1)),
        ("a8 a1 b8 a3 c8 a5", Some(1)),
        ("g8 a1 h8 a3 j8 a5", None),
    ] {
        let spec: GameSpec = "gomoku".parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let stones = Stones::new(&spec, &game).unwrap();
        let assets = stones.assets(Side::First);
        assert_eq!(assets.iter().map(|asset| asset.open_ends).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn a_draw_by_pairs_needs_no_search() {
    for (spec, moves) in [("mnk:5,5,5", ""), ("mnk:6,6,6", "c3"), ("mnk:3,9,4", "")] {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let options = Options { memory_mb: 4, ..Options::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        let budget = Budget { nodes: Some(500), ..Budget::UNLIMITED };
        let request = Request {
            spec: &spec,
            game: &game,
            engine: engine.as_mut(),
            threads: 1,
            budget: &budget,
        };
        let explanation = request.explain().unwrap();
        assert_eq!(explanation.value.as_ref().and_then(result), Some(GameResult::Draw), "{spec}");
        let why = tests::text(&explanation);
        assert!(why.contains("of these pairs"), "{why}");
    }
}
