//! The rows of the table of moves: which moves stand in one, and which are told where not all can be.

use mossa_games::GameSpec;
use mossa_kernel::GameResult;
use mossa_search::Line;

use super::{
    DiscFacts, Facts, Findings, Request, Stones, Story,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    moves::{MOST_MOVES, wins_at_once},
    refute::spoils,
    result,
    story::{Decision, Step},
};
use crate::explain::mnk::natural::{self, Appeal};

/// So many rows are made before it is chosen which of them are told, and so many of them are for moves that lose
/// though they look natural.
const MOST_CANDIDATES: usize = 30;
const LEAST_NATURAL: usize = 2;

/// In a proven position so many moves are looked at for whether they do the same as one that is told.
const MOST_LOOKED_AT: usize = 60;

/// How the best move loses is told by the line below where that is longer than this.
const SHORT_LINE: usize = 4;
const AS_BELOW: &str = "loses, as the line below shows";

/// A row names so many moves, and counts the rest.
const MOST_NAMED: usize = 4;

/// Moves of which the same can be said.
pub(super) struct Row {
    /// Their places in the list of all.
    pub(super) moves: Vec<usize>,
    pub(super) worth: String,
    pub(super) words: String,
    /// What is counted after it where the reasons speak of that, as many as there are heads for.
    pub(super) counts: Vec<String>,
    /// Whether the words are about the first of them, and the others are its mirror images.
    pub(super) is_mirrored: bool,
}

impl Row {
    /// The best of its moves.
    fn first(&self) -> usize {
        self.moves.iter().copied().min().unwrap_or(0)
    }
}

impl Request<'_> {
    /// The rows of the table: moves of which the same can be said stand in one.
    pub(super) fn rows(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<Row> {
        let stones = Stones::new(self.spec, self.game);
        let mut rows: Vec<Row> = Vec::new();
        let most = if findings.is_proven { MOST_LOOKED_AT } else { MOST_CLOSE_LOOKS };
        let best = findings.proven().map(|exact| exact.result);
        let falls = stones.as_ref().is_some_and(Stones::falls);
        let ends_at_once = stones.is_some() && wins_at_once(findings);
        let order = natural::order(stones.as_ref(), findings, self.mover());
        let is_chosen = stones.is_some() && !falls;
        let asked: Vec<usize> = match &stones {
            Some(stones) => self.asked_about(stones, findings).iter().map(|it| it.index).collect(),
            None => Vec::new(),
        };
        let is_discs = stones.is_none();
        let most_rows = if is_chosen || is_discs { MOST_CANDIDATES } else { MOST_MOVES + 1 };
        let others = order.iter().skip(most).filter(|index| asked.contains(index));
        for &index in order.iter().take(most).chain(others) {
            let line = &findings.lines[index];
            // Mirror images stand with the first of them.
            let is_over = ends_at_once && findings.best().value != line.value
                || is_chosen && findings.is_needless(line);
            let is_told = rows.iter().any(|row| row.moves.contains(&index));
            // In few columns none is left out; where all is proven, what was not is called so.
            let is_shown = is_looked_at(line) || findings.is_proven && falls;
            if is_told || is_over || !is_shown {
                continue;
            }
            let reply = match index {
                0 => Some(story),
                index => replies.get(index).and_then(Option::as_ref),
            };
            let worth = Self::worth(findings, line);
            let Some(mut words) =
                self.describe(stones.as_ref(), line, reply, best, findings.tells_safe)
            else {
                continue;
            };
            if index == 0 && is_chosen && spoils(line, best) && story.moves.len() > SHORT_LINE {
                words = words.replace(&self.refutation(line, story), AS_BELOW);
            }
            words.extend(self.doubt(stones.as_ref(), findings, line));
            let later = self.comes_to(findings, story, line);
            let twins = (index..findings.lines.len())
                .filter(|&twin| twin == index || findings.are_twins(index, twin));
            let twins: Vec<usize> = twins.collect();
            let is_general = self.is_general(stones.as_ref(), line, best) && later.is_none();
            let names_cells = twins.len() > 1 && !is_general;
            words.extend(later);
            let mut counts = Self::count_cells(findings, line);
            counts.extend(Self::weighed_cells(findings, line));
            counts.extend(self.played_cell(findings, line));
            let is_alike = |row: &Row| {
                let is_same = row.worth == worth && row.words == words && row.counts == counts;
                !row.is_mirrored && !names_cells && is_same
            };
            if let Some(row) = rows.iter_mut().find(|row| is_alike(row)) {
                row.moves.extend(twins);
            } else if rows.len() < most_rows {
                let is_mirrored = names_cells;
                rows.push(Row { moves: twins, worth, words, counts, is_mirrored });
            }
        }
        // One row more is no longer than a line that says that one is left out.
        let told: usize = rows.iter().map(|row| row.moves.len()).sum();
        if told == findings.lines.len() && rows.len() <= MOST_MOVES + 1 {
            rows.sort_by_key(Row::first);
        } else if let Some(stones) = stones.filter(|_| is_chosen) {
            rows = self.chosen(&stones, findings, replies, rows, &asked);
            self.join_rest(&stones, findings, replies, &mut rows);
        } else {
            self.keep_rivals(findings, &mut rows);
        }
        rows
    }

    /// Leaves the first rows, and those of moves that the reasons speak of.
    fn keep_rivals(&self, findings: &Findings, rows: &mut Vec<Row>) {
        let is_discs = matches!(self.spec, GameSpec::Othello(_));
        let named = if is_discs { self.named(findings) } else { Vec::new() };
        keep_asked(rows, &named, MOST_MOVES);
    }

    /// The rows that are told where there are too many: some of moves that lose though they look natural, before
    /// others that nobody would play, and all of moves that the reasons speak of.
    fn chosen(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
        rows: Vec<Row>,
        asked: &[usize],
    ) -> Vec<Row> {
        let line = |row: &Row| &findings.lines[row.moves[0]];
        let is_lost =
            |row: &Row| row.first() > 0 && result(&line(row).value) == Some(GameResult::Loss);
        let is_natural = |row: &&Row| {
            let appeal = Appeal::of(stones, line(row), self.mover());
            is_lost(row) && appeal.is_some_and(Appeal::is_natural)
        };
        let kept = rows.iter().filter(is_natural).count().min(LEAST_NATURAL);
        let (mut lost, mut told): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_lost);
        keep_asked(&mut told, asked, MOST_MOVES - kept);
        let left = MOST_MOVES.saturating_sub(told.len());
        // What is said of most moves is told before what nobody would play.
        let common = lost.iter().position(|row| {
            !is_natural(&row) && self.answer_to_all(findings, replies, row).is_some()
        });
        if let Some(common) = common.filter(|_| left > 1) {
            let row = lost.remove(common);
            let answer = self.answer_to_all(findings, replies, &row);
            let is_met = |index: &usize| {
                let facts = Facts::new(stones, findings.lines[*index].mv(), self.mover());
                facts.zip(answer).is_some_and(|(facts, answer)| is_met(stones, &facts, answer))
            };
            lost.retain(|other| other.worth != row.worth || !other.moves.iter().all(is_met));
            lost.insert(common.min(left - 1).min(lost.len()), row);
        }
        told.extend(lost.into_iter().take(left));
        told.sort_by_key(Row::first);
        told
    }

    /// Puts moves that are not told to those of which the same can be said.
    fn join_rest(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
        rows: &mut [Row],
    ) {
        if findings.lines.len() > natural::MOST_ORDERED {
            return;
        }
        let answers: Vec<Option<&Step>> =
            rows.iter().map(|row| self.answer_to_all(findings, replies, row)).collect();
        let told: Vec<usize> = rows.iter().flat_map(|row| row.moves.clone()).collect();
        let rest = (0..findings.lines.len()).filter(|index| !told.contains(index));
        for index in rest {
            let line = &findings.lines[index];
            let worth = Self::worth(findings, line);
            let Some(facts) = Facts::new(stones, line.mv(), self.mover()) else { continue };
            let is_alike = |(row, answer): &(&mut Row, Option<&Step>)| {
                let is_plain = !facts.allows.is_empty() && row.words == facts.words(stones);
                let is_same = answer.is_some_and(|answer| is_met(stones, &facts, answer));
                !row.is_mirrored && row.worth == worth && (is_plain || is_same)
            };
            if let Some((row, _)) = rows.iter_mut().zip(answers.iter().copied()).find(is_alike) {
                row.moves.push(index);
            }
        }
        for row in rows {
            row.moves.sort_unstable();
        }
    }

    /// The answer that makes a double threat at once, where that is all that is said of the moves of a row.
    fn answer_to_all<'s>(
        &self,
        findings: &Findings,
        replies: &'s [Option<Story>],
        row: &Row,
    ) -> Option<&'s Step> {
        let first = row.moves[0];
        let reply = replies.get(first)?.as_ref()?;
        let is_all = row.words == self.refutation(&findings.lines[first], reply);
        match reply.decision(!self.mover()) {
            Some(Decision::Fork(fork, 2)) if is_all => Some(fork),
            _ => None,
        }
    }

    /// Whether what is said of a move holds for its mirror images word by word.
    fn is_general(&self, stones: Option<&Stones>, line: &Line, best: Option<GameResult>) -> bool {
        let Some(stones) = stones else {
            return DiscFacts::new(self.spec, self.game, line.mv())
                .is_none_or(|facts| !facts.names_corners());
        };
        // An answer is told by its place.
        let facts = Facts::new(stones, line.mv(), self.mover());
        facts.is_none_or(|facts| facts.is_quiet() && !facts.names_a_line(stones))
            && !spoils(line, best)
    }

    /// The moves of a row.
    pub(super) fn names(&self, findings: &Findings, row: &Row, is_rest: bool) -> String {
        // One more is as short as to say that there is one more.
        let is_one_more = row.moves.len() == MOST_NAMED + 1 && (row.is_mirrored || !is_rest);
        let most = MOST_NAMED + usize::from(is_one_more);
        let shown = row.moves.iter().take(most);
        let shown: Vec<String> = shown
            .map(|&index| self.game.position().show_move(findings.lines[index].mv()))
            .collect();
        match row.moves.len() - shown.len() {
            0 => shown.join(" "),
            _ if is_rest && !row.is_mirrored => format!("the other {}", row.moves.len()),
            more => format!("{} + {more} more", shown.join(" ")),
        }
    }
}

/// Leaves so many rows: those of some moves, and the first of the others.
fn keep_asked(rows: &mut Vec<Row>, asked: &[usize], most: usize) {
    let is_asked = |row: &Row| asked.iter().any(|index| row.moves.contains(index));
    let mut left = most.saturating_sub(rows.iter().filter(|row| is_asked(row)).count());
    rows.retain(|row| {
        let is_kept = is_asked(row) || left > 0;
        left -= usize::from(left > 0 && !is_asked(row));
        is_kept
    });
}

/// Whether a move that no player would think of first is answered by the same double threat as another one.
pub(super) fn is_met(stones: &Stones, facts: &Facts, answer: &Step) -> bool {
    let after = stones.with(facts.cell, facts.side);
    let met = Facts::new(&after, after.move_at(answer.facts.cell), answer.side);
    let cells =
        |facts: &Facts| -> Vec<u32> { facts.threatens.iter().map(|win| win.cell).collect() };
    let is_tame = [&facts.stops, &facts.threatens].iter().all(|list| list.is_empty());
    is_tame
        && facts.spoils.is_empty()
        && met.is_some_and(|met| met.is_double() && cells(&met) == cells(&answer.facts))
}
