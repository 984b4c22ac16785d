//! What comes of waiting: bounds from how the opponent of the side to move can always go on.
//!
//! *Following up.* With an even number of cells to be filled, that opponent can answer every stone in
//! the same column. (Where a column has an odd number of them its lowest has no partner; such
//! columns are even in number, and so after a stone there the opponent has another one to answer in.)
//! It then gets every cell that has an even number of them above it and cannot be played right now.
//!
//! *Waiting.* A cell out of reach where the opponent completes a line *freezes* its column: whoever
//! fills the cell below loses at once, or gives that line away. The opponent leaves the frozen cells
//! alone and follows up elsewhere, until nothing else is left to the side to move. What is frozen
//! also decides whether the number of cells to be filled is even.
//!
//! Either way, the side to move cannot win if it has no line without the cells that it will not get.

use mossa_games::connect::{Number, Size};

use super::{board::Board, state::State};

/// How the opponent of the side to move goes on.
#[derive(Clone, Copy)]
struct Plan<W> {
    /// Cells that it gets by following up.
    claimed: W,
    /// The cells it waits for, and all above them.
    frozen: W,
}

impl<W: Number> State<W> {
    /// The best score that the side to move can have against an opponent who follows up and waits;
    /// `None` where that tells nothing.
    #[inline(always)]
    pub(super) fn waiting_bound<S: Size<Word = W>>(&self, board: &Board<S>) -> Option<i32> {
        let hanging = board.cells() & !self.taken & !board.playable(self.taken);
        let waits = self.their_wins & hanging;
        // To freeze a column at a cell with an even number above it changes nothing for the others.
        let frozen = board.and_above(waits & board.even_above);
        let plan = Plan { claimed: hanging & board.even_above, frozen };
        let odd_waits = waits & !board.even_above;
        let is_even = (board.n_cells() - self.stones) % 2 == 0;
        if !is_even {
            return self.bound_with_one(board, plan, hanging, odd_waits);
        }
        if self.has_no_line(board, plan) {
            return Some(self.bound_without_line(board, plan));
        }
        self.bound_with_two(board, plan, hanging, odd_waits)
    }

    /// Whether the side to move has no line without what it will not get.
    #[inline(always)]
    fn has_no_line<S: Size<Word = W>>(&self, board: &Board<S>, plan: Plan<W>) -> bool {
        let free = board.cells() & !self.taken;
        !board.has_line(self.ours | (free & !(plan.claimed | plan.frozen)))
    }

    /// Where the plan of the opponent also freezes one column with an odd number of cells.
    #[inline(always)]
    fn bound_with_one<S: Size<Word = W>>(
        &self,
        board: &Board<S>,
        plan: Plan<W>,
        hanging: W,
        odd_waits: W,
    ) -> Option<i32> {
        let mut left = odd_waits;
        while !left.is_empty() {
            let plan = plan.waiting_at(board, left.lowest(), hanging);
            if self.has_no_line(board, plan) {
                return Some(self.loss_by_waiting(board, plan));
            }
            left = left.without_lowest();
        }
        None
    }

    /// Where it freezes two of them.
    #[inline(always)]
    fn bound_with_two<S: Size<Word = W>>(
        &self,
        board: &Board<S>,
        plan: Plan<W>,
        hanging: W,
        odd_waits: W,
    ) -> Option<i32> {
        let mut left = odd_waits;
        while !left.is_empty() {
            let plan = plan.waiting_at(board, left.lowest(), hanging);
            let others = left & !board.column_of(left.lowest());
            let bound = self.bound_with_one(board, plan, hanging, others);
            if bound.is_some() {
                return bound;
            }
            left = left.without_lowest();
        }
        None
    }

    /// How the side to move fares when it has no line and the opponent can go on as it likes.
    fn bound_without_line<S: Size<Word = W>>(&self, board: &Board<S>, plan: Plan<W>) -> i32 {
        let gets = plan.claimed & !plan.frozen;
        let bound =
            if board.has_line(self.theirs() | gets) { self.loss_by(board, gets) } else { 0 };
        if plan.frozen.is_empty() { bound } else { bound.min(self.loss_by_waiting(board, plan)) }
    }

    /// How it loses at the latest when it is the first to run out of other cells than those below frozen
    /// ones.
    fn loss_by_waiting<S: Size<Word = W>>(&self, board: &Board<S>, plan: Plan<W>) -> i32 {
        let free = board.cells() & !self.taken;
        let others = free & !(plan.frozen | (plan.frozen >> 1));
        -board.score_of_stone(self.stones + others.count().cast_signed() + 2)
    }

    /// How it loses when the opponent gets these cells, and a line with them: at the latest when the board
    /// is full but for what lies above the highest cell of that line.
    fn loss_by<S: Size<Word = W>>(&self, board: &Board<S>, gets: W) -> i32 {
        let rows = board.size.spec().rows();
        let mut up_to = W::EMPTY;
        for row in 0..rows {
            up_to = up_to | (board.bottoms << row);
            if board.has_line(self.theirs() | (gets & up_to)) {
                let above = (rows - 1 - row).cast_signed();
                return -board.score_of_stone(board.n_cells() - above);
            }
        }
        0
    }
}

impl<W: Number> Plan<W> {
    /// The same, but the column of a cell with an odd number of cells above it is frozen there: below
    /// it, what was claimed is not, and the other way round.
    #[inline(always)]
    fn waiting_at<S: Size<Word = W>>(self, board: &Board<S>, bit: u32, hanging: W) -> Self {
        let column = board.column_of(bit);
        let odd = hanging & column & !board.even_above;
        Self {
            claimed: (self.claimed & !column) | odd,
            frozen: (self.frozen & !column) | board.and_above(W::one(bit)),
        }
    }
}
