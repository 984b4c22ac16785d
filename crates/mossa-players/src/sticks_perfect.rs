//! `sticks-perfect`: plays one heap of sticks by theory, without looking ahead.
//!
//! With 1 to R sticks at a time, two moves that follow each other can always be made to take R + 1
//! together. So whoever faces a multiple of R + 1 has lost: whatever it takes, the winner completes
//! it to R + 1, until the winner takes the last. In the misère game, where the last stick loses, one
//! more stick is left over: lost is a multiple of R + 1, plus 1.
//!
//! From any other number exactly one move wins, the one that leaves the opponent a lost number. So
//! neither side can change how long the game lasts, unless the winner blunders: each R + 1 sticks are
//! two plies, and distances follow by division. In the normal game taking more sticks than are left
//! is legal and loses at once; from a lost number this cannot even be done, for at least R + 1 are
//! left.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, GameResult, Move, Player, PlayerError, Value, View};

use crate::{PlayerKind, Settings};

/// The entry in the list of players.
pub(crate) struct SticksPerfect;

impl PlayerKind for SticksPerfect {
    fn name(&self) -> &'static str {
        "sticks-perfect"
    }

    fn help(&self) -> &'static str {
        "Plays sticks by theory: leaves a multiple of R + 1 whenever it can (misère: a multiple of \
         R + 1, plus 1), and so wins whatever the other side does. It knows of every move whether \
         it wins and how many plies the game will last if nobody errs. Where every move loses, \
         they all last equally long, and it takes one stick."
    }

    fn games(&self) -> &'static str {
        "sticks:S,R and sticks:S,R,misere"
    }

    fn build(
        &self,
        game: &GameSpec,
        _settings: &Settings,
        _seed: u64,
    ) -> Result<Box<dyn Player>, String> {
        let GameSpec::Sticks(spec) = game else {
            return Err("its theory is about sticks".to_owned());
        };
        let limit = spec.single_heap_limit().ok_or_else(|| {
            "its theory is about one heap of which 1 to R are taken at a time".to_owned()
        })?;
        Ok(Box::new(Theory { limit, is_misere: spec.is_misere() }))
    }
}

/// What the theory needs to know about the rules.
#[derive(Clone, Copy)]
struct Theory {
    /// The most that can be taken at once.
    limit: u32,
    /// Whether taking the last stick loses.
    is_misere: bool,
}

/// How many moves of the line are told at most: a billion sticks last long.
const LONGEST_LINE: usize = 40;

impl Player for Theory {
    fn choose(
        &mut self,
        game: &Game,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let position = game.position();
        if position.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        let View::Heaps(heaps) = position.view() else { return Err(PlayerError::WrongGame) };
        let &[left] = &heaps[..] else { return Err(PlayerError::WrongGame) };
        let left = u32::try_from(left).map_err(|_| PlayerError::WrongGame)?;
        let mv = Move(self.best_take(left));
        if !position.is_legal(mv) {
            return Err(PlayerError::WrongGame);
        }
        let candidates = self.takes(left).map(|take| (Move(take), self.value(left, take)));
        Ok(Choice {
            mv,
            value: Some(self.value(left, mv.0)),
            line: self.line(left),
            nodes: 0,
            candidates: candidates.collect(),
        })
    }
}

impl Theory {
    /// What may be taken of so many sticks.
    fn takes(self, left: u32) -> std::ops::RangeInclusive<u32> {
        1..=if self.is_misere { self.limit.min(left) } else { self.limit }
    }

    /// How many full pairs of moves there are before the end, and how many sticks are too many for
    /// the number to be lost.
    fn divide(self, left: u32) -> (u32, u32) {
        let counted = left - u32::from(self.is_misere);
        (counted / (self.limit + 1), counted % (self.limit + 1))
    }

    /// The move that wins, or else the first.
    fn best_take(self, left: u32) -> u32 {
        self.divide(left).1.max(1)
    }

    /// What so many sticks, at least one, are worth to the side to move.
    fn result(self, left: u32) -> (GameResult, u32) {
        // In the misère game the loser has one more move to make: the last.
        let last = u32::from(self.is_misere);
        match self.divide(left) {
            (pairs, 0) => (GameResult::Loss, 2 * pairs + last),
            (pairs, _) => (GameResult::Win, 2 * pairs + 1 + last),
        }
    }

    /// What it is worth to take so many.
    fn value(self, left: u32, take: u32) -> Value {
        let (result, plies) = match left.checked_sub(take) {
            None => (GameResult::Loss, 0),
            Some(0) if self.is_misere => (GameResult::Loss, 0),
            Some(0) => (GameResult::Win, 0),
            Some(rest) => match self.result(rest) {
                (GameResult::Loss, plies) => (GameResult::Win, plies),
                (_, plies) => (GameResult::Loss, plies),
            },
        };
        Value::exact(result, Some(plies + 1))
    }

    /// How the game goes on if nobody errs.
    fn line(self, mut left: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while left > 0 && line.len() < LONGEST_LINE {
            let take = self.best_take(left);
            line.push(Move(take));
            left -= take;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::Exact;

    use super::*;
    use crate::PlayerSpec;

    fn choose(spec: &str, moves: &str) -> Choice {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let player: PlayerSpec = "sticks-perfect".parse().unwrap();
        let mut player = player.build(&spec, 0).unwrap();
        player.choose(&game, &Budget::UNLIMITED, &mut |_| {}).unwrap()
    }

    fn exact(value: Value) -> (GameResult, u32) {
        match value {
            Value::Exact(Exact { result, plies: Some(plies), at_most: false, margin: None }) => {
                (result, plies)
            }
            other => panic!("{other:?} is not exact"),
        }
    }

    /// What may be taken of so many sticks.
    fn brute_takes(left: i64, limit: i64, is_misere: bool) -> Vec<i64> {
        (1..=limit).filter(|&take| take <= left || !is_misere).collect()
    }

    /// Values of 0 to `most` sticks for the side to move, each from those below it.
    fn brute_values(most: i64, limit: i64, is_misere: bool) -> Vec<(bool, u32)> {
        // Nothing left: the opponent has just taken the last stick.
        let mut values = vec![(is_misere, 0)];
        for left in 1..=most {
            let children = brute_takes(left, limit, is_misere).into_iter().map(|take| {
                // An overshoot hands the game to the opponent.
                usize::try_from(left - take).map_or((true, 0), |rest| values[rest])
            });
            let children: Vec<(bool, u32)> = children.collect();
            let soonest = children.iter().filter(|child| !child.0).map(|child| child.1).min();
            let latest = children.iter().map(|child| child.1).max().unwrap();
            values.push((soonest.is_some(), soonest.unwrap_or(latest) + 1));
        }
        values
    }

    /// Compares the move, its value, its line and all candidates with the values from below.
    fn check(left: i64, limit: i64, is_misere: bool, values: &[(bool, u32)]) {
        let form = if is_misere { ",misere" } else { "" };
        let spec = format!("sticks:{left},{limit}{form}");
        let choice = choose(&spec, "");
        let result = |wins| if wins { GameResult::Win } else { GameResult::Loss };
        let expected: Vec<(Move, (GameResult, u32))> = brute_takes(left, limit, is_misere)
            .into_iter()
            .map(|take| {
                let (wins, plies) =
                    usize::try_from(left - take).map_or((true, 0), |rest| values[rest]);
                (Move(u32::try_from(take).unwrap()), (result(!wins), plies + 1))
            })
            .collect();
        let found: Vec<_> =
            choice.candidates.iter().map(|&(mv, value)| (mv, exact(value))).collect();
        assert_eq!(found, expected, "{spec}");
        let (wins, plies) = values[usize::try_from(left).unwrap()];
        assert_eq!(choice.value.map(exact), Some((result(wins), plies)), "{spec}");
        let first_best = expected.iter().find(|(_, value)| *value == (result(wins), plies));
        assert_eq!(Some(choice.mv), first_best.map(|(mv, _)| *mv), "{spec}");
        assert_eq!(choice.line.len(), LONGEST_LINE.min(plies as usize), "{spec}");
        assert_eq!(choice.line[0], choice.mv);
    }

    #[test]
    fn brute_force_agrees_in_value_distance_and_move() {
        for is_misere in [false, true] {
            for limit in 1..=12 {
                let values = brute_values(120, limit, is_misere);
                for left in 1..=120 {
                    let lost_when = i64::from(is_misere) % (limit + 1);
                    let is_lost = left % (limit + 1) == lost_when;
                    let index = usize::try_from(left).unwrap();
                    assert_eq!(values[index].0, !is_lost, "the theory: {left} sticks, {limit}");
                    check(left, limit, is_misere, &values);
                }
            }
        }
    }

    #[test]
    fn a_lost_position_says_so() {
        // The position of the worked example after the human's first move.
        let choice = choose("sticks:11,2", "2");
        assert_eq!(choice.value.map(exact), Some((GameResult::Loss, 6)));
        assert_eq!(choice.mv, Move(1), "all moves last equally long: the first");
        assert_eq!(choice.line.len(), 6);
    }

    #[test]
    fn an_overshoot_is_a_candidate_that_loses_at_once() {
        let choice = choose("sticks:2,3", "");
        let values: Vec<_> = choice.candidates.iter().map(|&(_, value)| exact(value)).collect();
        assert_eq!(
            values,
            [(GameResult::Loss, 2), (GameResult::Win, 1), (GameResult::Loss, 1)],
            "take 1, 2, 3 of 2"
        );
        assert_eq!(choose("sticks:2,3,misere", "").candidates.len(), 2, "not in the misère game");
    }

    #[test]
    fn a_billion_sticks_are_no_burden() {
        let choice = choose("sticks:1000000000,1", "");
        assert_eq!(choice.value.map(exact), Some((GameResult::Loss, 1_000_000_000)));
        let choice = choose("sticks:1000000000,1,misere", "");
        assert_eq!(choice.value.map(exact), Some((GameResult::Win, 1_000_000_000)));
        let choice = choose("sticks:1000000000,10000", "");
        assert_eq!(choice.mv, Move(1_000_000_000 % 10_001));
        assert_eq!(choice.candidates.len(), 10_000);
    }

    #[test]
    fn other_games_are_refused_with_a_reason() {
        let player: PlayerSpec = "sticks-perfect".parse().unwrap();
        let refusal = |spec: &str| player.build(&spec.parse().unwrap(), 0).err().unwrap();
        for form in ["sticks:21,take=1/3", "sticks:3+5", "sticks:3+5,2", "sticks:9,take=1,misere"] {
            let problem = refusal(form).to_string();
            assert!(problem.contains("one heap of which 1 to R are taken"), "{problem}");
        }
        assert!(refusal("othello").to_string().contains("about sticks"));
        assert!("sticks-perfect:depth=1".parse::<PlayerSpec>().is_err());
    }

    #[test]
    fn finished_and_foreign_games_get_no_move() {
        let player: PlayerSpec = "sticks-perfect".parse().unwrap();
        let mut player = player.build(&"sticks:11,3".parse().unwrap(), 0).unwrap();
        let mut ask = |spec: &str, moves: &str| {
            let mut game = spec.parse::<GameSpec>().unwrap().start();
            game.play_text(moves).unwrap();
            player.choose(&game, &Budget::UNLIMITED, &mut |_| {}).err()
        };
        assert_eq!(ask("sticks:3,3", "3"), Some(PlayerError::GameOver));
        assert_eq!(ask("sticks:3,3", "1 3"), Some(PlayerError::GameOver), "by an overshoot");
        assert_eq!(ask("sticks:3+5", ""), Some(PlayerError::WrongGame));
        assert_eq!(ask("othello", ""), Some(PlayerError::WrongGame));
        assert_eq!(ask("sticks:11,2", ""), Some(PlayerError::WrongGame), "3 may not be taken");
        assert_eq!(ask("sticks:11,3", ""), None);
    }
}
