//! The search against brute force, and what it keeps.

use mossa_kernel::{Budget, Move, Outcome, Position, Visit};
use rand::Rng;

use super::{Guided, QuickGames, tree::Tree, way_to};
use crate::{
    Knowledge, Report, Search, Task,
    brute_force::{BruteForce, after, check, exact, moves, positions, visit},
};

/// Knows the rules, and plays at random.
#[derive(Clone)]
struct RandomGames<P>(P);

impl<P: Position> Knowledge<P> for RandomGames<P> {
    fn reset(&mut self, root: &P) {
        self.0 = root.clone();
    }

    fn play(&mut self, before: &P, mv: Move) {
        self.0 = after(before, mv);
    }

    fn undo(&mut self, before: &P, _mv: Move) {
        self.0 = before.clone();
    }
}

impl<P: Position> QuickGames<P> for RandomGames<P> {
    fn play_out<R: Rng>(&mut self, rng: &mut R) -> f32 {
        let mut position = self.0.clone();
        let us = position.side_to_move();
        loop {
            match position.outcome() {
                Some(Outcome { winner: None, .. }) => return 0.0,
                Some(Outcome { winner: Some(winner), .. }) => {
                    return if winner == us { 1.0 } else { -1.0 };
                }
                None => _ = position.play(position.random_move(rng)),
            }
        }
    }
}

fn guided<P: Position>(position: &P, seed: u64) -> Guided<P, RandomGames<P>> {
    Guided::new(RandomGames(position.clone()), 64, seed)
}

fn search<P: Position>(search: &mut Guided<P, RandomGames<P>>, position: &P, nodes: u64) -> Report {
    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
    search.search(position, &Task::play(&budget), &mut |_| {})
}

struct AgreesWithBruteForce {
    games: u64,
}

impl Visit for AgreesWithBruteForce {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut truths = BruteForce::new();
        for (seed, position) in (0..).zip(positions(&start, self.games)) {
            // With little time some moves are proven; with enough the position is.
            for limit in [0, 1, 30, 300] {
                let report = search(&mut guided(&position, seed), &position, limit);
                assert!(report.nodes <= limit && !report.lines.is_empty());
                check(&position, &report, &mut truths);
            }
            let report = search(&mut guided(&position, seed), &position, 500_000);
            check(&position, &report, &mut truths);
            let result = exact(report.best().expect("a line").value).result;
            assert_eq!(result, truths.truth(&position).0, "{}", position.diagram());
        }
    }
}

#[test]
fn proven_values_agree_with_brute_force() {
    for (spec, games) in [
        ("tictactoe", 30),
        ("mnk:2,3,3", 20),
        ("mnk:1,1,1", 0),
        ("connect:4,4,3", 20),
        ("connect:3,3,3", 20),
        ("othello:4x4", 2),
        ("sticks:15,3", 10),
        ("sticks:12,3,misere", 10),
    ] {
        visit(spec, AgreesWithBruteForce { games });
    }
}

struct IsTheSameTwice;

impl Visit for IsTheSameTwice {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut engine = guided(&start, 5);
        let first = search(&mut engine, &start, 700);
        assert_eq!(first.nodes, 700);
        engine.forget();
        assert_eq!(search(&mut engine, &start, 700), first);
        assert_eq!(search(&mut guided(&start, 5), &start, 700), first);
    }
}

#[test]
fn the_same_search_twice() {
    for spec in ["connect4", "gomoku", "othello"] {
        visit(spec, IsTheSameTwice);
    }
}

/// Plays a game against random replies; the tree is kept, and what it says stays true.
struct KeepsTheTree;

impl Visit for KeepsTheTree {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut truths = BruteForce::new();
        for seed in 0..20 {
            let mut engine = guided(&start, seed);
            for position in positions(&start, 8) {
                let mut position = position;
                while position.outcome().is_none() {
                    let report = search(&mut engine, &position, 200);
                    check(&position, &report, &mut truths);
                    position.play(report.best().expect("a line").mv());
                    if position.outcome().is_none() {
                        let replies = moves(&position);
                        position.play(replies[seed as usize % replies.len()]);
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_kept_stays_true() {
    for spec in ["tictactoe", "connect:4,4,3"] {
        visit(spec, KeepsTheTree);
    }
}

/// All that follows from a node, wherever it lies in memory.
fn story(tree: &Tree, index: usize) -> String {
    let node = tree.node(index);
    let replies: Vec<String> = tree.children(index).map(|child| story(tree, child)).collect();
    let known = (node.mv, node.visits, node.mean(), node.proof());
    format!("{known:?} [{}]", replies.join(", "))
}

/// The child of a node that was visited most.
fn favorite(tree: &Tree, index: usize) -> usize {
    tree.children(index).max_by_key(|&child| tree.node(child).visits).expect("it has children")
}

struct KeepsWhatFollows;

impl Visit for KeepsWhatFollows {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut engine = guided(&start, 3);
        let mut position = start.clone();
        for _ in 0..6 {
            search(&mut engine, &position, 3000);
            let ours = favorite(&engine.tree, Tree::ROOT);
            let theirs = favorite(&engine.tree, ours);
            let before = story(&engine.tree, theirs);
            assert!(engine.tree.has_children(theirs), "3000 visits reach further");
            for index in [ours, theirs] {
                position.play(engine.tree.node(index).mv);
            }
            engine.take_root(&position);
            assert_eq!(story(&engine.tree, Tree::ROOT), before);
        }
    }
}

#[test]
fn what_follows_from_the_moves_played_is_kept() {
    for spec in ["connect:12,13,5", "gomoku"] {
        visit(spec, KeepsWhatFollows);
    }
}

struct FitsIntoMemory;

impl Visit for FitsIntoMemory {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut engine = Guided::new(RandomGames(start.clone()), 2, 1);
        let report = search(&mut engine, &start, 3000);
        assert_eq!(report.nodes, 3000, "a full tree is still searched");
        assert!(report.table_fill > 990, "{}", report.table_fill);
    }
}

#[test]
fn a_tree_that_is_full_is_searched_on() {
    visit("gomoku", FitsIntoMemory);
}

struct FindsWays;

impl Visit for FindsWays {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        let mut from = start.clone();
        let mut to = start.clone();
        assert_eq!(way_to(&mut from, &to, 2), Some(vec![]));
        for plies in 1..4 {
            to.play(moves(&to)[1]);
            let way = way_to(&mut from, &to, 2);
            assert_eq!(way.map(|way| way.len()), (plies < 3).then_some(plies), "{plies}");
            assert_eq!(from, start, "taken back");
        }
    }
}

#[test]
fn a_way_is_found_where_it_is_short() {
    visit("connect4", FindsWays);
}
