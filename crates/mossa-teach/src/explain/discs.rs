//! Othello in words: corners, moves that are left, discs that are turned.

use mossa_kernel::{Game, Move, Side, View};
use mossa_search::{Line, Report};

use super::names;

/// What a move does.
pub(super) struct DiscFacts {
    side: Side,
    /// How many discs it turns.
    pub(super) turned: usize,
    takes_corner: bool,
    /// Corners that the other side can take after it, and could not before.
    gives: Vec<String>,
    /// Corners that the other side could take before it, and cannot after.
    denies: Vec<String>,
    /// How many moves the other side has after it.
    pub(super) replies: usize,
    ends: bool,
}

impl DiscFacts {
    /// What a move does in a game that is not over.
    pub(super) fn new(game: &Game, mv: Move) -> Option<Self> {
        let side = game.position().side_to_move();
        let mut after = game.clone();
        after.play(mv).ok()?;
        let count = |game: &Game| match game.position().view() {
            View::Board(board) => board.count(side),
            View::Heaps(_) => 0,
        };
        let turned = (count(&after) - count(game)).saturating_sub(usize::from(mv != Move::PASS));
        let corners = corners(game);
        let (before, now) = (reachable(game, &corners, !side), reachable(&after, &corners, !side));
        let show = |mv: &Move| game.position().show_move(*mv);
        let replies = after.position().moves();
        let passes = replies == [Move::PASS];
        Some(Self {
            side,
            turned,
            takes_corner: corners.contains(&mv),
            gives: now.iter().filter(|corner| !before.contains(corner)).map(show).collect(),
            denies: before
                .iter()
                .filter(|corner| !now.contains(corner) && **corner != mv)
                .map(show)
                .collect(),
            replies: if passes { 0 } else { replies.len() },
            ends: after.outcome().is_some(),
        })
    }

    /// What it does, as half a sentence whose subject is the move.
    pub(super) fn words(&self) -> String {
        let other = names::side(!self.side);
        let turned = names::counted(self.turned as u64, "disc");
        let mut parts = Vec::new();
        if self.takes_corner {
            parts.push("takes a corner, which can never be turned".to_owned());
        }
        if !self.gives.is_empty() {
            parts.push(format!(
                "gives {other} the corner {}",
                names::list(self.gives.iter().cloned(), "and")
            ));
        }
        if !self.denies.is_empty() {
            parts.push(format!(
                "keeps {other} from the corner {}",
                names::list(self.denies.iter().cloned(), "and")
            ));
        }
        parts.push(match (self.ends, self.replies) {
            (true, _) => "ends the game".to_owned(),
            (false, 0) => format!("leaves {other} no move, who must pass"),
            (false, replies) => {
                format!("leaves {other} {}", names::counted(replies as u64, "move"))
            }
        });
        format!("turns {turned}, {}", parts.join(", "))
    }
}

/// The corners of the board, as moves.
fn corners(game: &Game) -> Vec<Move> {
    let View::Board(board) = game.position().view() else { return Vec::new() };
    let (rows, columns) = (board.rows, board.columns);
    [0, columns - 1, (rows - 1) * columns, rows * columns - 1].map(Move).to_vec()
}

/// The corners that `side` could take if it were to move.
fn reachable(game: &Game, corners: &[Move], side: Side) -> Vec<Move> {
    let turn = if game.position().side_to_move() == side {
        Some(game.clone())
    } else {
        // The same board with the other side to move; where it has no move, that is no position.
        let diagram = game.position().diagram();
        let mut turned = game.clone();
        diagram.rsplit_once(' ').and_then(|(board, _)| {
            turned.set_up(&format!("{board} {}", side.letter())).ok().map(|()| turned)
        })
    };
    let Some(turn) = turn else { return Vec::new() };
    corners.iter().copied().filter(|&corner| turn.position().is_legal(corner)).collect()
}

/// How the position looks to somebody who counts: discs, moves and corners of both sides.
pub(super) fn balance(game: &Game) -> Vec<String> {
    let View::Board(board) = game.position().view() else { return Vec::new() };
    let corners = corners(game);
    let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
    let mut sentences = Vec::new();
    let [x, o] = Side::BOTH.map(|side| {
        let held = corners.iter().filter(|mv| board.cells[mv.0 as usize] == Some(side)).count();
        format!(
            "{} has {} and {}",
            names::side(side),
            names::counted(board.count(side) as u64, "disc"),
            names::counted(held as u64, "corner")
        )
    });
    sentences.push(format!("{x}, {o}; {} left.", names::counted(empty as u64, "square")));
    let turn = game.position().side_to_move();
    let moves = game.position().moves();
    let (m, other) = (names::side(turn), names::side(!turn));
    if moves == [Move::PASS] {
        sentences.push(format!("{m} has no move and must pass."));
    } else {
        sentences.push(format!(
            "{m} has {} to choose from. Few moves for the other side are worth more than many discs \
             until the end: whoever runs out of good moves must give away a corner, and corners \
             can never be turned.",
            names::counted(moves.len() as u64, "move")
        ));
    }
    let reach = reachable(game, &corners, !turn);
    if !reach.is_empty() {
        let names_ = reach.iter().map(|&mv| game.position().show_move(mv));
        sentences.push(format!(
            "If it were {other}'s move, {other} could take the corner {}.",
            names::list(names_, "and")
        ));
    }
    sentences
}

/// What the best move does, beside the greediest one.
pub(super) fn preference(game: &Game, report: &Report) -> Vec<String> {
    let facts = |line: &Line| Some((line.mv(), DiscFacts::new(game, line.mv())?));
    let Some((best, of_best)) = report.best().and_then(facts) else { return Vec::new() };
    if best == Move::PASS {
        return Vec::new();
    }
    let show = |mv| game.position().show_move(mv);
    let mut texts = vec![format!("The best move is {}: it {}.", show(best), of_best.words())];
    let greediest = report.lines.iter().filter_map(facts).max_by_key(|(_, facts)| facts.turned);
    if let Some((greedy, of_greedy)) = greediest
        && of_greedy.turned > of_best.turned
    {
        texts.push(format!(
            "{} turns the most discs, {}, but is not the best: it {}.",
            show(greedy),
            of_greedy.turned,
            of_greedy.words()
        ));
    }
    texts
}
