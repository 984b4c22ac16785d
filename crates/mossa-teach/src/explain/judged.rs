//! Othello: what the engine counts at the end of a line. Its estimate is a sum of a few counts, so what it
//! prefers a line for can be told, where one of them speaks plainly.

use mossa_engines::othello::{Counted, judgment};
use mossa_games::GameSpec;
use mossa_kernel::{Game, Side};

use super::{
    Request, Story,
    discs::reachable,
    firm::Unit,
    harm::{self, taken_words},
    names,
    outlook::FEW,
};

/// A comparison after fewer moves than this says no more than the moves themselves.
const LEAST_FOLLOWED: usize = 3;

/// Counts that differ by less than this convince nobody.
pub(super) const LEAST_APART: usize = 3;

/// What is told of two lines, the plainest first, with by how much the leads must differ.
const PLAIN: [(Counted, i64); 2] = [(Counted::AnchorMoves, 1), (Counted::Stable, 3)];

/// A count for both sides, one of them first, and what it is worth to that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) what: Counted,
    pub(super) own: u32,
    pub(super) theirs: u32,
    pub(super) worth: i32,
}

impl Tally {
    /// By how much the first side is ahead.
    fn lead(&self) -> i64 {
        i64::from(self.own) - i64::from(self.theirs)
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

/// How two lines differ most plainly in what the engine counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Apart {
    /// After how many moves.
    pub(super) length: usize,
    /// The count after the worse line, and after the better one.
    pub(super) pair: [Tally; 2],
}

impl Request<'_> {
    /// How two lines of the same length differ in what the engine counts; `None` where it counts no less
    /// after the worse one, or the mover has more corners there: then nothing is told by counts.
    pub(super) fn apart(&self, best: &Story, reply: &Story) -> Option<Apart> {
        let length = best.moves.len().min(reply.moves.len());
        let counted = |story: &Story| {
            let game = self.reached(story.moves.get(..length)?)?;
            tallies(self.spec, &game, self.mover())
        };
        let pairs = counted(reply)?.into_iter().zip(counted(best)?);
        let pairs: Vec<[Tally; 2]> = pairs.map(|(worse, better)| [worse, better]).collect();
        let all: i32 = pairs.iter().map(|[worse, better]| better.worth - worse.worth).sum();
        if length < LEAST_FOLLOWED || all <= 0 || self.brings_corners(best, reply, length) {
            return None;
        }
        let plain = PLAIN.into_iter().filter(|(what, _)| self.has_words(*what));
        let told = plain.into_iter().find_map(|(what, least)| {
            let pair = pairs.iter().find(|pair| pair[0].what == what)?;
            let is_sure = what != Counted::AnchorMoves || self.is_turn(pair, [reply, best], length);
            (is_plain(pair, least) && is_sure).then_some(*pair)
        });
        Some(Apart { length, pair: told? })
    }

    /// Whether it is the turn of the side that could take a corner: otherwise that may still be prevented.
    fn is_turn(&self, [worse, better]: &[Tally; 2], stories: [&Story; 2], length: usize) -> bool {
        let is_theirs = worse.theirs > better.theirs;
        let (story, side) =
            if is_theirs { (stories[0], !self.mover()) } else { (stories[1], self.mover()) };
        let end = self.reached(&story.moves[..length]);
        end.is_some_and(|end| end.position().side_to_move() == side)
    }

    /// Whether a line brings the mover more corners, beside those of the other side, than the best one.
    pub(super) fn brings_corners(&self, best: &Story, reply: &Story, length: usize) -> bool {
        let [worse, better] = [reply, best].map(|story| {
            [self.mover(), !self.mover()]
                .map(|side| harm::corners(story, length.saturating_sub(1), side))
        });
        worse[0] + better[1] > better[0] + worse[1]
    }

    /// The same in words, with the moves that lead there.
    pub(super) fn judged(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let Apart { length, pair } = self.apart(best, reply)?;
        let ends = [reply, best].map(|story| self.reached(&story.moves[..length]));
        let [Some(worse), Some(better)] = ends else { return None };
        let words =
            self.pair_words(&pair, [&worse, &better], &format!("after {name} and as many moves"));
        Some(format!(
            " The engine expects {} next{}. Then {words} {}",
            self.told_line(reply, length - 1),
            self.taken_in(reply, length),
            reason(pair[0].what)
        ))
    }

    /// A count after a worse line and after a better one, each with the board it is counted on.
    fn pair_words(&self, [worse, better]: &[Tally; 2], ends: [&Game; 2], after: &str) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        match worse.what {
            Counted::AnchorMoves => {
                let is_theirs = worse.theirs > better.theirs;
                let (side, who, end) = if is_theirs {
                    (!self.mover(), other, ends[0])
                } else {
                    (self.mover(), m, ends[1])
                };
                let corners = super::discs::corners(self.spec, self.game);
                let open = reachable(end, &corners, side);
                let open: Vec<String> =
                    open.iter().map(|&mv| self.game.position().show_move(mv)).collect();
                let open = Unit::Corner.the(&open);
                let none = |n: u32| if n == 0 { "no corner" } else { "fewer corners" };
                if is_theirs {
                    format!(
                        "{who} could take {open}; {after} {who} could take {}.",
                        none(better.theirs)
                    )
                } else {
                    format!(
                        "{who} could take {}; {after} {who} could take {open}.",
                        none(worse.own)
                    )
                }
            }
            _ => format!(
                "{m} has {} that can never be turned again and {other} {}; {after} {} and {}.",
                names::counted(u64::from(worse.own), "disc"),
                worse.theirs,
                better.own,
                better.theirs
            ),
        }
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
    fn has_words(&self, what: Counted) -> bool {
        Unit::of(self.spec) == Unit::Corner || what != Counted::AnchorMoves
    }
}

/// Whether a count speaks for the better line to anybody: by so many, and neither side's number against it.
fn is_plain([worse, better]: &[Tally; 2], least: i64) -> bool {
    better.lead() - worse.lead() >= least
        && better.worth > worse.worth
        && better.own >= worse.own
        && better.theirs <= worse.theirs
}

/// Why it matters; nothing where there is nothing to say.
pub(super) fn reason(what: Counted) -> &'static str {
    match what {
        Counted::Moves => FEW,
        Counted::Frontier => {
            "Only beside such discs the other side finds moves, and a side that runs out of harmless moves must give \
             something away."
        }
        Counted::AnchorMoves => "A disc in a corner can never be turned.",
        Counted::Stable | Counted::Anchors => "What can never be turned counts to the end.",
        _ => "",
    }
}
