//! Verdicts are true to the ply, and what is left out of a complete list does not matter.

use std::collections::HashSet;

use mossa_games::mnk::{Board, Spec, Stones, VisitMnk};
use mossa_kernel::{Move, Position};
use mossa_search::{Exhaustive, Knowledge, MoveSink, Scope, Score};
use proptest::prelude::*;

use super::{
    super::{knowledge::LineKnowledge, weights::Weights},
    any_spec, spec,
};

/// Walks at random until few cells are left, then judges every position from there on.
struct Judge<'c> {
    choices: &'c [u16],
    /// How many free cells are left when judging begins.
    free: u64,
}

impl VisitMnk for Judge<'_> {
    type Out = ();

    fn visit<S: Stones>(self, start: Board<S>) {
        let spec = start.stones().spec();
        let mut position = start;
        let mut choices = self.choices.iter();
        while position.outcome().is_none() && position.move_count() > self.free {
            let Some(&choice) = choices.next() else { return };
            let mut moves = Vec::new();
            position.each_move(|mv| moves.push(mv));
            position.play(moves[usize::from(choice) % moves.len()]);
        }
        let mut truth = Exhaustive::new();
        truth.score(&position);
        let all: Vec<(Board<S>, Score)> =
            truth.iter().map(|(position, score)| (position.clone(), score)).collect();
        let mut proof = LineKnowledge::for_proof(spec, Weights::default());
        let mut play = LineKnowledge::for_play(spec, Weights::default());
        for (position, score) in all {
            proof.reset(&position);
            play.reset(&position);
            if let Some(verdict) = proof.verdict(&position, 0) {
                assert_eq!(verdict, score, "{}", position.diagram());
            } else {
                // What can be seen at a glance is seen.
                assert!(!score.is_decisive() || score.plies() > Some(3), "{}", position.diagram());
            }
            if let Some(verdict) = play.verdict(&position, 0) {
                assert_eq!(verdict.number().signum(), score.number().signum());
                // A chain need not be the shortest, be it of the side to move or, after a forced
                // reply, of the other: the end may come sooner than said, never later.
                assert!(verdict.plies() >= score.plies(), "{}", position.diagram());
            }
            check_list(&position, &mut proof, score, &mut truth);
            check_list(&position, &mut play, score, &mut truth);
        }
    }
}

/// A list that claims to be complete has a best move; every list has only legal moves, once each.
fn check_list<S: Stones>(
    position: &Board<S>,
    knowledge: &mut LineKnowledge,
    best: Score,
    truth: &mut Exhaustive<Board<S>>,
) {
    let mut listed = Vec::new();
    let scope = knowledge.moves(position, &mut MoveSink::new(&mut listed));
    let different: HashSet<Move> = listed.iter().map(|&(mv, _)| mv).collect();
    assert!(!listed.is_empty() && different.len() == listed.len());
    assert!(listed.iter().all(|&(mv, _)| position.is_legal(mv)));
    let is_full_width = Knowledge::<Board<S>>::is_full_width(knowledge);
    assert!(!is_full_width || scope != Scope::Likely);
    if scope == Scope::Likely {
        return;
    }
    let after = |mv: Move| {
        let mut after = position.clone();
        after.play(mv);
        -truth.score(&after).earlier(1)
    };
    let found = different.iter().copied().map(after).max();
    assert_eq!(found, Some(best), "{}", position.diagram());
}

fn judge(spec: Spec, choices: &[u16], free: u64) {
    spec.visit_mnk(Judge { choices, free });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn verdicts_are_true(spec in any_spec(5), choices: [u16; 25]) {
        judge(spec, &choices, 7);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn verdicts_are_true_on_long_boards(choices: [u16; 24], exact: bool) {
        let rule = if exact { ",exact" } else { "" };
        for size in ["1,12,3", "2,9,3", "4,5,4", "4,5,3", "3,7,3", "6,4,4"] {
            judge(spec(&format!("{size}{rule}")), &choices, 9);
        }
    }
}

#[test]
fn whole_games_are_judged() {
    for parameters in
        ["1,1,1", "2,2,2", "3,3,3", "3,3,3,exact", "3,4,3", "3,4,3,exact", "2,5,3", "3,3,2,exact"]
    {
        judge(spec(parameters), &[], 40);
    }
}
