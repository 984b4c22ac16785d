//! Othello: what came of quick games, in words.

use mossa_kernel::{Move, Side, View};

use super::{
    Findings, Request,
    discs::corners,
    firm::Unit,
    names,
    trials::{EXPECTED, Trial, is_clearly_more, mean},
};

/// What such games are called where they are told, and what they are.
pub(super) const QUICK: &str = "quick games";
const MEANING: &str = " (the engine plays on to the end for both sides: three moves as it expects them, then \
                                  quickly and with some chance)";

// The move itself is the first of them.
const _: () = assert!(EXPECTED == 1 + 3);

/// Quick games speak for the best move if so many percent fewer are won after the next best.
const LEAST_PERCENT: usize = 3;

/// A corner is told that a side gets more often in such a share of the games.
const LEAST_SHARE: f64 = 0.15;

/// Stands where corners are told: why they count is said before.
pub(super) const CORNERS: &str = "(corners are good to have)";

/// A corner that one side gets more often after one move than after others: its place in the list and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contested {
    pub(super) place: usize,
    pub(super) square: Move,
}

impl Findings {
    /// How many percent of the quick games after the best move a side wins, where that is more than half.
    pub(super) fn won_by(&self, side: Side) -> Option<usize> {
        let won = percent(self.trials(0)?, |it| it.won(side));
        (won > 50).then_some(won)
    }
}

impl Request<'_> {
    /// How many percent of the quick games after a move its side wins.
    fn percent_won(&self, findings: &Findings, index: usize) -> usize {
        findings.trials(index).map_or(0, |trials| percent(trials, |it| it.won(self.mover())))
    }

    /// How many percent of the quick games are won after the best move, and at most after worse ones, where these are clearly
    /// fewer.
    pub(super) fn won_most(&self, findings: &Findings) -> Option<[usize; 2]> {
        let own = findings.trials(0).map(|_| self.percent_won(findings, 0))?;
        let most = findings.tried_behind().map(|index| self.percent_won(findings, index)).max()?;
        (most + LEAST_PERCENT <= own).then_some([own, most])
    }

    /// What a worse move has less of in quick games than the best one.
    pub(super) fn tried_beside(&self, findings: &Findings, index: usize) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let [few, many] = [index, 0].map(|index| self.percent_won(findings, index));
        let (rival, name) = (self.name(&findings.lines[index]), self.name(findings.best()));
        let won = format!("{m} wins {few} % of the {QUICK} after {rival}, {many} % after {name}");
        let Some(corner) = self.contested(findings, [index, 0], !self.mover()) else {
            return format!("{won}.");
        };
        let holds = |it: &Trial| it.holds(corner.place, !self.mover());
        let [more, less] =
            [index, 0].map(|index| findings.trials(index).map_or(0, |it| percent(it, holds)));
        format!(
            "{won}; {other} gets the corner {} in {more} % of them instead of {less} %.",
            self.game.position().show_move(corner.square)
        )
    }

    /// The corner that a side gets clearly more often after the first of two moves than after the second.
    pub(super) fn contested(
        &self,
        findings: &Findings,
        indices: [usize; 2],
        side: Side,
    ) -> Option<Contested> {
        let [more, less] = indices.map(|index| findings.trials(index));
        let (more, less) = more.zip(less)?;
        let apart = |place: usize| {
            let [more, less] = [more, less].map(|trials| mean(trials, |it| it.holds(place, side)));
            more - less
        };
        let is_told = |it: &Contested| {
            apart(it.place) >= LEAST_SHARE
                && is_clearly_more([more, less], |trial| trial.holds(it.place, side))
        };
        let all = corners(self.spec, self.game).into_iter().enumerate();
        let all = all.filter(|_| Unit::of(self.spec) == Unit::Corner);
        let all = all.map(|(place, square)| Contested { place, square });
        // A corner that has nothing to do with either move convinces nobody.
        let moves = indices.map(|index| findings.lines[index].mv());
        let all = all.filter(|it| moves.iter().any(|&mv| self.in_line(mv, it.square)));
        let all = all.filter(is_told);
        all.max_by(|a, b| apart(a.place).total_cmp(&apart(b.place)))
    }

    /// Whether two squares lie in a row, a column or a diagonal.
    fn in_line(&self, a: Move, b: Move) -> bool {
        let View::Board(board) = self.game.position().view() else { return false };
        let place = |mv: Move| (mv.0 / board.columns, mv.0 % board.columns);
        let ((row, column), (r, c)) = (place(a), place(b));
        let (down, across) = (row.abs_diff(r), column.abs_diff(c));
        down == 0 || across == 0 || down == across
    }
}

/// Says what quick games are where they are told first.
pub(super) fn explain(texts: &mut [String]) {
    if let Some(first) = texts.iter_mut().find(|text| text.contains(QUICK)) {
        *first = first.replacen(QUICK, &format!("{QUICK}{MEANING}"), 1);
    }
}

/// How many percent of some quick games have something.
fn percent(trials: &[Trial], has: impl Fn(&Trial) -> f64) -> usize {
    rounded_percent(trials.iter().filter(|trial| has(trial) > 0.0).count(), trials.len())
}

/// How many percent of all some of them are.
pub(super) fn rounded_percent(some: usize, all: usize) -> usize {
    (100 * some + all / 2) / all.max(1)
}
