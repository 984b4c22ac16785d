//! How a move that is worse than the best one is answered.

use mossa_kernel::{GameResult, Side};
use mossa_search::Line;

use super::{
    Facts, Findings, Request, Stones, Story, names, result,
    story::{Decision, Step},
    until,
};

/// How much of the time may be spent when the answers to bad moves are known; what is left is for
/// the classics.
const REPLIES_PART: f64 = 0.85;

/// So many moves behind the best one are answered; of mirror images only one.
const MOST_ANSWERED: usize = 24;

/// An answer is told move by move up to this length.
const MOST_REPLIES: usize = 8;

impl Request<'_> {
    /// How moves behind the best one that throw something away are answered: those that lose to the end,
    /// those that only draw by the next move.
    pub(super) fn replies(&mut self, findings: &Findings) -> Vec<Option<Story>> {
        let budget = until(self.budget, REPLIES_PART);
        let stones = Stones::new(self.spec, self.game);
        let wanted = self.wanted(findings, stones.as_ref());
        let lines = findings.lines.iter().zip(wanted);
        lines
            .map(|(line, is_wanted)| {
                is_wanted.then(|| {
                    let mut story = Story::tell(self.spec, self.game, &line.moves);
                    if result(&line.value) == Some(GameResult::Loss) || stones.is_none() {
                        story.go_on(self.spec, self.engine, &budget);
                    } else {
                        story.answer(self.spec, self.engine, &budget);
                    }
                    story
                })
            })
            .collect()
    }

    /// Which moves want an answer.
    fn wanted(&self, findings: &Findings, stones: Option<&Stones>) -> Vec<bool> {
        let Some(stones) = stones else { return self.tempting(findings) };
        let best = findings.proven().map(|exact| exact.result);
        let mover = self.mover();
        // What can be answered by completing a line needs no story.
        let is_plain = |line: &Line| {
            let facts = Facts::new(stones, line.mv(), mover);
            facts.is_none_or(|facts| !facts.allows.is_empty() || facts.completes.is_some())
        };
        let looks_strong = |line: &Line| {
            let facts = Facts::new(stones, line.mv(), mover);
            facts.is_some_and(|facts| facts.prepares_fork())
        };
        let mut left = MOST_ANSWERED;
        let lines = findings.lines.iter().enumerate();
        lines
            .map(|(index, line)| {
                let is_first = (0..index).all(|before| !findings.are_twins(before, index));
                let asks =
                    spoils(line, best) || best == Some(GameResult::Draw) && looks_strong(line);
                let is_wanted = index > 0 && left > 0 && asks && is_first && !is_plain(line);
                left -= usize::from(is_wanted);
                is_wanted
            })
            .collect()
    }

    /// How the other side answers a move that throws something away.
    pub(super) fn refutation(&self, line: &Line, reply: &Story) -> String {
        if result(&line.value) == Some(GameResult::Loss) {
            self.loss(reply)
        } else {
            self.spoiled(reply)
        }
    }

    /// How the other side wins.
    fn loss(&self, reply: &Story) -> String {
        let (m, winner) = (names::side(self.mover()), !self.mover());
        let w = names::side(winner);
        let Some(&answer) = reply.moves.get(1) else { return format!("{w} wins in the end") };
        let answer = names::played(self.spec, self.game, answer);
        match reply.decision(winner) {
            Some(Decision::Fork(fork, length)) => {
                let both = both_threats(fork);
                if length <= MOST_REPLIES {
                    let moves =
                        names::sequence(self.spec, self.game, &reply.moves[1..length], winner);
                    format!("after {moves} {w} {both}")
                } else {
                    format!(
                        "{w} answers {answer}, and in the end, after {length} moves, {w} {both}"
                    )
                }
            }
            Some(Decision::Zugzwang(cell)) => {
                let start = &reply.steps()[0].before;
                let last = reply.steps().last().and_then(|last| last.facts.completes.as_ref());
                let line = last.map_or_else(String::new, |line| {
                    format!(", where it completes {}", names::line(start, line))
                });
                let place = format!("{}{line}", names::place(start, cell));
                let gets = match reply.born(cell, winner) {
                    0 => format!("and keeps the winning cell {place}"),
                    2 => format!("and so gets the winning cell {place}"),
                    born => {
                        let mv = names::played(self.spec, self.game, reply.moves[born - 1]);
                        format!("and later, with {mv}, gets the winning cell {place}")
                    }
                };
                format!("{w} answers {answer} {gets}; in the end {m} must play right below it")
            }
            None => match reply.steps().last().and_then(|last| last.facts.completes.as_ref()) {
                Some(line) if reply.steps().len() > 2 => {
                    let stones = &reply.steps()[0].before;
                    let line = names::line(stones, line);
                    format!("{w} answers {answer} and in the end completes {line}")
                }
                _ => format!("{w} answers {answer} and wins in the end"),
            },
        }
    }

    /// How the other side answers a move that looks dangerous and is not.
    pub(super) fn held(&self, reply: &Story) -> Option<String> {
        let answer = reply.steps().get(1).filter(|answer| !answer.facts.is_quiet())?;
        let mv = names::played(self.spec, self.game, *reply.moves.get(1)?);
        let other = names::side(!self.mover());
        Some(format!("{other} answers {mv}, which {}", answer.facts.words(&answer.before)))
    }

    /// How the other side takes the win away.
    fn spoiled(&self, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let [_, answer, ..] = reply.steps() else {
            return format!("{other} finds an answer, and {m} does not win any more");
        };
        let mv = names::played(self.spec, self.game, reply.moves[1]);
        if answer.facts.is_quiet() {
            // What the answer takes away.
            let cell = answer.facts.cell;
            let after = answer.before.with(cell, self.mover());
            let (_, own) = after.open_lines(cell, self.mover());
            let line = after.best_line(cell, self.mover()).filter(|_| own > 1);
            let line = line.map_or_else(String::new, |line| {
                format!(
                    ", where {m} would have {own} of {} on {}",
                    after.run(),
                    names::open_line(&after, &line)
                )
            });
            format!("{other} answers {mv}{line}, and {m} does not win any more")
        } else {
            let words = answer.facts.words(&answer.before);
            format!("{other} answers {mv}, which {words}: no more than a draw")
        }
    }

    /// What the answers to the moves that throw something away have in common, as a reason for the best
    /// one.
    pub(super) fn common(&self, findings: &Findings, replies: &[Option<Story>]) -> Vec<String> {
        let proven = findings.proven().map(|exact| exact.result);
        let told = findings.lines.iter().zip(replies).filter(|(line, _)| spoils(line, proven));
        let told: Vec<&Story> = told.filter_map(|(_, reply)| reply.as_ref()).collect();
        let (Some(stones), true) = (
            Stones::new(self.spec, self.game),
            proven.is_some_and(|result| result != GameResult::Loss) && !told.is_empty(),
        ) else {
            return Vec::new();
        };
        let facts = Facts::new(&stones, findings.best().mv(), self.mover());
        // Where something is threatened, that is the reason.
        let is_plain = facts.is_none_or(|facts| {
            facts.completes.is_some() || facts.is_forced() || facts.is_double()
        });
        if is_plain || !stones.wins(self.mover()).is_empty() {
            return Vec::new();
        }
        self.shared(&stones, findings, &told).into_iter().chain(self.waiting(&told)).collect()
    }

    /// What the cell of the only good move is for, where the other side takes it as soon as it can.
    fn shared(&self, stones: &Stones, findings: &Findings, told: &[&Story]) -> Option<String> {
        let cell = stones.cell_of(findings.best().mv())?;
        let mover = self.mover();
        let best = findings.proven()?.result;
        // Where other moves are as good, nobody needs this cell.
        let rivals = findings.lines.iter().enumerate().skip(1);
        let mut rivals = rivals.filter(|(index, _)| !findings.are_twins(0, *index));
        if rivals.any(|(_, line)| result(&line.value).is_none_or(|result| result == best)) {
            return None;
        }
        let (m, other) = (names::side(mover), names::side(!mover));
        let name = self.name(findings.best());
        let taken = told.iter().filter(|story| takes(story, cell)).count();
        let needed = told.iter().filter(|story| needs(story, cell, !mover)).count();
        let all = told.len();
        let whose = |count: usize| match (count, all) {
            (1, 1) => "the worse move that was looked at".to_owned(),
            (2, 2) => "both worse moves that were looked at".to_owned(),
            (count, all) if count == all => format!("all {all} worse moves that were looked at"),
            (count, all) => format!("{count} of {all} worse moves that were looked at"),
        };
        if 2 * taken > all {
            Some(format!(
                "Why {name}? After {} {other} takes this cell at once. There {}; {}.",
                whose(taken),
                line_there(stones, cell, mover, &format!("{m} has")),
                line_there(stones, cell, !mover, &format!("{other} would have"))
            ))
        } else if 2 * needed > all && best == GameResult::Draw {
            Some(format!(
                "Why {name}? It stands where {other} needs a stone: after {} {other} wins with a line \
                 through this cell.",
                whose(needed)
            ))
        } else {
            None
        }
    }

    /// Why somebody must play below a winning cell, where that decides after some of the moves.
    fn waiting(&self, told: &[&Story]) -> Option<String> {
        let is_waited =
            |story: &&&Story| matches!(story.decision(!self.mover()), Some(Decision::Zugzwang(_)));
        let waited = told.iter().filter(is_waited);
        let waited: Vec<String> =
            waited.map(|story| names::played(self.spec, self.game, story.moves[0])).collect();
        (!waited.is_empty()).then(|| {
            format!(
                "Nobody wants to play right below a winning cell of the other side. So both fill the other \
                 columns first, and whoever runs out of other moves has to do it and loses: that is how {} \
                 wins after {}.",
                names::side(!self.mover()),
                names::list(waited, "and")
            )
        })
    }
}

/// What a stone of `side` on a cell is worth: how many open lines, and how far the best of them is.
fn line_there(stones: &Stones, cell: u32, side: Side, has: &str) -> String {
    let after = stones.with(cell, side);
    let (n_lines, own) = after.open_lines(cell, side);
    let (lines, run) = (names::counted(n_lines as u64, "open line"), after.run());
    if let Some(line) = after.best_line(cell, side).filter(|_| own > 1) {
        return format!("{has} {own} of {run} on {}", names::open_line(&after, &line));
    }
    let others = stones.open_cells().filter(|&other| other != cell);
    let most = others.map(|other| stones.open_lines(other, side).0).max().unwrap_or(0);
    let rank =
        if n_lines > most { ", more than through any other that can be played now" } else { "" };
    format!("{has} {lines}{rank}")
}

/// Whether a move wants an answer to be told: it loses, or throws a win away; `best` is the proven
/// result.
pub(super) fn spoils(line: &Line, best: Option<GameResult>) -> bool {
    match result(&line.value) {
        Some(GameResult::Loss) => true,
        Some(GameResult::Draw) => best == Some(GameResult::Win),
        Some(GameResult::Win) | None => false,
    }
}

/// Whether the first move is answered on `cell`.
fn takes(story: &Story, cell: u32) -> bool {
    // What has to be stopped has to be stopped there: that says nothing about the cell.
    story.steps().get(1).is_some_and(|step| step.facts.cell == cell && !step.facts.is_forced())
}

/// Whether the line that `winner` completes in the end runs through `cell`.
fn needs(story: &Story, cell: u32, winner: Side) -> bool {
    let last = story.steps().last().filter(|last| last.side == winner);
    last.and_then(|last| last.facts.completes.as_ref()).is_some_and(|line| line.contains(&cell))
}

/// The two threats of a double threat.
pub(super) fn both_threats(fork: &Step) -> String {
    let after = fork.after();
    if let (Some(stacked), [threat]) = (&fork.facts.stacked, &fork.facts.threatens[..]) {
        return format!(
            "threatens to complete {}, and when that is stopped, {} right above it",
            names::completion(&after, threat),
            names::line(&after, &stacked.line)
        );
    }
    let cells: Vec<u32> = fork.facts.threatens.iter().map(|win| win.cell).collect();
    format!("has {} threats at once, at {}", cells.len(), names::cells(&after, &cells))
}
