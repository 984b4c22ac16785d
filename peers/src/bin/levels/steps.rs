//! How each level scores against the one below.

use std::{ops::RangeInclusive, sync::atomic::AtomicBool, time::Instant};

use anyhow::Result;
use mossa_arena::{Contest, Limits, Standing};
use mossa_games::GameSpec;

use crate::{Arguments, LEVELS, player, verdict};

/// A game to be played.
pub struct Trial {
    /// Its rules.
    pub spec: &'static str,
    /// How many positions a move may take. Levels below the highest take fewer by themselves; the
    /// highest takes what it gets, so it must get something that is the same on every machine.
    nodes: u64,
}

/// The games.
pub const TRIALS: &[Trial] = &[
    Trial { spec: "connect4", nodes: 10_000 },
    Trial { spec: "gomoku", nodes: 5_000 },
    Trial { spec: "othello", nodes: 10_000 },
    Trial { spec: "connect:9,10,5", nodes: 10_000 },
];

/// What share of the points a level should make against the one below.
const TARGET: RangeInclusive<f64> = 0.62..=0.92;

/// Plays all steps of a game; whether each is as high as it should be.
pub fn run(trial: &Trial, arguments: &Arguments) -> Result<bool> {
    let Trial { spec, nodes } = trial;
    println!("{spec}, level 10 with {nodes} positions a move:");
    let mut passed = true;
    for level in LEVELS.skip(1).filter(|&level| level <= arguments.up_to) {
        let standing = contest(trial, level, arguments)?;
        let [losses, draws, wins] = standing.games.counts;
        let score = standing.games.score().unwrap_or(0.0);
        let elo = standing.pairs.elo().map_or("n/a".to_owned(), |elo| match elo.error {
            Some(error) => format!("{:+.0} ± {error:.0}", elo.elo),
            None => format!("{:+.0}", elo.elo),
        });
        let what = format!(
            "{spec} level {level} against {}: {wins} won, {draws} drawn, {losses} lost, {:.1} %, Elo {elo}",
            level - 1,
            100.0 * score
        );
        passed &= verdict(TARGET.contains(&score), &what);
    }
    Ok(passed)
}

fn contest(trial: &Trial, level: u64, arguments: &Arguments) -> Result<Standing> {
    let spec: GameSpec = trial.spec.parse()?;
    let contest = Contest {
        spec,
        players: [player(level)?, player(level - 1)?],
        pairs: (arguments.games / 2) as usize,
        limits: Limits { nodes: Some(trial.nodes), ..Limits::default() },
        openings: Vec::new(),
        seed: arguments.seed,
        concurrency: usize::from(arguments.concurrency),
        sprt: None,
        memory: None,
    };
    let start = Instant::now();
    Ok(contest.run(&move || start.elapsed(), &AtomicBool::new(false), &mut |_: &Standing| true)?)
}
