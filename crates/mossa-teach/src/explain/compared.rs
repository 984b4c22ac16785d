//! m,n,k-games: why not another move that is believed to be worse, by how the engine expects it to go on.

use mossa_kernel::Side;

use super::{
    Facts, Findings, Request, Story,
    asked::{Likeness, Rival},
    beside::closed_line,
    course::with_notes,
    leaves::Contrast,
    names,
    purpose::Purpose,
    quiet::close,
    stones::Stones,
};

/// So many moves of the line after another move are told.
const MOST_MOVES: usize = 6;

/// Why not another move, and whether anything is known that speaks against it.
struct WhyNot {
    text: String,
    is_known: bool,
}

impl Request<'_> {
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
        let taken = taken_instead(stones, findings, reply);
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

/// That the other side answers on the very cell of the best move, and what it has there.
fn taken_instead(stones: &Stones, findings: &Findings, reply: &Story) -> Option<String> {
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
