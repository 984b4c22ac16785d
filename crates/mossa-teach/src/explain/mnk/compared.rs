//! m,n,k-games: why not another move that is believed to be worse: by the board where that tells it, else by how the
//! engine expects it to go on.

use mossa_kernel::Side;
use mossa_search::Line;

use super::{
    asked::{Likeness, Rival},
    beside::closed_line,
    course::with_notes,
    leaves::{Contrast, NoHurry},
    purpose::{Purpose, lines_with},
};
use crate::explain::{
    Facts, Findings, Request, Story, names, quiet::BEGUN, stones::Stones, story::Step,
};

/// So many moves of the line after another move are told.
const MOST_MOVES: usize = 6;

/// So many moves more or less that ask for an answer tell something.
const LEAST_SLOWER: isize = 2;

/// So many reasons are enough.
const MOST_REASONS: usize = 2;

/// Why not another move: what it does, and what speaks against it.
struct WhyNot {
    lead: String,
    reasons: Vec<String>,
}

impl Request<'_> {
    /// Why not they.
    pub(in crate::explain) fn why_not_these(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let mut unknown: Vec<String> = Vec::new();
        let mut told: Vec<WhyNot> = Vec::new();
        for rival in self.asked_about(stones, findings) {
            let line = &findings.lines[rival.index];
            let own = Story::tell(self.spec, self.game, &line.moves);
            let reply = replies.get(rival.index).and_then(Option::as_ref).unwrap_or(&own);
            let is_asked = !matches!(rival.likeness, Likeness::SoundsAlike | Likeness::NextBest);
            match self.why_not_this(stones, findings, &rival, story, reply) {
                Some(mut why) => {
                    // The same reason once more teaches nothing.
                    let is_new =
                        |reason: &String| told.iter().all(|it| !it.reasons.contains(reason));
                    let is_known = !why.reasons.iter().any(is_new);
                    why.reasons.retain(|reason| is_known || is_new(reason));
                    why.reasons.truncate(MOST_REASONS);
                    if is_asked || !is_known {
                        told.push(why);
                    }
                }
                None => unknown.push(self.unexplained(findings, line, reply, unknown.is_empty())),
            }
        }
        let told = told.into_iter().map(|it| format!("{} {}", it.lead, it.reasons.join(" ")));
        told.chain(unknown).collect()
    }

    /// What there is to say about a move against which nothing plain is known: how the engine expects it to go on, told of
    /// the first such move, and how games went.
    fn unexplained(
        &self,
        findings: &Findings,
        line: &Line,
        reply: &Story,
        is_first: bool,
    ) -> String {
        let best = findings.best();
        let [worth, less] = [best, line].map(|line| names::value(&line.value));
        let lead = format!(
            "Why not {} ({less} against {worth})? No plain reason is known",
            self.name(line)
        );
        let shown = reply.steps().get(1..reply.steps().len().min(1 + MOST_MOVES));
        let shown = shown.filter(|steps| is_first && !steps.is_empty());
        let followed = match shown {
            Some(steps) => format!(
                ": the engine expects {}, and nothing that is counted here tells why that is worse than the line below.",
                with_notes(steps)
            ),
            None => format!(": the engine only likes better what follows {}.", self.name(best)),
        };
        let games = self.won_alike(findings, line);
        let games = games.map_or_else(String::new, |games| format!(" {games}"));
        format!("{lead}{followed}{games}")
    }

    /// `None` where nothing is known that speaks against it.
    fn why_not_this(
        &self,
        stones: &Stones,
        findings: &Findings,
        rival: &Rival,
        story: &Story,
        reply: &Story,
    ) -> Option<WhyNot> {
        let (best, line) = (findings.best(), &findings.lines[rival.index]);
        let [worth, less] = [best, line].map(|line| names::value(&line.value));
        let facts = Facts::new(stones, line.mv(), self.mover())?;
        let does = match rival.likeness {
            Likeness::Blocks if facts.is_quiet() => {
                ", which stands in the way of the same stones".to_owned()
            }
            Likeness::Blocks => {
                format!(", which stands in the way of the same stones and {}", facts.words(stones))
            }
            Likeness::Takes => ", which takes away the same double threat".to_owned(),
            Likeness::BlocksMore if facts.is_quiet() => {
                let closed = closed_line(stones, facts.cell, self.mover());
                closed.map_or_else(String::new, |closed| format!(", which {closed}"))
            }
            Likeness::Extends | Likeness::SoundsAlike | Likeness::NextBest if facts.is_quiet() => {
                let builds = Purpose::new(stones, facts.cell, self.mover()).builds(stones);
                builds.map_or_else(String::new, |builds| format!(", which {builds}"))
            }
            _ => format!(", which {}", facts.words(stones)),
        };
        let mut reasons = self.objections(stones, findings, rival, story, reply);
        if reasons.is_empty() {
            let name = self.name(best);
            let seen = self.outweighed(stones, findings, line);
            reasons.extend(seen.or_else(|| self.shown(story, reply, &name)));
        }
        // What came of many games says more than a second look at the board.
        if let Some(games) = self.won_less(findings, line) {
            reasons.truncate(MOST_REASONS - 1);
            reasons.push(games);
        }
        if reasons.is_empty() {
            return None;
        }
        let lead = format!("Why not {}{does} ({less} against {worth})?", self.name(line));
        Some(WhyNot { lead, reasons })
    }

    /// What the board and the answer that the engine expects have against a move, and not against the best one.
    pub(super) fn objections(
        &self,
        stones: &Stones,
        findings: &Findings,
        rival: &Rival,
        story: &Story,
        reply: &Story,
    ) -> Vec<String> {
        let cell = |index: usize| stones.cell_of(findings.lines[index].mv());
        let (Some(good), Some(bad)) = (cell(0), cell(rival.index)) else { return Vec::new() };
        let (side, other) = (self.mover(), names::side(!self.mover()));
        let answers = [reply, story].map(|line| line.steps().get(1));
        let mut told: Vec<String> = self.used_up(story, reply).into_iter().collect();
        told.extend(self.can_wait(bad, story));
        if rival.likeness == Likeness::BlocksMore {
            told.extend(no_hurry(stones, good, bad, side).map(|it| it.words(stones, side, good)));
        }
        if let [Some(answer), Some(own)] = answers
            && asks(answer)
            && !asks(own)
        {
            told.push(format!(
                "{other} answers {}, which {}: so {} has to react.",
                names::cell(stones, answer.facts.cell),
                answer.facts.words(&answer.before),
                names::side(side)
            ));
        }
        let contrasts = Contrast::all(stones, good, bad, side);
        told.extend(contrasts.iter().map(|it| it.words(stones, good, side)));
        if let (Some(answer), true) = (answers[0], told.is_empty())
            && answer.facts.cell == good
        {
            let purpose = Purpose::new(&answer.before, good, !side);
            let does = purpose.words(&answer.before, !side);
            let cell = names::cell(stones, good);
            told.extend(does.map(|does| format!("{other} takes {cell} itself: {does}.")));
        }
        told
    }

    /// That a move that prepares a double threat does so as well after the best move and the answer to it.
    pub(super) fn can_wait(&self, bad: u32, story: &Story) -> Option<String> {
        let later = story.steps().get(2)?;
        let [first, answer] = [story.steps().first()?, story.steps().get(1)?];
        let [now, then] = [&first.before, &later.before]
            .map(|stones| Facts::new(stones, stones.move_at(bad), self.mover()));
        let (now, then) = (now?, then?);
        let is_kept = now.prepares_fork() && then.prepares_fork() && !first.facts.prepares_fork();
        // A double threat of the other side that this very stone would take leaves no time to wait, either.
        let is_calm = then.stops.is_empty()
            && then.allows.is_empty()
            && then.left.is_empty()
            && later.before.clone().forks(!self.mover()).is_empty();
        (is_kept && is_calm).then(|| {
            format!(
                "That can wait: after {} and the answer {} it still prepares a double threat.",
                names::cell(&first.before, first.facts.cell),
                names::cell(&first.before, answer.facts.cell)
            )
        })
    }

    /// That the answer to a move that prepares a double threat leaves nothing of it, and the best move keeps it.
    pub(super) fn used_up(&self, story: &Story, reply: &Story) -> Option<String> {
        let [bad, answer] = [reply.steps().first()?, reply.steps().get(1)?];
        let cell = bad.facts.cell;
        let group = Purpose::new(&bad.before, cell, self.mover()).joined.into_iter().next()?.stones;
        let kept = story.steps().get(2).filter(|step| step.before.is_free(cell))?;
        let is_kept = !lines_with(&kept.before, &group, self.mover()).is_empty();
        let all = [&group[..], &[cell]].concat();
        let is_gone = lines_with(&answer.after(), &all, self.mover()).is_empty();
        let is_told = bad.facts.prepares_fork() && group.len() >= BEGUN && is_gone && is_kept;
        is_told.then(|| {
            format!(
                "{} answers {}, and then {} can no longer become {} in a row with it.",
                names::side(answer.side),
                names::cell(&bad.before, answer.facts.cell),
                names::cells(&bad.before, &group),
                bad.before.run()
            )
        })
    }

    /// How the engine expects it to go on, where that shows why: what both sides have in the end, or who acts first.
    fn shown(&self, story: &Story, reply: &Story, name: &str) -> Option<String> {
        let difference = self.difference(story, reply);
        let length = difference.as_ref().map_or(MOST_MOVES, |difference| difference.length);
        let steps = reply.steps().get(1..length.min(reply.steps().len()))?;
        let shown = &steps[..steps.len().min(MOST_MOVES)];
        let more = if shown.len() < steps.len() { " and so on" } else { "" };
        let counted = match &difference {
            Some(difference) => self.difference_words(difference, name),
            None => self.first_to_act(reply, story).or_else(|| self.slower(reply, story, name))?,
        };
        Some(format!("The engine expects {}{more}. {counted}", with_notes(shown)))
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

impl Request<'_> {
    /// How many moves of both sides ask for an answer in two lines, where that speaks for the better one.
    fn slower(&self, reply: &Story, story: &Story, name: &str) -> Option<String> {
        let length = reply.moves.len().min(story.moves.len());
        let [worse, better] = [reply, story].map(|line| {
            [self.mover(), !self.mover()].map(|side| {
                let early = line.asking(side).into_iter().filter(|&at| at < length);
                early.count()
            })
        });
        let lead = |[own, theirs]: [usize; 2]| own.cast_signed() - theirs.cast_signed();
        let has = |[own, theirs]: [usize; 2]| {
            let [m, other] = [self.mover(), !self.mover()].map(names::side);
            format!("{theirs} of {other}'s moves and {own} of {m}'s")
        };
        (lead(worse) + LEAST_SLOWER <= lead(better)).then(|| {
            format!(
                "Of the first {length} moves {} ask for an answer there; after {name} {}.",
                has(worse),
                has(better)
            )
        })
    }
}

/// Of a move that stands in the way of stones that the best one leaves alone, that there is no hurry.
fn no_hurry(stones: &Stones, good: u32, bad: u32, side: Side) -> Option<NoHurry> {
    let blocked = Purpose::new(stones, bad, side).blocked;
    let most = blocked.first().filter(|group| {
        let own = Purpose::new(stones, good, side).n_blocked();
        group.stones.len() > own
    })?;
    NoHurry::new(stones, &most.stones, good, side)
}

/// Whether a move threatens to win or prepares a double threat.
pub(super) fn asks(step: &Step) -> bool {
    !step.facts.threatens.is_empty() || step.facts.prepares_fork()
}

impl Story {
    /// Who first threatens something or prepares a double threat, after the first move.
    pub(super) fn first_asker(&self) -> Option<Side> {
        let mut steps = self.steps().iter().skip(1);
        steps.find(|step| asks(step)).map(|step| step.side)
    }

    /// The moves of a side that ask for an answer, counted from 0.
    pub(super) fn asking(&self, side: Side) -> Vec<usize> {
        let steps = self.steps().iter().enumerate();
        steps.filter(|(_, step)| step.side == side && asks(step)).map(|(at, _)| at).collect()
    }
}
