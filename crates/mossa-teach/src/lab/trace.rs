//! The searched tree, node by node, as the root's side sees it: it chooses the largest value where it
//! moves, and the other side the smallest.

use mossa_kernel::{Move, Side};

use super::search::{INFINITE, shown};

/// The tree that a search has looked at, as far as it was recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The nodes in the order they were searched, each behind the one above it.
    pub nodes: Vec<TraceNode>,
    /// How many there were in all, recorded or not.
    pub n_searched: u64,
}

/// A node of the tree. Values are for the side that moves at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode {
    /// The index of the node above; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub mv: Option<String>,
    /// How far from the root.
    pub ply: u32,
    /// Who moves here.
    pub side: Side,
    /// What the root's side has for certain elsewhere; `None` where that is nothing.
    pub alpha: Option<f64>,
    /// What the other side has for certain elsewhere.
    pub beta: Option<f64>,
    /// What the search found; `None` where it was stopped.
    pub value: Option<f64>,
    /// Why the search of the node ended early.
    pub reason: Option<Reason<f64>>,
    /// How many nodes below were searched and not recorded.
    pub n_hidden: u64,
}

impl TraceNode {
    /// Whether the largest value is chosen here.
    pub fn is_maximizing(&self) -> bool {
        self.ply.is_multiple_of(2)
    }
}

/// Why the search of a node ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<V> {
    /// The position was seen before.
    Table,
    /// A move was good enough.
    Cut {
        /// What the move is worth.
        value: V,
        /// What it had to reach: beta where the largest value is chosen, else alpha.
        beta: V,
        /// How many moves were not looked at.
        n_skipped: usize,
    },
}

/// A node being recorded: values are those of the side to move.
struct Draft {
    parent: Option<usize>,
    mv: Option<Move>,
    ply: u32,
    side: Side,
    alpha: i32,
    beta: i32,
    value: Option<i32>,
    reason: Option<Reason<i32>>,
    n_hidden: u64,
}

/// Records a search as it goes: as many whole levels of the tree as there is room for.
pub struct Recorder {
    /// How many nodes there is room for; none where nothing is recorded.
    limit: usize,
    /// Nodes further from the root than this are only counted.
    deepest: u32,
    nodes: Vec<Draft>,
    /// From the root to where the search is: the index of each node that is recorded.
    path: Vec<Option<usize>>,
    n_searched: u64,
}

impl Recorder {
    pub fn new(limit: usize) -> Self {
        Self { limit, deepest: u32::MAX, nodes: Vec::new(), path: Vec::new(), n_searched: 0 }
    }

    /// A search begins at the root; what was recorded before is forgotten.
    pub fn begin(&mut self, side: Side) {
        *self = Self::new(self.limit);
        self.record(None, -INFINITE, INFINITE, side);
    }

    /// A move has led to a position where `side` is to move.
    pub fn open(&mut self, mv: Move, alpha: i32, beta: i32, side: Side) {
        self.record(Some(mv), alpha, beta, side);
    }

    fn record(&mut self, mv: Option<Move>, alpha: i32, beta: i32, side: Side) {
        if self.limit == 0 {
            return;
        }
        self.n_searched += 1;
        let ply = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        if self.nodes.len() >= self.limit {
            self.drop_deepest();
        }
        // The nearest node above that is recorded.
        let above = self.path.iter().rev().find_map(|index| *index);
        let has_room = ply == 0 || (ply <= self.deepest && self.nodes.len() < self.limit);
        if !has_room {
            if let Some(above) = above {
                self.nodes[above].n_hidden += 1;
            }
            self.path.push(None);
            return;
        }
        self.path.push(Some(self.nodes.len()));
        let (value, reason, n_hidden) = (None, None, 0);
        self.nodes.push(Draft {
            parent: above,
            mv,
            ply,
            side,
            alpha,
            beta,
            value,
            reason,
            n_hidden,
        });
    }

    /// The position that was opened last is done.
    pub fn close(&mut self, value: Option<i32>) {
        if let Some(Some(index)) = self.path.pop() {
            self.nodes[index].value = value;
        }
    }

    /// Why the search of the position where it is ends early.
    pub fn explain(&mut self, reason: Reason<i32>) {
        if let Some(Some(index)) = self.path.last() {
            self.nodes[*index].reason = Some(reason);
        }
    }

    /// Makes room: the nodes furthest from the root are only counted from now on.
    fn drop_deepest(&mut self) {
        let deepest = self.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
        if deepest == 0 {
            return;
        }
        self.deepest = deepest - 1;
        let mut kept: Vec<Draft> = Vec::with_capacity(self.limit);
        let mut moved_to = vec![None; self.nodes.len()];
        for (index, mut node) in self.nodes.drain(..).enumerate() {
            // Parents come first, and are nearer to the root.
            node.parent = node.parent.and_then(|parent| moved_to[parent]);
            if node.ply < deepest {
                moved_to[index] = Some(kept.len());
                kept.push(node);
            } else if let Some(parent) = node.parent {
                kept[parent].n_hidden += 1 + node.n_hidden;
            }
        }
        self.nodes = kept;
        for index in &mut self.path {
            *index = index.and_then(|index| moved_to[index]);
        }
    }

    pub fn into_trace(self, show: impl Fn(Move) -> String) -> Trace {
        let nodes = self.nodes.into_iter().map(|draft| finish(&draft, &show)).collect();
        Trace { nodes, n_searched: self.n_searched }
    }
}

/// Turns values to the side of the root.
fn finish(draft: &Draft, show: impl Fn(Move) -> String) -> TraceNode {
    let is_root_side = draft.ply.is_multiple_of(2);
    let turn = |value: i32| shown(if is_root_side { value } else { -value });
    let bound = |value: i32| (value.abs() < INFINITE).then(|| turn(value));
    let (alpha, beta) = if is_root_side {
        (bound(draft.alpha), bound(draft.beta))
    } else {
        (bound(draft.beta), bound(draft.alpha))
    };
    let reason = draft.reason.map(|reason| match reason {
        Reason::Table => Reason::Table,
        Reason::Cut { value, beta, n_skipped } => {
            Reason::Cut { value: turn(value), beta: turn(beta), n_skipped }
        }
    });
    TraceNode {
        parent: draft.parent,
        mv: draft.mv.map(show),
        ply: draft.ply,
        side: draft.side,
        alpha,
        beta,
        value: draft.value.map(turn),
        reason,
        n_hidden: draft.n_hidden,
    }
}
