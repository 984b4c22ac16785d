//! A player that was burnt: it avoids moves that lost before, where others are about as good.
//!
//! What happened weighs against what the search believes, never against what it has proven. A move
//! that is believed to win with chance p and is to blame for b losses, and after which w games were
//! won and d drawn, is taken to be worth
//!
//! ```text
//! (JUDGMENT * p + w + d / 2) / (JUDGMENT + w + d + b)
//! ```
//!
//! and if the best move is to blame for anything, the move worth most by this number is played. So
//! after one loss, a move with more than half of its chance is comparable.

use std::sync::Arc;

use mossa_kernel::{Exact, FULL_BLAME, Game, GameResult, Memory, Move, Tally, Value};
use mossa_search::Line;

/// How many games the search's own judgment weighs.
const JUDGMENT: f64 = 1.0;

/// How many moves are weighed at most; each costs as much time as the best one alone.
const MOST_LINES: usize = 12;

/// What a player makes of its memory.
#[derive(Default)]
pub(crate) struct Experience {
    memory: Option<Arc<dyn Memory>>,
    /// What is known about the moves of the position at hand, if any of them is to blame.
    known: Vec<(Move, Tally)>,
    remark: Option<String>,
}

impl Experience {
    pub(crate) fn remember(&mut self, memory: Arc<dyn Memory>) {
        self.memory = Some(memory);
    }

    /// What the last choice owes to experience.
    pub(crate) fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Thinks back, and returns how many of the best moves should get a value: more than one only
    /// where one of them lost before.
    pub(crate) fn recall(&mut self, game: &Game) -> usize {
        self.known.clear();
        self.remark = None;
        let Some(memory) = &self.memory else { return 1 };
        let position = game.position();
        let recalled = memory.recall(position.fingerprint());
        if recalled.iter().all(|(_, tally)| tally.blamed == 0) {
            return 1;
        }
        for (mv, canonical) in position.canonical_moves() {
            let tally = recalled.iter().find(|(known, _)| *known == canonical);
            self.known.extend(tally.map(|&(_, tally)| (mv, tally)));
        }
        let blamed = self.known.iter().filter(|(_, tally)| tally.blamed > 0).count();
        (blamed + 2).min(MOST_LINES)
    }

    fn tally(&self, line: &Line) -> Tally {
        let known = self.known.iter().find(|(mv, _)| *mv == line.mv());
        known.map_or_else(Tally::default, |&(_, tally)| tally)
    }

    /// Which of the lines, the best one first, to play.
    pub(crate) fn pick(&mut self, game: &Game, lines: &[Line]) -> usize {
        let Some(best) = lines.first() else { return 0 };
        let Tally { losses, blamed, .. } = self.tally(best);
        if blamed == 0 {
            return 0;
        }
        let chosen = match best.value {
            Value::Exact(Exact { result: GameResult::Draw, .. }) => self.other_draw(lines),
            // A win is a win, and in a lost position every move loses.
            Value::Exact(_) => 0,
            Value::Estimate(_) => self.most_promising(lines),
        };
        if chosen > 0 {
            let [avoided, played] =
                [0, chosen].map(|index: usize| game.position().show_move(lines[index].mv()));
            let times = if losses == 1 { "once".to_owned() } else { format!("{losses} times") };
            self.remark =
                Some(format!("experience: {avoided} lost here {times}, so {played} is tried"));
        }
        chosen
    }

    /// Another proven draw that never lost, if there is one.
    fn other_draw(&self, lines: &[Line]) -> usize {
        let is_good = |line: &Line| {
            let is_draw =
                matches!(line.value, Value::Exact(exact) if exact.result == GameResult::Draw);
            is_draw && self.tally(line).blamed == 0
        };
        lines.iter().position(is_good).unwrap_or(0)
    }

    /// The line that is worth most with all that is known.
    fn most_promising(&self, lines: &[Line]) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, line) in lines.iter().enumerate() {
            let worth = self.worth(line, &lines[0]);
            if worth.is_some_and(|worth| worth > best.1) {
                best = (index, worth.unwrap_or(best.1));
            }
        }
        best.0
    }

    /// What a line is worth from 0 to 1, where the best one is believed and not proven; `None` where
    /// it cannot be compared with that.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
    fn worth(&self, line: &Line, best: &Line) -> Option<f64> {
        let chance = match (line.value, best.value) {
            (Value::Exact(exact), _) => {
                return match exact.result {
                    GameResult::Win => Some(1.0),
                    GameResult::Draw => Some(0.5),
                    GameResult::Loss => None,
                };
            }
            (Value::Estimate(one), Value::Estimate(other)) => match one.winning_chance {
                Some(chance) => chance,
                // On a scale of its own, only what is equal is known to be comparable.
                None if one.score >= other.score => 0.5,
                None => return None,
            },
            (Value::Estimate(_), Value::Exact(_)) => return None,
        };
        let Tally { wins, draws, blamed, .. } = self.tally(line);
        let points = JUDGMENT * chance + wins as f64 + draws as f64 / 2.0;
        let losses = blamed as f64 / FULL_BLAME as f64;
        Some(points / (JUDGMENT + (wins + draws) as f64 + losses))
    }
}

#[cfg(test)]
mod tests;
