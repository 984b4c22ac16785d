//! Othello: what can be counted on the board after a move, or after any answer to it: the few numbers from which anybody
//! can see that one move is better than another.

use mossa_kernel::{Move, View};

use super::{
    discs::{choices, corners, legal, reachable},
    firm::Unit,
};
use crate::explain::{DiscFacts, Request};

/// Where a move has more answers than this, what is left after each of them is not counted.
const MOST_ANSWERS: usize = 40;

/// Corners are counted that are taken within so many moves of that line.
pub(super) const CORNERS_WITHIN: usize = 12;

/// So many are many.
const MANY: i64 = 10;

/// Something that can be counted after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Count {
    /// How many moves the other side has.
    Replies,
    /// How many of them are safe.
    SafeReplies,
    /// How many moves the mover has after the safe answer that leaves it fewest.
    Kept,
    /// How many safe ones.
    KeptSafe,
    /// How many squares are new to the other side.
    Opened,
    /// How many of the mover's discs touch an empty square.
    Touching,
    /// To how many more squares the mover can go than the other side, after the answer that is worst for it.
    Lead,
    /// The same on average where each move is played on many times, in tenths.
    MeanLead,
    /// In how many of these games the other side gets more corners.
    Cornered,
    /// How many of a hundred quick games to the end the mover wins.
    Won,
    /// How many more corners the mover takes than the other side in that line, where none is given away that could be kept.
    CornersLater,
    /// Whether the mover takes a corner, or can take one next whatever the other side answers.
    Coming,
    /// How many corners the move takes.
    Taken,
    /// How many corners the other side can take at once.
    Given,
    /// Whether the move stands diagonally beside an empty corner, or even gives one.
    Beside,
}

impl Count {
    /// All of them, the plainest first.
    pub(super) const ALL: [Self; 15] = [
        Self::Coming,
        Self::CornersLater,
        Self::Replies,
        Self::SafeReplies,
        Self::Kept,
        Self::KeptSafe,
        Self::Opened,
        Self::Touching,
        Self::Lead,
        Self::Cornered,
        Self::MeanLead,
        Self::Won,
        Self::Given,
        Self::Taken,
        Self::Beside,
    ];

    /// What it costs a reader to take it in; a move about which nothing can be said costs 1. What a move itself does to a
    /// corner is always told.
    pub(super) fn effort(self) -> f64 {
        match self {
            Self::Replies | Self::CornersLater => 1.0,
            Self::SafeReplies => 1.05,
            Self::Kept | Self::Cornered => 1.1,
            Self::KeptSafe => 1.2,
            Self::Opened => 1.9,
            Self::Touching => 1.7,
            Self::Lead => 1.3,
            Self::MeanLead => 1.35,
            Self::Won => 1.45,
            Self::Coming => 0.9,
            Self::Given | Self::Taken | Self::Beside => 0.0,
        }
    }

    /// By how much a move must be worse than one of which a number is told, to be told apart by it: one more or less of many
    /// tells nothing of a move that is far behind, nor one disc or square where the sides are compared or that is some moves
    /// later.
    pub(super) fn least_lack(self, number: i64, is_far: bool) -> i64 {
        match self {
            Self::Touching | Self::Lead => 2,
            // What is less is chance.
            Self::MeanLead => 5,
            Self::Cornered => 12,
            Self::Won => 10,
            _ if is_far && number.abs() >= MANY => 2,
            _ => 1,
        }
    }

    /// Whether it is about what a move itself does to a corner: such reasons come before all others.
    pub(super) fn is_corner(self) -> bool {
        matches!(self, Self::Given | Self::Taken | Self::Beside)
    }

    /// Whether it is about moves that can be counted on one board, or after each answer.
    pub(super) fn is_seen(self) -> bool {
        matches!(self, Self::Replies | Self::SafeReplies | Self::Kept | Self::KeptSafe | Self::Lead)
    }

    /// Whether it is about what is left after the worst answer to a move.
    pub(super) fn is_after_answer(self) -> bool {
        matches!(self, Self::Coming | Self::Kept | Self::KeptSafe | Self::Lead)
    }

    /// Whether it is about what comes of a move where it is played on many times.
    pub(super) fn is_tried(self) -> bool {
        matches!(self, Self::MeanLead | Self::Cornered | Self::Won)
    }

    /// Whether more is better for the mover.
    fn is_own(self) -> bool {
        matches!(
            self,
            Self::Coming
                | Self::Kept
                | Self::KeptSafe
                | Self::Lead
                | Self::MeanLead
                | Self::Won
                | Self::CornersLater
                | Self::Taken
        )
    }
}

/// An answer, and a number that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worst {
    pub(super) number: i64,
    /// `None` where the other side must pass.
    pub(super) answer: Option<Move>,
}

/// All that is counted after one move.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Counts {
    replies: usize,
    safe_replies: usize,
    opened: usize,
    touching: usize,
    is_taken: bool,
    /// Corners that the other side can take at once.
    pub(super) given: Vec<String>,
    /// The empty corner that the move stands diagonally beside.
    pub(super) beside: Option<String>,
    coming: Option<Worst>,
    kept: Option<Worst>,
    kept_safe: Option<Worst>,
    lead: Option<Worst>,
    /// How many more corners the mover takes than the other side, where the line is long enough and settles it.
    corners_later: Option<i64>,
    mean_lead: Option<i64>,
    cornered: Option<i64>,
    won: Option<i64>,
}

impl Counts {
    /// The same counts with what was tried.
    pub(super) fn tried(self, [mean_lead, cornered, won]: [Option<i64>; 3]) -> Self {
        Self { mean_lead, cornered, won, ..self }
    }

    /// A number, as it is told; `None` where it was not counted.
    pub(super) fn number(&self, count: Count) -> Option<i64> {
        let number = |n: usize| Some(signed(n));
        match count {
            Count::Replies => number(self.replies),
            Count::SafeReplies => number(self.safe_replies),
            Count::Opened => number(self.opened),
            Count::Touching => number(self.touching),
            Count::Taken => number(usize::from(self.is_taken)),
            Count::Given => number(self.given.len()),
            Count::Beside => number(usize::from(self.beside.is_some() || !self.given.is_empty())),
            Count::CornersLater => self.corners_later,
            Count::MeanLead => self.mean_lead,
            Count::Cornered => self.cornered,
            Count::Won => self.won,
            Count::Coming | Count::Kept | Count::KeptSafe | Count::Lead => {
                self.worst(count).map(|it| it.number)
            }
        }
    }

    /// The answer that is worst for the mover by a count of what is left after it.
    pub(super) fn worst(&self, count: Count) -> Option<Worst> {
        match count {
            Count::Coming => self.coming,
            Count::Kept => self.kept,
            Count::KeptSafe => self.kept_safe,
            Count::Lead => self.lead,
            _ => None,
        }
    }

    /// The same number, but so that more is better for the mover.
    pub(super) fn merit(&self, count: Count) -> Option<i64> {
        let number = self.number(count)?;
        Some(if count.is_own() { number } else { -number })
    }
}

impl Request<'_> {
    /// What can be counted after the first move of a line and later on; `None` where that ends the game.
    pub(super) fn counts_of(&self, line: &[Move]) -> Option<Counts> {
        Some(Counts { corners_later: self.corner_lead(line), ..self.counts(*line.first()?)? })
    }

    /// What can be counted after a move; `None` where it ends the game.
    pub(super) fn counts(&self, mv: Move) -> Option<Counts> {
        let facts = DiscFacts::new(self.spec, self.game, mv)?;
        let after = self.reached(&[mv]).filter(|after| after.outcome().is_none())?;
        let before = legal(self.game, !self.mover());
        let replies = legal(&after, !self.mover());
        let opened = replies.iter().filter(|reply| !before.contains(reply)).count();
        let is_corner = Unit::of(self.spec) == Unit::Corner;
        let safe = facts.safe.clone();
        let beside = facts.beside.filter(|corner| !facts.gives.contains(corner));
        let given = [facts.gives, facts.leaves].concat();
        let mut counts = Counts {
            replies: replies.len(),
            safe_replies: facts.safe.len(),
            opened,
            touching: self.touching(mv)?.len(),
            is_taken: facts.takes_corner && is_corner,
            given: if is_corner { given } else { Vec::new() },
            beside: beside.filter(|_| is_corner),
            coming: None,
            kept: None,
            kept_safe: None,
            lead: None,
            corners_later: None,
            mean_lead: None,
            cornered: None,
            won: None,
        };
        let answers: Vec<Option<Move>> = match &replies[..] {
            [] => vec![None],
            many if many.len() > MOST_ANSWERS => return Some(counts),
            few => few.iter().copied().map(Some).collect(),
        };
        let corners = corners(self.spec, self.game);
        for answer in answers {
            let reply = answer.unwrap_or(Move::PASS);
            let end = self.reached(&[mv, reply])?;
            // What ends the game is judged by its discs.
            if end.outcome().is_some() {
                let none = (None, None, None, None);
                (counts.coming, counts.kept, counts.kept_safe, counts.lead) = none;
                return Some(counts);
            }
            let lower = |known: &mut Option<Worst>, number: i64| {
                if known.is_none_or(|known| number < known.number) {
                    *known = Some(Worst { number, answer });
                }
            };
            let facts = DiscFacts::new(self.spec, &after, reply)?;
            let own = signed(facts.replies);
            // An answer that opens a corner leaves few moves, and is a mistake all the same.
            let is_sound = answer.is_none_or(|mv| safe.contains(&mv)) || safe.is_empty();
            if is_sound || !is_corner {
                lower(&mut counts.kept, own);
                lower(&mut counts.lead, own - signed(choices(&end, !self.mover())));
            }
            if is_corner {
                if is_sound {
                    lower(&mut counts.kept_safe, signed(facts.safe.len()));
                }
                let is_open = !reachable(&end, &corners, self.mover()).is_empty();
                lower(&mut counts.coming, i64::from(counts.is_taken || is_open));
            }
        }
        Some(counts)
    }

    /// The mover's discs that touch an empty square after a move.
    pub(super) fn touching(&self, mv: Move) -> Option<Vec<u32>> {
        let after = self.reached(&[mv])?;
        let View::Board(board) = after.position().view() else { return None };
        let place = |cell: u32| (cell / board.columns, cell % board.columns);
        let all = || 0..board.rows * board.columns;
        let touches = |&cell: &u32| {
            let (row, column) = place(cell);
            all().any(|other| {
                let (r, c) = place(other);
                let is_near = r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1;
                is_near && board.cells[other as usize].is_none()
            })
        };
        let is_own = |&cell: &u32| board.cells[cell as usize] == Some(self.mover());
        Some(all().filter(is_own).filter(touches).collect())
    }
}

/// A number of moves, squares or discs.
pub(super) fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
