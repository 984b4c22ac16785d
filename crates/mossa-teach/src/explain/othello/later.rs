//! Othello: what goes wrong some moves after a move of which nothing can be counted at once.

use mossa_kernel::{Move, Side};
use mossa_search::Line;

use super::{
    counted::Range,
    counts::{Count, signed},
    discs::{self, choices, reachable},
    firm::Unit,
    harm::{corners, taken_words},
};
use crate::explain::{Findings, Request, Story, names};

/// The lines that are compared have so many moves.
pub(super) const COMPARED: usize = 16;

/// A want of moves is told if it comes within so many.
const MOST_COUNTED: usize = 8;

/// By so many squares a side must fall behind the best line, and by so many it must still be behind two moves later.
const MUCH: i64 = 3;
const STILL: i64 = 2;

/// What is wrong with a worse move, that no reason for all of them tells.
pub(super) struct Fault {
    /// In a sentence that has begun.
    pub(super) words: String,
    pub(super) kind: FaultKind,
}

/// The same for the last sentence, which tells moves with the same fault together.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// The other side gets this corner or these later.
    Corner(String),
    /// The mover must pass later.
    Pass,
    /// After so many moves of the line the mover has too little to choose from.
    Choice(usize),
    /// Something that can be counted at once.
    Counted(Count),
    /// The other side goes to a square from which the best move keeps it.
    Wanted,
    /// Games that are played on to the end are won less often.
    Ends,
}

impl FaultKind {
    /// Whether one sentence tells both.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Choice(_), Self::Choice(_)) => true,
            _ => self == other,
        }
    }
}

impl Request<'_> {
    /// What goes wrong in the line after a worse move, and not in the best one: that the other side gets a corner, or the mover
    /// must pass.
    pub(super) fn goes_wrong(&self, findings: &Findings, index: usize) -> Option<Fault> {
        let [best, worse] = self.compared(findings, index);
        let length = best.moves.len().min(worse.moves.len());
        (1..=length).find_map(|played| {
            let corner = self.corner_goes(findings, &best, &worse, played);
            corner.or_else(|| self.must_pass(&best, &worse, played))
        })
    }

    /// The same where it is only that the mover can go to far fewer squares.
    pub(super) fn runs_dry(&self, findings: &Findings, index: usize) -> Option<Fault> {
        let [best, worse] = self.compared(findings, index);
        (1..=MOST_COUNTED).find_map(|played| self.falls_behind(findings, &best, &worse, played))
    }

    /// The lines after the best move and another one.
    fn compared(&self, findings: &Findings, index: usize) -> [Story; 2] {
        [0, index].map(|index| {
            let line = &findings.lines[index].moves;
            Story::tell(self.spec, self.game, &line[..line.len().min(COMPARED)])
        })
    }

    /// That the other side takes a corner with the last of so many moves, and comes out of both lines with more than after
    /// the best move.
    fn corner_goes(
        &self,
        findings: &Findings,
        best: &Story,
        worse: &Story,
        played: usize,
    ) -> Option<Fault> {
        let turn = worse.turns().get(played - 1)?;
        let length = best.moves.len().min(worse.moves.len());
        let [own, other] = [self.mover(), !self.mover()];
        let ahead = |story: &Story, side: Side| signed(corners(story, length - 1, side));
        let lead = |story: &Story| ahead(story, own) - ahead(story, other);
        let counts = [own, other].map(|side| corners(best, length - 1, side));
        let is_lost = turn.takes_corner && turn.side == other && lead(worse) < lead(best);
        // As many corners as the other side gets in the best line, or has open at its end, are no reason.
        let is_more = corners(worse, played - 1, other) > counts[1];
        let is_open = self.reached(&best.moves[..length]).is_none_or(|end| {
            let all = discs::corners(self.spec, self.game);
            let [open, aimed] = [other, own].map(|side| reachable(&end, &all, side).len());
            end.outcome().is_none() && open > aimed
        });
        let sides = [own, other].map(names::side);
        let unit = Unit::of(self.spec);
        let is_told =
            is_lost && is_more && !is_open && !self.could_be_kept(&worse.moves, played - 1);
        is_told.then(|| {
            let turns = worse.moves.iter().zip(worse.turns()).take(played);
            let taken = turns.filter(|(_, turn)| turn.takes_corner && turn.side == other);
            let taken = taken.map(|(&mv, _)| self.game.position().show_move(mv));
            let corner = unit.the(&taken.collect::<Vec<_>>());
            let words = format!(
                "{} {} has {corner}; in the line after {} {}.",
                self.goes(worse, played),
                sides[1],
                self.name(findings.best()),
                taken_words(unit, sides, counts, "takes", "take")
            );
            Fault { words, kind: FaultKind::Corner(corner) }
        })
    }

    /// That the mover has to pass.
    fn must_pass(&self, best: &Story, worse: &Story, played: usize) -> Option<Fault> {
        let is_own_pass = |at: usize, story: &Story| {
            story.turns().get(at).is_some_and(|turn| turn.is_pass && turn.side == self.mover())
        };
        let is_same = (0..best.moves.len()).any(|at| is_own_pass(at, best));
        (is_own_pass(played - 1, worse) && !is_same).then(|| {
            let m = names::side(self.mover());
            let words = format!("{} {m} must pass.", self.goes(worse, played - 1));
            Fault { words, kind: FaultKind::Pass }
        })
    }

    /// That the mover can go to far fewer squares beside the other side than after as many moves of the best line.
    fn falls_behind(
        &self,
        findings: &Findings,
        best: &Story,
        worse: &Story,
        played: usize,
    ) -> Option<Fault> {
        let count = |story: &Story, played: usize| self.choices_after(story.moves.get(..played)?);
        let behind = |played: usize| {
            let (worse, best) = (count(worse, played)?, count(best, played)?);
            Some((best[0] - best[1] - worse[0] + worse[1], worse, best))
        };
        let (behind_now, worse_now, best_now) = behind(played)?;
        // What is made up for at once convinces nobody.
        let later = behind(played + 2).is_none_or(|(behind, ..)| behind >= STILL);
        (behind_now >= MUCH && later).then(|| {
            let words = self.comparison(findings, worse, played, [worse_now, best_now]) + ".";
            Fault { words, kind: FaultKind::Choice(played) }
        })
    }

    /// To how many squares the mover and the other side can go after some moves, where it is the mover's turn then.
    pub(super) fn choices_after(&self, moves: &[Move]) -> Option<[i64; 2]> {
        let game = self.reached(moves)?;
        let is_turn = game.outcome().is_none() && game.position().side_to_move() == self.mover();
        is_turn.then(|| [self.mover(), !self.mover()].map(|side| signed(choices(&game, side))))
    }

    /// The same of several moves in a few words.
    pub(super) fn choice_in_short(
        &self,
        findings: &Findings,
        others: &str,
        faults: &[(&Line, FaultKind)],
    ) -> Option<String> {
        let lead = |line: &Line, played: usize| {
            let [own, theirs] = self.choices_after(line.moves.get(..played)?)?;
            Some(own - theirs)
        };
        let told = faults.iter().filter_map(|(line, kind)| match kind {
            FaultKind::Choice(played) => {
                Some((lead(findings.best(), *played)?, lead(line, *played)?))
            }
            _ => None,
        });
        let (best, worse): (Vec<i64>, Vec<i64>) = told.unzip();
        let mut times = faults.iter().filter_map(|(_, kind)| match kind {
            FaultKind::Choice(played) => Some(*played),
            _ => None,
        });
        let first = times.next()?;
        let are_at_once = times.all(|played| played == first);
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let [own, theirs] = [&best, &worse].map(|it| Range::of(it.iter().copied()).lead(other));
        // Numbers of several times cannot be compared.
        (!best.is_empty()).then(|| {
            if are_at_once {
                format!("{first} moves later {m} can go to {own}, after {others} to {theirs}")
            } else {
                let best = self.name(findings.best());
                format!("some moves later {m} can go to {theirs} after {others}, further behind than after {best}")
            }
        })
    }

    /// How the line of a worse move goes on, and to how many squares each side can go then and in the best line.
    fn comparison(
        &self,
        findings: &Findings,
        worse: &Story,
        played: usize,
        [worse_now, best_now]: [[i64; 2]; 2],
    ) -> String {
        format!(
            "{} {}",
            self.goes(worse, played),
            self.squares_then(findings, [worse_now, best_now])
        )
    }

    /// To how many squares each side can go after some moves of two lines, the best one last.
    pub(super) fn squares_then(&self, findings: &Findings, [worse, best]: [[i64; 2]; 2]) -> String {
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        format!(
            "{m} can go to {}, {other} to {}; after {} and as many moves of the line below {m} to {}, {other} to {}",
            names::counted(worse[0].unsigned_abs(), "square"),
            worse[1],
            self.name(findings.best()),
            best[0],
            best[1]
        )
    }

    /// "it may go on X b3, O c2, X a1: then", of the moves after the first one.
    fn goes(&self, story: &Story, played: usize) -> String {
        match &self.first_moves(story, played)[..] {
            "" => "then".to_owned(),
            shown => format!("it may go on {shown}: then"),
        }
    }

    /// The moves of a line after the first one, with who plays them.
    pub(super) fn first_moves(&self, line: &Story, played: usize) -> String {
        let shown = line.moves.iter().zip(line.turns()).take(played).skip(1);
        let shown = shown.map(|(&mv, turn)| match mv {
            Move::PASS => format!("{} passes", names::side(turn.side)),
            mv => format!("{} {}", names::side(turn.side), self.game.position().show_move(mv)),
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
