//! Othello: what a move does, in corners, moves that are left and discs that are turned. Where the rules
//! make more squares than the corners firm, those are meant by corners.

use mossa_games::GameSpec;
use mossa_kernel::{Game, Move, Side, View};

use super::firm::{Firm, Unit};
use crate::explain::names;

/// Whoever has so few moves is short of them.
const FEW: usize = 3;

/// What is said of a corner that is taken.
pub(in crate::explain) const FOR_GOOD: &str = ", which can never be turned";

/// What a move does.
pub(in crate::explain) struct DiscFacts {
    pub(super) side: Side,
    unit: Unit,
    /// How many discs it turns.
    pub(super) turned: usize,
    pub(super) is_pass: bool,
    pub(in crate::explain) takes_corner: bool,
    /// Corners that the other side can take after it, and could not before.
    pub(in crate::explain) gives: Vec<String>,
    /// Corners that the other side could take before it, and still can.
    pub(in crate::explain) leaves: Vec<String>,
    /// Corners that the other side could take before it, and cannot after.
    pub(super) denies: Vec<String>,
    /// Corners that its own side could not take before it, and can with its next move unless that is
    /// prevented.
    pub(super) aims: Vec<String>,
    /// Corners that it could have been, and is not.
    pub(super) spares: Vec<Move>,
    /// What to say about a corner that it spares or gives.
    pub(in crate::explain) note: Option<String>,
    /// The empty corner that it stands beside, on a line on which discs are turned, diagonally where
    /// there are such lines.
    pub(in crate::explain) beside: Option<String>,
    /// How it does: diagonally, or on the edge.
    pub(super) beside_how: &'static str,
    /// How many moves the other side has after it.
    pub(super) replies: usize,
    /// Those of them after which its own side can take no corner that it could not take before.
    pub(in crate::explain) safe: Vec<Move>,
    pub(super) ends: bool,
    /// Sides of the board that are all its own side's for good after it, and were not before.
    secures: Vec<&'static str>,
}

impl DiscFacts {
    /// What a move does in a game that is not over.
    pub(in crate::explain) fn new(spec: &GameSpec, game: &Game, mv: Move) -> Option<Self> {
        let side = game.position().side_to_move();
        let mut after = game.clone();
        after.play(mv).ok()?;
        let count = |game: &Game| match game.position().view() {
            View::Board(board) => board.count(side),
            View::Heaps(_) => 0,
        };
        let turned = (count(&after) - count(game)).saturating_sub(usize::from(mv != Move::PASS));
        let corners = corners(spec, game);
        let (before, now) = (reachable(game, &corners, !side), reachable(&after, &corners, !side));
        let (could, can) = (reachable(game, &corners, side), reachable(&after, &corners, side));
        let show = |mv: &Move| game.position().show_move(*mv);
        let replies = after.position().moves();
        let passes = replies == [Move::PASS];
        let is_safe = |reply: &Move| {
            let mut next = after.clone();
            let is_played = next.play(*reply).is_ok();
            let opened = reachable(&next, &corners, side);
            !is_played || opened.iter().all(|corner| can.contains(corner))
        };
        let n_replies = if passes { 0 } else { replies.len() };
        let safe = if passes { Vec::new() } else { replies.into_iter().filter(is_safe).collect() };
        Some(Self {
            side,
            unit: Unit::of(spec),
            turned,
            is_pass: mv == Move::PASS,
            takes_corner: corners.contains(&mv),
            gives: now.iter().filter(|corner| !before.contains(corner)).map(show).collect(),
            leaves: now.iter().filter(|corner| before.contains(corner)).map(show).collect(),
            denies: before
                .iter()
                .filter(|corner| !now.contains(corner) && **corner != mv)
                .map(show)
                .collect(),
            aims: can.iter().filter(|corner| !could.contains(corner)).map(show).collect(),
            spares: could.into_iter().filter(|&corner| corner != mv).collect(),
            note: None,
            beside: beside(spec, game, mv).map(|corner| show(&corner)),
            beside_how: beside_how(spec),
            replies: n_replies,
            safe,
            ends: after.outcome().is_some(),
            secures: secured(spec, game, &after, side),
        })
    }

    /// Whether nothing happens that decides games of discs. That a corner stays open is no news in a line.
    pub(in crate::explain) fn is_quiet(&self) -> bool {
        let happens = self.is_pass || self.takes_corner || self.ends || self.replies == 0;
        !happens && !self.changes_corners() && self.note.is_none()
    }

    /// Whether it opens, closes or comes near a corner, or makes a side of the board firm.
    fn changes_corners(&self) -> bool {
        [&self.gives, &self.denies, &self.aims].iter().any(|corners| !corners.is_empty())
            || self.beside.is_some()
            || !self.secures.is_empty()
    }

    /// Whether its words name a corner, and so do not hold for its mirror images.
    pub(in crate::explain) fn names_corners(&self) -> bool {
        !self.leaves.is_empty() || self.changes_corners()
    }

    /// What it does, as half a sentence whose subject is the move.
    pub(in crate::explain) fn words(&self) -> String {
        self.told(self.deeds(true), Some(self.left()))
    }

    /// The same, and how many of the moves that are left are safe, however many.
    pub(in crate::explain) fn words_with_safe(&self) -> String {
        let safe = self.safe.len();
        // Where few are, that is told anyway.
        let left = if 2 * safe <= self.replies {
            self.left()
        } else if safe == self.replies {
            let all = if safe == 1 { "a safe one" } else { "all safe" };
            format!("{}, {all}", self.left())
        } else {
            format!("{}, {safe} safe", self.left())
        };
        self.told(self.deeds(true), Some(left))
    }

    /// The same in a line, where the moves that are left are told only if these are few, and corners that stay open are
    /// told before.
    pub(in crate::explain) fn words_in_line(&self) -> String {
        let is_short = self.replies <= FEW || 2 * self.safe.len() <= self.replies;
        let is_told = is_short || self.is_pass;
        self.told(self.deeds(false), is_told.then(|| self.left()))
    }

    fn told(&self, deeds: Vec<String>, left: Option<String>) -> String {
        let turned = names::counted(self.turned as u64, "disc");
        let mut parts = if self.is_pass { Vec::new() } else { vec![format!("turns {turned}")] };
        parts.extend(deeds);
        parts.extend(left.filter(|_| !self.ends));
        let note = self.note.as_ref().map_or(String::new(), |note| format!(". {note}"));
        format!("{}{note}", parts.join(", "))
    }

    /// What it does beside turning discs, with or without the corners that stay open.
    fn deeds(&self, with_open: bool) -> Vec<String> {
        let other = names::side(!self.side);
        let mut parts = Vec::new();
        if self.takes_corner {
            parts.push(match self.unit {
                Unit::Corner => format!("takes a corner{FOR_GOOD}"),
                Unit::Edge => "takes an edge square for good".to_owned(),
            });
        }
        if self.ends {
            parts.push("ends the game".to_owned());
            return parts;
        }
        let list = |corners: &[String]| self.unit.the(corners);
        if !self.gives.is_empty() {
            parts.push(format!("lets {other} take {}", list(&self.gives)));
        }
        // Where much of the edge is firm, what could be taken before is no news.
        let is_news = self.unit == Unit::Corner;
        if !self.leaves.is_empty() && is_news && with_open {
            parts.push(format!("{other} can still take {}", list(&self.leaves)));
        }
        // Whoever reads that a corner is given away need not read that it is near.
        if let Some(corner) = self.beside.as_ref().filter(|corner| !self.gives.contains(corner)) {
            parts.push(format!("stands {} beside the empty corner {corner}", self.beside_how));
        }
        if !self.denies.is_empty() {
            parts.push(format!("keeps {other} from {}", list(&self.denies)));
        }
        if !self.aims.is_empty() {
            parts.push(format!("opens {} for {}", list(&self.aims), names::side(self.side)));
        }
        if !self.secures.is_empty() {
            let sides = names::list(self.secures.iter().map(|&name| name.to_owned()), "and");
            let unit = if self.secures.len() == 1 { "side" } else { "sides" };
            let own = names::side(self.side);
            parts.push(format!("gives {own} the whole {sides} {unit} of the board for good"));
        }
        parts
    }

    /// What it leaves the other side.
    fn left(&self) -> String {
        let other = names::side(!self.side);
        let is_news = self.unit == Unit::Corner;
        let moves = names::counted(self.replies as u64, "move");
        match (self.replies, self.safe.len()) {
            (0, _) => {
                let own = names::side(self.side);
                format!("leaves {other} without a move: {other} must pass, and {own} moves again")
            }
            (1, 0) if is_news => format!("leaves {other} 1 move, which is not safe"),
            (_, 0) if is_news => format!("leaves {other} {moves}, none of them safe"),
            // Where most are safe, nobody is short of them.
            (replies, safe) if 2 * safe <= replies && is_news => {
                format!("leaves {other} {moves}, only {safe} safe")
            }
            _ => format!("leaves {other} {moves}"),
        }
    }
}

/// The sides of the board that are all `side`'s for good after a move, and were not before.
fn secured(spec: &GameSpec, before: &Game, after: &Game, side: Side) -> Vec<&'static str> {
    let sides = |game: &Game| Firm::new(spec, game).map_or_else(Vec::new, |firm| firm.sides(side));
    let known = sides(before);
    sides(after).into_iter().filter(|name| !known.contains(name)).collect()
}

/// How a move stands beside a corner that it endangers.
pub(super) fn beside_how(spec: &GameSpec) -> &'static str {
    match spec {
        GameSpec::Othello(othello) if othello.lines_flipped()[2] => "diagonally",
        _ => "right",
    }
}

/// The empty corner right beside a move: diagonally, or where no discs are turned along diagonals, on
/// the edge.
fn beside(spec: &GameSpec, game: &Game, mv: Move) -> Option<Move> {
    let View::Board(board) = game.position().view() else { return None };
    let GameSpec::Othello(othello) = spec else { return None };
    if mv == Move::PASS {
        return None;
    }
    let place = |mv: Move| (mv.0 / board.columns, mv.0 % board.columns);
    let (row, column) = place(mv);
    let is_beside = |corner: &Move| {
        let (down, right) = (row.abs_diff(place(*corner).0), column.abs_diff(place(*corner).1));
        let [rows, columns, diagonals] = othello.lines_flipped();
        match (down, right) {
            (1, 1) => diagonals,
            (0, 1) => rows && !diagonals,
            (1, 0) => columns && !diagonals,
            _ => false,
        }
    };
    if Unit::of(spec) != Unit::Corner {
        return None;
    }
    corners(spec, game).into_iter().find(|corner| {
        let is_empty = board.cells[corner.0 as usize].is_none();
        is_empty && *corner != mv && is_beside(corner)
    })
}

/// The moves that a side has if it is its turn.
pub(super) fn legal(game: &Game, side: Side) -> Vec<Move> {
    let turn = turned_to(game, side).filter(|turn| turn.outcome().is_none());
    let moves = turn.map_or_else(Vec::new, |turn| turn.position().moves());
    moves.into_iter().filter(|&mv| mv != Move::PASS).collect()
}

/// How many moves `side` would have if it were to move.
pub(super) fn choices(game: &Game, side: Side) -> usize {
    legal(game, side).len()
}

/// The squares where a disc can never be turned, as moves: the corners, and by the rules perhaps more.
pub(in crate::explain) fn corners(spec: &GameSpec, game: &Game) -> Vec<Move> {
    Firm::new(spec, game).map_or_else(Vec::new, |firm| firm.anchors())
}

/// The corners that `side` could take if it were to move.
pub(super) fn reachable(game: &Game, corners: &[Move], side: Side) -> Vec<Move> {
    let Some(turn) = turned_to(game, side) else { return Vec::new() };
    corners.iter().copied().filter(|&corner| turn.position().is_legal(corner)).collect()
}

/// The same board with `side` to move; `None` where that is no position.
pub(in crate::explain) fn turned_to(game: &Game, side: Side) -> Option<Game> {
    if game.position().side_to_move() == side {
        return Some(game.clone());
    }
    let diagram = game.position().diagram();
    let (board, _) = diagram.rsplit_once(' ')?;
    let mut turned = game.clone();
    turned.set_up(&format!("{board} {}", side.letter())).ok().map(|()| turned)
}
