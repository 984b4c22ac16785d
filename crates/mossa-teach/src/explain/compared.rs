//! m,n,k-games: why not another move that is believed to be worse, by how the engine expects it to go on.

use mossa_kernel::{Move, Side, values};
use mossa_search::Line;

use super::{
    Facts, Findings, Request, Story,
    beside::{closed_line, is_nearly_close},
    course::with_notes,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    leaves::Contrast,
    names,
    purpose::Purpose,
    quiet::close,
    stones::Stones,
};

/// So many other moves are told of, and so many moves of the line after each.
const MOST_TOLD: usize = 2;
const MOST_MOVES: usize = 6;

/// So many moves are named that are hardly behind.
const MOST_NAMED: usize = 6;

/// Why not another move, and whether anything is known that speaks against it.
struct WhyNot {
    text: String,
    is_known: bool,
}

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
    /// It stands in the way of more stones than the best one.
    BlocksMore,
    /// What is said of it is said of a move that looks as good as the best one, too.
    SoundsAlike,
    /// It is the best of those that are clearly worse.
    NextBest,
}

impl Request<'_> {
    /// The moves that a player would ask about where nothing is proven: one with the same purpose, or that sounds as
    /// good, and the next best.
    pub(super) fn asked_about(&self, stones: &Stones, findings: &Findings) -> Vec<Rival> {
        let best = findings.best();
        let Some(facts) = Facts::new(stones, best.mv(), self.mover()) else { return Vec::new() };
        if stones.falls() || findings.proven().is_some() || facts.is_forced() {
            return Vec::new();
        }
        let is_quiet = facts.is_quiet();
        let hardly: Vec<Move> =
            self.alike_and_near(stones, findings).iter().map(|it| it.mv()).collect();
        let is_worse = |line: &Line| {
            is_looked_at(line)
                && !findings.is_glance(line)
                && findings.is_worse(line)
                && !values::is_exact(&line.value)
                && !is_nearly_close(stones, findings, line)
                && !hardly.contains(&line.mv())
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
        let blocked = |cell: u32| {
            let blocked = Purpose::new(stones, cell, self.mover()).blocked;
            blocked.map_or(0, |group| group.stones.len())
        };
        let most = blocked(facts.cell);
        let blocks_more = |line: &Line| {
            is_quiet && stones.cell_of(line.mv()).is_some_and(|cell| blocked(cell) > most)
        };
        let sounds_alike = |line: &Line| is_quiet && self.sounds_alike(stones, findings, line);
        let is_far = |line: &Line| !is_quiet || findings.is_far(line);
        let first = |wanted: &dyn Fn(&Line) -> bool| {
            let lines = findings.lines.iter().take(MOST_CLOSE_LOOKS);
            lines.into_iter().position(|line| is_worse(line) && wanted(line))
        };
        // One that teaches something rather than one of which nothing is known.
        let is_plain = |line: &Line| {
            let cell = stones.cell_of(line.mv());
            let contrast = |cell| Contrast::new(stones, facts.cell, cell, self.mover());
            cell.and_then(contrast).is_some()
        };
        let plainest = |wanted: &dyn Fn(&Line) -> bool| {
            first(&|line: &Line| wanted(line) && is_plain(line)).or_else(|| first(wanted))
        };
        let found = [
            (first(&takes), Likeness::Takes),
            (first(&blocks).filter(|_| facts.spoils.is_empty()), Likeness::Blocks),
            (first(&blocks_more), Likeness::BlocksMore),
            (plainest(&sounds_alike), Likeness::SoundsAlike),
            (plainest(&is_far), Likeness::NextBest),
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

    /// Whether the same is said of a move as of one that looks as good as the best one.
    fn sounds_alike(&self, stones: &Stones, findings: &Findings, line: &Line) -> bool {
        let kind = self.kind(stones, line);
        close(findings).into_iter().any(|good| self.kind(stones, good) == kind)
    }

    /// Moves of which the same is said as of those that look about equal, and that the engine likes hardly less.
    pub(super) fn alike_and_near<'f>(
        &self,
        stones: &Stones,
        findings: &'f Findings,
    ) -> Vec<&'f Line> {
        let best = Facts::new(stones, findings.best().mv(), self.mover());
        if stones.falls() || !best.is_some_and(|facts| facts.is_quiet()) {
            return Vec::new();
        }
        let is_near = |line: &&Line| {
            is_looked_at(line)
                && !findings.is_glance(line)
                && findings.is_worse(line)
                && !findings.is_far(line)
                && !values::is_exact(&line.value)
                && self.sounds_alike(stones, findings, line)
        };
        findings.lines.iter().take(MOST_CLOSE_LOOKS).filter(is_near).collect()
    }

    /// That they are no worse for any reason that is known.
    pub(super) fn hardly_behind(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let near = self.alike_and_near(stones, findings);
        let least = near.iter().map(|line| findings.percent_behind(line)).max_by(f64::total_cmp)?;
        let shown = near.iter().take(MOST_NAMED).map(|line| self.name(line));
        let named = match near.len() {
            count if count > MOST_NAMED => {
                names::list(shown.chain([format!("{} more", count - MOST_NAMED)]), "and")
            }
            _ => names::list(shown, "and"),
        };
        let one = near.len() == 1;
        let these = if close(findings).len() == 1 { "" } else { " as one of these" };
        Some(format!(
            "{} {} the same{these} and {} {least:.0} % behind: no reason is known for that.",
            names::title(&named),
            if one { "does" } else { "do" },
            if one { "is" } else { "are at most" },
        ))
    }

    /// Why not they.
    pub(super) fn why_not_these(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let mut unknown = Vec::new();
        let mut told = Vec::new();
        for rival in self.asked_about(stones, findings) {
            let line = &findings.lines[rival.index];
            let own = Story::tell(self.spec, self.game, &line.moves);
            let reply = replies.get(rival.index).and_then(Option::as_ref).unwrap_or(&own);
            let Some(why) = self.why_not_this(stones, findings, &rival, story, reply) else {
                continue;
            };
            told.push(why.text);
            unknown.extend((!why.is_known).then(|| self.name(line)));
        }
        // What nothing tells apart is said once, of all.
        if !unknown.is_empty() {
            told.push(format!(
                "No plain reason is known why {} should be worse: the engine only likes better what follows {}.",
                names::list(unknown, "or"),
                self.name(findings.best())
            ));
        }
        told
    }

    fn why_not_this(
        &self,
        stones: &Stones,
        findings: &Findings,
        rival: &Rival,
        story: &Story,
        reply: &Story,
    ) -> Option<WhyNot> {
        let (best, line) = (findings.best(), &findings.lines[rival.index]);
        let (name, other) = (self.name(best), self.name(line));
        let [worth, less] = [best, line].map(|line| names::value(&line.value));
        let facts = Facts::new(stones, line.mv(), self.mover())?;
        let likeness = match rival.likeness {
            Likeness::Blocks if facts.is_quiet() => {
                ", which stands in the way of the same stones".to_owned()
            }
            Likeness::Blocks => {
                format!(", which stands in the way of the same stones and {}", facts.words(stones))
            }
            Likeness::Takes => ", which takes away the same double threat".to_owned(),
            Likeness::SoundsAlike | Likeness::NextBest if facts.is_quiet() => String::new(),
            Likeness::BlocksMore if facts.is_quiet() => {
                let closed = closed_line(stones, facts.cell, self.mover());
                closed.map_or_else(String::new, |closed| format!(", which {closed}"))
            }
            _ => format!(", which {}", facts.words(stones)),
        };
        let lead = format!("Why not {other}{likeness} ({less} against {worth})?");
        let contrast = self.contrast(stones, findings, rival, facts.cell);
        let taken = self.taken_instead(stones, findings, reply);
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
            Some(difference) => Some(self.difference_words(difference, &name)),
            None => self.first_to_act(reply, story),
        };
        let is_known = contrast.is_some() || counted.is_some() || taken.is_some();
        let told = [Some(lead), contrast, Some(expected), taken, counted];
        Some(WhyNot { text: told.into_iter().flatten().collect::<Vec<_>>().join(" "), is_known })
    }

    /// What speaks on the board against another move: beside one that sounds the same and is better, or beside the best.
    fn contrast(
        &self,
        stones: &Stones,
        findings: &Findings,
        rival: &Rival,
        cell: u32,
    ) -> Option<String> {
        let best = findings.best();
        let kind = self.kind(stones, &findings.lines[rival.index]);
        let is_asked = matches!(rival.likeness, Likeness::SoundsAlike | Likeness::BlocksMore);
        let mut alike = close(findings);
        alike.retain(|good| is_asked && self.kind(stones, good) == kind);
        let mut good = alike.into_iter().chain([best]);
        good.find_map(|line| {
            let good = stones.cell_of(line.mv())?;
            let contrast = Contrast::new(stones, good, cell, self.mover())?;
            let words = contrast.words(stones, good, cell, self.mover());
            let is_best = line.mv() == best.mv();
            Some(if is_best {
                words
            } else {
                format!("Compare {}, which does the same: {}", self.name(line), words)
            })
        })
    }

    /// That the other side answers on the very cell of the best move, and what it has there.
    fn taken_instead(&self, stones: &Stones, findings: &Findings, reply: &Story) -> Option<String> {
        let cell = stones.cell_of(findings.best().mv())?;
        let step = reply.steps().get(1).filter(|step| step.facts.cell == cell)?;
        let Purpose { joined, also, .. } = Purpose::new(&step.before, cell, step.side);
        let joined = joined?;
        let (own, run) = (joined.stones.len() + 1, stones.run());
        let ways = match also.len() {
            0 => "one direction".to_owned(),
            more => format!("{} directions", more + 1),
        };
        Some(format!(
            "So {other} takes {} itself, and has {own} of {run} on open lines through it in {ways}.",
            names::cell(stones, cell),
            other = names::side(step.side)
        ))
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
