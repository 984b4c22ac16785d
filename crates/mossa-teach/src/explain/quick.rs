//! Othello: quick games in words.

use super::{
    Findings, Request, Story, names,
    outlook::FEW,
    trials::{COUNTED, Event, number},
};

/// What such games are called where they are told, and what they are.
pub(super) const QUICK: &str = "quick games";
const MEANING: &str =
    " (the engine plays on to the end for both sides, with little thought and some chance)";

/// What is counted in them.
const CHOICE: &str = "moves to choose from";

/// How much they say.
const NOTE: &str = "quick games were played after each move; only differences that chance would hardly make are told. \
                    Moves were counted in their first";

/// At most so many things are told of one move.
const MOST_TOLD: usize = 2;

/// Numbers of moves that differ by less are not told.
const LEAST_APART: f64 = 1.0;

/// What is told of games, the plainest first.
const TOLD: [Event; 2] = [Event::Room, Event::Corner];

/// What is said of two that hardly differ, and by how much these do at most.
const EQUAL: &str = "as many";
const HARDLY: f64 = 0.25;

impl Request<'_> {
    /// What a worse move has less of in quick games than the best one.
    pub(super) fn quick_beside(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let first = reply.moves.first()?;
        let index = findings.lines.iter().position(|line| line.mv() == *first)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let n_games = findings.trials(index)?.len();
        let parts = TOLD.into_iter().filter_map(|what| {
            let shares = self.told_more(findings, index, what)?;
            let [best, worse] = shares.map(|share| share * number(n_games));
            Some(match what {
                Event::Room => {
                    let [best, worse] = shares;
                    let only = if best <= -HARDLY { "only " } else { "" };
                    format!("had {} (after {name} {only}{})", choice(worse, other), more(best))
                }
                Event::Corner => {
                    format!("took the first corner {worse:.0} times (after {name} {best:.0} times)")
                }
            })
        });
        let parts: Vec<String> = parts.take(MOST_TOLD).collect();
        (!parts.is_empty()).then(|| {
            let parts = parts.join(&format!("; {m} "));
            format!(" In {QUICK} after {} {m} {parts}.", self.first_name(reply))
        })
    }

    /// What happens more often in quick games after the best move than after most others that were tried.
    fn quick_event(&self, findings: &Findings) -> Option<Event> {
        let tried = findings.tried_behind().count();
        TOLD.into_iter().find(|&what| 2 * self.beaten(findings, what).len() > tried)
    }

    /// The same as a reason for the best move.
    pub(super) fn quick_reason(&self, findings: &Findings) -> Option<String> {
        let m = names::side(self.mover());
        let what = self.quick_event(findings)?;
        let known = self.beaten_words(findings, what, &self.beaten(findings, what))?;
        let (lead, few) = match what {
            Event::Room => (format!("It gives {m} more choice: in"), FEW),
            Event::Corner => ("In".to_owned(), ""),
        };
        Some(format!("{lead} {QUICK} {known}. {few}").trim_end().to_owned())
    }

    /// How much of something the mover has after the best move and after another, where the words for it differ.
    fn told_more(&self, findings: &Findings, index: usize, what: Event) -> Option<[f64; 2]> {
        let shares = self.happens_more(findings, index, what)?;
        let [best, worse] = shares;
        (what != Event::Room || best - worse >= LEAST_APART).then_some(shares)
    }

    /// The other moves after which clearly less of something happens, with how much after the best one and after them.
    pub(super) fn beaten(&self, findings: &Findings, what: Event) -> Vec<(usize, [f64; 2])> {
        let mut beaten: Vec<(usize, [f64; 2])> = findings
            .tried_behind()
            .filter_map(|index| Some((index, self.told_more(findings, index, what)?)))
            .collect();
        beaten.sort_by_key(|(index, _)| *index);
        beaten
    }

    /// The same as half a sentence.
    fn beaten_words(
        &self,
        findings: &Findings,
        what: Event,
        beaten: &[(usize, [f64; 2])],
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let named = beaten.iter().map(|(index, _)| self.name(&findings.lines[*index]));
        let named = names::list(named, "and");
        let n_games = number(findings.trials(0)?.len());
        let worse = || beaten.iter().map(|(_, [_, worse])| *worse);
        let most = worse().fold(f64::NEG_INFINITY, f64::max);
        let least = worse().fold(f64::INFINITY, f64::min);
        let best = beaten.first()?.1[0];
        let counts = || {
            let [least, most] = [least, most].map(|share| format!("{:.0}", share * n_games));
            if least == most { least } else { format!("{least} to {most}") }
        };
        let taken = best * n_games;
        Some(match what {
            Event::Room => {
                let only = if best <= -HARDLY { "only " } else { "" };
                let less = span(most, least);
                format!(
                    "{m} had on average {only}{} after {name}, but {less} after {named}",
                    choice(best, other)
                )
            }
            Event::Corner => format!(
                "{m} took the first corner {taken:.0} times after {name}, {} times after {named}",
                counts()
            ),
        })
    }
}

/// Says what quick games are where they are told first, and how much they say behind all.
pub(super) fn explain(texts: &mut Vec<String>, n_games: usize) {
    let Some(first) = texts.iter_mut().find(|text| text.contains(QUICK)) else { return };
    *first = first.replacen(QUICK, &format!("{QUICK}{MEANING}"), 1);
    let is_counted = |text: &String| text.contains(QUICK) && text.contains(CHOICE);
    if texts.iter().any(is_counted) {
        texts.push(format!("{n_games} {NOTE} {COUNTED} moves."));
    }
}

/// "1.2 more moves to choose from than O".
fn choice(lead: f64, other: char) -> String {
    let than = if more(lead) == EQUAL { "as" } else { "than" };
    format!("{} {CHOICE} {than} {other}", more(lead))
}

/// "1.2 more to 0.4 fewer", "0.4 to 1.2 fewer", "as many down to 1.2 fewer".
fn span(most: f64, least: f64) -> String {
    let (from, to) = (more(most), more(least));
    let word = |text: &str| text.split(' ').next_back().map(str::to_owned);
    match from.split_once(' ') {
        _ if from == to => to,
        _ if from == EQUAL || to == EQUAL => format!("{from} down to {to}"),
        Some((number, _)) if word(&from) == word(&to) => format!("{number} to {to}"),
        _ => format!("{from} to {to}"),
    }
}

/// "1.2 more", "0.4 fewer".
fn more(lead: f64) -> String {
    let shown = format!("{:.1}", lead.abs());
    match lead {
        _ if lead.abs() < HARDLY => EQUAL.to_owned(),
        lead if lead > 0.0 => format!("{shown} more"),
        _ => format!("{shown} fewer"),
    }
}
