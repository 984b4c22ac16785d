//! What speaks for a move that threatens nothing yet.

use mossa_kernel::Side;
use mossa_search::Line;

use super::{
    Findings, Request, Story,
    facts::Facts,
    findings::{EQUAL_PERCENT, MOST_CLOSE_LOOKS, is_looked_at},
    names,
    stones::Stones,
};
use crate::explain::mnk::{
    beside::{is_nearly_close, next_worse},
    leaves::some_cells,
};

/// Lines with this many stones count as begun.
pub(super) const BEGUN: usize = 2;

/// Lines longer than this are too many steps away from a double threat to speak of one.
pub(super) const MOST_RUN: u32 = 12;

/// Where more cells than this would have to be looked at, nobody compares a cell with all others.
const MOST_COMPARED: usize = 4_000_000;

impl Request<'_> {
    /// Why the engine prefers a move that neither threatens nor stops anything.
    pub(super) fn quiet_choice(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
    ) -> Vec<String> {
        let (best, mover) = (findings.best(), self.mover());
        let Some(cell) = stones.cell_of(best.mv()) else { return Vec::new() };
        let mut texts = Vec::new();
        let through = || format!("{}: {}.", self.title(best), through(stones, cell, mover));
        let aims = aims(stones, cell, mover);
        if stones.falls() {
            texts.push(self.equals(findings));
            texts.push(through());
            texts.extend(aims.or_else(|| self.first_event(story)));
            texts.extend(self.natural_rivals(stones, findings));
            texts.extend(self.begun_lines(stones, findings));
        } else {
            let does = self
                .purpose(stones, findings)
                .unwrap_or_else(|| format!("{}.", self::through(stones, cell, mover)));
            let aims = aims.map_or_else(String::new, |aims| format!(" {aims}"));
            let name = self.name(best);
            // Whoever may play any of several moves is told that before what one of them does.
            if let Some(any) = self.any_will_do(findings) {
                texts.push(format!("Nothing is threatened yet. {any}"));
                texts.extend(self.in_common(stones, findings));
                texts.extend(self.set_apart(stones, findings));
                texts.push(format!("What {name} does: {does}{aims}"));
            } else {
                texts.push(format!(
                    "Nothing is threatened yet. The engine prefers {name}: {does}{aims}"
                ));
                texts.extend(self.set_apart(stones, findings));
            }
            texts.extend(self.hardly_behind(stones, findings));
            texts.extend(self.theirs(stones, findings, story));
        }
        texts
    }

    /// Which moves look as good as the best one.
    fn equals(&self, findings: &Findings) -> String {
        let close = close(findings);
        let named = match close.len() {
            0 | 1 => {
                return format!(
                    "Nothing is threatened yet. The engine prefers {}.",
                    self.name(findings.best())
                );
            }
            count if count == findings.lines.len() && count > 2 => format!("all {count} moves"),
            _ => names::list(close.iter().map(|line| self.name(line)), "and"),
        };
        let own = findings.ends.get(&findings.best().mv());
        let is_less = |line: &&&Line| {
            let ends = findings.ends.get(&line.mv());
            own.zip(ends).is_some_and(|(own, ends)| own.is_clearly_more(*ends))
        };
        let rest = if close.iter().filter(is_less).count() > 0 {
            "; what tells them apart is how games end, which is told below."
        } else {
            ": no difference between them is known, so each of them may be played."
        };
        format!(
            "Nothing is threatened yet, and {named} look about equal to the engine, at most \
             {EQUAL_PERCENT:.0} % apart{rest}"
        )
    }

    /// Moves that look natural and that the engine likes clearly less: one in the middle of the board, and
    /// one that prepares a double threat.
    fn natural_rivals(&self, stones: &Stones, findings: &Findings) -> Vec<String> {
        let middle = stones.middle();
        let facts = |line: &Line| Facts::new(stones, line.mv(), self.mover());
        let is_rival = |line: &&Line| {
            is_looked_at(line)
                && findings.is_worse(line)
                && !is_nearly_close(stones, findings, line)
        };
        // The next best is compared in another place.
        let told = next_worse(stones, findings).map(Line::mv);
        let worse = findings.lines.iter().skip(1).take(MOST_CLOSE_LOOKS).filter(is_rival);
        let worse: Vec<&Line> = worse.filter(|line| told != Some(line.mv())).collect();
        let forks =
            worse.iter().find(|line| facts(line).is_some_and(|facts| facts.prepares_fork()));
        let central =
            worse.iter().find(|line| facts(line).is_some_and(|facts| facts.cell == middle));
        let central = central.filter(|line| forks.is_none_or(|fork| fork.mv() != line.mv()));
        let threat = worse.iter().find(|line| {
            stones.falls() && facts(line).is_some_and(|facts| !facts.threatens.is_empty())
        });
        let told = forks.into_iter().chain(central).chain(threat);
        told.filter_map(|line| self.rival(stones, findings, line, &facts(line)?)).collect()
    }

    fn rival(
        &self,
        stones: &Stones,
        findings: &Findings,
        line: &Line,
        facts: &Facts,
    ) -> Option<String> {
        let what = if facts.prepares_fork() || !facts.threatens.is_empty() {
            format!(", which {}", facts.words(stones))
        } else {
            " in the middle".to_owned()
        };
        let (worth, best) = (names::value(&line.value), names::value(&findings.best().value));
        let answer = *line.moves.get(1)?;
        let after = stones.with(facts.cell, self.mover());
        let answered = Facts::new(&after, answer, !self.mover())?;
        let name = names::played(self.spec, self.game, answer);
        let does = if answered.is_quiet() {
            String::new()
        } else {
            format!(", which {}", answered.words(&after))
        };
        let is_stopped =
            stones.falls() && !facts.threatens.is_empty() && !answered.stops.is_empty();
        let spent = if is_stopped {
            " A threat that is stopped at once gains nothing by itself."
        } else {
            ""
        };
        Some(format!(
            "Why not {}{what}? The engine expects the answer {name}{does}, and gives {} {worth} then, not \
             {best}.{spent}",
            self.name(line),
            names::side(self.mover()),
        ))
    }

    /// A move at the beginning of a sentence.
    pub(super) fn title(&self, line: &Line) -> String {
        names::title(&self.name(line))
    }

    /// What the line that the engine expects comes to first.
    fn first_event(&self, story: &Story) -> Option<String> {
        let mut steps = story.steps().iter().enumerate().skip(1);
        let (index, step) = steps.find(|(_, step)| !step.facts.is_quiet())?;
        Some(format!(
            "In the line below, which the engine expects, the first thing to happen is move {}: {} plays {}, \
             which {}.",
            index + 1,
            names::side(step.side),
            names::played(self.spec, self.game, story.moves[index]),
            step.facts.words(&step.before)
        ))
    }
}

/// The lines through a cell, beside those through other cells.
fn through(stones: &Stones, cell: u32, mover: Side) -> String {
    let run = stones.run();
    let (lines, own) = stones.with(cell, mover).open_lines(cell, mover);
    let is_small = stones.n_free() * (run * run) as usize <= MOST_COMPARED;
    let others = stones.open_cells().filter(|&other| is_small && other != cell);
    let counts: Vec<usize> = others.map(|other| stones.open_lines(other, mover).0).collect();
    let (most, least) =
        (counts.iter().max().copied().unwrap_or(0), counts.iter().min().copied().unwrap_or(0));
    let m = names::side(mover);
    let run_through = match lines {
        0 => format!("{m} can complete no line through it"),
        1 => format!("one line of {run} through it is still open for {m}"),
        lines => format!("{lines} lines of {run} through it are still open for {m}"),
    };
    let rank = match lines {
        0 | 1 => String::new(),
        lines if is_small && lines >= most && least < lines => {
            let other = if stones.falls() { "cell that can be played now" } else { "cell" };
            format!(" (no other {other} has more, the poorest has {least})")
        }
        _ => String::new(),
    };
    let begun = stones.with(cell, mover).lines_with(cell, mover, BEGUN);
    let hold = match begun {
        0 => String::new(),
        1 => format!("; one of them then holds {own} of {m}'s stones"),
        begun => format!("; {begun} of them then hold {BEGUN} or more of {m}'s stones"),
    };
    let blocked = stones.begun_through(cell, !mover);
    let blocked = match blocked {
        0 => String::new(),
        1 => format!("; and it blocks a line that {} has begun", names::side(!mover)),
        blocked => {
            format!("; and it blocks {blocked} lines that {} has begun", names::side(!mover))
        }
    };
    let overlong = overlong(stones, cell, mover);
    format!("{run_through}{rank}{hold}{blocked}{overlong}")
}

/// Lines through a cell that do not count because they would become too long.
fn overlong(stones: &Stones, cell: u32, mover: Side) -> String {
    let run = stones.run();
    match stones.with(cell, mover).overlong_through(cell, mover) {
        0 => String::new(),
        1 => format!("; one more would be longer than {run}, and only exactly {run} count here"),
        long => {
            format!("; {long} more would be longer than {run}, and only exactly {run} count here")
        }
    }
}

/// What the next move could make of it, and what it takes from the other side.
fn aims(stones: &Stones, cell: u32, mover: Side) -> Option<String> {
    if stones.run() > MOST_RUN {
        return None;
    }
    let (m, other) = (names::side(mover), names::side(!mover));
    let mut after = stones.with(cell, mover);
    let had = if stones.falls() { Vec::new() } else { stones.clone().builders(cell, mover) };
    let mut own: Vec<u32> = after.builders(cell, mover);
    own.retain(|next| !had.contains(next));
    let goes_on = (!own.is_empty()).then(|| {
        let cells = some_cells(&after, &own);
        format!(
            "If {other} does not answer, {m} can go on at {cells}: that would prepare a double threat."
        )
    });
    let theirs = stones.clone().builders(cell, !mover);
    let left = after.builders(cell, !mover);
    // Where a stone would even have threatened to win, more is told elsewhere.
    let is_new =
        |next: &u32| !left.contains(next) && stones.with(*next, !mover).wins(!mover).is_empty();
    let taken: Vec<u32> = theirs.into_iter().filter(is_new).collect();
    let cells = some_cells(stones, &taken);
    let texts: Vec<String> = if taken.is_empty() {
        goes_on.into_iter().collect()
    } else if stones.falls() {
        let taken = format!(
            "It is in {other}'s way: a stone in {cells} would have prepared a double threat for {other}, and now \
             does not."
        );
        goes_on.into_iter().chain([taken]).collect()
    } else {
        let taken =
            format!("Without it a stone on {cells} would prepare a double threat for {other}.");
        [taken].into_iter().chain(goes_on).collect()
    };
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// The moves that look as good as the best one: of those that were looked at closely, and their mirror
/// images.
pub(super) fn close(findings: &Findings) -> Vec<&Line> {
    let is_close = |index: usize| {
        let line = &findings.lines[index];
        is_looked_at(line) && !findings.is_glance(line) && !findings.is_worse(line)
    };
    let seen: Vec<usize> =
        (0..findings.lines.len().min(MOST_CLOSE_LOOKS)).filter(|&index| is_close(index)).collect();
    let belongs =
        |index: &usize| seen.iter().any(|&seen| seen == *index || findings.are_twins(seen, *index));
    (0..findings.lines.len()).filter(belongs).map(|index| &findings.lines[index]).collect()
}

/// What a move does that is preferred and not quiet.
pub(super) fn loud(stones: &Stones, facts: &Facts, title: &str) -> String {
    format!("{title} {}.", facts.words(stones))
}
