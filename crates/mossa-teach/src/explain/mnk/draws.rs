//! m,n,k-games: why nobody wins, by plans that can be checked on the board.

use mossa_kernel::Side;

use super::{
    guard::Guard,
    holding,
    pairs::Pair,
    recipe::{self, Plan},
};
use crate::explain::{Request, Story, facts::Facts, names, stones::Stones};

/// With more free cells than this nobody looks for a plan.
pub(super) const MOST_FREE: usize = 40;

impl Request<'_> {
    /// Why neither side wins; `None` where no plan is found that tells more than that all was looked at.
    pub(in crate::explain) fn plans(&self, stones: &Stones, story: &Story) -> Option<Vec<String>> {
        let best = story.steps().first().filter(|_| !stones.falls())?;
        if Side::BOTH.into_iter().all(|side| stones.hopes(side).is_empty()) {
            return None;
        }
        let free: Vec<u32> = stones.open_cells().collect();
        if let Some(text) = self.last_cells(stones, &free, best.facts.cell) {
            return Some(vec![text]);
        }
        if free.len() > MOST_FREE {
            return None;
        }
        let plans = recipe::plans(stones, best.facts.cell, self.mover());
        if plans.iter().all(|plan| plan.guard.is_none()) {
            return None;
        }
        let told = plans.iter().map(|plan| {
            let text = self.plan(plan, stones, best.facts.cell);
            let is_bare = plan.guard.is_none() && plan.attacker == self.mover();
            let answers = holding::answers(&best.after(), best.facts.cell, !self.mover());
            match answers.filter(|_| is_bare) {
                Some(answers) => format!("{text} {answers}"),
                None => text,
            }
        });
        Some(told.collect())
    }

    /// One or two cells that are left.
    fn last_cells(&self, stones: &Stones, free: &[u32], best: u32) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let cell = |cell| names::cell(stones, cell);
        match *free {
            [only] => Some(format!(
                "Only {} is free: {m} must play there, and completes no line.",
                cell(only)
            )),
            [first, second] => {
                let rest = if first == best { second } else { first };
                Some(format!(
                    "Only {} and {} are free: {m} takes one, {other} gets the other. With {} {m} completes \
                     no line, and neither does {other} with {}.",
                    cell(first),
                    cell(second),
                    cell(best),
                    cell(rest)
                ))
            }
            _ => None,
        }
    }

    /// How one side is kept from winning after the best move.
    fn plan(&self, plan: &Plan, start: &Stones, best: u32) -> String {
        let attacker = plan.attacker;
        let (a, d) = (names::side(attacker), names::side(!attacker));
        let mut from = start.with(best, self.mover());
        let n_lines = from.hopes(attacker).len();
        let after = names::cell(start, best);
        let why =
            format!("Why {a} does not win: after {after}, {}.", open_lines(n_lines, from.run(), a));
        let Some(guard) = plan.guard.as_ref() else {
            return format!(
                "{why} Every way the game can go was looked at: {d} can always close them in time."
            );
        };
        if n_lines == 0 {
            return why;
        }
        let mut told = Vec::new();
        let mut tries = &guard.tries[..];
        if let ([[_, answer], rest @ ..], 0) = (tries, plan.from) {
            let (is_forced, words) = does(&from, *answer, !attacker);
            let must = if is_forced { "must answer" } else { "answers" };
            told.push(format!("{d} {must} {}{words}.", names::cell(start, *answer)));
            from.place(*answer, !attacker);
            tries = rest;
        }
        if !tries.is_empty() {
            told.push(attacks(&from, attacker, tries));
        }
        told.push(match guard.n_lines {
            0 => format!("Then no line is open to {a} any more."),
            left if told.is_empty() => pairs(&from, &guard.pairs, left, a, d),
            left => {
                let lines = open_lines(left, from.run(), a);
                format!("Then {lines}. {}", pairs(&from, &guard.pairs, left, a, d))
            }
        });
        // Whoever must stop something first has no other try.
        let is_free = tries.first().is_some_and(|tried| !does(&from, tried[0], attacker).0);
        if is_free {
            told.push(others(guard, a, d));
        }
        format!("{why} {}", told.join(" "))
    }
}

/// "5 lines of 4 are open to X".
fn open_lines(count: usize, run: u32, attacker: char) -> String {
    match count {
        0 => format!("no line of {run} is open to {attacker} any more"),
        1 => format!("one line of {run} is still open to {attacker}"),
        count => format!("{count} lines of {run} are still open to {attacker}"),
    }
}

/// What the pairs do.
fn pairs(stones: &Stones, pairs: &[Pair], n_lines: usize, a: char, d: char) -> String {
    let cell = |cell| names::cell(stones, cell);
    let both = |pair: &Pair| format!("{}+{}", cell(pair[0]), cell(pair[1]));
    if let [[first, second]] = *pairs {
        let holds = if n_lines == 1 { "It needs" } else { "All of them need" };
        return format!(
            "{holds} both {} and {}: when {a} takes one of these two, {d} takes the other.",
            cell(first),
            cell(second)
        );
    }
    let listed: Vec<String> = pairs.iter().map(both).collect();
    format!(
        "Each of them needs both cells of one of these pairs: {}. Whenever {a} takes one cell of a pair, {d} \
         takes the other, and so {a} never completes a line.",
        listed.join(", ")
    )
}

/// The most dangerous tries and how they are answered.
fn attacks(from: &Stones, attacker: Side, attacks: &[[u32; 2]]) -> String {
    let (a, d) = (names::side(attacker), names::side(!attacker));
    let mut stones = from.clone();
    let mut told = Vec::new();
    for (index, &[attack, answer]) in attacks.iter().enumerate() {
        let [tried, met] = [attack, answer].map(|cell| names::cell(from, cell));
        let (is_forced, words) = does(&stones, attack, attacker);
        stones.place(attack, attacker);
        let lead = match (index, is_forced) {
            (0, false) => format!("{a}'s most dangerous try is {tried}"),
            (0, true) => format!("{a} must first stop {d} at {tried}"),
            (_, true) => format!("{a} must stop that at {tried}"),
            (_, false) => format!("Then {a} can try {tried}"),
        };
        let (is_forced, answered) = does(&stones, answer, !attacker);
        stones.place(answer, !attacker);
        let must = if is_forced { "must answer" } else { "answers" };
        told.push(format!("{lead}{words}; {d} {must} {met}{answered}."));
    }
    told.join(" ")
}

/// Whether a move had to stop something, and what else it does, where that is more than nothing.
fn does(stones: &Stones, cell: u32, side: Side) -> (bool, String) {
    let Some(facts) = Facts::new(stones, stones.move_at(cell), side) else {
        return (false, String::new());
    };
    let words = match &facts.threatens[..] {
        [] if facts.is_forced() || facts.is_quiet() => String::new(),
        [] => format!(", which {}", facts.words(stones)),
        [threat, ..] => format!(", which threatens to win at {}", names::cell(stones, threat.cell)),
    };
    (facts.is_forced(), words)
}

/// What is known of the tries that are not told.
fn others(plan: &Guard, a: char, d: char) -> String {
    let or_wins = if plan.is_won_by_some { ", or wins" } else { "" };
    let pairs = if plan.n_lines > 0 {
        "such pairs"
    } else {
        "no line open, or pairs of cells of which it gets one each"
    };
    let within = match plan.depth {
        1 => format!("after each of them {d} has an answer that leaves {pairs}{or_wins}"),
        depth => format!("within {depth} moves of {a}'s {d} gets to that, too{or_wins}"),
    };
    format!("All other tries were looked at, too: {within}.")
}
