//! Openings: the first moves of the games of a match, drawn at random or read from a file.

use std::collections::HashSet;

use mossa_games::GameSpec;
use mossa_kernel::{Game, Move, keys::mix};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// How many moves a random opening has at most.
const LONGEST: usize = 6;

/// How often another opening is drawn in place of one that is known or unfair.
const TRIES: u64 = 200;

/// A line of a file that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad opening, line {line}: {problem}")]
pub struct OpeningError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads openings, one list of moves a line; empty lines and those that begin with `#` are skipped.
///
/// # Errors
/// Says which line cannot be played, or leaves nothing to play.
pub fn read_openings(text: &str, spec: &GameSpec) -> Result<Vec<Vec<Move>>, OpeningError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let openings: Vec<Vec<Move>> = lines
        .map(|(line, moves)| {
            let mut game = spec.start();
            let problem = |problem: String| OpeningError { line, problem };
            game.play_text(moves).map_err(|error| problem(error.to_string()))?;
            match game.outcome() {
                Some(outcome) => Err(problem(format!("the game is over: {outcome}"))),
                None => Ok(game.history().to_vec()),
            }
        })
        .collect::<Result<_, _>>()?;
    if openings.is_empty() {
        return Err(OpeningError { line: 1, problem: "there is none".to_owned() });
    }
    Ok(openings)
}

/// Random openings, one after the other: different from each other, also turned or mirrored, as
/// long as there are any; and such that nobody can win at once.
pub(crate) struct RandomOpenings {
    spec: GameSpec,
    seed: u64,
    known: HashSet<u64>,
    count: u64,
}

impl RandomOpenings {
    pub(crate) fn new(spec: GameSpec, seed: u64) -> Self {
        Self { spec, seed, known: HashSet::new(), count: 0 }
    }

    fn draw(&mut self) -> Vec<Move> {
        let mut fallback = Vec::new();
        for _ in 0..TRIES {
            self.count += 1;
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed ^ mix(self.count)));
            // Even numbers of moves: the first player is to move in all openings.
            let length = rng.random_range(0..=LONGEST / 2) * 2;
            let game = play_randomly(self.spec.start(), length, &mut rng);
            if game.outcome().is_some() || can_win_at_once(&game) {
                continue;
            }
            fallback = game.history().to_vec();
            if self.known.insert(game.position().canonical_key()) {
                break;
            }
        }
        fallback
    }
}

impl Iterator for RandomOpenings {
    type Item = Vec<Move>;

    fn next(&mut self) -> Option<Vec<Move>> {
        Some(self.draw())
    }
}

fn play_randomly(mut game: Game, length: usize, rng: &mut Xoshiro256PlusPlus) -> Game {
    for _ in 0..length {
        let moves = game.position().moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[rng.random_range(0..moves.len())]).expect("a listed move is legal");
    }
    game
}

/// Whether the side to move has a move that wins.
fn can_win_at_once(game: &Game) -> bool {
    let mover = game.position().side_to_move();
    game.position().moves().into_iter().any(|mv| {
        let mut after = game.position().boxed_clone();
        after.play_legal(mv);
        after.outcome().is_some_and(|outcome| outcome.winner == Some(mover))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> GameSpec {
        text.parse().unwrap()
    }

    #[test]
    fn openings_differ_and_leave_a_game() {
        for text in ["connect4", "othello", "mnk:9,9,5", "sticks:200,40"] {
            let openings: Vec<_> = RandomOpenings::new(spec(text), 7).take(30).collect();
            let mut keys = HashSet::new();
            for opening in &openings {
                let mut game = spec(text).start();
                for &mv in opening {
                    game.play(mv).unwrap();
                }
                assert_eq!(game.outcome(), None);
                assert!(!can_win_at_once(&game));
                assert!(keys.insert(game.position().canonical_key()), "{text}: drawn twice");
            }
            let again: Vec<_> = RandomOpenings::new(spec(text), 7).take(30).collect();
            assert_eq!(openings, again, "a seed gives the same openings");
            let others: Vec<_> = RandomOpenings::new(spec(text), 8).take(30).collect();
            assert_ne!(openings, others);
        }
    }

    #[test]
    fn a_tiny_game_repeats_its_openings() {
        assert_eq!(RandomOpenings::new(spec("sticks:1,1"), 1).take(3).count(), 3);
        assert_eq!(RandomOpenings::new(spec("mnk:1,1,1"), 1).take(3).count(), 3);
    }

    #[test]
    fn files_of_openings() {
        let openings = read_openings("# two\nf5d6\n\n f5 f6\n", &spec("othello")).unwrap();
        assert_eq!(openings.len(), 2);
        let problem = |text: &str, game: &str| read_openings(text, &spec(game)).unwrap_err().line;
        assert_eq!(problem("f5\nf5f5", "othello"), 2);
        assert_eq!(problem("a1b1a2b2a3", "tictactoe"), 1);
        assert_eq!(problem("# nothing", "tictactoe"), 1);
    }
}
