//! Othello in words: corners, moves that are left, discs that are turned.

use mossa_games::GameSpec;
use mossa_kernel::{BoardView, Game, GameResult, Move, Side, Value, View};
use mossa_search::Line;

use super::{Findings, Story, names};

/// With more empty squares than this, moves that are left count more than discs.
const ENDING: usize = 16;

/// What goes wrong after a move is looked for in so many moves.
const MOST_FOLLOWED: usize = 9;

/// What a move does.
pub(super) struct DiscFacts {
    side: Side,
    /// How many discs it turns.
    turned: usize,
    is_pass: bool,
    takes_corner: bool,
    /// Corners that the other side can take after it, and could not before.
    gives: Vec<String>,
    /// Corners that the other side could take before it, and cannot after.
    denies: Vec<String>,
    /// How many moves the other side has after it.
    replies: usize,
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
            is_pass: mv == Move::PASS,
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
            (false, 0) => format!("leaves {other} without a move: {other} must pass"),
            (false, replies) => {
                format!("leaves {other} {}", names::counted(replies as u64, "move"))
            }
        });
        if self.is_pass {
            return parts.join(", ");
        }
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

/// Why a position is won, lost or even, or what the engine likes about it.
pub(super) fn why(spec: &GameSpec, game: &Game, findings: &Findings, story: &Story) -> Vec<String> {
    let View::Board(board) = game.position().view() else { return Vec::new() };
    let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
    let mut texts = vec![counts(game, &board, empty)];
    let (is_proven, n_moves) = (findings.is_proven, findings.lines.len());
    if game.position().moves() == [Move::PASS] {
        let mover = names::side(game.position().side_to_move());
        texts.push(format!("{mover} has no move and must pass."));
    } else if n_moves > 1 && (1..n_moves).all(|index| findings.are_twins(0, index)) {
        texts.push("All moves are mirror images of each other: none is better.".to_owned());
    } else if !is_proven {
        texts.extend(preference(game, findings, empty));
    }
    if is_proven {
        texts.extend(ending(story, game, findings));
    }
    texts.extend(temptations(spec, game, findings));
    texts
}

/// How the position looks to somebody who counts.
fn counts(game: &Game, board: &BoardView, empty: usize) -> String {
    let corners = corners(game);
    let held = |side| corners.iter().filter(|mv| board.cells[mv.0 as usize] == Some(side)).count();
    let some_held = Side::BOTH.into_iter().any(|side| held(side) > 0);
    let [x, o] = Side::BOTH.map(|side| {
        let discs = names::counted(board.count(side) as u64, "disc");
        let corners = names::counted(held(side) as u64, "corner");
        let corners = if some_held { format!(" and {corners}") } else { String::new() };
        format!("{} has {discs}{corners}", names::side(side))
    });
    format!("{x}, {o}; {} left.", names::counted(empty as u64, "square"))
}

/// What the best play leads to, where everything was counted.
fn ending(story: &Story, game: &Game, findings: &Findings) -> Option<String> {
    let (outcome, exact) = (story.end.outcome()?, findings.proven()?);
    let View::Board(board) = story.end.position().view() else { return None };
    let mover = game.position().side_to_move();
    let told = match outcome.winner {
        None => 0,
        Some(winner) => {
            let margin = outcome.margin.map_or(0, i32::from);
            if winner == mover { margin } else { -margin }
        }
    };
    let [x, o] = Side::BOTH.map(|side| board.count(side));
    (exact.margin.unwrap_or(0) == told).then(|| {
        format!(
            "All ways the game can go on were counted. If both sides play right, it ends with {x} discs \
             for X and {o} for O."
        )
    })
}

/// What speaks for the move that the engine prefers.
fn preference(game: &Game, findings: &Findings, empty: usize) -> Vec<String> {
    let mover = game.position().side_to_move();
    let other = names::side(!mover);
    let best = findings.best();
    let Some(facts) = DiscFacts::new(game, best.mv()) else { return Vec::new() };
    let show = |mv| game.position().show_move(mv);
    let mut texts = vec![format!("The engine prefers {}: it {}.", show(best.mv()), facts.words())];
    let others = findings.lines[1..].iter().filter_map(|line| DiscFacts::new(game, line.mv()));
    let replies: Vec<usize> = others.map(|facts| facts.replies).collect();
    let is_fewest = !replies.is_empty() && replies.iter().all(|&count| facts.replies <= count);
    let most = replies.iter().copied().max().unwrap_or(0);
    if empty > ENDING && is_fewest && facts.replies < most {
        texts.push(format!(
            "No other move leaves {other} fewer moves; one of them leaves {most}. That counts more than \
             discs as long as many squares are empty: whoever runs out of good moves must play bad ones."
        ));
    }
    texts
}

/// What is wrong with moves that look good: those that turn most discs or take a corner.
fn temptations(spec: &GameSpec, game: &Game, findings: &Findings) -> Vec<String> {
    let known = |line: &Line| DiscFacts::new(game, line.mv());
    let Some(of_best) = known(findings.best()) else { return Vec::new() };
    let worse = findings.lines.iter().filter(|line| findings.is_worse(line));
    let worse: Vec<(&Line, DiscFacts)> =
        worse.filter_map(|line| Some((line, known(line)?))).collect();
    let mut texts = Vec::new();
    let greediest = worse.iter().max_by_key(|(_, facts)| facts.turned);
    let greediest = greediest.filter(|(_, facts)| facts.turned > of_best.turned);
    if let Some((line, facts)) = greediest {
        let discs = names::counted(facts.turned as u64, "disc");
        texts.push(temptation(spec, game, findings, line, &format!("turns {discs}")));
    }
    let corner = worse.iter().find(|(_, facts)| facts.takes_corner && !of_best.takes_corner);
    if let Some((line, _)) = corner
        && greediest.is_none_or(|(greedy, _)| greedy.mv() != line.mv())
    {
        texts.push(temptation(spec, game, findings, line, "takes a corner"));
    }
    texts
}

fn temptation(
    spec: &GameSpec,
    game: &Game,
    findings: &Findings,
    line: &Line,
    charm: &str,
) -> String {
    let show = |mv| game.position().show_move(mv);
    let worth = match (&line.value, &findings.best().value) {
        (Value::Exact(exact), _) => match (exact.result, exact.margin.map(i32::abs)) {
            (GameResult::Win, Some(margin)) => format!("wins by only {margin}"),
            (GameResult::Loss, Some(margin)) => format!("loses by {margin}"),
            (GameResult::Draw, _) => "only draws".to_owned(),
            (GameResult::Win, None) => "wins by less".to_owned(),
            (GameResult::Loss, None) => "loses".to_owned(),
        },
        _ if findings.is_first_impression() => "the engine likes it less".to_owned(),
        (value, best) => format!(
            "the engine likes it less ({} against {})",
            names::value(value),
            names::value(best)
        ),
    };
    let wrong = what_goes_wrong(spec, game, line)
        .map_or_else(String::new, |wrong| format!(" For example, {wrong}."));
    format!("{} {charm}, but {worth}.{wrong}", show(line.mv()))
}

/// Where the line after a move gives the other side a corner, or leaves its own side without a move.
fn what_goes_wrong(spec: &GameSpec, game: &Game, line: &Line) -> Option<String> {
    let mover = game.position().side_to_move();
    let (m, other) = (names::side(mover), names::side(!mover));
    let story = Story::tell(spec, game, &line.moves);
    let is_bad = |facts: &DiscFacts| {
        if facts.side == mover { facts.is_pass } else { facts.takes_corner }
    };
    let at = story.turns().iter().take(MOST_FOLLOWED).position(is_bad)?;
    let so_far = names::sequence(spec, game, &story.moves[..at]);
    let mv = game.position().show_move(story.moves[at]);
    Some(if story.turns()[at].is_pass {
        format!("after {so_far} {m} has no move and must pass")
    } else {
        format!("after {so_far} {other} takes the corner {mv}")
    })
}
