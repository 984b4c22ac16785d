//! Othello: where the line after a worse move parts from the best one.

use mossa_kernel::{Side, Value, View};
use mossa_search::Line;

use super::{
    contenders::Rival,
    firm::{self, Unit},
    harm::{self, taken_words},
    outlook::{ended, final_count},
    regions,
    sum::Blow,
};
use crate::explain::{Findings, Request, Story, names};

/// A lead in moves to choose from, or in discs that can never be turned, that is worth a word.
pub(super) const MUCH: usize = 2;

/// What goes wrong within so many moves is told move by move.
pub(super) const SOON: usize = 8;

/// At most so many differences of two lines are told.
const MOST_PARTINGS: usize = 1;

impl Request<'_> {
    /// What sets the line after a worse move apart from the best one.
    pub(super) fn cost(
        &self,
        findings: &Findings,
        line: &Line,
        [best, reply]: [&Story; 2],
        replies: &[Option<Story>],
    ) -> String {
        let ends = [best, reply].map(|story| final_count(story, self.mover()));
        let ([Some((best_margin, ..)), Some((margin, ..))], Some(counted)) = (ends, ended(reply))
        else {
            return self.harm_words(&self.name(findings.best()), best, reply).unwrap_or_default();
        };
        let counted = format!(" It ends with {counted}.");
        // Lines of which only the winner is proven may be told the wrong way round.
        if margin >= best_margin {
            return counted;
        }
        let is_sized = matches!(line.value, Value::Exact(exact) if exact.margin.is_some());
        let partings = self.partings(findings, best, reply, replies);
        let counted = if is_sized && !partings.is_empty() { String::new() } else { counted };
        format!("{}{counted}", partings.concat())
    }

    /// Where a line that ends worse than the best one parts from it, and how it ends, where it is not known whether that
    /// is the best play.
    pub(super) fn open_cost(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
        replies: &[Option<Story>],
    ) -> String {
        let margin = |story: &Story| final_count(story, self.mover()).map(|(margin, ..)| margin);
        let is_worse = margin(best).zip(margin(reply)).is_some_and(|(best, own)| own < best);
        let parting = if is_worse {
            // Of a line that is one of many, the first thing is enough.
            self.partings(findings, best, reply, replies).into_iter().next().unwrap_or_default()
        } else {
            String::new()
        };
        let fate = if parting.is_empty() { self.fate(best, reply) } else { String::new() };
        format!("{parting}{fate}{}", self.unsure_end(findings, reply))
    }

    /// Where two lines that end differently part: what goes wrong soon, discs for good, squares, passes,
    /// corners, else the last move.
    fn partings(
        &self,
        findings: &Findings,
        best: &Story,
        reply: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        if let Some(told) = self.blow_parting(findings, [best, reply]) {
            return vec![told];
        }
        let name = self.name(findings.best());
        let harm = self.harm_words(&name, best, reply);
        let is_soon = self.harm(best, reply).is_some_and(|harm| harm.index() <= SOON);
        let mut texts: Vec<String> = harm.clone().filter(|_| is_soon).into_iter().collect();
        if texts.is_empty() && self.only_answer(best, reply).is_none() {
            texts.extend(self.gives_squares(findings, [best, reply]));
        }
        texts.extend(self.divide_words(&name, best, reply));
        texts.extend(self.turning_words(&name, [best, reply]));
        texts.extend(self.passes_beside(findings, [best, reply]));
        texts.extend(self.corners_beside(&name, best, reply));
        // A long line is told only where there is nothing else.
        if texts.is_empty() {
            texts.extend(harm);
        }
        let is_told = self.last_move_reason(findings, best, replies).is_some();
        if texts.is_empty() && !is_told {
            texts.extend(self.last_words(&name, best, reply));
        }
        if texts.is_empty() && self.only_answer(best, reply).is_none() {
            texts.extend(self.ends_words(&name, best, reply));
        }
        texts.truncate(MOST_PARTINGS);
        texts
    }

    /// That only the best move leaves the last move of the game to the mover, where all moves that get a word show it.
    pub(super) fn last_move_reason(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let rivals = self.weighty_rivals(findings);
        let loses_it = |rival: &Rival| {
            let reply = replies.get(rival.index)?.as_ref()?;
            self.loses_last_move(best, reply)
        };
        let lost: Option<Vec<usize>> = rivals.iter().map(loses_it).collect();
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        lost.filter(|lost| !lost.is_empty()).map(|_| {
            let named = rivals.iter().map(|rival| self.name(&findings.lines[rival.index]));
            format!(
                "After {} {m} makes the last move of the game, which nobody can turn back; after {} {other} would.",
                self.name(findings.best()),
                names::list(named, "and")
            )
        })
    }

    /// How many discs the other side turns with the last move of the game, where the mover would make it after the
    /// best move.
    pub(super) fn loses_last_move(&self, best: &Story, reply: &Story) -> Option<usize> {
        let last = |story: &Story| {
            story.end.outcome()?;
            let turn = story.turns().iter().rfind(|turn| !turn.is_pass)?;
            Some((turn.side, turn.turned))
        };
        let ((side, turned), (best_side, _)) = (last(reply)?, last(best)?);
        (side != self.mover() && best_side == self.mover()).then_some(turned)
    }

    /// Squares by what they make up.
    pub(super) fn squares(&self, cells: &[u32]) -> String {
        match self.game.position().view() {
            View::Board(board) => regions::named(cells, board.rows, board.columns),
            View::Heaps(_) => String::new(),
        }
    }

    /// Where a line brings fewer corners, beside those of the other side, than the best one.
    fn corners_beside(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let taken = |story: &Story| {
            [self.mover(), !self.mover()].map(|side| harm::corners(story, story.moves.len(), side))
        };
        let ([own, theirs], better) = (taken(reply), taken(best));
        let unit = Unit::of(self.spec);
        trails([own, theirs], better, 1).then(|| {
            format!(
                " In all {}; after {name} {}.",
                taken_words(unit, [m, other], [own, theirs], "takes", "take"),
                taken_words(unit, [m, other], better, "takes", "take")
            )
        })
    }

    /// The first move of a line.
    pub(super) fn first_name(&self, story: &Story) -> String {
        story.moves.first().map_or_else(String::new, |&mv| self.game.position().show_move(mv))
    }

    /// Which discs the mover has for good soon after the best move and not after a worse one, where it does not
    /// catch up.
    fn divide_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (number, gained) = self.plain_divide(best, reply)?;
        let soon = match number {
            1 => "At once".to_owned(),
            number => format!("Within {number} moves"),
        };
        Some(format!(
            " {soon} {name} gives {} {}, never to be turned again, and {} does not.",
            names::side(self.mover()),
            self.squares(&gained),
            self.first_name(reply)
        ))
    }

    /// After how many moves that is so, and the squares of the edge.
    pub(super) fn plain_divide(&self, best: &Story, reply: &Story) -> Option<(usize, Vec<u32>)> {
        let (number, [own, theirs], [best_own, best_theirs]) = self.divide(best, reply)?;
        let gained = self.on_edge(&self.firm_apart(best, reply, number));
        // What a reader would weigh against it is no reason.
        let is_own = best.moves.first().is_some_and(|mv| gained == [mv.0]);
        let is_plain = own < best_own && theirs >= best_theirs && !gained.is_empty() && !is_own;
        is_plain.then_some((number, gained))
    }

    /// What the summary says of a line, in full: the two must agree.
    fn blow_parting(&self, findings: &Findings, [best, reply]: [&Story; 2]) -> Option<String> {
        let name = self.name(findings.best());
        match self.blow([best, reply])? {
            // These are told with the answer.
            Blow::Corner(_) | Blow::Taken => None,
            Blow::Short(..) => self.harm_words(&name, best, reply),
            Blow::Firm(..) => self.divide_words(&name, best, reply),
            Blow::Squares(_) => {
                let turning = self.turning_words(&name, [best, reply]);
                turning.or_else(|| self.ends_words(&name, best, reply))
            }
            Blow::Passes | Blow::Spared => self.passes_beside(findings, [best, reply]),
            Blow::Last => self.last_words(&name, best, reply),
        }
    }

    /// That the other side makes the last move of the game.
    fn last_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let turned = names::counted(self.loses_last_move(best, reply)? as u64, "disc");
        let last = reply.turns().iter().rposition(|turn| !turn.is_pass)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let line = match last {
            last if last <= SOON => format!("{} {other}", self.goes_on(reply, last)),
            _ => other.to_string(),
        };
        Some(format!(
            " {line} makes the last move of the game, {}, which nobody can turn back, and it turns {turned}; after {name} \
             {m} makes it.",
            self.game.position().show_move(reply.moves[last])
        ))
    }

    /// Those of some squares that lie on the edge, where anybody sees that a row up to a corner stays.
    pub(super) fn on_edge(&self, cells: &[u32]) -> Vec<u32> {
        let View::Board(board) = self.game.position().view() else { return Vec::new() };
        let is_edge = |cell: &u32| {
            let (row, column) = (cell / board.columns, cell % board.columns);
            row == 0 || column == 0 || row + 1 == board.rows || column + 1 == board.columns
        };
        cells.iter().copied().filter(is_edge).collect()
    }

    /// The squares that are the mover's for good after so many moves of the best line, and not after as many of
    /// a worse one.
    pub(super) fn firm_apart(&self, best: &Story, reply: &Story, number: usize) -> Vec<u32> {
        let firm = |story: &Story| {
            let game = self.reached(&story.moves[..number]);
            game.map_or_else(Vec::new, |game| self.firm_cells(&game, self.mover()))
        };
        let [better, worse] = [best, reply].map(firm);
        better.into_iter().filter(|cell| !worse.contains(cell)).collect()
    }

    /// From which move on, and by how much, the mover has fewer discs for good after a worse move than
    /// after the best one: both sides' discs there, and after the best one.
    pub(super) fn divide(
        &self,
        best: &Story,
        reply: &Story,
    ) -> Option<(usize, [usize; 2], [usize; 2])> {
        let [better, worse] = [best, reply].map(|story| self.firm_counts(story));
        let length = better.len().min(worse.len());
        let behind = |index: &usize| trails(worse[*index], better[*index], MUCH);
        let from = (0..length).rev().take_while(behind).last()?;
        // At the end all discs count, which is told already.
        (4 * (from + 1) <= 3 * length).then_some((from + 1, worse[from], better[from]))
    }

    /// After each move of a line, the discs that can never be turned again: the mover's, the other's.
    fn firm_counts(&self, story: &Story) -> Vec<[usize; 2]> {
        let mut game = self.game.clone();
        let counts = story.moves.iter().map(|&mv| {
            let is_played = game.play(mv).is_ok();
            let [x, o] = if is_played { firm::counts(self.spec, &game) } else { [0, 0] };
            if self.mover() == Side::First { [x, o] } else { [o, x] }
        });
        counts.collect()
    }
}

/// Whether the lead of the first over the second of two counts is smaller by so many.
pub(super) fn trails([own, theirs]: [usize; 2], better: [usize; 2], by: usize) -> bool {
    own + better[1] + by <= better[0] + theirs
}
