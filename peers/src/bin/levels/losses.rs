//! How much of what a position is worth each level gives away, where the truth is known.

use anyhow::{Context, Result, bail};
use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, Value, keys::mix};
use mossa_peers::positions::Positions;
use mossa_search::{Aim, Task};

use crate::{Arguments, LEVELS, player, verdict};

/// A game that can be solved.
pub struct Trial {
    /// Its rules.
    pub spec: &'static str,
    /// How many random moves lead to its positions, at least and at most.
    plies: (usize, usize),
}

/// The games. The positions of the larger ones are late enough to be solved at once.
pub const TRIALS: &[Trial] = &[
    Trial { spec: "tictactoe", plies: (0, 6) },
    Trial { spec: "mnk:4,4,3", plies: (0, 8) },
    Trial { spec: "mnk:5,5,4", plies: (8, 16) },
    Trial { spec: "connect:4,5,4", plies: (0, 12) },
    Trial { spec: "connect4", plies: (14, 26) },
    Trial { spec: "othello:6x6", plies: (16, 26) },
    Trial { spec: "sticks:21,3", plies: (0, 6) },
    Trial { spec: "sticks:3+5+7,misere", plies: (0, 5) },
];

/// How often each level is asked about each position, with other luck.
const TIMES: u64 = 4;

/// How many positions a move of the highest level may take: with so many it solves all of these games. The others look at a
/// number of their own.
const NODES: u64 = 1_000_000;

/// How many positions are drawn for each that is used: in most, any move will do.
const DRAWS: u32 = 200;

/// A position and what each of its moves is worth: 1 for a win, 0 for a loss.
struct Known {
    game: Game,
    moves: Vec<(Move, f64)>,
}

/// Measures all levels; whether the loss falls from level to level, down to nothing.
pub fn run(trial: &Trial, arguments: &Arguments) -> Result<bool> {
    let spec: GameSpec = trial.spec.parse()?;
    let known = positions(trial, &spec, arguments)?;
    let mut means = Vec::new();
    for level in LEVELS.filter(|&level| level <= arguments.up_to) {
        let mut lost = 0.0;
        for (number, known) in (0..).zip(&known) {
            for again in 0..TIMES {
                lost += lost_by(
                    level,
                    &spec,
                    known,
                    mix(arguments.seed ^ mix(number * TIMES + again)),
                )?;
            }
        }
        means.push(lost / (known.len() as f64 * TIMES as f64));
    }
    let falls = means.windows(2).all(|pair| pair[1] < pair[0] || pair == [0.0; 2]);
    let is_perfect = arguments.up_to < *LEVELS.end() || means.last() == Some(&0.0);
    let shown: Vec<String> = means.iter().map(|mean| format!("{mean:.4}")).collect();
    let what = format!("{} lost in {} positions: {}", trial.spec, known.len(), shown.join(" | "));
    Ok(verdict(falls && is_perfect, &what))
}

/// Positions in which it matters what is played.
fn positions(trial: &Trial, spec: &GameSpec, arguments: &Arguments) -> Result<Vec<Known>> {
    let mut source = Positions::new(spec.clone(), arguments.seed);
    let mut engine = mossa_engines::engine(spec, Options::default());
    let mut known = Vec::new();
    for _ in 0..arguments.positions.saturating_mul(DRAWS) {
        let game = source.after_about(trial.plies.0, trial.plies.1)?;
        let moves = truth(engine.as_mut(), &game)?;
        let is_choice = moves.iter().any(|(_, worth)| worth.total_cmp(&moves[0].1).is_ne());
        if is_choice {
            known.push(Known { game, moves });
        }
        if known.len() == arguments.positions as usize {
            break;
        }
    }
    if known.is_empty() {
        bail!("in no position of {spec} it matters what is played");
    }
    Ok(known)
}

/// What each move is worth, proven by the engine.
fn truth(engine: &mut dyn Engine, game: &Game) -> Result<Vec<(Move, f64)>> {
    let budget = Budget::UNLIMITED;
    let mover = game.position().side_to_move();
    game.position()
        .moves()
        .into_iter()
        .map(|mv| {
            let mut after = game.clone();
            after.play(mv)?;
            if let Some(outcome) = after.outcome() {
                let worth =
                    outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == mover)));
                return Ok((mv, worth));
            }
            let task = Task { aim: Aim::Solve, ..Task::play(&budget) };
            let report = engine.think(&after, &task, &mut |_| {})?;
            let value = report.best().context("a solved position has a best move")?.value;
            let Value::Exact(Exact { result, .. }) = value else { bail!("not solved: {value:?}") };
            let worth = match result {
                GameResult::Win => 0.0,
                GameResult::Draw => 0.5,
                GameResult::Loss => 1.0,
            };
            Ok((mv, worth))
        })
        .collect()
}

/// What a level gives away in a position.
fn lost_by(level: u64, spec: &GameSpec, known: &Known, seed: u64) -> Result<f64> {
    let nodes = (level == *LEVELS.end()).then_some(NODES);
    let budget = Budget { nodes, ..Budget::UNLIMITED };
    let choice = player(level)?.build(spec, seed)?.choose(&known.game, &budget, &mut |_| {})?;
    let worth = known.moves.iter().find(|(mv, _)| *mv == choice.mv);
    let (_, worth) = worth.context("a legal move")?;
    let best = known.moves.iter().map(|(_, worth)| *worth).fold(0.0, f64::max);
    Ok(best - worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_about_every_move() {
        let spec: GameSpec = "tictactoe".parse().expect("a spec");
        let mut game = spec.start();
        game.play_text("a1 b2 a2").expect("legal moves");
        let mut engine =
            mossa_engines::engine(&spec, Options { memory_mb: 1, ..Options::default() });
        let moves = truth(engine.as_mut(), &game).expect("it can be solved");
        assert_eq!(moves.len(), 6);
        for (mv, worth) in moves {
            let saves = game.position().show_move(mv) == "a3";
            assert!((worth > 0.0) == saves, "{worth}");
        }
    }

    #[test]
    fn the_highest_level_gives_nothing_away() {
        let spec: GameSpec = "sticks:21,3".parse().expect("a spec");
        let mut engine =
            mossa_engines::engine(&spec, Options { memory_mb: 1, ..Options::default() });
        let game = spec.start();
        let moves = truth(engine.as_mut(), &game).expect("it can be solved");
        let known = Known { game, moves };
        let lost = lost_by(10, &spec, &known, 1).expect("it plays");
        assert!(lost.abs() < f64::EPSILON, "{lost}");
    }
}
