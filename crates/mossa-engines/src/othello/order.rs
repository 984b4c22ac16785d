//! Which moves look promising before anything is searched.

use mossa_games::{othello::OthelloPosition, word::Word};
use mossa_kernel::Move;
use mossa_search::MoveSink;

use super::geometry::Geometry;

/// How promising moves look by where they are, in numbers of opposing replies.
#[derive(Clone, Copy, Debug)]
struct Params {
    /// A square on which a disc is never flipped.
    anchor: i32,
    /// Any other square at the edge.
    edge: i32,
    /// Next to an empty anchor in its row or column, on top of that.
    risky_straight: i32,
    /// Next to an empty anchor on its diagonal.
    risky_diagonal: i32,
}

const PARAMS: Params = Params { anchor: 10, edge: 2, risky_straight: -4, risky_diagonal: -6 };

/// How much one reply weighs beside what the search remembers of a move.
const SCALE: i32 = 1_000;

/// Lists the legal moves. With `replies`, those that leave the opponent few replies are preferred,
/// which takes a while to count.
pub(super) fn list<P: OthelloPosition>(
    geometry: &Geometry<P::Word>,
    position: &P,
    replies: bool,
    moves: &mut MoveSink<'_>,
) {
    let Geometry { axes, anchors, edge, board, .. } = geometry;
    let [row, column, down_left, down_right] = axes;
    let free = *anchors & *board & !(position.ours() | position.theirs());
    let straight = row.near(free) | column.near(free);
    let diagonal = down_left.near(free) | down_right.near(free);
    position.moves().each(|square| {
        let worth = |set: P::Word, worth: i32| if set.has(square) { worth } else { 0 };
        let mut promise = worth(*anchors, PARAMS.anchor)
            + worth(*edge & !*anchors, PARAMS.edge)
            + worth(straight, PARAMS.risky_straight)
            + worth(diagonal, PARAMS.risky_diagonal);
        if replies {
            let mut after = position.clone();
            after.play(Move(square));
            promise -= after.moves().count().cast_signed();
        }
        moves.push(Move(square), SCALE * promise);
    });
}
