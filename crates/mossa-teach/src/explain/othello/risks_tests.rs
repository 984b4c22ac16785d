//! What explanations of Othello say of moves beside corners, and of squares that two lines settle differently, holds when it is
//! counted anew.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{discs, rivals_tests::at};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

/// The owner of a square.
fn owner(game: &Game, cell: u32) -> Option<Side> {
    game.position().view().board().unwrap().cells[cell as usize]
}

/// How many moves a side has if it is its turn.
pub(super) fn n_moves(game: &Game, side: Side) -> usize {
    let turned = if game.position().side_to_move() == side {
        Some(game.clone())
    } else {
        discs::turned_to(game, side)
    };
    let moves = turned.map_or_else(Vec::new, |game| game.position().moves());
    moves.into_iter().filter(|&mv| mv != Move::PASS).count()
}

/// Squares that a move is said to get because the first disc closes their row are turned, and would not be without it.
fn check_enclosed(game: &Game, moves: &[Move], squares: &[u32]) {
    let (last, before) = moves.split_last().unwrap();
    let (before, after) = (at(game, before).unwrap(), at(game, moves).unwrap());
    let side = before.position().side_to_move();
    let view = game.position().view();
    let columns = view.board().unwrap().columns.cast_signed();
    let place = |cell: u32| (cell.cast_signed() / columns, cell.cast_signed() % columns);
    let ((r, c), (row, column)) = (place(last.0), place(moves[0].0));
    let step = ((row - r).signum(), (column - c).signum());
    let (mut cell, mut met) = ((r + step.0, c + step.1), Vec::new());
    while cell != (row, column) {
        met.push((cell.0 * columns + cell.1).cast_unsigned());
        cell = (cell.0 + step.0, cell.1 + step.1);
    }
    assert_eq!(owner(&before, moves[0].0), Some(side));
    for &square in squares {
        assert!(met.contains(&square) && owner(&before, square) == Some(!side));
        assert_eq!(owner(&after, square), Some(side));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Squares that the best move is said to bring are the mover's from that move on, and the other side's in the end
    /// after the moves that are named beside it.
    #[test]
    fn held_squares_are_held(
        spec in prop::sample::select(vec!["othello:4x4", "othello:4x6", "othello:6x6", "othello"]),
        early in prop::collection::vec(0..1000_usize, 60), left in 4..12_usize,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let squares = spec.start().position().view().board().unwrap().cells.len();
        let game = played(&spec, &early[..(squares - 4 - left.min(squares - 6)).min(60)]);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, replies| {
            let Some(known) = request.held_beside(findings, story, replies) else { return };
            let mover = request.mover();
            assert!(known.squares.len() > 1 && !known.beside.is_empty());
            if request.is_enclosed(story, known.number, &known.squares) {
                check_enclosed(&game, &story.moves[..known.number], &known.squares);
            }
            for reply in replies.iter().flatten() {
                let ends = [story, reply].map(|line| at(&game, &line.moves).unwrap());
                let [lost, won] = request.ends_apart(story, reply);
                let owners = |cell: u32| [owner(&ends[0], cell), owner(&ends[1], cell)];
                assert!(lost.iter().all(|&cell| owners(cell) == [Some(mover), Some(!mover)]));
                assert!(won.iter().all(|&cell| owners(cell) == [Some(!mover), Some(mover)]));
            }
            for &cell in &known.squares {
                for n in known.number..=story.moves.len() {
                    assert_eq!(owner(&at(&game, &story.moves[..n]).unwrap(), cell), Some(mover));
                }
                for &index in &known.beside {
                    let reply = replies[index].as_ref().unwrap();
                    assert_eq!(owner(&at(&game, &reply.moves).unwrap(), cell), Some(!mover));
                }
            }
        });
    }

    /// What the classic players and whoever turns most discs would play stands in the table, with what is counted.
    #[test]
    fn beginners_moves_are_told(
        spec in prop::sample::select(vec!["othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 4, ..Options::default() });
        let budget = Budget { nodes: Some(30_000), ..Budget::UNLIMITED };
        let mut request =
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
        let mut findings = request.find_out().unwrap();
        request.look_further(&mut findings);
        prop_assume!(!findings.is_proven && !findings.is_first_impression());
        // Of very many moves not all are in the table.
        prop_assume!(findings.lines.len() <= 16);
        let named = [request.named(&findings), findings.peers()].concat();
        let turned = |index: usize| DiscFacts::new(&spec, &game, findings.lines[index].mv()).unwrap().turned;
        let most = (0..findings.lines.len()).map(turned).max().unwrap();
        let place = |mv: Move| findings.lines.iter().position(|line| line.mv() == mv).unwrap();
        let greedy = (0..findings.lines.len()).find(|&index| turned(index) == most);
        for index in findings.opinions.iter().map(|it| place(it.choice.mv)).chain(greedy) {
            let is_named = named.iter().any(|&it| it == index || findings.are_twins(it, index));
            prop_assert!(is_named, "{}", request.name(&findings.lines[index]));
        }
    }
}
