//! `minimax` and `weighted-minimax`: two classic players of Othello that differ in what they count.
//!
//! If a corner can be taken, they take it. Otherwise they play the move after which they stand
//! best a fixed number of plies ahead, the opponent doing its best against it.

use std::marker::PhantomData;

use mossa_games::{
    GameSpec,
    othello::{OthelloPosition, VisitOthello},
};
use mossa_kernel::{Budget, Choice, Game, Move, Player, PlayerError, Value, View};

use crate::{Parameter, PlayerKind, Range, Settings};

mod measure;
mod search;
#[cfg(test)]
mod tests;

use measure::{Discs, Measure, Weights, corners};
use search::{Numbered, Search};

/// The entry of `minimax` in the list of players.
pub(crate) const MINIMAX: OthelloMinimax = OthelloMinimax {
    name: "minimax",
    help: "Takes a corner at once if it can, the first in reading order. Otherwise looks `depth` \
           plies ahead and plays the move that leaves it the best difference of discs there, the \
           opponent minimizing; a pass uses up a ply, and a game that ends before is counted in \
           the same way. Ties go to the lowest row, then to the lowest column. When its time is \
           up it plays the best of the moves that it has finished, or the first if there is none.",
    is_weighted: false,
};

/// The entry of `weighted-minimax` in the list of players.
pub(crate) const WEIGHTED_MINIMAX: OthelloMinimax = OthelloMinimax {
    name: "weighted-minimax",
    help: "Plays like `minimax`, but each disc counts with the weight of its square: 1000 in a \
           corner, -10 next to a corner, 10 elsewhere on the edge, 1 inside.",
    is_weighted: true,
};

/// The entry in the list of players.
pub(crate) struct OthelloMinimax {
    name: &'static str,
    help: &'static str,
    is_weighted: bool,
}

const DEPTH: &str = "depth";

const PARAMETERS: &[Parameter] = &[Parameter {
    name: DEPTH,
    help: "how many plies to look ahead, the move itself included",
    range: Range::Number { default: Some(3), min: 1, max: 100 },
}];

/// How many positions may be looked at to number the moves where a corner is taken anyway: the
/// move is decided, the numbers are for show. At the default depth they suffice on usual boards.
const POSITIONS_FOR_SHOW: u64 = 100_000;

impl PlayerKind for OthelloMinimax {
    fn name(&self) -> &'static str {
        self.name
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn games(&self) -> &'static str {
        "othello of every size"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn build(
        &self,
        game: &GameSpec,
        settings: &Settings,
        _seed: u64,
    ) -> Result<Box<dyn Player>, String> {
        let GameSpec::Othello(spec) = game else {
            return Err("it counts discs, which only othello has".to_owned());
        };
        let depth = settings.number(DEPTH, PARAMETERS).expect("the depth has a default");
        let (rows, columns) = (spec.rows(), spec.columns());
        let seat = Seat { rows, columns, depth: depth as u32 };
        Ok(if self.is_weighted {
            spec.visit_othello(TakeSeat { seat, measure: Weights::new(rows, columns) })
        } else {
            spec.visit_othello(TakeSeat { seat, measure: Discs })
        })
    }
}

/// What a player knows about its game before the board's type is known.
struct Seat {
    rows: u32,
    columns: u32,
    depth: u32,
}

struct TakeSeat<M> {
    seat: Seat,
    measure: M,
}

impl<M: Measure + 'static> VisitOthello for TakeSeat<M> {
    type Out = Box<dyn Player>;

    fn visit<P: OthelloPosition>(self, _start: P) -> Box<dyn Player> {
        let Self { seat, measure } = self;
        Box::new(Seated::<P, M> { seat, measure, board: PhantomData })
    }
}

/// A player for one type of board.
struct Seated<P, M> {
    seat: Seat,
    measure: M,
    board: PhantomData<fn() -> P>,
}

impl<P: OthelloPosition, M: Measure> Player for Seated<P, M> {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let position = game.position_as::<P>().ok_or(PlayerError::WrongGame)?;
        if !self.seat.is_at(position) {
            return Err(PlayerError::WrongGame);
        }
        if position.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        let corner = self.seat.corner(position);
        let shown = budget.nodes.map_or(POSITIONS_FOR_SHOW, |nodes| nodes.min(POSITIONS_FOR_SHOW));
        let budget = Budget { nodes: corner.map_or(budget.nodes, |_| Some(shown)), ..*budget };
        let mut search = Search::new(&self.measure, &budget);
        let numbered = search.number_moves(position, self.seat.depth_within(&budget));
        let mv = corner.or_else(|| best_of(&numbered)).unwrap_or_else(|| first_move(position));
        Ok(conclude(mv, numbered, search.nodes()))
    }
}

impl Seat {
    /// Whether a position is one of the game that this player was made for.
    fn is_at<P: OthelloPosition>(&self, position: &P) -> bool {
        matches!(position.view(), View::Board(board)
            if (board.rows, board.columns) == (self.rows, self.columns))
    }

    /// The first corner that can be taken.
    fn corner<P: OthelloPosition>(&self, position: &P) -> Option<Move> {
        corners(self.rows, self.columns).map(Move).into_iter().find(|&mv| position.is_legal(mv))
    }

    /// The own depth, or less where the budget says so; without one ply there are no numbers.
    fn depth_within(&self, budget: &Budget<'_>) -> u32 {
        budget.depth.map_or(self.depth, |limit| self.depth.min(limit)).max(1)
    }
}

/// The first of the best moves.
fn best_of(numbered: &[Numbered]) -> Option<Move> {
    // Of equal ones `max_by_key` returns the last: asked in reverse, the first.
    numbered.iter().rev().max_by_key(|candidate| candidate.number).map(|candidate| candidate.mv)
}

fn first_move<P: OthelloPosition>(position: &P) -> Move {
    let mut first = None;
    position.each_move(|mv| first = first.or(Some(mv)));
    first.expect("a game that is not over has a move")
}

fn conclude(mv: Move, numbered: Vec<Numbered>, nodes: u64) -> Choice {
    let value_of = |candidate: &Numbered| Value::score(candidate.number.into());
    let candidates = numbered.iter().map(|candidate| (candidate.mv, value_of(candidate))).collect();
    match numbered.into_iter().find(|candidate| candidate.mv == mv) {
        None => Choice { nodes, candidates, ..Choice::bare(mv) },
        Some(chosen) => {
            Choice { value: Some(value_of(&chosen)), mv, line: chosen.line, nodes, candidates }
        }
    }
}
