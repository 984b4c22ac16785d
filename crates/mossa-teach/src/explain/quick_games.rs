//! Games played on quickly to the end, now with one and now with another of the moves that look about as good: how often
//! each side wins after a move hangs on no single line, and takes in the mistakes of both sides.

use mossa_kernel::{Budget, Move};
use mossa_search::{Aim, Line, Task};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{Findings, Request, names, until};

/// So many games are played from each move, and none are told where there is no time for so many.
pub(super) const GAMES: u32 = 200;
const LEAST_GAMES: usize = 60;

/// How much of the time may be spent when that is done.
const ENDS_PART: f64 = 0.95;

/// So many positions are looked at for a move of them.
pub(super) const NODES_A_MOVE: u64 = 300;

/// Where fewer may be looked at in all, nothing is played so far.
const LEAST_NODES: u64 = 1_000_000;

/// Of so many games the best move must win so many more of a hundred; of fewer games more.
const CLEARLY_MORE: f64 = 8.0;

/// Of so many moves one is chosen, of those whose chance is no more than this behind the best.
const WIDTH: usize = 4;
const ALIKE: f64 = 0.06;

/// Longer than any game.
const TO_THE_END: usize = 10_000;

/// The same games for the same position.
const SEED: u64 = 1;

/// How some games ended for the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::explain) struct Ends {
    pub(super) games: u32,
    pub(super) won: u32,
    pub(super) drawn: u32,
}

impl Ends {
    pub(super) fn won_of_hundred(self) -> i64 {
        let games = i64::from(self.games.max(1));
        (200 * i64::from(self.won) + games) / (2 * games)
    }

    /// The same, a draw as half a game.
    pub(super) fn points_of_hundred(self) -> i64 {
        let games = i64::from(self.games.max(1));
        (100 * (2 * i64::from(self.won) + i64::from(self.drawn)) + games) / (2 * games)
    }

    /// Of a hundred, a draw as half a game.
    fn percent(self) -> f64 {
        100.0 * (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games.max(1))
    }

    /// Whether so many more were won that it is hardly chance.
    pub(super) fn is_clearly_more(self, than: Self) -> bool {
        let clearly = CLEARLY_MORE * (f64::from(GAMES) / f64::from(than.games.max(1))).sqrt();
        self.percent() - than.percent() >= clearly
    }
}

impl Request<'_> {
    /// Plays so many games to the end after each of some moves, where there is time for it.
    pub(super) fn play_games(&mut self, findings: &mut Findings, moves: Vec<Move>, n: u32) {
        if self.budget.nodes.is_some_and(|nodes| nodes < LEAST_NODES) {
            return;
        }
        let budget = Budget { nodes: Some(NODES_A_MOVE), ..until(self.budget, ENDS_PART) };
        let games = self.games_from(&moves, n, &budget);
        if games.iter().all(|games| games.len() >= LEAST_GAMES) {
            let ends: Vec<Ends> = games.iter().map(|games| self.ends_of(games)).collect();
            findings.ends = moves.into_iter().zip(ends).collect();
        }
    }

    /// So many games from each of some moves, or from all of them as many as there was time for.
    pub(super) fn games_from(
        &mut self,
        moves: &[Move],
        n: u32,
        budget: &Budget<'_>,
    ) -> Vec<Vec<Vec<Move>>> {
        let mut games = vec![Vec::new(); moves.len()];
        for round in 0..n {
            if budget.is_spent(0) {
                break;
            }
            for (games, &mv) in games.iter_mut().zip(moves) {
                games.extend(self.one_try(mv, round as usize, budget, TO_THE_END));
            }
        }
        games
    }

    /// How some games ended that were played to the end.
    pub(super) fn ends_of(&self, games: &[Vec<Move>]) -> Ends {
        let outcomes = games.iter().filter_map(|game| self.reached(game)?.outcome());
        let mut ends = Ends::default();
        for outcome in outcomes {
            ends.games += 1;
            ends.won += u32::from(outcome.winner == Some(self.mover()));
            ends.drawn += u32::from(outcome.winner.is_none());
        }
        ends
    }

    /// A game after a move, of so many moves at most; `None` where the move ends the game.
    pub(super) fn one_try(
        &mut self,
        mv: Move,
        round: usize,
        budget: &Budget<'_>,
        length: usize,
    ) -> Option<Vec<Move>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED + round as u64);
        let mut game = self.reached(&[mv])?;
        let mut line = vec![mv];
        while line.len() < length && game.outcome().is_none() {
            let task = Task { budget, aim: Aim::Play, lines: WIDTH, threads: 1 };
            let report = self.engine.think(&game, &task, &mut |_| {}).ok()?;
            let chance = |line: &Line| crate::chance(&line.value);
            let best = report.best().map(chance)?;
            let alike: Vec<Move> = report
                .lines
                .iter()
                .filter(|line| chance(line) >= best - ALIKE)
                .map(Line::mv)
                .collect();
            let next = alike[rng.random_range(0..alike.len())];
            game.play(next).ok()?;
            line.push(next);
        }
        (line.len() > 1).then_some(line)
    }

    /// That fewer games are won after a move, as half a sentence.
    pub(super) fn ends_against(&self, findings: &Findings, line: &Line) -> Option<String> {
        let (best, mv) = (findings.best().mv(), line.mv());
        let [better, own] = [best, mv].map(|mv| findings.ends.get(&mv).copied());
        let (better, own) = better.zip(own)?;
        // Where the games won do not show it alone, those drawn belong to it.
        let alone = |ends: Ends| Ends { drawn: 0, ..ends };
        let is_shown = alone(better).is_clearly_more(alone(own));
        let drew = |ends: Ends| {
            if is_shown { String::new() } else { format!(" and drew {}", ends.drawn) }
        };
        let joint = if is_shown { " and" } else { "," };
        better.is_clearly_more(own).then(|| {
            format!(
                "in {} quick games from each to the end, with mistakes of both sides, {} won {}{} after {}{joint} {}{} after {}",
                own.games,
                names::side(self.mover()),
                own.won,
                drew(own),
                self.name(line),
                better.won,
                drew(better),
                self.name(findings.best())
            )
        })
    }
}
