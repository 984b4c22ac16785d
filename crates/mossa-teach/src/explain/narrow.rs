//! Othello: where one of two lines leaves a side hardly a safe move, and the other plenty.

use mossa_kernel::Side;

use super::{Request, Story, firm::Unit, names, outlook::FEW as FEW_MOVES};

/// Whoever has so few safe moves is short of them, beside a line with so many more.
const FEW: usize = 3;
const MANY_MORE: usize = 4;

/// A moment of two lines after as many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Narrow {
    /// How many moves have been played.
    pub(super) played: usize,
    /// Whose turn it is: the mover's, who is short in the worse line, or the other's, who is short in the best one.
    pub(super) side: Side,
    pub(super) worse: Room,
    pub(super) better: Room,
}

/// The moves of a side, and how many of them are safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) safe: usize,
    pub(super) all: usize,
}

impl Request<'_> {
    /// The moment at which a worse line and the best one differ most in the choice that a side has.
    pub(super) fn narrow(&self, best: &Story, reply: &Story) -> Option<Narrow> {
        let length = best.turns().len().min(reply.turns().len());
        let known = (2..=length).filter_map(|played| {
            let [(side, worse), (best_side, better)] = [room(reply, played)?, room(best, played)?];
            (side == best_side).then_some(Narrow { played, side, worse, better })
        });
        let gap = |it: &Narrow| {
            let (less, more) = it.short_first(self.mover());
            more.safe.saturating_sub(less.safe)
        };
        // What the other line comes to as well, only later, is no reason.
        let is_apart = |it: &Narrow| {
            let (short, roomy) = (
                it.short_first(self.mover()).0,
                if it.side == self.mover() { best } else { reply },
            );
            (2..=roomy.turns().len())
                .filter_map(|played| room(roomy, played))
                .all(|(side, room)| side != it.side || room.safe > short.safe)
        };
        let is_short = |it: &Narrow| it.short_first(self.mover()).0.safe <= FEW;
        let clear = known.filter(|it| is_short(it) && gap(it) >= MANY_MORE && is_apart(it));
        // Of moments that differ as much, the first.
        let clear: Vec<Narrow> = clear.filter(|_| Unit::of(self.spec) == Unit::Corner).collect();
        clear.into_iter().rev().max_by_key(gap)
    }

    /// The same in words.
    pub(super) fn narrow_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let Narrow { played, side, worse, better } = self.narrow(best, reply)?;
        let s = names::side(side);
        Some(if side == self.mover() {
            format!(
                " {} {s} has {}; after {name} and as many moves {s} has {}.",
                self.goes_on(reply, played),
                worse.words(),
                better.safe_words()
            )
        } else {
            format!(
                " {} {s} has {}; after {name} and as many moves {s} has {}.",
                self.goes_on(reply, played),
                worse.safe_words(),
                better.words()
            )
        })
    }

    /// How many moves the mover has after the answers to a worse move and to the best one, where these are clearly fewer.
    pub(super) fn kept(&self, best: &Story, reply: &Story) -> Option<[usize; 2]> {
        let [worse, better] = [reply, best].map(|story| room(story, 2));
        let ((side, worse), (best_side, better)) = worse.zip(better)?;
        let is_turn = side == self.mover() && best_side == side;
        (is_turn && worse.all + MANY_MORE <= better.all).then_some([worse.all, better.all])
    }

    /// The same in words.
    pub(super) fn kept_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let [worse, better] = self.kept(best, reply)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        Some(format!(
            " That leaves {m} {}; after {name} and {other}'s answer {m} has {better}. {FEW_MOVES}",
            names::counted(worse as u64, "move")
        ))
    }
}

impl Narrow {
    /// The room of the line in which the side is short, and that of the other.
    fn short_first(&self, mover: Side) -> (Room, Room) {
        if self.side == mover { (self.worse, self.better) } else { (self.better, self.worse) }
    }
}

impl Room {
    /// "only 3 moves, 1 of them safe".
    fn words(self) -> String {
        let all = names::counted(self.all as u64, "move");
        match self.safe {
            _ if self.all == 0 => "no move and must pass".to_owned(),
            0 if self.all == 1 => format!("only {all}, which is not safe"),
            0 => format!("only {all}, none of them safe"),
            safe if safe == self.all => format!("only {all}"),
            safe => format!("{all}, only {safe} of them safe"),
        }
    }

    fn safe_words(self) -> String {
        names::counted(self.safe as u64, "safe move")
    }
}

/// The choice that the side to move has after so many moves of a line.
fn room(story: &Story, played: usize) -> Option<(Side, Room)> {
    let turn = story.turns().get(played.checked_sub(1)?)?;
    (!turn.ends).then_some((!turn.side, Room { safe: turn.safe.len(), all: turn.replies }))
}
