//! Othello: boards some moves later side by side, with the squares to which each side can go, so that counts of what comes
//! later can be seen.

use mossa_kernel::{Game, Move, Side, View};
use mossa_search::Line;

use super::{
    counts::Count,
    discs::{corners, legal, reachable},
    later::{Fault, FaultKind},
    tries::COUNTED_AFTER,
};
use crate::explain::{Block, DiscFacts, Findings, Request, Story, names};

/// So many worse moves are shown beside the best one.
const MOST_BESIDE: usize = 2;

/// Wider boards have no room beside each other.
const MOST_COLUMNS: u32 = 10;

/// What comes on average is shown where the sides are further apart by so many squares after the best move.
const LEAST_APART: i64 = 2;

/// A game whose lead is off the average by no more tenths of a square is typical.
pub(super) const NEAR_AVERAGE: i64 = 8;

/// What two boards show, what is marked on them, and the boards.
type Beside = (String, Marked, [Option<Vec<String>>; 2]);

/// Which squares are marked on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marked {
    /// To which either side can go.
    Both,
    /// To which the side to move can go.
    Turn,
    /// The same, and from which it opens a corner.
    Safe,
}

/// Between two boards.
const GAP: &str = "     ";

impl Request<'_> {
    /// Boards for the best move beside worse ones: those against which is told that there is too little to choose from later, or
    /// else the next best one, at the moment that the reason is about.
    pub(in crate::explain) fn later_boards(&self, findings: &Findings) -> Vec<Block> {
        if findings.is_proven {
            return Vec::new();
        }
        let mut told = self.told_later(findings);
        told.truncate(MOST_BESIDE);
        let mut blocks = Vec::new();
        while let Some(&(_, played)) = told.first() {
            let (together, rest): (Vec<_>, Vec<_>) =
                told.into_iter().partition(|&(_, other)| other == played);
            told = rest;
            let lines =
                [findings.best()].into_iter().chain(together.into_iter().map(|(line, _)| line));
            let boards: Option<Vec<Vec<String>>> =
                lines.map(|line| self.later_board(line, played)).collect();
            blocks.extend(boards.map(|boards| Block::Lines(beside(&boards))));
        }
        if !blocks.is_empty() {
            let marks = self.legend(Marked::Both, self.mover());
            blocks.insert(0, Block::Text(format!("So it may look then {marks}:")));
        } else if let Some((when, marks, boards)) = self.next_boards(findings) {
            blocks = vec![Block::Text(format!("{when} {marks}:")), Block::Lines(beside(&boards))];
        }
        blocks
    }

    /// Boards after the best move and the next best one, at the moment that the reason against that is about, and what moment
    /// that is.
    fn next_boards(&self, findings: &Findings) -> Option<(String, String, [Vec<String>; 2])> {
        let next = Self::worse(findings).find(|line| !findings.is_glance(line))?;
        let lines = [findings.best(), next];
        let reason = findings.judged.clearest_reason(next.mv());
        let shown = match reason {
            Some(count) if count.is_corner() || count == Count::Cornered => return None,
            Some(Count::MeanLead) => self.boards_on_average(findings, lines),
            Some(count) if !count.is_tried() => self.boards_counted(findings, lines, count),
            _ => self.boards_expected(lines),
        };
        let (when, marked, [best, worse]) = shown?;
        let is_answered = reason.is_some_and(Count::is_after_answer);
        let turn = if is_answered { self.mover() } else { !self.mover() };
        Some((when, self.legend(marked, turn), [best?, worse?]))
    }

    /// What the marks on boards mean on which it is the turn of a side.
    fn legend(&self, marked: Marked, turn: Side) -> String {
        let [m, other, turn] = [self.mover(), !self.mover(), turn].map(names::side);
        match marked {
            Marked::Both => format!("(+ only {m} can go there, - only {other}, * both)"),
            Marked::Turn => format!("(+ {turn} can go there)"),
            Marked::Safe => {
                format!("(+ {turn} can go there, ! it can and opens a corner with that)")
            }
        }
    }

    /// Boards after two moves on which what is counted can be seen.
    fn boards_counted(
        &self,
        findings: &Findings,
        lines: [&Line; 2],
        count: Count,
    ) -> Option<Beside> {
        let [best, worse] = lines.map(|line| self.name(line));
        let marked = match count {
            Count::SafeReplies | Count::KeptSafe => Marked::Safe,
            Count::Lead => Marked::Both,
            _ => Marked::Turn,
        };
        let answered = |line: &Line| {
            let answer = findings.judged.counts(line.mv())?.worst(count)?.answer?;
            let other = names::side(!self.mover());
            let shown = self.game.position().show_move(answer);
            let head = format!("after {} and {other} {shown}", self.name(line));
            self.board_after(&[line.mv(), answer], head, marked)
        };
        let at_once = |line: &Line| {
            let head = format!("after {}", self.name(line));
            self.board_after(&[line.mv()], head, marked)
        };
        let boards = match count {
            Count::Replies | Count::SafeReplies => lines.map(at_once),
            Count::Kept | Count::KeptSafe | Count::Lead => lines.map(answered),
            _ => return None,
        };
        let which = if count.is_after_answer() {
            format!("{best} and {worse}, each with the answer that is counted")
        } else {
            format!("{best} and {worse} side by side")
        };
        Some((which, marked, boards))
    }

    /// Two of the games that were played on after two moves, in which the lead is about the average of each: the shortest such
    /// beginnings, and if there are any, such that no corner is taken or open then, which would draw all eyes.
    pub(super) fn typical_games<'f>(
        &self,
        findings: &'f Findings,
        lines: [&Line; 2],
    ) -> Option<[&'f [Move]; 2]> {
        let corners = corners(self.spec, self.game);
        let is_calm = |moves: &[Move]| {
            let is_taken = moves[1..].iter().any(|mv| corners.contains(mv));
            let is_open = |end: &Game| {
                Side::BOTH.iter().any(|&side| !reachable(end, &corners, side).is_empty())
            };
            !is_taken && self.reached(moves).is_some_and(|end| !is_open(&end))
        };
        let typical = |line: &Line, played: usize, must_be_calm: bool| {
            let mean = findings.judged.number(line.mv(), Count::MeanLead)?;
            let games = findings.tries.get(&line.mv())?.iter();
            let off = |moves: &[Move]| {
                let [own, theirs] = self.choices_after(moves)?;
                Some((10 * (own - theirs) - mean).abs())
            };
            let near = games.filter_map(|game| {
                let moves = game.get(..played)?;
                let off = off(moves).filter(|&off| off <= NEAR_AVERAGE)?;
                (!must_be_calm || is_calm(moves)).then_some((off, moves))
            });
            near.min_by_key(|(off, _)| *off).map(|(_, moves)| moves)
        };
        [true, false].into_iter().find_map(|must_be_calm| {
            COUNTED_AFTER.into_iter().find_map(|played| {
                let [best, worse] = lines.map(|line| typical(line, played, must_be_calm));
                Some([best?, worse?])
            })
        })
    }

    /// Boards at the end of these.
    fn boards_on_average(&self, findings: &Findings, lines: [&Line; 2]) -> Option<Beside> {
        let games = self.typical_games(findings, lines)?;
        let boards = [0, 1].map(|at| {
            let head = format!("after {} and so on", self.name(lines[at]));
            self.board_after(games[at], head, Marked::Both)
        });
        let [best, worse] = games.map(|moves| {
            let story = Story::tell(self.spec, self.game, moves);
            let name = self.game.position().show_move(moves[0]);
            format!("{name}, {}", self.first_moves(&story, moves.len()))
        });
        Some((
            format!(
                "Two of these games in which the lead is about the average: {best}; and {worse}"
            ),
            Marked::Both,
            boards,
        ))
    }

    /// Boards some moves later in the lines after two moves, when the one is further ahead than at other times.
    fn boards_expected(&self, lines: [&Line; 2]) -> Option<Beside> {
        let apart = |played: usize| {
            let [best, worse] = lines.map(|line| self.choices_after(line.moves.get(..played)?));
            let (best, worse) = (best?, worse?);
            Some(best[0] - best[1] - worse[0] + worse[1])
        };
        let times = COUNTED_AFTER.into_iter();
        let most = times.filter_map(|played| Some((apart(played)?, played))).max()?;
        let (_, played) = Some(most).filter(|(apart, _)| *apart >= LEAST_APART)?;
        let [best, worse] = lines.map(|line| self.name(line));
        Some((
            format!(
                "So it may go on after {best} and {worse}, by the lines that the engine expects"
            ),
            Marked::Both,
            lines.map(|line| self.later_board(line, played)),
        ))
    }

    /// The worse moves of which that is told, each with the number of moves after which it is.
    fn told_later<'f>(&self, findings: &'f Findings) -> Vec<(&'f Line, usize)> {
        let told = |(index, fault): (usize, Option<Fault>)| match fault?.kind {
            FaultKind::Choice(played) => Some((&findings.lines[index], played)),
            _ => None,
        };
        self.lone(findings).into_iter().filter_map(told).collect()
    }

    /// The board after so many moves of a line; `None` where it is too wide or the line too short.
    pub(super) fn later_board(&self, line: &Line, played: usize) -> Option<Vec<String>> {
        let more = names::counted((played - 1) as u64, "more move");
        let head = format!("after {} and {more}", self.name(line));
        self.board_after(line.moves.get(..played)?, head, Marked::Both)
    }

    /// The board after some moves, with its marks and their numbers.
    pub(super) fn board_after(
        &self,
        moves: &[Move],
        head: String,
        marked: Marked,
    ) -> Option<Vec<String>> {
        let end = self.reached(moves).filter(|end| end.outcome().is_none())?;
        let View::Board(board) = end.position().view() else { return None };
        if board.columns > MOST_COLUMNS {
            return None;
        }
        let turn = end.position().side_to_move();
        let [own, theirs] = [self.mover(), !self.mover()].map(|side| legal(&end, side));
        let (last, before) = moves.split_last()?;
        let facts = DiscFacts::new(self.spec, &self.reached(before)?, *last)?;
        let goes = if turn == self.mover() { &own } else { &theirs };
        let mark = |mv: &Move| {
            let is_open = || goes.contains(mv);
            match marked {
                Marked::Both => match [&own, &theirs].map(|moves| moves.contains(mv)) {
                    [true, true] => '*',
                    [true, false] => '+',
                    [false, true] => '-',
                    [false, false] => '.',
                },
                Marked::Safe if is_open() && !facts.safe.contains(mv) => '!',
                _ if is_open() => '+',
                _ => '.',
            }
        };
        let cell =
            |cell: u32| board.cells[cell as usize].map_or_else(|| mark(&Move(cell)), names::side);
        let letters = ('a'..).take(board.columns as usize).map(String::from);
        let mut lines = vec![head, format!("   {}", letters.collect::<Vec<_>>().join(" "))];
        lines.extend((0..board.rows).map(|row| {
            let cells =
                (0..board.columns).map(|column| cell(row * board.columns + column).to_string());
            format!("{:<2} {}", row + 1, cells.collect::<Vec<_>>().join(" "))
        }));
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        lines.push(match marked {
            Marked::Both => {
                format!("{m} can go to {}, {other} to {}", own.len(), theirs.len())
            }
            Marked::Turn => {
                format!("{} has {}", names::side(turn), names::counted(goes.len() as u64, "move"))
            }
            Marked::Safe => format!(
                "{} has {}",
                names::side(turn),
                names::counted(facts.safe.len() as u64, "safe move")
            ),
        });
        Some(lines)
    }
}

/// Boards as tall as each other, side by side.
fn beside(boards: &[Vec<String>]) -> Vec<String> {
    let widths: Vec<usize> = boards
        .iter()
        .map(|lines| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0))
        .collect();
    let rows = boards.iter().map(Vec::len).max().unwrap_or(0);
    let row = |row: usize| {
        let cells = boards.iter().zip(&widths).map(|(lines, &width)| {
            format!("{:<width$}", lines.get(row).map_or("", String::as_str))
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}
