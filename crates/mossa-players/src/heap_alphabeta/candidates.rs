//! The cells worth a thought: those that are free and have a marked neighbor.
//!
//! For each cell the number of marked cells among its eight neighbors is kept up to date, and
//! with it the list of the candidates, so that a mark costs eight steps on a board of any size.

use super::grid::Grid;

/// Stands for "not in the list".
const NOWHERE: usize = usize::MAX;

/// The candidates of a position.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// How many neighbors of each place are marked.
    counts: Vec<u8>,
    /// The candidates' places, in no order.
    list: Vec<usize>,
    /// Where in the list each place is.
    listed_at: Vec<usize>,
}

impl Candidates {
    /// The candidates of a board without marks: none.
    pub(super) fn none(grid: &Grid) -> Self {
        let places = grid.places();
        Self { counts: vec![0; places], list: Vec::new(), listed_at: vec![NOWHERE; places] }
    }

    /// The places of the candidates, in no order.
    #[inline]
    pub(super) fn places(&self) -> &[usize] {
        &self.list
    }

    /// Follows a mark that was just made in the grid.
    #[inline]
    pub(super) fn mark(&mut self, grid: &Grid, place: usize) {
        if self.listed_at[place] != NOWHERE {
            self.remove(place);
        }
        for step in grid.directions() {
            let neighbor = place.wrapping_add_signed(step);
            self.counts[neighbor] += 1;
            if self.counts[neighbor] == 1 && grid.is_free(neighbor) {
                self.add(neighbor);
            }
        }
    }

    /// Follows a mark that was just taken back.
    #[inline]
    pub(super) fn unmark(&mut self, grid: &Grid, place: usize) {
        for step in grid.directions() {
            let neighbor = place.wrapping_add_signed(step);
            self.counts[neighbor] -= 1;
            if self.counts[neighbor] == 0 && grid.is_free(neighbor) {
                self.remove(neighbor);
            }
        }
        if self.counts[place] > 0 {
            self.add(place);
        }
    }

    fn add(&mut self, place: usize) {
        self.listed_at[place] = self.list.len();
        self.list.push(place);
    }

    fn remove(&mut self, place: usize) {
        let index = std::mem::replace(&mut self.listed_at[place], NOWHERE);
        self.list.swap_remove(index);
        if let Some(&moved) = self.list.get(index) {
            self.listed_at[moved] = index;
        }
    }
}
