//! A square that the other side is said to want is one to which it can go after the moves that are named, and not after the
//! best one.

use proptest::prelude::*;

use super::{
    counts_tests::with_judged,
    rivals_tests::at,
    wanted::{self, Wanted},
};
use crate::explain::{claims_tests::played, *};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn it_can_go_there_after_worse_moves_only(
        spec in prop::sample::select(vec!["othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_judged(&spec, &game, |request, findings| {
            let Some(Wanted { square, answered }) = request.wanted_square(findings) else { return };
            let [best, name] = [findings.best().mv(), square].map(|mv| game.position().show_move(mv));
            let text = request.wanted_words(findings).unwrap();
            let goes_there = |moves: &[Move]| at(&game, &[moves, &[square]].concat()).is_some();
            assert!(!goes_there(&[findings.best().mv()]), "{text}");
            for &index in &answered {
                let line = &findings.lines[index];
                assert!(goes_there(&[line.mv()]) && line.moves[1] == square, "{text}");
                assert!(request.wanted_against(findings, index).unwrap().contains(&name));
            }
            for &peer in &request.wanted_peers(findings) {
                assert!(!goes_there(&[peer]), "{text}");
                let index = findings.lines.iter().position(|line| line.mv() == peer).unwrap();
                assert!(index < findings.judged.n_good, "{text}");
            }
            // One disc that is turned is enough for the reason, if it is told.
            let Some((_, causes)) = text.split_once(&format!("since {best} turns ")) else { return };
            let after = at(&game, &[findings.best().mv()]).unwrap();
            for cause in causes.split('.').next().unwrap().split([',', ' ']).filter(|it| it.len() > 1) {
                let all = after.position().view().board().unwrap().cells.len() as u32;
                let named = |cell: &u32| game.position().show_move(Move(*cell)) == cause;
                let Some(cell) = (0..all).find(named) else { continue };
                let diagram = after.position().diagram();
                let letter = names::side(!request.mover());
                let mut back = after.clone();
                back.set_up(&wanted::with_disc(&diagram, cell, letter)).unwrap();
                assert_eq!(back.position().view().board().unwrap().cells[cell as usize], Some(!request.mover()));
                assert!(at(&back, &[square]).is_some(), "{text}");
            }
        });
    }
}

/// Most worse moves let the other side go to a square that the best move takes, or from which it keeps it by turning a disc.
#[test]
fn a_square_that_is_wanted_is_told() {
    let told = |moves| tests::told("othello", moves, 300_000);
    let text = told("f5 d6 c4 d3 c3 f4 f6 f3 e6 e7 f7 c5 b6 g6 e3 e2 g4 g5 c6 h5 g3 f2");
    assert!(text.contains("h4 is where O wants to go: after "), "{text}");
    let text = told("f5 f6 e6 f4 e3 c5 g6 g5 f3 g4 h6 d7 d6 e7 h5 g3 c8 d8 e8");
    assert!(text.contains("f8 keeps X from c7: after "), "{text}");
    assert!(text.contains("After f8 X cannot, since f8 turns e7."), "{text}");
}
