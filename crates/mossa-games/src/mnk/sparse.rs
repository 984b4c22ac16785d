//! Stones on boards of any size: a new line is found by walking outwards from the last stone.

use mossa_kernel::Side;

use super::{Spec, board::Stones};
use crate::grid::Grid;

/// Stones of both sides, one entry a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sparse {
    spec: Spec,
    grid: Grid,
}

impl Sparse {
    /// An empty board.
    pub fn new(spec: Spec) -> Self {
        Self { spec, grid: Grid::new(spec.rows, spec.columns) }
    }
}

impl Stones for Sparse {
    #[inline]
    fn spec(&self) -> Spec {
        self.spec
    }

    fn cleared(&self) -> Self {
        Self::new(self.spec)
    }

    fn owner(&self, cell: u32) -> Option<Side> {
        self.grid.owner(cell)
    }

    #[inline]
    fn is_free(&self, cell: u32) -> bool {
        self.grid.owner(cell).is_none()
    }

    fn place(&mut self, cell: u32, side: Side) -> bool {
        self.grid.set(cell, Some(side));
        self.grid.has_line_through(cell, side, self.spec.rule)
    }

    fn remove(&mut self, cell: u32, _side: Side) {
        self.grid.set(cell, None);
    }

    fn each_free(&self, visit: impl FnMut(u32)) {
        (0..self.spec.rows * self.spec.columns).filter(|&cell| self.is_free(cell)).for_each(visit);
    }
}
