//! Cells and lines, one cell after the other.

use std::collections::HashSet;

use mossa_games::{
    connect::{Bits, Size, Spec},
    word::Word,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    super::{board::Board, state::State},
    OnBits, any_spec, on_bits, random_game, score_of_stone,
};

/// Cells as columns and heights, from the bottom left.
type Cells = HashSet<(i64, i64)>;

fn cells_of<W: Word>(set: W, spec: Spec) -> Cells {
    let mut cells = Cells::new();
    let height = spec.rows() + 1;
    set.each(|bit| {
        cells.insert(((bit / height).into(), (bit % height).into()));
    });
    cells
}

fn all_cells(spec: Spec) -> Vec<(i64, i64)> {
    let heights = 0..i64::from(spec.rows());
    heights
        .flat_map(|height| (0..spec.columns().into()).map(move |column| (column, height)))
        .collect()
}

/// Whether a line that begins at a cell lies within a set, in some direction.
fn begins_line(cells: &Cells, (column, height): (i64, i64), spec: Spec) -> bool {
    let directions: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    directions.iter().any(|(right, up)| {
        (0..i64::from(spec.run()))
            .all(|step| cells.contains(&(column + step * right, height + step * up)))
    })
}

fn has_line(cells: &Cells, spec: Spec) -> bool {
    cells.iter().any(|&cell| begins_line(cells, cell, spec))
}

/// The free cells where one more stone makes a line.
fn winning_cells(stones: &Cells, taken: &Cells, spec: Spec) -> Cells {
    let wins = |&cell: &(i64, i64)| {
        let mut more = stones.clone();
        more.insert(cell) && has_line(&more, spec)
    };
    all_cells(spec).into_iter().filter(|cell| !taken.contains(cell)).filter(wins).collect()
}

fn mirrored(cells: &Cells, spec: Spec) -> Cells {
    cells.iter().map(|(column, height)| (i64::from(spec.columns()) - 1 - column, *height)).collect()
}

struct Positions(u64);

impl OnBits for Positions {
    fn run<S: Size>(self, start: Bits<S>) {
        let (board, spec) = (Board::new(start.size()), start.size().spec());
        let positions = random_game(&start, self.0);
        // The twin is slow on large boards.
        let step = 1 + positions.len() / 16;
        for position in positions.into_iter().skip(self.0 as usize % step).step_by(step) {
            let (ours, taken) = (position.ours(), position.taken());
            let (free, theirs) = (board.cells() & !taken, ours ^ taken);
            let shown = format!("{spec} {ours:?} {taken:?}");
            let filled = cells_of(taken, spec);
            for stones in [ours, theirs] {
                let expected = winning_cells(&cells_of(stones, spec), &filled, spec);
                let found = cells_of(board.winning_cells(stones, free), spec);
                assert_eq!(found, expected, "{shown}");
                assert!(!board.has_line(stones), "{shown}");
            }
            let rests = |&(column, height): &(i64, i64)| {
                !filled.contains(&(column, height))
                    && (height == 0 || filled.contains(&(column, height - 1)))
            };
            let playable: Cells = all_cells(spec).into_iter().filter(rests).collect();
            assert_eq!(cells_of(board.playable(taken), spec), playable, "{shown}");
            for (column, _) in playable {
                let column = u32::try_from(column).unwrap();
                let stone = taken ^ super::after(&position, column).taken();
                assert_eq!(board.column(stone), column, "{shown}");
            }
            check_mirror(&board, &State::new(&board, &position));
        }
    }
}

/// Sets of cells are mirrored cell by cell, and so are keys, with their bits above the board.
fn check_mirror<S: Size>(board: &Board<S>, state: &State<S::Word>) {
    let spec = board.size.spec();
    for set in [state.ours, state.taken, state.our_wins, state.their_wins, state.key(board)] {
        let image = board.mirrored(set);
        assert_eq!(cells_of(image, spec), mirrored(&cells_of(set, spec), spec), "{set:?}");
        assert_eq!(board.mirrored(image), set);
    }
    let image = State {
        ours: board.mirrored(state.ours),
        taken: board.mirrored(state.taken),
        our_wins: board.mirrored(state.our_wins),
        their_wins: board.mirrored(state.their_wins),
        stones: state.stones,
    };
    assert_eq!(image.key(board), board.mirrored(state.key(board)));
}

struct Sets(u64);

impl OnBits for Sets {
    /// Any sets of cells, floating ones too; sparse ones and such as are almost everything.
    fn run<S: Size>(self, start: Bits<S>) {
        let (board, spec) = (Board::new(start.size()), start.size().spec());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.0);
        for share in [0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 1.0] {
            let mut set = S::Word::EMPTY;
            board.cells().each(|bit| {
                if rng.random_bool(share) {
                    set = set | S::Word::one(bit);
                }
            });
            let expected = has_line(&cells_of(set, spec), spec);
            assert_eq!(board.has_line(set), expected, "{spec} {set:?}");
        }
    }
}

struct Constants;

impl OnBits for Constants {
    fn run<S: Size>(self, start: Bits<S>) {
        let (board, spec) = (Board::new(start.size()), start.size().spec());
        let n_cells = spec.rows() * spec.columns();
        assert_eq!(board.n_cells(), n_cells.cast_signed());
        let set_of = |is_in: fn(i64, i64) -> bool| -> Cells {
            let above = |height: i64| i64::from(spec.rows()) - 1 - height;
            all_cells(spec)
                .into_iter()
                .filter(|&(_, height)| is_in(height, above(height)))
                .collect()
        };
        assert_eq!(cells_of(board.cells(), spec), set_of(|_, _| true), "{spec}");
        assert_eq!(cells_of(board.bottoms, spec), set_of(|height, _| height == 0), "{spec}");
        assert_eq!(cells_of(board.even_above, spec), set_of(|_, above| above % 2 == 0), "{spec}");
        for stones in 0..n_cells {
            assert_eq!(board.plies(0, stones.cast_signed()), None);
            for plies in 1..=n_cells - stones {
                let score = score_of_stone(n_cells, stones + plies);
                assert_eq!(board.score_of_stone((stones + plies).cast_signed()), score);
                let score = if plies % 2 == 1 { score } else { -score };
                assert_eq!(
                    board.plies(score, stones.cast_signed()),
                    Some(plies),
                    "{spec} {stones}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn cells_and_threats_are_those_of_the_rules(spec in any_spec(), seed: u64) {
        on_bits(spec, Positions(seed));
    }

    #[test]
    fn lines_are_those_of_the_rules(spec in any_spec(), seed: u64) {
        on_bits(spec, Sets(seed));
    }
}

#[test]
fn scores_and_sets_of_every_board() {
    for board in super::ODD_BOARDS.into_iter().chain(super::COMMON_BOARDS) {
        on_bits(super::spec(board), Constants);
        on_bits(super::spec(board), Positions(1));
        on_bits(super::spec(board), Sets(1));
    }
    for rows in 1..=8 {
        for columns in 1..=128 / (rows + 1) {
            on_bits(super::spec([rows, columns, 1]), Constants);
        }
    }
}
