//! Othello, where nothing is proven: games played on to the end, after the best move and after those of which nothing else
//! tells why they are worse.

use mossa_kernel::{Budget, Move, values};
use mossa_search::Line;

use super::later::{Fault, FaultKind};
use crate::explain::{Findings, Request, names, until};

/// So many games are played from each move, and none are told where there is no time for so many.
const GAMES: u32 = 200;
const LEAST_GAMES: usize = 60;

/// How much of the time may be spent when that is done.
const ENDS_PART: f64 = 0.95;

/// So many positions are looked at for a move of them.
const NODES_A_MOVE: u64 = 300;

/// Where fewer may be looked at in all, nothing is played so far.
const LEAST_NODES: u64 = 1_000_000;

/// So many moves are followed that far.
const MOST_PLAYED_OUT: usize = 2;

/// Of so many games the best move must win so many more of a hundred; of fewer games more.
const CLEARLY_MORE: f64 = 8.0;

/// Where more than such a part of the worse moves is left without a reason, so many games are played from all moves.
const MANY_LEFT: usize = 3;
const GAMES_OF_ALL: u32 = 100;

/// Longer than any game.
const TO_THE_END: usize = 10_000;

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

    /// Of a hundred, a draw as half a game.
    fn percent(self) -> f64 {
        100.0 * (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games.max(1))
    }
}

impl Request<'_> {
    /// Plays games to the end after all moves, where the reasons leave many of them untold.
    pub(super) fn play_all_out(&mut self, findings: &mut Findings) {
        let worse = Self::worse(findings).count();
        if Self::untold(findings).len() * MANY_LEFT <= worse {
            return;
        }
        let close = findings.lines.iter().filter(|line| !findings.is_glance(line));
        let close = close.filter(|line| !values::is_exact(&line.value) && line.mv() != Move::PASS);
        let moves: Vec<Move> = close.map(Line::mv).collect();
        self.play_games(findings, moves, GAMES_OF_ALL);
        if !findings.ends.is_empty() {
            self.judge(findings);
        }
    }

    /// Plays games to the end after the best move, the next best one, and the first ones that nothing else tells from it.
    pub(super) fn play_out(&mut self, findings: &mut Findings) {
        let left = self.lone(findings).into_iter().filter(|(_, fault)| fault.is_none());
        let left = left.take(MOST_PLAYED_OUT).map(|(index, _)| &findings.lines[index]);
        let next = Self::worse(findings).next().filter(|line| !findings.is_glance(line));
        let mut moves: Vec<Move> = left.chain(next).map(Line::mv).collect();
        moves.sort_unstable();
        moves.dedup();
        if moves.is_empty() || !findings.ends.is_empty() {
            return;
        }
        moves.push(findings.best().mv());
        self.play_games(findings, moves, GAMES);
    }

    fn play_games(&mut self, findings: &mut Findings, moves: Vec<Move>, n: u32) {
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

    /// That fewer games are won after a move.
    pub(super) fn wins_less(&self, findings: &Findings, index: usize) -> Option<Fault> {
        let words = self.ends_against(findings, &findings.lines[index])? + ".";
        Some(Fault { words, kind: FaultKind::Ends })
    }

    /// The same as half a sentence.
    pub(super) fn ends_against(&self, findings: &Findings, line: &Line) -> Option<String> {
        let (best, mv) = (findings.best().mv(), line.mv());
        let [better, own] = [best, mv].map(|mv| findings.ends.get(&mv).copied());
        let (better, own) = better.zip(own)?;
        let clearly = CLEARLY_MORE * (f64::from(GAMES) / f64::from(own.games.max(1))).sqrt();
        let is_clear = better.percent() - own.percent() >= clearly;
        is_clear.then(|| {
            format!(
                "in {} quick games from each to the end, with mistakes of both sides, {} won {} after {} and {} after {}",
                own.games,
                names::side(self.mover()),
                own.won,
                self.name(line),
                better.won,
                self.name(findings.best())
            )
        })
    }

    /// The same in a few words.
    pub(super) fn ends_in_short(&self, findings: &Findings, moves: &[Move]) -> Option<String> {
        let best = *findings.ends.get(&findings.best().mv())?;
        let each = moves.iter().filter_map(|mv| {
            let name = self.game.position().show_move(*mv);
            Some(format!("{} after {name}", findings.ends.get(mv)?.won))
        });
        Some(format!(
            "of {} quick games to the end {} won {} after {}, {}",
            best.games,
            names::side(self.mover()),
            best.won,
            self.name(findings.best()),
            names::list(each, "and")
        ))
    }
}
