//! What explanations of Othello say of moves along their lines holds when it is played out.

use proptest::prelude::*;

use super::{
    claims_tests::{played, with_findings},
    rivals_tests::{any_spec, at},
    ways::Way,
    *,
};

/// The moves of the side to move, and those of them that open no corner to the other side.
fn room(spec: &GameSpec, game: &Game) -> [usize; 2] {
    let side = game.position().side_to_move();
    let corners = discs::corners(spec, game);
    let open = |game: &Game| -> Vec<Move> {
        let turned = discs::turned_to(game, !side);
        let is_open =
            |mv: &&Move| turned.as_ref().is_some_and(|game| game.position().is_legal(**mv));
        corners.iter().filter(is_open).copied().collect()
    };
    let before = open(game);
    let moves = game.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
    let moves: Vec<Move> = moves.collect();
    let is_safe =
        |mv: &&Move| open(&at(game, &[**mv]).unwrap()).iter().all(|corner| before.contains(corner));
    [moves.len(), moves.iter().filter(is_safe).count()]
}

/// With which moves of a line, counted from 0, a side takes corners.
fn taken(spec: &GameSpec, game: &Game, moves: &[Move], side: Side) -> Vec<usize> {
    let corners = discs::corners(spec, game);
    let is_own = |index: &usize| {
        let before = at(game, &moves[..*index]).unwrap();
        before.position().side_to_move() == side && corners.contains(&moves[*index])
    };
    (0..moves.len()).filter(is_own).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A side that is said to be short of safe moves in one of two lines, and not in the other, is.
    #[test]
    fn narrow_moments_are_narrow(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, _| {
            for line in &findings.lines[1..] {
                let reply = Story::tell(&spec, &game, &line.moves);
                let after = |story: &Story, n: usize| at(&game, &story.moves[..n]).unwrap();
                if let Some(kept) = request.kept(best, &reply) {
                    assert_eq!(kept, [&reply, best].map(|story| room(&spec, &after(story, 2))[0]));
                    assert!(kept[0] < kept[1]);
                }
                let Some(narrow) = request.narrow(best, &reply) else { continue };
                for (told, story) in [(narrow.worse, &reply), (narrow.better, best)] {
                    let board = after(story, narrow.played);
                    assert_eq!(board.position().side_to_move(), narrow.side);
                    assert_eq!([told.all, told.safe], room(&spec, &board));
                }
                let is_own = narrow.side == request.mover();
                assert_eq!(narrow.worse.safe < narrow.better.safe, is_own);
                // The other line never comes to that.
                let (short, roomy) = if is_own { (narrow.worse, best) } else { (narrow.better, &reply) };
                for played in 2..=roomy.moves.len() {
                    let board = after(roomy, played);
                    let is_turn = board.position().side_to_move() == narrow.side;
                    let is_short = room(&spec, &board)[1] <= short.safe && board.outcome().is_none();
                    assert!(!is_turn || !is_short);
                }
            }
        });
    }

    /// What goes wrong after a worse move in some way does.
    #[test]
    fn ways_are_taken(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, _| {
            for line in &findings.lines[1..] {
                let reply = Story::tell(&spec, &game, &line.moves);
                let mover = request.mover();
                match request.way(best, &reply) {
                    Some(Way::Corner | Way::Soon) => {
                        let theirs = taken(&spec, &game, &reply.moves, !mover);
                        let at_best = taken(&spec, &game, &best.moves, !mover);
                        let lead = |story: &Story| {
                            let [own, theirs] =
                                [mover, !mover].map(|side| taken(&spec, &game, &story.moves, side).len());
                            own.cast_signed() - theirs.cast_signed()
                        };
                        let is_sooner = at_best.first().is_none_or(|first| theirs[0] < *first);
                        assert!(!theirs.is_empty() && (lead(&reply) < lead(best) || is_sooner));
                    }
                    Some(Way::Short) => {
                        let boards = (2..=reply.moves.len()).map(|n| at(&game, &reply.moves[..n]).unwrap());
                        let mut own = boards.filter(|it| it.position().side_to_move() == mover);
                        assert!(own.any(|board| room(&spec, &board)[1] <= 3));
                    }
                    Some(Way::Free) => {
                        let narrow = request.narrow(best, &reply).unwrap();
                        assert!(narrow.side != mover && narrow.better.safe < narrow.worse.safe);
                    }
                    None => {}
                }
            }
        });
    }
}
