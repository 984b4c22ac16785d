//! m,n,k-games: what stands on the board at the end of a line that the engine expects. Its estimate is a sum over open
//! lines, those without a stone of the other side, so what it likes can be counted there.

use mossa_engines::line_worths;
use mossa_kernel::{Move, Side};

use crate::explain::{Findings, Request, Story, names, quiet::BEGUN, stones::Stones, verdict};

/// A comparison after fewer moves than this says no more than the moves themselves.
const LEAST_FOLLOWED: usize = 3;

/// So many ends are tried: somebody may have to stop something there.
const MOST_ENDS: usize = 4;

/// So many small groups more tell something.
const LEAST_GAIN: i64 = 2;

/// What shows that a text speaks of groups of stones.
const GROUPS: [&str; 4] = [" pair", " three", " four", " group"];

/// So many groups are named by their stones.
const MOST_SPELLED: u32 = 2;

/// So many cells more where a double threat can be prepared, and half as many more, tell something.
const LEAST_PREPARERS: usize = 2;

/// So many moves more that ask for an answer set the pace.
const LEAST_PACE: usize = 2;

/// Tells behind the first words about groups of stones what they are.
pub(in crate::explain) fn define_groups(texts: &mut [String], run: u32) {
    let found = texts.iter_mut().find_map(|text| {
        let first = GROUPS.iter().filter_map(|word| text.find(word)).min()?;
        let end = first + end_of_words(&text[first..])?;
        Some((text, end))
    });
    if let Some((text, end)) = found {
        text.insert_str(end, &format!(" (stones that can still become {run} in a row together)"));
    }
}

/// Where words end behind which brackets may stand: not within others, and before the worth of a move.
fn end_of_words(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            ' ' if depth == 0 && text[at..].starts_with(" (~") => return Some(at),
            '(' => depth += 1,
            ')' => depth -= 1,
            '.' | ';' | ':' | '?' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

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

    /// Why somebody looks better: who sets the pace in the line below, and what stands on the board at its end.
    pub(in crate::explain) fn why_ahead(
        &self,
        findings: &Findings,
        story: &Story,
    ) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        if lead.abs() <= verdict::EVEN || story.moves.len() < LEAST_FOLLOWED {
            return None;
        }
        let [a, b] = [ahead, !ahead].map(names::side);
        let [own, theirs] = [ahead, !ahead].map(|side| story.asking(side));
        let is_pace = own.len() >= theirs.len() + LEAST_PACE;
        let pace = format!(
            "{a} sets the pace: in the line below {a} threatens to win or prepares a double threat with {} moves, {b} \
             with {}",
            own.len(),
            count_word(theirs.len() as u32)
        );
        let told = match (is_pace, self.counted_ahead(story, ahead)) {
            (true, Some(counted)) => format!("{pace}; {counted}"),
            (true, None) => pace,
            (false, Some(counted)) => counted,
            (false, None) => {
                let borne_out = self.borne_out(findings);
                let borne_out = borne_out.map_or_else(String::new, |words| format!(" {words}"));
                return Some(format!(
                    "Nothing that is counted here tells why {a} looks better.{borne_out}"
                ));
            }
        };
        let borne_out = self.borne_out(findings);
        let borne_out = borne_out.map_or_else(String::new, |words| format!(" {words}"));
        Some(format!("Why {a} looks better: {told}.{borne_out}"))
    }

    /// What the side that looks better has more of at the end of a line, or as late as that can be told.
    fn counted_ahead(&self, story: &Story, ahead: Side) -> Option<String> {
        let ends = (LEAST_FOLLOWED..=story.moves.len()).rev();
        let mut tallies = ends.filter_map(|length| {
            let tally = self.tally_after(story.moves.get(..length)?)?;
            let tally = if ahead == self.mover() { tally } else { tally.turned() };
            (tally.lead() > 0).then_some((length, tally))
        });
        let (length, tally) = tallies.next()?;
        let end = if length == story.moves.len() {
            "at the end of the line below".to_owned()
        } else {
            format!("after move {length} of the line below")
        };
        let [a, b] = [ahead, !ahead].map(names::side);
        let stones = Stones::new(self.spec, &self.reached(&story.moves[..length])?)?;
        let [own, theirs] = [ahead, !ahead].map(|side| stones.preparers(side).len());
        if own >= theirs + LEAST_PREPARERS && 2 * own >= 3 * theirs {
            let theirs = count_word(theirs as u32);
            return Some(format!(
                "{end} {a} could prepare a double threat on {own} cells, {b} on {theirs}"
            ));
        }
        let told = ahead_words(&tally, [a, b], &spelled(&stones, &tally, ahead))?;
        Some(format!("{end} {told}"))
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
        let Difference { worse, better, .. } = difference;
        // Only what differs most plainly: the largest groups that do.
        let differs = |own: &usize| better.ahead(*own) > worse.ahead(*own);
        let own = better.sizes().into_iter().find(differs).unwrap_or(BEGUN);
        let has = |tally: &Tally| {
            let [ours, theirs] = [0, 1].map(|side| tally.groups[side][own]);
            format!("{m} has {} and {other} {}", group_words(ours, own), count_word(theirs))
        };
        format!("Then {}; after {name} and as many moves {}.", has(worse), has(better))
    }
}

/// The largest groups of a side that it has more of, by their stones, where these are few: " (f8, g7 and h6)".
fn spelled(stones: &Stones, tally: &Tally, side: Side) -> String {
    let good = tally.sizes().into_iter().find(|&own| tally.ahead(own) > 0);
    let Some(own) = good.filter(|&own| tally.groups[0][own] <= MOST_SPELLED) else {
        return String::new();
    };
    let groups = stones.groups(side).into_iter().filter(|group| group.len() == own);
    let named: Vec<String> = groups.map(|group| names::cells(stones, &group)).collect();
    format!(" ({})", named.join("; "))
}

/// What speaks for the first of two sides, the largest groups with `spelled`, and then what speaks against it; `None`
/// where nothing speaks for it.
fn ahead_words(tally: &Tally, [a, b]: [char; 2], spelled: &str) -> Option<String> {
    let [good, bad] = [true, false].map(|is_good| -> Vec<usize> {
        let speaks = |own: &usize| (tally.ahead(*own) > 0) == is_good && tally.ahead(*own) != 0;
        tally.sizes().into_iter().filter(speaks).collect()
    });
    let words = |sizes: &[usize], side: char, at: [usize; 2], spelled: &str| {
        let told = sizes.iter().enumerate().map(|(number, &own)| {
            let [most, least] = at.map(|side| tally.groups[side][own]);
            let spelled = if number == 0 { spelled } else { "" };
            format!("{}{spelled} against {}", group_words(most, own), count_word(least))
        });
        format!("{side} has {}", names::list(told, "and"))
    };
    // Where the larger groups speak against it, the smaller ones are no reason.
    if bad.first() > good.first() {
        return None;
    }
    let against = match &bad[..] {
        [] => String::new(),
        bad => format!(", although {}", words(bad, b, [1, 0], "")),
    };
    (!good.is_empty()).then(|| format!("{}{against}", words(&good, a, [0, 1], spelled)))
}

/// "no three", "1 three", "4 pairs".
fn group_words(count: u32, own: usize) -> String {
    let one = names::group(own, 1);
    let one = one.strip_prefix("a ").unwrap_or(&one);
    match count {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        count => format!("{count} {}", names::group(own, count as usize)),
    }
}

pub(super) fn count_word(count: u32) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_defined_once_and_not_within_brackets() {
        let texts =
            ["Nothing.", "X has 2 threes (a1, b2 and c3; d1, e1 and f1) against 1; then a pair."];
        let mut texts = texts.map(str::to_owned);
        define_groups(&mut texts, 5);
        let expected = "X has 2 threes (a1, b2 and c3; d1, e1 and f1) against 1 (stones that can still become 5 in a \
                        row together); then a pair.";
        assert_eq!(texts, ["Nothing.", expected]);
        let mut asked =
            ["Why not a1, which makes a pair with b2 (~50 % against ~60 %)?".to_owned()];
        define_groups(&mut asked, 4);
        assert!(
            asked[0].contains("with b2 (stones that can still become 4 in a row together) (~50")
        );
    }
}
