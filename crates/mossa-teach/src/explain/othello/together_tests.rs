//! Worse moves that are told together fail as it is said, and squares that make a difference do.

use super::{gauge::Gauge, gist_tests::n_squares, later_tests::can_go, rivals_tests::at};
use crate::explain::*;

/// Every move that somebody will ask about gets a word, alone or with others that fail to the same answer.
pub(super) fn check_together(request: &Request<'_>, findings: &Findings, best: &Story) {
    let (game, mover) = (request.game, request.mover());
    let told = request.told_rivals(findings);
    let texts = request.why_not_believed_all(findings, best, &told);
    for rival in &told {
        let name = request.name(&findings.lines[rival.index]);
        let asks = |text: &&String| {
            let question = text.split('?').next().unwrap_or_default();
            question.split([' ', ',']).any(|word| word == name)
        };
        assert_eq!(texts.iter().filter(asks).count(), 1, "{name} {texts:?}");
        if let Some((gauge, answer)) = request.fails_to(findings, best, rival) {
            let line = &findings.lines[rival.index];
            let left = n_squares(&at(game, &[line.mv(), answer]).unwrap(), mover);
            assert_eq!(request.count(&line.moves, gauge).unwrap().own, left);
        }
    }
    let told: Vec<usize> = told.iter().map(|rival| rival.index).collect();
    if let Some(wanted) = request.square_wanted(findings, &told) {
        let own = request.count(&best.moves, Gauge::Own).unwrap().own;
        let left = wanted.after.iter().map(|&index| {
            let line = &findings.lines[index];
            n_squares(&at(game, &[line.mv(), best.moves[0]]).unwrap(), mover)
        });
        let left: Vec<usize> = left.collect();
        assert!(left.iter().all(|&left| left < own), "{left:?} {own}");
        assert_eq!(
            wanted.left.map(Some),
            [left.iter().min(), left.iter().max()].map(Option::<&usize>::copied)
        );
    }
}

/// Squares that set two boards apart are empty on both, open on one of them and closed on the other.
pub(super) fn check_difference(request: &Request<'_>, findings: &Findings, best: &Story) {
    let (game, mover) = (request.game, request.mover());
    for (index, line) in findings.behind() {
        let reply = request.line_after(findings, index);
        for played in 2..=best.moves.len().min(line.moves.len()).min(5) {
            let [better, worse] =
                [&best.moves, &line.moves].map(|it| at(game, &it[..played]).unwrap());
            let is_empty = |cell: u32| {
                let is_empty = |game: &Game| {
                    game.position().view().board().unwrap().cells[cell as usize].is_none()
                };
                is_empty(&better) && is_empty(&worse)
            };
            let [closed, kept] = request.board_difference([best, &reply], played);
            assert!(closed.iter().chain(&kept).all(|&cell| is_empty(cell)));
            assert!(
                closed.iter().all(|&cell| can_go(&worse, !mover, Move(cell))
                    && !can_go(&better, !mover, Move(cell)))
            );
            assert!(
                kept.iter().all(|&cell| can_go(&better, mover, Move(cell))
                    && !can_go(&worse, mover, Move(cell)))
            );
        }
        for cell in request.closed_since(best, &reply) {
            let [better, worse] = [&best.moves, &line.moves].map(|it| at(game, &it[..2]).unwrap());
            assert!(can_go(game, mover, Move(cell)) && can_go(&better, mover, Move(cell)));
            assert!(!can_go(&worse, mover, Move(cell)));
        }
    }
}
