//! The last few squares, searched to the end.

use std::ops::Neg;

use mossa_games::{othello::OthelloPosition, word::Word};

/// The final disc difference under perfect play, for the side to move; the empty squares go to the
/// winner. Takes a time that grows like the factorial of the number of empty squares.
pub(super) fn margin<P: OthelloPosition>(position: &P, empty: P::Word) -> i32 {
    let ending = Ending { board: position };
    let most = P::Word::BITS.cast_signed();
    ending.search(
        position.ours(),
        position.theirs(),
        empty,
        Window { from: -most, to: most },
        false,
    )
}

/// Results from here to there are of interest.
#[derive(Clone, Copy)]
struct Window {
    from: i32,
    to: i32,
}

impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { from: -self.to, to: -self.from }
    }
}

/// A board that is nearly full.
struct Ending<'p, P> {
    /// Lends its rules, not its discs.
    board: &'p P,
}

impl<P: OthelloPosition> Ending<'_, P> {
    /// The margin, or a bound of it outside the window.
    fn search(
        &self,
        ours: P::Word,
        theirs: P::Word,
        empty: P::Word,
        mut window: Window,
        has_passed: bool,
    ) -> i32 {
        let mut best = None;
        let mut rest = empty;
        while !rest.is_empty() {
            let square = rest.lowest();
            rest = rest.without_lowest();
            let flips = self.board.flips(ours, theirs, square);
            if flips.is_empty() {
                continue;
            }
            let disc = P::Word::one(square);
            let (after, left) = (ours | flips | disc, theirs & !flips);
            let margin = -self.search(left, after, empty & !disc, -window, false);
            best = best.max(Some(margin));
            window.from = window.from.max(margin);
            if window.from >= window.to {
                break;
            }
        }
        match best {
            Some(best) => best,
            None if has_passed || empty.is_empty() => count(ours, theirs, empty),
            None => -self.search(theirs, ours, empty, -window, true),
        }
    }
}

/// The disc difference of a finished game.
fn count<W: Word>(ours: W, theirs: W, empty: W) -> i32 {
    let difference = ours.count().cast_signed() - theirs.count().cast_signed();
    difference + difference.signum() * empty.count().cast_signed()
}
