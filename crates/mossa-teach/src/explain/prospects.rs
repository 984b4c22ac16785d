//! m,n,k-games: what stands on the board at the end of a line that the engine expects. Its estimate is a sum over open
//! lines, those without a stone of the other side, so what it likes can be counted there.

use mossa_engines::line_worths;
use mossa_kernel::{Move, Side};

use super::{Findings, Request, Story, names, stones::Stones, verdict};

/// A comparison after fewer moves than this says no more than the moves themselves.
const LEAST_FOLLOWED: usize = 3;

/// So many ends are tried: somebody may have to stop something there.
const MOST_ENDS: usize = 3;

/// What an open line is, once.
pub(super) const OPEN_LINE: &str = "An open line has no stone of the other side; the more stones it holds, the nearer it is to a threat.";

/// For each side, that of the mover first, how many open lines hold how many of its stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) counts: [Vec<u32>; 2],
    /// Whether it is the mover's turn.
    pub(super) is_turn: bool,
}

impl Tally {
    pub(super) fn new(stones: &Stones, mover: Side, is_turn: bool) -> Self {
        let counts = [mover, !mover].map(|side| {
            let mut counts = vec![0; stones.run() as usize + 1];
            for own in stones.open_counts(side) {
                counts[own] += 1;
            }
            counts
        });
        Self { counts, is_turn }
    }

    /// What the engine makes of it for the mover.
    fn lead(&self) -> i64 {
        (0..self.counts[0].len()).map(|own| self.share(own)).sum()
    }

    /// The part that lines with so many stones have in it.
    fn share(&self, own: usize) -> i64 {
        let run = self.counts[0].len() as u32 - 1;
        let [ours, theirs] =
            [self.is_turn, !self.is_turn].map(|is_turn| line_worths(run, is_turn)[own]);
        ours * i64::from(self.counts[0][own]) - theirs * i64::from(self.counts[1][own])
    }

    /// What the engine would make of it if the turn counted for nothing.
    fn lead_without_turn(&self) -> i64 {
        let run = self.counts[0].len() as u32 - 1;
        let worths =
            line_worths(run, false).into_iter().zip(self.counts[0].iter().zip(&self.counts[1]));
        worths.map(|(worth, (&ours, &theirs))| worth * (i64::from(ours) - i64::from(theirs))).sum()
    }

    /// Seen by the other side.
    fn turned(self) -> Self {
        let [ours, theirs] = self.counts;
        Self { counts: [theirs, ours], is_turn: !self.is_turn }
    }
}

/// How the ends of two lines of the same length differ: lines with so many stones, in the worse one and in the better
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) length: usize,
    pub(super) own: usize,
    pub(super) worse: Tally,
    pub(super) better: Tally,
}

impl Request<'_> {
    /// What stands on the board after so many moves of a line; `None` where somebody could win at once.
    pub(super) fn tally_after(&self, moves: &[Move]) -> Option<Tally> {
        let game = self.reached(moves)?;
        let stones = Stones::new(self.spec, &game).filter(|stones| !stones.falls())?;
        let is_calm = Side::BOTH.into_iter().all(|side| stones.wins(side).is_empty());
        let is_turn = game.position().side_to_move() == self.mover();
        is_calm.then(|| Tally::new(&stones, self.mover(), is_turn))
    }

    /// Why somebody looks better: what stands on the board at the end of the line below, where that tells it.
    pub(super) fn counted_ahead(&self, findings: &Findings, story: &Story) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        // The end of the line, or as far as the engine looked before the line was told to a calm end.
        let ends = [story.moves.len(), findings.best().moves.len()];
        let mut tallies = ends.into_iter().filter_map(|length| {
            let tally = self.tally_after(story.moves.get(..length)?)?;
            let tally = if ahead == self.mover() { tally } else { tally.turned() };
            (lead.abs() > verdict::EVEN && tally.lead() > 0).then_some((length, tally))
        });
        let (length, tally) = tallies.next()?;
        let end = if length == story.moves.len() {
            "at the end"
        } else {
            &format!("after move {length}")
        };
        let [a, b] = [ahead, !ahead].map(names::side);
        let told = fullest(&tally).into_iter().map(|own| {
            let [ours, theirs] = [0, 1].map(|side| tally.counts[side][own]);
            format!(
                "with {own} of {} stones {a} has {ours} and {b} {theirs}",
                tally.counts[0].len() - 1
            )
        });
        let told: Vec<String> = told.collect();
        let turn = match tally.is_turn {
            true if tally.lead_without_turn() <= 0 => {
                format!(". What tips the scale is that it is {a}'s turn then")
            }
            true => format!(", and it is {a}'s turn"),
            false => String::new(),
        };
        (!told.is_empty()).then(|| {
            format!(
                "Why {a} looks better: {end} of the line below, of open lines {}{turn}.",
                told.join(", ")
            )
        })
    }

    /// How the end of the line after a worse move differs from that of the best line after as many moves, where the
    /// engine counts less there.
    pub(super) fn difference(&self, best: &Story, reply: &Story) -> Option<Difference> {
        let most = best.moves.len().min(reply.moves.len());
        (LEAST_FOLLOWED..=most).rev().take(MOST_ENDS).find_map(|length| {
            let [worse, better] =
                [reply, best].map(|story| self.tally_after(&story.moves[..length]));
            let (worse, better) = (worse?, better?);
            let gain = |own: &usize| better.share(*own) - worse.share(*own);
            let own = (0..better.counts[0].len()).max_by_key(gain)?;
            let is_less = better.lead() > worse.lead() && gain(&own) > 0;
            is_less.then_some(Difference { length, own, worse, better })
        })
    }

    /// The same in words; `name` is the best move.
    pub(super) fn difference_words(&self, difference: &Difference, name: &str) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Difference { length, own, worse, better } = difference;
        let run = worse.counts[0].len() - 1;
        let pair = |tally: &Tally| [0, 1].map(|side| tally.counts[side][*own]);
        let ([bad, much], [good, little]) = (pair(worse), pair(better));
        if bad < much && good > little {
            return format!(
                "After {length} moves in all {other} has more open lines with {own} of {run} stones, {much} against \
                 {bad}; after {name} and as many moves {m} has more, {good} against {little}."
            );
        }
        format!(
            "After {length} moves in all {m} has {} with {own} of {run} stones and {other} {much}; after {name} and as \
             many moves it is {good} and {little}.",
            match bad {
                0 => "no open line".to_owned(),
                bad => names::counted(bad, "open line"),
            }
        )
    }
}

/// The two largest numbers of stones on an open line of either side.
fn fullest(tally: &Tally) -> Vec<usize> {
    let has_some = |own: &usize| tally.counts.iter().any(|counts| counts[*own] > 0);
    (2..tally.counts[0].len()).rev().filter(has_some).take(2).collect()
}
