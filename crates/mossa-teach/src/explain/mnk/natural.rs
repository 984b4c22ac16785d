//! m,n,k-games: which moves a player would think of first, and what is wrong with those that lose.

use mossa_kernel::{GameResult, Side};
use mossa_search::Line;

use crate::explain::{Findings, Request, Story, facts::Facts, names, result, stones::Stones};

/// On boards with more free cells nobody asks what each of them does.
pub(in crate::explain) const MOST_ORDERED: usize = 400;

/// What makes a move come to mind, the strongest kind last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Nothing at once.
    Quiet,
    /// It prepares a double threat.
    Prepares,
    /// It takes some of the double threats from the other side that it could make.
    TakesSome,
    /// It threatens to complete a line.
    Threatens,
    /// It takes all of them.
    TakesAll,
}

/// How soon a player would think of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::explain) struct Appeal {
    pub(super) kind: Kind,
    /// How many cells for double threats it takes from the other side.
    pub(super) n_taken: usize,
    /// Stones on the best line through it, and how many lines are open there.
    most: usize,
    n_lines: usize,
}

impl Appeal {
    /// `None` where stones fall, or it cannot be played.
    pub(in crate::explain) fn of(stones: &Stones, line: &Line, mover: Side) -> Option<Self> {
        let facts = Facts::new(stones, line.mv(), mover).filter(|_| !stones.falls())?;
        let (n_lines, most) = stones.open_lines(facts.cell, mover);
        let kind = match () {
            () if !facts.spoils.is_empty() && facts.left.is_empty() => Kind::TakesAll,
            () if !facts.threatens.is_empty() => Kind::Threatens,
            () if !facts.spoils.is_empty() => Kind::TakesSome,
            () if facts.prepares_fork() => Kind::Prepares,
            () => Kind::Quiet,
        };
        Some(Self { kind, n_taken: facts.spoils.len(), most, n_lines })
    }

    /// Whether it does something that a player sees.
    pub(in crate::explain) fn is_natural(self) -> bool {
        self.kind > Kind::Prepares
    }
}

/// The places of moves in the list of all, those that lose in the order in which a player would think of them; where
/// stones fall, as they are.
pub(in crate::explain) fn order(
    stones: Option<&Stones>,
    findings: &Findings,
    mover: Side,
) -> Vec<usize> {
    let lines = &findings.lines;
    let mut order: Vec<usize> = (0..lines.len()).collect();
    let is_small = lines.len() <= MOST_ORDERED;
    if let Some(stones) = stones.filter(|stones| is_small && !stones.falls()) {
        order.sort_by_cached_key(|&index| {
            let is_lost = index > 0 && result(&lines[index].value) == Some(GameResult::Loss);
            let appeal = is_lost.then(|| Appeal::of(stones, &lines[index], mover)).flatten();
            let natural = appeal.filter(|appeal| appeal.is_natural());
            let appeal = natural.map(|appeal| (appeal.kind, appeal.n_taken));
            (is_lost, std::cmp::Reverse(appeal))
        });
    }
    order
}

impl Request<'_> {
    /// How the most natural of the moves that lose is answered.
    pub(in crate::explain) fn natural_loss(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let lost = findings.lines.iter().zip(replies).filter_map(|(line, reply)| {
            let is_lost = result(&line.value) == Some(GameResult::Loss);
            let reply = reply.as_ref().filter(|_| is_lost)?;
            Some((Appeal::of(stones, line, self.mover())?, line, reply))
        });
        let most = lost.reduce(|a, b| if b.0 > a.0 { b } else { a });
        let (appeal, line, reply) = most.filter(|(appeal, ..)| appeal.kind > Kind::Quiet)?;
        let (name, refutation) = (self.title(line), self.refutation(line, reply));
        Some(if appeal.kind == Kind::TakesAll {
            let facts = &reply.steps().first()?.facts;
            let forks = facts.spoils.iter().map(|&cell| names::cell(stones, cell));
            let forks = names::list(forks, "or");
            let best = Appeal::of(stones, findings.best(), self.mover());
            let too = if best.is_some_and(|best| best.n_taken > 0) { ", too," } else { "" };
            format!("{name} takes away the double threat at {forks}{too} and loses: {refutation}.")
        } else {
            format!("{name} looks natural and loses: {refutation}.")
        })
    }

    /// The same beside a proof, where not every move stands in the table: only of moves that do something at once.
    pub(in crate::explain) fn natural_mistake(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let is_natural = |line: &Line| {
            Appeal::of(stones, line, self.mover()).is_some_and(Appeal::is_natural)
                && result(&line.value) == Some(GameResult::Loss)
        };
        let is_long = findings.lines.len() > crate::explain::moves::MOST_MOVES;
        let asks = is_long && stones.wins(!self.mover()).is_empty() && !findings.wins_soon();
        let told = findings.lines.iter().zip(replies);
        let mut told = told.filter(|(line, reply)| reply.is_some() && is_natural(line));
        (asks && told.next().is_some()).then(|| self.natural_loss(stones, findings, replies))?
    }
}
