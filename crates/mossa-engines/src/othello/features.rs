//! What is counted on a board.

use mossa_games::{othello::OthelloPosition, word::Word};

use super::geometry::Geometry;

/// How many things are counted.
pub(super) const COUNT: usize = 10;

/// What is counted for one side, less the same for the other:
///
/// 0. moves, the first few counting most (see [`worth_of_moves`]);
/// 1. reach: empty squares next to an opposing disc that could be flipped from there;
/// 2. frontier: own discs next to an empty square that they could be flipped from;
/// 3. discs on anchors, and 4. moves to anchors: corners, where all directions flip;
/// 5. discs next to an empty anchor in its row or column, and 6. on its diagonal;
/// 7. stable discs that are not on anchors;
/// 8. other discs at the edge of the board;
/// 9. discs.
pub(super) type Features = [i32; COUNT];

/// Below how many moves each further move still counts.
const MANY_MOVES: u32 = 64;

/// Counts what is on boards of one size and rule.
#[derive(Clone, Debug)]
pub(super) struct Counter<W> {
    pub(super) geometry: Geometry<W>,
    worth_of_moves: [i32; MANY_MOVES as usize],
}

impl<W: Word> Counter<W> {
    pub(super) fn new(geometry: Geometry<W>) -> Self {
        Self { geometry, worth_of_moves: worth_of_moves() }
    }

    /// The features of a position, seen from the side to move.
    #[inline]
    pub(super) fn features<P: OthelloPosition<Word = W>>(&self, position: &P) -> Features {
        let [our_counts, their_counts] = self.of_both(position);
        std::array::from_fn(|index| our_counts[index] - their_counts[index])
    }

    /// What each side has, the side to move first.
    #[inline]
    pub(super) fn of_both<P: OthelloPosition<Word = W>>(&self, position: &P) -> [Features; 2] {
        let (ours, theirs) = (position.ours(), position.theirs());
        let shared = Shared::new(&self.geometry, self.geometry.board & !(ours | theirs));
        [
            self.counts(&shared, ours, theirs, position.moves()),
            self.counts(&shared, theirs, ours, position.opposing_moves()),
        ]
    }

    /// What one side has.
    #[inline]
    fn counts(&self, shared: &Shared<W>, own: W, other: W, moves: W) -> Features {
        let Geometry { axes, anchors, edge, .. } = &self.geometry;
        let count = |set: W| set.count().cast_signed();
        let stable = self.geometry.stable(own, &shared.safe);
        let reach = axes.iter().fold(W::EMPTY, |reach, axis| {
            let flippable = other & axis.inner;
            reach | (flippable << axis.step) | (flippable >> axis.step)
        });
        [
            self.worth_of_moves[moves.count().min(MANY_MOVES - 1) as usize],
            count(reach & shared.empty),
            count(own & shared.frontier),
            count(own & *anchors),
            count(moves & *anchors),
            count(own & shared.risky_straight),
            count(own & shared.risky_diagonal),
            count(stable & !*anchors),
            count(own & *edge & !stable),
            count(own),
        ]
    }
}

/// What so many moves are worth, in tenths of the first: the n-th adds one n-th.
fn worth_of_moves() -> [i32; MANY_MOVES as usize] {
    let mut worth = [0; MANY_MOVES as usize];
    let mut hundredths = 0;
    for (number, worth) in (1..).zip(&mut worth[1..]) {
        hundredths += 100 / number;
        *worth = (hundredths + 5) / 10;
    }
    worth
}

/// What both sides have in common.
struct Shared<W> {
    empty: W,
    /// For each axis, where nothing can be flipped along it.
    safe: [W; 4],
    /// Where discs are next to an empty square that they may be flipped from.
    frontier: W,
    /// Next to an empty anchor in its row or column: often a gift to the opponent.
    risky_straight: W,
    /// The same on a diagonal: nearly always one.
    risky_diagonal: W,
}

impl<W: Word> Shared<W> {
    #[inline]
    fn new(geometry: &Geometry<W>, empty: W) -> Self {
        let [row, column, down_left, down_right] = &geometry.axes;
        let free = geometry.anchors & empty;
        let risky_straight = row.near(free) | column.near(free);
        Self {
            empty,
            safe: geometry.safe(empty),
            frontier: geometry.axes.iter().fold(W::EMPTY, |near, axis| near | axis.near(empty)),
            risky_straight,
            risky_diagonal: (down_left.near(free) | down_right.near(free)) & !risky_straight,
        }
    }
}
