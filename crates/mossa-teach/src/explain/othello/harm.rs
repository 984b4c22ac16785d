//! Othello: the harm that a worse move does within a few moves, shown move by move.

use mossa_kernel::{Move, Side};

use super::{
    firm::Unit,
    parting::{MUCH, trails},
};
use crate::explain::{DiscFacts, Request, Story, names};

/// Harm is looked for in so many moves of a line.
pub(super) const MOST_SHOWN: usize = 16;

/// What goes wrong for the mover in a line, and with which move, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harm {
    /// The other side takes a corner.
    Corner(usize),
    /// The mover must pass.
    Pass(usize),
    /// The mover has no safe move, and would have so many after the best one.
    Short(usize, usize),
}

impl Harm {
    pub(super) fn index(self) -> usize {
        match self {
            Self::Corner(index) | Self::Pass(index) | Self::Short(index, _) => index,
        }
    }
}

impl Request<'_> {
    /// The first thing that goes wrong soon after a worse move, and not as soon after the best one.
    pub(super) fn harm(&self, best: &Story, reply: &Story) -> Option<Harm> {
        self.harm_within(best, reply, MOST_SHOWN)
    }

    /// The same within so many moves.
    pub(super) fn harm_within(&self, best: &Story, reply: &Story, most: usize) -> Option<Harm> {
        // What the answer itself does is told with it.
        let known = reply.turns().len().min(best.turns().len()).min(most);
        (2..known).find_map(|index| {
            let turn = &reply.turns()[index];
            let corners =
                [reply, best].map(|story| Side::BOTH.map(|side| corners(story, index, side)));
            let of_mover =
                |[x, o]: [usize; 2]| if self.mover() == Side::First { [x, o] } else { [o, x] };
            // What the best line loses as well, only later, is no reason.
            let at_end = [reply, best].map(|story| {
                let last = reply.turns().len().min(best.turns().len());
                Side::BOTH.map(|side| self::corners(story, last, side))
            });
            let is_behind = trails(of_mover(corners[0]), of_mover(corners[1]), 1)
                && trails(of_mover(at_end[0]), of_mover(at_end[1]), 1)
                && !self.other_could_go(&best.moves, reply.moves[index]);
            let passes_in_best = passes(best, best.moves.len(), self.mover());
            if turn.side != self.mover() && turn.takes_corner && is_behind {
                Some(Harm::Corner(index))
            } else if turn.side == self.mover() && turn.is_pass && passes_in_best == 0 {
                Some(Harm::Pass(index))
            } else if turn.side == self.mover() && !turn.is_pass {
                self.runs_short(best, reply, index)
            } else {
                None
            }
        })
    }

    /// Whether the mover has no safe move before a move of a worse line, and several in the best one.
    fn runs_short(&self, best: &Story, reply: &Story, index: usize) -> Option<Harm> {
        let is_turn = best.turns().get(index).is_some_and(|turn| turn.side == self.mover());
        let [worse, better] = [reply, best].map(|story| self.safe_moves(story, index));
        // At the end of a game everybody runs out of them.
        let comes_to_it = || {
            let turns = best.turns().iter().enumerate().skip(2);
            let mut own = turns.filter(|(_, turn)| turn.side == self.mover());
            best.end.outcome().is_none()
                && own.any(|(index, _)| self.safe_moves(best, index) == Some(0))
        };
        // Where the mover opens a corner of its own accord, to have to is no harm.
        let gives_one = || {
            let mut own = best.turns().iter().filter(|turn| turn.side == self.mover());
            own.any(|turn| !turn.gives.is_empty())
        };
        match (worse?, better?) {
            (0, _) if comes_to_it() || gives_one() => None,
            (0, better) if is_turn && better >= MUCH => Some(Harm::Short(index, better)),
            _ => None,
        }
    }

    /// How many moves that give no corner away the mover has before a move of a line.
    pub(super) fn safe_moves(&self, story: &Story, index: usize) -> Option<usize> {
        let game = self.reached(&story.moves[..index])?;
        let is_safe = |mv: &&Move| {
            let facts = DiscFacts::new(self.spec, &game, **mv);
            **mv != Move::PASS && facts.is_none_or(|facts| facts.gives.is_empty())
        };
        Some(game.position().moves().iter().filter(is_safe).count())
    }

    /// The same in words, with the moves that lead there.
    pub(super) fn harm_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let unit = Unit::of(self.spec);
        Some(match self.harm(best, reply)? {
            Harm::Corner(index) => {
                let corner = self.game.position().show_move(reply.moves[index]);
                let forced = self.short_of_moves(reply, index - 1).unwrap_or_default();
                let own =
                    match [self.mover(), !self.mover()].map(|side| corners(reply, index, side)) {
                        [0, 1] => String::new(),
                        counts => format!(
                            "; by then {}",
                            taken_words(unit, [m, other], counts, "has taken", "have taken")
                        ),
                    };
                format!(
                    " {} {other} takes {}{forced}{own}. {}",
                    self.goes_on(reply, index),
                    unit.the(&[corner]),
                    self.corners_after(name, best, index)
                )
            }
            Harm::Short(index, better) => format!(
                " {} {m} has no safe move left; after {name} and as many moves {m} has {better}.",
                self.goes_on(reply, index)
            ),
            Harm::Pass(index) => format!(
                " {} {m} has no move and must pass, so {other} moves twice in a row; after {name} and as many \
                 moves {m} has not had to pass.",
                self.goes_on(reply, index)
            ),
        })
    }

    /// Who has taken corners after as many moves of the best line.
    fn corners_after(&self, name: &str, best: &Story, index: usize) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let unit = Unit::of(self.spec);
        let counts = [self.mover(), !self.mover()].map(|side| corners(best, index, side));
        format!(
            "After {name} and as many moves {}.",
            taken_words(unit, [m, other], counts, "has taken", "have taken")
        )
    }

    /// The moves of a line between the answer to the first one and another, as the beginning of a sentence.
    pub(super) fn goes_on(&self, story: &Story, next: usize) -> String {
        if next <= 2 {
            return "Then".to_owned();
        }
        format!("It may go on {}; then", self.told_line(story, next - 1))
    }

    /// The moves of a line after the answer to the first one, up to one, with who plays them.
    pub(super) fn told_line(&self, story: &Story, last: usize) -> String {
        let shown = story.moves.iter().zip(story.turns()).take(last + 1).skip(2);
        let shown = shown.map(|(&mv, turn)| {
            format!("{} {}", names::side(turn.side), self.game.position().show_move(mv))
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Why the mover gave a corner away with a move of a line: it had no safe move, or the engine expects nothing better.
    fn short_of_moves(&self, story: &Story, index: usize) -> Option<String> {
        let turn = story.turns().get(index)?;
        let gives = !turn.gives.is_empty() && turn.side == self.mover();
        let n_safe = self.safe_moves(story, index).filter(|_| gives)?;
        let m = names::side(self.mover());
        Some(match n_safe {
            0 => format!(" ({m} had no safe move before that)"),
            _ => format!(" (the engine finds nothing better for {m} before that)"),
        })
    }
}

/// Who takes how many corners: "X takes 3 corners and O none".
pub(super) fn taken_words(
    unit: Unit,
    [m, other]: [char; 2],
    counts: [usize; 2],
    one: &str,
    both: &str,
) -> String {
    match counts {
        [0, 0] => format!("nobody {one} {}", unit.one()),
        [own, 0] => format!("{m} {one} {} and {other} none", unit.counted(own)),
        [0, theirs] => format!("{other} {one} {} and {m} none", unit.counted(theirs)),
        [own, theirs] if own == theirs => format!("both {both} {}", unit.counted(own)),
        [own, theirs] => format!("{m} {one} {} and {other} {theirs}", unit.counted(own)),
    }
}

/// How many corners `side` takes in a line up to a move.
pub(super) fn corners(story: &Story, last: usize, side: Side) -> usize {
    let turns = story.turns().iter().take(last + 1);
    turns.filter(|turn| turn.takes_corner && turn.side == side).count()
}

/// How often `side` passes in a line up to a move.
pub(super) fn passes(story: &Story, last: usize, side: Side) -> usize {
    let turns = story.turns().iter().take(last + 1);
    turns.filter(|turn| turn.is_pass && turn.side == side).count()
}
