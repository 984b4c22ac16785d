//! Othello: what happens in many quick games after a move. Where no single event decides, two moves are told apart by
//! what happens more often after one of them; what chance alone may do is not told.

use mossa_engines::{Engine, Options, engine};
use mossa_kernel::{Budget, Game, Move, Side, View, keys};
use mossa_search::{Aim, Line, Task};

use super::{Findings, Request, discs::corners, until};

/// How much of the time may be spent when they are played.
const TRIALS_PART: f64 = 0.9;

/// So many games are played after each move, fewer where there is no time for them, and fewer than the second number
/// tell nothing.
const GAMES: usize = 100;
const LEAST_GAMES: usize = 30;

/// Numbers of games that end with a zero are easier to read.
const TEN: usize = 10;

/// So many positions are looked at for each move of such a game.
const NODES_A_MOVE: u64 = 120;

/// A move is drawn from so many of the best, one that is worse by the second number e times as seldom.
const DRAWN: usize = 4;
const SLIP: f64 = 0.05;

/// Moves to choose from are counted in so many moves of a game.
pub(super) const COUNTED: usize = 20;

/// What is so many standard errors apart is no accident.
const CLEARLY: f64 = 2.0;

/// With more empty squares than this a game is too long.
const MOST_EMPTY: usize = 60;

/// A game that was played on quickly after a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    /// What was played after the move.
    pub(super) moves: Vec<Move>,
    /// Who won.
    pub(super) winner: Option<Side>,
    /// Who took the first corner.
    pub(super) first: Option<Side>,
    /// How many moves the side that made the move had to choose from on average, and the other side.
    pub(super) room: [f64; 2],
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// More moves to choose from.
    Room,
    /// The first corner.
    Corner,
}

impl Event {
    /// How much of it a side has in a game; `mover` is the one that the room is counted for.
    fn worth(self, trial: &Trial, side: Side, mover: Side) -> f64 {
        let is_own = |who: Option<Side>| f64::from(u8::from(who == Some(side)));
        match self {
            Self::Room if side == mover => trial.room[0] - trial.room[1],
            Self::Room => trial.room[1] - trial.room[0],
            Self::Corner => is_own(trial.first),
        }
    }
}

impl Findings {
    /// The quick games after a move, by its place in the list.
    pub(super) fn trials(&self, index: usize) -> Option<&[Trial]> {
        let known = self.trials.iter().find(|(place, _)| *place == index);
        known.map(|(_, trials)| &trials[..])
    }

    /// The places of the worse moves after which quick games were played.
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
                let first = findings.lines[index].mv();
                if is_late { None } else { self.trial(quick.as_mut(), first, number) }
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

    /// One quick game after a move; the same number gives the same game.
    fn trial(&self, quick: &mut dyn Engine, first: Move, number: u64) -> Option<Trial> {
        quick.forget();
        let corners = corners(self.spec, self.game);
        let mut game = self.reached(&[first])?;
        let mut trial = Trial { moves: Vec::new(), winner: None, first: None, room: [0.0; 2] };
        let taken = |mv: Move, side: Side| corners.contains(&mv).then_some(side);
        trial.first = taken(first, self.mover());
        let mut counts = [Vec::new(), Vec::new()];
        while game.outcome().is_none() {
            let side = game.position().side_to_move();
            let legal = game.position().moves();
            if trial.moves.len() < COUNTED {
                let n_moves = legal.iter().filter(|&&mv| mv != Move::PASS).count() as u32;
                counts[usize::from(side != self.mover())].push(n_moves);
            }
            let draw = keys::mix(number * MOST_EMPTY as u64 * 2 + trial.moves.len() as u64);
            let mv = if let [only] = legal[..] { only } else { drawn(quick, &game, draw)? };
            trial.first = trial.first.or_else(|| taken(mv, side));
            trial.moves.push(mv);
            game.play(mv).ok()?;
        }
        trial.room = counts.map(|counts| mean(&counts));
        trial.winner = game.outcome()?.winner;
        Some(trial)
    }

    /// How much of something the mover has after the best move and after another, where that is clearly more.
    pub(super) fn happens_more(
        &self,
        findings: &Findings,
        index: usize,
        what: Event,
    ) -> Option<[f64; 2]> {
        let [best, worse] = [0, index].map(|index| findings.trials(index));
        let (best, worse) = best.zip(worse)?;
        let worth = |trial: &Trial| what.worth(trial, self.mover(), self.mover());
        let means = [best, worse].map(|trials| spread(trials.iter().map(worth)).0);
        is_clearly_more([best, worse], worth).then_some(means)
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

fn mean(counts: &[u32]) -> f64 {
    f64::from(counts.iter().sum::<u32>()) / number(counts.len().max(1))
}

/// A count to reckon with.
pub(super) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Whether there is clearly more of something in the first of two samples than in the second.
pub(super) fn is_clearly_more(samples: [&[Trial]; 2], worth: impl Fn(&Trial) -> f64) -> bool {
    let [(more, a), (less, b)] = samples.map(|trials| spread(trials.iter().map(&worth)));
    more - less >= CLEARLY * (a + b).sqrt()
}

/// The average of some numbers, and the square of its standard error. Where all are alike, one more might not be.
fn spread(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = number(numbers.clone().count().max(1));
    let mean = numbers.clone().sum::<f64>() / n;
    let variance = numbers.map(|it| (it - mean).powi(2)).sum::<f64>() / n;
    (mean, (variance + 1.0 / n) / n)
}
