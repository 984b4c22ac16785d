//! What cells are worth: the table of the specification, and values kept up to date.

use mossa_kernel::Side;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    super::search::leaf_score,
    twin::{Twin, WON},
    *,
};

#[test]
fn a_cell_is_worth_the_runs_through_it() {
    // Values of the cell for X and for O.
    for (spec, diagram, cell, first, second) in [
        // Five in a row or more, whatever is at the ends.
        ("mnk:1,9,5", ".XXXX.OOO", "a1", 1_000_000, 0),
        ("mnk:1,9,5", "OXXXX.OOO", "f1", 1_000_000, 0),
        ("mnk:1,9,5", "OXX.XXOO.", "d1", 1_000_000, 0),
        ("mnk:1,9,4", "OOXXX.XOO", "f1", 1_000_000, 0),
        // Four: the edge and the other side's marks are no free ends.
        ("mnk:1,9,5", "..XXX..OO", "b1", 1_000_000, 0),
        ("mnk:1,9,5", ".XXX..OO.", "e1", 1_000_000, 0),
        ("mnk:1,9,5", ".XX.X.OO.", "d1", 1_000_000, 0),
        ("mnk:1,9,5", ".XXX..OO.", "a1", 10_000, 0),
        ("mnk:1,9,5", ".XXX.OO..", "e1", 10_000, 10),
        ("mnk:1,9,5", "OXXX.OO..", "e1", 0, 10),
        // Three.
        ("mnk:1,9,5", "..XX...OO", "b1", 100, 0),
        ("mnk:1,9,5", "..XX...OO", "e1", 100, 0),
        ("mnk:1,9,5", ".X.X..O.O", "c1", 100, 0),
        ("mnk:1,9,5", ".XX....OO", "a1", 10, 0),
        ("mnk:1,9,5", "XX.....OO", "c1", 10, 0),
        ("mnk:1,9,5", ".X.X..O.O", "h1", 0, 10),
        ("mnk:1,9,5", "OXX.O....", "d1", 0, 0),
        // Less; and what is beyond a gap is not seen.
        ("mnk:1,9,5", "X........", "b1", 0, 0),
        ("mnk:1,9,5", "O.XX..X.O", "f1", 0, 0),
        // All four lines add up.
        ("mnk:3,3,3", "X.X/.../O.O", "b2", 100 + 100, 100 + 100),
        ("mnk:3,3,3", "XOX/O../...", "b2", 2 * 10 + 2 * 10_000, 2 * 10_000 + 2 * 10),
        ("mnk:3,3,3", "X../.../..O", "b2", 3 * 100, 3 * 100),
        ("mnk:3,3,3", "X../.../..O", "a3", 3 * 10, 3 * 10),
        ("mnk:5,5,3", "...../.X.X./...../.O.O./.....", "c3", 20_200, 20_200),
        ("mnk:5,5,3", "....O/.X.../...../...X./O....", "c3", 1_000_300, 300),
        // A lone mark is already K - 1 of two, and K of one.
        ("mnk:3,3,2", "X../.../...", "b2", 4 * 1_000_000, 3 * 1_000_000 + 10_000),
        ("mnk:3,3,2", "X../.../...", "b1", 1_000_000 + 3 * 10_000, 4 * 10_000),
        ("mnk:1,3,1", "...", "b1", 4 * 1_000_000, 4 * 1_000_000),
        // On a board one cell wide only one line can grow.
        ("mnk:5,1,3", "X/././O/.", "a2", 10_000, 10),
        ("mnk:5,1,3", "X/././O/.", "a3", 10, 1_000_000),
        // Where exactly five win, six are nothing.
        ("mnk:1,10,5", "XXX.XXOOOO", "d1", 1_000_000, 0),
        ("mnk:1,10,5,exact", "XXX.XXOOOO", "d1", 0, 0),
        ("mnk:1,9,5,exact", ".XXXX.OOO", "a1", 1_000_000, 0),
    ] {
        let game = at(spec, diagram);
        let board = board(spec, &game);
        let place = board.grid().place_of(game.position().read_move(cell).unwrap());
        assert_eq!(board.values_at(place), [first, second], "{spec} {diagram} {cell}");
        assert_eq!(board.promise(place), first.max(second), "the size for either side");
    }
}

/// Everything that the board keeps up to date, beside the twin's answers from nothing.
fn compare(spec: &str, game: &Game, board: &Board) {
    let twin = Twin::new(spec, game);
    let shown = game.position().diagram();
    assert_eq!(board.key(), game.position().key(), "{shown}");
    let mut places = board.candidates().to_vec();
    places.sort_unstable();
    let moves: Vec<Move> = places.iter().map(|&place| board.grid().move_at(place)).collect();
    assert_eq!(moves, twin.candidates(), "{shown}");
    for mv in game.position().moves() {
        let values = board.values_at(board.grid().place_of(mv)).map(i64::from);
        assert_eq!(values, Side::BOTH.map(|side| twin.value(mv, side)), "{shown} {mv:?}");
    }
    let leaf = leaf_score(board.balance());
    assert_eq!(i64::from(leaf), twin.leaf(twin.to_move), "{shown}");
}

/// Walks to the end of a random game and back, comparing at every step.
fn walk(spec: &str, random: &mut Xoshiro256PlusPlus) {
    let mut game = start(spec);
    let mut board = board(spec, &game);
    while game.outcome().is_none() {
        compare(spec, &game, &board);
        let mut next = game.clone();
        play_randomly(&mut next, random);
        let place = board.grid().place_of(*next.history().last().unwrap());
        let wins = next.outcome().is_some_and(|outcome| outcome.winner.is_some());
        assert_eq!(board.is_won_by(place), wins, "{}", next.position().diagram());
        board.mark(place);
        game = next;
    }
    while let Some(mv) = game.take_back() {
        board.unmark(board.grid().place_of(mv));
        compare(spec, &game, &board);
    }
}

#[test]
fn values_are_kept_up_to_date() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for spec in [
        "mnk:1,1,1",
        "mnk:3,3,1",
        "mnk:1,2,2",
        "mnk:4,4,2",
        "mnk:1,9,3",
        "mnk:9,1,4",
        "mnk:2,7,3",
        "mnk:3,3,3",
        "mnk:4,4,3",
        "mnk:5,6,4",
        "mnk:8,8,5",
        "mnk:8,8,8",
        "mnk:12,12,5",
        "mnk:6,6,3,exact",
        "mnk:1,12,4,exact",
        "mnk:9,9,4,exact",
    ] {
        for _ in 0..12 {
            walk(spec, &mut random);
        }
    }
}

#[test]
fn a_full_board_is_worth_nothing() {
    let game = at("mnk:3,3,3", "XOX/XOO/OXX");
    assert_eq!(board("mnk:3,3,3", &game).balance(), 0);
}

#[test]
fn no_leaf_passes_for_a_won_or_lost_node() {
    for (balance, expected) in
        [(0, 0), (-7, -7), (WON, WON - 1), (-WON, 1 - WON), (90 * WON, WON - 1)]
    {
        assert_eq!(i64::from(leaf_score(balance)), expected);
    }
}
