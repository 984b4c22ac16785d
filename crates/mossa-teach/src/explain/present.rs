//! Othello: what the engine counts right after a move, on the board that the reader sees.

use mossa_engines::othello::Counted;
use mossa_kernel::Move;

use super::{
    Findings, Request, Story,
    judged::{LEAST_APART, Tally, few_are_better, reason, tallies},
    names,
};

/// A count is told if it makes up at least this share of the whole difference, one in so many.
const LEAST_SHARE: i32 = 2;

/// What can be found on the board at a glance, or counted with a finger on it.
const PLAIN: [Counted; 3] = [Counted::Frontier, Counted::Moves, Counted::Reach];

/// Something that is counted for one of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) what: Counted,
    /// Whether it is the mover's.
    pub(super) is_own: bool,
}

impl Count {
    fn of(self, tally: &Tally) -> u32 {
        if self.is_own { tally.own } else { tally.theirs }
    }

    /// Whether the mover wants it to be small.
    pub(super) fn should_be_few(self) -> bool {
        few_are_better(self.what) == self.is_own
    }

    /// How much better the first number is for the mover.
    fn lead(self, good: u32, bad: u32) -> i64 {
        let lead = i64::from(good) - i64::from(bad);
        if self.should_be_few() { -lead } else { lead }
    }

    /// So many, as half a sentence.
    fn words(self, count: u32, [own, other]: [char; 2]) -> String {
        let (a, b) = if self.is_own { (own, other) } else { (other, own) };
        let n = u64::from(count);
        match self.what {
            Counted::Frontier => {
                let (discs, verb) =
                    (names::counted(n, "disc"), if n == 1 { "stands" } else { "stand" });
                format!(
                    "{discs} of {a}'s {verb} beside an empty square from which {b} may turn them"
                )
            }
            Counted::Reach => {
                let squares = names::counted(n, "empty square");
                format!("{a} has {squares} beside {b}'s discs to look for moves on")
            }
            _ if self.is_own => format!(
                "{a} would have {} to choose from if it were {a}'s turn",
                names::counted(n, "move")
            ),
            _ => format!("{a} has {} to choose from", names::counted(n, "move")),
        }
    }
}

/// A count after two moves, the better one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contrast {
    pub(super) count: Count,
    pub(super) numbers: [u32; 2],
}

impl Request<'_> {
    /// What sets a worse move apart on the board at once, where that is most of what the engine counts.
    pub(super) fn at_once(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let Contrast { count, numbers: [n, rival] } =
            self.contrast(*best.moves.first()?, *reply.moves.first()?)?;
        let sides = [self.mover(), !self.mover()].map(names::side);
        let only = if count.should_be_few() { "only " } else { "" };
        Some(format!(
            " Right after {} {}, right after {name} {only}{n}. {}",
            self.first_name(reply),
            count.words(rival, sides),
            reason(count.what)
        ))
    }

    /// What the engine counts most in which two moves differ at once.
    pub(super) fn contrast(&self, good: Move, bad: Move) -> Option<Contrast> {
        let (better, worse) = (self.after(good)?, self.after(bad)?);
        let pairs: Vec<(&Tally, &Tally)> = better.iter().zip(&worse).collect();
        let gain = |(better, worse): &(&Tally, &Tally)| better.worth - worse.worth;
        let all: i32 = pairs.iter().map(gain).sum();
        let plain = pairs.iter().filter(|(tally, _)| PLAIN.contains(&tally.what));
        let pair @ &(better, worse) = plain.max_by_key(|pair| gain(pair))?;
        if all <= 0 || gain(pair) * LEAST_SHARE < all {
            return None;
        }
        let counts = [true, false].map(|is_own| Count { what: better.what, is_own });
        let lead = |count: &Count| count.lead(count.of(better), count.of(worse));
        let count =
            counts.into_iter().filter(|count| lead(count) >= LEAST_APART).max_by_key(lead)?;
        Some(Contrast { count, numbers: [better, worse].map(|tally| count.of(tally)) })
    }

    /// In what the best move is better than others on the board at once.
    pub(super) fn stands_out(&self, findings: &Findings) -> Option<String> {
        let Contrast { count, numbers: [n, worst] } = self.distinction(findings)?;
        let words = count.words(n, [self.mover(), !self.mover()].map(names::side));
        let up_to = if count.should_be_few() { "up to" } else { "down to" };
        Some(format!(
            "After it {words}. No other move does better there, and some do much worse ({up_to} {worst}). {}",
            reason(count.what)
        ))
    }

    /// In what no other move is better than the best one and most are worse, beside the worst of them.
    pub(super) fn distinction(&self, findings: &Findings) -> Option<Contrast> {
        let best = self.after(findings.best().mv())?;
        let others = findings.lines[1..].iter().map(|line| self.after(line.mv()));
        let others = others.collect::<Option<Vec<_>>>()?;
        let counts =
            PLAIN.into_iter().flat_map(|what| [true, false].map(|is_own| Count { what, is_own }));
        let contrasts = counts.filter_map(|count| {
            let of = |known: &[Tally]| {
                known.iter().find(|tally| tally.what == count.what).map(|tally| count.of(tally))
            };
            let n = of(&best)?;
            let others: Vec<u32> = others.iter().filter_map(|known| of(known)).collect();
            let is_best = others.iter().all(|&other| count.lead(n, other) >= 0);
            let n_worse = others.iter().filter(|&&other| count.lead(n, other) > 0).count();
            let is_best = is_best && 2 * n_worse > others.len();
            let worst = others.into_iter().max_by_key(|&other| count.lead(n, other))?;
            let is_told = is_best && count.lead(n, worst) >= LEAST_APART;
            is_told.then_some(Contrast { count, numbers: [n, worst] })
        });
        contrasts.max_by_key(|Contrast { count, numbers: [n, worst] }| count.lead(*n, *worst))
    }

    fn after(&self, mv: Move) -> Option<Vec<Tally>> {
        tallies(self.spec, &self.reached(&[mv])?, self.mover())
    }
}
