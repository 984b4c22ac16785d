//! Openings: the first moves of the games of a match, drawn at random or read from a file.

use std::{collections::HashSet, ops::RangeInclusive};

use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, Value, keys::mix};
use mossa_search::Task;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// How many moves a random opening has at most.
const LONGEST: usize = 6;

/// How often another opening is drawn in place of one that is known or unfair.
const TRIES: u64 = 200;

/// How many of these an engine looks at; a search takes longer than a draw.
const MOST_WEIGHED: u32 = 40;

/// After so many openings in a row without a balanced one among those looked at, nobody looks any more.
const MOST_FAILURES: u32 = 2;

/// How many positions the engine looks at to judge an opening.
const NODES: u64 = 2_000;

/// Which chances to win make an opening balanced.
const BALANCED: RangeInclusive<f64> = 0.25..=0.75;

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

/// Random openings, one after the other: different from each other, also turned or mirrored, such
/// that nobody can win at once, and balanced to an engine's mind; as long as there are any.
pub(crate) struct RandomOpenings {
    spec: GameSpec,
    seed: u64,
    known: HashSet<u64>,
    count: u64,
    scales: Scales,
}

impl RandomOpenings {
    pub(crate) fn new(spec: GameSpec, seed: u64) -> Self {
        let scales = Scales::new(&spec);
        Self { spec, seed, known: HashSet::new(), count: 0, scales }
    }

    fn draw(&mut self) -> Vec<Move> {
        let mut fallback = None;
        let mut weighed = 0;
        for _ in 0..TRIES {
            let game = self.draw_any();
            if game.outcome().is_some() || can_win_at_once(&game) {
                continue;
            }
            let key = game.position().canonical_key();
            if self.known.contains(&key) {
                fallback.get_or_insert((game, key));
                continue;
            }
            weighed += 1;
            if self.scales.is_balanced(&game) {
                fallback = Some((game, key));
                self.scales.failures = 0;
                break;
            }
            // One that is new and unfair is better than one that is known.
            if fallback.as_ref().is_none_or(|(_, key)| self.known.contains(key)) {
                fallback = Some((game, key));
            }
            if weighed == MOST_WEIGHED {
                self.scales.failures += 1;
                break;
            }
        }
        let Some((game, key)) = fallback else { return Vec::new() };
        self.known.insert(key);
        game.history().to_vec()
    }

    /// A few random moves.
    fn draw_any(&mut self) -> Game {
        self.count += 1;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed ^ mix(self.count)));
        // Even numbers of moves: the first player is to move in all openings.
        let length = rng.random_range(0..=LONGEST / 2) * 2;
        play_randomly(self.spec.start(), length, &mut rng)
    }
}

/// Tells whether an opening is fair, by a short search that is the same on every machine.
struct Scales {
    engine: Box<dyn Engine>,
    /// How many openings in a row were all found unfair.
    failures: u32,
}

impl Scales {
    fn new(spec: &GameSpec) -> Self {
        let options = Options { memory_mb: 1, book: false, ..Options::default() };
        Self { engine: mossa_engines::engine(spec, options), failures: 0 }
    }

    /// Whether a short search finds neither side much better. Where nothing ever is balanced, as in
    /// sticks, where every position is won or lost, everything is.
    fn is_balanced(&mut self, game: &Game) -> bool {
        if self.failures >= MOST_FAILURES {
            return true;
        }
        // What was found out before must not matter: an opening is fair or not by itself.
        self.engine.forget();
        let budget = Budget { nodes: Some(NODES), ..Budget::UNLIMITED };
        let report = self.engine.think(game, &Task::play(&budget), &mut |_| {});
        match report.ok().and_then(|report| report.best().map(|line| line.value)) {
            Some(Value::Exact(Exact { result, .. })) => result == GameResult::Draw,
            Some(Value::Estimate(estimate)) => {
                estimate.winning_chance.is_none_or(|chance| BALANCED.contains(&chance))
            }
            None => true,
        }
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
    fn openings_are_not_won_already() {
        let mut scales = Scales::new(&spec("connect4"));
        let mut game = spec("connect4").start();
        assert!(scales.is_balanced(&game));
        game.play_text("4151").unwrap();
        assert!(!scales.is_balanced(&game), "two of X side by side with room on both sides win");
        for opening in RandomOpenings::new(spec("connect4"), 3).take(20) {
            let mut game = spec("connect4").start();
            for &mv in &opening {
                game.play(mv).unwrap();
            }
            assert!(scales.is_balanced(&game), "{opening:?}");
        }
    }

    #[test]
    fn where_nothing_is_balanced_openings_still_differ() {
        // Every position of sticks is won or lost.
        let openings: HashSet<_> = RandomOpenings::new(spec("sticks:500,40"), 1).take(20).collect();
        assert_eq!(openings.len(), 20);
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
