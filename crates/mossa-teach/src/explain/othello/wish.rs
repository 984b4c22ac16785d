//! Othello: what the other side would play if it were its turn, and which moves take that away.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move};
use mossa_search::{Aim, Line, Task};

use super::{
    access::other_goes_to,
    discs::{choices, turned_to},
    firm::Unit,
};
use crate::explain::{DiscFacts, Findings, Request, Story, names, until};

/// How much of the time may be spent when it is found out.
const WISH_PART: f64 = 0.64;

/// So many positions are looked at.
const NODES_A_WISH: u64 = 500_000;

/// A move is wanted that is better than the next one by so much of a chance.
const CLEARLY: f64 = 0.04;

/// Other moves that are answered like the best one are told where they are one in so many.
const LEAST_SHARE: usize = 3;

/// And it is told where it is so after so many others.
const LEAST_ANSWERED: usize = 2;

/// At most so many of them are named.
const MOST_NAMED: usize = 4;

/// A move that takes away so many moves is good for that.
const LEAST_GAIN: usize = 3;

impl Request<'_> {
    /// Finds out what the other side would play if it were its turn, where that is clear.
    pub(in crate::explain) fn find_wish(&mut self, findings: &mut Findings) {
        let GameSpec::Othello(_) = self.spec else { return };
        let Some(turned) = turned_to(self.game, !self.mover()) else { return };
        if findings.lines.len() < 2 || turned.outcome().is_some() {
            return;
        }
        let nodes = self.budget.nodes.map_or(NODES_A_WISH, |nodes| nodes.min(NODES_A_WISH));
        let budget = Budget { nodes: Some(nodes), ..until(self.budget, WISH_PART) };
        let task = Task { budget: &budget, aim: Aim::Play, lines: 2, threads: self.threads };
        let Ok(report) = self.engine.think(&turned, &task, &mut |_| {}) else { return };
        let lead = |next: &Line| {
            let best = report.best().map_or(0.0, |best| crate::chance(&best.value));
            best - crate::chance(&next.value)
        };
        let is_clear = report.lines.get(1).is_none_or(|next| lead(next) >= CLEARLY);
        let wish = report.best().map(Line::mv).filter(|&mv| mv != Move::PASS);
        findings.wish = wish.filter(|_| is_clear);
    }

    /// Whether a move keeps the other side from what it would play if it were its turn.
    pub(super) fn thwarts(&self, findings: &Findings, mv: Move) -> bool {
        let after = self.reached(&[mv]);
        let Some((wish, after)) = findings.wish.zip(after) else { return false };
        !after.position().is_legal(wish)
    }

    /// The same of a line, in which the other side does not go there later either.
    pub(super) fn denies_wish(&self, findings: &Findings, moves: &[Move]) -> bool {
        let is_late = findings.wish.is_some_and(|wish| other_goes_to(moves, wish));
        moves.first().is_some_and(|&mv| self.thwarts(findings, mv)) && !is_late
    }

    /// What the best move takes away from the other side, where others leave it there.
    pub(super) fn taken_away(
        &self,
        findings: &Findings,
        line: &[Move],
        replies: &[Option<Story>],
    ) -> Option<String> {
        let other = names::side(!self.mover());
        let best = findings.best().mv();
        let name = self.name(findings.best());
        let wish = findings.wish.filter(|_| self.denies_wish(findings, line));
        // Nothing is told of the best move by what every move does.
        let wish =
            wish.filter(|_| findings.behind().any(|(_, line)| !self.thwarts(findings, line.mv())));
        let Some(wish) = wish else {
            let answered = findings.answered_with(replies, best);
            let n_behind = findings.behind().count();
            let rivals = self.rivals(findings);
            let is_rival = rivals.iter().any(|rival| answered.contains(&rival.index));
            // What one other move allows is told with that one.
            let is_told = answered.len() >= LEAST_ANSWERED
                && (is_rival || answered.len() * LEAST_SHARE >= n_behind);
            let first = *answered.first().filter(|_| is_told)?;
            let (rival, line) = (self.name(&findings.lines[first]), &findings.lines[first]);
            let gain = self.news(&self.reached(&[line.mv()])?, best, &findings.best().moves)?;
            return Some(format!(
                "It takes a square that {other} wants: {other} would answer {} with {name} itself; after {rival} \
                 that would {gain}.",
                self.some_of(findings, &answered)
            ));
        };
        let gain = self.gain(&turned_to(self.game, !self.mover())?, wish)?;
        let wanted = self.game.position().show_move(wish);
        let answered = findings.answered_with(replies, wish);
        let also = match answered.len() {
            0 => String::new(),
            _ => format!(
                " That is also how {other} would answer {}.",
                self.some_of(findings, &answered)
            ),
        };
        Some(if wish == best {
            format!(
                "It takes the square that {other} wants: if it were {other}'s turn, {other} would play {name} itself and {gain}.{also}"
            )
        } else {
            format!(
                "If it were {other}'s turn, {other} would play {wanted} and {gain}; after {name} {other} cannot go there.{also}"
            )
        })
    }

    fn some_of(&self, findings: &Findings, indices: &[usize]) -> String {
        // A single one that is left over is named as well.
        let n_named = if indices.len() == MOST_NAMED + 1 { MOST_NAMED + 1 } else { MOST_NAMED };
        let named = indices.iter().take(n_named).map(|&index| self.name(&findings.lines[index]));
        let n_more = indices.len().saturating_sub(n_named);
        let more = (n_more > 0).then(|| format!("{n_more} other moves"));
        names::list(named.chain(more), "and")
    }

    /// What a move of the other side's would be good for at once, unless that is a corner which it gets in the best line, too.
    pub(super) fn news(&self, before: &Game, mv: Move, best: &[Move]) -> Option<String> {
        let facts = DiscFacts::new(self.spec, before, mv)?;
        let show = |mv: &Move| self.game.position().show_move(*mv);
        let mut lost = best.iter().filter(|&&it| other_goes_to(best, it)).map(show);
        let is_lost = lost.any(|name| facts.aims.contains(&name));
        self.gain(before, mv).filter(|_| !is_lost)
    }

    /// What a move of the other side's would be good for at once, as half a sentence.
    pub(super) fn gain(&self, before: &Game, mv: Move) -> Option<String> {
        let m = names::side(self.mover());
        let facts = DiscFacts::new(self.spec, before, mv)?;
        let (unit, now) = (Unit::of(self.spec), choices(before, self.mover()));
        if facts.takes_corner {
            Some(format!("take {}", unit.one()))
        } else if !facts.aims.is_empty() {
            Some(format!("open {} for {}", unit.the(&facts.aims), names::side(!self.mover())))
        } else if facts.replies + LEAST_GAIN <= now {
            Some(match facts.replies {
                0 => format!("leave {m} without a move"),
                left => format!("cut {m}'s moves from {now} to {left}"),
            })
        } else {
            None
        }
    }
}
