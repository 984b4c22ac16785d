//! Games that can be solved: every move of the engine is checked against the truth.

use std::sync::{Mutex, PoisonError};

use anyhow::{Result, ensure};
use mossa_games::GameSpec;
use mossa_kernel::{Game, GameResult, Move};
use mossa_peers::positions::{Positions, show_moves};

use crate::judge::{Judge, Verdict, judge};
use crate::play::play_pairs;
use crate::{Conditions, opponents, verdict};

/// A game to be played.
pub struct Trial {
    /// Its rules.
    pub spec: &'static str,
    /// How many random moves open it, at least and at most.
    opening: (usize, usize),
    /// Whether nobody should win at once after the opening.
    is_quiet: bool,
}

/// A game that begins near its start.
const fn whole(spec: &'static str, most: usize) -> Trial {
    Trial { spec, opening: (0, most), is_quiet: false }
}

/// The games. Those of connect4 begin with 20 empty squares or fewer.
pub const TRIALS: &[Trial] = &[
    whole("sticks:21,3", 4),
    whole("sticks:21,3,misere", 4),
    whole("sticks:30,take=2/5/7", 4),
    whole("sticks:30,take=1/4/6,misere", 4),
    whole("sticks:3+4+5", 2),
    whole("sticks:1+3+5+7,misere", 4),
    whole("sticks:5+6+7,take=3", 4),
    whole("tictactoe", 4),
    whole("mnk:3,4,3", 4),
    whole("mnk:4,4,2", 2),
    whole("mnk:4,4,3", 4),
    whole("mnk:4,4,4", 6),
    Trial { spec: "connect4", opening: (22, 28), is_quiet: true },
];

/// How many violations are shown.
const MOST_SHOWN: usize = 10;

/// What the judge saw.
#[derive(Default)]
struct Record {
    moves: u64,
    /// Moves that gave something away, told for people.
    violations: Vec<String>,
    /// Moves that won later or lost sooner than necessary.
    detours: u64,
    a_detour: Option<String>,
}

/// Plays everybody; whether every move of the engine was good enough.
pub fn run(trial: &Trial, conditions: &Conditions) -> Result<bool> {
    let spec: GameSpec = trial.spec.parse()?;
    let mut positions = Positions::new(spec.clone(), conditions.seed);
    let openings = positions.openings(conditions.pairs, trial.opening, trial.is_quiet)?;
    let judge = Mutex::new(judge(&spec));
    let mut passed = true;
    for opponent in opponents(&spec, conditions) {
        let record = Mutex::new(Record::default());
        let watch = |game: &Game, mv: Move| {
            let mut judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
            let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
            record.check(judge.as_mut(), &spec, game, mv)
        };
        let played = play_pairs(&spec, &opponent, &openings, conditions, &watch)?;
        let record = record.into_inner().unwrap_or_else(PoisonError::into_inner);
        let what = format!("{spec} against {opponent}: {} games, ", played.len());
        passed &= record.show(&what);
    }
    Ok(passed)
}

impl Record {
    /// Looks at a move of the engine.
    fn check(
        &mut self,
        judge: &mut dyn Judge,
        spec: &GameSpec,
        game: &Game,
        mv: Move,
    ) -> Result<()> {
        self.moves += 1;
        let best = judge.judge(game)?;
        let mut after = game.clone();
        after.play(mv)?;
        let got = match after.outcome() {
            Some(outcome) => Verdict::of_outcome(outcome, game.position().side_to_move()),
            None => judge.judge(&after)?.seen_before(),
        };
        let told = || {
            let (before, shown) = (show_moves(game, spec), game.position().show_move(mv));
            format!("after `{before}` {shown}: {got} instead of {best}")
        };
        if got.result < best.result {
            self.violations.push(told());
        } else if got != best {
            // It cannot do better than the best; if it does, the judge is wrong.
            ensure!(got.result == best.result && got.is_worse_than(best), "judge: {}", told());
            self.detours += 1;
            self.a_detour.get_or_insert_with(told);
        }
        Ok(())
    }

    /// Prints what was seen; whether that is good enough.
    fn show(&self, what: &str) -> bool {
        let Self { moves, violations, detours, a_detour } = self;
        let what = format!(
            "{what}{moves} moves checked, {} that gave something away, {detours} not the shortest",
            violations.len()
        );
        let passed = verdict(violations.is_empty(), &what);
        for violation in violations.iter().take(MOST_SHOWN) {
            println!("  {violation}");
        }
        if let Some(detour) = a_detour {
            println!("  (not the shortest: {detour})");
        }
        passed
    }
}

impl Verdict {
    /// Whether it is the same result, but a win later or a loss sooner.
    fn is_worse_than(self, best: Self) -> bool {
        match self.result {
            GameResult::Win => self.plies > best.plies,
            GameResult::Loss => self.plies < best.plies,
            GameResult::Draw => false,
        }
    }
}
