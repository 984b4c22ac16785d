//! How games go on: lines to the end, and wins that stand up to every defense.

use mossa_engines::Engine;
use mossa_kernel::{Exact, Game, GameResult, Move, Side};
use mossa_search::Line;

use crate::{BOARDS, exact, game, naive::Size, random_moves, solve, solver, value_of_move};

/// Who wins according to a value.
fn winner(value: Exact, to_move: Side) -> Option<Side> {
    match value.result {
        GameResult::Win => Some(to_move),
        GameResult::Draw => None,
        GameResult::Loss => Some(!to_move),
    }
}

/// A line ends the game as its value says, at the ply it says.
fn check_line(size: Size, moves: &[usize], line: &Line) {
    let mut game = game(size, moves);
    let winner = winner(exact(line.value), game.position().side_to_move());
    for &mv in &line.moves {
        assert!(game.outcome().is_none(), "{size:?} {moves:?} {line:?}");
        game.play(mv).expect("a legal move");
    }
    let outcome = game.outcome().expect("an end");
    assert_eq!(outcome.winner, winner, "{size:?} {moves:?} {line:?}");
    let plies = exact(line.value).plies;
    assert_eq!(plies.unwrap_or(line.moves.len() as u32), line.moves.len() as u32);
}

/// The reply that lasts longest, by solving each.
fn longest_defense(
    engine: &mut dyn Engine,
    size: Size,
    moves: &[usize],
    game: &Game,
) -> (usize, u32) {
    let lasts = |column: usize| {
        let value = value_of_move(engine, size, moves, column);
        assert_eq!(value.result, GameResult::Loss, "{size:?} {moves:?} {column}");
        (column, value.plies.expect("a distance"))
    };
    let columns = game.position().moves().into_iter().map(Move::index);
    columns.map(lasts).max_by_key(|&(_, plies)| plies).expect("a move")
}

/// Plays a position that is won or lost out to its end: the winner plays what the solver says, its
/// opponent whatever lasts longest. Says how many plies that takes.
fn play_out(engines: &mut [Box<dyn Engine>; 2], size: Size, moves: &[usize], winner: Side) -> u32 {
    let mut moves = moves.to_vec();
    let start = moves.len();
    let [attacker, defender] = engines;
    loop {
        let game = game(size, &moves);
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome.winner, Some(winner), "{size:?} {moves:?}");
            return (moves.len() - start) as u32;
        }
        if game.position().side_to_move() == winner {
            moves.push(solve(&mut **attacker, &game, 1).lines[0].mv().index());
        } else {
            moves.push(longest_defense(&mut **defender, size, &moves, &game).0);
        }
    }
}

#[test]
fn wins_stand_up_to_every_defense() {
    let mut played = 0;
    for size in BOARDS {
        let mut engines = [solver(size, 1), solver(size, 1)];
        for seed in 0..40 {
            let moves = random_moves(size, 12 + seed as usize % 8, 4000 + seed);
            let game = game(size, &moves);
            let value = exact(solve(&mut *engines[0], &game, 1).lines[0].value);
            let Some(winner) = winner(value, game.position().side_to_move()) else { continue };
            let plies = play_out(&mut engines, size, &moves, winner);
            assert_eq!(Some(plies), value.plies, "{size:?} {moves:?}");
            played += 1;
        }
    }
    assert!(played > 100, "{played}");
}

#[test]
fn lines_lead_to_the_end() {
    for size in BOARDS {
        let mut engine = solver(size, 1);
        for seed in 0..40 {
            let moves = random_moves(size, 8 + seed as usize % 9, 5000 + seed);
            let game = game(size, &moves);
            for lines in [1, usize::MAX] {
                for line in &solve(&mut *engine, &game, lines).lines {
                    check_line(size, &moves, line);
                }
            }
        }
    }
}
