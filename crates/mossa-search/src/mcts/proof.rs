//! What is proven of a move, and in how many plies.

use mossa_kernel::{Outcome, Side};

use crate::Score;

/// What is proven of a move, for the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing yet.
    Open,
    /// It wins.
    Win,
    /// It draws, if the opponent plays well.
    Draw,
    /// It loses, if the opponent plays well.
    Loss,
}

/// A proof and its distance: the number of plies after the move until the game is over, at most.
/// Two bits and thirty, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict(u32);

impl Verdict {
    /// Nothing is proven.
    pub(crate) const OPEN: Self = Self(0);

    const PLIES_BITS: u32 = 30;
    const MOST_PLIES: u32 = (1 << Self::PLIES_BITS) - 1;

    /// A proof and its distance.
    pub(crate) fn new(proof: Proof, plies: u32) -> Self {
        Self((proof as u32) << Self::PLIES_BITS | plies.min(Self::MOST_PLIES))
    }

    /// What a finished game proves of the move of `mover` that ended it.
    pub(crate) fn of_outcome(outcome: Outcome, mover: Side) -> Self {
        let proof = match outcome.winner {
            None => Proof::Draw,
            Some(winner) if winner == mover => Proof::Win,
            Some(_) => Proof::Loss,
        };
        Self::new(proof, 0)
    }

    /// What the proven score of the position after a move, told for the side to move there, proves of
    /// the move.
    pub(crate) fn of_reply(score: Score) -> Self {
        let proof = match score.number() {
            0 => Proof::Draw,
            1.. => Proof::Loss,
            _ => Proof::Win,
        };
        Self::new(proof, score.plies().unwrap_or(0))
    }

    /// What it is worth to the side that made the move: 1, 0 or -1.
    pub(crate) fn worth(self) -> f32 {
        match self.proof() {
            Proof::Open | Proof::Draw => 0.0,
            Proof::Win => 1.0,
            Proof::Loss => -1.0,
        }
    }

    /// What is proven.
    #[inline]
    pub(crate) fn proof(self) -> Proof {
        match self.0 >> Self::PLIES_BITS {
            0 => Proof::Open,
            1 => Proof::Win,
            2 => Proof::Draw,
            _ => Proof::Loss,
        }
    }

    /// In how many plies.
    pub(crate) fn plies(self) -> u32 {
        self.0 & Self::MOST_PLIES
    }

    /// What the verdicts on all replies to a move prove of the move itself, if anything: what is
    /// good for whoever replies is bad for whoever moved.
    pub(crate) fn from_replies(replies: impl Iterator<Item = Self>) -> Option<Self> {
        let mut best = Proof::Loss;
        let (mut shortest, mut longest) = (u32::MAX, 0);
        let mut is_complete = true;
        for reply in replies {
            match reply.proof() {
                Proof::Win => shortest = shortest.min(reply.plies()),
                Proof::Open => is_complete = false,
                Proof::Draw => best = Proof::Draw,
                Proof::Loss => {}
            }
            longest = longest.max(reply.plies());
        }
        if shortest < u32::MAX {
            Some(Self::new(Proof::Loss, shortest + 1))
        } else if is_complete {
            let proof = if best == Proof::Draw { Proof::Draw } else { Proof::Win };
            Some(Self::new(proof, longest + 1))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Proof::{Draw, Loss, Open, Win};

    #[test]
    fn replies_decide_about_a_move() {
        let settle = |replies: &[(Proof, u32)]| {
            let replies = replies.iter().map(|&(proof, plies)| Verdict::new(proof, plies));
            Verdict::from_replies(replies).map(|verdict| (verdict.proof(), verdict.plies()))
        };
        assert_eq!(settle(&[(Open, 0), (Win, 4), (Win, 2)]), Some((Loss, 3)));
        assert_eq!(settle(&[(Loss, 1), (Loss, 3)]), Some((Win, 4)));
        assert_eq!(settle(&[(Loss, 1), (Draw, 3)]), Some((Draw, 4)));
        assert_eq!(settle(&[(Loss, 1), (Draw, 3), (Open, 0)]), None);
    }
}
