//! `tree-minimax`: the classic player of sticks, which looks through the whole tree of its depth.
//!
//! The original kept every node in memory. Here only the current path exists: one frame of the
//! recursion and the list of its moves for each ply.

use std::marker::PhantomData;

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Move, Player, PlayerError, Position, Visit};

use crate::{Parameter, PlayerKind, Range, Settings};

mod search;
#[cfg(test)]
mod tests;

use search::{Grade, Search};

/// The entry in the list of players.
pub(crate) struct TreeMinimax;

const DEPTH: &str = "depth";
const DEBUG: &str = "debug";

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: DEPTH,
        help: "how many plies to look ahead",
        range: Range::Number { default: Some(6), min: 1, max: 100 },
    },
    Parameter {
        name: DEBUG,
        help: "tells what each node of the tree returned, one line a node, deeper nodes further to \
               the right and before the node that they belong to",
        range: Range::Flag,
    },
];

impl PlayerKind for TreeMinimax {
    fn name(&self) -> &'static str {
        "tree-minimax"
    }

    fn help(&self) -> &'static str {
        "Searches the complete tree of its depth, without cutting anything off: a win is better \
         than a position of which the depth shows no end, and that is better than a loss. Among \
         equally good moves it plays the last, however near the end is. When its time is up it \
         plays the best move that it has finished, or the one it was looking at if all those lose."
    }

    fn games(&self) -> &'static str {
        "sticks of every form"
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
        if !matches!(game, GameSpec::Sticks(_)) {
            return Err("it was made for sticks, where nobody draws".to_owned());
        }
        let depth = settings.number(DEPTH, PARAMETERS).expect("the depth has a default");
        Ok(game.visit(TakeSeat { depth: depth as u32, debug: settings.flag(DEBUG) }))
    }
}

struct TakeSeat {
    depth: u32,
    debug: bool,
}

impl Visit for TakeSeat {
    type Out = Box<dyn Player>;

    fn visit<P: Position>(self, _start: P) -> Box<dyn Player> {
        Box::new(Seated::<P> { seat: self, heaps: PhantomData })
    }
}

/// A player for one type of position.
struct Seated<P> {
    seat: TakeSeat,
    heaps: PhantomData<fn() -> P>,
}

impl<P: Position> Player for Seated<P> {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let position = game.position_as::<P>().ok_or(PlayerError::WrongGame)?;
        if position.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        // With no ply at all nothing would be known: one is always looked at.
        let depth = budget.depth.map_or(self.seat.depth, |limit| self.seat.depth.min(limit)).max(1);
        let report: Option<&mut dyn FnMut(&str)> =
            if self.seat.debug { Some(report) } else { None };
        let mut search = Search::new(position.clone(), depth, budget, report);
        let (graded, interrupted) = search.grade_moves();
        Ok(decide(&graded, interrupted, search.nodes()))
    }
}

/// Picks the last of the best moves; `interrupted` is the one that the budget did not suffice for,
/// of which nothing is known.
///
/// The line is the move alone: the player compares results and expects nothing in particular.
fn decide(graded: &[(Move, Grade)], interrupted: Option<Move>, nodes: u64) -> Choice {
    let best = graded.iter().max_by_key(|(_, grade)| grade.rank());
    let is_unknown_better = best.is_none_or(|(_, grade)| grade.rank() < Grade::Unknown.rank());
    let (mv, value) = match (best, interrupted) {
        (_, Some(mv)) if is_unknown_better => (mv, None),
        (Some(&(mv, grade)), _) => (mv, Some(grade.value())),
        (None, _) => unreachable!("a game that is not over has a move"),
    };
    let candidates = graded.iter().map(|&(mv, grade)| (mv, grade.value())).collect();
    Choice { value, nodes, candidates, ..Choice::bare(mv) }
}
