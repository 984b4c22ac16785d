//! Quick games beside the rules.

use mossa_games::GameSpec;
use mossa_kernel::{Game, Move};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::*;
use crate::connect::params::Params;

fn spec_of(spec: &GameSpec) -> Spec {
    match spec {
        GameSpec::Connect(spec) => *spec,
        _ => panic!("another game"),
    }
}

/// A quick game at the end of some moves.
fn quick_game(spec: &GameSpec, moves: &[Move]) -> QuickGame {
    let spec = spec_of(spec);
    let mut windows = Windows::new(spec, Params::counted(spec));
    let mut heights = vec![0; spec.columns() as usize];
    let mut turn = Side::First;
    for mv in moves {
        windows.add(windows.cell(mv.0, heights[mv.index()]), turn);
        heights[mv.index()] += 1;
        turn = !turn;
    }
    let mut quick = QuickGame::new(&windows, &heights, spec).expect("it is for such boards");
    quick.begin(&windows, &heights, turn);
    quick
}

fn after(game: &Game, mv: Move) -> Game {
    let mut game = game.clone();
    game.play(mv).unwrap();
    game
}

/// The moves that complete a line at once.
fn winning(game: &Game) -> Vec<Move> {
    let moves = game.position().moves().into_iter();
    moves.filter(|&mv| after(game, mv).outcome().is_some_and(|o| o.winner.is_some())).collect()
}

/// The moves after which the game is over, or the other side cannot complete a line at once.
fn safe(game: &Game) -> Vec<Move> {
    let moves = game.position().moves().into_iter();
    let is_safe = |game: &Game| game.outcome().is_some() || winning(game).is_empty();
    moves.filter(|&mv| is_safe(&after(game, mv))).collect()
}

/// Who wins when the game goes on with any moves.
fn winner_by_chance(game: &mut Game, rng: &mut Xoshiro256PlusPlus) -> Option<Side> {
    while game.outcome().is_none() {
        let moves = game.position().moves();
        game.play(moves[rng.random_range(0..moves.len())]).unwrap();
    }
    game.outcome()?.winner
}

/// Plays a quick game beside the rules, which say at each move whether it is reasonable.
fn check_quick_game(game: &mut Game, mut quick: QuickGame, rng: &mut Xoshiro256PlusPlus) {
    loop {
        let us = game.position().side_to_move();
        let shown = game.history().to_vec();
        match quick.choose(rng) {
            Choice::Column(column) => {
                assert_eq!(winning(game), [], "a win is taken {shown:?}");
                let safe = safe(game);
                assert!(safe.is_empty() || safe.contains(&Move(column)), "{shown:?}");
                game.play(Move(column)).unwrap();
                quick.play(column);
                if game.outcome().is_some() {
                    assert_eq!(quick.free, 0);
                    return;
                }
            }
            Choice::Over(None) => {
                assert_eq!(winner_by_chance(game, rng), None, "{shown:?}");
                return;
            }
            Choice::Over(Some(winner)) if winner == us => {
                assert!(!winning(game).is_empty(), "{shown:?}");
                return;
            }
            Choice::Over(Some(_)) => {
                assert!(winning(game).is_empty() && safe(game).is_empty(), "{shown:?}");
                return;
            }
        }
    }
}

#[test]
fn quick_games_are_reasonable() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for spec in
        ["connect:4,5,3", "connect:5,6,4", "connect:9,7,5", "connect:3,8,2", "connect:1,6,3"]
    {
        let spec: GameSpec = spec.parse().unwrap();
        for _ in 0..100 {
            let mut game = spec.start();
            for _ in 0..rng.random_range(0..12) {
                let moves = game.position().moves();
                let next = after(&game, moves[rng.random_range(0..moves.len())]);
                if next.outcome().is_some() {
                    break;
                }
                game = next;
            }
            let quick = quick_game(&spec, game.history());
            check_quick_game(&mut game, quick, &mut rng);
        }
    }
}
