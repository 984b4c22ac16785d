//! What a game teaches: which moves were made where, how it ended for those who made them, and
//! which one is to blame.
//!
//! A loss counts against the last move of the loser that met a position not known to be lost: in a
//! position that the loser's own search or the winner's had proven lost, whatever was played is no
//! mistake. The three moves before it have a part in it, half, a quarter and an eighth, for the
//! mistake may have been made earlier. If the last one was wholly to blame before and was played again, there was no
//! better one, and the one before it is wholly to blame, too; and so on. A move without a choice, as where every other one
//! loses at once, is never to blame.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use mossa_games::{Played, Record};
use mossa_kernel::{
    AnyPosition, Exact, FULL_BLAME, Fingerprint, Game, GameResult, Lesson, Memory, Move, Outcome,
    Reason, Tally, Value,
};

/// How many moves of a game teach at most, the last ones: on boards of 40,000 cells games are long,
/// and positions take long to recognize.
const LONGEST: usize = 1_000;

/// How many moves are looked at for one to blame.
const MOST_SUSPECTS: usize = 20;

/// With more legal moves than this there was another one.
const MANY: usize = 400;

/// What a finished game teaches; `memory` is what was known before. Nothing where the game was not
/// decided by its moves. Moves without a time were not chosen by a player: they are openings.
pub fn lessons(record: &Record, memory: &dyn Memory) -> Vec<Lesson> {
    let Some(outcome) = record.outcome.filter(|&outcome| is_decided_by_moves(outcome)) else {
        return Vec::new();
    };
    let Some(mut steps) = retrace(record, outcome) else { return Vec::new() };
    if outcome.winner.is_some() {
        blame(&mut steps, record, memory);
    }
    let chosen = steps.into_iter().filter(|&(index, _)| was_chosen(&record.moves[index]));
    chosen.map(|(_, lesson)| lesson).collect()
}

fn is_decided_by_moves(outcome: Outcome) -> bool {
    outcome.reason.is_by_rules() || outcome.reason == Reason::Resign
}

fn was_chosen(played: &Played) -> bool {
    played.milliseconds.is_some()
}

/// The game before move number `index`.
fn before(record: &Record, index: usize) -> Option<Game> {
    Record { moves: record.moves[..index].to_vec(), ..record.clone() }.game().ok()
}

/// Plays the game through, and returns what each move teaches with its number; `None` if that cannot
/// be done. Nobody is to blame yet.
fn retrace(record: &Record, outcome: Outcome) -> Option<Vec<(usize, Lesson)>> {
    let first = record.moves.len().saturating_sub(LONGEST);
    let mut game = before(record, first)?;
    let mut steps = Vec::new();
    for (index, played) in record.moves.iter().enumerate().skip(first) {
        let position = game.position();
        let result = match outcome.winner {
            None => GameResult::Draw,
            Some(winner) if winner == position.side_to_move() => GameResult::Win,
            Some(_) => GameResult::Loss,
        };
        let (spot, mv) = (position.fingerprint(), position.canonical_move(played.mv));
        steps.push((index, Lesson { spot, mv, result, blame: 0 }));
        game.play(played.mv).ok()?;
    }
    Some(steps)
}

/// Finds who is to blame for a loss, from the last move backward.
fn blame(steps: &mut [(usize, Lesson)], record: &Record, memory: &dyn Memory) {
    let suspects = steps.iter_mut().rev().filter(|(index, lesson)| {
        let is_theirs = lesson.result == GameResult::Loss;
        is_theirs && was_chosen(&record.moves[*index]) && !was_lost(&record.moves, *index)
    });
    let mut blame = FULL_BLAME;
    for (index, lesson) in suspects.take(MOST_SUSPECTS) {
        let Some(game) = before(record, *index).filter(|_| blame > 0) else { return };
        if !had_choice(game.position(), record.moves[*index].mv) {
            continue;
        }
        let known = memory.recall(lesson.spot);
        let is_known = |(mv, tally): &(Move, Tally)| *mv == lesson.mv && tally.blamed >= FULL_BLAME;
        lesson.blame = blame;
        if blame < FULL_BLAME || !known.iter().any(is_known) {
            blame /= 2;
        }
    }
}

/// Whether there was another move after which the other side could not win at once.
fn had_choice(position: &dyn AnyPosition, played: Move) -> bool {
    let moves = position.moves();
    if moves.len() > MANY {
        return true;
    }
    let side = position.side_to_move();
    let wins = |after: &dyn AnyPosition, reply: Move| {
        let mut end = after.boxed_clone();
        end.play_legal(reply);
        end.outcome().is_some_and(|outcome| outcome.winner == Some(!side))
    };
    // What wins after one move mostly wins after others, too: it is tried first.
    let mut threats: Vec<Move> = Vec::new();
    moves.into_iter().filter(|&mv| mv != played).any(|mv| {
        let mut after = position.boxed_clone();
        after.play_legal(mv);
        if let Some(outcome) = after.outcome() {
            return outcome.winner != Some(!side);
        }
        if threats.iter().any(|&threat| after.is_legal(threat) && wins(after.as_ref(), threat)) {
            return false;
        }
        let found = after.moves().into_iter().find(|&reply| wins(after.as_ref(), reply));
        threats.extend(found);
        found.is_none()
    })
}

/// Whether somebody had proven that the position was lost for who made move number `index`.
fn was_lost(moves: &[Played], index: usize) -> bool {
    let is = |played: &Played, result: GameResult| matches!(played.value, Some(Value::Exact(Exact { result: proven, .. })) if proven == result);
    let before = index.checked_sub(1).map(|before| &moves[before]);
    is(&moves[index], GameResult::Loss)
        || before.is_some_and(|move_before| is(move_before, GameResult::Win))
}

/// A memory that lasts as long as the program.
#[derive(Debug, Default)]
pub struct Notebook {
    pages: Mutex<HashMap<Fingerprint, Vec<(Move, Tally)>>>,
}

impl Notebook {
    /// Writes down what a game taught.
    pub fn note(&self, lessons: &[Lesson]) {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        for lesson in lessons {
            let page = pages.entry(lesson.spot).or_default();
            let known = page.iter().position(|(mv, _)| *mv == lesson.mv);
            let line = known.unwrap_or_else(|| {
                page.push((lesson.mv, Tally::default()));
                page.len() - 1
            });
            page[line].1.add(lesson);
        }
    }
}

impl Memory for Notebook {
    fn recall(&self, spot: Fingerprint) -> Vec<(Move, Tally)> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.get(&spot).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
