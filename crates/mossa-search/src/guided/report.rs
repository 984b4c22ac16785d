//! What the tree says about the moves at its root.

use std::cmp::Reverse;

use mossa_kernel::Position;

use super::{
    QuickGames, Run,
    tree::{Node, Tree},
};
use crate::{
    Line, Report,
    mcts::{Proof, worth},
};

/// Proven distances up to this are the shortest: of longer ones a game's knowledge tells upper bounds.
const SHORTEST: u32 = 1;

impl<P: Position, K: QuickGames<P>> Run<'_, P, K> {
    /// All moves that were tried or proven, best first; without any, the most promising one.
    pub(super) fn report(&self) -> Report {
        let mut moves: Vec<usize> = self.tree.children(Tree::ROOT).collect();
        let rank = self.ranking(Tree::ROOT);
        moves.sort_by_key(|&child| Reverse(rank(self.tree.node(child))));
        let known = moves.iter().take_while(|&&child| is_known(self.tree.node(child))).count();
        moves.truncate(known.max(1));
        let lines: Vec<Line> = moves.into_iter().map(|index| self.line(index)).collect();
        let depth = lines.first().map_or(0, |line| line.depth);
        Report {
            depth,
            nodes: self.iterations,
            is_settled: lines.first().is_some_and(Line::is_settled),
            lines,
            table_fill: self.tree.fill(),
            bounds: None,
        }
    }

    /// The move of a node at the root, and what would be played next.
    fn line(&self, index: usize) -> Line {
        let mut moves = vec![self.tree.node(index).mv];
        let mut last = index;
        let best_reply = |index: usize| {
            let rank = self.ranking(index);
            self.tree.children(index).max_by_key(|&child| rank(self.tree.node(child)))
        };
        while let Some(next) = best_reply(last).filter(|&next| is_known(self.tree.node(next))) {
            moves.push(self.tree.node(next).mv);
            last = next;
        }
        let node = self.tree.node(index);
        let value = worth(node.verdict, node.mean(), SHORTEST);
        Line { depth: moves.len() as u32, moves, value }
    }

    /// A number for each child of a node: proven wins, the shortest first; then by visits; proven losses,
    /// the longest first.
    fn ranking(&self, index: usize) -> impl Fn(&Node) -> (u8, u32) {
        let is_open = |&child: &usize| self.tree.node(child).proof() == Proof::Open;
        let open = self.tree.children(index).filter(is_open);
        let favorite = open.max_by_key(|&child| self.tree.node(child).visits);
        // A sure draw is better than hope that has come to nothing.
        let is_hopeless =
            favorite.and_then(|child| self.tree.node(child).mean()).is_none_or(|mean| mean < 0.0);
        move |node| match node.proof() {
            Proof::Win => (4, u32::MAX - node.verdict.plies()),
            Proof::Draw => (if is_hopeless { 3 } else { 1 }, 0),
            Proof::Open => (2, node.visits),
            Proof::Loss => (0, node.verdict.plies()),
        }
    }
}

/// Whether anything at all is known about a move.
fn is_known(node: &Node) -> bool {
    node.visits > 0 || node.proof() != Proof::Open
}
