//! Othello: what the engine counts at the end of a line. Its estimate is a sum of a few counts, so what it
//! prefers a line for can be told.

use mossa_engines::othello::{Counted, judgment};
use mossa_games::GameSpec;
use mossa_kernel::{Game, Side};

use super::{
    Request, Story,
    firm::Unit,
    harm::{self, taken_words},
    names,
    outlook::FEW,
};

/// A comparison after fewer moves than this says no more than the moves themselves.
pub(super) const LEAST_FOLLOWED: usize = 3;

/// At most so many counts are told.
const MOST_TOLD: usize = 2;

/// A count is told if it makes up at least this share of the whole difference, one in so many.
const LEAST_SHARE: i32 = 3;

/// Counts that differ by less than this convince nobody.
pub(super) const LEAST_APART: i64 = 3;

/// A count for both sides, one of them first, and what it is worth to that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) what: Counted,
    pub(super) own: u32,
    pub(super) theirs: u32,
    pub(super) worth: i32,
}

impl Tally {
    /// By how much the first side is ahead, where to have many is good, or to have few.
    pub(super) fn lead(&self) -> i64 {
        let lead = i64::from(self.own) - i64::from(self.theirs);
        if few_are_better(self.what) { -lead } else { lead }
    }
}

/// What the engine counts in a position, seen by one side; what is told with the same words is counted together.
pub(super) fn tallies(spec: &GameSpec, game: &Game, side: Side) -> Option<Vec<Tally>> {
    let GameSpec::Othello(othello) = spec else { return None };
    let is_to_move = game.position().side_to_move() == side;
    let mut known: Vec<Tally> = Vec::new();
    for share in judgment(othello, game)? {
        let [ours, theirs] = share.counts;
        let (own, theirs) = if is_to_move { (ours, theirs) } else { (theirs, ours) };
        let worth = if is_to_move { share.worth } else { -share.worth };
        let what = match share.what {
            Counted::Anchors => Counted::Stable,
            Counted::DiagonalToAnchor => Counted::BesideAnchor,
            what => what,
        };
        match known.iter_mut().find(|tally| tally.what == what) {
            Some(tally) => {
                tally.own += own;
                tally.theirs += theirs;
                tally.worth += worth;
            }
            None => known.push(Tally { what, own, theirs, worth }),
        }
    }
    Some(known)
}

/// How two lines differ in what the engine counts: pairs of counts after the worse line and after the better
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Apart {
    /// After how many moves.
    pub(super) length: usize,
    /// What speaks most for the better line.
    pub(super) told: Vec<[Tally; 2]>,
    /// What speaks against it, where it is something that anybody would name.
    pub(super) against: Option<[Tally; 2]>,
    /// Whether what is told makes up most of the difference.
    pub(super) is_most: bool,
}

/// By how much a count speaks for the better line.
fn gain([worse, better]: &[Tally; 2]) -> i32 {
    better.worth - worse.worth
}

impl Request<'_> {
    /// How two lines of the same length differ in what the engine counts; `None` where it counts no less
    /// after the worse one: that line was cut short, and there is nothing to tell.
    pub(super) fn apart(&self, best: &Story, reply: &Story) -> Option<Apart> {
        let length = best.moves.len().min(reply.moves.len());
        let counted = |story: &Story| {
            let game = self.reached(story.moves.get(..length)?)?;
            tallies(self.spec, &game, self.mover())
        };
        let pairs = counted(reply)?.into_iter().zip(counted(best)?);
        let pairs: Vec<[Tally; 2]> = pairs.map(|(worse, better)| [worse, better]).collect();
        let all: i32 = pairs.iter().map(gain).sum();
        if length < LEAST_FOLLOWED || all <= 0 {
            return None;
        }
        let is_told = |[worse, better]: &[Tally; 2]| {
            worse.lead() < better.lead() && self.has_words(worse.what)
        };
        let told =
            most(pairs.iter().copied().filter(is_told).collect(), all, gain, |pair| pair[0].what);
        let is_against = |[worse, better]: &&[Tally; 2]| {
            let by = worse.lead() - better.lead();
            let is_plain = is_firm(worse.what) || worse.what == Counted::Moves && by >= LEAST_APART;
            is_plain && by > 0 && self.has_words(worse.what)
        };
        let against = pairs.iter().filter(is_against).min_by_key(|pair| gain(pair)).copied();
        let sum: i32 = told.iter().map(gain).sum();
        let is_most = 2 * sum >= all;
        (!told.is_empty()).then_some(Apart { length, told, against, is_most })
    }

    /// The same in words.
    pub(super) fn judged(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let Apart { length, told, against, is_most } = self.apart(best, reply)?;
        let sides = [self.mover(), !self.mover()].map(names::side);
        let pair_words = |[worse, better]: &[Tally; 2]| {
            format!(
                "{}; with {name} it would be {} and {}",
                counted(worse, sides),
                better.own,
                better.theirs
            )
        };
        let told =
            told.iter().map(|pair| format!("{}. {}", pair_words(pair), reason(pair[0].what)));
        let told: Vec<String> = told.collect();
        let told = told.join(" Also, ");
        let but = match (against, is_most) {
            (Some(pair), _) => format!("this speaks for it: {}. But ", pair_words(&pair)),
            (None, true) => String::new(),
            (None, false) => "many small things add up, among them: ".to_owned(),
        };
        Some(format!(
            " The engine expects {} next{}. Then {but}{told}",
            self.told_line(reply, length - 1),
            self.taken_in(reply, length)
        ))
    }

    /// Who takes corners in so many moves of a line, in parentheses.
    fn taken_in(&self, reply: &Story, length: usize) -> String {
        let taken =
            [self.mover(), !self.mover()].map(|side| harm::corners(reply, length - 1, side));
        if taken == [0, 0] {
            return String::new();
        }
        let sides = [self.mover(), !self.mover()].map(names::side);
        let words = taken_words(Unit::of(self.spec), sides, taken, "takes", "take");
        format!(" (in it {words})")
    }

    /// Whether there are words for what is counted: where more than the corners is firm, those for corners do not fit.
    pub(super) fn has_words(&self, what: Counted) -> bool {
        let of_corners = [Counted::AnchorMoves, Counted::BesideAnchor];
        Unit::of(self.spec) == Unit::Corner || !of_corners.contains(&what)
    }

    /// What the engine counts at the end of a line that puts one side ahead, where it does.
    pub(super) fn judged_standing(&self, story: &Story, ahead: Side) -> Option<String> {
        let known = tallies(self.spec, &story.end, ahead)?;
        let all: i32 = known.iter().map(|tally| tally.worth).sum();
        let leads = |tally: &Tally| tally.lead() > 0 && self.has_words(tally.what);
        let known = known.into_iter().filter(leads).collect();
        let told = most(known, all, |tally| tally.worth, |tally| tally.what);
        let sides = [ahead, !ahead].map(names::side);
        let told =
            told.iter().map(|tally| format!("{}. {}", counted(tally, sides), reason(tally.what)));
        let told: Vec<String> = told.collect();
        (all > 0 && !told.is_empty())
            .then(|| format!("At the end of the line below {}", told.join(" Also, ")))
    }
}

/// Those that make up most of a sum, the largest first, and before them what anybody would name.
fn most<T>(
    mut items: Vec<T>,
    all: i32,
    worth: impl Fn(&T) -> i32,
    what: impl Fn(&T) -> Counted,
) -> Vec<T> {
    items.retain(|item| {
        worth(item) > 0 && (is_firm(what(item)) || worth(item) * LEAST_SHARE >= all)
    });
    items.sort_by_key(|item| (!is_firm(what(item)), -worth(item)));
    items.truncate(MOST_TOLD);
    items
}

/// Whether it is about corners and discs for good, which anybody would name first.
fn is_firm(what: Counted) -> bool {
    matches!(what, Counted::AnchorMoves | Counted::Stable)
}

/// Whether it is better to have few of what is counted.
pub(super) fn few_are_better(what: Counted) -> bool {
    matches!(what, Counted::Frontier | Counted::BesideAnchor | Counted::DiagonalToAnchor)
}

/// How many of what is counted both sides have, as half a sentence.
pub(super) fn counted(tally: &Tally, [own, theirs]: [char; 2]) -> String {
    let (n, other) = (u64::from(tally.own), tally.theirs);
    let discs = names::counted(n, "disc");
    match tally.what {
        Counted::Moves => {
            format!("{own} has {} to choose from and {theirs} {other}", names::counted(n, "move"))
        }
        Counted::Reach => format!(
            "{own} has {} beside discs of {theirs}'s to look for moves on, and {theirs} {other} beside {own}'s",
            names::counted(n, "empty square")
        ),
        Counted::Frontier => {
            format!(
                "{own} has {discs} beside an empty square from which they may be turned and {theirs} {other}"
            )
        }
        Counted::AnchorMoves => {
            format!("{own} could take {} and {theirs} {other}", names::counted(n, "corner"))
        }
        Counted::BesideAnchor | Counted::DiagonalToAnchor => {
            format!(
                "{own} has {discs} next to an empty corner, on the edge or diagonally, and {theirs} {other}"
            )
        }
        Counted::Stable | Counted::Anchors => {
            format!("{own} has {discs} that can never be turned again and {theirs} {other}")
        }
        Counted::Edge => {
            format!("{own} has {discs} on the edge that may still be turned and {theirs} {other}")
        }
        Counted::Discs => format!("{own} has {discs} and {theirs} {other}"),
    }
}

/// Why it matters.
pub(super) fn reason(what: Counted) -> &'static str {
    match what {
        Counted::Moves => FEW,
        Counted::Reach => {
            "A move must be next to a disc of the other side, so such squares promise moves."
        }
        Counted::Frontier => {
            "Beside such a disc the other side may find a move; beside one with discs all around it there is no \
             room for any."
        }
        Counted::AnchorMoves => "A disc in a corner can never be turned.",
        Counted::BesideAnchor | Counted::DiagonalToAnchor => {
            "A disc next to an empty corner helps the other side to get there."
        }
        Counted::Stable | Counted::Anchors => "What can never be turned counts to the end.",
        Counted::Edge => "On the edge a disc is harder to turn than elsewhere.",
        Counted::Discs => "Discs are what is counted in the end.",
    }
}
