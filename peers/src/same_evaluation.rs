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
pub struct SameEvaluation<W> {
    /// The stones of the side to move when it was last asked, and the cells that complete a line of
    /// theirs: from one leaf to its sibling only the other side's stones change.
    resting: [W; 2],
}

/// Points for a stone near the center, for a win at once, and for one that a stone below allows.
const CENTRAL: i32 = 1;
const AT_ONCE: i32 = 10;
const AFTERWARDS: i32 = 5;

impl<W: Word> SameEvaluation<W> {
    pub const fn new() -> Self {
        Self { resting: [W::EMPTY; 2] }
    }

    /// As [`completing`], for stones that are most likely those that it was last asked about.
    #[inline]
    fn completing_resting(&mut self, stones: W, rows: u32) -> W {
        if self.resting[0] != stones {
            self.resting = [stones, completing(stones, rows)];
        }
        self.resting[1]
    }
}

impl<S: Size> Knowledge<Bits<S>> for SameEvaluation<S::Word> {
    #[inline]
    fn evaluate(&mut self, position: &Bits<S>) -> i32 {
        let (size, ours, taken) = (position.size(), position.ours(), position.taken());
        let (board, rows) = (size.board(), size.spec().rows());
        let bottoms = board & !(board << 1);
        let next = taken.plus(bottoms) & left_of_full_columns(taken, board);
        let afterwards = (next << 1) & board;
        let column = first_column(board, rows) << (2 * (rows + 1));
        let middle = column | (column << (rows + 1)) | (column << (2 * (rows + 1)));
        let theirs = ours ^ taken;
        let our_wins = self.completing_resting(ours, rows) & (next | afterwards);
        let their_wins = completing(theirs, rows) & (next | afterwards);
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

/// The cells of the columns before the first full one, at which the peer stops looking.
#[inline]
fn left_of_full_columns<W: Number>(taken: W, board: W) -> W {
    let full = taken & board & !(board >> 1);
    // Below the lowest bit.
    board & !full & full.plus(!W::EMPTY)
}

/// Cells at which, if they are free, four stones would stand in a row by the peer's formula. (It
/// takes two stones below a free cell, or to its left, for three.)
#[inline]
fn completing<W: Word>(stones: W, rows: u32) -> W {
    let mut cells = W::EMPTY;
    for step in [1, rows, rows + 1, rows + 2] {
        let pairs = stones & (stones >> step);
        let next_to = (stones >> step) | (stones << step);
        cells = cells | (pairs << (2 * step)) | ((pairs >> (2 * step)) & next_to);
    }
    cells
}

#[cfg(test)]
mod tests {
    use mossa_games::{
        GameSpec,
        connect::{Stacks, VisitConnect},
    };
    use mossa_kernel::Game;
    use mossa_peers::minimax_peer;
    use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};

    use super::*;

    /// Evaluates where a game stands.
    struct Evaluate<'g>(&'g Game);

    impl VisitConnect for Evaluate<'_> {
        type Out = i32;

        fn bits<S: Size>(self, _start: Bits<S>) -> i32 {
            let position = self.0.position_as::<Bits<S>>().expect("a game on this board");
            SameEvaluation::new().evaluate(position)
        }

        fn stacks(self, _start: Stacks) -> i32 {
            unreachable!("connect4 fits into machine words")
        }
    }

    #[test]
    fn it_sees_what_the_peer_sees() {
        let spec: GameSpec = "connect4".parse().expect("a game of ours");
        let GameSpec::Connect(rules) = spec else { unreachable!("connect4 is a game of connect") };
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..1000 {
            let mut game = spec.start();
            while game.outcome().is_none() {
                let theirs = minimax_peer::basic_evaluation(&game).expect("a game of connect4");
                let history = game.history();
                assert_eq!(rules.visit_connect(Evaluate(&game)), theirs, "{history:?}");
                let moves = game.position().moves();
                let chosen = moves[generator.random_range(0..moves.len())];
                game.play(chosen).expect("a legal move");
            }
        }
    }
}
