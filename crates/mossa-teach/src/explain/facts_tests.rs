//! What a move does is told in the right words.

use mossa_games::GameSpec;

use super::{facts::Facts, stones::Stones};

fn words(spec: &str, moves: &str, mv: &str) -> String {
    let spec: GameSpec = spec.parse().unwrap();
    let mut game = spec.start();
    game.play_text(moves).unwrap();
    let stones = Stones::new(&spec, &game).unwrap();
    let mv = game.position().read_move(mv).unwrap();
    Facts::new(&stones, mv, game.position().side_to_move()).unwrap().words(&stones)
}

#[test]
fn moves_are_told_by_what_they_do() {
    for (spec, moves, mv, expected) in [
        ("tictactoe", "a1 a2 b1 b2", "c1", "completes the row a1 b1 c1 and wins"),
        ("tictactoe", "a1 a2 b1", "c1", "stops X, who would have completed the row a1 b1 c1"),
        ("tictactoe", "a1 a2 b1", "b2", "lets X win at once at c1, by completing the row a1 b1 c1"),
        (
            "tictactoe",
            "a1 b1 c3 b2",
            "b3",
            "stops O, who would have completed the column b1 b2 b3, and threatens to complete the row a3 b3 c3 at a3",
        ),
        (
            "gomoku",
            "g8 a1 h8 a3 i8 a5",
            "j8",
            "makes 2 threats at once, to be completed at f8 or k8: O can stop only one",
        ),
        ("gomoku", "g8 a1 h8 a3", "i8", "prepares a double threat at f8 or j8"),
        ("connect4", "112233", "4", "completes the row from column 1 to 4 at height 1 and wins"),
        ("mnk:1,9,3,exact", "a1 i1 b1 h1 d1 f1", "c1", "makes 4 in a row, which is too long"),
        (
            "connect:4,5,3",
            "2244",
            "2",
            "the row from column 2 to 4 at height 1 at column 3; if O stops that, X wins right above it",
        ),
        ("connect4", "4141", "4", "threatens to complete 4 on top of each other in column 4"),
        (
            "connect4",
            "4455",
            "6",
            "makes 2 threats at once, the row from column 3 to 6 at height 1 at column 3 and the row from column 4 to 7 \
             at height 1 at column 7: O can stop only one",
        ),
    ] {
        let told = words(spec, moves, mv);
        assert!(told.contains(expected), "{spec} {moves} {mv}: {told}");
    }
}
