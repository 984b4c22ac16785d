//! How a move that is worse than the best one is answered.

use mossa_games::GameSpec;
use mossa_kernel::{GameResult, Move, Side};
use mossa_search::Line;

use super::{
    Facts, Findings, Request, Stones, Story, names, result,
    story::{Decision, Step},
    until,
};
use crate::explain::connect::hanging;
use crate::explain::mnk::natural;

/// How much of the time may be spent when the answers to bad moves are known; what is left is for
/// the classics.
const REPLIES_PART: f64 = 0.85;

/// So many moves behind the best one are answered; of mirror images only one.
const MOST_ANSWERED: usize = 24;

/// An answer is told move by move up to this length.
const MOST_REPLIES: usize = 8;

impl Request<'_> {
    /// How moves behind the best one that throw something away are answered: those that lose, and all where
    /// stones fall or discs are turned, to the end; others that only draw by the next move.
    pub(super) fn replies(&mut self, findings: &Findings) -> Vec<Option<Story>> {
        let budget = until(self.budget, REPLIES_PART);
        let stones = Stones::new(self.spec, self.game);
        // The most natural first, while there is time.
        let order = natural::order(stones.as_ref(), findings, self.mover());
        let wanted = self.wanted(findings, stones.as_ref(), &order);
        let falls = stones.as_ref().is_none_or(Stones::falls);
        let mut replies: Vec<Option<Story>> = findings.lines.iter().map(|_| None).collect();
        for index in order.into_iter().filter(|&index| wanted[index]) {
            let line = &findings.lines[index];
            let mut story = Story::tell(self.spec, self.game, &line.moves);
            if falls || result(&line.value) == Some(GameResult::Loss) {
                story.go_on(self.spec, self.engine, &budget);
            } else {
                story.answer(self.spec, self.engine, &budget);
            }
            replies[index] = Some(story);
        }
        let asked = stones.as_ref().map(|stones| self.asked_about(stones, findings));
        for rival in asked.into_iter().flatten() {
            let line = &findings.lines[rival.index];
            let mut story = Story::tell(self.spec, self.game, &line.moves);
            story.grow(self.spec, self.engine, &budget);
            replies[rival.index] = Some(story);
        }
        replies
    }

    /// Which moves want an answer: the first of those that do, in this order.
    fn wanted(&self, findings: &Findings, stones: Option<&Stones>, order: &[usize]) -> Vec<bool> {
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
        let asks = |&index: &usize| {
            let line = &findings.lines[index];
            let is_first = (0..index).all(|before| !findings.are_twins(before, index));
            let asks = spoils(line, best) || best == Some(GameResult::Draw) && looks_strong(line);
            index > 0 && asks && is_first && !is_plain(line)
        };
        let mut wanted = vec![false; findings.lines.len()];
        for index in order.iter().copied().filter(asks).take(MOST_ANSWERED) {
            wanted[index] = true;
        }
        wanted
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
        let winner = !self.mover();
        let w = names::side(winner);
        self.defeat(reply, winner, 0).unwrap_or_else(|| match reply.moves.get(1) {
            Some(&answer) => {
                let answer = names::played(self.spec, self.game, answer);
                format!("{w} answers {answer} and wins in the end")
            }
            None => format!("{w} wins in the end"),
        })
    }

    /// How `winner` wins a line that the other side begins with a bad move after so many others; `None` where
    /// the line does not show it.
    pub(super) fn defeat(&self, reply: &Story, winner: Side, before: usize) -> Option<String> {
        let (w, loser) = (names::side(winner), names::side(!winner));
        let answer = names::played(self.spec, self.game, *reply.moves.get(1)?);
        let last = reply.steps().last().filter(|last| last.side == winner)?;
        let line = last.facts.completes.as_ref()?;
        let start = &reply.steps()[0].before;
        match reply.decision(winner) {
            Some(Decision::Fork(fork, length)) => {
                let both = both_threats(fork);
                if length == 2 {
                    return Some(format!("{w} answers {answer} and {both}"));
                }
                if !start.falls() {
                    return reply.course(1, winner);
                }
                if length <= MOST_REPLIES {
                    let moves = self.told_moves(&reply.moves[1..length], winner);
                    return Some(format!("after {moves} {w} {both}"));
                }
                let gets = self.gets(reply, fork, length, before);
                let number = before + length;
                Some(format!(
                    "{w} answers {answer}{gets}, and in the end, with move {number}, {w} {both}"
                ))
            }
            Some(Decision::Zugzwang(cell)) => {
                let line = names::line(start, line);
                let place = format!("{}, where it completes {line}", names::place(start, cell));
                let gets = self.gets_for_later(reply, cell, &place, winner);
                Some(format!(
                    "{w} answers {answer} {gets}; in the end {loser} must play right below it"
                ))
            }
            None if reply.steps().len() == 2 => {
                Some(format!("{w} answers {answer} and completes {}", names::line(start, line)))
            }
            None => {
                let line = names::line(start, line);
                Some(format!("{w} answers {answer} and in the end completes {line}"))
            }
        }
    }

    /// How the winner comes by the winning cell that it completes in the end.
    fn gets_for_later(&self, reply: &Story, cell: u32, place: &str, winner: Side) -> String {
        match reply.born(cell, winner) {
            0 => format!("and keeps the winning cell {place}"),
            2 => format!("and so gets the winning cell {place}"),
            born => {
                let mv = names::played(self.spec, self.game, reply.moves[born - 1]);
                format!("and later, with {mv}, gets the winning cell {place}")
            }
        }
    }

    /// Which winning cells of a double threat the winner gets before it, as a half sentence.
    fn gets(&self, reply: &Story, fork: &Step, length: usize, before: usize) -> String {
        let wins = fork.facts.threatens.iter().chain(&fork.facts.stacked);
        let born = wins.map(|win| (reply.born(win.cell, fork.side), win.cell));
        let mut born: Vec<_> = born.filter(|&(born, _)| born > 0 && born < length).collect();
        born.sort_unstable();
        // One move may make several.
        let told: Vec<String> = born
            .chunk_by(|a, b| a.0 == b.0)
            .map(|made| {
                let number = made[0].0;
                let places = made.iter().map(|&(_, cell)| names::place(&fork.before, cell));
                let cells = if made.len() == 1 { "winning cell" } else { "winning cells" };
                let mv = names::played(self.spec, self.game, reply.moves[number - 1]);
                let places = names::list(places, "and");
                format!("the {cells} {places} (by move {}, {mv})", before + number)
            })
            .collect();
        if told.is_empty() {
            return String::new();
        }
        format!(", gets {}", names::list(told, "and"))
    }

    /// Moves in the order in which they are played; where they are columns, with who plays them.
    pub(super) fn told_moves(&self, moves: &[Move], first: Side) -> String {
        let GameSpec::Connect(_) = self.spec else {
            return names::sequence(self.spec, self.game, moves, first);
        };
        let sides = [first, !first].into_iter().cycle();
        let told = sides.zip(moves).map(|(side, &mv)| {
            format!("{} in {}", names::side(side), names::played(self.spec, self.game, mv))
        });
        names::list(told, "and")
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
        let ending = self.drawn_ending(reply);
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
            let ending = ending.map_or_else(
                || format!(", and {m} does not win any more"),
                |end| format!("; {end}"),
            );
            format!("{other} answers {mv}{line}{ending}")
        } else {
            let words = answer.facts.words(&answer.before);
            let ending =
                ending.map_or_else(|| ": no more than a draw".to_owned(), |end| format!("; {end}"));
            format!("{other} answers {mv}, which {words}{ending}")
        }
    }

    /// What the mover's winning cells come to in a line that ends in a draw, where stones fall.
    fn drawn_ending(&self, reply: &Story) -> Option<String> {
        let is_won = reply.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
        let is_drawn = reply.is_over() && !is_won;
        let told = hanging::in_vain(reply, self.mover()).filter(|_| is_drawn)?;
        Some(format!("{told}, and it is a draw"))
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
        self.shared(&stones, findings, &told).into_iter().collect()
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
        let other = names::side(!mover);
        let name = self.name(findings.best());
        let taken = told.iter().filter(|story| takes(story, cell)).count();
        // Where it also had to stop something there, it takes the cell all the same.
        let all_taken = told.iter().filter(|story| answers_at(story, cell)).count();
        let needed = told.iter().filter(|story| needs(story, cell, !mover)).count();
        let all = told.len();
        let whose = |count: usize| match (count, all) {
            (1, 1) => "the worse move that was looked at".to_owned(),
            (2, 2) => "both worse moves that were looked at".to_owned(),
            (count, all) if count == all => format!("all {all} worse moves that were looked at"),
            (count, all) => format!("{count} of {all} worse moves that were looked at"),
        };
        if 2 * taken > all {
            let there = there(stones, cell, mover);
            Some(format!(
                "Why {name}? After {} {other} takes this cell at once. There {there}.",
                whose(all_taken)
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
}

/// What a stone on a cell is worth to each side; `mover` is to move.
pub(super) fn there(stones: &Stones, cell: u32, mover: Side) -> String {
    let [own, theirs] = [mover, !mover].map(|side| line_there(stones, cell, side));
    if own == theirs {
        return format!("either side would have {own}");
    }
    format!("{} has {own}; {} would have {theirs}", names::side(mover), names::side(!mover))
}

/// What a stone of `side` on a cell is worth: how many open lines, and how far the best of them is.
fn line_there(stones: &Stones, cell: u32, side: Side) -> String {
    let after = stones.with(cell, side);
    let (n_lines, own) = after.open_lines(cell, side);
    let (lines, run) = (names::counted(n_lines as u64, "open line"), after.run());
    if let Some(line) = after.best_line(cell, side).filter(|_| own > 1) {
        return format!("{own} of {run} on {}", names::open_line(&after, &line));
    }
    let others = stones.open_cells().filter(|&other| other != cell);
    let most = others.map(|other| stones.open_lines(other, side).0).max().unwrap_or(0);
    let rank =
        if n_lines > most { ", more than through any other that can be played now" } else { "" };
    format!("{lines}{rank}")
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
pub(super) fn takes(story: &Story, cell: u32) -> bool {
    // What has to be stopped has to be stopped there: that says nothing about the cell.
    let is_free = story.steps().get(1).is_some_and(|step| !step.facts.is_forced());
    is_free && answers_at(story, cell)
}

fn answers_at(story: &Story, cell: u32) -> bool {
    story.steps().get(1).is_some_and(|step| step.facts.cell == cell)
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
    let wins = &fork.facts.threatens;
    format!("has {} threats at once, {}", wins.len(), names::threatened(&after, wins))
}
