//! Stones in lines: what room there is, and what stands ready.

use mossa_kernel::Side;

use crate::explain::stones::{DIRECTIONS, Stones};

/// Stones of one side on a line that it can still complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asset {
    /// The stones, in order.
    pub(super) stones: Vec<u32>,
    /// Where they stand side by side, at how many ends the next cell is free.
    pub(super) open_ends: Option<usize>,
}

impl Stones {
    /// For each line that `side` can still complete its free cells.
    pub(super) fn hopes(&self, side: Side) -> Vec<Vec<u32>> {
        let lines = self.open_windows(side).into_iter();
        let free = |line: Vec<u32>| line.into_iter().filter(|&cell| self.is_free(cell)).collect();
        lines.map(free).collect()
    }

    /// The lines that `side` can still complete.
    pub(super) fn open_windows(&self, side: Side) -> Vec<Vec<u32>> {
        let starts = (0..self.rows() * self.columns())
            .flat_map(|cell| DIRECTIONS.into_iter().map(move |way| (cell, way)));
        let open = starts.filter(|&(cell, way)| self.line_from(cell, way, 0, side).is_some());
        let columns = self.columns().cast_signed();
        open.map(|(cell, (down, right))| {
            let steps = 0..self.run().cast_signed();
            steps.map(move |step| {
                (cell.cast_signed() + step * (down * columns + right)).cast_unsigned()
            })
        })
        .map(Iterator::collect)
        .collect()
    }

    /// Those of them that run through a cell.
    pub(super) fn open_windows_through(&self, cell: u32, side: Side) -> Vec<Vec<u32>> {
        let (columns, run) = (self.columns().cast_signed(), self.run().cast_signed());
        let starts = DIRECTIONS.into_iter().flat_map(|way| (0..run).map(move |back| (way, back)));
        let open = starts.filter(|&(way, back)| self.line_from(cell, way, back, side).is_some());
        let windows = open.map(|((down, right), back)| {
            let at = |step: i32| cell.cast_signed() + (step - back) * (down * columns + right);
            (0..run).map(|step| at(step).cast_unsigned()).collect()
        });
        windows.collect()
    }

    /// For each of them how many stones `side` has on it.
    pub(super) fn open_counts(&self, side: Side) -> impl Iterator<Item = usize> {
        let cells = 0..self.rows() * self.columns();
        let starts = cells.flat_map(|cell| DIRECTIONS.into_iter().map(move |way| (cell, way)));
        starts.filter_map(move |(cell, way)| self.line_from(cell, way, 0, side))
    }

    /// Two or more stones of `side` that share a line it can still complete, the most first; in each direction a stone
    /// belongs to one group at most.
    pub(super) fn groups(&self, side: Side) -> Vec<Vec<u32>> {
        let windows = self.open_windows(side).into_iter();
        let mut found: Vec<(u32, Vec<u32>)> = windows
            .map(|line| {
                let way = line.get(1).map_or(0, |next| next - line[0]);
                (way, line.into_iter().filter(|&cell| self.is_owned(cell, side)).collect())
            })
            .filter(|(_, group): &(u32, Vec<u32>)| group.len() > 1)
            .collect();
        found.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
        let mut kept: Vec<(u32, Vec<u32>)> = Vec::new();
        for (way, group) in found {
            let shares = |(known, stones): &(u32, Vec<u32>)| {
                *known == way && stones.iter().any(|cell| group.contains(cell))
            };
            if !kept.iter().any(shares) {
                kept.push((way, group));
            }
        }
        kept.into_iter().map(|(_, group)| group).collect()
    }

    /// How many lines through a cell hold no stone of the other side and are of no use only because they
    /// would become too long.
    pub(in crate::explain) fn overlong_through(&self, cell: u32, side: Side) -> usize {
        self.any_length().open_lines(cell, side).0 - self.open_lines(cell, side).0
    }

    /// The most stones that `side` has on a line it can still complete, wherever it has as many.
    pub(super) fn assets(&self, side: Side) -> Vec<Asset> {
        let windows = self.open_windows(side).into_iter();
        let owned = windows.map(|line| -> Vec<u32> {
            line.into_iter().filter(|&cell| self.is_owned(cell, side)).collect()
        });
        let owned: Vec<Vec<u32>> = owned.collect();
        let most = owned.iter().map(Vec::len).max().unwrap_or(0);
        let mut assets: Vec<Asset> = Vec::new();
        for stones in owned.into_iter().filter(|stones| stones.len() == most && most > 1) {
            if assets.iter().all(|asset| asset.stones != stones) {
                let open_ends = self.open_ends(&stones);
                assets.push(Asset { stones, open_ends });
            }
        }
        assets
    }

    /// At how many ends of stones that stand side by side the next cell is free; `None` where there are
    /// gaps between them.
    fn open_ends(&self, stones: &[u32]) -> Option<usize> {
        let [first, second, ..] = *stones else { return None };
        let place = |cell: u32| (cell / self.columns(), cell % self.columns());
        let apart = |from: u32, to: u32| {
            let ((row, column), (to_row, to_column)) = (place(from), place(to));
            (
                to_row.cast_signed() - row.cast_signed(),
                to_column.cast_signed() - column.cast_signed(),
            )
        };
        let way = apart(first, second);
        let is_step = DIRECTIONS.contains(&way);
        if !is_step || stones.windows(2).any(|pair| apart(pair[0], pair[1]) != way) {
            return None;
        }
        let last = *stones.last()?;
        let ends = [self.beside(first, (-way.0, -way.1)), self.beside(last, way)];
        Some(ends.into_iter().flatten().filter(|&end| self.is_free(end)).count())
    }

    /// The cell one step further.
    fn beside(&self, cell: u32, (down, right): (i32, i32)) -> Option<u32> {
        let row = (cell / self.columns()).checked_add_signed(down)?;
        let column = (cell % self.columns()).checked_add_signed(right)?;
        let is_inside = row < self.rows() && column < self.columns();
        is_inside.then_some(row * self.columns() + column)
    }
}
