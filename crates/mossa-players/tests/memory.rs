//! How much memory `tree-minimax` needs. The original took 580 MB for depth 10 and R = 6, for it
//! kept every node; ours keeps the current path.
//!
//! Alone in its file, because the crate that counts replaces the allocator of the whole program. It
//! counts by thread, so that the test harness does not disturb.

use std::hint::black_box;

use allocation_counter::measure;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Move};
use mossa_players::PlayerSpec;

/// A few kilobytes, where a megabyte would be allowed.
const MOST_BYTES: u64 = 4_096;

const DEPTH: u32 = 10;
const LIMIT: u64 = 6;

/// The choice, and the most bytes that were allocated at any moment while it was made.
fn choose(sticks: u64) -> (Choice, u64) {
    let spec: GameSpec = format!("sticks:{sticks},{LIMIT}").parse().expect("a game");
    let player: PlayerSpec = format!("tree-minimax:depth={DEPTH}").parse().expect("a player");
    let mut player = player.build(&spec, 0).expect("it plays sticks");
    let game = spec.start();
    let mut choice = None;
    let info = measure(|| {
        choice = player.choose(&game, &Budget::UNLIMITED, &mut |_| {}).ok();
    });
    (choice.expect("the game is not over"), info.bytes_max)
}

/// Nodes of the complete tree, counted by levels: `ways[left]` ways lead to so many sticks, and
/// what is below zero or zero has ended.
fn complete_tree(sticks: usize) -> u64 {
    let limit = usize::try_from(LIMIT).expect("a small number");
    let mut ways = vec![0; sticks + 1];
    ways[sticks] = 1;
    let mut nodes = 1;
    for _ in 0..DEPTH {
        let mut next = vec![0; sticks + 1];
        for left in 1..=sticks {
            nodes += LIMIT * ways[left];
            for take in 1..=limit.min(left) {
                next[left - take] += ways[left];
            }
        }
        ways = next;
    }
    nodes
}

#[test]
fn the_measure_is_not_blind() {
    let info = measure(|| {
        black_box(vec![1_u8; 1_000_000]);
        black_box(vec![1_u8; 10]);
    });
    assert_eq!(info.bytes_max, 1_000_000);
}

#[test]
fn the_largest_tree_takes_a_few_kilobytes() {
    let (choice, bytes) = choose(1_000_000_000);
    assert_eq!(choice.nodes, (LIMIT.pow(DEPTH + 1) - 1) / (LIMIT - 1), "nothing is cut off");
    assert_eq!(choice.mv, Move(6), "all unknown: the last");
    assert!(bytes > 0 && bytes < MOST_BYTES, "{bytes} bytes");
}

#[test]
fn a_tree_with_ends_takes_no_more() {
    let (choice, bytes) = choose(30);
    assert_eq!(choice.nodes, complete_tree(30), "nothing is cut off");
    assert_eq!(choice.mv, Move(2), "leaves 28, four times 7");
    assert!(bytes > 0 && bytes < MOST_BYTES, "{bytes} bytes");
}
