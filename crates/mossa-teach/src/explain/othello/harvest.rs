//! Othello: the corners that are taken some moves later, in the lines that the engine expects.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{
    counts::{CORNERS_WITHIN, signed},
    discs::{self, reachable},
    firm::Unit,
    harm::taken_words,
};
use crate::explain::{Findings, Request, Story, names};

/// So many groups of worse moves are told with the corners that are taken after them.
const MOST_GROUPS: usize = 4;

impl Request<'_> {
    /// How many more corners the mover takes than the other side; `None` where the line is too short, one side more than the
    /// other could take another one at its end, or one was given away that could have been kept.
    pub(super) fn corner_lead(&self, line: &[Move]) -> Option<i64> {
        let line = line.get(..CORNERS_WITHIN)?;
        let all = discs::corners(self.spec, self.game);
        let end = self.reached(line).filter(|end| end.outcome().is_none())?;
        let sides = [self.mover(), !self.mover()];
        let [own, theirs] = sides.map(|side| reachable(&end, &all, side).len());
        let is_settled =
            own == theirs && Unit::of(self.spec) == Unit::Corner && self.is_forced(line);
        let [own, theirs] = self.taken_within(line).map(|taken| signed(taken.len()));
        is_settled.then_some(own - theirs)
    }

    /// The corners that the mover and the other side take within a line.
    fn taken_within(&self, line: &[Move]) -> [Vec<String>; 2] {
        let line = &line[..line.len().min(CORNERS_WITHIN)];
        let story = Story::tell(self.spec, self.game, line);
        [self.mover(), !self.mover()].map(|side| {
            let turns = story.moves.iter().zip(story.turns());
            let taken = turns.filter(|(_, turn)| turn.takes_corner && turn.side == side);
            taken.map(|(&mv, _)| self.game.position().show_move(mv)).collect()
        })
    }

    /// "nobody takes a corner", "O takes h8".
    fn harvest_of(&self, line: &Line) -> String {
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let taken = self.taken_within(&line.moves);
        let [own, theirs] = taken.each_ref().map(|it| names::list(it.iter().cloned(), "and"));
        match taken.each_ref().map(Vec::is_empty) {
            [true, true] => "nobody takes a corner".to_owned(),
            [false, true] => format!("{m} takes {own}"),
            [true, false] => format!("{other} takes {theirs}"),
            [false, false] => format!("{m} takes {own} and {other} {theirs}"),
        }
    }

    /// What is taken after some moves, those together after which it is the same.
    fn taken_in_groups(&self, lines: &[&Line]) -> String {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for line in lines {
            let taken = self.harvest_of(line);
            match groups.iter_mut().find(|(known, _)| *known == taken) {
                Some((_, names)) => names.push(self.name(line)),
                None => groups.push((taken, vec![self.name(line)])),
            }
        }
        let rest = groups.len() > MOST_GROUPS;
        groups.truncate(MOST_GROUPS);
        let told = groups
            .into_iter()
            .map(|(taken, named)| format!("after {} {taken}", names::list(named, "and")));
        let told = told.collect::<Vec<_>>().join("; ");
        if rest { format!("{told}; and so on") } else { told }
    }

    /// What the best moves bring and the worse ones do not, in the lines that the engine expects.
    pub(super) fn corners_later(&self, findings: &Findings, lines: &[&Line]) -> String {
        let best: Vec<&Line> = findings.lines[..findings.judged.best.len()].iter().collect();
        format!(
            "Play each move on for {CORNERS_WITHIN} moves, both sides' together, as the engine expects it to go: {}. But {}.",
            self.taken_in_groups(&best),
            self.taken_in_groups(lines)
        )
    }

    /// The same of one worse move, with the moves that lead there.
    pub(super) fn corners_later_against(&self, findings: &Findings, line: &Line) -> String {
        let other = !self.mover();
        let length = line.moves.len().min(CORNERS_WITHIN);
        let story = Story::tell(self.spec, self.game, &line.moves[..length]);
        let [_, most] = self.taken_within(&findings.best().moves).map(|taken| taken.len());
        let best = format!(
            "after {} and as many moves as it takes, {}",
            self.name(findings.best()),
            self.harvest_of(findings.best())
        );
        match self.lost_with(&story, most) {
            Some((at, corners)) => {
                let goes = self.first_moves(&story, at + 1);
                let goes = if at == 0 { String::new() } else { format!("it may go on {goes}: ") };
                format!("{goes}then {} has {corners}; {best}", names::side(other))
            }
            None => format!("{} within {CORNERS_WITHIN} moves; {best}", self.harvest_of(line)),
        }
    }

    /// With which move of a line the other side takes more than so many corners, and all that it has taken then.
    fn lost_with(&self, story: &Story, most: usize) -> Option<(usize, String)> {
        let is_lost = |&at: &usize| {
            let turn = &story.turns()[at];
            turn.takes_corner && turn.side != self.mover()
        };
        let lost: Vec<usize> = (0..story.moves.len()).filter(is_lost).take(most + 1).collect();
        let corners = lost.iter().map(|&at| self.game.position().show_move(story.moves[at]));
        let corners = Unit::of(self.spec).the(&corners.collect::<Vec<_>>());
        lost.get(most).map(|&at| (at, corners))
    }

    /// The corners that the other side gets in the line of a worse move, more of them than in the best one.
    pub(super) fn lost_later(&self, findings: &Findings, line: &Line) -> Option<String> {
        let [_, most] = self.taken_within(&findings.best().moves).map(|taken| taken.len());
        let length = line.moves.len().min(CORNERS_WITHIN);
        let story = Story::tell(self.spec, self.game, &line.moves[..length]);
        self.lost_with(&story, most).map(|(_, corners)| corners)
    }

    /// The same in a few words.
    pub(super) fn corners_in_short(&self, findings: &Findings, apart: &[&Line]) -> String {
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let count = |line: &Line| self.taken_within(&line.moves).map(|taken| taken.len());
        let best = count(findings.best());
        let others = self.others(findings, apart);
        if apart.iter().all(|line| count(line)[1] > best[1]) && best[1] == 0 {
            return format!(
                "{other} gets no corner in the next {CORNERS_WITHIN} moves, after {others} it does"
            );
        }
        if apart.iter().all(|line| count(line)[0] < best[0]) {
            return format!(
                "{m} gets more corners in the next {CORNERS_WITHIN} moves than after {others}"
            );
        }
        let unit = Unit::of(self.spec);
        format!(
            "in the next {CORNERS_WITHIN} moves {}, and after {others} {m} comes off worse",
            taken_words(unit, [m, other], best, "takes", "take")
        )
    }
}
