//! Othello: what comes of quick games after a move. Where no single event decides, two moves are told apart by what happens
//! more often after one of them; what chance alone may do is not told.

use mossa_engines::{Engine, Options, engine};
use mossa_kernel::{Budget, Game, Move, Side, View, keys};
use mossa_search::{Aim, Line, Task};

use super::{Findings, Request, discs::corners, until};

/// How much of the time may be spent when they are played.
const TRIALS_PART: f64 = 0.9;

/// So many games are played after each move, fewer where there is no time for them, and fewer than the second number
/// tell nothing.
const GAMES: usize = 200;
const LEAST_GAMES: usize = 50;

/// Numbers of games that end with a zero are easier to read.
const TEN: usize = 10;

/// So many moves of each game are those that the engine expects: without them it is decided by what quick players overlook.
pub(super) const EXPECTED: usize = 4;

/// So many positions are looked at for each of the others: more games say more than better ones.
const NODES_A_MOVE: u64 = 60;

/// A move is drawn from so many of the best, one that is worse by the second number e times as seldom.
const DRAWN: usize = 4;
const SLIP: f64 = 0.05;

/// What is so many standard errors apart is no accident.
const CLEARLY: f64 = 2.0;

/// The part of the games that is won may differ from the engine's belief by so much.
const MOST_APART: f64 = 0.15;

/// With more empty squares than this a game is too long.
const MOST_EMPTY: usize = 60;

/// A game that was played on quickly after a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    /// What was played after the move.
    pub(super) moves: Vec<Move>,
    /// Who won.
    pub(super) winner: Option<Side>,
    /// Who took the first corner: the other side had let it in.
    pub(super) first: Option<Side>,
    /// Who had each corner in the end.
    pub(super) corners: Vec<Option<Side>>,
}

impl Trial {
    /// Whether a side had a corner in the end, by its place in the list: one or nothing.
    pub(super) fn holds(&self, place: usize, side: Side) -> f64 {
        f64::from(u8::from(self.corners.get(place) == Some(&Some(side))))
    }

    /// Whether a side won: one or nothing.
    pub(super) fn won(&self, side: Side) -> f64 {
        f64::from(u8::from(self.winner == Some(side)))
    }
}

impl Findings {
    /// The quick games after a move, by its place in the list.
    pub(super) fn trials(&self, index: usize) -> Option<&[Trial]> {
        let known = self.trials.iter().find(|(place, _)| *place == index);
        known.map(|(_, trials)| &trials[..])
    }

    /// The places of the worse moves after which quick games were played, best first.
    pub(super) fn tried_behind(&self) -> impl Iterator<Item = usize> {
        let tried = |index: usize| self.trials.iter().any(|(place, _)| *place == index);
        self.behind().map(|(index, _)| index).filter(move |&index| tried(index))
    }
}

impl Request<'_> {
    /// Plays quick games after some moves, by their places in the list, after each as many.
    pub(super) fn play_quickly(&self, findings: &mut Findings, indices: &[usize]) {
        let View::Board(board) = self.game.position().view() else { return };
        let n_empty = board.cells.iter().filter(|cell| cell.is_none()).count();
        let cost = NODES_A_MOVE * (n_empty * indices.len()).max(1) as u64;
        let n_games = self.budget.nodes.map_or(GAMES, |nodes| {
            // All of them together cost no more than a look at the position.
            GAMES.min(usize::try_from(nodes / cost).unwrap_or(GAMES) / TEN * TEN)
        });
        if n_games < LEAST_GAMES || n_empty > MOST_EMPTY {
            return;
        }
        let budget = until(self.budget, TRIALS_PART);
        let mut quick = engine(self.spec, Options { memory_mb: 1, ..Options::default() });
        let mut played: Vec<Vec<Trial>> = vec![Vec::new(); indices.len()];
        for number in 0..n_games as u64 {
            let round = indices.iter().map(|&index| {
                let is_late = budget.is_spent(0);
                let line = &findings.lines[index].moves;
                if is_late { None } else { self.trial(quick.as_mut(), line, number) }
            });
            let Some(round) = round.collect::<Option<Vec<Trial>>>() else { break };
            for (known, trial) in played.iter_mut().zip(round) {
                known.push(trial);
            }
        }
        let n_played = played.iter().map(Vec::len).min().unwrap_or(0) / TEN * TEN;
        for trials in &mut played {
            trials.truncate(n_played);
        }
        if n_played >= LEAST_GAMES {
            findings.trials = indices.iter().copied().zip(played).collect();
        }
    }

    /// Forgets quick games that end otherwise than the engine expects: they were played too badly to tell anything.
    pub(super) fn forget_odd_games(&self, findings: &mut Findings) {
        let Some(best) = findings.trials(0) else { return };
        let won = mean(best, |it| it.won(self.mover()));
        if (won - crate::chance(&findings.best().value)).abs() > MOST_APART {
            findings.trials.clear();
        }
    }

    /// One quick game after the first moves of a line; the same number gives the same game.
    fn trial(&self, quick: &mut dyn Engine, line: &[Move], number: u64) -> Option<Trial> {
        quick.forget();
        let (_, expected) = line.split_first()?;
        let expected = &expected[..expected.len().min(EXPECTED - 1)];
        let mut moves = expected.to_vec();
        let mut game = self.reached(&line[..=expected.len()])?;
        while game.outcome().is_none() {
            let draw = keys::mix(number * MOST_EMPTY as u64 * 2 + moves.len() as u64);
            let legal = game.position().moves();
            let mv = if let [only] = legal[..] { only } else { drawn(quick, &game, draw)? };
            moves.push(mv);
            game.play(mv).ok()?;
        }
        let View::Board(board) = game.position().view() else { return None };
        let corners = corners(self.spec, self.game);
        // Sides take turns: passes are moves.
        let mut all = line[..1].iter().chain(&moves);
        let first = all.position(|mv| corners.contains(mv));
        let first = first.map(|at| if at % 2 == 0 { self.mover() } else { !self.mover() });
        let corners = corners.into_iter().map(|mv| board.cells[mv.0 as usize]).collect();
        Some(Trial { moves, winner: game.outcome()?.winner, first, corners })
    }
}

/// A move from the best that a quick look finds, better ones more often.
fn drawn(quick: &mut dyn Engine, game: &Game, draw: u64) -> Option<Move> {
    let budget = Budget { nodes: Some(NODES_A_MOVE), ..Budget::UNLIMITED };
    let task = Task { budget: &budget, aim: Aim::Play, lines: DRAWN, threads: 1 };
    let report = quick.think(game, &task, &mut |_| {}).ok()?;
    let best = report.best().map(|best| crate::chance(&best.value))?;
    let weight = |line: &Line| ((crate::chance(&line.value) - best) / SLIP).exp();
    let all: f64 = report.lines.iter().map(weight).sum();
    let mut left = all * f64::from((draw >> 32) as u32) / f64::from(u32::MAX);
    let drawn = report.lines.iter().find(|line| {
        left -= weight(line);
        left < 0.0
    });
    drawn.or(report.best()).map(Line::mv)
}

/// A count to reckon with.
pub(super) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The average of something in quick games.
pub(super) fn mean(trials: &[Trial], worth: impl Fn(&Trial) -> f64) -> f64 {
    trials.iter().map(worth).sum::<f64>() / number(trials.len().max(1))
}

/// Whether there is clearly more of something in the first of two samples than in the second.
pub(super) fn is_clearly_more(samples: [&[Trial]; 2], worth: impl Fn(&Trial) -> f64) -> bool {
    let [(more, a), (less, b)] = samples.map(|trials| spread(trials, &worth));
    more - less >= CLEARLY * (a + b).sqrt()
}

/// The average of some numbers, and the square of its standard error. Where all are alike, one more might not be.
fn spread(trials: &[Trial], worth: impl Fn(&Trial) -> f64) -> (f64, f64) {
    let (n, middle) = (number(trials.len().max(1)), mean(trials, &worth));
    let variance = mean(trials, |trial| (worth(trial) - middle).powi(2));
    (middle, (variance + 1.0 / n) / n)
}
