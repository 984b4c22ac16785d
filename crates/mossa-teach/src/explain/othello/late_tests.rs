//! What is told of lines that were played on holds when they are played.

use super::{
    discs, gist_tests,
    harm::Harm,
    late::{Late, Trouble},
    rivals_tests::at,
};
use crate::explain::*;

/// The first moves of two lines that were played on, that of the best move first.
fn both(findings: &Findings, index: usize, length: usize) -> [&[Move]; 2] {
    [0, index].map(|index| &findings.played_on(findings.lines[index].mv()).unwrap()[..length])
}

/// The corners that a side takes in a line.
fn taken(request: &Request<'_>, line: &[Move], side: Side) -> Vec<Move> {
    let corners = discs::corners(request.spec, request.game);
    let is_taken = |played: &usize| {
        let before = at(request.game, &line[..*played]).unwrap();
        corners.contains(&line[*played]) && before.position().side_to_move() == side
    };
    (0..line.len()).filter(is_taken).map(|played| line[played]).collect()
}

pub(super) fn check(request: &Request<'_>, findings: &Findings, index: usize, late: Late) {
    let [best, reply] = both(findings, index, late.within);
    let (game, mover) = (request.game, request.mover());
    match late.trouble {
        Trouble::Harm(Harm::Corner(number)) => {
            assert!(taken(request, reply, !mover).contains(&reply[number]));
            assert!(!taken(request, best, !mover).contains(&reply[number]));
        }
        Trouble::Harm(Harm::Pass(number)) => {
            assert_eq!(reply[number], Move::PASS);
            let story = Story::tell(request.spec, game, best);
            assert!(!story.turns().iter().any(|turn| turn.is_pass && turn.side == mover));
        }
        Trouble::Harm(Harm::Short(number, better)) => {
            let [best, reply] = [best, reply]
                .map(|line| gist_tests::n_safe(request, &at(game, &line[..number]).unwrap()));
            assert_eq!([best, reply], [better, 0]);
        }
        Trouble::Missed(number) => {
            assert!(taken(request, best, mover).contains(&best[number]));
            assert!(taken(request, reply, mover).is_empty());
        }
        Trouble::Choice(played) => {
            let [better, worse] = [best, reply].map(|line| {
                let after = at(game, &line[..played]).unwrap();
                [mover, !mover].map(|side| gist_tests::n_squares(&after, side))
            });
            assert!(worse[0] + better[1] < better[0] + worse[1], "{worse:?} {better:?}");
        }
        Trouble::Firm => {
            let [better, worse] = [best, reply]
                .map(|line| request.firm_discs(&Story::tell(request.spec, game, line)));
            assert!(worse[0] + better[1] < better[0] + worse[1], "{worse:?} {better:?}");
        }
    }
}
