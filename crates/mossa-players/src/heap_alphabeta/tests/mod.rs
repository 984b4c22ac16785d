//! Tests of the classic, sentence by sentence, and beside a naive twin.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Move, Player, Value, View};
use rand::{Rng, RngExt};

use super::{board::Board, grid::Grid};
use crate::PlayerSpec;

mod budget;
mod cells;
mod decision;
mod memory;
mod neighbors;
mod parts;
mod twin;

/// The game with this spec at its start.
fn start(spec: &str) -> Game {
    spec.parse::<GameSpec>().unwrap().start()
}

/// The game with this spec at the position that a diagram shows.
fn at(spec: &str, diagram: &str) -> Game {
    let mut game = start(spec);
    game.set_up(diagram).unwrap();
    game
}

/// The player with this name for the game with this spec.
fn player(name: &str, spec: &str) -> Box<dyn Player> {
    name.parse::<PlayerSpec>().unwrap().build(&spec.parse().unwrap(), 0).unwrap()
}

/// What a player chooses that may think as long as it likes.
fn choose(player: &mut dyn Player, game: &Game) -> Choice {
    player.choose(game, &Budget::UNLIMITED, &mut |_| ()).unwrap()
}

/// The moves with their numbers, as whole numbers.
fn numbers(choice: &Choice) -> Vec<(Move, i64)> {
    choice.candidates.iter().map(|&(mv, value)| (mv, number(value))).collect()
}

fn number(value: Value) -> i64 {
    let Value::Estimate(estimate) = value else { panic!("this player proves nothing") };
    assert_eq!(estimate.winning_chance, None);
    estimate.score as i64
}

/// The board of the player for where a game stands, evaluated.
fn board(spec: &str, game: &Game) -> Board {
    let GameSpec::Mnk(spec) = spec.parse().unwrap() else { panic!("not an m,n,k-game") };
    let View::Board(view) = game.position().view() else { panic!("no board") };
    let mut board = Board::new(spec, &view, game.position().side_to_move());
    (0..view.rows as usize).for_each(|row| board.evaluate_row(row));
    board
}

/// The grid of an empty board.
fn empty_grid(rows: u32, columns: u32) -> Grid {
    Grid::new(&mossa_kernel::BoardView::new(rows, columns, |_| None))
}

/// Plays a random legal move.
fn play_randomly(game: &mut Game, random: &mut impl Rng) {
    let moves = game.position().moves();
    game.play(moves[random.random_range(0..moves.len())]).unwrap();
}

/// A position of a random game that is not over, with at least one mark.
fn random_position(spec: &str, random: &mut impl Rng) -> Game {
    let mut game = start(spec);
    let cells = game.position().moves().len();
    for _ in 0..random.random_range(1..=cells) {
        let mut next = game.clone();
        play_randomly(&mut next, random);
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}
