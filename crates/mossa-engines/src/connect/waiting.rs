//! Who can wait, on boards of any size.
//!
//! This is what `solver::waiting` tells of positions in words: the opponent of the side to move
//! follows up, leaves alone what lies below and above the cells where it completes a line, and wins
//! when nothing else is left. Here a column is a word.

use mossa_games::connect::Spec;
use mossa_kernel::Side;

use super::windows::Windows;

/// Higher columns than this are not looked at.
const HIGHEST: u32 = u64::BITS - 1;

/// Stones by column, and room to think in.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    run: u32,
    /// All cells of a column, and those with an even number of cells above them.
    full: u64,
    even_above: u64,
    columns: Vec<Column>,
    /// For each column, what the side to move has or may get.
    reach: Vec<u64>,
}

/// A column, cells from the bottom up.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    stones: [u64; 2],
    /// Cells where the opponent waits to complete a line.
    waits: u64,
    /// The cell at which it is frozen, and all above it.
    frozen: u64,
}

impl Column {
    fn taken(self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Taken cells and the lowest free one.
    fn reached(self) -> u64 {
        self.taken() << 1 | 1
    }
}

impl Waiting {
    /// An empty board; `None` if it is too high.
    pub(super) fn new(spec: Spec) -> Option<Self> {
        let (rows, columns) = (spec.rows(), spec.columns() as usize);
        (rows <= HIGHEST).then(|| {
            let full = (1 << rows) - 1;
            Self {
                run: spec.run(),
                full,
                // Every other bit, so that the highest cell is among them.
                even_above: full & (u64::MAX / 3) << ((rows + 1) % 2),
                columns: vec![Column::default(); columns],
                reach: vec![0; columns],
            }
        })
    }

    /// Takes all stones off.
    pub(super) fn clear(&mut self) {
        self.columns.fill(Column::default());
    }

    /// Puts a stone on a cell, or takes it off.
    #[inline]
    pub(super) fn toggle(&mut self, column: u32, height: u32, side: Side) {
        self.columns[column as usize].stones[side.index()] ^= 1 << height;
    }

    /// In how many plies, at most, side `us`, to move, loses to an opponent who waits; `None` where
    /// that is not known.
    pub(super) fn loss(&mut self, windows: &Windows, us: Side) -> Option<u32> {
        let is_even = windows.free().is_multiple_of(2);
        let may_get_line = is_even && windows.sum(!us).claimed() > 0;
        if windows.totals(!us).threats == 0 && !may_get_line {
            return None;
        }
        let mut has_odd = false;
        for index in 0..self.columns.len() {
            let column = &mut self.columns[index];
            let waits = windows.winning_cells(index, !us) & !column.reached();
            column.waits = waits;
            has_odd |= waits & !self.even_above != 0;
            self.freeze(index, waits & self.even_above, us);
        }
        match (is_even, has_odd) {
            (true, _) if !has_line(&self.reach, self.run) => self.loss_without_line(us),
            (true, true) => self.loss_with(2, 0, us),
            (false, true) => self.loss_with(1, 0, us),
            (_, false) => None,
        }
    }

    /// Freezes a column at the lowest of some cells, all with an even number of cells above them or all
    /// with an odd one.
    fn freeze(&mut self, index: usize, at: u64, us: Side) {
        let column = &mut self.columns[index];
        column.frozen = (at | at.wrapping_neg()) & self.full;
        let is_odd = at & !self.even_above != 0;
        let claimed = if is_odd { !self.even_above } else { self.even_above } & !column.reached();
        let free = self.full & !column.taken();
        self.reach[index] = column.stones[us.index()] | free & !(claimed | column.frozen);
    }

    /// How soon the side to move loses when so many more columns are frozen, from `first` on, each at a
    /// cell with an odd number of cells above it.
    fn loss_with(&mut self, n_frozen: u32, first: usize, us: Side) -> Option<u32> {
        if n_frozen == 0 {
            return (!has_line(&self.reach, self.run)).then(|| self.loss_by_waiting());
        }
        for index in first..self.columns.len() {
            let Column { waits, .. } = self.columns[index];
            let mut odd_waits = waits & !self.even_above;
            if odd_waits == 0 {
                continue;
            }
            while odd_waits != 0 {
                self.freeze(index, odd_waits & odd_waits.wrapping_neg(), us);
                let loss = self.loss_with(n_frozen - 1, index + 1, us);
                if loss.is_some() {
                    return loss;
                }
                odd_waits &= odd_waits - 1;
            }
            self.freeze(index, waits & self.even_above, us);
        }
        None
    }

    /// How soon the side to move loses at the latest that has no line, to an opponent who waits or
    /// gets a line by following up.
    fn loss_without_line(&mut self, us: Side) -> Option<u32> {
        if self.columns.iter().any(|column| column.frozen != 0) {
            return Some(self.loss_by_waiting());
        }
        let n_free: u32 =
            self.columns.iter().map(|column| (self.full & !column.taken()).count_ones()).sum();
        let rows = self.full.count_ones();
        // At the latest when only what lies above the highest cell of the line is free.
        (0..rows).find_map(|row| {
            let up_to = self.full >> (rows - 1 - row);
            for (reach, column) in self.reach.iter_mut().zip(&self.columns) {
                let claimed = self.even_above & up_to & !column.reached();
                *reach = column.stones[(!us).index()] | claimed;
            }
            has_line(&self.reach, self.run).then(|| (n_free - (rows - 1 - row)) / 2 * 2)
        })
    }

    /// How soon it must fill a cell below a frozen one.
    fn loss_by_waiting(&self) -> u32 {
        let others = self.columns.iter().map(|column| {
            let alone = column.frozen | column.frozen >> 1;
            (self.full & !column.taken() & !alone).count_ones()
        });
        others.sum::<u32>() + 2
    }
}

/// Whether a set of cells, by column, has a line in it.
fn has_line(columns: &[u64], run: u32) -> bool {
    columns.iter().enumerate().any(|(first, &column)| {
        let mut up = column;
        for step in 1..run {
            up &= column.unbounded_shr(step);
        }
        let Some(others) = columns.get(first + 1..first + run as usize) else { return up != 0 };
        let (mut level, mut rising, mut falling) = (column, column, column);
        for (step, &other) in (1..).zip(others) {
            level &= other;
            rising &= other.unbounded_shr(step);
            falling &= other.unbounded_shl(step);
        }
        up | level | rising | falling != 0
    })
}
