//! The engines prove what brute force finds: on every m,n,k-board up to 4x4 and every Connect X board
//! up to 4x5, with every length of a line; and on the small Othello boards whose values are known.
//! Neither the size of the table nor threads or seeds make a difference.
//!
//! The brute force is independent of all our code, rules included: sets of cells, a list of lines, and
//! a table with a place for every position there could be.

use mossa_engines::{Engine, Options, engine};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Value};
use mossa_search::{Aim, Report, Task};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// A table entry that was not computed yet.
const UNKNOWN: i8 = i8::MIN;

/// A win on the spot; a win in n plies is n less, a loss the negative of it, a draw 0.
const WIN: i8 = 64;

/// A game of lines on a board of up to 32 cells, numbered row by row from the top left.
struct Brute {
    rows: usize,
    columns: usize,
    /// Whether stones fall to the bottom.
    stones_fall: bool,
    /// The lines through each cell.
    lines: Vec<Vec<u32>>,
    /// What each cell of each side adds to a position's number.
    weights: Vec<[usize; 2]>,
    values: Vec<i8>,
}

impl Brute {
    fn new(rows: usize, columns: usize, run: usize, stones_fall: bool) -> Self {
        let mut lines = vec![Vec::new(); rows * columns];
        for cell in 0..rows * columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let at = |step: usize| {
                    let row = cell / columns + down * step;
                    let column = (cell % columns).checked_add_signed(right * step.cast_signed())?;
                    (row < rows && column < columns).then_some(row * columns + column)
                };
                let line: Option<Vec<usize>> = (0..run).map(at).collect();
                if let Some(line) = line {
                    let set = line.iter().fold(0, |set, cell| set | 1 << cell);
                    for &cell in &line {
                        lines[cell].push(set);
                    }
                }
            }
        }
        let mut brute =
            Self { rows, columns, stones_fall, lines, weights: Vec::new(), values: Vec::new() };
        brute.number_positions();
        brute
    }

    /// Three digits a cell; where stones fall a column needs fewer: its stones and a one above them.
    fn number_positions(&mut self) {
        let mut scale = 1;
        self.weights = vec![[0; 2]; self.rows * self.columns];
        if self.stones_fall {
            for column in 0..self.columns {
                for height in 0..self.rows {
                    let cell = (self.rows - 1 - height) * self.columns + column;
                    // The one above the stones moves up from 2^h to 2^(h+1).
                    self.weights[cell] = [scale << height, scale << (height + 1)];
                }
                scale *= (2 << self.rows) - 1;
            }
        } else {
            for weights in &mut self.weights {
                *weights = [scale, 2 * scale];
                scale *= 3;
            }
        }
        self.values = vec![UNKNOWN; scale];
    }

    fn value(&mut self, stones: [u32; 2], index: usize) -> i8 {
        if self.values[index] != UNKNOWN {
            return self.values[index];
        }
        let turn = (stones[0].count_ones() - stones[1].count_ones()) as usize;
        let mut best = i8::MIN;
        for cell in 0..self.rows * self.columns {
            if self.is_free(stones, cell) {
                best = best.max(self.value_after(stones, index, turn, cell));
            }
        }
        let value = if best == i8::MIN { 0 } else { best };
        self.values[index] = value;
        value
    }

    fn is_free(&self, stones: [u32; 2], cell: usize) -> bool {
        let taken = stones[0] | stones[1];
        let has_ground = cell + self.columns >= self.rows * self.columns
            || taken >> (cell + self.columns) & 1 == 1;
        taken >> cell & 1 == 0 && (!self.stones_fall || has_ground)
    }

    /// What a stone on `cell` is worth to the side that places it.
    fn value_after(&mut self, mut stones: [u32; 2], index: usize, turn: usize, cell: usize) -> i8 {
        stones[turn] |= 1 << cell;
        if self.lines[cell].iter().any(|line| stones[turn] & line == *line) {
            return WIN - 1;
        }
        let value = -self.value(stones, index + self.weights[cell][turn]);
        value - value.signum()
    }

    /// The values of the moves on the cells of a position given by its stones.
    fn values_of_moves(&mut self, stones: [u32; 2]) -> Vec<(usize, i8)> {
        let cells = 0..self.rows * self.columns;
        let index = cells
            .clone()
            .flat_map(|cell| [(cell, 0), (cell, 1)])
            .filter(|&(cell, side)| stones[side] >> cell & 1 == 1)
            .map(|(cell, side)| self.weights[cell][side])
            .sum();
        let turn = (stones[0].count_ones() - stones[1].count_ones()) as usize;
        let free: Vec<usize> = cells.filter(|&cell| self.is_free(stones, cell)).collect();
        free.into_iter().map(|cell| (cell, self.value_after(stones, index, turn, cell))).collect()
    }
}

fn exact(value: Value) -> Exact {
    match value {
        Value::Exact(exact) => exact,
        Value::Estimate(estimate) => panic!("{estimate:?} where a proof was due"),
    }
}

fn as_exact(value: i8) -> Exact {
    let plies = (value != 0).then(|| u32::from((WIN - value.abs()).unsigned_abs()));
    let result = match value.signum() {
        1 => GameResult::Win,
        0 => GameResult::Draw,
        _ => GameResult::Loss,
    };
    Exact { result, plies, at_most: false, margin: None }
}

/// An engine and how many threads it works with.
struct Solver {
    engine: Box<dyn Engine>,
    threads: usize,
}

impl Solver {
    /// Exact values depend on nothing of this; so it is different for each number.
    fn new(spec: &GameSpec, number: usize) -> Self {
        let (memory_mb, seed) = ([8, 1, 16][number % 3], number as u64);
        let options = Options { memory_mb, seed, ..Options::default() };
        Self { engine: engine(spec, options), threads: [1, 2, 1, 3][number % 4] }
    }
}

fn solve(solver: &mut Solver, game: &Game, lines: usize) -> Report {
    let threads = solver.threads;
    let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines, threads };
    let report = solver.engine.think(game, &task, &mut |_| {}).expect("an open game");
    assert!(report.is_settled, "{}", game.position().diagram());
    report
}

/// The start, and positions from random games, with all their moves.
fn compare(family: &str, [rows, columns, run]: [usize; 3], n_games: usize) {
    let mut brute = Brute::new(rows, columns, run, family == "connect");
    let spec: GameSpec = format!("{family}:{rows},{columns},{run}").parse().expect("a good spec");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for number in 0..n_games {
        let mut solver = Solver::new(&spec, number);
        let mut game = spec.start();
        while game.outcome().is_none() {
            // The first game has its start compared, later ones what lies behind it.
            if number > 0 || game.history().is_empty() {
                compare_moves(&mut solver, &game, &mut brute, &spec);
            }
            let moves = game.position().moves();
            game.play(moves[rng.random_range(0..moves.len())]).expect("a legal move");
        }
    }
}

fn compare_moves(solver: &mut Solver, game: &Game, brute: &mut Brute, spec: &GameSpec) {
    let mossa_kernel::View::Board(board) = game.position().view() else { unreachable!() };
    let mut stones = [0; 2];
    for (cell, side) in board.stones() {
        stones[side.index()] |= 1 << cell;
    }
    let values = brute.values_of_moves(stones);
    let best = values.iter().map(|&(_, value)| value).max().expect("a move");
    let shown = game.position().diagram();
    let one = solve(solver, game, 1);
    assert_eq!(exact(one.lines[0].value), as_exact(best), "{spec} {shown}");
    let all = solve(solver, game, usize::MAX);
    assert_eq!(all.lines.len(), values.len(), "{spec} {shown}");
    for line in &all.lines {
        let of_move = |&&(cell, _): &&(usize, i8)| {
            let place = if brute.stones_fall { cell % brute.columns } else { cell };
            place == line.mv().index()
        };
        let (_, value) = values.iter().find(of_move).expect("a known move");
        assert_eq!(exact(line.value), as_exact(*value), "{spec} {shown} {:?}", line.mv());
    }
}

fn compare_all(family: &str, largest: [usize; 2]) {
    for rows in 1..=largest[0] {
        for columns in 1..=largest[1] {
            for run in 1..=rows.max(columns) {
                compare(family, [rows, columns, run], 4);
            }
        }
    }
}

#[test]
fn every_small_mnk_board() {
    compare_all("mnk", [4, 4]);
}

#[test]
fn every_small_connect_board() {
    compare_all("connect", [4, 5]);
}

/// Known tic-tac-toe: the twin itself is right.
#[test]
fn the_brute_force_knows_tictactoe() {
    let mut brute = Brute::new(3, 3, 3, false);
    assert_eq!(brute.value([0, 0], 0), 0);
    let computed = brute.values.iter().filter(|&&value| value != UNKNOWN).count();
    assert_eq!(
        computed,
        5_478 - 958 + 16,
        "all positions but those that are won; full draws count"
    );
}

/// Values that were computed elsewhere: final discs of the first player minus those of the second,
/// the empty squares given to the winner.
#[test]
fn small_othello_boards() {
    for (spec, margin) in [
        ("4x4", -10),
        ("4x4,dirs=hv", 6),
        ("4x4,dirs=hd", 0),
        ("4x4,dirs=vd", 0),
        ("4x4,dirs=h", 0),
        ("4x4,dirs=v", 0),
        ("4x6", 16),
        ("6x4", 16),
        ("4x6,dirs=hv", 14),
        ("6x4,dirs=hv", 14),
    ] {
        let spec: GameSpec = format!("othello:{spec}").parse().expect("a good spec");
        let value = exact(solve(&mut Solver::new(&spec, 0), &spec.start(), 1).lines[0].value);
        assert_eq!(value.margin.unwrap_or(0), margin, "{spec}");
    }
}
