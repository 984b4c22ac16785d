//! What the tree says about the moves at its root.

use std::cmp::Reverse;

use mossa_kernel::{Estimate, Exact, GameResult, Position, Value};

use super::{
    Run,
    proof::{Proof, Verdict},
    tree::{Node, Tree},
};
use crate::{Line, Report};

/// Scores of estimates go from minus this to this.
const SCALE: f64 = 100.0;

/// Proven distances up to this are the shortest: all moves that end the game are known as soon as
/// a node has children, so a win on the second ply is found only where there is none on the first,
/// and a loss in so few plies has only such wins behind it. Longer ones are upper bounds.
const SHORTEST: u32 = 2;

impl<P: Position> Run<'_, P> {
    /// All moves that were tried or proven, best first; without any, one that is legal.
    pub(super) fn report(&self) -> Report {
        let mut moves = self.ranked(Tree::ROOT);
        let known = moves.iter().take_while(|&&index| is_known(self.tree.node(index))).count();
        moves.truncate(known.max(1));
        let mut lines: Vec<Line> = moves.into_iter().map(|index| self.line(index)).collect();
        if lines.is_empty() {
            lines.push(self.any_line());
        }
        let depth = lines[0].depth;
        let is_settled = lines[0].is_settled();
        Report {
            depth,
            nodes: self.iterations,
            lines,
            is_settled,
            table_fill: self.tree.fill(),
            bounds: None,
        }
    }

    /// The children of a node, best first.
    fn ranked(&self, index: usize) -> Vec<usize> {
        let mut children: Vec<usize> = self.tree.children(index).collect();
        let rank = self.ranking(index);
        children.sort_by_key(|&child| Reverse(rank(self.tree.node(child))));
        children
    }

    /// A number for each child of a node: proven wins, the shortest first; then by visits; proven
    /// losses, the longest first; last those that nobody tried.
    fn ranking(&self, index: usize) -> impl Fn(&Node) -> (i8, u32) {
        let is_open = |&child: &usize| self.tree.node(child).proof() == Proof::Open;
        let open = self.tree.children(index).filter(is_open);
        let favorite = open.max_by_key(|&child| self.tree.node(child).visits);
        // A sure draw is better than hope that has come to nothing.
        let is_hopeless =
            favorite.and_then(|child| self.tree.node(child).mean()).is_none_or(|mean| mean < 0.0);
        move |node| match node.proof() {
            Proof::Win => (4, u32::MAX - node.verdict.plies()),
            Proof::Draw => (if is_hopeless { 3 } else { 1 }, node.visits),
            Proof::Open if node.visits > 0 => (2, node.visits),
            Proof::Loss => (0, node.verdict.plies()),
            Proof::Open => (-1, 0),
        }
    }

    /// The move of a node at the root, and what would be played next.
    fn line(&self, index: usize) -> Line {
        let mut moves = vec![self.tree.node(index).mv];
        let mut last = index;
        loop {
            let rank = self.ranking(last);
            let next = self.tree.children(last).max_by_key(|&child| rank(self.tree.node(child)));
            match next.map(|next| (next, self.tree.node(next))) {
                Some((next, node)) if is_known(node) => {
                    moves.push(node.mv);
                    last = next;
                }
                _ => break,
            }
        }
        let node = self.tree.node(index);
        let value = worth(node.verdict, node.mean(), SHORTEST);
        Line { depth: moves.len() as u32, moves, value }
    }

    /// Some legal move, of which nothing is known.
    fn any_line(&self) -> Line {
        let mv = self.root.random_move(&mut self.rng.clone());
        Line { moves: vec![mv], value: Value::score(0.0), depth: 0 }
    }
}

/// Whether anything at all is known about a move.
fn is_known(node: &Node) -> bool {
    node.visits > 0 || node.proof() != Proof::Open
}

/// What a move is worth to the side that makes it, by what is proven of it and the mean of its visits. Proven distances
/// of more than `shortest` plies are upper bounds.
pub(crate) fn worth(verdict: Verdict, mean: Option<f32>, shortest: u32) -> Value {
    let result = match verdict.proof() {
        Proof::Open => return estimate(mean),
        Proof::Draw => return Value::exact(GameResult::Draw, None),
        Proof::Win => GameResult::Win,
        Proof::Loss => GameResult::Loss,
    };
    let plies = verdict.plies() + 1;
    Value::Exact(Exact { result, plies: Some(plies), at_most: plies > shortest, margin: None })
}

fn estimate(mean: Option<f32>) -> Value {
    let Some(mean) = mean.map(f64::from) else { return Value::score(0.0) };
    let winning_chance = Some(f64::midpoint(mean, 1.0));
    Value::Estimate(Estimate { score: SCALE * mean, winning_chance })
}
