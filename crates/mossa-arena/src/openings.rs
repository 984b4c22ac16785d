//! Openings: the first moves of the games of a match, drawn at random or read from a file.

use std::collections::{HashMap, HashSet};

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

/// After so many openings in a row with nothing but decided ones among those looked at, nobody looks
/// any more.
const MOST_FAILURES: u32 = 2;

/// How many positions the engine looks at to judge an opening: a few to turn down the worst, and more
/// if it looks fair. In Gomoku a few do not show who will win by force.
const FEW_NODES: u64 = 3_000;
const NODES: u64 = 30_000;

/// How far from even the chances may be in a balanced opening; the most that there is, in one that
/// is decided.
const BALANCED: f64 = 0.1;
const DECIDED: f64 = 0.5;

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
pub struct RandomOpenings {
    spec: GameSpec,
    seed: u64,
    known: HashSet<u64>,
    count: u64,
    scales: Scales,
}

impl RandomOpenings {
    /// Those of a game; the same seed gives the same openings.
    pub fn new(spec: GameSpec, seed: u64) -> Self {
        let scales = Scales::new(&spec);
        Self { spec, seed, known: HashSet::new(), count: 0, scales }
    }

    fn draw(&mut self) -> Vec<Move> {
        let mut best: Option<Drawn> = None;
        let mut weighed = 0;
        for _ in 0..TRIES {
            let game = self.draw_any();
            if game.outcome().is_some() || can_win_at_once(&game) {
                continue;
            }
            let key = game.position().canonical_key();
            let is_new = !self.known.contains(&key);
            // One that is new and unfair is better than one that is known.
            let tilt = if is_new { self.scales.tilt(&game, key) } else { f64::INFINITY };
            if best.as_ref().is_none_or(|best| tilt < best.tilt) {
                best = Some(Drawn { game, key, tilt });
            }
            weighed += u32::from(is_new);
            if tilt <= BALANCED || weighed == MOST_WEIGHED {
                break;
            }
        }
        let Some(Drawn { game, key, tilt }) = best else { return Vec::new() };
        self.scales.take_note(tilt);
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

/// An opening that was drawn.
struct Drawn {
    game: Game,
    key: u64,
    /// How unfair it is; without end if it is known.
    tilt: f64,
}

/// Tells how fair an opening is, by a short search that is the same on every machine.
struct Scales {
    engine: Box<dyn Engine>,
    /// What was found out about openings.
    tilts: HashMap<u64, f64>,
    /// How many times in a row nothing was found that is not decided.
    failures: u32,
}

impl Scales {
    fn new(spec: &GameSpec) -> Self {
        let options = Options { memory_mb: 1, book: false, ..Options::default() };
        let engine = mossa_engines::engine(spec, options);
        Self { engine, tilts: HashMap::new(), failures: 0 }
    }

    /// How far from even the chances are. Where everything is decided, as in sticks, where every
    /// position is won or lost, everything counts as even.
    fn tilt(&mut self, game: &Game, key: u64) -> f64 {
        if self.failures >= MOST_FAILURES {
            return 0.0;
        }
        if let Some(&tilt) = self.tilts.get(&key) {
            return tilt;
        }
        let mut tilt = self.weigh(game, FEW_NODES);
        if tilt <= BALANCED {
            tilt = self.weigh(game, NODES);
        }
        self.tilts.insert(key, tilt);
        tilt
    }

    fn weigh(&mut self, game: &Game, nodes: u64) -> f64 {
        // What was found out before must not matter: an opening is fair or not by itself.
        self.engine.forget();
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        let report = self.engine.think(game, &Task::play(&budget), &mut |_| {});
        match report.ok().and_then(|report| report.best().map(|line| line.value)) {
            Some(Value::Exact(Exact { result: GameResult::Draw, .. })) | None => 0.0,
            Some(Value::Exact(_)) => DECIDED,
            Some(Value::Estimate(estimate)) => {
                estimate.winning_chance.map_or(0.0, |chance| (chance - 0.5).abs())
            }
        }
    }

    /// Remembers how fair the best was that was found.
    fn take_note(&mut self, tilt: f64) {
        self.failures = if tilt < DECIDED { 0 } else { self.failures + 1 };
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
    fn openings_are_balanced() {
        let mut game = spec("connect4").start();
        game.play_text("4151").unwrap();
        let won = Scales::new(&spec("connect4")).tilt(&game, 0);
        assert!(won >= DECIDED, "two of X side by side with room on both sides win");
        for text in ["connect4", "gomoku", "othello", "connect:9,10,5"] {
            for opening in RandomOpenings::new(spec(text), 3).take(20) {
                let mut game = spec(text).start();
                for &mv in &opening {
                    game.play(mv).unwrap();
                }
                let tilt = Scales::new(&spec(text)).tilt(&game, 0);
                assert!(tilt <= BALANCED, "{text} {opening:?}: {tilt}");
            }
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
