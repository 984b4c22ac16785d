//! Who knows the truth about a position.

use std::collections::HashMap;
use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use minimax::IterativeOptions;
use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, GameResult, Outcome, Position, Side, Value, Visit};
use mossa_peers::minimax_peer::{self, Eyes};
use mossa_search::{Aim, Score, Task};

/// Knows the value of every unfinished position of a game.
pub trait Judge: Send {
    /// The value for the side to move.
    fn judge(&mut self, game: &Game) -> Result<Verdict>;
}

/// What a position is worth to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins.
    pub result: GameResult,
    /// In how many plies; `None` for draws.
    pub plies: Option<u32>,
}

/// The judge of a game: an enumeration, or solvers where that would take too long.
pub fn judge(spec: &GameSpec) -> Box<dyn Judge> {
    if spec.to_string().starts_with("connect") {
        Box::new(Solvers { engine: mossa_engines::engine(spec, Options::default()) })
    } else {
        spec.visit(Enumerate)
    }
}

impl Verdict {
    /// What a finished game is worth to a side.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Self {
        match outcome.winner {
            None => Self { result: GameResult::Draw, plies: None },
            Some(winner) if winner == side => Self { result: GameResult::Win, plies: Some(1) },
            Some(_) => Self { result: GameResult::Loss, plies: Some(1) },
        }
    }

    /// The same for the other side, a ply earlier.
    pub fn seen_before(self) -> Self {
        let result = match self.result {
            GameResult::Win => GameResult::Loss,
            GameResult::Draw => GameResult::Draw,
            GameResult::Loss => GameResult::Win,
        };
        Self { result, plies: self.plies.map(|plies| plies + 1) }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.result.name())?;
        self.plies.map_or(Ok(()), |plies| write!(f, " in {plies}"))
    }
}

/// Makes an enumeration of a game.
struct Enumerate;

impl Visit for Enumerate {
    type Out = Box<dyn Judge>;

    fn visit<P: Position>(self, _start: P) -> Box<dyn Judge> {
        Box::new(Enumeration::<P> { scores: HashMap::new(), position: std::marker::PhantomData })
    }
}

/// Looks at everything, once for all turned and mirrored forms of a position. (`Exhaustive` keeps
/// whole positions, and all forms of them: too many on 4x4.)
struct Enumeration<P> {
    scores: HashMap<u64, Score>,
    position: std::marker::PhantomData<fn(P)>,
}

impl<P: Position> Enumeration<P> {
    fn score(&mut self, position: &P) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::of_outcome(outcome, position.side_to_move());
        }
        let key = position.canonical_key();
        if let Some(&score) = self.scores.get(&key) {
            return score;
        }
        let mut best = Score::WORST;
        position.each_move(|mv| {
            let mut child = position.clone();
            child.play(mv);
            best = best.max(-self.score(&child).earlier(1));
        });
        self.scores.insert(key, best);
        best
    }
}

impl<P: Position> Judge for Enumeration<P> {
    fn judge(&mut self, game: &Game) -> Result<Verdict> {
        let position = game.position_as::<P>().context("a judge of another game")?;
        let score = self.score(position);
        let result = match score.number().signum() {
            1 => GameResult::Win,
            -1 => GameResult::Loss,
            _ => GameResult::Draw,
        };
        Ok(Verdict { result, plies: score.plies() })
    }
}

/// Two solvers of connect4 that share no code: a peer tells who wins, and our own must agree and
/// tells when.
struct Solvers {
    engine: Box<dyn Engine>,
}

const SQUARES: usize = 42;

impl Judge for Solvers {
    fn judge(&mut self, game: &Game) -> Result<Verdict> {
        let empties = (SQUARES - game.history().len()) as u32;
        let options = IterativeOptions::new();
        let truth = minimax_peer::search(game, empties, Eyes::Basic, options)?.result;
        let task = Task { aim: Aim::Solve, ..Task::play(&Budget::UNLIMITED) };
        let report = self.engine.think(game, &task, &mut |_| {})?;
        let value = report.best().context("a solved position has a best move")?.value;
        let Value::Exact(exact) = value else { bail!("not solved: {value:?}") };
        let diagram = || game.position().diagram();
        ensure!(exact.result == truth, "{value:?}, to the peer {truth:?}:\n{}", diagram());
        Ok(Verdict { result: truth, plies: exact.plies })
    }
}

#[cfg(test)]
mod tests {
    use mossa_search::Exhaustive;

    use super::*;

    /// Compares with the twin of all searches, everywhere.
    struct Compare;

    impl Visit for Compare {
        type Out = usize;

        fn visit<P: Position>(self, start: P) -> usize {
            let mut twin = Exhaustive::new();
            twin.score(&start);
            let scores = HashMap::new();
            let mut judge = Enumeration::<P> { scores, position: std::marker::PhantomData };
            for (position, score) in twin.iter() {
                assert_eq!(judge.score(position), score, "{}", position.diagram());
            }
            twin.len()
        }
    }

    #[test]
    fn the_enumeration_agrees_with_the_twin() {
        for spec in ["tictactoe", "mnk:2,4,3", "sticks:1+3+5,misere", "sticks:12,3"] {
            let spec: GameSpec = spec.parse().expect("a spec");
            assert!(spec.visit(Compare) > 10, "{spec}");
        }
    }

    #[test]
    fn solvers_tell_who_wins_and_when() {
        let spec: GameSpec = "connect4".parse().expect("a spec");
        let mut game = spec.start();
        // Columns 1 to 3 are full, and the first player has three stones in a row in column 5.
        game.play_text("1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 5 7 5 7 5 6").expect("legal moves");
        assert_eq!(game.outcome(), None);
        let verdict = judge(&spec).judge(&game).expect("it can be solved");
        assert_eq!(verdict.to_string(), "win in 1");
    }
}
