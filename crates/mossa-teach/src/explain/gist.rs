//! Othello: what the best move is good for, in one sentence: the count in which the line after it is ahead of
//! the lines after the moves that somebody may ask about.

use mossa_engines::othello::Counted;
use mossa_kernel::Move;

use super::{
    Findings, Request, Story,
    judged::{LEAST_FOLLOWED, Tally, counted, reason, tallies},
    names,
};

/// A line that lags behind in a count by less than this convinces nobody.
const LEAST_LAG: i64 = 2;

/// A count is told if it makes up at least this share of the whole difference, one in so many: less than where two
/// moves are compared, for here it must hold of several.
const LEAST_SHARE: i32 = 6;

/// Another move, by name, and what is counted after it.
struct Other {
    name: String,
    tallies: Vec<Tally>,
}

impl Request<'_> {
    /// What the best move is good for, where nothing is proven and one count tells it of most rivals.
    pub(super) fn gist(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        if findings.is_proven {
            return None;
        }
        let rivals = self.worse_lines(findings, replies);
        let lengths = rivals.iter().map(|(_, moves)| moves.len());
        let length = lengths.fold(story.moves.len(), usize::min);
        let at = |moves: &[Move]| {
            let game = self.reached(&moves[..length])?;
            tallies(self.spec, &game, self.mover())
        };
        let best = at(&story.moves).filter(|_| length >= LEAST_FOLLOWED)?;
        let others = rivals
            .iter()
            .filter_map(|(name, moves)| Some(Other { name: name.clone(), tallies: at(moves)? }));
        let others: Vec<Other> = others.collect();
        let (what, lagging) = main_count(&best, &others, |what| self.has_words(what))?;
        let tally = best.iter().find(|tally| tally.what == what)?;
        let sides = [self.mover(), !self.mover()].map(names::side);
        let after = lagging.iter().enumerate().map(|(number, (name, lag))| {
            let it = if number == 0 { "it would be " } else { "" };
            format!("after {name} {it}{} and {}", lag.own, lag.theirs)
        });
        Some(format!(
            "In short, {} leads to {}: {length} moves from now, if both play as the engine expects, {}; {}. {}",
            self.name(findings.best()),
            aim(what),
            counted(tally, sides),
            after.collect::<Vec<_>>().join(", "),
            reason(what),
        ))
    }

    /// The moves that somebody may ask about and that look worse, by name, each with the line after it.
    fn worse_lines<'f>(
        &self,
        findings: &'f Findings,
        replies: &'f [Option<Story>],
    ) -> Vec<(String, &'f [Move])> {
        let rivals = self.rivals(findings).into_iter();
        let worse = rivals.filter(|rival| findings.is_behind(&findings.lines[rival.index]));
        let lines = worse.map(|rival| {
            let line = &findings.lines[rival.index];
            let reply = replies.get(rival.index).and_then(Option::as_ref);
            (self.name(line), reply.map_or(&line.moves[..], |reply| &reply.moves))
        });
        lines.collect()
    }
}

/// The count that sets the best line apart from most others, with the others that lag behind in it.
fn main_count<'o>(
    best: &[Tally],
    others: &'o [Other],
    has_words: impl Fn(Counted) -> bool,
) -> Option<(Counted, Vec<(&'o str, &'o Tally)>)> {
    let total = |tallies: &[Tally]| tallies.iter().map(|tally| tally.worth).sum::<i32>();
    let known = best.iter().filter(|tally| has_words(tally.what)).map(|tally| {
        let lagging = others.iter().filter_map(|other| {
            let lag = other.tallies.iter().find(|lag| lag.what == tally.what)?;
            let gain = tally.worth - lag.worth;
            let all = total(best) - total(&other.tallies);
            // Where the engine counts no less after the worse move, nothing is told by counts.
            let is_much = all > 0 && gain * LEAST_SHARE >= all;
            let lags = lag.lead() + LEAST_LAG <= tally.lead();
            (is_much && lags).then_some((gain, (other.name.as_str(), lag)))
        });
        let (gains, lagging): (Vec<i32>, Vec<_>) = lagging.unzip();
        (tally.what, lagging, gains.iter().sum::<i32>())
    });
    let (what, lagging, _) = known.max_by_key(|(_, lagging, gain)| (lagging.len(), *gain))?;
    (2 * lagging.len() > others.len()).then_some((what, lagging))
}

/// What a side is after that wants more of what is counted, or less.
fn aim(what: Counted) -> &'static str {
    match what {
        Counted::Moves => "more freedom to choose",
        Counted::Reach => "more places to look for moves",
        Counted::Frontier => "discs that are harder to get at",
        Counted::AnchorMoves => "a better chance of corners",
        Counted::BesideAnchor | Counted::DiagonalToAnchor => "safer corners",
        Counted::Stable | Counted::Anchors => "discs that stay for good",
        Counted::Edge => "a stronger edge",
        Counted::Discs => "more discs",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::tests;

    fn tally(what: Counted, own: u32, theirs: u32, worth: i32) -> Tally {
        Tally { what, own, theirs, worth }
    }

    fn other(name: &str, moves: [u32; 2], discs: [u32; 2], worths: [i32; 2]) -> Other {
        let tallies = vec![
            tally(Counted::Moves, moves[0], moves[1], worths[0]),
            tally(Counted::Discs, discs[0], discs[1], worths[1]),
        ];
        Other { name: name.to_owned(), tallies }
    }

    #[test]
    fn the_count_that_most_others_lag_behind_in_is_told() {
        let best = other("a1", [10, 8], [20, 20], [40, 0]).tallies;
        let names = |others: &[Other]| {
            let (what, lagging) = main_count(&best, others, |_| true)?;
            Some((what, lagging.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()))
        };
        let tight = other("b1", [6, 12], [30, 10], [-120, 5]);
        let poor = other("c1", [10, 8], [15, 25], [40, -100]);
        let tighter = other("d1", [5, 12], [30, 10], [-130, 5]);
        let richer = other("f1", [6, 12], [50, 10], [-120, 300]);
        let near = other("e1", [10, 9], [20, 20], [20, 0]);
        assert_eq!(names(&[]), None);
        let told = names(std::slice::from_ref(&tight));
        assert_eq!(told, Some((Counted::Moves, vec!["b1".to_owned()])));
        let told = names(&[tight, poor, tighter]);
        assert_eq!(told, Some((Counted::Moves, vec!["b1".to_owned(), "d1".to_owned()])));
        assert_eq!(names(&[near]), None, "too little to convince anybody");
        assert_eq!(names(&[richer]), None, "counts speak for it");
    }

    #[test]
    fn a_quiet_move_has_its_reason_first() {
        let told =
            tests::told("othello", "d3 c3 b3 d6 c4 e3 f3 c2 d2 d1 c1 b1 c5 e2 f2 b4", 300_000);
        let (_, why) = told.split_once("Why\n").unwrap();
        let (_, gist) = why.split_once("In short, ").unwrap_or_else(|| panic!("{told}"));
        let (gist, rest) = gist.split_once('\n').unwrap();
        assert!(gist.contains(" moves from now, if both play as the engine expects, "), "{told}");
        assert!(rest.starts_with("The engine prefers ") || rest.contains("\nThe engine prefers "));
    }
}
