//! Othello: how many moves both sides have to choose from along a line, and by how much one has more.
//!
//! A single moment of a line says little: over ten moves the side that does better nearly always has had more to
//! choose from, which no board on the way shows as well.

use mossa_kernel::Move;

use super::{Findings, Request, names};

/// Over so many moves lines are compared, both sides' together, with the tenths of a move by which their leads must
/// differ to tell two moves apart. After a single move only what it leaves the other side is counted. Of spans that
/// tell as much, the first. Two moves are too few: what they show is often turned round by the next two.
const SPANS: [(usize, i64); 6] = [(AT_ONCE, 20), (10, 10), (8, 10), (6, 10), (12, 10), (4, 15)];
pub(super) const AT_ONCE: usize = 1;

/// Chances that are no more percent apart than this, as they are shown, are the same.
const SAME_PERCENT: f64 = 1.0;

/// By how many moves the mover has more to choose from at its turns than the other side at its own, on average, in
/// tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lead(pub(super) i64);

/// What there is to choose from in the lines of all moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Freedom {
    /// Over how many moves that is counted.
    pub(super) span: usize,
    /// By how many tenths leads must differ to tell two moves apart.
    pub(super) least: i64,
    /// For each move of the list; `None` where its line is too short.
    pub(super) leads: Vec<Option<Lead>>,
}

impl Lead {
    /// "2.3 moves more to choose from than X", "as many moves to choose from as X".
    pub(super) fn words(self, other: char) -> String {
        match self.0 {
            0 => format!("as many moves to choose from as {other}"),
            10 => format!("1 move more to choose from than {other}"),
            -10 => format!("1 move fewer to choose from than {other}"),
            1.. => format!("{} moves more to choose from than {other}", self.size()),
            _ => format!("{} moves fewer to choose from than {other}", self.size()),
        }
    }

    /// "2.3 more", "1 fewer".
    pub(super) fn short(self) -> String {
        match self.0 {
            0 => "as many".to_owned(),
            1.. => format!("{} more", self.size()),
            _ => format!("{} fewer", self.size()),
        }
    }

    /// "+2.3", as it stands in the table.
    pub(super) fn signed(self) -> String {
        let sign = match self.0 {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        format!("{sign}{}", self.size())
    }

    fn size(self) -> String {
        let tenths = self.0.abs();
        match tenths % 10 {
            0 => format!("{}", tenths / 10),
            tenth => format!("{}.{tenth}", tenths / 10),
        }
    }
}

impl Freedom {
    /// The leads after a move and after the best one, where the first is clearly smaller.
    pub(super) fn less(&self, index: usize) -> Option<[Lead; 2]> {
        let [worse, best] = [index, 0].map(|index| self.leads.get(index).copied().flatten());
        let (worse, best) = worse.zip(best)?;
        (worse.0 + self.least <= best.0).then_some([worse, best])
    }

    /// How well it tells some worse moves from the best one: more than their number where it does so with most.
    fn worth(&self, behind: &[usize]) -> usize {
        let told = behind.iter().filter(|&&index| self.less(index).is_some()).count();
        let against = behind.iter().filter(|&&index| self.is_more(index)).count();
        // Whoever compares moves asks for the next best one; what speaks for worse moves speaks against the count.
        let is_next = behind.first().is_some_and(|&index| self.less(index).is_some());
        (2 * told + usize::from(is_next)).saturating_sub(2 * against)
    }

    /// Whether the lead after a move is clearly larger than after the best one.
    fn is_more(&self, index: usize) -> bool {
        let [own, best] = [index, 0].map(|index| self.leads.get(index).copied().flatten());
        own.zip(best).is_some_and(|(own, best)| own.0 >= best.0 + self.least)
    }
}

impl Request<'_> {
    /// What there is to choose from in the lines of all moves, over the span that tells most worse moves that lose no corner
    /// from the best one; `None` where that is not most of them.
    pub(super) fn freedom(&self, findings: &Findings) -> Option<Freedom> {
        let best = self.line_after(findings, 0);
        // A corner that is lost tells more.
        let is_left = |index: &usize| self.corner_lost(findings, &best, *index).is_none();
        let behind: Vec<usize> =
            findings.behind().map(|(index, _)| index).filter(is_left).collect();
        let known = SPANS.iter().rev().map(|&(span, least)| {
            let lines = findings.lines.iter();
            let leads = lines.map(|line| self.lead(line.moves.get(..span)?)).collect();
            let freedom = Freedom { span, least, leads };
            (freedom.worth(&behind), freedom)
        });
        let (worth, freedom) = known.max_by_key(|(worth, _)| *worth)?;
        (worth > behind.len()).then_some(freedom)
    }

    /// Where moves are as good as the best one to a percent, and only of another it can be counted why, that one is told.
    pub(super) fn prefer_freedom(&self, findings: &mut Findings) {
        findings.freedom = self.freedom(findings);
        let is_same = |index: &usize| {
            let line = &findings.lines[*index];
            findings.percent_behind(line).abs() <= SAME_PERCENT && !findings.is_glance(line)
        };
        let same: Vec<usize> = (1..findings.lines.len()).filter(is_same).collect();
        for index in same {
            if findings.freedom.is_some() {
                return;
            }
            findings.put_first(index);
            findings.freedom = self.freedom(findings);
            if findings.freedom.is_none() {
                findings.put_back(index);
            }
        }
    }

    /// By how much the mover has more to choose from in a line, or right after a move fewer than none; `None` where the
    /// game ends in it.
    pub(super) fn lead(&self, moves: &[Move]) -> Option<Lead> {
        let mut game = self.game.clone();
        let mut difference = 0;
        for &mv in moves {
            game.play(mv).ok()?;
            if game.outcome().is_some() {
                return None;
            }
            let open = game.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
            let count = i64::try_from(open.count()).ok()?;
            let is_own = game.position().side_to_move() == self.mover();
            difference += if is_own { count } else { -count };
        }
        let n_turns = i64::try_from(moves.len().div_ceil(2)).ok().filter(|&turns| turns > 0)?;
        let tenths = 10 * difference;
        Some(Lead((2 * tenths + tenths.signum() * n_turns) / (2 * n_turns)))
    }

    /// What stands in the column of the table.
    pub(super) fn choice_meaning(&self, freedom: &Freedom) -> String {
        format!(
            "choice: how many moves more {} has to choose from than {}, on average over the next {} moves as the \
             engine expects them.",
            names::side(self.mover()),
            names::side(!self.mover()),
            freedom.span
        )
    }
}
