//! Othello: how much room to move both sides have along a line that the engine expects, and how open their discs lie.
//! A single count may mislead; averages over a line nearly always tell two lines apart as the engine does.

use mossa_engines::othello::Counted;
use mossa_kernel::{Game, Move};
use mossa_search::Line;

use super::{Findings, Request, Story, discs::exposed, judged::reason, names};

/// Lines of fewer moves say too little.
const LEAST_FOLLOWED: usize = 6;

/// Averages are taken over so many moves.
const USUAL: usize = 12;

/// Averages differ clearly whose balances, of own and other, are so far apart.
const CLEARLY: f64 = 2.0;

/// One of the two numbers may point the other way by less than this.
const SLACK: f64 = 1.0;

/// What is said of a move that is worse by averages only.
const LASTING: &str = "No single event shows it, only a lasting disadvantage";

/// At most so many other moves are told as examples.
const MOST_EXAMPLES: usize = 2;

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

    /// The same as the side to move sees it, or the other.
    pub(super) fn seen_by(self, is_mover: bool) -> Self {
        if is_mover { self } else { Self { own: self.theirs, theirs: self.own, ..self } }
    }

    /// Whether its own side is clearly better off, by the numbers that are told.
    pub(super) fn is_ahead(self) -> bool {
        let sign = if self.what == Measured::Moves { 1.0 } else { -1.0 };
        sign * (self.own.round() - self.theirs.round()) >= CLEARLY
    }

    /// By how much its balance is better than another's, by the numbers that are told.
    fn told_ahead(self, other: Self) -> f64 {
        let sign = if self.what == Measured::Moves { 1.0 } else { -1.0 };
        let balance = |it: Self| sign * (it.own.round() - it.theirs.round());
        balance(self) - balance(other)
    }

    /// "3 more", "2 fewer", "no more": the first number beside the second.
    fn balance_words(self) -> String {
        match self.own.round() - self.theirs.round() {
            more if more > 0.0 => format!("{more:.0} more"),
            fewer if fewer < 0.0 => format!("{:.0} fewer", -fewer),
            _ => "no more".to_owned(),
        }
    }

    /// Both numbers.
    fn numbers(self) -> String {
        format!("{:.0} and {:.0}", self.own, self.theirs)
    }

    /// So many, as half a sentence.
    pub(super) fn words(self, [m, other]: [char; 2]) -> String {
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

    /// What a worse line has clearly less of than as many moves of the best one, at most so many: the averages of both.
    pub(super) fn lags(
        &self,
        what: Measured,
        [best, worse]: [&[Move]; 2],
        most: usize,
    ) -> Option<[Average; 2]> {
        let length = best.len().min(worse.len()).min(most);
        let [worse, best] = [worse, best].map(|moves| self.average(what, moves, length));
        let (worse, best) = worse.zip(best)?;
        best.is_better(worse).then_some([worse, best])
    }

    /// What the best line has more of than most others, where the moves that are about as good share it.
    pub(super) fn average_reason(&self, findings: &Findings, story: &Story) -> Option<String> {
        let is_shared = |what: &Measured| {
            let mut peers = findings.peers().into_iter().skip(1);
            peers.all(|index| {
                let lines = [&story.moves[..], &findings.lines[index].moves];
                self.lags(*what, lines, USUAL).is_none()
            })
        };
        let mut known = Measured::ALL.into_iter().filter(is_shared);
        known.find_map(|what| self.reason_by(what, findings, story))
    }

    fn reason_by(&self, what: Measured, findings: &Findings, story: &Story) -> Option<String> {
        let sides @ [m, _] = [self.mover(), !self.mover()].map(names::side);
        let length = story.moves.len().min(USUAL);
        let best = self.average(what, &story.moves, length)?;
        let n_behind = findings.behind().count();
        let lagging: Vec<(&Line, Average)> = findings
            .behind()
            .filter_map(|(_, line)| {
                Some((line, self.lags(what, [&story.moves, &line.moves], USUAL)?[0]))
            })
            .collect();
        let others = match lagging.len() {
            1 if n_behind == 1 => "the other move",
            n if n == n_behind => "every worse move",
            n if 2 * n > n_behind => "most of the worse moves",
            _ => return None,
        };
        // Examples are those that a reader sees to be worse.
        let examples = lagging.iter().filter(|(_, average)| best.is_better(*average));
        let examples: Vec<String> = examples
            .take(MOST_EXAMPLES)
            .map(|(line, it)| format!("after {} {}", self.name(line), it.numbers()))
            .collect();
        let examples =
            if examples.is_empty() { String::new() } else { format!(": {}", examples.join(", ")) };
        Some(format!(
            "No single event decides; it is a lasting advantage: in the {length} moves that the engine expects next \
             {}. After {others} the balance of the two is worse for {m}{examples}. {}",
            best.words(sides),
            why(what)
        ))
    }

    /// What a worse line has less of than the best one.
    pub(super) fn lag_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let sides = [self.mover(), !self.mover()].map(names::side);
        let lines = [&best.moves[..], &reply.moves];
        let [worse, better] =
            Measured::ALL.into_iter().find_map(|what| self.lags(what, lines, USUAL))?;
        Some(format!(
            " {LASTING}: in the {} moves that the engine expects then {}; after {name} {}. {}",
            USUAL.min(best.moves.len()).min(reply.moves.len()),
            worse.words(sides),
            better.numbers(),
            why(worse.what)
        ))
    }
}

impl Request<'_> {
    /// Where only the balances of two lines differ clearly, by how much: the averages of both, over how many moves.
    pub(super) fn balance_apart(
        &self,
        best: &Story,
        reply: &Story,
    ) -> Option<(usize, [Average; 2])> {
        let length = best.moves.len().min(reply.moves.len()).min(USUAL);
        Measured::ALL.into_iter().find_map(|what| {
            let [worse, better] =
                [reply, best].map(|story| self.average(what, &story.moves, length));
            let (worse, better) = worse.zip(better)?;
            (better.told_ahead(worse) >= CLEARLY).then_some((length, [worse, better]))
        })
    }

    /// The same in words.
    pub(super) fn balance_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (length, [worse, better]) = self.balance_apart(best, reply)?;
        let what = match worse.what {
            Measured::Moves => "moves to choose from at its turns",
            Measured::Open => "discs beside an empty square",
        };
        Some(format!(
            " {LASTING}: in the {length} moves that the engine expects then {m} has on average {} {what} than {other} ({}); after \
             {name} {} ({}). {}",
            worse.balance_words(),
            worse.numbers(),
            better.balance_words(),
            better.numbers(),
            why(worse.what)
        ))
    }
}

/// Why it matters.
pub(super) fn why(what: Measured) -> &'static str {
    reason(match what {
        Measured::Moves => Counted::Moves,
        Measured::Open => Counted::Frontier,
    })
}

/// How many moves the side to move has.
fn n_moves(game: &Game) -> u32 {
    game.position().moves().iter().filter(|&&mv| mv != Move::PASS).count() as u32
}
