//! m,n,k-games: why not another move that is believed to be worse, by how the engine expects it to go on.

use mossa_kernel::{Side, values};
use mossa_search::Line;

use super::{
    Facts, Findings, Request, Story,
    beside::{is_nearly_close, next_worse},
    course::with_notes,
    findings::is_looked_at,
    names,
    quiet::MOST_RUN,
    stones::Stones,
};

/// So many other moves are told of, and so many moves of the line after each.
const MOST_TOLD: usize = 2;
const MOST_MOVES: usize = 6;

/// A move that is clearly worse to the engine, by its place in the list, and what it has in common with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rival {
    pub(super) index: usize,
    pub(super) likeness: Likeness,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It stands in the way of the same stones.
    Blocks,
    /// It takes the same double threats from the other side.
    Takes,
    /// It is the best of those that are clearly worse.
    NextBest,
}

impl Request<'_> {
    /// The moves that a player would ask about where nothing is proven: one with the same purpose, and the next best.
    pub(super) fn asked_about(&self, stones: &Stones, findings: &Findings) -> Vec<Rival> {
        let best = findings.best();
        let Some(facts) = Facts::new(stones, best.mv(), self.mover()) else { return Vec::new() };
        if stones.falls() || findings.proven().is_some() || facts.is_forced() {
            return Vec::new();
        }
        let is_worse = |line: &Line| {
            is_looked_at(line)
                && findings.is_worse(line)
                && !values::is_exact(&line.value)
                && !is_nearly_close(stones, findings, line)
        };
        let cells = self.same_purpose(stones, facts.cell);
        let blocks =
            |line: &Line| stones.cell_of(line.mv()).is_some_and(|cell| cells.contains(&cell));
        let takes = |line: &Line| {
            let other = Facts::new(stones, line.mv(), self.mover());
            let takes_all =
                |other: Facts| facts.spoils.iter().all(|fork| other.spoils.contains(fork));
            !facts.spoils.is_empty() && other.is_some_and(takes_all)
        };
        let first = |wanted: &dyn Fn(&Line) -> bool| {
            findings.lines.iter().position(|line| is_worse(line) && wanted(line))
        };
        let next = next_worse(stones, findings);
        let next = next.and_then(|next| findings.lines.iter().position(|it| it.mv() == next.mv()));
        let found = [
            (first(&takes), Likeness::Takes),
            (first(&blocks).filter(|_| facts.spoils.is_empty()), Likeness::Blocks),
            (next, Likeness::NextBest),
        ];
        let mut rivals: Vec<Rival> = Vec::new();
        for (index, likeness) in found {
            if let Some(index) = index.filter(|at| rivals.iter().all(|it| it.index != *at)) {
                rivals.push(Rival { index, likeness });
            }
        }
        rivals.truncate(MOST_TOLD);
        rivals
    }

    /// Why not they.
    pub(super) fn why_not_these(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let rivals = self.asked_about(stones, findings).into_iter();
        let told = rivals.filter_map(|rival| {
            let line = &findings.lines[rival.index];
            let own = Story::tell(self.spec, self.game, &line.moves);
            let reply = replies.get(rival.index).and_then(Option::as_ref).unwrap_or(&own);
            self.why_not_this(stones, findings, &rival, story, reply)
        });
        told.collect()
    }

    fn why_not_this(
        &self,
        stones: &Stones,
        findings: &Findings,
        rival: &Rival,
        story: &Story,
        reply: &Story,
    ) -> Option<String> {
        let (best, line) = (findings.best(), &findings.lines[rival.index]);
        let (name, other) = (self.name(best), self.name(line));
        let [worth, less] = [best, line].map(|line| names::value(&line.value));
        let likeness = match rival.likeness {
            Likeness::Blocks => ", which stands in the way of the same stones",
            Likeness::Takes => ", which takes away the same double threat",
            Likeness::NextBest => "",
        };
        let facts = Facts::new(stones, line.mv(), self.mover())?;
        let does = match rival.likeness {
            Likeness::Takes => String::new(),
            _ if facts.is_quiet() => String::new(),
            Likeness::Blocks => format!(" and {}", facts.words(stones)),
            Likeness::NextBest => format!(", which {}", facts.words(stones)),
        };
        let lead = format!("Why not {other}{likeness}{does} ({less} against {worth})?");
        let difference = self.difference(story, reply);
        let length = difference.as_ref().map_or(MOST_MOVES, |difference| difference.length);
        let steps = reply.steps().get(1..length.min(reply.steps().len()))?;
        let shown = &steps[..steps.len().min(MOST_MOVES)];
        if shown.is_empty() {
            return None;
        }
        let more = if shown.len() < steps.len() { " and so on" } else { "" };
        let expected = format!("The engine expects {}{more}.", with_notes(shown));
        let counted = match &difference {
            Some(difference) => self.difference_words(difference, &name),
            None => self.first_to_act(reply, story).unwrap_or_default(),
        };
        let follow_ups = self.follow_ups(stones, best, line).filter(|_| facts.forks.is_empty());
        let follow_ups = follow_ups.unwrap_or_default();
        let told = [lead, follow_ups, expected, counted];
        Some(told.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" "))
    }

    /// From how many cells the mover could go on to prepare a double threat after two moves, where those are fewer after
    /// the worse one.
    fn follow_ups(&self, stones: &Stones, best: &Line, line: &Line) -> Option<String> {
        let mover = self.mover();
        let is_small = stones.run() <= MOST_RUN;
        let count = |line: &Line| {
            let cell = stones.cell_of(line.mv()).filter(|_| is_small)?;
            Some(stones.with(cell, mover).builders(cell, mover).len())
        };
        let [good, bad] = [count(best)?, count(line)?];
        let from = match bad {
            0 => "from no cell".to_owned(),
            1 => "from one cell".to_owned(),
            bad => format!("from {bad} cells"),
        };
        let tells = good > bad + 1 || good > bad && bad == 0;
        tells.then(|| {
            format!(
                "If {other} does not answer, {m} can go on {from} to prepare a double threat there, after {name} from \
                 {good}.",
                other = names::side(!mover),
                m = names::side(mover),
                name = self.name(best)
            )
        })
    }

    /// Which side first asks for an answer in two lines, where that differs.
    fn first_to_act(&self, reply: &Story, story: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let [worse, better] = [reply, story].map(Story::first_asker);
        let is_worse = worse == Some(!self.mover()) && better == Some(self.mover());
        is_worse.then(|| {
            format!("There {other} is the first to make or prepare threats; in the line below it is {m}.")
        })
    }
}

impl Story {
    /// Who first threatens something or prepares a double threat, after the first move.
    pub(super) fn first_asker(&self) -> Option<Side> {
        let mut steps = self.steps().iter().skip(1);
        let asks = |step: &&super::story::Step| {
            !step.facts.threatens.is_empty() || step.facts.prepares_fork()
        };
        steps.find(asks).map(|step| step.side)
    }
}
