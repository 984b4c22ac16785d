//! What explanations of Othello say of moves along their lines, and at the end of the game, holds when it is played out.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    cause::Little,
    claims_tests::{played, with_findings},
    points::Good,
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

    /// What a good move is said to leave or to keep it does, and as many of the worse ones do worse as is said.
    #[test]
    fn points_are_on_the_board(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, _, _| {
            let count = |index: usize, what: Good| {
                let moves = &findings.lines[index].moves;
                let after = |n: usize| at(&game, moves.get(..n)?);
                let room = |n: usize| after(n).map(|game| room(&spec, &game));
                match what {
                    Good::Left(Little::Moves) => room(1).map(|[all, _]| all),
                    Good::Left(Little::Safe) => room(1).map(|[_, safe]| safe),
                    Good::Left(Little::Open) => request.little(moves[0], Little::Open),
                    Good::Kept => {
                        let is_over = after(2).is_some_and(|game| game.outcome().is_some());
                        room(2).filter(|_| !is_over).map(|[all, _]| all)
                    }
                }
            };
            for index in findings.peers() {
                let Some(point) = request.point(findings, index, &[]) else { continue };
                assert_eq!(count(index, point.what), Some(point.count));
                let is_beaten = |it: usize| {
                    count(it, point.what).is_some_and(|n| match point.what {
                        Good::Kept => n < point.count,
                        Good::Left(_) => n > point.count,
                    })
                };
                let worse = || findings.behind().map(|(it, _)| it);
                let except: Vec<usize> = worse().filter(|&it| !is_beaten(it)).collect();
                assert_eq!(point.except, except);
                assert!(worse().next().is_some_and(is_beaten), "it speaks for the next best move as well");
                let rivals: Vec<usize> = worse().collect();
                let point = request.point(findings, index, &rivals);
                assert!(point.is_none_or(|point| point.except.is_empty()), "or for one that is told");
            }
        });
    }

    /// Lines that are said to be played on to the end are, one after the other, and what is told of them happens.
    #[test]
    fn lines_end_as_they_are_said_to(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let options = Options { memory_mb: 4, ..Options::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        let budget = Budget { nodes: Some(3_000), ..Budget::UNLIMITED };
        let engine = engine.as_mut();
        let mut request = Request { spec: &spec, game: &game, engine, threads: 1, budget: &budget };
        let mut findings = request.find_out().unwrap();
        request.look_further(&mut findings);
        let mover = request.mover();
        let best = request.played_story(&findings, 0);
        for (index, moves) in &findings.played {
            prop_assert_eq!(moves[0], findings.lines[*index].mv());
            let end = at(&game, moves).unwrap();
            let outcome = end.outcome().unwrap();
            let story = Story::tell(&spec, &game, moves);
            for side in Side::BOTH {
                for number in taken(&spec, &game, moves, side) {
                    let Some((opened, safe)) = request.opened_short(&story, number) else { continue };
                    let before = at(&game, &moves[..opened]).unwrap();
                    prop_assert_eq!(before.position().side_to_move(), !side);
                    prop_assert_eq!(room(&spec, &before)[1], safe);
                    let turned = discs::turned_to(&before, side).unwrap();
                    prop_assert!(!turned.position().is_legal(moves[number]), "it was open before");
                }
            }
            let Some(best) = best.as_ref().filter(|_| *index > 0) else { continue };
            let Some(told) = request.played_beside(&findings, &story) else { continue };
            let signed = |end: &Game| {
                let outcome = end.outcome().unwrap();
                let margin = i32::from(outcome.margin.unwrap_or(0));
                outcome.winner.map_or(0, |winner| if winner == mover { margin } else { -margin })
            };
            prop_assert!(signed(&best.end) > signed(&end), "{}", told);
            let worse = told.split("; after").next().unwrap();
            let winner = outcome.winner.map(names::side);
            let is_named = winner.is_none_or(|winner| worse.contains(winner) && worse.contains(" wins "));
            prop_assert!(is_named, "{}", told);
            if let Some((_, number)) = worse.split_once(" with move ") {
                let number: String = number.chars().take_while(char::is_ascii_digit).collect();
                let first = taken(&spec, &game, moves, !mover)[0];
                prop_assert_eq!(number, (first + 1).to_string(), "{}", told);
            }
        }
    }
}
