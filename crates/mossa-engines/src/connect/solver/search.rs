//! The search itself: null windows, children that were followed to where there is a choice, and a
//! table.

use mossa_games::{connect::Size, word::Word};

use super::{
    facts::{Facts, Node},
    meter::Meter,
    packed::Packed,
    params,
    state::{Chased, State},
    table::Bounds,
};

/// Worse than every score.
const WORST: i32 = i32::MIN;

/// A node that may be reached from another.
#[derive(Clone, Copy)]
struct Child<W, E> {
    node: Node<W, E>,
    /// Whether the opponent of the parent's side to move is to move here: not after an odd number
    /// of forced replies.
    is_opponent: bool,
}

impl<W, E> Child<W, E> {
    /// What is known of its score, for the side to move in the parent.
    #[inline]
    fn bounds(&self) -> Bounds {
        if self.is_opponent { self.node.bounds.turned() } else { self.node.bounds }
    }
}

/// The children of all nodes on the way from the root.
pub(super) struct Stack<W, E> {
    children: Vec<Child<W, E>>,
    /// For each child how promising it is, above its place among its siblings.
    promises: Vec<u32>,
}

impl<W, E> Default for Stack<W, E> {
    fn default() -> Self {
        // Enough for most: to grow takes longer than a short proof.
        Self { children: Vec::with_capacity(256), promises: Vec::with_capacity(256) }
    }
}

/// One thread's search.
pub(super) struct Worker<'a, S: Size, E> {
    pub(super) facts: Facts<'a, S, E>,
    pub(super) meter: Meter<'a>,
    stack: &'a mut Stack<S::Word, E>,
    /// Workers of different number prefer different columns among equals.
    number: u32,
}

/// A promise leaves so many bits for a child's place among its siblings.
const PLACE_BITS: u32 = 8;

impl<'a, S: Size, E: Packed> Worker<'a, S, E> {
    pub(super) fn new(
        facts: Facts<'a, S, E>,
        meter: Meter<'a>,
        stack: &'a mut Stack<S::Word, E>,
        number: u32,
    ) -> Self {
        Self { facts, meter, stack, number }
    }

    /// How promising a stone is by the lines that its side could complete next: at once, one above
    /// that, or ever.
    #[inline]
    pub(super) fn promise(&self, after: &State<S::Word>, cell: S::Word) -> u32 {
        let (board, params) = (&self.facts.board, &self.facts.params);
        let playable = board.playable(after.taken);
        let wins = after.their_wins;
        // Where lines could be completed at once in two places, nobody needs to ask.
        let [one_higher, anywhere] = S::Word::counts([wins & (playable << 1), wins]);
        let lines = params.playable * u32::from(!(wins & playable).is_empty())
            + params.one_higher * one_higher
            + params.anywhere * anywhere;
        let preference = params::preference(board.size.spec(), cell.lowest(), self.number);
        lines * params::PREFERENCES + preference
    }

    /// The score of a node: the exact one if it lies between `alpha` and `beta`; else a bound on
    /// the same side. `None` when there is no time left.
    pub(super) fn search(&mut self, node: &Node<S::Word, E>, alpha: i32, beta: i32) -> Option<i32> {
        self.meter.step()?;
        let (before, first) = (self.meter.nodes(), self.stack.children.len());
        let best = self.best_child(node, first, alpha, beta);
        self.stack.children.truncate(first);
        self.stack.promises.truncate(first);
        let best = best?;
        let Bounds { low, high } = node.bounds;
        let bounds = Bounds {
            low: if best > alpha { low.max(best) } else { low },
            high: if best < beta { high.min(best) } else { high },
        };
        self.facts.table.put(node.code, bounds, self.meter.nodes() - before + 1);
        Some(best)
    }

    /// Expands a node, with its children from `first` on, and searches them until one is good
    /// enough.
    #[inline]
    fn best_child(
        &mut self,
        node: &Node<S::Word, E>,
        first: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = WORST;
        let mut rest = node.safe;
        while !rest.is_empty() {
            let others = rest.without_lowest();
            best = best.max(self.add_child(node, rest & !others, first, alpha.max(best), beta));
            if best >= beta {
                return Some(best);
            }
            rest = others;
        }
        if let Some(score) = self.look_up_children(first, beta) {
            return Some(score);
        }
        alpha = alpha.max(best);
        for next in first..self.stack.children.len() {
            let place = self.most_promising(first, next);
            let child = self.stack.children[place];
            let score = self.search_child(&child, alpha, beta)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Follows a stone on a cell to where there is a choice. If that decides its score, or at least
    /// whether it lies between `alpha` and `beta`, the score comes back, else there is a new child.
    #[inline]
    fn add_child(
        &mut self,
        node: &Node<S::Word, E>,
        cell: S::Word,
        first: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut state = node.state.play(&self.facts.board, cell);
        if let Some(score) = self.facts.book_score(&state) {
            return -score;
        }
        let promise = self.promise(&state, cell);
        let (is_opponent, safe) = match state.chase(&self.facts.board) {
            Chased::Decided(score) => return -score,
            Chased::Quiet { is_same, safe } => (is_same, safe),
        };
        let code = self.facts.code(&state);
        let node = Node { state, safe, code, bounds: self.facts.bounds(&state) };
        let child = Child { node, is_opponent };
        let Bounds { low, high } = child.bounds();
        if low >= beta {
            return low;
        }
        if high <= alpha {
            return high;
        }
        self.facts.table.expect(code);
        let place = (self.stack.children.len() - first) as u32;
        self.stack.promises.push(promise << PLACE_BITS | place);
        self.stack.children.push(child);
        WORST
    }

    /// Looks up what is known of the children from `first` on. If that makes one good enough, its
    /// score comes back.
    #[inline]
    fn look_up_children(&mut self, first: usize, beta: i32) -> Option<i32> {
        for child in &mut self.stack.children[first..] {
            child.node.bounds = self.facts.recall(&child.node);
            let low = child.bounds().low;
            if low >= beta {
                return Some(low);
            }
        }
        None
    }

    /// Finds the most promising child from `next` on. The promises of the others move on by one.
    #[inline]
    fn most_promising(&mut self, first: usize, next: usize) -> usize {
        let mut best = self.stack.promises[next];
        for promise in &mut self.stack.promises[next + 1..] {
            (*promise, best) = ((*promise).min(best), (*promise).max(best));
        }
        first + (best & ((1 << PLACE_BITS) - 1)) as usize
    }

    /// The score of a child for the side to move in its parent.
    #[inline]
    fn search_child(&mut self, child: &Child<S::Word, E>, alpha: i32, beta: i32) -> Option<i32> {
        let Bounds { low, high } = child.bounds();
        let (alpha, beta) = (alpha.max(low), beta.min(high));
        if alpha >= beta {
            // Whatever the score is, it lies on this side of the window.
            return Some(if high <= alpha { high } else { low });
        }
        if child.is_opponent {
            self.search(&child.node, -beta, -alpha).map(|score| -score)
        } else {
            self.search(&child.node, alpha, beta)
        }
    }
}
