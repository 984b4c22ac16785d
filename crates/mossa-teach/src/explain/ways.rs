//! Othello: in which ways the worse moves go wrong in the lines that the engine expects, all of them at a glance.

use super::{
    DiscFacts, Findings, Request, Story,
    firm::Unit,
    harm::{self, Harm},
    names,
    parting::trails,
};

/// The ways are told where they cover one in so many of the worse moves.
const LEAST_SHARE: usize = 2;

/// At most so many moves are named for a way.
const MOST_NAMED: usize = 5;

/// What goes wrong for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The other side gets a corner more than after the best move.
    Corner,
    /// The other side gets a corner sooner than after the best move, though no more of them.
    Soon,
    /// The mover has hardly a safe move, or must pass.
    Short,
    /// The other side keeps more safe moves; after the best move it has hardly any for a while.
    Free,
}

impl Way {
    const ALL: [Self; 4] = [Self::Corner, Self::Soon, Self::Short, Self::Free];
}

impl Request<'_> {
    /// What goes wrong first after a worse move.
    pub(super) fn way(&self, best: &Story, reply: &Story) -> Option<Way> {
        let length = best.moves.len().min(reply.moves.len());
        let takes = |story: &Story| story.turns().get(1).is_some_and(|turn| turn.takes_corner);
        if takes(reply) && !takes(best) && !self.brings_corners(best, reply, length) {
            return self.cornered(best, reply);
        }
        match self.harm(best, reply) {
            Some(Harm::Corner(_)) => self.cornered(best, reply),
            Some(Harm::Pass(_) | Harm::Short(..)) => Some(Way::Short),
            None => {
                let narrow = self.narrow(best, reply)?;
                Some(if narrow.side == self.mover() { Way::Short } else { Way::Free })
            }
        }
    }

    /// Whether the other side does better in corners after a worse move, or is only sooner there. Whoever sees both
    /// lines counts to their ends.
    fn cornered(&self, best: &Story, reply: &Story) -> Option<Way> {
        let counts = |story: &Story| {
            [self.mover(), !self.mover()].map(|side| harm::corners(story, story.moves.len(), side))
        };
        let first = |story: &Story| {
            let is_theirs = |turn: &DiscFacts| turn.takes_corner && turn.side != self.mover();
            story.turns().iter().position(is_theirs)
        };
        match (first(reply), first(best)) {
            (_, None) => Some(Way::Corner),
            _ if trails(counts(reply), counts(best), 1) => Some(Way::Corner),
            (Some(soon), Some(late)) if soon < late => Some(Way::Soon),
            _ => None,
        }
    }

    /// The ways of the worse moves in words, where most of them have one.
    pub(super) fn ways(&self, findings: &Findings, best: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let best_name = self.name(findings.best());
        let known: Vec<(String, Option<Way>)> = findings
            .behind()
            .map(|(_, line)| {
                let reply = Story::tell(self.spec, self.game, &line.moves);
                (self.name(line), self.way(best, &reply))
            })
            .collect();
        let counts =
            [self.mover(), !self.mover()].map(|side| harm::corners(best, best.moves.len(), side));
        let is_cornered = counts[1] > 0;
        let n_told = known.iter().filter(|(_, way)| way.is_some()).count();
        let parts = Way::ALL.into_iter().filter_map(|wanted| {
            let named = known.iter().filter(|(_, way)| *way == Some(wanted));
            let named: Vec<String> = named.map(|(name, _)| name.clone()).collect();
            let moves = match named.len() {
                0 => return None,
                n if n == known.len() => "each of them".to_owned(),
                n if n > MOST_NAMED => format!("{n} of them"),
                _ => names::list(named, "and"),
            };
            Some(match wanted {
                Way::Corner if is_cornered => {
                    let unit = Unit::of(self.spec);
                    let shared = harm::taken_words(unit, [m, other], counts, "takes", "take");
                    format!("after {moves} {m} does worse in corners than after {best_name}, where {shared}")
                }
                Way::Soon => format!(
                    "after {moves} {other} takes {} sooner than after {best_name}",
                    Unit::of(self.spec).one()
                ),
                Way::Corner => format!("after {moves} {other} takes {}", Unit::of(self.spec).one()),
                Way::Short => format!("after {moves} {m} runs short of safe moves"),
                Way::Free => {
                    format!("after {moves} {other} keeps more safe moves than after {best_name}")
                }
            })
        });
        let parts: Vec<String> = parts.collect();
        (n_told > 1 && n_told * LEAST_SHARE >= known.len()).then(|| {
            let all = known.len();
            let told = if n_told == all { "the".to_owned() } else { format!("{n_told} of the") };
            let wrong = parts.join("; ");
            format!("What is wrong with {told} {all} worse moves, if both play as the engine expects: {wrong}.")
        })
    }
}
