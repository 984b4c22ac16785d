//! m,n,k-games: what stands on the board at the end of a line that the engine expects. Its estimate is a sum over open
//! lines, those without a stone of the other side, so what it likes can be counted there.

use mossa_engines::line_worths;
use mossa_kernel::{Move, Side};

use super::{Findings, Request, Story, names, stones::Stones, verdict};

/// A comparison after fewer moves than this says no more than the moves themselves.
const LEAST_FOLLOWED: usize = 3;

/// So many ends are tried: somebody may have to stop something there.
const MOST_ENDS: usize = 4;

/// So many small groups more tell something.
const LEAST_GAIN: i64 = 2;

/// What marks a text that counts groups of stones, and what that is.
pub(super) const MARK: &str = " to build on";
pub(super) const GROUPS: &str = "A two or a three to build on: so many stones of one side on one open line, each counted once in a direction.";

/// What an open line is, once.
pub(super) const OPEN_LINE: &str = "An open line has no stone of the other side; the more stones it holds, the nearer it is to a threat.";

/// For each side, that of the mover first, how many open lines hold how many of its stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) counts: [Vec<u32>; 2],
    /// The same with each stone counted once in a direction.
    pub(super) groups: [Vec<u32>; 2],
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
        let groups = [mover, !mover].map(|side| {
            let mut groups = vec![0; stones.run() as usize + 1];
            for group in stones.groups(side) {
                groups[group.len()] += 1;
            }
            groups
        });
        Self { counts, groups, is_turn }
    }

    /// The sizes of groups that are told: the largest that is no threat yet, and the next.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let run = self.counts[0].len() - 1;
        [2, 3].into_iter().filter_map(|less| run.checked_sub(less)).filter(|&own| own > 1).collect()
    }

    /// By how many groups of a size the mover is ahead.
    pub(super) fn ahead(&self, own: usize) -> i64 {
        i64::from(self.groups[0][own]) - i64::from(self.groups[1][own])
    }

    /// "1 three and 2 twos", what one of both sides has of some sizes.
    fn words(&self, side: usize, sizes: &[usize]) -> String {
        names::list(sizes.iter().map(|&own| group_words(self.groups[side][own], own)), "and")
    }

    /// What the engine makes of it for the mover.
    pub(super) fn lead(&self) -> i64 {
        (0..self.counts[0].len()).map(|own| self.share(own)).sum()
    }

    /// The part that lines with so many stones have in it.
    fn share(&self, own: usize) -> i64 {
        let run = self.counts[0].len() as u32 - 1;
        let [ours, theirs] =
            [self.is_turn, !self.is_turn].map(|is_turn| line_worths(run, is_turn)[own]);
        ours * i64::from(self.counts[0][own]) - theirs * i64::from(self.counts[1][own])
    }

    /// Seen by the other side.
    fn turned(self) -> Self {
        let ([ours, theirs], [groups, others]) = (self.counts, self.groups);
        Self { counts: [theirs, ours], groups: [others, groups], is_turn: !self.is_turn }
    }
}

/// What stands at the ends of two lines of the same length, where that speaks for the better one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) length: usize,
    pub(super) worse: Tally,
    pub(super) better: Tally,
}

impl Request<'_> {
    /// What stands on the board after so many moves of a line; `None` where somebody could win or make two threats at
    /// once: that waits for an answer, and counts would mislead.
    pub(super) fn tally_after(&self, moves: &[Move]) -> Option<Tally> {
        let game = self.reached(moves)?;
        let mut stones = Stones::new(self.spec, &game).filter(|stones| !stones.falls())?;
        let is_calm = Side::BOTH
            .into_iter()
            .all(|side| stones.wins(side).is_empty() && stones.forks(side).is_empty());
        let is_turn = game.position().side_to_move() == self.mover();
        is_calm.then(|| Tally::new(&stones, self.mover(), is_turn))
    }

    /// Why somebody looks better: what stands on the board at the end of the line below, where that tells it.
    pub(super) fn counted_ahead(&self, findings: &Findings, story: &Story) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        let ends = (LEAST_FOLLOWED..=story.moves.len()).rev();
        let mut tallies = ends.filter_map(|length| {
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
        let names = [ahead, !ahead].map(names::side);
        let told = ahead_words(&tally, names)?;
        let turn =
            if tally.is_turn { format!("; and it is {}'s turn", names[0]) } else { String::new() };
        Some(format!("Why {} looks better: {end} of the line below {told}{turn}.", names[0]))
    }

    /// What stands at the end of the line after a worse move and of the best line after as many moves, where it is
    /// plain which is better: by groups of no size the worse one.
    pub(super) fn difference(&self, best: &Story, reply: &Story) -> Option<Difference> {
        let most = best.moves.len().min(reply.moves.len());
        (LEAST_FOLLOWED..=most).rev().take(MOST_ENDS).find_map(|length| {
            let [worse, better] =
                [reply, best].map(|story| self.tally_after(&story.moves[..length]));
            let (worse, better) = (worse?, better?);
            let gains = better.sizes().into_iter().map(|own| better.ahead(own) - worse.ahead(own));
            let gains: Vec<i64> = gains.collect();
            let is_plain = gains.iter().all(|&gain| gain >= 0)
                && (gains.first() > Some(&0) || gains.iter().any(|&gain| gain >= LEAST_GAIN));
            let is_less = better.lead() > worse.lead() && is_plain;
            is_less.then_some(Difference { length, worse, better })
        })
    }

    /// The same in words; `name` is the best move.
    pub(super) fn difference_words(&self, difference: &Difference, name: &str) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Difference { length, worse, better } = difference;
        // What nobody has either way says nothing.
        let has_some = |own: &usize| {
            [worse, better].iter().any(|tally| tally.groups.iter().any(|groups| groups[*own] > 0))
        };
        let sizes: Vec<usize> = better.sizes().into_iter().filter(has_some).collect();
        format!(
            "After {length} moves in all {m} has {} to build on and {other} {}; after {name} and as many moves {m} has \
             {} and {other} {}.",
            worse.words(0, &sizes),
            worse.words(1, &sizes),
            better.words(0, &sizes),
            better.words(1, &sizes)
        )
    }
}

/// What speaks for the first of two sides, and then what speaks against it; `None` where nothing speaks for it.
fn ahead_words(tally: &Tally, [a, b]: [char; 2]) -> Option<String> {
    let [good, bad] = [true, false].map(|is_good| -> Vec<usize> {
        let speaks = |own: &usize| (tally.ahead(*own) > 0) == is_good && tally.ahead(*own) != 0;
        tally.sizes().into_iter().filter(speaks).collect()
    });
    let words = |sizes: &[usize], side: char, at: [usize; 2], more: &str| {
        let told = sizes.iter().enumerate().map(|(number, &own)| {
            let [most, least] = at.map(|side| tally.groups[side][own]);
            let more = if number == 0 { more } else { "" };
            format!("{}{more} against {}", group_words(most, own), count_word(least))
        });
        format!("{side} has {}", names::list(told, "and"))
    };
    let against = match &bad[..] {
        [] => String::new(),
        bad => format!(", although {}", words(bad, b, [1, 0], "")),
    };
    (!good.is_empty()).then(|| format!("{}{against}", words(&good, a, [0, 1], MARK)))
}

/// "no three", "1 three", "4 twos".
fn group_words(count: u32, own: usize) -> String {
    let name = match own {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        own => format!("group of {own}"),
    };
    match count {
        0 => format!("no {name}"),
        1 => format!("1 {name}"),
        count if own > 4 => format!("{count} groups of {own}"),
        count => format!("{count} {name}s"),
    }
}

fn count_word(count: u32) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}
