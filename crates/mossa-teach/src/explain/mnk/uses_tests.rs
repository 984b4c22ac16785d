//! m,n,k-games: what takes a double threat away, and what quiet moves are for, beside a slow look by the rules
//! alone.

use proptest::prelude::*;

use super::{
    blocks::{takers, told},
    plans_tests::slow_lines,
};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

/// The moves with which the side to move wins at once.
pub(super) fn winning(game: &Game) -> Vec<Move> {
    let side = game.position().side_to_move();
    let wins = |mv: &Move| {
        let mut after = game.clone();
        after.play(*mv).unwrap();
        after.outcome().is_some_and(|outcome| outcome.winner == Some(side))
    };
    game.position().moves().into_iter().filter(wins).collect()
}

/// Whether the side to move can neither win at once nor make two threats at once.
pub(super) fn is_tame(spec: &GameSpec, game: &Game) -> bool {
    let side = game.position().side_to_move();
    let stones = Stones::new(spec, game).unwrap();
    let makes_two = |mv: Move| {
        let after = stones.with(mv.0, side);
        let free = after.open_cells().filter(|&cell| after.completed_by(cell, side).is_some());
        free.count() >= 2
    };
    winning(game).is_empty() && !game.position().moves().into_iter().any(makes_two)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn single_stones_take_double_threats_away(
        spec in prop::sample::select(vec!["mnk:4,5,3", "mnk:5,5,4", "mnk:5,6,4,exact", "mnk:7,7,5"]),
        choices in prop::collection::vec(0..1000_usize, 2..12),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let side = game.position().side_to_move();
        for mv in game.position().moves() {
            let facts = Facts::new(&stones, mv, side).unwrap();
            let Some(text) = told(&stones, &facts, side) else { continue };
            let mut after = game.clone();
            after.play(mv).unwrap();
            let found = takers(&Stones::new(&spec, &after).unwrap(), side);
            for reply in after.position().moves() {
                let mut replied = after.clone();
                replied.play(reply).unwrap();
                if replied.outcome().is_none() {
                    prop_assert_eq!(found.contains(&reply.0), is_tame(&spec, &replied), "{}", text);
                }
            }
            prop_assert_eq!(text.starts_with("No single stone"), found.is_empty());
            prop_assert_eq!(text.starts_with("Only"), found.len() == 1);
        }
    }

    #[test]
    fn quiet_moves_are_of_use_as_they_are_said_to(
        spec in prop::sample::select(vec!["mnk:6,6,4", "mnk:7,7,5", "mnk:6,7,4,exact"]),
        choices in prop::collection::vec(0..1000_usize, 2..10),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, _, story, _| check_uses(request, story));
    }
}

/// Moves that are said to close the last line do, and stones that are said to matter later stand on that line.
fn check_uses(request: &Request<'_>, story: &Story) {
    for index in 0..story.moves.len() {
        let step = &story.steps()[index];
        let n_lines = |stones: &Stones| slow_lines(request.spec, stones, !step.side).len();
        let closes = n_lines(&step.before) > 0 && n_lines(&step.after()) == 0;
        let text = story.use_of(index).unwrap_or_default();
        assert_eq!(text.contains("closes the last line"), closes, "{text}");
        if let Some((later, line)) = story.served(index) {
            assert!(later > index && line.contains(&step.facts.cell));
            let after = story.steps()[later].after();
            let own = line.iter().filter(|&&cell| after.is_owned(cell, step.side)).count();
            assert!(own + 1 >= line.len(), "{text}");
            assert!(text.contains(&format!("serves for move {}", later + 1)), "{text}");
        }
    }
}

#[test]
fn where_longer_rows_do_not_win_that_is_said() {
    let exact = tests::told("mnk:9,9,5,exact", "e5 d4", 20_000);
    assert!(exact.contains("Here exactly 5 in a row win. Longer rows do not"), "{exact}");
    assert!(exact.contains("helpfulness is missing: it takes rows longer than 5 for wins."));
    let plain = tests::told("mnk:9,9,5", "e5 d4", 20_000);
    assert!(!plain.contains("Here exactly") && !plain.contains("is missing"), "{plain}");
}
