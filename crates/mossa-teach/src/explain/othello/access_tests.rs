//! What explanations of Othello say of squares to which a side can go holds when it is tried on the board.

use proptest::prelude::*;

use super::{
    discs, passes,
    rivals_tests::{any_spec, at, explained, rows},
};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

/// Whether a side can go to a square if it is its turn.
fn can_go(game: &Game, side: Side, square: Move) -> bool {
    let turned = discs::turned_to(game, side);
    turned.is_some_and(|turned| turned.outcome().is_none() && at(&turned, &[square]).is_some())
}

/// Whether a side goes to a square in a line, played out.
fn goes_to(game: &Game, line: &Story, side: Side, square: Move) -> bool {
    let is_it = |n: usize| {
        let before = at(game, &line.moves[..n]).unwrap();
        line.moves[n] == square && before.position().side_to_move() == side
    };
    (0..line.moves.len()).any(is_it)
}

/// The squares that are another side's after a move.
fn turned(before: &Game, mv: Move) -> Vec<u32> {
    let owners = |game: &Game| game.position().view().board().unwrap().cells.clone();
    let (was, is) = (owners(before), owners(&at(before, &[mv]).unwrap()));
    let cells = (0..was.len()).filter(|&cell| was[cell].is_some() && was[cell] != is[cell]);
    cells.map(|cell| cell as u32).collect()
}

fn check_opened(request: &Request<'_>, line: &Story, reply: &Story) {
    let (mover, game, best) = (request.mover(), request.game, line.moves[0]);
    let [after, after_best] = [reply.moves[0], best].map(|mv| at(game, &[mv]).unwrap());
    let opened = request.opened(line, reply).unwrap();
    for &square in &opened.all {
        assert!(can_go(&after, !mover, square) && !can_go(&after_best, !mover, square));
        assert!(!goes_to(game, line, !mover, square));
    }
    for &square in &opened.lost {
        assert!(opened.all.contains(&square));
        assert!(can_go(&after_best, mover, square) && !can_go(&after, mover, square));
    }
    for square in &opened.used {
        let played = reply.moves.iter().position(|mv| mv == square).unwrap();
        let before = at(game, &reply.moves[..played]).unwrap();
        assert!(opened.all.contains(square) && before.position().side_to_move() != mover);
    }
    assert_eq!(opened.is_best, can_go(&after, !mover, best));
}

fn check_answer(request: &Request<'_>, line: &Story, reply: &Story) {
    let (mover, game, best) = (request.mover(), request.game, line.moves[0]);
    let after_best = at(game, &[best]).unwrap();
    if let Some(only) = request.only_answer(line, reply) {
        let answer = reply.moves[1];
        assert!(!can_go(&after_best, !mover, answer) && !goes_to(game, line, !mover, answer));
        assert_eq!(only.is_own, can_go(&after_best, mover, answer));
        assert_eq!(only.turned, turned(&at(game, &reply.moves[..1]).unwrap(), answer));
    }
    if let Some(answer) = request.is_gone(best, reply) {
        assert_eq!(answer, reply.moves[1]);
        assert!(!can_go(&at(game, &reply.moves[..2]).unwrap(), mover, best));
    }
}

/// How often a side passes in a line, played out.
fn n_passes(game: &Game, moves: &[Move], side: Side) -> usize {
    let is_pass = |&n: &usize| {
        let before = at(game, &moves[..n]).unwrap();
        moves[n] == Move::PASS && before.position().side_to_move() == side
    };
    (0..moves.len()).filter(is_pass).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whoever is said to pass more often in one of two lines does.
    #[test]
    fn passes_are_played(
        spec in prop::sample::select(vec!["othello:4x4", "othello:4x6", "othello:6x6"]),
        choices in prop::collection::vec(0..1000_usize, 4..28),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, replies| {
            for (index, told) in request.spared(findings, best, replies).into_iter().flatten() {
                let reply = replies[index].as_ref().unwrap();
                let counts = [best, reply].map(|it| n_passes(&game, &it.moves, request.mover()));
                assert!(told == counts && counts[0] < counts[1]);
            }
            for reply in replies.iter().flatten() {
                for side in Side::BOTH {
                    let counts = [best, reply].map(|it| n_passes(&game, &it.moves, side));
                    if let Some(told) = passes::passes_more(side, best, reply) {
                        assert!(told == counts && counts[0] < counts[1]);
                    }
                }
            }
        });
    }

    /// A corner that is said to wait can still be taken after the answer.
    #[test]
    fn waiting_corners_stay_open(
        spec in prop::sample::select(vec!["othello:4x6", "othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 10..50),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let explanation = explained(&spec, &game, 20_000);
        for row in rows(&explanation, "How it goes on") {
            let Some((before, _)) = row[3].split_once(" can wait:") else { continue };
            let corner = before.rsplit(' ').next().unwrap();
            let number: usize = row[0].parse().unwrap();
            let Some(moves) = explanation.line.get(..=number) else { continue };
            let next = at(&game, moves).unwrap();
            let names = next.position().moves().into_iter().map(|mv| next.position().show_move(mv));
            prop_assert!(names.into_iter().any(|name| name == corner), "{}", row[3]);
        }
    }

    /// Squares that a worse move is said to open are open after it, and not after the best one.
    #[test]
    fn opened_squares_are_open(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, _| {
            for line in &findings.lines[1..] {
                let reply = Story::tell(&spec, &game, &line.moves);
                check_opened(request, best, &reply);
                check_answer(request, best, &reply);
            }
        });
    }

}
