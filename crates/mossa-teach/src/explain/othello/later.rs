//! Othello: what goes wrong some moves after a move of which nothing can be counted at once.

use mossa_kernel::{Move, Side};

use super::{
    counts::signed,
    discs::choices,
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

impl Request<'_> {
    /// What goes wrong in the line after a worse move, and not in the best one, as a sentence that has begun: that the other
    /// side gets a corner, or the mover must pass.
    pub(super) fn goes_wrong(&self, findings: &Findings, index: usize) -> Option<String> {
        let [best, worse] = self.compared(findings, index);
        let length = best.moves.len().min(worse.moves.len());
        (1..=length).find_map(|played| {
            let corner = self.corner_goes(findings, &best, &worse, played);
            corner.or_else(|| self.must_pass(&best, &worse, played))
        })
    }

    /// The same where it is only that the mover can go to far fewer squares.
    pub(super) fn runs_dry(&self, findings: &Findings, index: usize) -> Option<String> {
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
    ) -> Option<String> {
        let turn = worse.turns().get(played - 1)?;
        let length = best.moves.len().min(worse.moves.len());
        let [own, other] = [self.mover(), !self.mover()];
        let ahead = |story: &Story, side: Side| signed(corners(story, length - 1, side));
        let lead = |story: &Story| ahead(story, own) - ahead(story, other);
        let is_lost = turn.takes_corner && turn.side == other && lead(worse) < lead(best);
        // A corner that the other side gets in the best line as well is no reason.
        let is_same = best.moves[..length].contains(&worse.moves[played - 1]);
        let corner = self.game.position().show_move(worse.moves[played - 1]);
        let sides = [own, other].map(names::side);
        let counts = [own, other].map(|side| corners(best, length - 1, side));
        let unit = Unit::of(self.spec);
        (is_lost && !is_same).then(|| {
            format!(
                "{} {} gets {}; in the line after {} {}.",
                self.goes(worse, played),
                sides[1],
                unit.the(&[corner]),
                self.name(findings.best()),
                taken_words(unit, sides, counts, "takes", "take")
            )
        })
    }

    /// That the mover has to pass.
    fn must_pass(&self, best: &Story, worse: &Story, played: usize) -> Option<String> {
        let is_own_pass = |at: usize, story: &Story| {
            story.turns().get(at).is_some_and(|turn| turn.is_pass && turn.side == self.mover())
        };
        let is_same = (0..best.moves.len()).any(|at| is_own_pass(at, best));
        (is_own_pass(played - 1, worse) && !is_same).then(|| {
            format!("{} {} must pass.", self.goes(worse, played - 1), names::side(self.mover()))
        })
    }

    /// That the mover can go to far fewer squares beside the other side than after as many moves of the best line.
    fn falls_behind(
        &self,
        findings: &Findings,
        best: &Story,
        worse: &Story,
        played: usize,
    ) -> Option<String> {
        let count = |story: &Story, played: usize| {
            let game = self.reached(story.moves.get(..played)?)?;
            let is_turn =
                game.outcome().is_none() && game.position().side_to_move() == self.mover();
            is_turn.then(|| [self.mover(), !self.mover()].map(|side| signed(choices(&game, side))))
        };
        let behind = |played: usize| {
            let (worse, best) = (count(worse, played)?, count(best, played)?);
            Some((best[0] - best[1] - worse[0] + worse[1], worse, best))
        };
        let (behind_now, worse_now, best_now) = behind(played)?;
        // What is made up for at once convinces nobody.
        let later = behind(played + 2).is_none_or(|(behind, ..)| behind >= STILL);
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let squares = |n: i64| names::counted(n.unsigned_abs(), "square");
        (behind_now >= MUCH && later).then(|| {
            format!(
                "{} {m} can go to {}, {other} to {}; after {} and as many moves of the line below {m} to {}, {other} to {}.",
                self.goes(worse, played),
                squares(worse_now[0]),
                worse_now[1],
                self.name(findings.best()),
                best_now[0],
                best_now[1]
            )
        })
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
