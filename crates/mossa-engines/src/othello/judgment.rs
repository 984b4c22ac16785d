//! What the estimate of a position is made of, for those who explain it.

use mossa_games::{
    othello::{OthelloPosition, Spec, VisitOthello},
    word::Word,
};
use mossa_kernel::Game;

use super::{
    features::{COUNT, Counter},
    geometry::Geometry,
    weights::Weights,
};

/// Something that is counted on a board, in the order of the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Moves to choose from.
    Moves,
    /// Empty squares next to a disc of the other side that could be flipped from there.
    Reach,
    /// Discs next to an empty square that they could be flipped from.
    Frontier,
    /// Discs on squares where no disc is ever flipped: corners, where all directions flip.
    Anchors,
    /// Moves to such squares.
    AnchorMoves,
    /// Discs next to such a square that is empty, in its row or column.
    BesideAnchor,
    /// The same on a diagonal.
    DiagonalToAnchor,
    /// Other discs that can never be flipped again.
    Stable,
    /// Other discs at the edge of the board.
    Edge,
    /// Discs.
    Discs,
}

impl Counted {
    /// Everything that is counted.
    pub const ALL: [Self; COUNT] = [
        Self::Moves,
        Self::Reach,
        Self::Frontier,
        Self::Anchors,
        Self::AnchorMoves,
        Self::BesideAnchor,
        Self::DiagonalToAnchor,
        Self::Stable,
        Self::Edge,
        Self::Discs,
    ];
}

/// The share that one count has in the estimate of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What is counted.
    pub what: Counted,
    /// How many the side to move has, and how many the other.
    pub counts: [u32; 2],
    /// What that is worth to the side to move, in hundredths of a disc.
    pub worth: i32,
}

/// What the estimate of a position is made of, apart from whose turn it is; `None` where the game is
/// another one or over.
pub fn judgment(spec: &Spec, game: &Game) -> Option<Vec<Share>> {
    if game.outcome().is_some() {
        return None;
    }
    spec.visit_othello(Judge(game))
}

struct Judge<'g>(&'g Game);

impl VisitOthello for Judge<'_> {
    type Out = Option<Vec<Share>>;

    fn visit<P: OthelloPosition>(self, start: P) -> Option<Vec<Share>> {
        let position = self.0.position_as::<P>()?;
        let spec = start.spec();
        let counter = Counter::new(Geometry::<P::Word>::new(spec));
        let discs = (position.ours() | position.theirs()).count();
        let weights = Weights::new(spec.rows() * spec.columns()).of_stage(discs);
        let [ours, theirs] = counter.of_both(position);
        let moves = [position.moves(), position.opposing_moves()].map(Word::count);
        let share = |(index, what): (usize, Counted)| Share {
            what,
            counts: match what {
                // The feature is what the moves are worth, not how many there are.
                Counted::Moves => moves,
                _ => [ours[index], theirs[index]].map(i32::cast_unsigned),
            },
            worth: (ours[index] - theirs[index]) * weights[index] / 10,
        };
        Some(Counted::ALL.into_iter().enumerate().map(share).collect())
    }
}
