//! Our alpha-beta with the evaluation of the peer's example, so that the searches themselves are
//! compared: stones in the three middle columns, and cells that would complete a line at once or
//! one stone later.

use mossa_games::{
    connect::{Bits, Number, Size},
    word::Word,
};
use mossa_search::Knowledge;

/// Sees what the `BasicEvaluator` of the peer's example sees.
#[derive(Clone, Copy, Debug)]
pub struct SameEvaluation;

/// Points for a stone near the center, for a win at once, and for one that a stone below allows.
const CENTRAL: i32 = 1;
const AT_ONCE: i32 = 10;
const AFTERWARDS: i32 = 5;

impl<S: Size> Knowledge<Bits<S>> for SameEvaluation {
    #[inline]
    fn evaluate(&mut self, position: &Bits<S>) -> i32 {
        let (size, ours, taken) = (position.size(), position.ours(), position.taken());
        let (board, rows) = (size.board(), size.spec().rows());
        let bottoms = board & !(board << 1);
        let next = taken.plus(bottoms) & board;
        let afterwards = (next << 1) & board;
        let column = first_column(board, rows) << (2 * (rows + 1));
        let middle = column | (column << (rows + 1)) | (column << (2 * (rows + 1)));
        let theirs = ours ^ taken;
        let [our_wins, their_wins] =
            [ours, theirs].map(|stones| completing(stones, rows) & (next | afterwards));
        let sets = [
            ours & middle,
            our_wins,
            our_wins & next,
            theirs & middle,
            their_wins,
            their_wins & next,
        ];
        let counts = S::Word::counts(sets).map(u32::cast_signed);
        let [our_central, our_later, our_next, their_central, their_later, their_next] = counts;
        // Those at once count as one of those afterwards, and for the rest.
        CENTRAL * (our_central - their_central)
            + AFTERWARDS * (our_later - their_later)
            + (AT_ONCE - AFTERWARDS) * (our_next - their_next)
    }
}

/// The cells of the first column.
#[inline]
fn first_column<W: Word>(board: W, rows: u32) -> W {
    board & !(!W::EMPTY << rows)
}

/// Cells at which, if they are free, four stones would stand in a row by the peer's formula.
#[inline]
fn completing<W: Word>(stones: W, rows: u32) -> W {
    let mut cells = W::EMPTY;
    for step in [1, rows, rows + 1, rows + 2] {
        let pairs = stones & (stones >> step);
        let next_to = (stones >> step) | (stones << step);
        cells = cells | (((pairs >> (2 * step)) | (pairs << (2 * step))) & next_to);
    }
    cells
}
