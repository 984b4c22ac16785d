//! What explanations of Othello say of squares that the best move takes, closes or keeps, and of what most worse moves have
//! in common, holds when it is counted by the rules.

use proptest::prelude::*;

use super::{
    avoid::Fault,
    claims_tests::{played, with_findings},
    deeds::Deeds,
    later_tests::{can_go, goes_to},
    risks_tests::n_moves,
    rivals_tests::{any_spec, at},
    *,
};

/// Whether something is true of more than half of the worse moves.
fn is_most(findings: &Findings, is: impl Fn(&Line) -> bool) -> bool {
    let behind: Vec<&Line> = findings.behind().map(|(_, line)| line).collect();
    2 * behind.iter().filter(|line| is(line)).count() > behind.len()
}

/// The same, the next best move among them.
fn is_apart(findings: &Findings, is: impl Fn(&Line) -> bool) -> bool {
    is(findings.behind().next().unwrap().1) && is_most(findings, is)
}

fn check_deeds(request: &Request<'_>, findings: &Findings, best: &Story) {
    let (game, mover) = (request.game, request.mover());
    let after = |mv: Move| at(game, &[mv]).unwrap();
    let is_own = |game: &Game, square| can_go(game, mover, square) && !can_go(game, !mover, square);
    let Some(Deeds { closed, alone, opens, missed }) = request.deeds(findings, best) else {
        return;
    };
    for &square in &closed {
        assert!(can_go(game, !mover, square) && !can_go(&after(best.moves[0]), !mover, square));
        assert!(is_apart(findings, |line| can_go(&after(line.mv()), !mover, square)));
    }
    for &square in &alone {
        assert!([1, 2].iter().all(|&n| is_own(&at(game, &best.moves[..n]).unwrap(), square)));
        let is_shared = |line: &Line| line.mv() != square && !is_own(&after(line.mv()), square);
        assert!(is_apart(findings, is_shared));
    }
    for &square in closed.iter().chain(&alone) {
        assert!(!goes_to(game, &best.moves, !mover, square));
    }
    let opened = |mv: Move| -> Vec<Move> {
        let squares = game.position().view().board().unwrap().cells.len();
        let squares = (0..u32::try_from(squares).unwrap()).map(Move);
        squares.filter(|&it| can_go(&after(mv), !mover, it) && !can_go(game, !mover, it)).collect()
    };
    if let Some((opens, more)) = opens {
        assert_eq!(opens, opened(best.moves[0]));
        let all = findings.behind().map(|(_, line)| opened(line.mv()).len());
        assert_eq!(more, all.filter(|&n| n > opens.len()).collect::<Vec<usize>>());
        assert!(is_apart(findings, |line| opened(line.mv()).len() > opens.len()));
    }
    let square = best.moves[0];
    let is_missed = |line: &Line| {
        let is_gone =
            line.moves.len() > 1 && !can_go(&at(game, &line.moves[..2]).unwrap(), mover, square);
        !goes_to(game, &line.moves, mover, square)
            && (is_gone || goes_to(game, &line.moves, !mover, square))
    };
    if missed > 0 {
        assert!(can_go(game, !mover, square));
        assert_eq!(missed, findings.behind().filter(|(_, line)| is_missed(line)).count());
        assert!(is_missed(findings.behind().next().unwrap().1) && is_most(findings, is_missed));
    }
}

fn check_avoided(request: &Request<'_>, findings: &Findings) {
    let (game, mover) = (request.game, request.mover());
    let good: Vec<&Line> = findings.peers().iter().map(|&index| &findings.lines[index]).collect();
    let worse: Vec<&Line> = findings.behind().map(|(_, line)| line).collect();
    let count =
        |lines: &[&Line], is: &dyn Fn(&Line) -> bool| lines.iter().filter(|line| is(line)).count();
    if let Some((answer, n_worse, n_good)) = findings.common_answer() {
        let is_met = |line: &Line| line.moves.get(1) == Some(&answer);
        assert_eq!([n_worse, n_good], [&worse, &good].map(|lines| count(lines, &is_met)));
        assert!(2 * n_worse >= worse.len() && 4 * n_good <= good.len());
        let is_closed = |line: &Line| !can_go(&at(game, &[line.mv()]).unwrap(), !mover, answer);
        assert_eq!(request.closed_by(findings, answer), count(&good, &is_closed));
    }
    let Some(avoided) = request.avoided(findings) else { return };
    let count_of = |game: &Game, side: Side| i64::try_from(n_moves(game, side)).unwrap();
    let extent = |line: &Line| -> i64 {
        let after = at(game, &[line.mv()]).unwrap();
        match avoided.fault {
            Fault::Corner => {
                let facts = DiscFacts::new(request.spec, game, line.mv()).unwrap();
                let corners = discs::corners(request.spec, game).into_iter();
                let is_open = corners.filter(|&corner| can_go(&after, !mover, corner)).count() > 0;
                i64::from(is_open || facts.beside.is_some())
            }
            Fault::Moves => count_of(&after, !mover),
            Fault::Outside => i64::try_from(discs::touched(game, line.mv()).unwrap()).unwrap(),
            Fault::Behind(played) => {
                let later = at(game, &line.moves[..played]).unwrap();
                count_of(&later, !mover) - count_of(&later, mover)
            }
        }
    };
    let is_fault = |line: &Line| extent(line) >= avoided.least;
    assert_eq!(avoided.n_worse, count(&worse, &is_fault));
    assert_eq!(avoided.n_good, count(&good, &is_fault));
    assert!(3 * avoided.n_worse >= 2 * worse.len() && 4 * avoided.n_good <= good.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Squares that the best move is said to take, to close or to leave to the mover alone, unlike most worse moves, are
    /// so, and what is told of the moves to avoid is true of as many of them.
    #[test]
    fn deeds_are_done(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, _| {
            check_deeds(request, findings, best);
            check_avoided(request, findings);
        });
    }

    /// A move that is said to look like another does the same by all that is counted, and lets the other side go where it
    /// is said to.
    #[test]
    fn moves_that_look_alike_are_told_apart(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, _, _| {
            for line in &findings.lines {
                let Some((alike, opened)) = request.unlike(findings, line) else { continue };
                let [it, peer] = [line.mv(), findings.lines[alike].mv()].map(|mv| at(&game, &[mv]).unwrap());
                let other = !request.mover();
                assert_eq!(n_moves(&it, other), n_moves(&peer, other));
                assert!(opened.iter().all(|&mv| can_go(&it, other, mv) && !can_go(&peer, other, mv)));
            }
        });
    }
}
