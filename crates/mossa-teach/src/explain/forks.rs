//! Stones in lines, one move further: what the next stone could prepare.

use std::collections::BTreeSet;

use mossa_kernel::Side;

use super::stones::Stones;

impl Stones {
    /// Near a cell, where a stone of `side` would prepare two threats at once that were not to be had
    /// before.
    pub(crate) fn builders(&mut self, cell: u32, side: Side) -> Vec<u32> {
        let near: BTreeSet<u32> =
            self.cells_near(cell).filter(|&near| self.is_open(near)).collect();
        near.into_iter().filter(|&next| self.prepares(next, side)).collect()
    }

    /// Where a stone of `side` would threaten nothing, but prepare two threats at once that were not to be had before.
    pub(super) fn preparers(&self, side: Side) -> Vec<u32> {
        let mut stones = self.clone();
        let own = (0..self.rows() * self.columns()).filter(|&cell| self.is_owned(cell, side));
        let near: BTreeSet<u32> = own.flat_map(|cell| self.cells_near(cell)).collect();
        let mut prepares = |next: &u32| {
            let is_quiet = || self.with(*next, side).wins_near(*next, side) == 0;
            self.is_open(*next) && is_quiet() && stones.prepares(*next, side)
        };
        near.into_iter().filter(|next| prepares(next)).collect()
    }

    /// Whether a stone of `side` on a cell would prepare two threats at once that were not to be had before.
    fn prepares(&mut self, next: u32, side: Side) -> bool {
        let before = self.forks_near(next, side);
        self.place(next, side);
        let after = self.forks_near(next, side);
        self.remove(next);
        after.iter().any(|fork| !before.contains(fork))
    }

    /// Near a cell, where a stone of `side` would make two threats at once.
    fn forks_near(&mut self, cell: u32, side: Side) -> Vec<u32> {
        let near: BTreeSet<u32> =
            self.cells_near(cell).filter(|&near| self.is_open(near)).collect();
        let is_fork = |stones: &mut Self, cell: u32| {
            stones.place(cell, side);
            let count = stones.wins_near(cell, side);
            stones.remove(cell);
            count >= 2
        };
        near.into_iter().filter(|&near| is_fork(self, near)).collect()
    }

    /// Where `side` could complete a line, at once or later.
    pub(crate) fn all_wins(&self, side: Side) -> BTreeSet<u32> {
        let cells = (0..self.rows() * self.columns()).filter(|&cell| self.is_free(cell));
        cells.filter(|&cell| self.completed_by(cell, side).is_some()).collect()
    }

    /// Where `side` could make a new winning cell with the next move.
    pub(crate) fn makers(&self, side: Side) -> Vec<u32> {
        let known = self.all_wins(side);
        let makes = |cell: &u32| !self.with(*cell, side).all_wins(side).is_subset(&known);
        self.open_cells().filter(makes).collect()
    }

    /// Whether the other side can complete a line after every move of `side`.
    pub(crate) fn all_lose(&self, side: Side) -> bool {
        self.open_cells().all(|cell| {
            let mut after = self.clone();
            after.place(cell, side);
            !after.wins(!side).is_empty()
        })
    }
}
