//! Othello: how many moves both sides have at the end of the line that the engine expects, where nothing plainer tells
//! why a move is good, or another worse.

use super::{
    Findings, Request, Story, balance::lead, cause::range, discs::choices, names, outlook::FEW,
};

/// Balances that differ by less convince nobody, where they speak for the best move or against another.
const LEAST_AHEAD: i64 = 2;
const LEAST_BEHIND: i64 = 3;

/// After so many moves the first one is answered.
const ANSWERED: usize = 2;

/// So many moves fewer are clearly fewer.
const LEAST_FREER: usize = 2;

/// At most so many moves are named.
const MOST_NAMED: usize = 5;

/// A shorter line says little, and a longer one convinces nobody.
const LEAST_PLAYED: usize = 4;
const MOST_PLAYED: usize = 8;

impl Request<'_> {
    /// The moves of the mover and of the other side after so many moves of a line, each counted as if it were that
    /// side's turn.
    pub(super) fn choice_at(&self, story: &Story, played: usize) -> Option<[usize; 2]> {
        let game = self.reached(story.moves.get(..played)?)?;
        let is_open = game.outcome().is_none();
        is_open.then(|| [self.mover(), !self.mover()].map(|side| choices(&game, side)))
    }

    /// What the line that the engine expects after the best move brings.
    pub(super) fn ahead_reason(&self, findings: &Findings, best: &Story) -> Option<String> {
        let n = best.moves.len();
        let choice = self.choice_at(best, n).filter(|_| n >= LEAST_PLAYED)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let [own, theirs] = choice;
        (lead(choice) >= LEAST_AHEAD).then(|| {
            format!(
                "At the end of the {n} moves that the engine expects after {} (below) {m} has {} to choose from and \
                 {other} {theirs}, each counted as if it were that side's turn. {FEW}",
                self.name(findings.best()),
                names::counted(own as u64, "move")
            )
        })
    }

    /// How many moves the mover has after the answer to a move, and the worse moves after whose answers it has clearly
    /// fewer, with how many, where those are most of them and the next best is among them.
    pub(super) fn freer(
        &self,
        findings: &Findings,
        best: &Story,
    ) -> Option<(usize, Vec<(usize, usize)>)> {
        let own = self.choice_at(best, ANSWERED)?[0];
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let fewer = behind.iter().filter_map(|&index| {
            let reply = Story::tell(self.spec, self.game, &findings.lines[index].moves);
            let left = self.choice_at(&reply, ANSWERED)?[0];
            (left + LEAST_FREER <= own).then_some((index, left))
        });
        let fewer: Vec<(usize, usize)> = fewer.collect();
        let is_next = fewer.first().map(|(index, _)| *index) == behind.first().copied();
        (is_next && 2 * fewer.len() > behind.len()).then_some((own, fewer))
    }

    /// The same in words.
    pub(super) fn freer_reason(&self, findings: &Findings, best: &Story) -> Option<String> {
        let (own, fewer) = self.freer(findings, best).filter(|(_, fewer)| !fewer.is_empty())?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let named = fewer.iter().map(|&(index, _)| self.name(&findings.lines[index]));
        let others = match fewer.len() {
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the other moves"),
        };
        Some(format!(
            "After {} and the answer that the engine expects, {}, {m} has {own} moves to choose from; after {others} \
             and {other}'s answer only {}. {FEW}",
            self.name(findings.best()),
            self.game.position().show_move(*best.moves.get(1)?),
            range(&fewer)
        ))
    }

    /// After how many moves the line of a worse move falls behind that of the best one in moves to choose from, for as
    /// long as both are known.
    pub(super) fn falls_behind(&self, best: &Story, reply: &Story) -> Option<usize> {
        let length = best.moves.len().min(reply.moves.len());
        let is_behind = |played: &usize| {
            let leads = [best, reply].map(|story| self.choice_at(story, *played).map(lead));
            let [Some(best), Some(own)] = leads else { return false };
            own + LEAST_BEHIND <= best
        };
        (LEAST_PLAYED..=length).rev().take_while(is_behind).last().filter(|&it| it <= MOST_PLAYED)
    }

    /// The same in words.
    pub(super) fn ahead_beside(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let played = self.falls_behind(best, reply)?;
        let ([own, theirs], [best_own, best_theirs]) =
            self.choice_at(reply, played).zip(self.choice_at(best, played))?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        Some(format!(
            " {} {m} has {} to choose from and {other} {theirs}, each counted as if it were that side's turn; after \
             {name} and as many moves of the line below {best_own} and {best_theirs}. {FEW}",
            self.goes_on(reply, played),
            names::counted(own as u64, "move")
        ))
    }
}
