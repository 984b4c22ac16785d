//! Othello: where the best line leaves the other side only moves that open a corner, and corners that it brings.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{firm::Unit, harm, parting::trails};
use crate::explain::{Findings, Request, Story, names};

/// At most so many moves are named.
const MOST_NAMED: usize = 4;

/// It is looked for in so many moves of a line, and so is the corner that comes of it.
const SOON: usize = 6;

/// A move of the mover's after which each move of the other side's opens a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cornered {
    /// With which move of the line, counted from 0.
    pub(super) index: usize,
    /// With which move the mover takes a corner that the answer opens.
    pub(super) taken: Option<usize>,
}

impl Request<'_> {
    /// The first such move of a line: its first, or one that brings a corner in it.
    pub(super) fn forced_open(&self, story: &Story) -> Option<Cornered> {
        let turns = story.turns().iter().enumerate().take(SOON);
        let mut short = turns.filter(|(_, turn)| {
            turn.side == self.mover() && turn.replies > 0 && turn.safe.is_empty() && !turn.ends
        });
        let cornered = short.find_map(|(index, _)| {
            let taken = self.taken_after(story, index);
            (index == 0 || taken.is_some()).then_some(Cornered { index, taken })
        });
        cornered.filter(|_| Unit::of(self.spec) == Unit::Corner)
    }

    /// With which move of a line the mover takes a corner that the answer to another opens.
    fn taken_after(&self, story: &Story, index: usize) -> Option<usize> {
        let opened = &story.turns().get(index + 1)?.gives;
        let last = story.moves.len().min(index + 2 + SOON);
        (index + 2..last).find(|&later| {
            let name = self.game.position().show_move(story.moves[later]);
            story.turns()[later].side == self.mover() && opened.contains(&name)
        })
    }

    /// The same as a reason, where the line of the next best move and most others do so later or not at all.
    pub(super) fn cornered_reason(&self, findings: &Findings, story: &Story) -> Option<String> {
        let Cornered { index, taken } = self.forced_open(story)?;
        let behind = findings.behind().map(|(_, line)| {
            let reply = Story::tell(self.spec, self.game, &line.moves);
            self.forced_open(&reply).is_some_and(|known| known.index <= index)
        });
        let behind: Vec<bool> = behind.collect();
        let n_alike = behind.iter().filter(|is_alike| **is_alike).count();
        if behind.first() == Some(&true) || 2 * n_alike >= behind.len() {
            return None;
        }
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let show = |index: usize| self.game.position().show_move(story.moves[index]);
        let gets = taken.map_or_else(String::new, |taken| {
            format!("; {m} takes {} with move {} of the line below", show(taken), taken + 1)
        });
        let left = self.left_words(story, index)?;
        Some(match index {
            0 => format!("It leaves {other} {left} {m} take a corner{gets}."),
            index => format!(
                "Move {} of the line below, {}, leaves {other} {left} {m} take a corner: {m} gets {} with move {}.",
                index + 1,
                show(index),
                show(taken?),
                taken? + 1
            ),
        })
    }

    /// The moves that are left after a move of a line, none of which is safe, as half a sentence.
    fn left_words(&self, story: &Story, index: usize) -> Option<String> {
        let after = self.reached(&story.moves[..=index])?;
        let moves = after.position().moves();
        let named = moves.iter().map(|&mv| after.position().show_move(mv));
        Some(match moves.len() {
            1 => format!("only one move, {}, which lets", names::list(named, "and")),
            n if n <= MOST_NAMED => {
                format!("only {n} moves, {}, and each of them lets", names::list(named, "and"))
            }
            n => format!("{n} moves, and each of them lets"),
        })
    }

    /// Whether the other side never gets a corner in the best line, which is counted to the end, and gets one after every
    /// worse move.
    pub(super) fn keeps_out(&self, findings: &Findings, story: &Story) -> bool {
        let is_taken = |line: &[Move]| {
            let turns = Story::tell(self.spec, self.game, line);
            turns.turns().iter().any(|turn| turn.takes_corner && turn.side != self.mover())
        };
        let mut behind = findings.behind().map(|(_, line)| line).peekable();
        findings.is_counted()
            && story.end.outcome().is_some()
            && behind.peek().is_some()
            && !is_taken(&story.moves)
            && behind.all(|line| is_taken(&line.moves))
    }

    /// The same as a reason.
    pub(super) fn keeps_out_reason(&self, findings: &Findings, story: &Story) -> Option<String> {
        let (unit, other) = (Unit::of(self.spec).name(), names::side(!self.mover()));
        let behind: Vec<&Line> = findings.behind().map(|(_, line)| line).collect();
        let others = match &behind[..] {
            [line] => self.name(line),
            _ => "every worse move".to_owned(),
        };
        self.keeps_out(findings, story).then(|| {
            format!(
                "After {} {other} never gets a {unit}; after {others} it does, sooner or later.",
                self.name(findings.best())
            )
        })
    }

    /// Which worse moves do worse in corners than the best one in the lines that the engine expects, by their places in
    /// the list, where the mover does better than the other side after the best one, and those are most of them and the
    /// next best is among them.
    pub(super) fn outcornered(&self, findings: &Findings, story: &Story) -> Option<Vec<usize>> {
        let counts = |story: &Story, last: usize| {
            [self.mover(), !self.mover()].map(|side| harm::corners(story, last, side))
        };
        let [own, theirs] = counts(story, story.moves.len());
        let first = story.turns().iter().position(|turn| turn.takes_corner)?;
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let is_worse = |index: &usize| {
            let reply = Story::tell(self.spec, self.game, &findings.lines[*index].moves);
            let last = story.moves.len().min(reply.moves.len()).saturating_sub(1);
            last >= first && trails(counts(&reply, last), counts(story, last), 1)
        };
        let worse: Vec<usize> = behind.iter().copied().filter(is_worse).collect();
        let is_told = own > theirs && worse.first() == behind.first() && !worse.is_empty();
        (is_told && 2 * worse.len() > behind.len()).then_some(worse)
    }

    /// The same in words.
    pub(super) fn outcornered_reason(&self, findings: &Findings, story: &Story) -> Option<String> {
        let worse = self.outcornered(findings, story).filter(|_| !findings.is_proven)?;
        let named = worse.iter().map(|&index| self.name(&findings.lines[index]));
        let others = match worse.len() {
            n if n == findings.behind().count() && n > 1 => "every worse move".to_owned(),
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the worse moves"),
        };
        Some(format!(
            "In the line below, which the engine expects, {}; after {others} {} does worse in corners.",
            self.events(story)?,
            names::side(self.mover())
        ))
    }
}
