//! m,n,k-games that nobody wins: what is said of the moves that lose, beside the truth.

use std::collections::HashMap;

use proptest::prelude::*;

use super::{plans_tests::slow_lines, threatened::Menace};
use crate::explain::{
    claims_tests::{played, with_findings},
    story::Decision,
    tests::{told, truth},
    *,
};

/// How the side to move fares after each of its moves.
fn results(game: &Game) -> Vec<(Move, GameResult)> {
    let mut known = HashMap::new();
    let after = |mv: Move| {
        let mut game = game.clone();
        game.play(mv).unwrap();
        let theirs = truth(&mut game, &mut known);
        let own = match theirs {
            GameResult::Win => GameResult::Loss,
            GameResult::Draw => GameResult::Draw,
            GameResult::Loss => GameResult::Win,
        };
        (mv, own)
    };
    game.position().moves().into_iter().map(after).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn what_loses_is_counted(
        spec in prop::sample::select(vec!["tictactoe", "mnk:4,3,3", "mnk:4,4,4", "mnk:4,4,3,exact"]),
        choices in prop::collection::vec(0..1000_usize, 2..10),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        with_findings(&spec, &game, |request, findings, _, replies| {
            let is_draw = findings.proven().is_some_and(|it| it.result == GameResult::Draw);
            if !is_draw {
                return;
            }
            let results = results(&game);
            let n_lost = results.iter().filter(|(_, it)| *it == GameResult::Loss).count();
            if let Some(told) = request.lost_otherwise(n_lost) {
                let menace = Menace::new(&stones, !request.mover()).unwrap();
                let careless = menace.n_careless(&stones);
                assert!(0 < careless && careless < n_lost);
                assert!(told.starts_with(&format!("the other {n_lost} do not: {careless} lose")));
                assert!(told.contains(&format!(", {} lose", n_lost - careless)));
            }
            if let Some(told) = request.example_loss(&stones, findings, replies) {
                let is_named = |(mv, result): &(Move, GameResult)| {
                    let name = game.position().show_move(*mv);
                    *result == GameResult::Loss && told.contains(&format!("say {name},"))
                };
                assert!(results.iter().any(is_named), "{told}");
            }
        });
    }

    /// Whoever is said to answer within a pair closes a line that the other side could complete.
    #[test]
    fn answers_in_pairs_close_a_line(
        spec in prop::sample::select(vec!["tictactoe", "mnk:4,4,4", "mnk:5,5,4", "mnk:4,5,4,exact"]),
        choices in prop::collection::vec(0..1000_usize, 0..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |_, _, story, _| {
            for (step, pair) in story.steps().iter().zip(story.pair_answers()) {
                let Some(pair) = pair else { continue };
                let open = slow_lines(&spec, &step.before, !step.side);
                assert!(open.iter().any(|line| pair.iter().all(|cell| line.contains(cell))));
                assert!(pair.contains(&step.facts.cell));
            }
        });
    }

    /// The line that shows how a move loses ends with two threats of the other side's.
    #[test]
    fn examples_of_losses_show_a_double_threat(
        choices in prop::collection::vec(0..1000_usize, 2..7),
    ) {
        let spec: GameSpec = "mnk:5,5,4".parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        with_findings(&spec, &game, |request, findings, _, replies| {
            let Some(told) = request.example_loss(&stones, findings, replies) else { return };
            let winner = !request.mover();
            let shown = findings.lines.iter().zip(replies).find(|(line, _)| {
                told.contains(&format!("say {},", request.name(line)))
            });
            let (line, reply) = shown.unwrap();
            let reply = reply.as_ref().unwrap();
            assert_eq!(result(&line.value), Some(GameResult::Loss));
            assert!(matches!(reply.decision(winner), Some(Decision::Fork(..))), "{told}");
            assert_eq!(reply.end.outcome().and_then(|it| it.winner), Some(winner), "{told}");
        });
    }
}

#[test]
fn moves_that_lose_in_another_way_are_told_apart() {
    let text = told("tictactoe", "c1 a3 b3", 100_000);
    assert!(text.contains(
        "3 of O's 6 moves keep the draw: any of them will do, a1 is only an example; the other 3 do not: 2 lose to X's \
         double threat at b1, 1 loses in another way."
    ));
}

#[test]
fn an_example_of_a_loss_has_no_brackets_in_brackets() {
    let moves = "e1 c1 c4 f1 e4 g1 b5 d3 f5 f3 a6 d4 c6 b6 d6 d5";
    let text = told("mnk:7,7,5", moves, 1_000_000);
    assert!(text.contains("If X plays elsewhere, say "), "{text}");
    assert!(!text.contains("threat (two threats at once, of which only one can be stopped) at c3"));
    assert!(text.contains("Draw or loss: "), "{text}");
}
