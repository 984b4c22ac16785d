//! Othello, where nothing is proven: why not other moves: the next best one, those that a beginner would pick, and those of which
//! the reasons for all tell nothing.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{
    counts::{Count, Worst},
    later::{Fault, FaultKind},
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// So many moves that a beginner would pick get a sentence.
const MOST_ASKED: usize = 2;

/// So many moves without a reason that can be counted at once are followed further.
pub(super) const MOST_FOLLOWED: usize = 6;

/// So many moves of a line are shown of a move with which nothing plain is wrong.
const MOST_EXPECTED: usize = 8;

/// Moves that are behind by no more percent are not much worse.
const LITTLE_PERCENT: f64 = 8.0;

/// Moves that are behind by so many percent are far behind.
const FAR_PERCENT: f64 = 25.0;

impl Request<'_> {
    /// What is wrong with moves that a beginner would pick.
    pub(super) fn why_not_asked(&self, findings: &Findings, story: &Story) -> Vec<String> {
        let candidates = self.candidates(findings);
        let natural = self.natural(findings, &candidates).into_iter();
        let asked = natural.chain(self.beginners(findings, &candidates));
        let mut told: Vec<usize> = Vec::new();
        let mut texts = Vec::new();
        // What comes of the next best move can be seen only in its line.
        let next = findings.lines.get(findings.judged.n_good);
        let next_words = next.filter(|line| !findings.is_glance(line)).and_then(|line| {
            let count = findings.judged.clearest_reason(line.mv())?;
            Some((line, self.reason_against(findings, line, count)?))
        });
        if let Some((line, words)) = next_words {
            told.push(findings.judged.n_good);
            let charm = self.charm_of(findings, line);
            let closed = charm.as_ref().and_then(|_| self.closed_again(findings, line));
            let closed = closed.unwrap_or_default();
            let words = charm.map_or_else(
                || names::sentence(&words),
                |it| format!("It {it}; but {closed}{words}"),
            );
            let waits = self.corner_can_wait(findings, story, line).unwrap_or_default();
            let is_told = findings.judged.reason(line.mv()) == Some(Count::Won);
            let ends = self.ends_against(findings, line).filter(|_| !is_told);
            let ends =
                ends.map_or_else(String::new, |ends| format!(" {}.", names::sentence(&ends)));
            let name = self.name(line);
            texts.push(format!("Why not {name}, which comes next? {words}.{ends}{waits}"));
        }
        for it in asked {
            let line = &findings.lines[it.index];
            let words = findings.judged.reason(line.mv()).filter(|count| !count.is_corner());
            let words = words.and_then(|count| self.reason_against(findings, line, count));
            let is_new = !told.contains(&it.index) && !findings.is_glance(line);
            let Some(words) = words.filter(|_| is_new) else { continue };
            told.push(it.index);
            // Where nothing speaks for a move, what is said of all is enough.
            let Some(charm) = self.charm_of(findings, line) else { continue };
            let closed = self.closed_again(findings, line).unwrap_or_default();
            let but = if words.contains(';') { ';' } else { ',' };
            let answers = format!("{} can answer", names::side(!self.mover()));
            let words = if closed.is_empty() {
                words
            } else {
                words.replacen(&answers, "can as well answer", 1)
            };
            let waits = self.corner_can_wait(findings, story, line).unwrap_or_default();
            texts.push(format!(
                "Why not {}? It {charm}{but} but {closed}{words}.{waits}",
                self.name(line)
            ));
        }
        texts.truncate(MOST_ASKED);
        let nearly = self.why_not_nearly(findings).filter(|(index, _)| !told.contains(index));
        texts.extend(nearly.map(|(_, words)| words));
        texts
    }

    /// What is wrong with a move that is far behind, though by the main reason it is nearly as good.
    fn why_not_nearly(&self, findings: &Findings) -> Option<(usize, String)> {
        let judged = &findings.judged;
        let main = *judged.reasons.first().filter(|count| !count.is_tried())?;
        let is_far = |line: &&Line| {
            findings.percent_behind(line) >= FAR_PERCENT
                && !findings.is_glance(line)
                && judged.reason(line.mv()) == Some(main)
        };
        let line =
            Self::worse(findings).filter(is_far).find(|line| judged.is_nearly(line.mv(), main))?;
        let words = self.reason_against(findings, line, judged.second_reason(line.mv())?)?;
        let index = findings.lines.iter().position(|it| it.mv() == line.mv())?;
        let name = self.name(line);
        Some((
            index,
            format!("Why not {name}? By the main count it is nearly as good; but {words}."),
        ))
    }

    /// That the other side can close a corner again that a move opens for the mover.
    fn closed_again(&self, findings: &Findings, line: &Line) -> Option<String> {
        let [facts, best] =
            [line, findings.best()].map(|line| DiscFacts::new(self.spec, self.game, line.mv()));
        let facts = facts?;
        // What the best move opens as well may be closed as well.
        if best.is_none_or(|best| !best.aims.is_empty()) {
            return None;
        }
        let Worst { answer, number } = findings.judged.counts(line.mv())?.worst(Count::Coming)?;
        let is_closed = number == 0 && !facts.aims.is_empty();
        let answer = self.game.position().show_move(answer.filter(|_| is_closed)?);
        Some(format!("{} can close that with {answer}, and ", names::side(!self.mover())))
    }

    /// What is wrong with a move of which nothing is told by the reasons for all: what goes wrong later, or a count that
    /// tells just this one.
    fn lone_fault(&self, findings: &Findings, index: usize) -> Option<Fault> {
        let (line, judged) = (&findings.lines[index], &findings.judged);
        let counted = |count: Option<Count>| {
            let count = count?;
            let words = self.reason_against(findings, line, count)? + ".";
            let lost = match count {
                Count::CornersLater => self.lost_later(findings, line),
                _ => None,
            };
            Some(Fault { words, kind: lost.map_or(FaultKind::Counted(count), FaultKind::Corner) })
        };
        let wanted = || {
            let words = self.wanted_against(findings, index)? + ".";
            Some(Fault { words, kind: FaultKind::Wanted })
        };
        // What can be seen on a board comes before what comes of it on average.
        let soon = self.goes_wrong(findings, index);
        let seen = soon.or_else(|| counted(judged.lone_reason(line.mv())));
        let later = seen.or_else(|| self.runs_dry(findings, index)).or_else(wanted);
        let tried = later.or_else(|| counted(judged.lone_tried(line.mv())));
        tried.or_else(|| self.wins_less(findings, index))
    }

    /// The moves of which nothing is told by the reasons for all, with what is wrong with each of them.
    pub(super) fn lone(&self, findings: &Findings) -> Vec<(usize, Option<Fault>)> {
        let untold = Self::untold(findings);
        let with_fault = |(at, index): (usize, usize)| {
            let fault = (at < MOST_FOLLOWED).then(|| self.lone_fault(findings, index));
            (index, fault.flatten())
        };
        untold.into_iter().enumerate().map(with_fault).collect()
    }

    /// Why not they, one by one; where nothing plain is wrong, that it is so, and how it may go on.
    pub(super) fn why_not_untold(&self, findings: &Findings, story: &Story) -> Vec<String> {
        let (known, left): (Vec<_>, Vec<_>) =
            self.lone(findings).into_iter().partition(|(_, fault)| fault.is_some());
        let known = known.into_iter().filter_map(|(index, fault)| {
            let (line, words) = (&findings.lines[index], fault?.words);
            let charms: Vec<String> = self
                .charm_of(findings, line)
                .map(|charm| format!("It {charm}"))
                .into_iter()
                .chain(Self::better_on_average(findings, line))
                .collect();
            let text = if charms.is_empty() {
                names::sentence(&words)
            } else {
                names::sentence(&format!("{}; but {words}", charms.join(", and ")))
            };
            let waits = self.corner_can_wait(findings, story, line).unwrap_or_default();
            Some(format!("Why not {}? {text}{waits}", self.name(line)))
        });
        let mut texts: Vec<String> = known.collect();
        let left: Vec<&Line> = left.into_iter().map(|(index, _)| &findings.lines[index]).collect();
        let Some(first) = left.first() else { return texts };
        let story = Story::tell(self.spec, self.game, &first.moves);
        let verb = if left.len() == 1 { "looks" } else { "look" };
        let is = if left.len() == 1 { "is" } else { "are" };
        let replies = |mv| findings.judged.number(mv, Count::Replies).unwrap_or(0);
        let [own, better] = [replies(first.mv()), replies(findings.best().mv())];
        let judged = &findings.judged;
        let is_even = |line: &&Line| {
            let merit = |mv: Move, count| judged.counts(mv).and_then(|counts| counts.merit(count));
            let is_behind = |&count: &Count| merit(line.mv(), count) < merit(judged.best[0], count);
            !judged.reasons.iter().any(is_behind)
        };
        let is_better = |line: &&Line| {
            let merit = |mv: Move, count| judged.counts(mv).and_then(|counts| counts.merit(count));
            let is_ahead = |&count: &Count| merit(line.mv(), count) > merit(judged.best[0], count);
            judged.reasons.iter().any(is_ahead)
        };
        let even = if own < better {
            format!(
                "as good or better ({} leaves {} {own} moves, {} {better})",
                self.name(first),
                names::side(!self.mover()),
                self.name(findings.best())
            )
        } else if left.iter().any(is_better) {
            "as good or better".to_owned()
        } else if left.iter().all(is_even) {
            "as good".to_owned()
        } else {
            "hardly worse".to_owned()
        };
        if let Some(games) = self.games_bear_out(findings, &left) {
            texts.push(format!(
                "By what is counted here {} {verb} {even}, and {games}: {} may be as good, though the engine prefers {}.",
                self.others(findings, &left),
                if left.len() == 1 { "it" } else { "they" },
                self.name(findings.best())
            ));
            return texts;
        }
        let played = first.moves.len().min(MOST_EXPECTED);
        let then = self.worse_then(findings, first, played).unwrap_or_default();
        let it = if left.len() == 1 { "it" } else { "they" };
        let is_near = left.iter().all(|line| findings.percent_behind(line) <= LITTLE_PERCENT);
        let worse = if is_near {
            let worth = names::list(left.iter().map(|line| Self::worth(findings, line)), "and");
            format!("{it} {is} not much worse ({worth}), and why")
        } else {
            format!("that {it} {is} worse")
        };
        texts.push(format!(
            "By what is counted here {} {verb} {even}; {worse} the engine finds out only by looking further \
             ahead. After {} it expects {}{then}.",
            self.others(findings, &left),
            self.name(first),
            self.first_moves(&story, MOST_EXPECTED)
        ));
        texts
    }

    /// How games to the end went after some moves, where they are won about as often as after the best one.
    pub(super) fn games_bear_out(&self, findings: &Findings, lines: &[&Line]) -> Option<String> {
        let best = *findings.ends.get(&findings.best().mv())?;
        let each = lines.iter().map(|line| {
            let own = findings.ends.get(&line.mv()).filter(|own| !best.is_clearly_more(**own))?;
            Some(format!("{} after {}", own.won, self.name(line)))
        });
        let each = each.collect::<Option<Vec<String>>>()?;
        Some(format!(
            "of {} quick games from each to the end, with mistakes of both sides, {} won {} and {} after {}",
            best.games,
            names::side(self.mover()),
            each.join(", "),
            best.won,
            self.name(findings.best())
        ))
    }

    /// To how many squares each side can go at the end of a line that is shown, where that is worse than in the best one.
    fn worse_then(&self, findings: &Findings, line: &Line, played: usize) -> Option<String> {
        let at = |line: &Line| self.choices_after(line.moves.get(..played)?);
        let [own, best] = [at(line)?, at(findings.best())?];
        let is_worse = own[0] - own[1] < best[0] - best[1];
        is_worse.then(|| format!(": then {}", self.squares_then(findings, [own, best])))
    }
}
