//! The network beside the same computed afresh from the board, and files that are none.

use mossa_games::{
    Rules,
    connect::{Spec, Stacks},
};
use mossa_kernel::{Move, Position, Side, View};
use mossa_search::{Knowledge, Score};
use proptest::prelude::*;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    ENDS, HIDDEN, ONE, WEIGHT_ONE, WIDTH,
    layout::places,
    weights::{Sums, Weights},
};
use crate::connect::{counted::CountedKnowledge, params::Params, shape::DIRECTIONS};

const FILE: &[u8] = include_bytes!("../../../data/connect-9x10x5.net");

fn spec(text: &str) -> Spec {
    Spec::parse(text).unwrap()
}

fn learned() -> Spec {
    spec("9,10,5")
}

/// Where the looks of all files begin: after the magic and the head.
const LOOKS_FROM: usize = 13;

/// Who has a cell, columns and heights counted from the bottom left.
fn owner(view: &View, column: u32, height: u32) -> Option<Side> {
    let board = view.board().unwrap();
    board.cells[((board.rows - 1 - height) * board.columns + column) as usize]
}

/// The sums of a position, window by window and byte by byte of the file.
fn slow_sums(view: &View) -> Vec<i32> {
    let (spec, mut number) = (learned(), 0);
    let (rows, columns, run) = (spec.rows(), spec.columns(), spec.run());
    let mut sums = vec![0; WIDTH];
    let mut lists = std::collections::HashMap::new();
    for column in 0..columns {
        for height in 0..rows {
            for (right, up) in DIRECTIONS {
                let cells: Vec<(u32, u32)> = (0..run)
                    .map(|step| {
                        (column + step * right, height.wrapping_add_signed(up * step.cast_signed()))
                    })
                    .collect();
                if cells.iter().any(|&(column, height)| column >= columns || height >= rows) {
                    continue;
                }
                let mut image: Vec<_> = cells.iter().map(|&(c, h)| (columns - 1 - c, h)).collect();
                if right > 0 {
                    image.reverse();
                }
                // Mirror images share the list of the one that comes first, and its order of cells.
                let (list, cells_in_order) = match lists.get(&image) {
                    Some(&list) => (
                        list,
                        if right > 0 {
                            cells.iter().rev().copied().collect()
                        } else {
                            cells.clone()
                        },
                    ),
                    None => {
                        lists.insert(cells.clone(), number);
                        number += 1;
                        (number - 1, cells.clone())
                    }
                };
                let owners: Vec<_> =
                    cells_in_order.iter().map(|&(c, h)| owner(view, c, h)).collect();
                let bits = |side| {
                    owners
                        .iter()
                        .enumerate()
                        .filter(|(_, owner)| **owner == Some(side))
                        .map(|(place, _)| 1 << place)
                        .sum::<usize>()
                };
                let look = match (bits(Side::First), bits(Side::Second)) {
                    (first, 0) => first,
                    // The look of a dead window is not in the file.
                    (0, second) => 32 + second - 1,
                    _ => continue,
                };
                let from = LOOKS_FROM + (list * 63 + look) * WIDTH;
                for (sum, &byte) in sums.iter_mut().zip(&FILE[from..]) {
                    *sum += i32::from(byte.cast_signed());
                }
            }
        }
    }
    let starts = LOOKS_FROM + number * 63 * WIDTH;
    for (index, sum) in sums.iter_mut().enumerate() {
        *sum += short(starts + 2 * index);
    }
    sums
}

fn short(at: usize) -> i32 {
    i16::from_le_bytes([FILE[at], FILE[at + 1]]).into()
}

fn long(at: usize) -> f64 {
    i32::from_le_bytes(FILE[at..at + 4].try_into().unwrap()).into()
}

/// The odds of the first player, in logits, computed with fractions from the bytes of the file.
fn slow_odds(view: &View, to_move: Side, ends: [i32; ENDS]) -> f64 {
    let sums = slow_sums(view);
    let stones = view.board().unwrap().stones().count() as f64;
    let (one, weight_one) = (f64::from(ONE), f64::from(WEIGHT_ONE));
    let mut at = LOOKS_FROM + 82 * 63 * WIDTH + 2 * WIDTH;
    let weights = at;
    at += 2 * HIDDEN * WIDTH;
    let layer = |at: usize, index: usize| long(at + 4 * index) / (one * weight_one);
    let hidden: Vec<f64> = (0..HIDDEN)
        .map(|row| {
            let dot: f64 = (0..WIDTH)
                .map(|column| {
                    let weight =
                        f64::from(short(weights + 2 * (row * WIDTH + column))) / weight_one;
                    weight * (f64::from(sums[column]) / one).max(0.0)
                })
                .sum();
            let step = 4 * HIDDEN;
            let sign = if to_move == Side::Second { 1.0 } else { -1.0 };
            let by_ends: f64 =
                (0..ENDS).map(|end| f64::from(ends[end]) * layer(at + (3 + end) * step, row)).sum();
            dot + sign * layer(at, row)
                + stones / 90.0 * layer(at + step, row)
                + layer(at + 2 * step, row)
                + by_ends
        })
        .map(|sum| sum.max(0.0))
        .collect();
    at += 4 * HIDDEN * (3 + ENDS);
    let second: Vec<f64> = (0..HIDDEN)
        .map(|row| {
            let dot: f64 = (0..HIDDEN)
                .map(|column| {
                    f64::from(short(at + 2 * (row * HIDDEN + column))) / weight_one * hidden[column]
                })
                .sum();
            (dot + layer(at + 2 * HIDDEN * HIDDEN, row)).max(0.0)
        })
        .collect();
    at += 2 * HIDDEN * HIDDEN + 4 * HIDDEN;
    let dot: f64 =
        (0..HIDDEN).map(|row| f64::from(short(at + 2 * row)) / weight_one * second[row]).sum();
    dot + long(at + 2 * HIDDEN) / (one * weight_one)
}

/// A random game: the position after each move, and the moves.
fn random_game(seed: u64) -> Vec<(Stacks, Option<Move>)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Stacks::new(learned());
    let mut seen = Vec::new();
    while position.outcome().is_none() {
        let mv = position.random_move(&mut rng);
        seen.push((position.clone(), Some(mv)));
        position.play(mv);
    }
    seen
}

fn knowledge() -> CountedKnowledge {
    CountedKnowledge::new(learned(), Params::counted(learned()), 0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// Kept up to date through moves and moves taken back, or from the board: the same; and within
    /// rounding what the file says when it is computed with fractions.
    #[test]
    fn sums_follow_the_game(seed: u64) {
        let mut kept = knowledge();
        let game = random_game(seed);
        kept.reset(&game[0].0);
        for (position, mv) in &game {
            let mut fresh = knowledge();
            fresh.reset(position);
            let estimate = kept.evaluate(position);
            prop_assert_eq!(estimate, fresh.evaluate(position));
            prop_assert!(estimate.abs() <= Score::LARGEST_ESTIMATE);

            let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
            let ends = kept.balance().ends().map(|end| sign * end);
            let slow = slow_odds(&position.view(), position.side_to_move(), ends);
            prop_assert!((f64::from(sign * estimate) - 100.0 * slow).abs() < 12.0, "{estimate} {slow}");

            // Another move and back, unseen by anybody.
            position.each_move(|other| {
                Knowledge::<Stacks>::play(&mut kept, position, other);
                Knowledge::<Stacks>::undo(&mut kept, position, other);
            });
            Knowledge::<Stacks>::play(&mut kept, position, mv.unwrap());
        }
    }

    #[test]
    fn mirror_images_look_the_same(seed: u64) {
        let game = random_game(seed);
        let mut image = Stacks::new(learned());
        for (position, mv) in game {
            let (mut here, mut there) = (knowledge(), knowledge());
            here.reset(&position);
            there.reset(&image);
            prop_assert_eq!(here.evaluate(&position), there.evaluate(&image));
            image.play(Move(learned().columns() - 1 - mv.unwrap().0));
        }
    }

    #[test]
    fn damaged_files_are_refused(at in 0..FILE.len(), change in 1_u8..) {
        let mut file = FILE.to_vec();
        file[at] ^= change;
        prop_assert!(Weights::read(&file, learned()).is_none());
        prop_assert!(Weights::read(&file[..at], learned()).is_none());
    }

    /// Even if the checksum is right.
    #[test]
    fn any_bytes_are_read_or_refused(
        at in 0..FILE.len() - 4,
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        is_cut: bool,
    ) {
        let mut file = FILE[..FILE.len() - 4].to_vec();
        for (byte, new) in file[at..].iter_mut().zip(bytes) {
            *byte = new;
        }
        if is_cut {
            file.truncate(at);
        }
        let check = crc32fast::hash(&file);
        file.extend(check.to_le_bytes());
        let read = Weights::read(&file, learned());
        prop_assert!(!(is_cut && read.is_some()));
    }
}

#[test]
fn only_its_own_board_is_known() {
    assert!(Weights::embedded(learned()).is_some());
    assert!(Weights::read(FILE, learned()).is_some());
    for other in ["10,9,5", "9,10,4", "12,13,5", "6,7,4"] {
        assert!(Weights::embedded(spec(other)).is_none(), "{other}");
        assert!(Weights::read(FILE, spec(other)).is_none(), "{other}");
    }
}

#[test]
fn each_list_serves_a_window_and_its_image() {
    let (places, lists) = places(learned());
    let n_windows = places.iter().flatten().flatten().count();
    assert_eq!(n_windows, 2 * lists);
    let weights = Weights::embedded(learned()).unwrap();
    assert_eq!(weights.looks.len(), n_windows * 64);
    let no_stones: Sums = weights.empty;
    assert!(no_stones.iter().any(|&sum| sum != 0));
}
