//! Othello: the reasons where nothing is proven: the best moves, the few counts that tell all others from them, and what is
//! wrong with moves that a beginner would pick.

use mossa_kernel::{GameResult, Move, Value, values};
use mossa_search::Line;

use super::{
    counts::{Count, Counts},
    discs::{corners, reachable},
    firm::Unit,
    later::{Fault, FaultKind},
    tries::PLAYED_ON,
};
use crate::explain::{Findings, Request, Story, names};

/// How the last sentence begins.
pub(super) const IN_SHORT: &str = "In short:";

/// So many reasons stand in the last sentence, and what gives corners away.
const MOST_IN_SHORT: usize = 2;

/// More moves than this are counted, not named.
const MOST_NAMED: usize = 5;

/// Of so many worse moves readers ask why their numbers do not fall as their worth does.
const MANY_WORSE: usize = 4;
const NO_ORDER: &str = "How bad each of the worse moves is depends on more than this.";

/// So many good moves are many, where they are half of all.
const MANY_GOOD: usize = 4;

/// A chance that is no better than this is called bad.
const BAD: f64 = 0.15;

/// Moves whose chances differ by no more percent are about equally good.
const EQUAL_PERCENT: f64 = 4.0;

impl Request<'_> {
    /// The best moves, why they are, and all of it in one sentence.
    pub(super) fn believed(&self, findings: &Findings, story: &Story) -> Vec<String> {
        let mut texts = vec![self.best_words(findings)];
        texts.extend(self.wanted_words(findings));
        let is_coming = findings.judged.reasons.contains(&Count::Coming);
        texts.extend(self.opened_words(findings, story).filter(|_| !is_coming));
        let reasons = self.reasons_words(findings);
        if !reasons.is_empty() && Self::worse(findings).count() > 1 {
            let them = if findings.judged.best.len() == 1 { "it" } else { "them" };
            let n_worse = Self::worse(findings).count();
            let is_told = |line: &&Line| {
                findings
                    .judged
                    .reasons
                    .iter()
                    .any(|&count| findings.judged.is_less(line.mv(), count))
            };
            let most = match Self::worse(findings).filter(is_told).count() {
                n if n == n_worse => "all",
                n if 2 * n > n_worse => "most",
                _ => "some",
            };
            texts.push(format!(
                "Of what can be counted, this tells {them} from {most} worse moves:"
            ));
        }
        texts.extend(reasons);
        texts.extend(self.besides_words(findings));
        texts.extend(self.more_replies_words(findings));
        texts.extend(self.corners_words(findings));
        texts.extend(self.proven_losses(findings));
        let name = self.name(findings.best());
        texts.extend(self.offer_words(findings, story).map(|it| it.replacen("It", &name, 1)));
        texts.extend(self.own_risk(story));
        texts.extend(self.prospect(findings, story));
        texts.extend(self.why_not_asked(findings, story));
        texts.extend(self.why_not_untold(findings, story));
        texts.push(self.in_short(findings));
        texts
    }

    /// The worse moves, by their places in the list.
    pub(super) fn worse(findings: &Findings) -> impl Iterator<Item = &Line> {
        findings.lines[findings.judged.n_good..].iter()
    }

    /// The worse moves of which nothing that can be counted at once is told.
    pub(super) fn untold(findings: &Findings) -> Vec<usize> {
        let all = findings.judged.n_good..findings.lines.len();
        all.filter(|&index| {
            let line = &findings.lines[index];
            let is_twin = (0..index).any(|before| findings.are_twins(before, index));
            let is_known = values::is_exact(&line.value) || findings.is_glance(line) || is_twin;
            !is_known && findings.judged.reason(line.mv()).is_none()
        })
        .collect()
    }

    /// Which moves are best.
    fn best_words(&self, findings: &Findings) -> String {
        let best = &findings.lines[..findings.judged.n_good];
        let name = self.name(findings.best());
        let worth = |line: &Line| Self::worth(findings, line);
        let next = Self::worse(findings).find(|line| !findings.is_glance(line));
        let next = next.map_or_else(String::new, |line| {
            let best = &findings.lines[..findings.judged.n_good];
            let is_near = best.len() == 1
                && findings.percent_behind(line) <= EQUAL_PERCENT
                && self.ends_against(findings, line).is_none();
            let how = if is_near { "is hardly worse" } else { "comes next" };
            format!("; {} {how} ({})", self.name(line), worth(line))
        });
        let [_, .., worst] = best else {
            return format!("{name} is the best move ({}){next}.", worth(findings.best()));
        };
        let all = names::list(best.iter().map(|line| self.name(line)), "and");
        let rank = |line: &&Line| values::rank(&line.value);
        let most = best.iter().max_by(|a, b| rank(a).total_cmp(&rank(b)));
        let least = best.iter().min_by(|a, b| rank(a).total_cmp(&rank(b)));
        let [least, most] = [least, most].map(|it| it.map_or_else(String::new, worth));
        let range = if least == most { most } else { format!("{least} to {most}") };
        let how = if findings.percent_behind(worst) <= EQUAL_PERCENT {
            "about equally good"
        } else {
            "the best moves"
        };
        let peers = &best[findings.judged.best.len()..];
        let is_apart = !findings.judged.reasons.is_empty() && !peers.is_empty();
        let apart = is_apart.then(|| {
            let named = names::list(peers.iter().map(|line| self.name(line)), "and");
            let why = if self.wanted_peers(findings).len() + 1 == best.len() {
                "The numbers below speak"
            } else {
                "What follows speaks"
            };
            let peers: Vec<&Line> = peers.iter().collect();
            let like = match self.games_bear_out(findings, &peers) {
                Some(games) => {
                    format!("that {named} may be about as good shows in how games end: {games}")
                }
                None => format!("why the engine likes {named} about as much is not told"),
            };
            format!(" {why} for {name} alone; {like}.")
        });
        let little = if Self::matters_little(findings) {
            format!(" Which of the {} best is played matters little.", best.len())
        } else if !is_apart && !findings.judged.reasons.is_empty() {
            " What follows holds for each of them; which of them is the very best cannot be counted."
                .to_owned()
        } else {
            String::new()
        };
        format!("{all} are {how} ({range}){next}.{little}{}", apart.unwrap_or_default())
    }

    /// That it is no great matter which of the best moves is played, where they are many.
    fn matters_little(findings: &Findings) -> bool {
        let n = findings.judged.n_good;
        n >= MANY_GOOD && 2 * n >= findings.lines.len()
    }

    /// What is counted, and how the best moves stand beside the others.
    pub(super) fn reasons_words(&self, findings: &Findings) -> Vec<String> {
        let judged = &findings.judged;
        let mut told: Vec<Move> = Vec::new();
        let mut texts = Vec::new();
        for &count in &judged.reasons {
            let is_new = |mv: &Move| told.is_empty() || !told.contains(mv);
            let apart: Vec<&Line> =
                Self::worse(findings).filter(|line| judged.is_less(line.mv(), count)).collect();
            let is_all = apart.len() == Self::worse(findings).count();
            // What stands in no row of the table is not named.
            let is_new = |mv: &Move| count.is_tried() || is_new(mv);
            let is_told = |line: &&Line| is_all || is_new(&line.mv()) && !findings.is_glance(line);
            let fresh: Vec<&Line> = apart.iter().copied().filter(is_told).collect();
            if fresh.is_empty() {
                continue;
            }
            let others = self.others(findings, &fresh);
            let is_first = texts.iter().all(|text: &String| !text.starts_with(PLAYED_ON));
            let tries =
                if count.is_tried() && is_first { self.tries_words(findings) } else { None };
            texts.push(format!(
                "{}{}{}{}",
                tries.unwrap_or_default(),
                self.best_count(findings, count),
                self.others_count(findings, count, &fresh, &others),
                self.looks_better(findings, count).unwrap_or_default()
            ));
            told.extend(apart.iter().map(|line| line.mv()));
        }
        let worse: Vec<Move> = Self::worse(findings).map(Line::mv).collect();
        let is_enough = |&count: &Count| worse.iter().all(|&mv| judged.is_worse(mv, count));
        let is_one_enough = judged.reasons.iter().any(is_enough);
        if texts.len() > 1 && judged.tells_all(&worse) && !is_one_enough {
            texts.push("No worse move does all of that.".to_owned());
        }
        let left: Vec<&Line> =
            Self::untold(findings).into_iter().map(|index| &findings.lines[index]).collect();
        if !texts.is_empty() && !left.is_empty() && left.len() <= MOST_NAMED {
            let left = self.others(findings, &left);
            texts.push(format!("That leaves {left}, of which more below."));
        }
        if !texts.is_empty() && worse.len() >= MANY_WORSE {
            texts.push(NO_ORDER.to_owned());
        }
        texts
    }

    /// Which worse moves look better than the best ones by a count, or are hardly apart by what was tried: a reader who finds them
    /// in the table would doubt all of it.
    fn looks_better(&self, findings: &Findings, count: Count) -> Option<String> {
        let judged = &findings.judged;
        let close = || Self::worse(findings).filter(|line| !findings.is_glance(line));
        let better: Vec<&Line> =
            close().filter(|line| judged.is_better(line.mv(), count)).collect();
        let is_alike = |line: &&Line| {
            count.is_tried()
                && judged.number(line.mv(), count).is_some()
                && !judged.is_worse(line.mv(), count)
                && !judged.is_better(line.mv(), count)
        };
        let alike: Vec<&Line> = close().filter(is_alike).collect();
        if [&better, &alike].into_iter().any(|some| some.len() > MOST_NAMED) {
            return None;
        }
        let verb = |some: &[&Line], rest: &str| {
            let verb = if some.len() == 1 { "looks" } else { "look" };
            format!("{} {verb} {rest}", self.others(findings, some))
        };
        let better = (!better.is_empty()).then(|| verb(&better, "better"));
        let alike = (!alike.is_empty()).then(|| verb(&alike, "about as good"));
        let told: Vec<String> = better.into_iter().chain(alike).collect();
        (!told.is_empty())
            .then(|| format!(" By this alone {}.", names::list(told.into_iter(), "and")))
    }

    /// "every worse move", or which.
    pub(super) fn others(&self, findings: &Findings, some: &[&Line]) -> String {
        let all = Self::worse(findings).count();
        match some.len() {
            n if n == all && n > 1 => "every worse move".to_owned(),
            n if n > MOST_NAMED && n + 1 == all => {
                let mut left = Self::worse(findings)
                    .filter(|line| some.iter().all(|told| told.mv() != line.mv()));
                let but = left.next().map_or_else(String::new, |line| self.name(line));
                format!("every worse move but {but}")
            }
            n if n > MOST_NAMED => format!("{n} of the {all} worse moves"),
            _ => names::list(some.iter().map(|line| self.name(line)), "and"),
        }
    }

    /// Which worse moves give a corner, leave one or stand beside one.
    pub(super) fn corners_words(&self, findings: &Findings) -> Vec<String> {
        let (judged, other) = (&findings.judged, names::side(!self.mover()));
        let told = |count| Self::spoilt(findings, count);
        let unit = Unit::of(self.spec);
        let mut texts = Vec::new();
        let taken = told(Count::Taken);
        if !taken.is_empty() {
            let named = names::list(
                judged.best.iter().map(|&mv| self.game.position().show_move(mv)),
                "and",
            );
            let verb = if judged.best.len() == 1 { "takes" } else { "take" };
            let who = self.others(findings, &taken);
            let none = match taken.len() {
                _ if who == "every worse move" => "no worse move does".to_owned(),
                1 => format!("{who} does not"),
                _ => format!("{who} do not"),
            };
            texts.push(format!("{named} {verb} a corner, which can never be turned; {none}."));
        }
        let given = told(Count::Given);
        if !given.is_empty() {
            texts.extend(self.corner_closed(findings));
            let named = self.with_corners(findings, &given, |counts| &counts.given);
            let verb = if given.len() == 1 { "lets" } else { "let" };
            texts.push(format!("{named} {verb} {other} take {} at once.", unit.one()));
        }
        let beside = told(Count::Beside);
        if !beside.is_empty() {
            let named = self.with_corners(findings, &beside, |counts| counts.beside.as_slice());
            let verb = if beside.len() == 1 { "stands" } else { "stand" };
            texts.push(format!(
                "{named} {verb} diagonally beside an empty corner: {other} can take that corner as soon as {other} has a \
                 disc farther along on the line through both."
            ));
        }
        texts
    }

    /// Which moves are proven to lose, where the others are not known to.
    fn proven_losses(&self, findings: &Findings) -> Option<String> {
        let is_lost = |line: &&Line| {
            matches!(line.value, Value::Exact(exact) if exact.result == GameResult::Loss)
                && findings.judged.reason(line.mv()).is_none_or(|count| !count.is_corner())
        };
        let lost: Vec<&Line> = Self::worse(findings).filter(is_lost).collect();
        let verb = if lost.len() == 1 { "is" } else { "are" };
        (!lost.is_empty() && lost.len() <= MOST_NAMED)
            .then(|| format!("{} {verb} proven to lose.", self.others(findings, &lost)))
    }

    /// That the best move closes a corner that the other side could take now, and how.
    fn corner_closed(&self, findings: &Findings) -> Option<String> {
        let best = findings.best().mv();
        let other = names::side(!self.mover());
        let all = corners(self.spec, self.game);
        let after = self.reached(&[best]).filter(|after| after.outcome().is_none())?;
        let [open, left] = [self.game, &after].map(|game| reachable(game, &all, !self.mover()));
        let closed = open.into_iter().find(|corner| !left.contains(corner) && *corner != best)?;
        let cause = self.since(findings, closed).unwrap_or_default();
        let corner = self.game.position().show_move(closed);
        Some(format!(
            "If it were {other}'s turn now, {other} could take the corner {corner}. After {} it cannot{cause}.",
            self.name(findings.best())
        ))
    }

    /// The worse moves against which a corner is told.
    fn spoilt(findings: &Findings, count: Count) -> Vec<&Line> {
        let is_told = |line: &&Line| {
            findings.judged.reason(line.mv()) == Some(count) && !findings.is_glance(line)
        };
        Self::worse(findings).filter(is_told).collect()
    }

    /// Some moves, each with the corners that it does something to.
    fn with_corners(
        &self,
        findings: &Findings,
        lines: &[&Line],
        of: impl Fn(&Counts) -> &[String],
    ) -> String {
        // What is open after the best move as well is not held against another.
        let known = findings.judged.counts(findings.best().mv()).map_or(&[][..], &of);
        let corners = |line: &Line| {
            let counts = findings.judged.counts(line.mv()).map_or(&[][..], &of);
            let new: Vec<&str> =
                counts.iter().filter(|it| !known.contains(it)).map(String::as_str).collect();
            new.join(", ")
        };
        let named = lines.iter().map(|line| format!("{} ({})", self.name(line), corners(line)));
        names::list(named, "and")
    }

    /// What is wrong with moves that no reason for all tells, in a few words; moves with the same fault together.
    fn faults_in_short(&self, findings: &Findings, lone: &[(usize, Option<Fault>)]) -> Vec<String> {
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let known = lone.iter().filter_map(|(index, fault)| {
            Some((&findings.lines[*index], fault.as_ref()?.kind.clone()))
        });
        let faults: Vec<(&Line, FaultKind)> = known.collect();
        let mut texts = Vec::new();
        for (at, (_, kind)) in faults.iter().enumerate() {
            let is_alike = |(_, it): &&(&Line, FaultKind)| it.is_like(kind);
            if faults[..at].iter().any(|it| is_alike(&it)) {
                continue;
            }
            let lines: Vec<&Line> = faults.iter().filter(is_alike).map(|(line, _)| *line).collect();
            let others = self.others(findings, &lines);
            texts.extend(match kind {
                FaultKind::Corner(corner) => {
                    Some(format!("after {others} {other} gets {corner} some moves later"))
                }
                // That is told of all moves that are answered so.
                FaultKind::Wanted => None,
                FaultKind::Pass => Some(format!("after {others} {m} must pass some moves later")),
                FaultKind::Ends => {
                    let moves: Vec<Move> = lines.iter().map(|line| line.mv()).collect();
                    self.ends_in_short(findings, &moves)
                }
                FaultKind::Choice(_) => self.choice_in_short(findings, &others, &faults),
                FaultKind::Counted(count) => {
                    let against = |line| self.reason_against(findings, line, *count);
                    let each = lines.iter().filter_map(|line| {
                        let words = against(line)?.replacen(" then", "", 1);
                        Some(format!("after {} {words}", self.name(line)))
                    });
                    Some(each.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
                }
            });
        }
        texts
    }

    /// Whether the last sentence tells what holds for all of the best moves.
    pub(super) fn speaks_for_all(&self, findings: &Findings) -> bool {
        let judged = &findings.judged;
        findings.proven().is_none()
            && judged.n_good > 1
            && judged.best.len() == judged.n_good
            && !judged.reasons.is_empty()
            && self.wanted_square(findings).is_none()
    }

    /// Which move the last sentence is about.
    fn says_in_short(&self, findings: &Findings) -> String {
        let (m, name) = (names::side(self.mover()), self.name(findings.best()));
        let is_bad = crate::chance(&findings.best().value) <= BAD;
        match (findings.proven(), findings.judged.n_good) {
            (Some(_), n) => {
                let alike = if n == 1 {
                    String::new()
                } else {
                    format!(", one of {n} moves that end alike,")
                };
                format!("{}; {name}{alike} is right", self.result_in_short(findings))
            }
            (None, n) if is_bad => {
                let which =
                    if n == 1 { "the best try" } else { &format!("one of the {n} best tries") };
                format!("{m} stands badly whatever it plays, and {name} is {which}")
            }
            (None, 1) => format!("{name} is right"),
            // What is said holds for all of them, but for a square that the first one takes or denies.
            (None, n) if self.speaks_for_all(findings) => {
                let all = findings.lines[..n].iter().map(|line| self.name(line));
                format!("{} are right", names::list(all, "and"))
            }
            (None, n) => format!("{name} is right, one of {n} good moves,"),
        }
    }

    /// All in one sentence.
    pub(super) fn in_short(&self, findings: &Findings) -> String {
        let name = self.name(findings.best());
        let judged = &findings.judged;
        let mut parts: Vec<String> = Vec::new();
        if judged.number(findings.best().mv(), Count::Taken) == Some(1) {
            parts.push("it takes a corner".to_owned());
        }
        let wanted = self.wanted_in_short(findings);
        let is_reasoned = !judged.reasons.is_empty() || wanted.is_some();
        parts.extend(wanted);
        // What tells the next best move apart comes first.
        let mut reasons = judged.reasons.clone();
        if let Some(next) = Self::worse(findings).find(|line| !findings.is_glance(line)) {
            reasons.sort_by_key(|&count| !judged.is_worse(next.mv(), count));
        }
        parts.extend(reasons.iter().map(|&count| self.count_in_short(findings, count)));
        parts.truncate(MOST_IN_SHORT);
        let room = MOST_IN_SHORT - parts.len();
        for (count, one, many) in [
            (Count::Given, "gives a corner away", "give a corner away"),
            (Count::Beside, "puts a corner in danger", "put a corner in danger"),
        ] {
            let moves = Self::spoilt(findings, count);
            let is_all = moves.len() == Self::worse(findings).count();
            let verb = if is_all || moves.len() == 1 { one } else { many };
            parts.extend(
                (!moves.is_empty()).then(|| format!("{} {verb}", self.others(findings, &moves))),
            );
        }
        let lone = self.lone(findings);
        parts.extend(self.faults_in_short(findings, &lone).into_iter().take(room));
        let left = lone.iter().filter(|(_, fault)| fault.is_none());
        let left: Vec<&Line> = left.map(|&(index, _)| &findings.lines[index]).collect();
        let rest = (!left.is_empty()).then(|| {
            let others = self.others(findings, &left);
            if self.games_bear_out(findings, &left).is_some() {
                return format!(" But {others} may be as good.");
            }
            let verb = if left.len() == 1 { "is" } else { "are" };
            format!(" Only why {others} {verb} worse cannot be counted.")
        });
        let rest = rest.unwrap_or_default();
        let says = self.says_in_short(findings);
        let is_all = left.is_empty() && !Self::worse(findings).any(|line| findings.is_glance(line));
        if !is_reasoned && !parts.is_empty() && !is_all {
            // What is wrong with a few others is no reason for this one.
            let is_bad = crate::chance(&findings.best().value) <= BAD;
            let says = match judged.n_good {
                _ if is_bad => says,
                1 => format!("{name} is the engine's choice"),
                n if Self::matters_little(findings) => format!(
                    "{name} is one of {n} moves that are about as good, and which of them is played matters little"
                ),
                n => format!("{name} is one of {n} moves that are about as good"),
            };
            return format!("{IN_SHORT} {says}; {}.{rest}", parts.join("; "));
        }
        match parts.len() {
            0 => format!("{IN_SHORT} {says}, but for no plain reason.").replace(",,", ","),
            _ => format!("{IN_SHORT} {says} because {}.{rest}", parts.join("; ")),
        }
    }
}
