//! What explanations of Othello say of boards some moves later and of corners that are forced open
//! or offered holds when it is played out by the rules.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    cornered::Cornered,
    discs,
    risks_tests::n_moves,
    rivals_tests::{any_spec, at, explained},
};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

/// Whether a side may go to a square if it is its turn.
pub(super) fn can_go(game: &Game, side: Side, square: Move) -> bool {
    let turned = discs::turned_to(game, side);
    turned.is_some_and(|turned| turned.outcome().is_none() && turned.position().is_legal(square))
}

/// The corners that a side takes in a line, by the number of the move, counted from 0.
fn taken(spec: &GameSpec, game: &Game, moves: &[Move], side: Side) -> Vec<usize> {
    let corners = discs::corners(spec, game);
    let is_own = |index: &usize| {
        at(game, &moves[..*index]).unwrap().position().side_to_move() == side
            && corners.contains(&moves[*index])
    };
    (0..moves.len()).filter(is_own).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A board that is drawn shows whose discs lie where, and where each side can go.
    #[test]
    fn drawn_boards_are_right(choices in prop::collection::vec(0..1000_usize, 6..30)) {
        let spec: GameSpec = "othello:6x6".parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let explanation = explained(&spec, &game, 30_000);
        let blocks = explanation.sections.iter().flat_map(|section| &section.blocks);
        let Some(lines) = blocks.clone().find_map(|block| match block {
            Block::Lines(lines) => Some(lines),
            _ => None,
        }) else { return Ok(()) };
        let head = blocks.clone().find_map(|block| match block {
            Block::Text(text) => text.strip_prefix("The board after move "),
            _ => None,
        });
        let head = head.unwrap();
        let number: usize = head.split(':').next().unwrap().parse().unwrap();
        let game = at(&game, &explanation.line[..number]).unwrap();
        let turn = game.position().side_to_move();
        let mover = if number.is_multiple_of(2) { turn } else { !turn };
        let [own, theirs] = [mover, !mover].map(|side| n_moves(&game, side));
        prop_assert!(head.contains(&format!(" could go to {own} square")), "{}", head);
        prop_assert!(head.contains(&format!(", {} to {theirs} (", names::side(!mover))), "{}", head);
        let view = game.position().view();
        let board = view.board().unwrap();
        for (row, line) in lines[1..].iter().enumerate() {
            let shown = line.split_whitespace().skip(1);
            for (column, cell) in shown.enumerate() {
                let at = row * board.columns as usize + column;
                let [x, o] = Side::BOTH.map(|side| can_go(&game, side, Move(u32::try_from(at).unwrap())));
                let wanted = match board.cells[at] {
                    Some(side) => names::side(side).to_string(),
                    None => ["." , "x", "o", "+"][usize::from(x) + 2 * usize::from(o)].to_owned(),
                };
                prop_assert_eq!(cell, wanted);
            }
        }
    }

    /// Where each move is said to open a corner it does, and the corner that is said to be taken is one of those.
    #[test]
    fn corners_are_forced_open(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 5..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, _| {
            let mover = request.mover();
            if let Some(Cornered { index, taken: got }) = request.forced_open(best) {
                let after = at(&game, &best.moves[..=index]).unwrap();
                let open = |game: &Game| -> Vec<Move> {
                    let corners = discs::corners(&spec, game).into_iter();
                    corners.filter(|&corner| can_go(game, mover, corner)).collect()
                };
                let before = open(&after);
                assert_eq!(after.position().side_to_move(), !mover);
                for reply in after.position().moves() {
                    let next = at(&after, &[reply]).unwrap();
                    assert!(open(&next).iter().any(|corner| !before.contains(corner)));
                }
                let own = taken(&spec, &game, &best.moves, mover);
                assert!(got.is_none_or(|got| own.contains(&got) && got > index + 1));
                assert!(index == 0 || got.is_some());
            }
            let Some(worse) = request.outcornered(findings, best) else { return };
            let lead = |moves: &[Move]| {
                let [own, theirs] = [mover, !mover].map(|side| taken(&spec, &game, moves, side).len());
                own.cast_signed() - theirs.cast_signed()
            };
            assert!(lead(&best.moves) > 0);
            for index in worse {
                let moves = &findings.lines[index].moves;
                let length = moves.len().min(best.moves.len());
                assert!(lead(&moves[..length]) < lead(&best.moves[..length]));
            }
        });
    }

    /// A corner that is offered can be taken after the best move, and what is said to be had for it is there in the end.
    #[test]
    fn offers_are_played_out(choices in prop::collection::vec(0..1000_usize, 5..50)) {
        let spec: GameSpec = "othello".parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 4, ..Options::default() });
        let budget = Budget { nodes: Some(20_000), ..Budget::UNLIMITED };
        let mut request =
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
        let mut findings = request.find_out().unwrap();
        request.find_offer(&mut findings);
        let mover = request.mover();
        let &[best, corner, ..] = &findings.offer[..] else { return Ok(()) };
        prop_assert_eq!(best, findings.best().mv());
        prop_assert!(discs::corners(&spec, &game).contains(&corner));
        prop_assert!(can_go(&at(&game, &[best]).unwrap(), !mover, corner));
        let end = at(&game, &findings.offer).unwrap();
        let line = Story::tell(&spec, &game, &findings.offer);
        let Some(gain) = request.gain_for_corner(&line) else { return Ok(()) };
        let own = taken(&spec, &game, &findings.offer, mover);
        prop_assert_eq!(gain.contains(" gets "), !own.is_empty());
        for index in own {
            prop_assert!(gain.contains(&game.position().show_move(findings.offer[index])), "{}", gain);
        }
        if gain.contains("can go to") {
            prop_assert!(n_moves(&end, mover) > n_moves(&end, !mover), "{}", gain);
        }
    }
}
