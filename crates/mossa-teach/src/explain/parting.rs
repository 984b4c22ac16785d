//! Othello: where the line after a worse move parts from the best one.

use mossa_kernel::{Move, Side, View};

use super::{
    Findings, Request, Story,
    firm::{self, Firm, Unit},
    harm::{self, Harm, taken_words},
    names,
    outlook::{ended, final_count},
    regions,
};

/// A lead in moves to choose from, or in discs that can never be turned, that is worth a word.
pub(super) const MUCH: usize = 2;

/// At most so many differences of two lines are told.
const MOST_PARTINGS: usize = 2;

impl Request<'_> {
    /// What sets the line after a worse move apart from the best one.
    pub(super) fn cost(&self, findings: &Findings, best: &Story, reply: &Story) -> String {
        let ends = [best, reply].map(|story| final_count(story, self.mover()));
        if let ([Some((best_margin, ..)), Some((margin, ..))], Some(counted), Some(best_counted)) =
            (ends, ended(reply), ended(best))
        {
            let counted = format!(" It ends with {counted}");
            // Lines of which only the winner is proven may be told the wrong way round.
            if margin >= best_margin {
                return format!("{counted}.");
            }
            let name = self.name(findings.best());
            let harm = self.harm_words(&name, best, reply).unwrap_or_default();
            let parts = self.parting(findings, best, reply);
            return format!("{harm}{counted}; after {name} with {best_counted}.{parts}");
        }
        self.outlook_beside(findings, best, reply)
    }

    /// Where two lines that end differently part: discs for good, passes, squares.
    fn parting(&self, findings: &Findings, best: &Story, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let mut texts = Vec::new();
        texts.extend(self.divide_words(&name, best, reply));
        let is_told = matches!(self.harm(best, reply), Some(Harm::Pass(_)));
        texts.extend(self.passes_beside(&name, best, reply).filter(|_| !is_told));
        texts.extend(self.corners_beside(&name, best, reply));
        if let Some((number, squares)) = self.turning_point(best, reply) {
            let show = |mv: Move| self.game.position().show_move(mv);
            let named = self.squares(&squares);
            texts.push(match number {
                0 => format!(" {other} keeps {named} in it; after {name} {m} has them in the end."),
                number => format!(
                    " With move {number} of that line, {other}'s {}, {other} gets {named} and has them at the end; \
                     after {name} {m} has them at the end.",
                    show(reply.moves[number - 1])
                ),
            });
        }
        texts.truncate(MOST_PARTINGS);
        texts.concat()
    }

    /// Where somebody must pass more often in a line, or less often, than in the best one.
    fn passes_beside(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let count = |story: &Story, side| harm::passes(story, story.moves.len(), side);
        let own = [best, reply].map(|story| count(story, self.mover()));
        let theirs = [best, reply].map(|story| count(story, !self.mover()));
        if own[1] > own[0] {
            Some(format!(
                " {m} must pass {}; after {name} {m} {}.",
                times(own[1], &format!(" in it, so {other} moves twice in a row")),
                must_pass(own[0])
            ))
        } else if theirs[1] < theirs[0] {
            Some(format!(
                " After {name} {other} must pass {}; in this line {other} {}.",
                times(theirs[0], &format!(", so {m} moves twice in a row")),
                must_pass(theirs[1])
            ))
        } else {
            None
        }
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
        let is_told = matches!(self.harm(best, reply), Some(Harm::Corner(_)));
        let unit = Unit::of(self.spec);
        (trails([own, theirs], better, 1) && !is_told).then(|| {
            format!(
                " In it {}; after {name} {}.",
                taken_words(unit, [m, other], [own, theirs], "takes", "take"),
                taken_words(unit, [m, other], better, "takes", "take")
            )
        })
    }

    /// With which move of a worse line, counted from 1, the other side gets most of the squares for good
    /// that are the mover's at the end of the best line, and which; 0 where it had them all the time.
    pub(super) fn turning_point(&self, best: &Story, reply: &Story) -> Option<(usize, Vec<u32>)> {
        let mut boards = vec![self.game.position().view()];
        let mut game = self.game.clone();
        for &mv in &reply.moves {
            game.play(mv).ok()?;
            boards.push(game.position().view());
        }
        let better = best.end.position().view();
        let owner = |view: &View, cell: u32| match view {
            View::Board(board) => board.cells.get(cell as usize).copied().flatten(),
            View::Heaps(_) => None,
        };
        let View::Board(board) = &better else { return None };
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); boards.len() + 1];
        for cell in (0..board.rows * board.columns)
            .filter(|&cell| owner(&better, cell) == Some(self.mover()))
        {
            // Since which move it has been the other side's without a break.
            let is_theirs = |board: &&View| owner(board, cell) == Some(!self.mover());
            let kept = boards.iter().rev().take_while(is_theirs).count();
            groups[boards.len() - kept].push(cell);
        }
        // What the other side does not have in the end is not its gain.
        groups.pop();
        let most = groups.iter().map(Vec::len).max().filter(|&most| most > 1)?;
        let number = groups.iter().position(|group| group.len() == most)?;
        Some((number, groups.swap_remove(number)))
    }

    /// From which move on the mover has fewer discs for good after a worse move than after the best one, and
    /// does not catch up.
    fn divide_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (number, [own, theirs], [best_own, best_theirs]) = self.divide(best, reply)?;
        let lost = self.firm_apart(best, reply, number);
        let which = match lost.len() {
            0 => String::new(),
            _ => format!(
                " What {m} has for good then, and not in that line: {}.",
                self.squares(&lost)
            ),
        };
        let (when, beside) = match number {
            1 => ("After it".to_owned(), String::new()),
            number => {
                (format!("After {number} moves of that line"), " and as many moves".to_owned())
            }
        };
        Some(format!(
            " {when} {m} has {} that can never be turned again and {other} {theirs}; after {name}{beside} {m} has \
             {best_own} and {other} {best_theirs}.{which}",
            names::counted(own as u64, "disc"),
        ))
    }

    /// The squares that are the mover's for good after so many moves of the best line, and not after as many of
    /// a worse one.
    pub(super) fn firm_apart(&self, best: &Story, reply: &Story, number: usize) -> Vec<u32> {
        let firm = |story: &Story| -> Option<Vec<u32>> {
            let game = self.reached(&story.moves[..number])?;
            let View::Board(board) = game.position().view() else { return None };
            let firm = Firm::new(self.spec, &game)?.cells();
            let is_own = |cell: &u32| {
                firm[*cell as usize] && board.cells[*cell as usize] == Some(self.mover())
            };
            Some((0..board.rows * board.columns).filter(is_own).collect())
        };
        let [better, worse] = [best, reply].map(|story| firm(story).unwrap_or_default());
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

/// "once in it, so O moves twice in a row", "3 times in it, so O moves twice in a row each time".
fn times(count: usize, what: &str) -> String {
    match count {
        1 => format!("once{what}"),
        count => format!("{count} times{what} each time"),
    }
}

/// "never has to", "must pass once".
fn must_pass(count: usize) -> String {
    match count {
        0 => "never has to".to_owned(),
        1 => "must pass once".to_owned(),
        count => format!("must pass {count} times"),
    }
}

/// Whether the lead of the first over the second of two counts is smaller by so many.
pub(super) fn trails([own, theirs]: [usize; 2], better: [usize; 2], by: usize) -> bool {
    own + better[1] + by <= better[0] + theirs
}
