//! Othello: squares that the mover has at the end of the best line and the other side at the end of another, and which
//! move of each line settles that.

use mossa_kernel::{Side, View};

use mossa_games::GameSpec;

use super::outlook::final_count;
use crate::explain::{Findings, Request, Story, names};

/// After so many moves the first one is answered.
const ANSWERED: usize = 2;

/// More squares than this are not named one by one.
const MOST_SQUARES: usize = 8;

/// Fewer squares decide nothing.
const LEAST_SQUARES: usize = 3;

/// Squares that are the other side's for good in a worse line, and the mover's in the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turning {
    /// With which move of the worse line the other side gets them, counted from 1; 0 where it had them all the time.
    pub(super) lost: usize,
    /// With which move of the best line the mover gets them; 0 where it had them all the time.
    pub(super) held: usize,
    pub(super) squares: Vec<u32>,
}

/// Squares that the mover has in the end after the best move, and not after others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// With which move of the best line it gets them, counted from 1; 0 where it had them all the time.
    pub(super) number: usize,
    pub(super) squares: Vec<u32>,
    /// The moves after which the other side has them, by their places in the list.
    pub(super) beside: Vec<usize>,
}

impl Request<'_> {
    /// Most of the squares that two lines settle differently, each with one move.
    pub(super) fn turning_point(&self, best: &Story, reply: &Story) -> Option<Turning> {
        let [worse, better] = [self.boards(reply)?, self.boards(best)?];
        let mut known: Vec<Turning> = Vec::new();
        for cell in self.parted(best, &[reply]) {
            let lost = since(&worse, cell, !self.mover());
            let held = since(&better, cell, self.mover());
            match known.iter_mut().find(|it| it.lost == lost && it.held == held) {
                Some(turning) => turning.squares.push(cell),
                None => known.push(Turning { lost, held, squares: vec![cell] }),
            }
        }
        known.retain(|it| it.squares.len() >= LEAST_SQUARES);
        // Of groups that are as large, the one that is settled first.
        known.sort_by_key(|it| it.lost + it.held);
        known.into_iter().rev().max_by_key(|it| it.squares.len())
    }

    /// The squares that are the mover's at the end of the best line, and the other side's at the end of all others.
    fn parted(&self, best: &Story, replies: &[&Story]) -> Vec<u32> {
        let View::Board(board) = best.end.position().view() else { return Vec::new() };
        let owned = |story: &Story, cell: u32, side: Side| {
            owner(&story.end.position().view(), cell) == Some(side)
        };
        (0..board.rows * board.columns)
            .filter(|&cell| owned(best, cell, self.mover()))
            .filter(|&cell| replies.iter().all(|reply| owned(reply, cell, !self.mover())))
            .collect()
    }

    /// Which squares end differently in two lines, where nothing else tells them apart.
    pub(super) fn ends_words(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let [lost, won] = self.ends_apart(best, reply);
        // Many squares tell nobody anything.
        if lost.len() <= won.len() || lost.len() > MOST_SQUARES {
            return None;
        }
        let instead = match won.len() {
            0 => String::new(),
            _ => format!("; {m} has {} instead", self.squares(&won)),
        };
        let lost = self.squares(&lost);
        Some(format!(" In the end {other} has {lost}, which {m} has after {name}{instead}."))
    }

    /// The squares that only the best line leaves to the mover in the end, and those that only the other one does.
    pub(super) fn ends_apart(&self, best: &Story, reply: &Story) -> [Vec<u32>; 2] {
        [self.parted(best, &[reply]), self.parted(reply, &[best])]
    }

    /// What becomes of such squares in both lines, in words.
    pub(super) fn turning_words(&self, name: &str, [best, reply]: [&Story; 2]) -> Option<String> {
        let Turning { lost, held, squares } = self.turning_point(best, reply)?;
        if self.is_outweighed([best, reply], squares.len()) {
            return None;
        }
        let other = names::side(!self.mover());
        let named = self.squares(&squares);
        let show = |index: usize| self.game.position().show_move(reply.moves[index]);
        let theirs = match lost {
            0 => format!("{other} keeps {named} to the end"),
            lost => format!(
                "{}{other} gets {named} with {} and keeps them to the end",
                if lost > ANSWERED { "Later " } else { "" },
                show(lost - 1)
            ),
        };
        // Where the same move is played after the best one as well, it is told why it does no harm there.
        let cause = lost.checked_sub(1).and_then(|index| reply.moves.get(index));
        let again = cause.and_then(|cause| {
            let played =
                best.moves.iter().zip(best.turns()).position(|(mv, turn)| {
                    mv == cause && turn.side != self.mover() && !turn.is_pass
                })?;
            let show = self.game.position().show_move(*cause);
            (played >= held).then(|| format!(", for {other}'s {show} does not turn them there"))
        });
        Some(format!(
            " {theirs}; after {name} {}{}.",
            self.held_words(best, held),
            again.unwrap_or_default()
        ))
    }

    /// Whether so many squares that the other side gets are more than the lines differ by, so that they do not tell it.
    pub(super) fn is_outweighed(&self, [best, reply]: [&Story; 2], n_told: usize) -> bool {
        let [lost, won] = self.ends_apart(best, reply);
        n_told + won.len() > lost.len() && !won.is_empty()
    }

    /// With which move of a line the mover gets squares for good, as half a sentence.
    fn held_words(&self, best: &Story, held: usize) -> String {
        let m = names::side(self.mover());
        let show = |index: usize| self.game.position().show_move(best.moves[index]);
        match held {
            0 => format!("{m} keeps them"),
            1 => format!("{m} gets them at once and keeps them"),
            held => format!(
                "{m} gets them with {} (move {held} of the line below) and keeps them",
                show(held - 1)
            ),
        }
    }

    /// Which squares the best move brings to the mover in the end, where most lines that are told beside it lose them.
    pub(super) fn held_reason(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let Held { number, squares, beside } = self.held_beside(findings, best, replies)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (named, name) = (self.squares(&squares), self.name(findings.best()));
        let lines = if beside.len() == 1 { "line" } else { "lines" };
        let others = names::list(beside.iter().map(|&it| self.name(&findings.lines[it])), "and");
        let gets = match number {
            0 => format!("After {name} {m} keeps {named} to the end"),
            1 => format!("With {name} {m} gets {named} and keeps them to the end"),
            number => format!(
                "With {} (move {number} of the line below) {m} gets {named}{} and keeps them to the end",
                self.game.position().show_move(best.moves[number - 1]),
                self.enclosed_words(best, number, &squares)
            ),
        };
        Some(format!("{gets}; in the {lines} after {others} {other} has them in the end."))
    }

    /// That a later move of the line gets squares because the disc of the first one closes their row at its other end.
    fn enclosed_words(&self, best: &Story, number: usize, squares: &[u32]) -> String {
        if !self.is_enclosed(best, number, squares) {
            return String::new();
        }
        let show = |index: usize| self.game.position().show_move(best.moves[index]);
        format!(", which then lie between {} and {},", show(number - 1), show(0))
    }

    /// Whether a later move of a line turns squares that lie in a row between it and the first one.
    pub(super) fn is_enclosed(&self, best: &Story, number: usize, squares: &[u32]) -> bool {
        let Some(before) = number.checked_sub(1).filter(|&it| it > 0) else { return false };
        let Some(View::Board(board)) =
            self.reached(&best.moves[..before]).map(|game| game.position().view())
        else {
            return false;
        };
        let ends = [best.moves[0], best.moves[before]].map(|mv| mv.0);
        let inner = between(ends, board.columns);
        let is_theirs = |cell: &u32| board.cells[*cell as usize] == Some(!self.mover());
        flips_all(self.spec)
            && board.cells[ends[0] as usize] == Some(self.mover())
            && inner.iter().all(is_theirs)
            && squares.iter().all(|cell| inner.contains(cell))
    }

    /// The squares that the mover gets for good with one move of the best line, and that it has in the end in no line
    /// after as many others as possible of those that are told, more than half of these.
    pub(super) fn held_beside(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<Held> {
        let (margin, ..) = final_count(best, self.mover())?;
        let is_worse =
            |reply: &&Story| final_count(reply, self.mover()).is_some_and(|(own, ..)| own < margin);
        let told = self.weighty_rivals(findings).into_iter().filter_map(|rival| {
            let reply = replies.get(rival.index)?.as_ref().filter(is_worse)?;
            Some((rival.index, self.parted(best, &[reply])))
        });
        let told: Vec<(usize, Vec<u32>)> = told.collect();
        let boards = self.boards(best)?;
        let mut known: Vec<Held> = Vec::new();
        for &first in told.iter().flat_map(|(_, parted)| parted) {
            let number = since(&boards, first, self.mover());
            let lines = || told.iter().filter(|(_, parted)| parted.contains(&first));
            let is_alike = |cell: &u32| {
                since(&boards, *cell, self.mover()) == number
                    && lines().all(|(_, parted)| parted.contains(cell))
            };
            let beside: Vec<usize> = lines().map(|(index, _)| *index).collect();
            let squares: Vec<u32> = lines()
                .next()
                .map_or_else(Vec::new, |(_, it)| it.clone())
                .into_iter()
                .filter(is_alike)
                .collect();
            // A row along the edge is seen at a glance.
            let edge = self.on_edge(&squares);
            let squares = if edge.len() >= LEAST_SQUARES { edge } else { squares };
            known.push(Held { number, squares, beside });
        }
        known.retain(|it| it.squares.len() >= LEAST_SQUARES && 2 * it.beside.len() > told.len());
        known.into_iter().max_by_key(|it| (it.beside.len(), it.squares.len()))
    }

    /// The board before and after each move of a line.
    fn boards(&self, story: &Story) -> Option<Vec<View>> {
        let mut boards = vec![self.game.position().view()];
        let mut game = self.game.clone();
        for &mv in &story.moves {
            game.play(mv).ok()?;
            boards.push(game.position().view());
        }
        Some(boards)
    }
}

/// Whether discs are turned along all lines.
fn flips_all(spec: &GameSpec) -> bool {
    matches!(spec, GameSpec::Othello(othello) if othello.lines_flipped() == [true; 3])
}

fn owner(view: &View, cell: u32) -> Option<Side> {
    match view {
        View::Board(board) => board.cells.get(cell as usize).copied().flatten(),
        View::Heaps(_) => None,
    }
}

/// The cells between two others in a row, a column or a diagonal.
fn between(ends: [u32; 2], columns: u32) -> Vec<u32> {
    let [from, to] =
        ends.map(|cell| ((cell / columns).cast_signed(), (cell % columns).cast_signed()));
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let length = down.abs().max(right.abs());
    let is_line = down == 0 || right == 0 || down.abs() == right.abs();
    let at = |n: i32| {
        let (row, column) = (from.0 + n * down.signum(), from.1 + n * right.signum());
        row.cast_unsigned() * columns + column.cast_unsigned()
    };
    (1..length).filter(|_| is_line).map(at).collect()
}

/// Since which of some boards a square has been a side's without a break; their number where it is not.
fn since(boards: &[View], cell: u32, side: Side) -> usize {
    let is_own = |board: &&View| owner(board, cell) == Some(side);
    boards.len() - boards.iter().rev().take_while(is_own).count()
}
