//! Othello: what comes of it where the best move lets the other side take a corner.

use mossa_kernel::{Budget, Move};
use mossa_search::{Aim, Task};

use super::{
    balance::{TURN, lead},
    discs::{corners, legal},
    firm::{self, Unit},
    further::FURTHER_PART,
};
use crate::explain::{DiscFacts, Findings, Request, Story, names, until};

/// So many positions are looked at after the corner is taken.
const NODES: u64 = 500_000;

/// So many moves are told after it.
const MOST_TOLD: usize = 8;

/// A lead in moves to choose from that is worth a word.
const LEAST_LEAD: i64 = 2;

impl Request<'_> {
    /// Finds out how it goes on if a corner that the best move gives is taken at once.
    pub(super) fn find_offer(&mut self, findings: &mut Findings) {
        let best = findings.best().mv();
        // What was closed before is asked for first.
        let given = DiscFacts::new(self.spec, self.game, best)
            .map(|facts| [facts.gives, facts.leaves].concat());
        let given = given.filter(|_| Unit::of(self.spec) == Unit::Corner).unwrap_or_default();
        let corners = corners(self.spec, self.game);
        let named = |name: &String| {
            corners.iter().copied().find(|&mv| self.game.position().show_move(mv) == *name)
        };
        let Some(corner) = given.first().and_then(named) else { return };
        let Some(after) = self.reached(&[best, corner]).filter(|it| it.outcome().is_none()) else {
            return;
        };
        let nodes = self.budget.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        let budget = Budget { nodes: Some(nodes), ..until(self.budget, FURTHER_PART) };
        let task = Task { budget: &budget, aim: Aim::Play, lines: 1, threads: self.threads };
        let Ok(report) = self.engine.think(&after, &task, &mut |_| {}) else { return };
        let rest = report.best().map_or(&[][..], |line| &line.moves);
        let rest = &rest[..rest.len().min(MOST_TOLD)];
        findings.offer = [&[best, corner], rest].concat();
    }

    /// Why a corner may be given, as sentences.
    pub(super) fn offer_words(&self, findings: &Findings, story: &Story) -> Option<String> {
        let corner = *findings.offer.get(1)?;
        let other = names::side(!self.mover());
        let at = self.game.position().show_move(corner);
        let taken = Story::tell(self.spec, self.game, &findings.offer);
        let gain = self.gain_for_corner(&taken).map_or_else(String::new, |gain| {
            let line = self.told_line(&taken, taken.moves.len() - 1);
            format!(" If {other} takes it at once, it may go on {line}: {gain}.")
        });
        let answer = story.moves.get(1).filter(|&&mv| mv != corner && mv != Move::PASS);
        let answer = answer.map_or_else(String::new, |&mv| {
            format!(
                " The engine expects {other} to answer {} instead{}.",
                self.game.position().show_move(mv),
                self.closed_words(story, corner)
            )
        });
        let is_told = !gain.is_empty() || !answer.is_empty();
        // What was open before is not given.
        let was_open = legal(self.game, !self.mover()).contains(&corner);
        let lets = if was_open { "leaves" } else { "lets" };
        let take = if was_open { "able to take" } else { "take" };
        is_told.then(|| format!("It {lets} {other} {take} the corner {at}.{gain}{answer}"))
    }

    /// What the mover has for a corner at the end of a line, as a sentence.
    pub(super) fn gain_for_corner(&self, taken: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let own = taken.moves.iter().zip(taken.turns());
        let own = own.filter(|(_, turn)| turn.takes_corner && turn.side == self.mover());
        let own: Vec<String> = own.map(|(&mv, _)| self.game.position().show_move(mv)).collect();
        if !own.is_empty() {
            return Some(format!("{m} gets {} for it", Unit::of(self.spec).the(&own)));
        }
        let firm = firm::counts(self.spec, &taken.end);
        let [held, theirs] = [self.mover(), !self.mover()].map(|side| firm[side.index()]);
        if held > theirs {
            return Some(format!(
                "then {m} has {held} discs that can never be turned again, {other} only {theirs}"
            ));
        }
        let choice = self.choice_at(&taken.moves, taken.moves.len())?;
        (lead(choice) >= LEAST_LEAD).then(|| {
            format!(
                "then {m} can go to {} squares, {other} only to {} {TURN}, and {other} has only {} that \
                 can never be turned again",
                choice[0],
                choice[1],
                names::counted(theirs as u64, "disc")
            )
        })
    }

    /// With which move of the best line the mover takes the corner itself or closes it.
    fn closed_words(&self, story: &Story, corner: Move) -> String {
        let (m, at) = (names::side(self.mover()), self.game.position().show_move(corner));
        let mut own = story.turns().iter().enumerate().skip(2);
        let closed = own.find(|(_, turn)| turn.side == self.mover() && turn.denies.contains(&at));
        closed.map_or_else(String::new, |(index, _)| {
            let mv = self.game.position().show_move(story.moves[index]);
            format!("; {m} closes {at} again with move {}, {mv}", index + 1)
        })
    }
}
