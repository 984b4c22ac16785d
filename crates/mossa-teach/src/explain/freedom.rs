//! Othello: how much room to move both sides have along a line that the engine expects, and how open their discs lie.
//! A single count may mislead; averages over a line nearly always tell two lines apart as the engine does.

use mossa_engines::othello::Counted;
use mossa_kernel::{Game, Move};
use mossa_search::Line;

use super::{Findings, Request, Story, discs::exposed, judged::reason, names};

/// Lines of fewer moves say too little.
const LEAST_FOLLOWED: usize = 6;

/// Averages differ clearly whose balances, of own and other, are so far apart.
const CLEARLY: f64 = 2.0;

/// One of the two numbers may point the other way by less than this.
const SLACK: f64 = 1.0;

/// What is counted after each move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    /// The moves of the side to move.
    Moves,
    /// The discs that border on an empty square.
    Open,
}

impl Measured {
    pub(super) const ALL: [Self; 2] = [Self::Moves, Self::Open];
}

/// What both sides have in a line on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Average {
    pub(super) what: Measured,
    pub(super) own: f64,
    pub(super) theirs: f64,
}

impl Average {
    /// Whether it is clearly better than another, to anybody who sees the numbers as they are told.
    pub(super) fn is_better(self, other: Self) -> bool {
        let sign = if self.what == Measured::Moves { 1.0 } else { -1.0 };
        let balance = |it: Self| sign * (it.own - it.theirs);
        let told = |it: Self| Self { own: it.own.round(), theirs: it.theirs.round(), ..it };
        let is_clear = |a: Self, b: Self| balance(a) - balance(b) >= CLEARLY;
        let is_even =
            sign * (self.own - other.own) > -SLACK && sign * (other.theirs - self.theirs) > -SLACK;
        is_clear(self, other) && is_clear(told(self), told(other)) && is_even
    }

    /// So many, as half a sentence.
    fn words(self, [m, other]: [char; 2]) -> String {
        let what = match self.what {
            Measured::Moves => "moves to choose from at its turns",
            Measured::Open => "discs beside an empty square",
        };
        format!("{m} has on average {:.0} {what} and {other} {:.0}", self.own, self.theirs)
    }
}

impl Request<'_> {
    /// What both sides have on average in so many moves of a line.
    pub(super) fn average(&self, what: Measured, moves: &[Move], length: usize) -> Option<Average> {
        let mut game = self.game.clone();
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        for &mv in moves.get(..length).filter(|_| length >= LEAST_FOLLOWED)? {
            game.play(mv).ok()?;
            let is_own = game.position().side_to_move() == self.mover();
            match what {
                Measured::Moves if is_own => own.push(n_moves(&game)),
                Measured::Moves => theirs.push(n_moves(&game)),
                Measured::Open => {
                    own.push(exposed(&game, self.mover()) as u32);
                    theirs.push(exposed(&game, !self.mover()) as u32);
                }
            }
        }
        let mean = |counts: &[u32]| {
            let n = u32::try_from(counts.len()).unwrap_or(u32::MAX).max(1);
            f64::from(counts.iter().sum::<u32>()) / f64::from(n)
        };
        Some(Average { what, own: mean(&own), theirs: mean(&theirs) })
    }

    /// What a worse line has clearly less of than as many moves of the best one: the averages of both.
    pub(super) fn lags(
        &self,
        what: Measured,
        best: &[Move],
        worse: &[Move],
    ) -> Option<[Average; 2]> {
        let length = best.len().min(worse.len());
        let [worse, best] = [worse, best].map(|moves| self.average(what, moves, length));
        let (worse, best) = worse.zip(best)?;
        best.is_better(worse).then_some([worse, best])
    }

    /// What the best line has more of than most others.
    pub(super) fn average_reason(&self, findings: &Findings, story: &Story) -> Option<String> {
        Measured::ALL
            .into_iter()
            .find_map(|what| self.reason_by(what, findings, story))
            .or_else(|| self.reason_by_either(findings, story))
    }

    /// Where most lines have less of one thing or the other.
    fn reason_by_either(&self, findings: &Findings, story: &Story) -> Option<String> {
        let m = names::side(self.mover());
        let n_behind = findings.behind().count();
        let lags = |line: &Line| {
            Measured::ALL.iter().any(|&what| self.lags(what, &story.moves, &line.moves).is_some())
        };
        let n_lags = findings.behind().filter(|(_, line)| lags(line)).count();
        (2 * n_lags > n_behind && n_lags > 1).then(|| {
            format!(
                "After most of the worse moves {m} has less room to move than in the line that the engine expects, \
                 or more discs that lie open to be turned. {}",
                why(Measured::Moves)
            )
        })
    }

    fn reason_by(&self, what: Measured, findings: &Findings, story: &Story) -> Option<String> {
        let sides @ [m, other] = [self.mover(), !self.mover()].map(names::side);
        let best = self.average(what, &story.moves, story.moves.len())?;
        let n_behind = findings.behind().count();
        let lags = |line: &Line| self.lags(what, &story.moves, &line.moves).is_some();
        let n_lags = findings.behind().filter(|(_, line)| lags(line)).count();
        let others = match n_lags {
            1 if n_behind == 1 => "the other move",
            n if n == n_behind => "every worse move",
            n if 2 * n > n_behind => "most of the worse moves",
            _ => return None,
        };
        // Whoever is behind all the same is not said to be well off.
        let is_ahead = best.own.round() >= best.theirs.round();
        let (keeps, less) = match what {
            Measured::Moves if is_ahead => (format!("keeps {m} room to move"), "less room"),
            Measured::Moves => (format!("leaves {m} more room to move than others"), "less room"),
            Measured::Open if is_ahead => {
                (format!("leaves fewer of {m}'s discs open than others"), "more open discs")
            }
            Measured::Open => (format!("keeps {m}'s discs hard to get at"), "more open discs"),
        };
        Some(format!(
            "It {keeps}: in the line that the engine expects {}. After {others} {m} has {less} beside {other}. {}",
            best.words(sides),
            why(what)
        ))
    }

    /// What a worse line has less of than the best one.
    pub(super) fn lag_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let sides = [self.mover(), !self.mover()].map(names::side);
        let mut known = Measured::ALL.into_iter();
        let [worse, better] = known.find_map(|what| self.lags(what, &best.moves, &reply.moves))?;
        Some(format!(
            " In the line that follows {}; after {name} {:.0} and {:.0}. {}",
            worse.words(sides),
            better.own,
            better.theirs,
            why(worse.what)
        ))
    }
}

/// Why it matters.
fn why(what: Measured) -> &'static str {
    reason(match what {
        Measured::Moves => Counted::Moves,
        Measured::Open => Counted::Frontier,
    })
}

/// How many moves the side to move has.
fn n_moves(game: &Game) -> u32 {
    game.position().moves().iter().filter(|&&mv| mv != Move::PASS).count() as u32
}
