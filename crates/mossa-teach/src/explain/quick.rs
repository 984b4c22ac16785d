//! Othello: what came of quick games, in words.

use mossa_kernel::{Move, Side, View};

use super::{
    Findings, Request, Story,
    discs::corners,
    firm::Unit,
    names,
    trials::{EXPECTED, Trial, is_clearly_more, mean, number},
};

/// What such games are called where they are told, and what they are.
pub(super) const QUICK: &str = "quick games";
const MEANING: &str = " (the engine plays on to the end for both sides: three moves as it expects them, then \
                                  quickly and with some chance)";

// The move itself is the first of them.
const _: () = assert!(EXPECTED == 1 + 3);

/// Quick games speak for the best move if so many percent fewer are won after the next best.
const LEAST_PERCENT: usize = 3;

/// What is told of corners differs by so many percent.
const LEAST_LEAD_PERCENT: usize = 8;

/// A corner is told that a side gets more often in such a share of the games.
const LEAST_SHARE: f64 = 0.15;

/// That one side gets more corners on average is told if it gets so many more.
const LEAST_LEAD: f64 = 0.5;

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
    /// How often quick games are won after the best move and the worse ones, where that is as the engine says.
    pub(super) fn tried_reason(&self, findings: &Findings) -> Option<String> {
        let (next, others) = self.agreeing(findings)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (name, next_name) = (self.name(findings.best()), self.name(&findings.lines[next]));
        let n_games = findings.trials(0)?.len();
        let won = |index: usize| self.percent_won(findings, index);
        let rest = at_most(findings, others.iter().map(|&index| won(index)), "");
        let lost = |it: &Trial| it.is_first(self.mover());
        let first = |index: usize| findings.trials(index).map_or(0, |it| percent(it, lost));
        let most = others.iter().map(|&index| first(index)).max().unwrap_or(0);
        let is_first =
            first(0) >= first(next) + LEAST_LEAD_PERCENT && first(0) >= most + LEAST_PERCENT;
        let how = if is_first && Unit::of(self.spec) == Unit::Corner {
            format!(
                " In {} % of them {other} is the first to let {m} into a corner, after {next_name} in {} %{}. {CORNERS}",
                first(0),
                first(next),
                at_most(findings, others.iter().map(|&index| first(index)), "in ")
            )
        } else {
            self.where_won(findings, next, &others).unwrap_or_default()
        };
        Some(format!(
            "Tried out, it does better: of {n_games} {QUICK} {m} wins {} % after {name}, {} % after {next_name}{rest}.{how}",
            won(0),
            won(next)
        ))
    }

    /// How many percent of the quick games after a move its side wins.
    fn percent_won(&self, findings: &Findings, index: usize) -> usize {
        findings.trials(index).map_or(0, |trials| percent(trials, |it| it.won(self.mover())))
    }

    /// The next best move and the other worse ones after which quick games were played, where clearly fewer are won after the
    /// next best and fewer after all others.
    pub(super) fn agreeing(&self, findings: &Findings) -> Option<(usize, Vec<usize>)> {
        let (next, _) = findings.behind().next()?;
        let tried: Vec<usize> = findings.tried_behind().collect();
        let won = |index: usize| self.percent_won(findings, index);
        let is_next = tried.first() == Some(&next) && won(next) + LEAST_PERCENT <= won(0);
        let is_best = is_next && tried.iter().all(|&index| won(index) < won(0));
        is_best.then(|| (next, tried[1..].to_vec()))
    }

    /// Which corner the mover gets more often after the best move than after all worse ones.
    fn where_won(&self, findings: &Findings, next: usize, others: &[usize]) -> Option<String> {
        let corner = self.contested(findings, [0, next], self.mover())?;
        let holds = |it: &Trial| it.holds(corner.place, self.mover());
        let of = |index: usize| findings.trials(index).map_or(0, |it| percent(it, holds));
        let shares = || others.iter().map(|&index| of(index));
        shares().all(|share| share + LEAST_LEAD_PERCENT <= of(0)).then(|| {
            format!(
                " {} gets the corner {} in {} % of them after {}, in {} % after {}{}. {CORNERS}",
                names::side(self.mover()),
                self.game.position().show_move(corner.square),
                of(0),
                self.name(findings.best()),
                of(next),
                self.name(&findings.lines[next]),
                at_most(findings, shares(), "in ")
            )
        })
    }

    /// What a worse move has less of in quick games than the best one.
    pub(super) fn tried_beside(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let first = reply.moves.first()?;
        let index = findings.lines.iter().position(|line| line.mv() == *first)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (worse, best) = findings.trials(index).zip(findings.trials(0))?;
        let won = |it: &Trial| it.won(self.mover());
        let [few, many] = [worse, best].map(|trials| percent(trials, won));
        if few >= many {
            return None;
        }
        let (rival, name) = (self.first_name(reply), self.name(findings.best()));
        if let Some(corner) = self.contested(findings, [index, 0], !self.mover()) {
            let holds = |it: &Trial| it.holds(corner.place, !self.mover());
            let [more, less] = [worse, best].map(|trials| percent(trials, holds));
            return Some(format!(
                " In {more} % of the {QUICK} after {rival} {other} gets the corner {}, in {less} % after {name}; {m} wins \
                 {few} % of them instead of {many} %.",
                self.game.position().show_move(corner.square)
            ));
        }
        is_clearly_more([best, worse], won).then(|| {
            format!(" {m} wins {few} % of the {QUICK} after {rival}, {many} % after {name}.")
        })
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

    /// How many corners a side had on average at the end of the quick games after a move.
    fn mean_held(&self, findings: &Findings, index: usize, side: Side) -> Option<f64> {
        let trials = findings.trials(index).filter(|_| Unit::of(self.spec) == Unit::Corner)?;
        Some(mean(trials, |it| number(it.held(side))))
    }

    /// What quick games say for the side that stands better.
    pub(super) fn tried_standing(&self, findings: &Findings, ahead: Side) -> Option<String> {
        let [own, theirs] = [ahead, !ahead].map(|side| self.mean_held(findings, 0, side));
        let (own, theirs) = own.zip(theirs)?;
        let won = findings.won_by(ahead)?;
        (own >= theirs + LEAST_LEAD).then(|| {
            let (a, b) = (names::side(ahead), names::side(!ahead));
            format!(
                "{a} stands better for the corners that it will get: in {QUICK} after {} {a} gets {own:.1} of them on average, \
                 {b} {theirs:.1}, and {a} wins {won} %.",
                self.name(findings.best())
            )
        })
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

/// ", and at most 52 % after the other worse moves": the most of some percentages, of all of them or of those that were tried.
fn at_most(findings: &Findings, shares: impl Iterator<Item = usize>, within: &str) -> String {
    let is_all = findings.tried_behind().count() == findings.behind().count();
    let others = if is_all { "the other worse moves" } else { "the others that were tried" };
    shares.max().map_or_else(String::new, |most| match most {
        0 => format!(", and never after {others}"),
        most => format!(", and {within}at most {most} % after {others}"),
    })
}
