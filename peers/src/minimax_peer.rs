//! The peer `minimax`: random playouts and searches of its own connect-four example.
//!
//! Of the ways to play out that the crate offers, this is the fastest that was found: its `Game` trait driven
//! directly, with one list of moves and one generator kept over all games. Its own roll-outs (the
//! default method of `RolloutPolicy`) seed a generator and allocate a list for every game and came
//! out a fifth to a quarter slower; picking the move with `choose` instead of the multiplication
//! below, a twentieth to an eighth slower.

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use minimax::{
    BEST_EVAL, Evaluator, Game as Rules, IterativeOptions, IterativeSearch, Strategy, WORST_EVAL,
};
use mossa_kernel::{Game, GameResult};
use rand_for_minimax::rngs::SmallRng;
use rand_for_minimax::{RngCore, SeedableRng};

use crate::measurement::{Measurement, time_playouts};

// Written by build.rs: the module `example`, compiled from the source folder of the crate.
include!(concat!(env!("OUT_DIR"), "/minimax_connect4.rs"));

/// Measures connect-four; the crate ships none of the other games that we look for here.
pub fn measure(game: &str, seconds: f64) -> Option<Measurement> {
    let mut generator = SmallRng::seed_from_u64(1);
    match game {
        "connect4" => {
            let mut moves = Vec::new();
            Some(time_playouts(seconds, || playout::<example::Game>(&mut generator, &mut moves)))
        }
        _ => None,
    }
}

/// Plays one game at random from the first position and returns its number of moves.
fn playout<G: Rules<S: Default>>(generator: &mut SmallRng, moves: &mut Vec<G::M>) -> u64 {
    let mut state = G::S::default();
    let mut played = 0;
    loop {
        moves.clear();
        if G::generate_moves(&state, moves).is_some() {
            return played;
        }
        let chosen = moves[index_below(generator, moves.len())];
        if let Some(next) = G::apply(&mut state, chosen) {
            state = next;
        }
        played += 1;
    }
}

/// A random index below `bound`, uniform to within `bound` parts in 2^32.
fn index_below(generator: &mut SmallRng, bound: usize) -> usize {
    ((u64::from(generator.next_u32()) * bound as u64) >> 32) as usize
}

/// What a search of the peer found, and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// How many plies it looked ahead in full.
    pub depth: u32,
    /// How many positions it looked at, in all iterations.
    pub nodes: u64,
    /// The CPU time of the search without that of making its table.
    pub cpu_seconds: f64,
    /// What it is worth to the side to move. A draw is also all that was not decided.
    pub result: GameResult,
}

/// What the peer sees in a position that is not decided.
#[derive(Clone, Copy, Debug)]
pub enum Eyes {
    /// The `BasicEvaluator` of its example.
    Basic,
    /// Nothing: its `DumbEvaluator`.
    Dumb,
}

/// Searches a game of connect-four to a depth, with a fresh table.
///
/// # Errors
/// When the game is over, or the peer tells its counts in another way than expected.
pub fn search(game: &Game, depth: u32, eyes: Eyes, options: IterativeOptions) -> Result<Searched> {
    match eyes {
        Eyes::Basic => search_with(game, depth, example::BasicEvaluator, options),
        Eyes::Dumb => search_with(game, depth, example::DumbEvaluator, options),
    }
}

fn search_with<E>(
    game: &Game,
    depth: u32,
    evaluator: E,
    options: IterativeOptions,
) -> Result<Searched>
where
    E: Evaluator<G = example::Game>,
{
    let mut board = board_of(game)?;
    let mut search = IterativeSearch::new(evaluator, options);
    search.set_max_depth(u8::try_from(depth)?);
    let clock = ProcessTime::now();
    let chosen = search.choose_move(&board);
    let cpu_seconds = clock.elapsed().as_secs_f64();
    ensure!(chosen.is_some(), "the peer has no move");
    let (nodes, depth) = read_counts(&search.stats(&mut board))?;
    let result = match search.root_value() {
        BEST_EVAL => GameResult::Win,
        WORST_EVAL => GameResult::Loss,
        _ => GameResult::Draw,
    };
    Ok(Searched { depth, nodes, cpu_seconds, result })
}

/// What the `BasicEvaluator` of the peer's example says about a position of connect-four.
///
/// # Errors
/// When it is a position of another game.
pub fn basic_evaluation(game: &Game) -> Result<i32> {
    Ok(example::BasicEvaluator.evaluate(&board_of(game)?).into())
}

fn board_of(game: &Game) -> Result<example::Board> {
    let mut board = example::Board::default();
    for mv in game.history() {
        let place = example::Place { col: u8::try_from(mv.0)? };
        board = example::Game::apply(&mut board, place).context("the example copies its boards")?;
    }
    Ok(board)
}

/// Reads nodes and depth from `Explored 1234 nodes to depth 12.` somewhere in the text.
fn read_counts(stats: &str) -> Result<(u64, u32)> {
    let counts = stats.lines().find_map(|line| {
        let (nodes, rest) = line.strip_prefix("Explored ")?.split_once(" nodes to depth ")?;
        let (depth, _) = rest.split_once('.')?;
        Some((nodes.parse().ok()?, depth.parse().ok()?))
    });
    counts.with_context(|| format!("no counts in the peer's statistics: {stats}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let spec: mossa_games::GameSpec = "connect4".parse().expect("a game of ours");
        let mut game = spec.start();
        game.play_text(moves).expect("legal moves");
        game
    }

    #[test]
    fn a_search_counts_and_sees_who_wins() {
        let options = IterativeOptions::new();
        let even = search(&game(""), 5, Eyes::Basic, options).expect("it searches");
        assert_eq!((even.depth, even.result), (5, GameResult::Draw));
        assert!(even.nodes > 100, "{even:?}");
        let won = search(&game("4 4 5 5"), 5, Eyes::Dumb, options).expect("it searches");
        assert_eq!(won.result, GameResult::Win);
        let lost = search(&game("4 4 5 5 6"), 5, Eyes::Dumb, options).expect("it searches");
        assert_eq!(lost.result, GameResult::Loss);
    }

    #[test]
    fn connect4_games_have_the_known_mean_length() {
        let measurement = measure("connect4", 0.1).expect("the peer plays connect-four");
        assert!((measurement.mean_length() - 21.3).abs() < 0.7, "{measurement:?}");
    }

    #[test]
    fn other_games_are_declined() {
        assert!(measure("othello", 0.0).is_none());
    }
}
