//! The cells that have stones near: where candidates come from.

use super::{cells::CellSet, geometry::Geometry, weights};

/// How many stones are near each cell.
#[derive(Clone, Debug)]
pub(super) struct Neighborhood {
    stones: Vec<u8>,
    cells: CellSet,
}

impl Neighborhood {
    /// That of a board without stones.
    pub(super) fn new(cells: usize) -> Self {
        Self { stones: vec![0; cells], cells: CellSet::new(cells) }
    }

    /// A stone has come.
    #[inline]
    pub(super) fn place(&mut self, geometry: &Geometry, cell: u32) {
        geometry.each_near(cell as usize, weights::NEAR, |near| {
            if self.stones[near] == 0 {
                self.cells.insert(near as u32);
            }
            self.stones[near] += 1;
        });
    }

    /// A stone is gone.
    #[inline]
    pub(super) fn remove(&mut self, geometry: &Geometry, cell: u32) {
        geometry.each_near(cell as usize, weights::NEAR, |near| {
            self.stones[near] -= 1;
            if self.stones[near] == 0 {
                self.cells.remove(near as u32);
            }
        });
    }

    /// The cells, free or not, that have a stone near.
    #[inline]
    pub(super) fn cells(&self) -> &CellSet {
        &self.cells
    }
}
