//! The naive twin: the decision as the specification tells it, with nothing kept up to date, no
//! heap, and, at first, neither alpha-beta nor a table.

use std::collections::BTreeMap;

use mossa_games::GameSpec;
use mossa_kernel::{Game, Move, Side, View};

/// The number of a won node, as the specification gives it.
pub(super) const WON: i64 = 1_000_000_000;

/// The four lines through a cell, as one step (down, right) along each.
const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Twin {
    rows: i32,
    columns: i32,
    run: i32,
    is_exact: bool,
    pub(super) to_move: Side,
    cells: Vec<Option<Side>>,
}

/// What is beyond a step: a cell of the board, or nothing.
type Beyond = Option<Option<Side>>;

impl Twin {
    pub(super) fn new(spec: &str, game: &Game) -> Self {
        let GameSpec::Mnk(spec) = spec.parse().unwrap() else { panic!("not an m,n,k-game") };
        let View::Board(view) = game.position().view() else { panic!("no board") };
        Self {
            rows: view.rows.cast_signed(),
            columns: view.columns.cast_signed(),
            run: spec.run().cast_signed(),
            is_exact: spec.is_exact(),
            to_move: game.position().side_to_move(),
            cells: view.cells,
        }
    }

    fn beyond(&self, row: i32, column: i32) -> Beyond {
        let is_on_board = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_on_board.then(|| self.cells[(row * self.columns + column).cast_unsigned() as usize])
    }

    fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        assert_eq!(after.cells[mv.index()].replace(self.to_move), None);
        after.to_move = !self.to_move;
        after
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        (0..self.cells.len() as u32).map(Move).filter(|mv| self.cells[mv.index()].is_none())
    }

    fn marks(&self) -> u32 {
        self.cells.iter().flatten().count() as u32
    }

    /// The free cells with a marked neighbor, in row-major order.
    pub(super) fn candidates(&self) -> Vec<Move> {
        self.moves().filter(|&mv| self.marked_neighbors(mv) > 0).collect()
    }

    fn marked_neighbors(&self, mv: Move) -> usize {
        let (row, column) = self.row_and_column(mv);
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        around
            .filter(|&(down, right)| {
                let beyond = self.beyond(row + down, column + right);
                (down, right) != (0, 0) && matches!(beyond, Some(Some(_)))
            })
            .count()
    }

    fn row_and_column(&self, mv: Move) -> (i32, i32) {
        (mv.0.cast_signed() / self.columns, mv.0.cast_signed() % self.columns)
    }

    /// Marks of a side that follow a cell, and what is beyond them.
    fn follow(&self, mv: Move, down: i32, right: i32, side: Side) -> (i32, Beyond) {
        let (row, column) = self.row_and_column(mv);
        let mut steps = 1;
        while self.beyond(row + steps * down, column + steps * right) == Some(Some(side)) {
            steps += 1;
        }
        (steps - 1, self.beyond(row + steps * down, column + steps * right))
    }

    fn is_won(&self, run: i32) -> bool {
        if self.is_exact { run == self.run } else { run >= self.run }
    }

    /// What a mark of `side` on a free cell is worth.
    pub(super) fn value(&self, mv: Move, side: Side) -> i64 {
        let mut sum = 0;
        for (down, right) in LINES {
            let (ahead, end) = self.follow(mv, down, right, side);
            let (behind, other_end) = self.follow(mv, -down, -right, side);
            let free_ends = [end, other_end].iter().filter(|&&end| end == Some(None)).count();
            let run = ahead + 1 + behind;
            sum += if self.is_won(run) {
                1_000_000
            } else if run == self.run - 1 {
                [0, 10_000, 1_000_000][free_ends]
            } else if run == self.run - 2 {
                [0, 10, 100][free_ends]
            } else {
                0
            };
        }
        sum
    }

    /// What a leaf is worth to the player at the root.
    pub(super) fn leaf(&self, root: Side) -> i64 {
        let worth = |mv| self.value(mv, root) - self.value(mv, !root);
        let sum: i64 = self.candidates().into_iter().map(worth).sum();
        sum.clamp(1 - WON, WON - 1)
    }

    /// Whether the side that moved last has a row that wins.
    fn is_over(&self) -> bool {
        let side = !self.to_move;
        (0..self.cells.len() as u32).map(Move).any(|mv| {
            self.cells[mv.index()] == Some(side)
                && LINES.into_iter().any(|(down, right)| {
                    let (behind, _) = self.follow(mv, -down, -right, side);
                    behind == 0 && self.is_won(1 + self.follow(mv, down, right, side).0)
                })
        })
    }

    /// The most promising candidates, best first.
    fn most_promising(&self, width: usize) -> Vec<Move> {
        let size = |mv: &Move| Side::BOTH.map(|side| self.value(*mv, side)).into_iter().max();
        let mut candidates = self.candidates();
        candidates.sort_by_key(|mv| std::cmp::Reverse(size(mv)));
        candidates.truncate(width);
        candidates
    }

    /// Plain minimax.
    fn minimax(&self, root: Side, width: usize, depth: u32) -> i64 {
        if self.is_over() {
            return if self.to_move == root { -WON } else { WON };
        }
        let moves = self.most_promising(width);
        if depth == 0 || moves.is_empty() {
            return self.leaf(root);
        }
        let values = moves.into_iter().map(|mv| self.after(mv).minimax(root, width, depth - 1));
        let value = if self.to_move == root { values.max() } else { values.min() };
        value.unwrap()
    }

    /// The numbers of the candidates that are looked at, most promising first.
    pub(super) fn decide(&self, width: usize, depth: u32) -> Vec<(Move, i64)> {
        let value = |mv| self.after(mv).minimax(self.to_move, width, depth - 1);
        up_to_a_win(self.most_promising(width), value)
    }
}

/// The values of moves, up to the first that wins: the root loop ends there.
fn up_to_a_win(moves: Vec<Move>, mut value: impl FnMut(Move) -> i64) -> Vec<(Move, i64)> {
    let mut values = Vec::new();
    for mv in moves {
        values.push((mv, value(mv)));
        if values.last().is_some_and(|&(_, value)| value == WON) {
            break;
        }
    }
    values
}

/// The best of some moves; the first in row-major order wins a tie.
pub(super) fn best_of(values: &[(Move, i64)]) -> (Move, i64) {
    let best = values.iter().map(|&(_, value)| value).max().unwrap();
    let first = values.iter().filter(|&&(_, value)| value == best).map(|&(mv, _)| mv).min();
    (first.unwrap(), best)
}

/// A twin with a memory: what is remembered in a node depends on which nodes alpha-beta visits
/// and with what window, so this one does the same. Inside a search an entry is used only where
/// it answers the question: it was found in a search with the same horizon, and is exact or a
/// bound outside the window. Values are the first player's throughout.
pub(super) struct Remembering {
    width: usize,
    depth: u32,
    most: usize,
    memory: BTreeMap<Twin, Remembered>,
}

#[derive(Clone, Copy)]
struct Remembered {
    value: i64,
    is_at_least: bool,
    is_at_most: bool,
    best: Move,
    horizon: u32,
}

impl Remembering {
    pub(super) fn new(width: usize, depth: u32, most: usize) -> Self {
        Self { width, depth, most, memory: BTreeMap::new() }
    }

    /// The numbers of the candidates, and whether they come from the memory.
    pub(super) fn decide(&mut self, twin: &Twin) -> (Vec<(Move, i64)>, bool) {
        let sign = if twin.to_move == Side::First { 1 } else { -1 };
        if let Some(entry) = self.memory.remove(twin) {
            return (vec![(entry.best, sign * entry.value)], true);
        }
        let horizon = twin.marks() + self.depth;
        let moves = twin.most_promising(self.width);
        let value = |mv| sign * self.alpha_beta(&twin.after(mv), horizon, -WON, WON);
        (up_to_a_win(moves, value), false)
    }

    fn alpha_beta(&mut self, twin: &Twin, horizon: u32, low: i64, high: i64) -> i64 {
        if twin.is_over() {
            return if twin.to_move == Side::First { -WON } else { WON };
        }
        let moves = twin.most_promising(self.width);
        if twin.marks() == horizon || moves.is_empty() {
            return twin.leaf(Side::First);
        }
        if let Some(&entry) = self.memory.get(twin)
            && entry.horizon == horizon
            && (entry.is_at_least || entry.value <= low)
            && (entry.is_at_most || entry.value >= high)
        {
            return entry.value;
        }
        let (best, value) = self.best(twin, moves, horizon, (low, high));
        if self.memory.len() == self.most && !self.memory.contains_key(twin) {
            self.memory.clear();
        }
        let (is_at_least, is_at_most) = (value > low, value < high);
        let entry = Remembered { value, is_at_least, is_at_most, best, horizon };
        self.memory.insert(twin.clone(), entry);
        value
    }

    /// The best move: the first player's highest or the second's lowest, of equals the first.
    fn best(
        &mut self,
        twin: &Twin,
        moves: Vec<Move>,
        horizon: u32,
        (mut low, mut high): (i64, i64),
    ) -> (Move, i64) {
        let is_better = |new: i64, old: i64| match twin.to_move {
            Side::First => new > old,
            Side::Second => new < old,
        };
        let mut best = None;
        for mv in moves {
            let value = self.alpha_beta(&twin.after(mv), horizon, low, high);
            if best.is_none_or(|(_, old)| is_better(value, old)) {
                best = Some((mv, value));
            }
            match twin.to_move {
                Side::First => low = low.max(value),
                Side::Second => high = high.min(value),
            }
            if low >= high {
                break;
            }
        }
        best.unwrap()
    }
}
