//! Othello: the reasons of a proven position in one sentence, for whoever is asked why the best move is right.

use mossa_kernel::{GameResult, Move};

use super::{
    believed::IN_SHORT,
    cause::{Cause, Little},
    contenders::{COUNTED, is_one_disc_less, less},
    firm::Unit,
    harm::Harm,
    outlook::final_count,
    parting::SOON,
    passes::passes_more,
    rivals::swaps,
};
use crate::explain::{Findings, Request, Story, names};

/// More squares than this are not told where nothing groups them.
const MOST_SQUARES: usize = 6;

/// A corner that is lost within so many moves is seen at a glance.
const CORNER_SOON: usize = 7;

/// So many ways in which worse moves fail stand in one sentence.
const MOST_IN_SHORT: usize = 2;

/// What goes wrong in the line after a worse move, of which it is proven that it is worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    /// The other side takes a corner with this move of the line, counted from 0, which it never gets after the best one.
    Corner(usize),
    /// The other side answers with the best move itself.
    Taken,
    /// The mover has no safe move before this move of the line, and would have so many after the best one.
    Short(usize, usize),
    /// After so many moves of the best line the mover has these squares of the edge for good, and does not in this one.
    Firm(usize, Vec<u32>),
    /// The other side has these squares in the end, which the mover has after the best move.
    Squares(Vec<u32>),
    /// The mover must pass more often.
    Passes,
    /// The other side must pass less often.
    Spared,
    /// The other side makes the last move of the game, which the mover makes after the best one.
    Last,
}

impl Request<'_> {
    /// What goes wrong in the line after a worse move that ends worse, the plainest first.
    pub(super) fn blow(&self, [best, reply]: [&Story; 2]) -> Option<Blow> {
        let margin = |story: &Story| final_count(story, self.mover()).map(|(margin, ..)| margin);
        let (own, better) = margin(reply).zip(margin(best))?;
        if own >= better {
            return None;
        }
        let is_new = |at: usize| !self.other_could_go(&best.moves, reply.moves[at]);
        let answer = reply.turns().get(1).is_some_and(|turn| turn.takes_corner);
        let corner = match self.harm(best, reply) {
            _ if answer && is_new(1) => Some(1),
            Some(Harm::Corner(at)) => Some(at),
            _ => None,
        };
        let short = match self.harm(best, reply) {
            Some(Harm::Short(at, better)) if at <= SOON => Some(Blow::Short(at, better)),
            _ => None,
        };
        let squares = self.turning_point(best, reply).map(|turning| turning.squares);
        let passes = passes_more(self.mover(), best, reply).map(|_| Blow::Passes);
        let spared = passes_more(!self.mover(), reply, best).map(|_| Blow::Spared);
        let end = self.loses_last_move(best, reply).map(|_| Blow::Last);
        let squares = squares.filter(|it| !self.is_outweighed([best, reply], it.len()));
        let squares = squares.map(Blow::Squares);
        // Many squares tell nobody anything.
        let [lost, won] = self.ends_apart(best, reply);
        let few = lost.len() > won.len() && lost.len() <= MOST_SQUARES;
        let few = few && !self.is_outweighed([best, reply], lost.len());
        let few = few.then_some(Blow::Squares(lost));
        let (soon, late) = match corner {
            Some(at) if at <= CORNER_SOON => (Some(Blow::Corner(at)), None),
            at => (None, at.map(Blow::Corner)),
        };
        let is_taken = reply.moves.get(1) == best.moves.first() && !swaps(best, reply);
        let taken = is_taken.then_some(Blow::Taken);
        let first = soon.or(taken).or(short).or(late);
        let firm = || self.plain_divide(best, reply).map(|(number, it)| Blow::Firm(number, it));
        first.or_else(firm).or(squares).or(passes).or(spared).or(end).or(few)
    }

    /// That the other side takes a corner in the line after a worse move, with the moves that lead there.
    pub(super) fn lost_corner_words(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
    ) -> Option<String> {
        let Some(Blow::Corner(at)) = self.blow([best, reply]) else { return None };
        let (name, other) = (self.name(findings.best()), names::side(!self.mover()));
        let corner = Unit::of(self.spec).the(&[self.game.position().show_move(reply.moves[at])]);
        let never = format!("which {other} never takes in the line after {name}");
        Some(match at {
            1 => format!(" {other} takes {corner} at once, {never}."),
            at => format!(
                " It may go on {}; then {other} takes {corner}, {never}.",
                self.first_moves(reply, at)
            ),
        })
    }

    /// The same as half a sentence.
    fn blow_words(&self, findings: &Findings, reply: &Story, blow: &Blow) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let show = |mv: Move| self.game.position().show_move(mv);
        match blow {
            Blow::Corner(at) => {
                let when = if *at == 1 { " at once" } else { "" };
                let corner = Unit::of(self.spec).the(&[show(reply.moves[*at])]);
                format!("{other} gets {corner}{when}, and after {name} never")
            }
            Blow::Taken => format!("{other} goes to {name} itself"),
            Blow::Short(_, better) => format!(
                "{m} soon has no safe move left, and after {name} and as many moves {better}"
            ),
            Blow::Firm(1, squares) => {
                format!(
                    "{name} gives {m} {} at once, never to be turned again",
                    self.squares(squares)
                )
            }
            Blow::Firm(number, squares) => format!(
                "{name} gives {m} {} within {number} moves, never to be turned again",
                self.squares(squares)
            ),
            Blow::Squares(squares) => format!(
                "{other} has {} in the end, and after {name} {m} does",
                self.squares(squares)
            ),
            Blow::Passes => format!("{m} must pass more often than after {name}"),
            Blow::Spared => format!("{other} must pass less often than after {name}"),
            Blow::Last => {
                format!("{other} makes the last move of the game, and after {name} {m} does")
            }
        }
    }

    /// Why the best move is right, where that is proven; `None` where there is nothing to choose.
    pub(super) fn proven_gist(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let exact = findings.proven()?;
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let does = self.result_in_short(findings);
        if behind.is_empty() {
            let is_choice = findings.lines.len() > 1;
            return is_choice.then(|| format!("{IN_SHORT} {does}; every other move ends alike."));
        }
        // Moves that fail in the same way are named together.
        let mut told: Vec<(Vec<String>, Option<String>)> = Vec::new();
        for rival in self.told_rivals(findings) {
            let line = &findings.lines[rival.index];
            let reply = replies.get(rival.index).and_then(Option::as_ref);
            let Some(reply) = reply.filter(|_| findings.is_behind(line)) else { continue };
            let blow = self.blow([best, reply]);
            let against = blow.map(|blow| self.blow_words(findings, reply, &blow));
            let waits = self.corner_can_wait(findings, best, line).is_some();
            let against = match is_one_disc_less(findings, line) {
                true if waits => Some(format!("{} can wait", self.name(line))),
                true => Some(COUNTED.to_owned()),
                false => against,
            };
            let worth = format!("{} {}", self.name(line), less(findings, line));
            // The next best move is named even where nothing can be told of it.
            let is_next = Some(rival.index) == behind.first().copied();
            match told.iter_mut().find(|(_, known)| against.is_some() && *known == against) {
                Some((names, _)) => names.push(worth),
                None if against.is_some() || is_next => told.push((vec![worth], against)),
                None => {}
            }
        }
        told.truncate(MOST_IN_SHORT);
        let told = told.into_iter().map(|(names, against)| {
            let named = names::list(names, "and");
            against.map_or_else(|| named.clone(), |against| format!("{named}: {against}"))
        });
        let told: Vec<String> = told.collect();
        let only = match exact.result {
            GameResult::Win | GameResult::Draw => "",
            GameResult::Loss => ", and no move by less",
        };
        let only = if findings.is_counted() { only } else { "" };
        let few = self.few_words(findings, best, replies);
        Some(match told.len() {
            0 if findings.is_counted() => {
                let reasons = self.told_reasons(findings, best, replies);
                let event = if reasons.is_empty() {
                    ", and no single event on the way decides it"
                } else {
                    ""
                };
                format!("{IN_SHORT} {does}{only}{few}: that was counted to the end{event}.")
            }
            0 => format!("{IN_SHORT} {does}{only}{few}."),
            _ => format!("{IN_SHORT} {does}{only}{few}; {}.", told.join("; ")),
        })
    }

    /// How the game ends after the best move.
    pub(super) fn result_in_short(&self, findings: &Findings) -> String {
        let (m, name) = (names::side(self.mover()), self.name(findings.best()));
        let Some(exact) = findings.proven() else { return name };
        let margin = exact.margin.map(i32::abs).filter(|&margin| margin > 0);
        let by = margin.map_or_else(String::new, |margin| format!(" by {margin}"));
        match exact.result {
            GameResult::Win => format!("{name} wins{by}"),
            GameResult::Draw => format!("{name} draws"),
            GameResult::Loss => format!("{m} loses whatever it plays, with {name}{by}"),
        }
    }

    /// That the other side must pass at once or runs out of safe moves, where that is the reason that is told for the best
    /// move.
    fn few_words(&self, findings: &Findings, best: &Story, replies: &[Option<Story>]) -> String {
        let again = best.turns().first().and_then(|turn| self.moves_again(findings, turn));
        if again.is_some() {
            let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
            return format!("; {other} must pass after it, and {m} moves again");
        }
        if self.keeps_out(findings, best) {
            let (unit, other) = (Unit::of(self.spec).name(), names::side(!self.mover()));
            return format!("; it is the only move after which {other} never gets a {unit}");
        }
        if best.turns().first().is_some_and(|turn| turn.takes_corner) {
            return format!("; it takes {}", Unit::of(self.spec).one());
        }
        if self.is_only_clean(findings) {
            let other = names::side(!self.mover());
            return format!("; it is the only move that lets {other} take no corner at once");
        }
        if let Some(firm) = self.firm_gain(findings) {
            let m = names::side(self.mover());
            return format!("; it gives {m} {} on the edge for good", self.squares(&firm));
        }
        let cause = self.main_cause(findings).filter(|it| it.what == Little::Safe && it.is_all);
        let reasons = self.told_reasons(findings, best, replies);
        let is_told = |cause: &Cause| reasons.contains(&self.cause_words(findings, cause));
        let (name, other) = (self.name(findings.best()), names::side(!self.mover()));
        cause.filter(is_told).map_or_else(String::new, |_| {
            format!("; {name} leaves {other} fewer safe moves than any worse move does")
        })
    }
}
