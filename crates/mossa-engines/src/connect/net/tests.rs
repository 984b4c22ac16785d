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

/// Where looks begin in the file: after the magic and the head. Those of dead windows are not in it.
const LOOKS_FROM: usize = 13;
const LOOKS_A_WINDOW: usize = 63;

/// A window: columns and heights of its cells, counted from the bottom left.
type Cells = Vec<(u32, u32)>;

/// All windows in the order of the file, each with the number of its list. Mirror images share the list
/// of the one that comes first, and its order of cells.
fn windows() -> Vec<(Cells, usize)> {
    let (rows, columns, run) = (learned().rows(), learned().columns(), learned().run());
    let mut windows: Vec<(Cells, usize)> = Vec::new();
    let mut n_lists = 0;
    for first in 0..rows * columns {
        for (right, up) in DIRECTIONS {
            let cell = |step: u32| {
                let height = (first % rows).wrapping_add_signed(up * step.cast_signed());
                (first / rows + step * right, height)
            };
            let cells: Cells = (0..run).map(cell).collect();
            if cells.iter().any(|&(column, height)| column >= columns || height >= rows) {
                continue;
            }
            let image: Cells = cells.iter().map(|&(c, height)| (columns - 1 - c, height)).collect();
            let backwards: Cells = image.iter().rev().copied().collect();
            let known = windows.iter().find(|(other, _)| *other == image || *other == backwards);
            let (cells, list) = match known {
                Some((other, list)) if *other == image => (cells, *list),
                Some((_, list)) => (cells.into_iter().rev().collect(), *list),
                None => (cells, n_lists),
            };
            n_lists = n_lists.max(list + 1);
            windows.push((cells, list));
        }
    }
    windows
}

/// Which look a window has in the file; `None` if nobody can complete it.
fn look(view: &View, cells: &Cells) -> Option<usize> {
    let board = view.board().unwrap();
    let owner = |&(column, height): &(u32, u32)| {
        board.cells[((board.rows - 1 - height) * board.columns + column) as usize]
    };
    let stones = |side| {
        let places = (0..).zip(cells).filter(|(_, cell)| owner(cell) == Some(side));
        places.map(|(place, _)| 1_usize << place).sum::<usize>()
    };
    match (stones(Side::First), stones(Side::Second)) {
        (first, 0) => Some(first),
        (0, second) => Some((1 << learned().run()) + second - 1),
        _ => None,
    }
}

/// Reads the file number by number.
struct Slow(usize);

impl Slow {
    fn shorts(&mut self, n: usize) -> Vec<f64> {
        let bytes = FILE[self.0..].chunks_exact(2).take(n);
        self.0 += 2 * n;
        bytes.map(|two| i16::from_le_bytes(two.try_into().unwrap()).into()).collect()
    }

    fn longs(&mut self, n: usize) -> Vec<f64> {
        let bytes = FILE[self.0..].chunks_exact(4).take(n);
        self.0 += 4 * n;
        let scale = f64::from(ONE * WEIGHT_ONE);
        bytes.map(|four| f64::from(i32::from_le_bytes(four.try_into().unwrap())) / scale).collect()
    }
}

/// Numbers times weights of a row each, none below zero.
fn slow_layer(inputs: &[f64], weights: &[f64], bias: &[f64]) -> Vec<f64> {
    let dot = |row: &[f64]| row.iter().zip(inputs).map(|(w, input)| w * input).sum::<f64>();
    let rows = weights.chunks_exact(inputs.len()).zip(bias);
    rows.map(|(row, bias)| dot(row) / f64::from(WEIGHT_ONE) + bias).collect()
}

fn positive(numbers: Vec<f64>) -> Vec<f64> {
    numbers.into_iter().map(|number| number.max(0.0)).collect()
}

/// The odds of the first player, in logits, computed with fractions from the bytes of the file.
fn slow_odds(view: &View, to_move: Side, ends: [i32; ENDS]) -> f64 {
    let windows = windows();
    let n_lists = windows.iter().map(|(_, list)| list + 1).max().unwrap();
    let mut file = Slow(LOOKS_FROM + n_lists * LOOKS_A_WINDOW * WIDTH);
    let mut sums = file.shorts(WIDTH);
    for (cells, list) in &windows {
        let Some(look) = look(view, cells) else { continue };
        let from = LOOKS_FROM + (list * LOOKS_A_WINDOW + look) * WIDTH;
        for (sum, &byte) in sums.iter_mut().zip(&FILE[from..]) {
            *sum += f64::from(byte.cast_signed());
        }
    }
    let inputs = positive(sums.into_iter().map(|sum| sum / f64::from(ONE)).collect());
    let weights = file.shorts(HIDDEN * WIDTH);
    let stones = view.board().unwrap().stones().count() as u32;
    let sign = if to_move == Side::Second { 1.0 } else { -1.0 };
    let full = f64::from(stones) / f64::from(learned().rows() * learned().columns());
    let factors = [sign, full, 1.0].into_iter().chain(ends.map(f64::from));
    let mut bias = vec![0.0; HIDDEN];
    for factor in factors {
        for (bias, weight) in bias.iter_mut().zip(file.longs(HIDDEN)) {
            *bias += factor * weight;
        }
    }
    let hidden = positive(slow_layer(&inputs, &weights, &bias));
    let (weights, bias) = (file.shorts(HIDDEN * HIDDEN), file.longs(HIDDEN));
    let hidden = positive(slow_layer(&hidden, &weights, &bias));
    let (weights, bias) = (file.shorts(HIDDEN), file.longs(1));
    slow_layer(&hidden, &weights, &bias)[0]
}

/// A random game: each position with the move that was played there.
fn random_game(seed: u64) -> Vec<(Stacks, Move)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Stacks::new(learned());
    let mut game = Vec::new();
    while position.outcome().is_none() {
        let mv = position.random_move(&mut rng);
        game.push((position.clone(), mv));
        position.play(mv);
    }
    game
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
            Knowledge::<Stacks>::play(&mut kept, position, *mv);
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
            // The small game about the end may run out of looks, and then the order of columns matters.
            if here.balance().ends() == there.balance().ends() {
                prop_assert_eq!(here.evaluate(&position), there.evaluate(&image));
            }
            image.play(Move(learned().columns() - 1 - mv.0));
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
